# server.sh - a server in memory, for the tests beside it that need one to run on. Sourced behind tty.sh.

[ -x tests/fake/serve ] || { echo "there is no tests/fake/serve here: it needs cmocka"; exit 77; }

# serve OP_MS: sets `server`, which takes so long for each operation
serve()
{
	rm -f "$work/hold" "$work/served"
	mkfifo "$work/hold"
	tests/fake/serve "$1" <"$work/hold" >"$work/served" &
	serving=$!
	exec 3>"$work/hold"
	until [ -s "$work/served" ]; do sleep 0.05; done
	server=$(head -n 1 "$work/served")
}

# It ends, and `left` is how many instances it had then.
served()
{
	exec 3>&-
	wait "$serving"
	left=$(sed -n 's/ instances$//p' "$work/served")
}
