#!/bin/sh
#
# Two real sandboxes side by side: made at once, used, their daemon and their
# poolscope killed, taken down. Nothing of them stays, and the system's own
# server is as it was.
#
set -u
. "$(dirname "$0")/kinds.sh"

a=t$$-a b=t$$-b c=t$$-c
names="$a $b $c"

pid_of()
{
	sed 's/.*"pid": *\([0-9]*\).*/\1/' "$base/$1/poolscope.json"
}

# Its end takes time: what it holds is let go first.
kill_daemon_of()
{
	pid=$(pid_of "$1")
	kill -9 "$pid"
	while readlink "/proc/$pid/exe" >/dev/null; do
		sleep 0.01
	done
}

system_files()
{
	find /etc/subuid /etc/subgid /var/lib/incus /var/log/incus /run/incus /var/lib/lxd /var/log/lxd \
		-printf '%p %s %m %T@\n' 2>/dev/null | sort
}

processes_of()
{
	for environ in /proc/[0-9]*/environ; do
		tr '\0' '\n' <"$environ" | grep -qx "$dir_variable=$base/$1" && echo "$environ"
	done 2>/dev/null
}

# What would show that something of the sandbox is still there.
traces_of()
{
	ls -d "$base/$1" "/run/lxc/lock$base/$1" 2>/dev/null
	processes_of "$1"
	grep -l "$base/$1/" /proc/[0-9]*/mountinfo 2>/dev/null
	grep "^$base/$1/" /sys/block/loop*/loop/backing_file 2>/dev/null
	grep -o "@*$base/$1/.*" /proc/net/unix
	find /sys/fs/cgroup -maxdepth 2 -name "lxc.*.$2*" 2>/dev/null
}

is_gone()
{
	traces=$(traces_of "$1" "$2")
	[ -z "$traces" ] || echo "$traces"
	[ -z "$traces" ]
}

is_in_state()
{
	"$poolscope" sandbox status "$1" 2>&1 | grep -q "$2"
}

launch_on_each_pool()
{
	for pool in btrfs dir; do
		on "$1" launch busybox "$2-$pool" -s "$pool" --no-profiles >/dev/null || return 1
	done
	[ "$(on "$1" list -f csv -c s | sort | uniq -c)" = "$(printf '%7d RUNNING' 2)" ]
}

takes_the_same_files()
{
	on "$1" launch files "$2-files" -s btrfs --no-profiles >/dev/null &&
		[ "$(on "$1" exec "$2-files" -- find /srv/files -type f | wc -l)" = 3108 ]
}

live_and_die()
{
	system_files >"$work/before"

	# Two at once.
	up "$a" &
	first=$!
	check "a sandbox is made" up "$b"
	check "another is made at the same time" wait "$first"
	for name in "$a" "$b"; do
		check "up ends with the path of a socket" test -S "$(tail -n 1 "$work/$name.out")"
		check "the server's own command line reaches it" answers "$name"
		check "status says it runs" is_in_state "$name" running
		check "and what" is_in_state "$name" "server  $kind,"
	done
	check "up again is no error" up "$a"

	# The same instance names in both.
	check "instances start on each pool of the one" launch_on_each_pool "$a" "i$$"
	check "instances start on each pool of the other" launch_on_each_pool "$b" "i$$"
	check "the image files holds its files" takes_the_same_files "$b" "i$$"

	# A daemon that was killed.
	kill_daemon_of "$a"
	check "status says that the daemon is dead" is_in_state "$a" dead
	check "its container is still there" test -n "$(processes_of "$a")"
	check "down clears what a killed daemon left" down "$a"
	on "$b" stop -f --all >/dev/null
	check "nothing of it is left" is_gone "$a" "i$$"
	check "the other one still answers" answers "$b"
	"$poolscope" sandbox down "$a" 2>"$work/again"
	check "down again is wrong usage" test $? = 2
	check "and says that there is none" grep -q "there is no sandbox $a" "$work/again"

	# A record whose pid is now another process's.
	sleep 600 &
	bystander=$!
	helpers="$helpers $bystander"
	check "its instances start again" on "$b" start --all
	sed "s/\"pid\": *[0-9]*/\"pid\":$bystander/" "$base/$b/poolscope.json" >"$work/record"
	cp "$work/record" "$base/$b/poolscope.json"
	check "status tells a foreign pid" is_in_state "$b" reused
	check "down works all the same" down "$b"
	check "nothing of it is left" is_gone "$b" "i$$"
	check "and leaves the foreign process alone" kill -0 "$bystander"

	# A poolscope that was killed while it made one.
	"$poolscope" sandbox up "$c" --daemon "$kind" >"$work/$c.out" 2>>"$work/$c.err" &
	maker=$!
	while kill -0 "$maker" 2>/dev/null && [ ! -e "$base/$c/poolscope.json" ]; do
		sleep 0.01
	done
	kill -9 "$maker"
	wait "$maker" 2>/dev/null
	check "there is a half-made sandbox" test -e "$base/$c/poolscope.json"
	check "up completes or replaces a half-made one" up "$c"
	check "it answers" answers "$c"
	check "down after a kill" down "$c"
	check "nothing of it is left" is_gone "$c" "i$$"

	"$poolscope" sandbox down "../$a" 2>/dev/null
	check "a name that is a path is refused" test $? = 2

	system_files >"$work/after"
	check "the system's own server is untouched" cmp "$work/before" "$work/after"
}

each_kind live_and_die
