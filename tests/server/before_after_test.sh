#!/bin/sh
#
# One pool before and after: measured by a daemon without idmapped mounts, which shifts the ids in the
# files, and by one with them. Both runs are there under their labels, each says which it was, and
# the two can be compared.
#
set -u
. "$(dirname "$0")/kinds.sh"

name=idmap$$
names=$name

# Root of a container, as its files have it on the disk.
owner_on_disk()
{
	on "$name" launch busybox shown -s dir --no-profiles >/dev/null || return 1
	stat -c %u "$base/$name/storage-pools/dir/containers/shown/rootfs/bin/busybox"
	on "$name" delete -f shown >/dev/null
}

is_one_of()
{
	case $1 in *" $2 "*) ;; *) echo "it is '$2'"; return 1 ;; esac
}

is_labelled()
{
	grep -l "^{\"ev\":\"header\".*\"label\":\"$1\".*\"kind\":\"$kind\".*\"idmapped_mounts\":$2" "$(recording)"
}

launched()
{
	[ "$(grep -c '"ev":"op_end".*"state":"ok"' "$(recording)")" = 9 ]
}

# measure LABEL IDMAPPED OWNERS [OPTION]: OWNERS are those that may be, with blanks around
measure()
{
	label=$1 idmapped=$2 owners=$3
	shift 3
	check "a sandbox for \"$label\" is made" up "$name" "$@"
	check "its files have the ids that they should" is_one_of "$owners" "$(owner_on_disk)"
	check "its pool is measured" scope run --label "$label" --server "$base/$name/unix.socket" \
		--pool dir --image busybox --workload launch,delete --count 3 --rounds 1 --warm-up 0
	check "the run has its label, and tells idmapped mounts: $idmapped" is_labelled "$label" "$idmapped"
	check "all of it was measured" launched
}

another_kind_of_mounts_is_refused()
{
	"$poolscope" sandbox up "$name" --daemon "$kind" >/dev/null 2>"$work/refused.err"
	[ $? = 4 ] && grep -q "without idmapped mounts" "$work/refused.err"
}

before_and_after()
{
	rm -rf "$work/data"
	# LXD 5.0 is refused an idmapped mount by newer kernels, and then shifts the ids all the same,
	# while it goes on to list the feature: with it, either may be.
	mapped=" 0 "
	[ "$kind" = incus ] || mapped=" 0 1000000 "

	measure before false " 1000000 " --no-idmap
	check "one that runs is not taken for the other" another_kind_of_mounts_is_refused
	check "down" down "$name"
	measure after true "$mapped"
	check "down" down "$name"
	check "both runs are listed" scope list runs
	check "the one" grep -qw before "$work/scope.out"
	check "and the other" grep -qw after "$work/scope.out"
	check "they are compared" scope compare before after
}

each_kind before_and_after
