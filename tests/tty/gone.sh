#!/bin/sh
#
# gone.sh - when the terminal has gone away, so does the program, whether a signal tells it or not.
#
. "$srcdir/tests/tty/tty.sh"

# gone COMMAND TEXT: the window is closed when TEXT is on its screen
gone()
{
	test="the terminal goes away from $1"
	open 100 30
	keys "clear; $1" Enter
	await "$2"
	process=$(program)
	close
	for _ in $(seq 100); do
		kill -0 "$process" 2>/dev/null || return
		sleep 0.05
	done
	complain "it is still there, after $(ps -o time= -p "$process") of CPU time"
	kill -9 "$process"
}

for how in '' "trap '' HUP; "; do
	gone "(${how}exec ./poolscope)" 'Welcome'
	gone "(${how}exec ./poolscope replay '$recording' --speed 10000)" 'done'
	gone "(${how}exec ./poolscope replay '$recording' --speed 0.1)" 'p pause'
	gone "(${how}exec ./poolscope replay '$recording' --speed 0.1 --loop)" 'p pause'
done
exit $wrong
