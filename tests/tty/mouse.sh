#!/bin/sh
#
# mouse.sh - the mouse in a terminal: reports are asked for, understood and given up; pastes are no keys.
#
. "$srcdir/tests/tty/tty.sh"

modes()
{
	terminal display -p '#{mouse_standard_flag} #{mouse_sgr_flag}'
}

# click COLUMN ROW, from 1: press and release
click()
{
	keys -l "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2")"
}

# begin OPTIONS: a replay, on Run
begin()
{
	open 100 30
	start "./poolscope replay '$recording' --speed 10000 $1"
	await '[2 Run]'
	await 'done'
}

leave()
{
	keys q
	await 'status 0.'
	check_terminal
	close
}

test='mouse on'
begin ''
is 'mouse, SGR' "$(modes)" '1 1'
click 14 1
await '[1 Setup]'
keys -l "$(printf '\033[M !!')"	# an old report, of the first column and line: nothing is there
click 14 1
keys m
await 'the mouse is off'
is 'mouse, SGR' "$(modes)" '0 0'
keys m
await 'the mouse is on'
is 'mouse, SGR' "$(modes)" '1 1'
leave

test='--no-mouse'
begin --no-mouse
is 'mouse, SGR' "$(modes)" '0 0'
keys m
await 'the mouse is on'
is 'mouse, SGR' "$(modes)" '1 1'
leave

test='a paste'
begin ''
terminal set-buffer 'q1qq'
terminal paste-buffer -p
sleep 0.3
await '[2 Run]'
leave

test='a terminal without a mouse'
open 100 30
start "TERM=vt220 ./poolscope replay '$recording' --speed 10000"
await 'done'
is 'mouse, SGR' "$(modes)" '0 0'
keys m
await 'tells nothing of a mouse'
is 'mouse, SGR' "$(modes)" '0 0'
leave
exit $wrong
