#!/bin/sh
#
# refuse.sh - what cannot be a screen is refused in one clear line.
#
. "$srcdir/tests/tty/tty.sh"

# one_line FILE TEXT
one_line()
{
	is "the number of lines in \"$(cat "$1")\"" "$(wc -l <"$1")" 1
	grep -q -- "$2" "$1" || complain "\"$2\" is not in \"$(cat "$1")\""
}

test='standard output is no terminal'
./poolscope replay "$recording" >"$work/out" 2>"$work/err" </dev/null
is 'the exit status' $? 2
is 'standard output' "$(cat "$work/out")" ''
one_line "$work/err" 'terminal'

test='a terminal that nobody knows'
open 100 30
start "TERM=nosuchterm ./poolscope replay '$recording' 2>'$work/err'"
await 'status 2.'
one_line "$work/err" 'nosuchterm'
check_terminal
close

test='a start at the smallest size'
open 2 2
start "./poolscope replay '$recording' --speed 10000"
sleep 1
terminal resize-window -x 100 -y 30
await 'done'
keys q
await 'status 0.'
check_terminal
close
exit $wrong
