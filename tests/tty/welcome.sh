#!/bin/sh
#
# welcome.sh - the first start, without a server: what can be done is said, and done by its key.
#
. "$srcdir/tests/tty/tty.sh"

# begin [PROGRAM]
begin()
{
	open 100 30
	start "${1:-./poolscope}"
	await 'Welcome to poolscope'
	await 'no server found'
	await 'incus-admin'
}

end()
{
	keys q
	await "status ${1:-0}."
	check_terminal
	close
}

test='the welcome'
begin
keys Escape
sleep 0.2
keys C-r
await 'no server found'
end

test='the published runs'
begin
keys p
await '[4 History]'
await 'with "published"'
keys p
await 'runs, '
end

if [ "$(id -u)" != 0 ]; then
	test='a sandbox without root'
	begin
	await 'a sandbox takes root'
	keys B
	await 'a sandbox takes root'
	end
fi

# As a person with no rights sees it.
test='a sandbox without root'
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && setpriv --reuid=65534 --regid=65534 --clear-groups \
	test -x ./poolscope; then
	chmod 777 "$work"
	begin 'setpriv --reuid=65534 --regid=65534 --clear-groups ./poolscope'
	await 'a sandbox takes root'
	end
fi

# Where one can be started it is, with its lines on the screen of the shell, and is gone at the end.
test='a sandbox from the welcome'
if [ "$(id -u)" = 0 ] && { command -v incusd || command -v lxd; } >/dev/null; then
	begin
	keys B
	for _ in $(seq 90); do
		screen | grep -q '1 Setup' && screen | grep -q 'busybox' && break
		sleep 1
	done
	await '[x] busybox'
	is 'alternate screen, mouse' "$(terminal display -p '#{alternate_on} #{mouse_standard_flag}')" '1 1'
	keys q
	for _ in $(seq 90); do
		screen | grep -q 'status' && break
		sleep 1
	done
	await 'status 0.'
	check_terminal
	close
fi
exit $wrong
