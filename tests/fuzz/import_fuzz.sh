#!/bin/sh
#
# import_fuzz.sh - a minute of hostile report files for import_parse(), by libFuzzer.
#
# FUZZ_SECONDS sets how long. What made it fail stays behind as crash-*, in the
# folder it was run in.
#
set -eu
srcdir=${srcdir:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile()
{
	clang -g -O1 -std=gnu17 -D_GNU_SOURCE -fno-sanitize-recover=all \
		-fsanitize=fuzzer,address,undefined "$@"
}

echo 'int LLVMFuzzerTestOneInput(const char *b, long n) { return b && n > 9; }' >"$work/try.c"
compile -o "$work/try" "$work/try.c" 2>/dev/null || { echo "no clang with libFuzzer"; exit 77; }

base=$srcdir/src/base
record=$srcdir/src/record
compile -I"$srcdir/src" $(pkg-config --cflags json-c) -o "$work/fuzz" \
	"$srcdir/tests/fuzz/import_fuzz.c" \
	"$base/buf.c" "$base/clock.c" "$base/err.c" "$base/jsonio.c" "$base/mem.c" "$base/units.c" \
	"$base/utf8.c" "$base/xdg.c" \
	"$record/env.c" "$record/event.c" "$record/event_fields.c" "$record/event_plain.c" \
	"$record/fields.c" "$record/fields_read.c" "$record/figures.c" "$record/hist.c" \
	"$record/import.c" "$record/import_rows.c" "$record/model"*.c "$record/pack.c" \
	"$record/plan.c" "$record/recorder.c" "$record/recording.c" "$record/series.c" \
	$(pkg-config --libs json-c) -lm

mkdir "$work/seeds"
columns=timeStamp,elapsed,label,responseCode,success
printf '%s\n1700000010000,9557,launch,,true\n' "$columns" >"$work/seeds/one"
printf '\357\273\277%s\r\n1700000010000,9557,"a ""b"", c",200,false\r\n' "$columns" >"$work/seeds/two"
printf '%s\n1700000010000,1,init,,true\n1700000020000,2,x,,true' "$columns" >"$work/seeds/three"
"$work/fuzz" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=2048 -timeout=5 \
	-print_final_stats=1 "$work/seeds"
