#!/bin/sh
# screens.sh [ROUNDS [SECONDS]]
#
# What the dashboard costs at 1, 4 and 10 frames a second while a run is being
# played, beside btop and htop where they are installed at the same rates, in
# turn: first frame, CPU, bytes written to the terminal, memory. 200x50.
# Run from the build's folder; RUN names the recording (default: the newest).
set -eu

rounds=${1:-3} seconds=${2:-20} run=${RUN:-last}
screen=tests/bench/screen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each shows a host that works: a replay in a loop, at the speed it was.
ours() { $screen -s "$seconds" poolscope ./poolscope replay --loop --refresh "$1" "$run"; }
# btop has its rate, in milliseconds, only in its configuration; htop takes tenths of a second.
btop_at() {
	mkdir -p "$work/btop"
	echo "update_ms=$1" >"$work/btop/btop.conf"
	command -v btop >/dev/null && XDG_CONFIG_HOME="$work" $screen -s "$seconds" cpu btop --utf-force || echo "not here"
}
htop_at() { command -v htop >/dev/null && $screen -s "$seconds" Tasks htop -d "$1" || echo "not here"; }

test -x "$screen" || { echo "screens.sh: make benches first" >&2; exit 1; }
i=0
while [ $i -lt "$rounds" ]; do
	for rate in 1 4 10; do
		printf 'poolscope %2s/s  ' "$rate"; ours "$rate"
		printf 'btop      %2s/s  ' "$rate"; btop_at $((1000 / rate))
		printf 'htop      %2s/s  ' "$rate"; htop_at $(((10 + rate / 2) / rate))
	done
	i=$((i + 1))
done
