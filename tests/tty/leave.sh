#!/bin/sh
#
# leave.sh - each way of leaving gives the terminal back and tells how it ended.
#
. "$srcdir/tests/tty/tty.sh"

# end_by HOW STATUS: HOW is keys, or a signal
end_by()
{
	is 'alternate screen' "$(terminal display -p '#{alternate_on}')" 1
	case $1 in
	SIG*) kill -"${1#SIG}" "$(program)" ;;
	*) keys "$1" ;;
	esac
	await "status $2."
	check_terminal
	close
}

# leave HOW STATUS: what was played has ended
leave()
{
	test="leaving by $1"
	open 100 30
	start "./poolscope replay '$recording' --speed 10000"
	await 'done'
	end_by "$@"
}

# leave_playing HOW STATUS [OPTION]: it still plays, and would for long
leave_playing()
{
	test="leaving by $1 while a recording plays $3"
	open 100 30
	start "./poolscope replay '$recording' --speed 0.1 $3"
	await 'p pause'
	end_by "$1" "$2"
}

leave q 0
leave C-c 0
leave F10 0
leave SIGINT 130
leave SIGTERM 143
leave SIGHUP 129

# A crash, and what a process may be sent that it has no use for.
leave SIGSEGV 139
leave SIGABRT 134
leave SIGQUIT 131
leave SIGTRAP 133
leave SIGUSR1 138
leave SIGUSR2 140
leave SIGALRM 142
leave SIGXCPU 152
leave SIGVTALRM 154
leave SIGPROF 155
leave SIGIO 157
leave SIGPWR 158
leave SIGSYS 159

for option in '' --loop; do
	leave_playing q 0 "$option"
	leave_playing C-c 0 "$option"
	leave_playing SIGINT 130 "$option"
	leave_playing SIGTERM 143 "$option"
	leave_playing SIGHUP 129 "$option"
done

test='a signal that is ignored from the beginning'
open 100 30
start "(trap '' USR1; exec ./poolscope replay '$recording' --speed 10000)"
await 'done'
kill -USR1 "$(program)"
keys 3
await '[3 Results]'
end_by q 0

test='a file that has grown to its limit'
open 100 30
start "./poolscope replay '$recording' --speed 10000"
await 'done'
kill -XFSZ "$(program)"
keys 3
await '[3 Results]'
end_by q 0
exit $wrong
