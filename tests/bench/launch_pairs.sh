#!/bin/sh
# launch_pairs.sh [PAIRS [COUNT [PARALLEL]]]
#
# Launches COUNT containers by poolscope and by incus-benchmark, in turn, on the
# same pool of the same private server, and prints both times of each pair and
# the ratio with its interval. Each tool's own figure is taken: the makespan of
# the launches, image made ready before, clean-up left out. Then the CPU time
# of both clients. MODE=batch compares with the barrier that the other has.
# DAEMON=lxd does it on LXD with lxd-benchmark. A benchmark that is not installed
# is fetched from the archive and only unpacked, since the two packages exclude
# each other. Run from the build's folder; needs root, the server, its client.
set -eu

pairs=${1:-5} count=${2:-50} parallel=${3:-4} pool=${POOL:-btrfs}
daemon=${DAEMON:-incus}
case $daemon in
incus) dir_variable=INCUS_DIR client=incus package=incus-extra ;;
lxd) dir_variable=LXD_DIR client=lxc package=lxd-tools ;;
esac
tool=$daemon-benchmark
flags=
[ "${MODE:-window}" = window ] || flags=--batch
work=$(mktemp -d)
sandbox=pairs-$$
export XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" HOME="$work"

clean_up() {
	./poolscope sandbox down "$sandbox" >/dev/null 2>&1 || echo "left: sandbox $sandbox" >&2
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

if ! command -v "$tool" >/dev/null; then
	(cd "$work" && apt-get -qq download "$package" && dpkg -x "$package"_*.deb unpacked) 2>/dev/null ||
		{ echo "$tool is not installed, and apt has no $package" >&2; exit 1; }
	PATH=$PATH:$work/unpacked/usr/bin
fi

socket=$(./poolscope sandbox up "$sandbox" --daemon "$daemon" 2>/dev/null | tail -n 1)
export "$dir_variable=${socket%/*}"
"$client" profile device add default root disk path=/ pool="$pool" >/dev/null 2>&1

# Seconds of CPU that COMMAND takes itself go to the file.
with_cpu() {
	file=$1
	shift
	bash -c 'TIMEFORMAT="%U %S"; time "$@" >"$0.out" 2>"$0.err"' "$file" "$@" 2>"$file"
}

ours() {
	with_cpu "$work/ours" ./poolscope run --server "$socket" --pool "$pool" --image busybox \
		--workload launch,delete --count "$count" --parallel "$parallel" --rounds 1 --warm-up 0 \
		$flags --format json
	# The makespan of the only counted round of `launch`.
	tr ',' '\n' <"$work/ours.out" | awk -F: '
		/"workload":"launch"/ { launch = 1 }
		launch && /"makespan_ns"/ { gsub(/[^0-9]/, "", $NF); print $NF / 1e9; exit }'
}

theirs() {
	rm -f "$work/report.csv"
	with_cpu "$work/theirs" "$tool" launch --count "$count" --parallel "$parallel" \
		--report-file "$work/report.csv" busybox
	awk -F, 'NR == 2 { print $2 / 1000 }' "$work/report.csv"
	"$tool" delete --parallel "$parallel" >/dev/null 2>&1
}

echo "poolscope (A) and $tool (B): $count launches, $parallel at once, pool $pool, seconds"
ours >/dev/null
i=0
while [ $i -lt "$pairs" ]; do
	if [ $((i % 2)) = 0 ]; then a=$(ours) b=$(theirs); else b=$(theirs) a=$(ours); fi
	echo "$a $b" | tee -a "$work/pairs"
	cat "$work/ours" >>"$work/ours.cpu"
	cat "$work/theirs" >>"$work/theirs.cpu"
	i=$((i + 1))
done
tests/bench/ratio <"$work/pairs"
for who in ours theirs; do
	awk -v who=$who -v count="$count" '{ s += $1 + $2 } END {
		printf "client CPU, %s: %.3f s for 100 launches\n", who, s / NR / count * 100 }' "$work/$who.cpu"
done
