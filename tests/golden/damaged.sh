#!/bin/sh
#
# damaged.sh - files that are not what they should be, given to each command as
# a person would: refused whole, in one line that names the file and the line,
# within seconds, and nothing of them is taken.
#
here=$srcdir/tests/golden
good=$here/quick.jsonl
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
export LC_ALL=C.UTF-8
columns='timeStamp,elapsed,label,responseCode,success'
wrong=0
[ -x ./poolscope ] || { echo "there is no ./poolscope here"; exit 1; }

complain()
{
	echo "$*"
	wrong=1
}

# refused WHAT SAYS COMMAND...
refused()
{
	what=$1 says=$2
	shift 2
	timeout 20 ./poolscope "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	case $status in 1 | 2) ;; *) complain "$what: $1 ends with $status" ;; esac
	[ ! -s "$work/out" ] || complain "$what: $1 prints $(head -c 200 "$work/out")"
	[ "$(wc -l <"$work/err")" -eq 1 ] || complain "$what: $1 says $(head -c 500 "$work/err")"
	[ "$(wc -c <"$work/err")" -lt 1000 ] || complain "$what: $1 says too much"
	grep -q -- "$says" "$work/err" ||
		complain "$what: $1 does not say \"$says\" but $(head -c 500 "$work/err")"
}

# taken WHAT COMMAND...
taken()
{
	what=$1
	shift
	timeout 20 ./poolscope "$@" >"$work/out" 2>"$work/err" </dev/null ||
		complain "$what: $1 ends with $?: $(head -c 500 "$work/err")"
	[ -s "$work/out" ] || complain "$what: $1 prints nothing"
}

many()
{
	head -c 10000000 /dev/zero | tr '\0' "$1"
}

# ---- recordings ----

mkdir "$work/runs"

# not_read NAME SAYS: standard input as a recording that cannot be read.
not_read()
{
	[ -e "$work/runs/$1.jsonl" ] || cat >"$work/runs/$1.jsonl"
	file=$work/runs/$1.jsonl
	refused "$1" "$2" report "$file"
	refused "$1" "$2" compare "$good" "$file"
	refused "$1" "$2" replay "$file" --dump --size 80x24
}

# read_well NAME: standard input as one that is read as documented.
read_well()
{
	cat >"$work/runs/$1.jsonl"
	taken "$1" report "$work/runs/$1.jsonl"
	taken "$1" replay "$work/runs/$1.jsonl" --dump --size 80x24
}

first()
{
	head -n 1 "$good"
}

rest()
{
	tail -n +2 "$good"
}

# doubled KIND: the first event of the kind comes twice.
doubled()
{
	awk -v kind="\"ev\":\"$1\"" '{ print } !done && index($0, kind) { print; done = 1 }' "$good"
}

# with_end VALUE: in the place of the first op's end.
with_end()
{
	awk -v value="$1" '!done && /"ev":"op_end"/ { sub(/"end":[0-9]+/, "\"end\":" value); done = 1 }
		{ print }' "$good"
}

{ printf '\357\273\277'; sed 's/$/\r/' "$good"; } | read_well mark_and_returns
head -c 20000 "$good" | read_well torn
{ first; printf '{"ev":"note","t":5,"level":"info","text":"'; many a; echo '"}'; rest; } |
	read_well long_line
: | not_read empty 'empty.jsonl has no header: it is empty'
many a | not_read one_long_word 'one_long_word.jsonl has no header'
{ first; many a; echo; rest; } | not_read long_word 'long_word.jsonl:2: no JSON'
rest | not_read no_header 'no_header.jsonl:1: begins with'
{ first; cat "$good"; } | not_read two_headers 'two_headers.jsonl:2: a second header'
doubled op_end | not_read op_twice 'op_twice.jsonl:[0-9]*: op_end: '
doubled step_begin | not_read step_twice 'step_twice.jsonl:[0-9]*: step_begin: step 0, and the next one is 1'
sed '1s/"version":1/"version":2/' "$good" | not_read newer 'newer.jsonl:1: .*written by a newer poolscope'
with_end NaN | not_read no_number 'no_number.jsonl:[0-9]*: op_end: "end" is'
with_end -5 | not_read negative 'negative.jsonl:[0-9]*: op_end: "end" is -5, not within'
{ first; echo '{"ev":'; rest; } | not_read broken 'broken.jsonl:2: no JSON'
{ first; echo '{"ev":"op_end"}'; } | not_read short 'short.jsonl:2: op_end: "t" is missing'
echo "$columns" | not_read foreign 'foreign.jsonl:1: no JSON'
mkdir "$work/runs/folder.jsonl" && not_read folder 'folder.jsonl is not a regular file'
mkfifo "$work/runs/fifo.jsonl" && not_read fifo 'fifo.jsonl is not a regular file'
ln -s loop.jsonl "$work/runs/loop.jsonl"
refused loop 'loop.jsonl: Too many levels' report "$work/runs/loop.jsonl"
refused 'one run twice' 'is named twice' compare "$good" "$work/runs/mark_and_returns.jsonl"

# ---- all of them in the folder of runs, and things in the place of what stands beside them ----

mkdir -p "$XDG_DATA_HOME/poolscope"
mv "$work/runs" "$XDG_DATA_HOME/poolscope/runs"
runs=$XDG_DATA_HOME/poolscope/runs
cp "$good" "$runs/20261130T184217Z-00000001.jsonl"
mkfifo "$runs/20261130T184217Z-00000001.label" "$runs/index"
mkdir "$runs/20261130T184217Z-00000001.sums"
taken 'a folder of damage' list runs
grep -q '00000001  golden .* done$' "$work/out" || complain "list: the whole one is not there"
grep -q 'newer.jsonl:1: ' "$work/out" || complain "list: a damaged one does not say why"
taken 'fifos beside it' report "$runs/20261130T184217Z-00000001.jsonl"
rm -rf "$runs"

# ---- report files ----

# no_report NAME SAYS: standard input as a report file; nothing may come of it.
no_report()
{
	[ -e "$work/$1.csv" ] || cat >"$work/$1.csv"
	refused "$1" "$2" import "$work/$1.csv" --pool p --workload launch
	[ -z "$(ls "$runs" 2>/dev/null)" ] || complain "$1: something was imported"
}

row=1725000000000,51906,launch,,true
{ echo "$columns"; echo "$row"; echo 1725000001000,51906; } | no_report short 'short.csv:3: expected 5 columns'
{ echo elapsed,timeStamp; echo "$row"; } | no_report columns 'columns.csv:1: expected the columns'
{ echo "$columns"; echo "$row"; echo "$row"; } | no_report twice 'twice.csv:3: expected another run'
{ echo "$columns"; echo 1725000000000,NaN,launch,,true; } | no_report nan 'nan.csv:2: expected whole milli'
{ echo "$columns"; echo 1725000000000,-5,launch,,true; } | no_report negative 'negative.csv:2: expected whole'
{ echo "$columns"; many a; } | no_report long 'long.csv is larger than'
{ echo "$columns"; many a | head -c 3000000; } | no_report word 'word.csv:2: expected 5 columns'
echo "$columns" | no_report empty 'empty.csv:2: expected a row'
no_report newer "newer.csv:1: expected the columns" <"$good"
mkdir "$work/folder.csv" && no_report folder 'folder.csv is not a regular file'
mkfifo "$work/fifo.csv" && no_report fifo 'fifo.csv is not a regular file'
{ printf '\357\273\277%s\r\n%s\r\n' "$columns" "$row"; } >"$work/well.csv"
taken 'mark and returns' import "$work/well.csv" --pool p
refused 'imported before' 'is there already' import "$work/well.csv" --pool p
exit $wrong
