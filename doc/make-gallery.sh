#!/bin/sh
#
# make-gallery.sh - draws the pictures of doc/gallery.md, by the program itself, from a recording.
#
# `make gallery` runs it in the build's folder. doc/gallery/run.jsonl is a real run, five rounds on
# a sandbox's two pools, with names replaced (report --format recording --redact).
# make-gallery.sh [FOLDER]: where they go to, if not to doc/gallery.
#
: "${srcdir:=.}"
folder=$srcdir/doc/gallery
out=${1:-$folder}
begun=$(mktemp) || exit 1
trap 'rm -f "$begun"' EXIT
export LC_ALL=C.UTF-8

# picture NAME THEME RECORDING KEYS
picture()
{
	./poolscope replay "$3" --dump --svg --size 120x40 --theme "$srcdir/themes/$2.theme" \
		--keys "$4" >"$out/$1-$2.svg" || exit 1
}

# While it goes on: what had been written in the second round.
head -n 700 "$folder/run.jsonl" >"$begun"

for theme in default default-light high-contrast-dark mono; do
	picture setup "$theme" "$folder/run.jsonl" 1
	picture run "$theme" "$begun" 2
	picture results "$theme" "$folder/run.jsonl" 3
done
picture run nord "$begun" 2
picture results gruvbox "$folder/run.jsonl" 3
picture setup solarized "$folder/run.jsonl" 1
