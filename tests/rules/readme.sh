#!/bin/sh
#
# readme.sh - the README names commands, options, libraries and targets as they are.
#
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
readme=$srcdir/README
wrong=0

# known NAME FILE: each word on stdin is a line of the file
known()
{
	[ -s "$2" ] || { echo "no $1 found to look among"; wrong=1; }
	sort -u | grep -vxFf "$2" >"$folder/unknown" || return 0
	echo "README names $1 that there are not: $(tr '\n' ' ' <"$folder/unknown")"
	wrong=1
}

sed -n '/^Commands:/,/^$/p' "$readme" >"$folder/readme"
./poolscope --help | sed -n '/^Commands:/,/^$/p' >"$folder/commands"
[ -s "$folder/commands" ] || { echo "poolscope --help shows no commands"; exit 1; }
diff "$folder/readme" "$folder/commands" || { echo "README and poolscope --help differ"; wrong=1; }

{
	for command in "" $(sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' "$folder/commands"); do
		./poolscope $command --help
	done
	"$srcdir/configure" --help
} | grep -oE -e '--[a-z][a-z-]*' | sort -u >"$folder/options"
grep -oE -e '--[a-z][a-z-]*' "$readme" >"$folder/named"
known options "$folder/options" <"$folder/named"

sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile >"$folder/targets"
sed -n 's/^    make \([a-z-]*\).*/\1/p' "$readme" >"$folder/named"
known targets "$folder/targets" <"$folder/named"

# The part on building: a library that configure asks for stands in it.
for library in $(sed -n 's/^NEED_LIBRARY(\[[A-Z]*\], \[\([^ ]*\) .*/\1/p' "$srcdir/configure.ac"); do
	case $library in
	yaml-*) library=libyaml ;;
	esac
	grep -qw "$library" "$readme" || { echo "README does not name $library"; wrong=1; }
done
exit $wrong
