#!/bin/sh
#
# stop.sh - Ctrl-Z gives the terminal to the shell, fg takes it again; and Esc is not slow.
#
. "$srcdir/tests/tty/tty.sh"

# The shell in the window is one with jobs.
begin()
{
	open 100 30
	keys 'set -m' Enter
	keys "clear; ./poolscope replay '$recording' --speed 10000" Enter
	await 'done'
}

# stopped HOW
stopped()
{
	test="stopped by $1"
	begin
	case $1 in
	SIG*) kill -"${1#SIG}" "$(program)" ;;
	*) keys "$1" ;;
	esac
	await 'Stopped'
	check_terminal
	terminal resize-window -x 80 -y 24
	keys 'clear; fg' Enter
	await '[2 Run]'
	await 'done'
	is 'alternate screen, mouse' "$(terminal display -p '#{alternate_on} #{mouse_standard_flag}')" '1 1'
	keys 1
	await '[1 Setup]'
	keys q
	sleep 0.3
	check_terminal
	close
}

stopped C-z
stopped SIGTSTP

# A key behind Esc is a key of its own: were it waited for long, it would become Alt and a letter.
test='Esc, then a letter'
begin
keys ?
await 'any other key closes'
keys Escape
sleep 0.1
keys 1
await '[1 Setup]'
keys q
close
exit $wrong
