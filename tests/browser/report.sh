#!/bin/sh
#
# report.sh - the HTML and SVG reports in a browser: a picture of each, light
# and dark, on a desk and on a phone, and nothing on the browser's console.
#
# Chromium tells there of errors, and of whatever the page's own policy or the
# network kept from being loaded. Pictures are kept when KEEP names a folder.
#
set -eu
srcdir=${srcdir:-.}
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
	echo "no Chromium"
	exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
	echo "$*"
	exit 1
}

# browse PAGE PICTURE WIDTH HEIGHT SCHEME: its console is left in $work/console.
browse()
{
	rm -rf "$work/profile"
	timeout 60 "$chromium" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
		--disable-background-networking --disable-component-update --disable-sync \
		--disable-dev-shm-usage --hide-scrollbars --user-data-dir="$work/profile" \
		--blink-settings=preferredColorScheme="$([ "$5" = dark ] && echo 0 || echo 1)" \
		--window-size="$3,$4" --screenshot="$2" --enable-logging=stderr --v=0 \
		"file://$1" 2>"$work/log" || {
		cat "$work/log"
		fail "the browser failed on $1"
	}
	grep CONSOLE "$work/log" >"$work/console" || :
}

# Width and height, big-endian, stand 16 bytes into a PNG.
size_of()
{
	od -An -tu1 -j16 -N8 "$1" | awk '{ print ($3 * 256 + $4) "x" ($7 * 256 + $8) }'
}

# An empty page, and a page that does what must not be done: both are told from a report.
echo '<!DOCTYPE html>' >"$work/empty.html"
cat >"$work/bad.html" <<'END'
<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<img src="http://127.0.0.1:9/x.png"><script>document.title = 1</script>
END
browse "$work/empty.html" "$work/empty.png" 1200 900 light
blank=$(wc -c <"$work/empty.png")
browse "$work/bad.html" "$work/bad.png" 1200 900 light
[ "$(wc -l <"$work/console")" -ge 2 ] || fail "this browser's console tells nothing"

n=0
for name in run hostile published; do
	for format in html svg; do
		cp "$srcdir/tests/golden/report/$name.$format" "$work/page.$format"
		for size in 1200x900 400x900; do
			for scheme in light dark; do
				picture=$work/$name-$format-$size-$scheme.png
				browse "$work/page.$format" "$picture" "${size%x*}" "${size#*x}" $scheme
				[ ! -s "$work/console" ] || fail "$picture: $(cat "$work/console")"
				[ "$(size_of "$picture")" = "$size" ] || fail "$picture: $(size_of "$picture")"
				[ "$(wc -c <"$picture")" -gt $((3 * blank)) ] || fail "$picture is blank"
				n=$((n + 1))
			done
			cmp -s "$work/$name-$format-$size-light.png" "$work/$name-$format-$size-dark.png" &&
				fail "$name.$format is the same in light and dark"
		done
	done
done
[ -z "${KEEP:-}" ] || cp "$work"/*-*.png "$KEEP"
echo "$n pictures"
