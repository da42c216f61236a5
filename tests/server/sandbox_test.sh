#!/bin/sh
#
# Two real sandboxes side by side: made at once, used, their daemon and their
# poolscope killed, taken down. Nothing of them stays, and the system's own
# server is as it was.
#
set -u

poolscope=${POOLSCOPE:-./poolscope}
base=/var/lib/poolscope/sandbox
a=t$$-a b=t$$-b c=t$$-c
work=$(mktemp -d)
bystander=

skip()
{
	echo "$1"
	exit 77
}

[ "$(id -u)" = 0 ] || skip "a sandbox needs root"
[ -x /usr/libexec/incus/incusd ] || skip "incusd is not installed (Debian package incus)"
command -v incus >/dev/null || skip "the incus command is not installed (Debian package incus-client)"
command -v busybox >/dev/null || skip "busybox is not installed (Debian package busybox-static)"

finish()
{
	for name in "$a" "$b" "$c"; do
		"$poolscope" sandbox down "$name" >/dev/null 2>&1
	done
	[ -z "$bystander" ] || kill "$bystander"
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

fail()
{
	echo "FAILED: $*"
	cat "$work"/*.err
	exit 1
}

check()
{
	what=$1
	shift
	"$@" || fail "$what"
	echo "ok: $what"
}

up()
{
	"$poolscope" sandbox up "$1" >"$work/$1.out" 2>>"$work/$1.err"
}

on()
{
	name=$1
	shift
	HOME=$work INCUS_DIR=$base/$name INCUS_CONF=$work/client incus "$@" 2>>"$work/$name.err" </dev/null
}

answers()
{
	on "$1" query /1.0 >/dev/null
}

pid_of()
{
	sed 's/.*"pid": *\([0-9]*\).*/\1/' "$base/$1/poolscope.json"
}

system_files()
{
	find /etc/subuid /etc/subgid /var/lib/incus /var/log/incus /run/incus \
		-printf '%p %s %m %T@\n' 2>/dev/null | sort
}

processes_of()
{
	for environ in /proc/[0-9]*/environ; do
		tr '\0' '\n' <"$environ" | grep -qx "INCUS_DIR=$base/$1" && echo "$environ"
	done 2>/dev/null
}

# What would show that something of the sandbox is still there.
traces_of()
{
	ls -d "$base/$1" "/run/lxc/lock$base/$1" 2>/dev/null
	processes_of "$1"
	grep -l "$base/$1/" /proc/[0-9]*/mountinfo 2>/dev/null
	grep "^$base/$1/" /sys/block/loop*/loop/backing_file 2>/dev/null
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
	for pool in $(on "$1" storage list -f csv -c n); do
		on "$1" launch busybox "$2-$pool" -s "$pool" --no-profiles >/dev/null || return 1
	done
	[ "$(on "$1" list -f csv -c s | sort | uniq -c)" = "$(printf '%7d RUNNING' 2)" ]
}

takes_the_same_files()
{
	on "$1" launch files "$2-files" -s btrfs --no-profiles >/dev/null &&
		[ "$(on "$1" exec "$2-files" -- find /srv/files -type f | wc -l)" = 3108 ]
}

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
done
check "up again is no error" up "$a"

# The same instance names in both.
check "instances start on each pool of the one" launch_on_each_pool "$a" "i$$"
check "instances start on each pool of the other" launch_on_each_pool "$b" "i$$"
check "the image files holds its files" takes_the_same_files "$b" "i$$"

# A daemon that was killed.
kill -9 "$(pid_of "$a")"
check "status says that the daemon is dead" is_in_state "$a" dead
check "its container is still there" test -n "$(processes_of "$a")"
check "down clears what a killed daemon left" "$poolscope" sandbox down "$a"
on "$b" stop -f --all >/dev/null
check "nothing of it is left" is_gone "$a" "i$$"
check "the other one still answers" answers "$b"
check "down again is no error" "$poolscope" sandbox down "$a"

# A record whose pid is now another process's.
sleep 600 &
bystander=$!
check "its instances start again" on "$b" start --all
sed "s/\"pid\": *[0-9]*/\"pid\":$bystander/" "$base/$b/poolscope.json" >"$work/record"
cp "$work/record" "$base/$b/poolscope.json"
check "status tells a foreign pid" is_in_state "$b" reused
check "down works all the same" "$poolscope" sandbox down "$b"
check "nothing of it is left" is_gone "$b" "i$$"
check "and leaves the foreign process alone" kill -0 "$bystander"

# A poolscope that was killed while it made one.
"$poolscope" sandbox up "$c" >"$work/$c.out" 2>>"$work/$c.err" &
maker=$!
while kill -0 "$maker" 2>/dev/null && [ ! -e "$base/$c/poolscope.json" ]; do
	sleep 0.01
done
kill -9 "$maker"
wait "$maker" 2>/dev/null
check "there is a half-made sandbox" test -e "$base/$c/poolscope.json"
check "up completes or replaces a half-made one" up "$c"
check "it answers" answers "$c"
check "down after a kill" "$poolscope" sandbox down "$c"
check "nothing of it is left" is_gone "$c" "i$$"

"$poolscope" sandbox down "../$a" 2>/dev/null
check "a name that is a path is refused" test $? = 2

system_files >"$work/after"
check "the system's own server is untouched" cmp "$work/before" "$work/after"
