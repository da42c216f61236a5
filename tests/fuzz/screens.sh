#!/bin/sh
#
# screens.sh - 100,000 screens at any size, with any keys, from a seed of today's.
#
# FRAMES and SEED set how many and which; a build with --enable-sanitizers sees most.
#
program=tests/unit/screen_fuzz_test
[ -x $program ] || make $program || { echo "the test of the screens cannot be built without cmocka"; exit 77; }

export FRAMES="${FRAMES:-100000}" SEED="${SEED:-$(date +%s)}"
echo "FRAMES=$FRAMES SEED=$SEED"
$program
