#!/bin/sh
#
# resize.sh - after a window was as small as it gets, the frame is the same as before; so is it after a
# resize while the program starts. A terminal that does not know its size is taken for one of 80x24.
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

# starting SECONDS: it is resized so long after the start
starting()
{
	test="resizing $1 s after the start"
	open 200 50
	start "./poolscope replay '$recording' --speed 10000"
	sleep "$1"
	terminal resize-window -x 90 -y 30
	sleep 0.05
	terminal resize-window -x 100 -y 30
	await 'done'
	await_same "$work/100x30"
	keys q
	await 'status 0.'
	close
}

for view in 1 2 3 4; do
	resize $view
done

open 100 30
start "./poolscope replay '$recording' --speed 10000"
await 'done'
screen >"$work/100x30"
keys q
await 'status 0.'
close
for seconds in 0 0.02 0.05 0.1 0.15 0.2; do
	starting $seconds
done

test='a terminal that tells no size'
open 100 30
start "stty rows 0 cols 0; ./poolscope replay '$recording' --speed 10000"
await 'done'
is 'the width of what is drawn' "$(screen | LC_ALL=C.UTF-8 wc -L)" 80
is 'its height' "$(screen | grep -c .)" 24
keys q
await 'status 0.'
check_terminal
close
exit $wrong
