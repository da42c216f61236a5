#!/bin/sh
#
# Every workload on a real server of each kind, on btrfs and dir, from filled instances: all of it is
# done, or refused where the server has no such call, and nothing stays.
#
set -u
. "$(dirname "$0")/kinds.sh"

name=wl$$
names=$name

run()
{
	scope run --server "$base/$name/unix.socket" --image busybox --count 2 --rounds 1 --warm-up 0 \
		--format json "$@"
}

# The results, a line each: pool, workload with its variant, and how its ops ended.
results()
{
	tr '{' '\n' <"$work/scope.out" | sed -n 's/^"cell":.*"pool":"\([^"]*\)".*"workload":"\([^"]*\)",\("variant":"\([^"]*\)",\)*"ok":\([0-9]*\),"failed":\([0-9]*\),"refused":\([0-9]*\),"unknown":\([0-9]*\),"skipped":\([0-9]*\),.*/\1 \2:\4 ok \5 failed \6 refused \7 unknown \8 skipped \9/p'
}

has()
{
	on "$name" query /1.0 | grep -q "\"$1\""
}

# done_or_refused WORKLOAD EXTENSION: on both pools
done_or_refused()
{
	wanted="ok 2 failed 0 refused 0"
	[ -z "$2" ] || has "$2" || wanted="ok 0 failed 0 refused 2"
	[ "$(results | grep -c " $1 $wanted unknown 0 skipped 0")" = 2 ] || { results; return 1; }
}

is_clean()
{
	left=$(instances "$name")
	[ -z "$left" ] || echo "$left"
	[ -z "$left" ] && ! ls "$work"/state/poolscope/run-*.json 2>/dev/null
}

fails_with()
{
	code=$1
	shift
	run "$@"
	[ $? = "$code" ]
}

says()
{
	grep -qF "$1" "$work/scope.err"
}

all_of_them()
{
	check "a sandbox is made" up "$name"

	check "a run of every workload succeeds" run --pool btrfs --pool dir --fill 2MiB --freeze \
		--workload launch,restart,snapshot,restore,restore:older,snapshot-delete,copy,rebuild,move \
		--workload create,start,delete
	for row in launch:freeze restart: snapshot: restore: restore:older snapshot-delete: copy: \
		rebuild:,instances_rebuild create: start:freeze delete:; do
		check "${row%,*} was done, or cannot be" done_or_refused "${row%,*}" \
			"$(expr "$row" : '.*,\(.*\)')"
	done
	check "each pool's instances were moved to the other" \
		test "$(results | grep -c -e '^btrfs move:dir ok 2 ' -e '^dir move:btrfs ok 2 ')" = 2
	check "what was made was filled" test "$(grep -c 'filled: 2 with 2 MiB each' "$work/scope.err")" = 4
	check "nothing is left" is_clean

	check "a move to the same pool is refused" fails_with 2 --pool btrfs --workload create,move:btrfs
	check "and says so" says "it is the same"
	if ! on "$name" query /1.0 | grep -q '"driver": *"[^"]*qemu'; then
		check "an empty machine is refused where there are none" \
			fails_with 4 --pool btrfs --image empty-vm --workload create
		check "and says why" says "cannot make or start a virtual machine"
	fi
	check "down" down "$name"
}

each_kind all_of_them
