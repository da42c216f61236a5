#!/bin/sh
#
# resize.sh - after a window was as small as it gets, the frame is the same as before.
#
. "$srcdir/tests/tty/tty.sh"

# until the screen is that of the file
await_same()
{
	for _ in $(seq 200); do
		screen | cmp -s - "$1" && return
		sleep 0.05
	done
	screen | diff "$1" -
	complain 'not the frame that it was'
}

# resize VIEW
resize()
{
	test="resizing, screen $1"
	open 200 50
	start "./poolscope replay '$recording' --speed 10000"
	await 'done'
	keys "$1"
	await "[$1 "
	screen >"$work/before"
	for size in 2x2 200x50 40x12 20x5 1x1 200x50; do
		terminal resize-window -x "${size%x*}" -y "${size#*x}"
		sleep 0.1
	done
	await_same "$work/before"
	keys q
	await 'status 0.'
	close
}

for view in 1 2 3 4; do
	resize $view
done
exit $wrong
