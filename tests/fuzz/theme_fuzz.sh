#!/bin/sh
#
# theme_fuzz.sh - a minute of hostile theme files, by libFuzzer.
#
# FUZZ_SECONDS sets how long. The seeds are the themes that are shipped.
# What made it fail stays behind as crash-*, in the folder it was run in.
#
set -eu
. "${srcdir:-.}/tests/fuzz/fuzz.sh"

base=$srcdir/src/base
ui=$srcdir/ui
compile -I"$srcdir/src" -I"$ui" -DTHEMEDIR='"themes"' -o "$work/fuzz" \
	"$srcdir/tests/fuzz/theme_fuzz.c" \
	"$base/buf.c" "$base/err.c" "$base/mem.c" "$base/xdg.c" \
	"$ui/colour.c" "$ui/depth.c" "$ui/theme.c" "$ui/theme_read.c" -lm

mkdir "$work/seeds"
cp "$srcdir"/themes/*.theme "$work/seeds"
"$work/fuzz" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=4096 -timeout=5 \
	-print_final_stats=1 "$work/seeds"
