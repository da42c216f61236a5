#!/bin/sh
#
# import_fuzz.sh - a minute of hostile report files for import_parse(), by libFuzzer.
#
# FUZZ_SECONDS sets how long. What made it fail stays behind as crash-*, in the
# folder it was run in.
#
set -eu
. "${srcdir:-.}/tests/fuzz/fuzz.sh"

base=$srcdir/src/base
record=$srcdir/src/record
compile -I"$srcdir/src" -DPACKAGE_VERSION='"fuzz"' $(pkg-config --cflags json-c) -o "$work/fuzz" \
	"$srcdir/tests/fuzz/import_fuzz.c" "$base"/*.c "$record"/*.c $(pkg-config --libs json-c) -lm

mkdir "$work/seeds"
columns=timeStamp,elapsed,label,responseCode,success
printf '%s\n1700000010000,9557,launch,,true\n' "$columns" >"$work/seeds/one"
printf '\357\273\277%s\r\n1700000010000,9557,"a ""b"", c",200,false\r\n' "$columns" >"$work/seeds/two"
printf '%s\n1700000010000,1,init,,true\n1700000020000,2,x,,true' "$columns" >"$work/seeds/three"
"$work/fuzz" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=2048 -timeout=5 \
	-print_final_stats=1 "$work/seeds"
