#!/bin/sh
#
# leave.sh - each way of leaving gives the terminal back and tells how it ended.
#
. "$srcdir/tests/tty/tty.sh"

# leave HOW STATUS: HOW is keys, or a signal
leave()
{
	test="leaving by $1"
	open 100 30
	start "./poolscope replay '$recording' --speed 10000"
	await 'done'
	is 'alternate screen' "$(terminal display -p '#{alternate_on}')" 1
	case $1 in
	SIG*) kill -"${1#SIG}" "$(program)" ;;
	*) keys "$1" ;;
	esac
	await "status $2."
	check_terminal
	close
}

leave q 0
leave C-c 0
leave F10 0
leave SIGINT 130
leave SIGTERM 143
leave SIGHUP 129
leave SIGSEGV 139
leave SIGABRT 134
exit $wrong
