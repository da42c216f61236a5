#!/bin/sh
#
# published.sh - the published recordings are those of the figures, and each can be read to its end.
#
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
doc/make-published "$srcdir/published/figures" "$folder" || exit 1

failed=0
for file in "$srcdir"/published/*.jsonl "$folder"/*.jsonl; do
	name=${file##*/}
	cmp "$srcdir/published/$name" "$folder/$name" || failed=1
done
[ $failed = 0 ] || { echo "\`make published-figures\` makes them anew"; exit 1; }

for file in "$folder"/*.jsonl; do
	label=${file##*/????-??-}
	label=${label%.jsonl}
	./poolscope report "$label" >"$folder/report" || failed=1
	grep -q "source: " "$folder/report" || { echo "$label: its report names no source"; failed=1; }
done
exit $failed
