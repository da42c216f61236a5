#!/bin/sh
#
# readme.sh - the README names the commands as the program does.
#
commands=$(./poolscope --help | sed -n '/^Commands:/,/^$/p')
[ -n "$commands" ] || { echo "poolscope --help shows no commands"; exit 1; }

readme=$(sed -n '/^Commands:/,/^$/p' "$srcdir/README")
[ "$commands" = "$readme" ] && exit
printf 'README says:\n%s\n\npoolscope --help says:\n%s\n' "$readme" "$commands"
exit 1
