#!/bin/sh
#
# copy.sh - y gives the table to the terminal's clipboard, or to a file where that cannot be.
#
. "$srcdir/tests/tty/tty.sh"

test='copied by the terminal'
open 100 30
terminal set -s set-clipboard on
start "./poolscope replay '$recording' --speed 10000"
await 'done'
keys 3
await '[3 Results]'
keys y
await 'given to the terminal to copy'
terminal show-buffer >"$work/buffer"
grep -q 'btrfs' "$work/buffer" && grep -q 'dir' "$work/buffer" || complain 'the table is not in the buffer'
keys q
await 'status 0.'
check_terminal
close

test='copied to a file'
open 100 30
start "TERM=vt220 ./poolscope replay '$recording' --speed 10000"
await 'done'
keys 3
await '[3 Results]'
keys y
await 'copied.txt'
grep -q 'btrfs' "$work/poolscope/copied.txt" || complain 'the table is not in the file'
keys q
await 'status 0.'
close
exit $wrong
