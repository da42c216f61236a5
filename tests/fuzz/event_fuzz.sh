#!/bin/sh
#
# event_fuzz.sh - a minute of hostile lines for event_parse(), by libFuzzer.
#
# FUZZ_SECONDS sets how long. The seeds are the examples of doc/recording.md.
# What made it fail stays behind as crash-*, in the folder it was run in.
#
set -eu
. "${srcdir:-.}/tests/fuzz/fuzz.sh"

base=$srcdir/src/base
record=$srcdir/src/record
compile -I"$srcdir/src" -DPACKAGE_VERSION='"fuzz"' $(pkg-config --cflags json-c) -o "$work/fuzz" \
	"$srcdir/tests/fuzz/event_fuzz.c" "$base"/*.c "$record"/*.c $(pkg-config --libs json-c) -lm

mkdir "$work/seeds"
grep '^{' "$srcdir/doc/recording.md" >"$work/lines"
(cd "$work/seeds" && split -l 1 ../lines)
"$work/fuzz" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=4096 -timeout=5 \
	-print_final_stats=1 "$work/seeds"
