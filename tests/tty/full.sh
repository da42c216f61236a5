#!/bin/sh
#
# full.sh - output that cannot be written is told in one line and by the exit status; a reader that has left is nobody's fault.
#
. "$srcdir/tests/tty/tty.sh"
. "$srcdir/tests/tty/server.sh"

export LC_ALL=C.UTF-8 XDG_DATA_HOME="$work" XDG_STATE_HOME="$work" XDG_CONFIG_HOME="$work" INCUS_SOCKET="$work/none"
other=$srcdir/tests/golden/failing.jsonl
mkdir -p "$work/poolscope/runs"
cp "$recording" "$work/poolscope/runs/20261130T184217Z-00000001.jsonl"
serve 0
export INCUS_SOCKET="$server"

# refuses STATUS WHY: the cause is known where the last of it could not be written
refuses()
{
	is 'the exit status' "$1" 1
	is 'the number of complaints' "$(grep -c '^poolscope: ' "$work/err")" 1
	grep -qE "^poolscope: write to standard output: ($2|not all of it has arrived)\$" "$work/err" ||
		complain "it said \"$(cat "$work/err")\""
}

while read -r row; do
	eval "set -- $row"

	test="$row >/dev/full"
	./poolscope "$@" >/dev/full 2>"$work/err" </dev/null
	refuses $? 'No space left on device'

	test="$row >&-"
	./poolscope "$@" >&- 2>"$work/err" </dev/null
	refuses $? 'Bad file descriptor'

	test="$row | :"
	(sleep 0.1; trap '' PIPE; exec ./poolscope "$@" 2>"$work/err" </dev/null) | :
	grep '^poolscope: ' "$work/err" && complain 'it complains of a reader that has left'
done <<'ROWS'
--help
--version
--print-theme
--list-keys
run --help
run --server "$server" --workload create,delete --pool d --count 1 --rounds 1 --warm-up 0
run --server "$server" --dry-run
list servers
list workloads
list themes --format json
list runs
list pools --server "$server"
list images --server "$server"
report "$recording" --format table
report "$recording" --format md
report "$recording" --format csv
report "$recording" --format json
report "$recording" --format html
report "$recording" --format svg
report "$recording" --format jmeter
report "$recording" --redact --format json
compare "$recording" "$other"
compare "$recording" "$other" --format json
replay "$recording" --dump
replay "$recording" --dump --svg
replay "$recording" --plain
doctor --server "$server"
ROWS
served
exit $wrong
