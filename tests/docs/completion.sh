#!/bin/sh
#
# completion.sh - the words that the shells offer are those of the program: bash and fish are asked,
# zsh is asked with its own functions replaced.
#
command -v bash >/dev/null || { echo "bash is not installed"; exit 77; }
script=$PWD/doc/bash/poolscope
folder=$(mktemp -d)
home=$(mktemp -d)
trap 'rm -rf "$folder" "$home"' EXIT
# One theme, remotes, and recorded runs; the published ones may stand beside them.
export HOME="$home" XDG_DATA_HOME="$home/data" XDG_STATE_HOME="$home/state" XDG_CONFIG_HOME="$home/config"
unset INCUS_CONF LXD_CONF
mkdir -p "$home/data/poolscope/runs" "$home/config/poolscope/themes"
echo "# zebra - for this test" >"$home/config/poolscope/themes/zebra.theme"
sed '1s/"run": *"[0-9a-f]*"/"run":"0badcafe"/' "$srcdir/tests/golden/quick.jsonl" \
	>"$home/data/poolscope/runs/20261130T184217Z-0badcafe.jsonl"
# label N TEXT: the run with the id 0000000N is called so
label()
{
	run=$home/data/poolscope/runs/20261130T18421${1}Z-0000000$1
	sed "1s/\"run\": *\"[0-9a-f]*\"/\"run\":\"0000000$1\"/" "$srcdir/tests/golden/quick.jsonl" >"$run.jsonl"
	printf '%s\n' "$2" >"$run.label"
}
quoted="it's \"said\" \\ \$HOME \`id\` *"
label 1 "xx two words"
label 2 "yy:late"
label 3 "$quoted"
label 4 "größe"
label 5 "zz/would be a path"
mkdir -p "$home/config/incus" "$home/.config/lxc"
cat >"$home/config/incus/config.yml" <<'EOF'
default-remote: far
remotes:
  far:
    addr: https://far.example:8443
    protocol: incus
    public: false
  pictures:
    addr: https://pictures.example
    protocol: simplestreams
    public: true
  "faraway": { addr: "https://faraway.example:8443" }
aliases:
  farce: list
EOF
printf 'remotes:\n    farmer:\n        addr: https://farmer.example\n' >"$home/.config/lxc/config.yml"
touch "$folder/a-run.jsonl"
# Sandboxes need root; what is asked of the program is noted, as no server may be.
program=$home/bin
mkdir "$program"
cat >"$program/poolscope" <<EOF
#!/bin/sh
echo "\$*" >>"$home/asked"
[ "\$*" = "sandbox status" ] || exec "$PWD/poolscope" "\$@"
printf '%s\\n' up-one '  state   running, ends with its poolscope' '  server  incus, process 7' \
	ux-dead '  state   dead: leftovers'
EOF
chmod +x "$program/poolscope"
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
# bash breaks words at a colon, and wants what is behind it.
offers "freeze" poolscope run -w launch : f
offers "freeze" poolscope run --workload = launch : f
offers "xx two words" poolscope report x
offers "xx two words" poolscope report 'xx\ t'
offers "xx two words" poolscope replay '"xx t'
offers "xx two words" poolscope compare last "'xx t"
offers "xx two words" poolscope run --continue xx
offers "xx two words" poolscope clean --run = xx
offers "yy:late" poolscope report yy
offers "late" poolscope report yy :
offers "late" poolscope report yy : l
offers "$quoted" poolscope report it
offers "größe" poolscope report grö
offers "" poolscope report zz
offers "far faraway farmer" poolscope --server f
offers "far faraway farmer" poolscope list --server = far
offers "" poolscope run -s pic
offers "up-one" poolscope list --server u
offers "up-one ux-dead" poolscope sandbox down ""
offers "ux-dead" poolscope sandbox --no-idmap up ux
INCUS_CONF=$folder offers "farmer" poolscope run -s far
offers "smoke standard" poolscope run --preset s
offers "a-run.jsonl" poolscope --plan a
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
	# fish_offers WORDS TEXT: these, sorted
	fish_offers()
	{
		got=$(in_fish "$2")
		[ "$got" = "$1 " ] || complain "fish: $2: offers $got instead of $1"
	}
	fish_offers "down status up" "poolscope sandbox "
	fish_offers "up-one ux-dead" "poolscope sandbox status u"
	fish_offers "replay report" "poolscope rep"
	fish_offers "jmeter json" "poolscope report --format j"
	fish_offers "zebra" "poolscope replay --theme ze"
	fish_offers "--until-good" "poolscope run --unt"
	fish_offers "xx two words" "poolscope report xx"
	fish_offers "yy:late" "poolscope clean --run yy"
	fish_offers "$quoted" "poolscope compare last it"
	fish_offers "größe" "poolscope run --continue grö"
	fish_offers "far faraway" "poolscope run --server far"
	fish_offers "up-one" "poolscope run --server up"
else
	echo "fish is not installed: its script is not tried"
fi
if command -v zsh >/dev/null; then
	zsh -fn doc/zsh/_poolscope || complain "zsh does not like its script"
	# zsh_offers WORDS BEGIN PLACE WORD...: those that begin so, of what is offered for that place
	zsh_offers()
	{
		wanted=$1 begin=$2 place=$3
		shift 3
		got=$(PATH=$program:$PATH zsh -fc 'begin=$1 place=$2; shift 2
			_files() { :; }
			compadd() { [[ $1 != -a ]] || set -- -- $known; shift; print -rn -- ${(j:; :)${(M)@:#$begin*}}; }
			_arguments() {
				for spec; do
					[[ $spec == *$place:\{* ]] || continue
					eval ${${spec#*$place:\{}%\}}
					break
				done
			}
			words=(poolscope "$@" "") CURRENT=$(($# + 2))
			. doc/zsh/_poolscope' zsh "$begin" "$place" "$@")
		[ "$got" = "$wanted" ] || complain "zsh: $*: offers $got instead of $wanted"
	}
	zsh_offers "xx two words" xx 1:RUN report
	zsh_offers "yy:late" yy RUN replay
	zsh_offers "$quoted" it :RUN compare
	zsh_offers "größe" gr ]:RUN run
	zsh_offers "last" la ]:ID clean
	zsh_offers "far; faraway; farmer" f ]:SERVER list
	zsh_offers "up-one" u ]:SERVER run
	zsh_offers "up-one; ux-dead" u 2:NAME sandbox
else
	echo "zsh is not installed: its script is not tried"
fi

asked=$(sort -u "$home/asked" | grep -vxE 'sandbox status|list (runs|themes|workloads) -f json')
[ -z "$asked" ] || complain "asked of the program: $asked"
exit $wrong
