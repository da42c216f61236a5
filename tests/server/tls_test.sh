#!/bin/sh
#
# A real server over TLS, as a client's own configuration has it: trusted and not, with the right
# certificate and a wrong one, at one address and at several, in a project and confined to it.
#
set -u

. "$(dirname "$0")/kinds.sh"

name=tls$$
names=$name
# The configuration of somebody's client, as whom poolscope is run.
folder=$work/folder

command -v openssl >/dev/null || skip "openssl is not installed (Debian package openssl)"

# poolscope as somebody who has no server on this machine.
as_client()
{
	env -i PATH="$PATH" HOME="$work" "$conf_variable=$folder" INCUS_SOCKET="$work/nothing" \
		LXD_SOCKET="$work/nothing" XDG_STATE_HOME="$work" XDG_DATA_HOME="$work" \
		ASAN_OPTIONS="${ASAN_OPTIONS:-}" "$poolscope" "$@" >"$work/out" 2>"$work/as.err" </dev/null
}

exits()
{
	wanted=$1
	shift
	as_client "$@"
	[ $? = "$wanted" ]
}

says()
{
	grep -q -- "$1" "$work/as.err"
}

# shows SERVER PATTERN: its lines of the list, as one
shows()
{
	awk -v name="$1" '/^[^ ]/ { ours = $1 == name } ours' "$work/out" | tr '\n' ' ' |
		grep -q -- "$2"
}

certificate()
{
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
		-subj "/CN=$1" -keyout "$2.key" -out "$2.crt" 2>>"$work/setup.err"
}

listens()
{
	for port in $(shuf -n 20 -i 20000-60000); do
		on "$name" config set core.https_address "127.0.0.1:$port" && return
	done
	return 1
}

trust()
{
	on "$name" $trust "$@"
}

# remote NAME ADDRESS CERTIFICATE [KEY: VALUE]
remote()
{
	printf '  %s:\n    addr: %s\n    protocol: %s\n    public: false\n' "$1" "$2" "$kind"
	[ -z "${4-}" ] || echo "    $4"
	[ -z "$3" ] || cp "$3" "$folder/servercerts/$1.crt"
}

write_configuration()
{
	url=https://127.0.0.1:$port
	right=$base/$name/server.crt
	cat <<-END
		default-remote: good
		remotes:
	END
	remote good "$url" "$right"
	remote several "https://127.0.0.1:1, $url" "$right"
	remote wrong "$url" "$folder/client.crt"
	remote stranger "$url" "$right"
	remote unpinned "$url" ""
	remote confined "$url" "$right" "project: mine"
	remote locked "$url" "$right"
	remote dead https://127.0.0.1:1 "$right"
	remote sso "$url" "$right" "auth_type: oidc"
	printf '  images:\n    addr: https://images.invalid\n    protocol: simplestreams\n    public: true\n'
}

prepare()
{
	rm -rf "$folder"
	mkdir -p "$folder/servercerts" "$folder/clientcerts"
	up "$name" && listens || return 1
	certificate me "$folder/client" && trust "$folder/client.crt" || return 1
	certificate somebody "$folder/clientcerts/stranger" || return 1
	on "$name" project create mine -c features.images=false &&
		on "$name" profile device add default root disk path=/ pool=dir --project mine || return 1
	certificate confined "$folder/clientcerts/confined" &&
		trust "$folder/clientcerts/confined.crt" --restricted --projects mine || return 1
	openssl ec -in "$folder/client.key" -aes128 -passout pass:secret \
		-out "$folder/clientcerts/locked.key" 2>>"$work/setup.err" || return 1
	cp "$folder/client.crt" "$folder/clientcerts/locked.crt"
	write_configuration >"$folder/config.yml"
}

nothing_is_left()
{
	[ -z "$(instances "$name")" ] && ! ls "$work"/poolscope/run-*.json 2>/dev/null
}

of_one_who_is_confined()
{
	as_client list servers
	check "a confined client's has its project" shows confined "usable *[0-9.]* *mine *tls, trusted, $url"
	check "a confined client sees the pools of its profiles" exits 0 list pools --server confined
	check "they are usable" shows confined "dir *dir .*usable"
	# LXD lists them all to everybody.
	[ "$kind" = lxd ] || check "and no others" test "$(wc -l <"$work/out")" = 2
	check "a confined client may not leave its project" exits 3 list pools --server confined --project default
	check "a run of a confined client in its project" exits 0 run --server confined --pool dir \
		--image busybox --workload launch,delete --count 2 --rounds 1 --warm-up 0
	# LXD 5.0 refuses it the list of instances over all projects.
	[ "$kind" = incus ] || check "its notes say what is not counted" \
		grep -q "does not list other projects' instances" "$(ls -t "$work"/poolscope/runs/*.jsonl | head -n 1)"
	check "nothing of it is left" nothing_is_left
}

over_tls()
{
	case $kind in
	incus) trust="config trust add-certificate" ;;
	lxd) trust="config trust add" ;;
	esac
	check "a sandbox listens" prepare

	check "the servers are listed" exits 0 list servers
	check "the good one is usable" shows good "$kind *usable *[0-9.]* *default *tls, trusted, $url"
	check "of several addresses the one that answers is used" shows several " usable *[0-9.]* *default *tls, trusted"
	check "a wrong certificate is a reason" shows wrong "unusable .*shows another certificate"
	check "no trust is a reason" shows stranger "unusable .*tls, untrusted, .*does not trust us"
	check "a certificate that nobody vouches for is a reason" shows unpinned "unusable .*certificate"
	check "a locked key is a reason" shows locked "unusable .*locked with a password"
	check "nobody there is a reason" shows dead "unusable .*127.0.0.1:1"
	check "a login is a reason" shows sso "unusable .*oidc"
	check "an image server is none" shows images "unusable .*image server"

	check "a trusted client sees the pools" exits 0 list pools --server good
	check "they are the server's" grep -q "^good *dir *dir " "$work/out"
	# Incus is asked before LXD, and its variable, which leads nowhere here, ends the search.
	[ "$kind" = lxd ] || check "the default remote is taken" exits 0 list pools
	check "an address that a remote has is its name too" exits 0 list pools --server "$url"
	check "an address that none has is refused" exits 3 list pools --server "https://127.0.0.1:1111"
	check "and it is said what to do" says "incus remote add NAME https://127.0.0.1:1111"
	check "a server that shows another certificate is refused" exits 3 list pools --server wrong
	check "and it is said why" says "another certificate"
	check "a client that is not trusted is refused" exits 3 list pools --server stranger
	check "and it is said what to do" says "$client $trust $folder/clientcerts/stranger.crt"
	check "a name that there is not is wrong usage" exits 2 list pools --server nobody
	check "a project that there is not is wrong usage" exits 2 list pools --server good --project other
	check "and it is named" says "no project other"

	check "a run over TLS" exits 0 run --server good --pool dir --image busybox --workload launch,delete \
		--count 2 --rounds 1 --warm-up 0
	check "nothing of it is left" nothing_is_left
	of_one_who_is_confined
	check "down" down "$name"
}

each_kind over_tls
