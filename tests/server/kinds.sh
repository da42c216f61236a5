# kinds.sh - for the tests on real servers: what they have in common, and each kind of server.
#
# A test is a function that is told to each_kind; it runs once for each of $KINDS, and counts as
# one test for each: passed, failed, or skipped with the reason. It works in the folder $work, with
# sandboxes called $names and processes of its own, $helpers: all end with it, however that comes.

poolscope=${POOLSCOPE:-./poolscope}
base=/var/lib/poolscope/sandbox
work=$(mktemp -d)
names=
helpers=
kind=

skip()
{
	echo "$1"
	exit 77
}

finish()
{
	for name in $names; do
		"$poolscope" sandbox down "$name" >/dev/null 2>&1
	done
	[ -z "$helpers" ] || kill $helpers 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

fail()
{
	echo "FAILED: $*"
	cat "$work"/*.err 2>/dev/null
	[ -z "$kind" ] || echo "[  FAILED  ] $kind"
	exit 1
}

check()
{
	what=$1
	shift
	"$@" || fail "$what"
	echo "ok: $what"
}

# Of a kind: the variables of its folder and of its client's configuration, its client, its daemon,
# and the packages that have these two.
of_kind()
{
	case $1 in
	incus) set -- INCUS_DIR INCUS_CONF incus incusd incus-client incus ;;
	lxd) set -- LXD_DIR LXD_CONF lxc /usr/bin/lxd lxd-client lxd ;;
	*) echo "KINDS: $1 is none"; exit 2 ;;
	esac
	dir_variable=$1 conf_variable=$2 client=$3 daemon=$4 client_package=$5 package=$6
}

# lacks KIND: says why it cannot be run here
lacks()
{
	of_kind "$1"
	[ "$(id -u)" = 0 ] || { echo "a sandbox needs root"; return; }
	command -v busybox >/dev/null ||
		{ echo "busybox is not installed (Debian package busybox-static)"; return; }
	PATH=$PATH:/usr/sbin:/usr/libexec/incus command -v "$daemon" >/dev/null ||
		{ echo "$1 is not installed (Debian package $package)"; return; }
	command -v "$client" >/dev/null ||
		echo "the command $client is not installed (Debian package $client_package)"
}

each_kind()
{
	passed=
	for kind in ${KINDS:-incus lxd}; do
		echo "[ RUN      ] $kind"
		reason=$(lacks "$kind")
		if [ -n "$reason" ]; then
			printf 'SKIP: %s\n[  SKIPPED ] %s\n' "$reason" "$kind"
			continue
		fi
		of_kind "$kind"
		"$1"
		passed="$passed $kind"
		echo "[       OK ] $kind"
	done
	kind=
	[ -n "$passed" ] || skip "$reason"
}

# up NAME [OPTION...]: a sandbox of the kind
up()
{
	"$poolscope" sandbox up "$@" --daemon "$kind" >"$work/$1.out" 2>>"$work/$1.err"
}

down()
{
	"$poolscope" sandbox down "$1" 2>>"$work/$1.err"
}

# on NAME ...: the server's own command line
on()
{
	on=$1
	shift
	env HOME="$work" "$dir_variable=$base/$on" "$conf_variable=$work/client" "$client" "$@" \
		2>>"$work/$on.err" </dev/null
}

answers()
{
	on "$1" query /1.0 >/dev/null
}

instances()
{
	on "$1" list --all-projects -f csv -c n
}

# scope ...: poolscope with folders of our own; what it says goes to $work/scope.out and .err
scope()
{
	XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config \
		"$poolscope" "$@" >"$work/scope.out" 2>"$work/scope.err" </dev/null
}

# The newest recording.
recording()
{
	ls -t "$work"/data/poolscope/runs/*.jsonl | head -n 1
}
