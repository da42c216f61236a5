#!/bin/sh
#
# background.sh - where nobody has set a theme, the terminal is asked whether its background is light;
# what it answers, in time or late, is no key.
#
. "$srcdir/tests/tty/tty.sh"

# show COLOUR OPTION...: the run of the recording in a terminal with that background
show()
{
	open 100 30
	colour=$1
	shift
	start "printf '\\033]11;$colour\\007'; ./poolscope replay '$recording' --speed 10000 $*"
	await 'done'
	keys 2
	await '[2 Run]'
}

# theme NAME: the one that is shown, as the picker tells
theme()
{
	keys T
	await 'Enter keeps'
	keys Enter
	await "theme = $1 stands in "
	rm -f "$work/poolscope/config"
}

leave()
{
	keys q
	await 'status 0.'
	check_terminal
	close
}

test='a light background'
show '#ffffff'
theme default-light
leave

test='a dark background'
show '#101010'
theme default
leave

test='--theme on a light background'
show '#ffffff' --theme nord
theme nord
leave

test='the configuration on a light background'
mkdir -p "$work/poolscope"
echo 'theme = gruvbox' >"$work/poolscope/config"
show '#ffffff'
theme gruvbox
leave
rm -f "$work/poolscope/config"

# 1 and / would be keys: Setup, and a filter.
test='an answer that comes late'
show '#101010'
keys -l "$(printf '\033]11;rgb:1111/1111/1111\033\\')"
keys -l "$(printf '\033]11;rgb:1111/1111/1111\007')"
keys -l "$(printf '\033[?62;22c')"
keys ?
await 'arrows scroll'
keys Escape
await '[2 Run]'
screen | grep -q 'show lines with' && complain 'the answer was taken for keys'
leave

# The keys come back when there was silence for a while.
test='a light background, told late'
show '#101010'
keys -l "$(printf '\033]11;rgb:ffff/ffff/ffff\033\\')"
theme default-light
leave

test='a dark background, told after a theme was picked'
show '#101010'
keys t
await 'theme default-light'
keys -l "$(printf '\033]11;rgb:1111/1111/1111\033\\')"
theme default-light
leave

test='a paste and an answer without an end'
show '#101010'
for begun in '\033[200~q' '\033]11;q'; do
	keys -l "$(printf "$begun")"
	for _ in 1 2 3 4 5; do
		sleep 1.5
		keys 1
		screen | grep -qF '[1 Setup]' && break
		sleep 0.1
	done
	await '[1 Setup]'
	keys 2
	await '[2 Run]'
done
leave

exit $wrong
