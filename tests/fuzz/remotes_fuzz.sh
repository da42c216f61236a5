#!/bin/sh
#
# remotes_fuzz.sh - a minute of hostile configurations for remotes_config_parse(), by libFuzzer.
#
# FUZZ_SECONDS sets how long. What made it fail stays behind as crash-*, in the folder it was run in.
#
set -eu
. "${srcdir:-.}/tests/fuzz/fuzz.sh"

base=$srcdir/src/base
server=$srcdir/src/server
compile -I"$srcdir/src" $(pkg-config --cflags json-c yaml-0.1) -o "$work/fuzz" \
	"$srcdir/tests/fuzz/remotes_fuzz.c" \
	"$base/buf.c" "$base/err.c" "$base/jsonio.c" "$base/mem.c" "$base/units.c" "$base/utf8.c" \
	"$base/xdg.c" "$server/answer.c" "$server/remotes_config.c" \
	$(pkg-config --libs json-c yaml-0.1) -lm

mkdir "$work/seeds"
cat >"$work/seeds/client" <<'END'
default-remote: nas
remotes:
  local: {addr: unix://, project: mine, public: false}
  "nas":
    addr: https://10.0.0.7:8443,https://nas:8443
    auth_type: tls
    last_working_address: 'https://nas:8443'
    protocol: incus
    project: &p lab
    public: false
aliases: {ls: [list, *p]}
END
cat >"$work/words" <<'END'
"remotes:"
"addr:"
"public:"
"default-remote:"
"&a "
"*a"
"!!str "
"<<:"
END
"$work/fuzz" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=4096 -timeout=5 -dict="$work/words" \
	-print_final_stats=1 "$work/seeds"
