#!/bin/sh
#
# completion.sh - the words that the shells offer are those of the program: bash and fish are asked,
# zsh reads its script.
#
command -v bash >/dev/null || { echo "bash is not installed"; exit 77; }
script=$PWD/doc/bash/poolscope
program=$PWD
folder=$(mktemp -d)
home=$(mktemp -d)
trap 'rm -rf "$folder" "$home"' EXIT
# One theme, and one recorded run; the published ones may stand beside it.
export XDG_DATA_HOME="$home/data" XDG_STATE_HOME="$home/state" XDG_CONFIG_HOME="$home/config"
mkdir -p "$home/data/poolscope/runs" "$home/config/poolscope/themes"
echo "# zebra - for this test" >"$home/config/poolscope/themes/zebra.theme"
sed '1s/"run": *"[0-9a-f]*"/"run":"0badcafe"/' "$srcdir/tests/golden/quick.jsonl" \
	>"$home/data/poolscope/runs/20261130T184217Z-0badcafe.jsonl"
touch "$folder/a-run.jsonl"
wrong=0

complain()
{
	echo "$*"
	wrong=1
}

# in_bash WORD...: what is offered for the last word
in_bash()
{
	(cd "$folder" && PATH=$program:$PATH bash -c 'compopt() { :; }
		. "$0" && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _poolscope && printf "%s " "${COMPREPLY[@]}"' \
		"$script" "$@")
}

# offers WORDS WORD...: these, in this order
offers()
{
	wanted=$1
	shift
	got=$(in_bash "$@")
	[ "$got" = "$wanted " ] || complain "bash: $*: offers $got instead of $wanted"
}

bash -n "$script" || wrong=1
offers "report replay" poolscope rep
offers "up down status" poolscope sandbox ""
offers "servers" poolscope list s
offers "last" poolscope report l
# What stands below a line of the listing is none of its names.
offers "" poolscope report launch
offers "a-run.jsonl" poolscope report a
offers "0badcafe" poolscope report 0b
offers "launch launch:freeze" poolscope run --workload la
offers "launch launch:freeze" poolscope -w la
offers "zebra" poolscope replay --theme ze
offers "0badcafe" poolscope clean --run 0b
offers "local" poolscope list -s lo
offers "a-run.jsonl" poolscope import ""
offers "a-run.jsonl" poolscope report -o a
offers "table csv json" poolscope list --format ""
offers "md" poolscope report -f m
offers "csv" poolscope report --format = c
offers "incus lxd" poolscope --daemon ""
offers "--until-good" poolscope run --unt
offers "" poolscope run --count ""

# Of each command every option of its help, and no other.
commands=$(./poolscope --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
for command in "" $commands; do
	help=$(./poolscope $command --help | sed -n 's/^  [ -].[ ,] --\([a-z-]*\).*/--\1/p' | sort)
	got=$(in_bash poolscope ${command:+"$command"} -- | tr ' ' '\n' | grep . | sort)
	[ -n "$help" ] && [ "$help" = "$got" ] || complain "bash: poolscope $command: $got instead of $help"
done
# shellcheck disable=SC2086 # one word a command
[ "$(in_bash poolscope "" | tr ' ' '\n' | grep .)" = "$commands" ] || complain "bash: not all commands"

# What may stand behind list is told in words of the completion's own: the program must know them all.
expected=$(./poolscope list nothing 2>&1 | sed 's/.*expected one of //; s/,//g')
offers "$expected" poolscope list ""

if command -v fish >/dev/null; then
	# in_fish TEXT: the words offered, their help left out
	in_fish()
	{
		HOME=$folder PATH=$program:$PATH fish --no-config -c "source doc/fish/poolscope.fish; complete -C '$1'" |
			cut -f 1 | sort | tr '\n' ' '
	}
	[ "$(in_fish 'poolscope sandbox ')" = "down status up " ] || complain "fish: $(in_fish 'poolscope sandbox ')"
	[ "$(in_fish 'poolscope rep')" = "replay report " ] || complain "fish: $(in_fish 'poolscope rep')"
	[ "$(in_fish 'poolscope report --format j')" = "jmeter json " ] ||
		complain "fish: $(in_fish 'poolscope report --format j')"
	[ "$(in_fish 'poolscope replay --theme ze')" = "zebra " ] ||
		complain "fish: $(in_fish 'poolscope replay --theme ze')"
	[ "$(in_fish 'poolscope run --unt')" = "--until-good " ] || complain "fish: $(in_fish 'poolscope run --unt')"
else
	echo "fish is not installed: its script is not tried"
fi
if command -v zsh >/dev/null; then
	zsh -fn doc/zsh/_poolscope || complain "zsh does not like its script"
else
	echo "zsh is not installed: its script is not tried"
fi
exit $wrong
