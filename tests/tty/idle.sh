#!/bin/sh
#
# idle.sh - while nothing happens, nothing is written: a Setup screen that waits, a replay that has ended.
#
. "$srcdir/tests/tty/tty.sh"

# idle COMMAND TEXT: TEXT is on the screen when it has come to rest
idle()
{
	test="idle: $1"
	open 120 40
	start "$1"
	await "$2"
	sleep 1.5
	terminal pipe-pane -o "cat >'$work/written'"
	sleep 3
	terminal pipe-pane
	is 'what is written in three seconds' "$(wc -c <"$work/written")" 0
	keys q
	await 'status 0.'
	close
}

idle ./poolscope '[1 Setup]'
idle "./poolscope replay '$recording' --speed 10000" 'done'
exit $wrong
