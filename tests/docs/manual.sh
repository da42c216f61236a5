#!/bin/sh
#
# manual.sh - the manual page leaves nothing out: commands, options, keys of themes, variables of the
# environment that the sources read, exit codes. And groff has nothing to complain about.
#
page=doc/poolscope.1
wrong=0

# The terms of a section, one a line, as they are typed.
terms()
{
	sed -n "/^\.SH $1\$/,/^\.SH/{/^\.B /s/^\.B //p;}" "$page" | sed 's/\\-/-/g; s/\\&//g'
}

# holds SECTION WORD...: each is a word of one of its terms
holds()
{
	section=$1
	shift
	terms "$section" | tr -s ' ,|' '\n' >"$folder/words"
	[ $# -gt 0 ] || { echo "nothing to look for in $section"; wrong=1; }
	for word; do
		grep -qxFe "$word" "$folder/words" || { echo "$section: $word is missing"; wrong=1; }
	done
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

commands=$(./poolscope --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
holds COMMANDS $commands
for command in "" $commands; do
	# shellcheck disable=SC2046 # one word an option
	holds OPTIONS $(./poolscope $command --help | sed -n 's/^  [ -].[ ,] --\([a-z-]*\).*/--\1/p')
done

# shellcheck disable=SC2046
holds THEMES $(./poolscope --print-theme | sed -n 's/^theme\[\(.*\)\]=.*/\1/p')

# shellcheck disable=SC2046
holds KEYS $(sed -n 's/^\t{ ON_[^"]*"\([^",]*\)".*/\1/p' "$srcdir/ui/keymap.c")

# Names that are given to getenv or to what calls it, and those in the clients' rows.
# shellcheck disable=SC2046
holds ENVIRONMENT $({
	grep -hoE '(getenv|set_variable|number_in)\("[A-Z_]+"|"XDG_[A-Z]+_HOME"' -r "$srcdir/src" "$srcdir/ui"
	grep -oE '_variable = "[A-Z_]+"' "$srcdir/src/server/remotes_client.c"
} | sed 's/[^"]*"//; s/"//' | sort -u)
# One that is read in another way would be overlooked.
grep -hE 'getenv\(' -r "$srcdir/src" "$srcdir/ui" | grep -vE 'getenv\(("[A-Z_]+"|variable|name)\)' &&
	{ echo "read in a way that this test does not know"; wrong=1; }

# What xdg.h is asked for by name.
# shellcheck disable=SC2046
holds FILES $(grep -hoE 'xdg_(config|data)\("[a-z]+"\)' -r "$srcdir/src" "$srcdir/ui" | sort -u |
	sed 's,xdg_config("\(.*\)"),$XDG_CONFIG_HOME/poolscope/\1,; s,xdg_data("\(.*\)"),$XDG_DATA_HOME/poolscope/\1/,
	     s,/themes$,/themes/,')

holds "EXIT STATUS" 0 $(sed -n '/^err_exit_code/,/^}/s/.*\(= \|return \)\([0-9]\).*/\2/p' "$srcdir/src/base/err.c") \
	5 128+N

if command -v groff >/dev/null; then
	groff -man -Tutf8 -ww -z "$page" 2>"$folder/warnings" && [ ! -s "$folder/warnings" ] ||
		{ cat "$folder/warnings"; wrong=1; }
else
	echo "groff is not installed: its warnings are not asked for"
fi
exit $wrong
