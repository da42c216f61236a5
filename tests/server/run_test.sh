#!/bin/sh
#
# Runs on a real server of each kind: measured to the end, interrupted, and killed. What was made is
# gone afterwards, and the recording says what was run on, and what the server could do at once.
#
set -u
. "$(dirname "$0")/kinds.sh"

name=run$$
names=$name

run()
{
	scope run --server "$base/$name/unix.socket" --pool btrfs --pool dir --image busybox \
		--rounds 1 --warm-up 0 "$@"
}

# counts N WORD...: that many lines of the recording have all these words
counts()
{
	wanted=$1 found=$work/lines
	shift
	cp "$(recording)" "$found"
	for word; do
		grep -F -- "$word" "$found" >"$found.new"
		mv "$found.new" "$found"
	done
	[ "$(wc -l <"$found")" = "$wanted" ]
}

# The start in the same request is not to be trusted where the extension is not listed: two then.
parts_as_the_server_can()
{
	if on "$name" query /1.0 | grep -q '"instance_create_start"'; then
		counts 0 '"parts":{"create":'
	else
		counts 6 '"parts":{"create":' '"start":'
	fi
}

is_listed_with_its_facts()
{
	head -n 1 "$(recording)" | tr '{' '\n' >"$work/header"
	grep -q "\"kind\":\"$kind\",\"version\":\"[0-9].*\"container_backend\":\"lxc [0-9].*\"idmapped_mounts\":true" "$work/header" &&
		grep -q '"driver":"btrfs","driver_version":"[0-9]' "$work/header" &&
		grep -q '"driver":"dir","driver_version":"[0-9]' "$work/header"
}

tells_its_warnings()
{
	on "$name" query '/1.0/warnings?recursion=1' | sed -n 's/^\t*"type": "\([^"]*\)",*$/\1/p' >"$work/warnings"
	while read -r warning; do
		counts 1 '"ev":"note"' "says: " "$warning" || return 1
	done <"$work/warnings"
}

is_clean()
{
	left=$(instances "$name")
	[ -z "$left" ] || echo "$left"
	[ -z "$left" ] && ! ls "$work"/state/poolscope/run-*.json 2>/dev/null
}

# The recording says that the pool was another driver's.
refuses_another_pool()
{
	sed -i '1s/"driver":"btrfs"/"driver":"zfs"/g' "$(recording)"
	scope run --continue last --rounds 1
	[ $? = 4 ] && grep -q "the driver of pool btrfs was zfs" "$work/scope.err"
}

begin()
{
	XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state "$poolscope" run \
		--server "$base/$name/unix.socket" --pool dir --image busybox --workload launch,delete \
		--count 200 --parallel 2 --rounds 1 --warm-up 0 >"$work/scope.out" 2>"$work/scope.err" &
	running=$!
	helpers="$helpers $running"
	while kill -0 "$running" 2>/dev/null && [ "$(instances "$name" | wc -l)" -lt 3 ]; do
		sleep 0.05
	done
}

ends_with()
{
	wait "$running"
	[ $? = "$1" ]
}

measures_and_cleans()
{
	check "a sandbox is made" up "$name"

	check "a run succeeds" run --workload launch,stop,start,restart,delete --count 3
	check "all of it was measured, the image made ready first" counts 37 '"ev":"op_end"' '"state":"ok"'
	check "and nothing failed" counts 0 '"ev":"op_end"' '"state":"failed"'
	check "a launch is one request, or two with their parts" parts_as_the_server_can
	check "the server, its drivers and their versions are recorded" is_listed_with_its_facts
	check "and what it warns about" tells_its_warnings
	check "nothing is left" is_clean

	check "a round is added to it" scope run --continue last --rounds 1
	check "in the same recording" counts 1 '"ev":"extend"' '"rounds":2'
	check "as a round of its own" counts 12 '"ev":"step_begin"' '"round":1'
	check "nothing is left" is_clean
	check "nothing is added to a run of before when its pools are others" refuses_another_pool

	check "pools race" run --workload launch,delete --count 2 --rounds 1 --order race
	check "and their steps say so" counts 6 '"ev":"step_end"' '"race"'
	check "nothing is left" is_clean

	begin
	kill -INT "$running"
	check "an interrupted run says so" ends_with 130
	check "and cleans up" is_clean

	begin
	kill -9 "$running"
	wait "$running" 2>/dev/null
	check "a killed run leaves instances" test -n "$(instances "$name")"
	check "clean removes them" scope clean --yes
	check "nothing is left" is_clean
	check "down" down "$name"
}

each_kind measures_and_cleans
