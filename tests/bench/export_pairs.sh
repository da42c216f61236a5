#!/bin/sh
# export_pairs.sh [PAIRS]
#
# Exports an instance of 150 MiB by poolscope and by `incus export`, in turn, from
# the same pool of the same private server, and prints both times of each pair and
# the ratio with its interval. Both make a backup without snapshots and without
# compression and fetch it; the bytes go nowhere. Ours is the op's time (its create
# and its download). Theirs is the command's: it also starts a program and removes
# the backup, and cannot be asked for less. Each instance is a new one of the same
# image. OPTIMIZED=1 asks for the driver's own form; POOL=dir takes that pool.
# Run from the build's folder; needs root and Incus with its client.
set -eu

pairs=${1:-5} pool=${POOL:-btrfs}
word= flag=
[ "${OPTIMIZED:-0}" = 0 ] || { word=:optimized flag=--optimized-storage; }
work=$(mktemp -d)
sandbox=pairs-$$
export XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" HOME="$work"

clean_up() {
	./poolscope sandbox down "$sandbox" >/dev/null 2>&1 || echo "left: sandbox $sandbox" >&2
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

socket=$(./poolscope sandbox up "$sandbox" 2>/dev/null | tail -n 1)
export INCUS_DIR="${socket%/*}"

# The median of the only cell of `export`, which has one op; its parts go to the file.
ours() {
	./poolscope run --server "$socket" --pool "$pool" --image files --workload "create,export$word" \
		--count 1 --rounds 1 --warm-up 0 >/dev/null 2>"$work/ours.err"
	grep -h '"parts":{"create":' "$work"/data/poolscope/runs/*.jsonl | tail -n 1 |
		sed 's/.*"create":\([0-9]*\),"download":\([0-9]*\).*/\1 \2/' >>"$work/parts"
	./poolscope report last --format csv | tr -d '\r' | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["workload"] == "export" { print $at["median_s"] }'
}

theirs() {
	incus init files export-me --no-profiles --storage "$pool" >/dev/null 2>&1
	before=$(date +%s%N)
	incus export --quiet export-me - --instance-only --compression none $flag >/dev/null
	after=$(date +%s%N)
	incus delete export-me
	awk -v ns=$((after - before)) 'BEGIN { print ns / 1e9 }'
}

echo "poolscope (A) and incus export (B): 150 MiB from pool $pool, compression none $flag, seconds"
ours >/dev/null
theirs >/dev/null
: >"$work/parts"
i=0
while [ $i -lt "$pairs" ]; do
	if [ $((i % 2)) = 0 ]; then a=$(ours) b=$(theirs); else b=$(theirs) a=$(ours); fi
	echo "$a $b" | tee -a "$work/pairs"
	i=$((i + 1))
done
tests/bench/ratio <"$work/pairs"
awk '{ c += $1; d += $2 } END { printf "of ours, means: create %.3f s, download %.3f s\n", c / NR / 1e9, d / NR / 1e9 }' \
	"$work/parts"
