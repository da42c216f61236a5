#!/bin/sh
#
# live.sh - a run that goes on is cleaned up before the program ends, whatever ends it, and stopping it keeps the dashboard.
#
. "$srcdir/tests/tty/tty.sh"
. "$srcdir/tests/tty/server.sh"

# begin [BEFORE]: a run goes on, and has made instances
begin()
{
	serve 200
	open 100 30
	start "($1exec ./poolscope --server '$server')"
	await '[x] busybox'
	keys r
	await 'p pause'
	await 'ok, '
}

# until the program has ended, which has to clean up first
await_end()
{
	for _ in $(seq 400); do
		kill -0 "$process" 2>/dev/null || return
		sleep 0.05
	done
	complain "it is still there, after $(ps -o time= -p "$process") of CPU time"
	kill -9 "$process"
}

check_clean()
{
	served
	is 'the number of instances that are left' "$left" 0
}

# end_by SIGNAL STATUS
end_by()
{
	test="$1 while a run goes on"
	begin
	process=$(program)
	kill -"${1#SIG}" "$process"
	await_end
	await "status $2."
	check_terminal
	close
	check_clean
}

end_by SIGINT 130
end_by SIGTERM 143
end_by SIGHUP 129

for how in '' "trap '' HUP; "; do
	test="the terminal goes away while a run goes on ($how)"
	begin "$how"
	process=$(program)
	close
	await_end
	check_clean
done

test='q and l: what is left is told, and how to remove it'
begin
keys q
await 'leave'
keys l
await 'left behind: what is named psc-'
await 'status 5.'
check_terminal
close
served
[ "$left" -gt 0 ] || complain 'nothing was left'

test='x, and once more when it has ended'
begin
keys x
await 'STOPPING'
await 'x again: no settling'
keys x
await 'ABORTED'
keys x
await 'nothing is running'
screen | grep -qE 'stopping (\(|without)|failure|FAIL' && complain 'what a person asked for is told as a failure, or as if it went on'
keys Tab
sleep 0.3
screen | grep -qE 'stopping (\(|without)|failure|FAIL' && complain 'what a person asked for is told as a failure, or as if it went on'
keys C-c
await 'nothing is running'
keys C-c
await 'status '
check_terminal
close
check_clean
exit $wrong
