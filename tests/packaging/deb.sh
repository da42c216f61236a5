#!/bin/sh
#
# deb.sh - the tree makes a Debian package with dpkg-buildpackage, lintian finds no error in it, and
# it holds the program with all that comes with it.
#
# It works in a copy, which it fills from a distribution: so that has all that the package needs.
#
for tool in dpkg-buildpackage dh lintian; do
	command -v $tool >/dev/null ||
		{ echo "$tool is not installed (Debian packages debhelper, dpkg-dev, lintian)"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wrong=0

# shows FILE: its end, and the test has failed
shows()
{
	tail -n 40 "$1"
	exit 1
}

make distdir distdir="$folder/poolscope" >"$folder/dist.log" 2>&1 || shows "$folder/dist.log"
cd "$folder/poolscope" || exit 1
missing=$(dpkg-checkbuilddeps 2>&1) || { echo "$missing"; exit 77; }

# The tests have been run, or are run, where it is built for itself.
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS DEB_BUILD_OPTIONS=nocheck \
	dpkg-buildpackage -us -uc -b >"$folder/build.log" 2>&1 || shows "$folder/build.log"

lintian --fail-on error "$folder"/poolscope_*.changes || wrong=1

dpkg-deb -c "$folder"/poolscope_*.deb | awk '{ print $6 }' >"$folder/files"
for file in bin/poolscope share/man/man1/poolscope.1.gz share/poolscope/themes/default.theme \
	share/poolscope/published/2021-01-ssd-2021.jsonl share/bash-completion/completions/poolscope \
	share/zsh/vendor-completions/_poolscope share/fish/vendor_completions.d/poolscope.fish \
	share/doc/poolscope/copyright; do
	grep -qx "./usr/$file" "$folder/files" || { echo "the package lacks $file"; wrong=1; }
done
dpkg-deb -x "$folder"/poolscope_*.deb "$folder/root" && "$folder/root/usr/bin/poolscope" --version || wrong=1
exit $wrong
