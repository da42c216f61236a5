#!/bin/sh
#
# idle.sh - while nothing happens, nothing is written and nothing wakes: a Setup screen that waits, a replay
# that has ended or is paused. A frame is written whole, and of a frozen display the replay only keeps up.
#
. "$srcdir/tests/tty/tty.sh"

# count FILE NAME: of the program's own /proc
count()
{
	sed -n "s/^$2:[[:space:]]*//p" "/proc/$(program)/$1"
}

# few WHAT FILE NAME BEFORE MOST: it has grown by no more
few()
{
	grown=$(($(count "$2" "$3") - $4))
	[ "$grown" -le "$5" ] || complain "$1: $grown, expected at most $5"
}

# idle COMMAND TEXT [KEYS WAKES]: TEXT is on the screen when it has come to rest
idle()
{
	test="idle: $1 ${3:-}"
	open 120 40
	start "$1"
	await '? help'
	[ -z "${3:-}" ] || keys "$3"
	await "$2"
	sleep 1.5
	wakes=$(count status voluntary_ctxt_switches)
	terminal pipe-pane -o "cat >'$work/written'"
	sleep 3
	terminal pipe-pane
	is 'what is written in three seconds' "$(wc -c <"$work/written")" 0
	few 'wakings in three seconds' status voluntary_ctxt_switches "$wakes" "${4:-3}"
	writes=$(count io syscw)
	keys '?'
	await 'arrows scroll'
	few 'writes for a screen' io syscw "$writes" 20
	keys Escape
	keys q
	await 'status 0.'
	close
}

idle ./poolscope '[1 Setup]'
idle "./poolscope replay '$recording' --speed 10000" 'done'
idle "./poolscope replay '$recording' --refresh 10" 'is paused' p
idle "./poolscope replay '$recording' --refresh 10" 'DISPLAY FROZEN' f 8
exit $wrong
