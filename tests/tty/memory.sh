#!/bin/sh
#
# memory.sh - under valgrind, which also knows of memory that was never written: screens of any size with any
# keys, and the program on a terminal as small as it gets.
#
# Wrong accesses and leaks are seen by the sanitizers too, and in far more frames (tests/fuzz/screens.sh).
# FRAMES and SEED set how many and which here.
#
. "$srcdir/tests/tty/tty.sh"

command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }
grep -q __asan_init ./poolscope && { echo "what the sanitizers watch cannot run under valgrind"; exit 77; }

# Memory that is still pointed to at the end is the terminal's description, which curses keeps.
watch="valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite"

test='screens of any size'
fuzz=tests/unit/screen_fuzz_test
if [ -x $fuzz ]; then
	export FRAMES="${FRAMES:-2000}" SEED="${SEED:-$(date +%s)}"
	$watch $fuzz >"$work/frames" 2>&1 || { cat "$work/frames"; complain "FRAMES=$FRAMES SEED=$SEED"; }
fi

test='a terminal as small as it gets'
open 100 30
start "$watch --log-file='$work/valgrind' ./poolscope replay '$recording' --speed 10000"
await 'done'
for size in 2x2 200x50 40x12 20x5 1x1 100x30; do
	terminal resize-window -x "${size%x*}" -y "${size#*x}"
	sleep 0.2
done
for view in 1 2 3 4; do
	keys $view
	await "[$view "
done
keys q
await 'status 0.' || cat "$work/valgrind"
check_terminal
close
exit $wrong
