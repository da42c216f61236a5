#!/bin/sh
#
# loop.sh - replay --loop begins anew when the run has ended, keeps what a person has switched, and can be left.
#
. "$srcdir/tests/tty/tty.sh"

test='replay --loop'
open 100 30
start "./poolscope replay '$recording' --speed 10 --loop"
await 'p pause'
keys s
await 'by median'
keys E
await 'done'
await 'p pause'
await 'by median'
keys q
await 'status 0.'
check_terminal
close
exit $wrong
