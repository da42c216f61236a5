#!/bin/sh
#
# export and import on a real server of each kind, on btrfs and dir, plain and optimized, compressed
# and not: what comes is as large as it must be, it is said where a driver ignores a wish, and nothing
# stays, also after an interrupted and a killed run. Of times nothing is asserted.
#
set -u
. "$(dirname "$0")/kinds.sh"

name=ex$$
names=$name

run()
{
	scope run --server "$base/$name/unix.socket" --pool btrfs --pool dir --rounds 1 --warm-up 0 "$@"
}

# The newest run's cells, a line each: pool, workload:variant, ok, failed, bytes an op, remark.
cells()
{
	scope report last --format csv
	tr -d '\r' <"$work/scope.out" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ ok = $at["ok"]
		  print $at["pool"], $at["workload"] ($at["variant"] == "" ? "" : ":") $at["variant"],
			ok, $at["failed"] + $at["unknown"], ok ? $at["moved_bytes"] / ok : "-", $at["remark"] }' >"$work/cells"
	cat "$work/cells"
}

# all_ok CELLS: so many, and none of them with a failure
all_ok()
{
	cells | awk -v want="$1" '$2 ~ /^(ex|im)port/ && $3 > 0 && $4 == 0 { n++ } END { exit n != want }'
}

# size POOL WORKLOAD
size()
{
	awk -v pool="$1" -v workload="$2" '$1 == pool && $2 == workload { print $5 }' "$work/cells"
}

# The image has 150 MiB that no compressor finds anything in, and little else.
is_of_the_image()
{
	[ "$1" -gt $((150 << 20)) ] && [ "$1" -lt $((180 << 20)) ]
}

smaller()
{
	[ "$1" -gt 0 ] && [ "$1" -lt "$2" ]
}

remark()
{
	sed -n "s/^$1 $2 [0-9]* [0-9]* [0-9]* //p" "$work/cells"
}

is_clean()
{
	instances "$name"
	[ -z "$(instances "$name")" ] && backups && ! ls -d "$work"/state/poolscope/*-* 2>/dev/null
}

# Of the server, on its own disk.
backups()
{
	[ -z "$(find "$base/$name/backups" -type f)" ] || { find "$base/$name/backups" -type f; false; }
}

plain_and_optimized()
{
	check "exports and imports of 150 MiB" run --image files --count 1 \
		--workload create,export,export:optimized,import,import:optimized,delete
	check "all of them are done" all_ok 8
	for pool in btrfs dir; do
		check "an archive on $pool holds what the image has" is_of_the_image "$(size $pool export)"
		check "and an import takes all of it" [ "$(size $pool import)" = "$(size $pool export)" ]
	done
	check "btrfs has a form of its own" is_of_the_image "$(size btrfs export:optimized)"
	check "which is not the plain one" [ "$(size btrfs export:optimized)" != "$(size btrfs export)" ]
	check "dir has none" [ "$(size dir export:optimized)" = "$(size dir export)" ]
	check "which is said of dir" [ "$(remark dir export:optimized)" = "optimized: ignored by driver" ]
	check "also of imports" [ "$(remark dir import:optimized)" = "optimized: ignored by driver" ]
	check "and not of btrfs" [ -z "$(remark btrfs export:optimized)" ]
	check "nothing is left" is_clean
}

compressed_and_kept()
{
	check "compressed exports, kept" run --image busybox --count 1 --keep-archives "$work/keep" \
		--workload create,export,export:gzip,export:optimized+gzip,export:zstd,import:optimized+gzip
	check "all of them are done" all_ok 10
	for pool in btrfs dir; do
		check "gzip makes it smaller on $pool" smaller "$(size $pool export:gzip)" "$(size $pool export)"
		check "and zstd" smaller "$(size $pool export:zstd)" "$(size $pool export)"
	done
	check "what is compressed is read as well" [ "$(remark dir export:optimized+gzip)" = "optimized: ignored by driver" ]
	check "there is a file for each export" [ "$(ls "$work/keep" | wc -l)" = 8 ]
	check "which are archives of the server" archives_open
	check "nothing else is left" is_clean
}

archives_open()
{
	for file in "$work"/keep/*.tar "$work"/keep/*.gz; do
		tar tf "$file" 2>/dev/null | head -n 1 | grep -qx backup/index.yaml || return 1
	done
}

refused_words()
{
	if on "$name" query /1.0 | grep -q '"direct_backup"'; then
		check "exports as a stream" run --image files --count 1 --workload create,export,export:direct
		check "all of them are done" all_ok 4
		check "a stream is as large" [ "$(size dir export:direct)" = "$(size dir export)" ]
	else
		run --image busybox --count 1 --workload create,export:direct
		check "a stream is refused before the run begins" [ $? = 4 ]
		check "with the reason" grep -q direct_backup "$work/scope.err"
	fi
}

# Begins exports, one after the other, and waits until the server works at the first.
begin()
{
	XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state "$poolscope" run \
		--server "$base/$name/unix.socket" --pool btrfs --image files --workload create,export \
		--count 4 --parallel 1 --rounds 1 --warm-up 0 >"$work/scope.out" 2>"$work/scope.err" &
	running=$!
	helpers="$helpers $running"
	while kill -0 "$running" 2>/dev/null && backups >/dev/null; do
		sleep 0.05
	done
}

ends_with()
{
	wait "$running"
	[ $? = "$1" ]
}

interrupted_and_killed()
{
	begin
	kill -INT "$running"
	check "an interrupted run waits for its export and ends" ends_with 130
	check "nothing is left of it" is_clean
	begin
	kill -KILL "$running"
	check "a killed run ends" ends_with 137
	check "clean removes what it left, when the server has come to an end with it" scope clean --yes
	check "nothing is left of it either" is_clean
}

all_of_them()
{
	check "a sandbox is made" up "$name"
	plain_and_optimized
	compressed_and_kept
	refused_words
	interrupted_and_killed
	rm -rf "$work/keep"
	check "the sandbox is taken down" down "$name"
}

each_kind all_of_them
