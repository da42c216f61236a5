#!/bin/sh
#
# Incus and LXD at once, measured by one run; with the id map that is there when Debian's packages
# of both are installed one after the other: a second range for root, with which a daemon that is
# started without a map of its own can start no container. The map is bound over the system's in a
# mount namespace of the test's own, so nobody else sees it.
#
set -u
if [ "${1-}" != inside ] && [ "$(id -u)" = 0 ]; then
	exec unshare -m --propagation private sh "$0" inside
fi
. "$(dirname "$0")/kinds.sh"

names="a$$ b$$"

for one in incus lxd; do
	reason=$(lacks "$one")
	[ -z "$reason" ] || skip "$reason"
done

double_the_id_map()
{
	printf 'root:1000000:1000000000\nroot:1001000000:10000001\n' >"$work/double"
	for map in /etc/subuid /etc/subgid; do
		[ -e "$map" ] || continue
		mount --bind "$work/double" "$map" || return 1
	done
}

up_as()
(
	kind=$1
	up "$2"
)

empty_as()
(
	of_kind "$1"
	[ -z "$(instances "$2")" ]
)

has_own_map()
{
	pid=$(sed 's/.*"pid": *\([0-9]*\).*/\1/' "$base/$1/poolscope.json")
	[ "$(cat "/proc/$pid/root/etc/subuid")" = root:1000000:1000000000 ]
}

measured_on_each()
{
	tr '{' '\n' <"$(recording)" >"$work/pieces"
	for words in '"kind":"incus","version"' '"kind":"lxd","version"' \
		"\"server\":\"$base/a$$/unix.socket\",\"pool\":\"dir\"" \
		"\"server\":\"$base/b$$/unix.socket\",\"pool\":\"dir\""; do
		grep -qF -- "$words" "$work/pieces" || return 1
	done
}

all_ok()
{
	[ "$(grep -c '"ev":"op_end".*"state":"ok"' "$(recording)")" = "$1" ] &&
		! grep -q '"ev":"op_end".*"state":"failed"' "$(recording)"
}

check "the id map has two ranges" double_the_id_map
check "Incus is there" up_as incus "a$$"
check "LXD is there" up_as lxd "b$$"
check "Incus has an id map of its own" has_own_map "a$$"
check "so has LXD" has_own_map "b$$"
check "one run measures both" scope run --server "$base/a$$/unix.socket" \
	--server "$base/b$$/unix.socket" --pool dir --image busybox \
	--workload launch,delete --count 3 --rounds 2 --warm-up 0
check "each is there with its pool" measured_on_each
check "all was measured: 2 servers, 2 rounds of 3 launches, stops and deletes" all_ok 36
check "nothing is left on Incus" empty_as incus "a$$"
check "nothing is left on LXD" empty_as lxd "b$$"
check "Incus goes" down "a$$"
check "and leaves LXD alone" scope list pools --server "$base/b$$/unix.socket"
check "LXD goes" down "b$$"
