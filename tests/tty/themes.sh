#!/bin/sh
#
# themes.sh - as many colours as are wanted and the terminal has; themes that are previewed, and read
# again when their file changes.
#
. "$srcdir/tests/tty/tty.sh"

# coloured CODE: until there is text in that colour on the screen
coloured()
{
	for _ in $(seq 100); do
		terminal capture-pane -p -e | grep -qF "$(printf '\033[%sm' "$1")" && return
		sleep 0.05
	done
	complain "there is no text in colour $1"
}

# not_coloured CODES: of none of them (a pattern)
not_coloured()
{
	terminal capture-pane -p -e | grep -q "$(printf '\033')\[\($1\)m" &&
		complain "there is text in colour $1"
}

# show ENVIRONMENT OPTION...: the run of the recording, at its end
show()
{
	open 120 40
	environment=$1
	shift
	start "env -u COLORTERM $environment ./poolscope replay '$recording' --speed 10000 $*"
	await 'done'
	keys 2
	await '[2 Run]'
}

leave()
{
	keys q
	await 'status 0.'
	close
}

all='[349][0-7]\|10[0-7]\|38;.*\|48;.*'

test='256 colours of the terminal'
show ''
coloured '38;5;178'
leave

test='--colors=16'
show '' --colors=16
coloured 33
coloured 95
not_coloured '38;.*'
leave

test='--colors=8'
show '' --colors=8
coloured 33
coloured 35
not_coloured '38;.*\|9[0-7]'
leave

test='--colors=mono'
show '' --colors=mono
not_coloured "$all"
leave

test='NO_COLOR'
show NO_COLOR=1
not_coloured "$all"
leave

test='NO_COLOR is empty'
show NO_COLOR=
coloured '38;5;178'
leave

# Where there is an entry for it; else the most that the terminal's own entry has.
test='COLORTERM'
show COLORTERM=truecolor
if infocmp tmux-direct >/dev/null 2>&1; then
	coloured '38;2;230;159;0'
else
	coloured '38;5;178'
fi
leave

test='the list of themes'
mkdir -p "$work/poolscope/themes"
echo 'theme[main_fg]="#ff0000"' >"$work/poolscope/themes/aa.theme"
show '' --theme default
keys T
await 'Enter keeps'
keys Home
coloured '38;5;196'
keys Escape
await '[2 Run]'
sleep 0.2
not_coloured '38;5;196'
keys T Home Enter
coloured '38;5;196'
await 'theme = aa stands in '
leave
show ''
coloured '38;5;196'

test='a theme whose file changes'
echo 'theme[main_fg]="#00ff00"' >"$work/poolscope/themes/aa.theme"
await 'theme aa has changed'
coloured '38;5;46'
echo 'theme[main_fg]="#00ff0' >"$work/poolscope/themes/aa.theme"
await 'aa.theme:1: not a line'
coloured '38;5;46'
leave

exit $wrong
