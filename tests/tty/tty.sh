# tty.sh - a terminal to run the program in: a tmux of the test's own. Sourced by the tests beside it.
#
# The program is started by a shell in the pane, so that the shell can tell
# afterwards how it ended and what state the terminal was left in.

command -v tmux >/dev/null || { echo "tmux is not installed"; exit 77; }
[ -x ./poolscope ] || { echo "there is no ./poolscope here"; exit 1; }

recording=$srcdir/tests/golden/quick.jsonl
work=$(mktemp -d) || exit 1
opened=0
socket=$work/tmux0
wrong=0
trap 'terminal kill-server 2>/dev/null; rm -rf "$work"' EXIT

terminal()
{
	tmux -S "$socket" -f /dev/null "$@"
}

# open COLUMNS ROWS: a shell in a window of that size. Each has a server of its own, as the one before may still be leaving.
open()
{
	opened=$((opened + 1))
	socket=$work/tmux$opened
	terminal new-session -d -x "$1" -y "$2" \
		"env LC_ALL=C.UTF-8 TERM=tmux-256color PS1='$ ' XDG_DATA_HOME='$work' XDG_STATE_HOME='$work' \
		XDG_CONFIG_HOME='$work' INCUS_SOCKET='$work/none' sh" \; \
		set -g status off \; set -g window-size manual >/dev/null
}

close()
{
	terminal kill-server
	while [ -S "$socket" ] && terminal list-sessions >/dev/null 2>&1; do sleep 0.05; done
}

screen()
{
	terminal capture-pane -p
}

# keys NAME ...: as tmux names them
keys()
{
	terminal send-keys "$@"
}

# start COMMAND: what it ends with is printed behind it
start()
{
	keys "clear; $1; echo \"status \$?.\"" Enter
}

# await TEXT: until it is on the screen
await()
{
	for _ in $(seq 200); do
		screen | grep -qF -- "$1" && return
		sleep 0.05
	done
	screen
	complain "\"$1\" did not come to the screen"
	return 1
}

complain()
{
	echo "$test: $*"
	wrong=1
}

# The process of the program in the pane; it is the shell's only child.
program()
{
	pgrep -P "$(terminal display -p '#{pane_pid}')"
}

# is NAME IS EXPECTED
is()
{
	[ "$2" = "$3" ] || complain "$1 is \"$2\", expected \"$3\""
}

# The terminal is as a shell needs it: main screen, cursor, no mouse, lines with echo.
check_terminal()
{
	is 'alternate screen, cursor, mouse, keypad' \
		"$(terminal display -p '#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_flag}')" '0 1 0 0'
	keys 'clear; stty -a | tr " ;" "\n\n" | grep -xE "icanon|echo|isig|opost" | sort | xargs' Enter
	await 'echo icanon isig opost'
}
