#!/bin/sh
#
# gallery.sh - doc/gallery.md shows what make-gallery.sh draws, all of it and nothing else, and what it
# draws is whole: one picture each, of 40 lines, with every tag closed.
#
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
wrong=0

"$srcdir/doc/make-gallery.sh" "$folder" || { echo "make-gallery.sh has failed"; exit 1; }
sed -n 's/^!\[.*\](gallery\/\(.*\.svg\))$/\1/p' "$srcdir/doc/gallery.md" | sort >"$folder/shown"
(cd "$folder" && ls ./*.svg) | sed 's,^\./,,' | sort >"$folder/drawn"
[ -s "$folder/shown" ] || { echo "gallery.md shows no pictures"; exit 1; }
diff "$folder/shown" "$folder/drawn" || { echo "gallery.md shows others than are drawn"; wrong=1; }

while read -r name; do
	[ -s "$srcdir/doc/gallery/$name" ] || { echo "$name is not there"; wrong=1; }
	opened=$(grep -c '^<svg \|^<text ' "$folder/$name")
	closed=$(grep -c '^</svg>$\|</text>$' "$folder/$name")
	[ "$opened" -gt 40 ] && [ "$opened" -eq "$closed" ] || { echo "$name is not whole"; wrong=1; }
done <"$folder/shown"
exit $wrong
