#!/bin/sh
#
# golden.sh - a recording, some keys, and the screen that must come of it.
#
# Each row of `rows` is a screen; what is expected stands in screens/NAME.
# How: text, roles (a letter for the colour of each cell), c (text in the C
# locale). RECORDING:N is a run of which only the first N lines were written.
# UPDATE=1 writes what comes as what is expected: look at it before committing.
#
here=$srcdir/tests/golden
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
wrong=0
[ -x ./poolscope ] || { echo "there is no ./poolscope here"; exit 1; }

# The folder that History reads: the recordings, and one that is damaged.
runs=$work/data/poolscope/runs
mkdir -p "$runs"
cp "$here/quick.jsonl" "$runs/20261130T184217Z-00000001.jsonl"
head -n 40 "$here/failing.jsonl" >"$runs/20261130T184335Z-00000002.jsonl"
echo '{"ev":"header"' >"$runs/20261129T120000Z-deadbeef.jsonl"
export XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"

# recording NAME[:LINES]: its path
recording()
{
	name=${1%:*}
	[ "$name" = "$1" ] && { echo "$here/$name.jsonl"; return; }
	head -n "${1#*:}" "$here/$name.jsonl" >"$work/begun.jsonl"
	echo "$work/begun.jsonl"
}

# screen RECORDING SIZE HOW KEYS
screen()
{
	locale=C.UTF-8
	option=
	case $3 in
	roles) option=--roles ;;
	c) locale=C ;;
	esac
	LC_ALL=$locale ./poolscope replay "$(recording "$1")" --dump --size "$2" --keys "$4" $option
}

check()
{
	expected=$here/screens/$1
	screen "$2" "$3" "$4" "$5" >"$work/screen" 2>&1 || echo "exit status $?" >>"$work/screen"
	if [ "${UPDATE:-0}" = 1 ]; then
		cmp -s "$work/screen" "$expected" || cp "$work/screen" "$expected"
		return
	fi
	diff -u "$expected" "$work/screen" && return
	echo "$1: not the screen that is expected"
	wrong=1
}

while read -r name recording size how keys; do
	case $name in '' | '#'*) continue ;; esac
	check "$name" "$recording" "$size" "$how" "$keys"
done <"$here/rows"
exit $wrong
