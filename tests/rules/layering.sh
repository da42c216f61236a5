#!/bin/sh
#
# layering.sh - each room includes only what it may, each library has its one place.
#
cd "$srcdir" || exit 1
wrong=0

# The includes of the files in these folders, as "FILE:LINE:#include ...".
includes()
{
	find "$@" -name '*.[ch]' -exec grep -nH '^[[:space:]]*#[[:space:]]*include' {} +
}

# complain WHAT: the lines on stdin are wrong
complain()
{
	lines=$(cat)
	[ -n "$lines" ] || return 0
	printf '%s:\n%s\n' "$1" "$lines"
	return 1
}

# room FOLDER ALLOWED: of our own headers, only those whose path begins like this
room()
{
	includes "$1" | grep '"' | grep -Ev "\"($2)" | complain "$1 may include only $2" || wrong=1
}

# library HEADER ALLOWED: only in the files whose path matches
library()
{
	includes src ui | grep -E "[<\"]$1" | sed 's,:,: ,' | grep -Ev "^($2): " |
		complain "$1 belongs to $2" || wrong=1
}

[ -n "$(includes src)" ] || { echo "no includes found in $srcdir"; exit 1; }

# A room that is not spoken of here would be free to do anything.
for folder in src/* ui/*; do
	[ -d "$folder" ] || continue
	case $folder in
	src/base | src/record | src/sys | src/server | src/bench | src/worker) ;;
	ui/views | ui/widgets) ;;
	*) echo "$folder: layering.sh has no rule for it"; wrong=1 ;;
	esac
done

room src/base 'base/'
room src/record '(record|base)/'
room src/sys '(sys|record|base)/'
room src/server '(server|sys|record|base)/'
room src/bench '(bench|server|sys|record|base)/'
room src/worker '(worker|base)/'
room ui '(bench|server|sys|record|base|views|widgets)/|[a-z_]*\.h"'

# What every screen has knows a view only by its row in the table of views.
library 'views/' 'ui/views/[a-z_]*\.[ch]'

library 'n?curses' 'ui/term_parts\.h'
library 'term_parts\.h' 'ui/term(_[a-z]+)?\.c'
library '(term|panel|menu|form)\.h>' 'ui/term_parts\.h'
library 'curl/' 'src/sys/(loop|http)\.c'
library 'statgrab' 'src/sys/host\.c'
library '(zlib|zstd)\.h' 'src/server/tarball\.c'
library 'json-c/' 'src/.*'
library 'base/jsonio' 'src/.*'
library 'yaml' 'src/server/remotes_config\.c'

exit $wrong
