#!/bin/sh
#
# event_fuzz.sh - a minute of hostile lines for event_parse(), by libFuzzer.
#
# FUZZ_SECONDS sets how long. The seeds are the examples of doc/recording.md.
# What made it fail stays behind as crash-*, in the folder it was run in.
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
	"$srcdir/tests/fuzz/event_fuzz.c" \
	"$base/buf.c" "$base/err.c" "$base/jsonio.c" "$base/mem.c" "$base/utf8.c" \
	"$record/env.c" "$record/event.c" "$record/event_fields.c" "$record/event_plain.c" "$record/fields.c" \
	"$record/fields_read.c" "$record/plan.c" $(pkg-config --libs json-c) -lm

mkdir "$work/seeds"
grep '^{' "$srcdir/doc/recording.md" >"$work/lines"
(cd "$work/seeds" && split -l 1 ../lines)
"$work/fuzz" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=4096 -timeout=5 \
	-print_final_stats=1 "$work/seeds"
