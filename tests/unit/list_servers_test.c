#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xdg.h"
#include "fake/fake_incus.h"
#include "list_servers.h"
#include "server/sandbox.h"

static const char *const columns[] = { "server", "kind",    "state",  "version", "project",
				       "auth",   "address", "reason", NULL };

static char folder[] = "/tmp/list_servers_test.XXXXXX";

static int
make_folder(void **state)
{
	(void)state;
	setenv("INCUS_SOCKET", "/nowhere/incus", 1);
	setenv("LXD_SOCKET", "/nowhere/lxd", 1);
	setenv("INCUS_GLOBAL_CONF", "/nowhere", 1);
	setenv("LXD_GLOBAL_CONF", "/nowhere", 1);
	setenv("LXD_CONF", "/nowhere", 1);
	unsetenv("INCUS_PROJECT");
	return mkdtemp(folder) && setenv("INCUS_CONF", folder, 1) == 0 ? 0 : -1;
}

static int
remove_folder(void **state)
{
	autofree_mem char *path = xasprintf("%s/config.yml", folder);

	(void)state;
	unlink(path);
	return rmdir(folder);
}

static void
configure(const char *text)
{
	autofree_mem char *path = xasprintf("%s/config.yml", folder);
	struct err err;

	assert_int_equal(xdg_write_file(path, text, strlen(text), &err), 0);
}

static void
list(const struct options *options, struct listing *ret)
{
	struct err err;

	*ret = (struct listing){ .columns = columns };
	if (list_servers(options, ret, &err) < 0)
		fail_msg("%s", err.text);
}

/* The exit code that it ends with, what it is to say, and how many lines there are all the same. */
static void
list_fails(const struct options *options, int code, const char *says, size_t lines)
{
	struct listing listing = { .columns = columns };
	struct err err;

	assert_int_equal(list_servers(options, &listing, &err), -1);
	assert_int_equal(err_exit_code(err.kind), code);
	assert_non_null(strstr(err.text, says));
	assert_int_equal(listing.n, lines * (COUNTOF(columns) - 1));
	listing_wipe(&listing);
}

/* A cell of the line of that server. */
static const char *
cell(const struct listing *listing, const char *server, size_t column)
{
	size_t n = COUNTOF(columns) - 1;

	for (size_t i = 0; i < listing->n; i += n)
		if (strcmp(listing->cells[i].text, server) == 0)
			return listing->cells[i + column].text;
	fail_msg("%s is not listed", server);
	return NULL;
}

/* One is silent, one is gone, one is no server, one does not trust us; the others are none the worse. */
static void
each_is_asked_and_none_waits_for_another(void **state)
{
	static const struct fake_row silent_rows[] = { { "*", "*", .how = FAKE_NEVER }, { 0 } };
	static const struct fake_row strange_rows[] = { { "*", "*", .body = "<html>" }, { 0 } };
	static const struct fake_row untrusting_rows[] = {
		{ "GET", "/1.0?*", .body = FAKE_SYNC("{\"auth\":\"untrusted\",\"environment\":null}") },
		{ 0 },
	};
	static const struct {
		const char *server, *cells[7];	/* beginnings; NULL: any */
	} want[] = {
		{ "good", { "incus", "usable", "6.0.4", "default", "socket, trusted", NULL, "" } },
		{ "silent", { "incus", "unusable", "", "default", "socket", NULL, "/tmp/" } },
		{ "strange", { "incus", "unusable", "", "default", "socket", NULL,
				  "this is no answer of an Incus" } },
		{ "untrusting", { "incus", "unusable", "", "default", "socket, untrusted", NULL,
				  "the server does not trust us" } },
		{ "elsewhere", { "incus", "unusable", "6.0.4", "nowhere", "socket, trusted", NULL,
				  "there is no project nowhere" } },
		{ "gone", { "incus", "unusable", "", "default", "socket", "/nowhere/gone", "not there" } },
		{ "sso", { "incus", "unusable", "", "default", "oidc", "https://sso", "it wants a login" } },
		{ "images", { "simplestreams", "unusable", "", "", "", "https://i", "a public image" } },
	};
	struct fake_incus *incus = fake_incus_new(1);
	struct fake *good = fake_start(NULL, fake_incus_rows(incus));
	struct fake *silent = fake_start(silent_rows, NULL);
	struct fake *strange = fake_start(strange_rows, NULL);
	struct fake *untrusting = fake_start(untrusting_rows, NULL);
	autofree_mem char *config = xasprintf(
		"remotes:\n"
		"  silent: {addr: 'unix://%s'}\n"
		"  strange: {addr: 'unix://%s'}\n"
		"  untrusting: {addr: 'unix://%s'}\n"
		"  good: {addr: 'unix://%s'}\n"
		"  elsewhere: {addr: 'unix://%s', project: nowhere}\n"
		"  gone: {addr: 'unix:///nowhere/gone'}\n"
		"  sso: {addr: 'https://sso', auth_type: oidc}\n"
		"  images: {addr: 'https://i', protocol: simplestreams, public: true}\n",
		fake_socket(silent), fake_socket(strange), fake_socket(untrusting), fake_socket(good),
		fake_socket(good));
	autofree(options) options = options_new();
	struct listing listing;

	(void)state;
	configure(config);
	list(options, &listing);
	for (size_t i = 0; i < COUNTOF(want); i++) {
		for (size_t c = 0; c < COUNTOF(want[i].cells); c++) {
			const char *wanted = want[i].cells[c];
			const char *is = cell(&listing, want[i].server, c + 1);

			if (wanted && (strncmp(is, wanted, strlen(wanted)) != 0 || !*is != !*wanted))
				fail_msg("%s, %s: %s", want[i].server, columns[c + 1], is);
		}
	}
	assert_non_null(strstr(cell(&listing, "silent", 7), "no answer within the time"));
	listing_wipe(&listing);
	fake_stop(good);
	fake_stop(silent);
	fake_stop(strange);
	fake_stop(untrusting);
	fake_incus_free(incus);
}

/* More than are asked at once. */
static void
many_are_asked_in_turn(void **state)
{
	struct fake_incus *incus = fake_incus_new(1);
	struct fake *fake = fake_start(NULL, fake_incus_rows(incus));
	autofree(options) options = options_new();
	struct listing listing;
	autobuf config = { 0 };

	(void)state;
	buf_puts(&config, "remotes:\n");
	for (int i = 0; i < 40; i++)
		buf_printf(&config, "  r%d: {addr: 'unix://%s'}\n", i, fake_socket(fake));
	configure(buf_text(&config));
	list(options, &listing);
	for (int i = 0; i < 40; i++) {
		autofree_mem char *name = xasprintf("r%d", i);

		assert_string_equal(cell(&listing, name, 2), "usable");
	}
	assert_int_equal(fake_seen(fake, "GET", "/1.0?*"), 40);
	assert_in_range(fake_peak(fake, "GET", "/1.0?*"), 1, 16);
	listing_wipe(&listing);
	fake_stop(fake);
	fake_incus_free(incus);
}

static void
those_that_are_named_are_listed_alone(void **state)
{
	struct fake_incus *incus = fake_incus_new(1);
	struct fake *fake = fake_start(NULL, fake_incus_rows(incus));
	autofree(options) options = options_new();
	struct listing listing;
	struct err err;

	(void)state;
	configure("remotes: {}\n");
	assert_int_equal(options_set(options, OPT_SERVER, fake_socket(fake), &err), 0);
	assert_int_equal(options_set(options, OPT_SERVER, "nobody", &err), 0);
	assert_int_equal(options_set(options, OPT_PROJECT, "nowhere", &err), 0);
	listing = (struct listing){ .columns = columns };
	assert_int_equal(list_servers(options, &listing, &err), -1);
	assert_int_equal(listing.n, 2 * (COUNTOF(columns) - 1));
	assert_non_null(strstr(cell(&listing, fake_socket(fake), 7), "there is no project nowhere"));
	assert_non_null(strstr(cell(&listing, "nobody", 7), "no server of that name"));
	listing_wipe(&listing);
	fake_stop(fake);
	fake_incus_free(incus);
}

/* As every other command does that is told to use it. */
static void
one_that_was_named_and_cannot_be_used_is_an_error(void **state)
{
	static const struct {
		const char *server;
		int code;
		const char *says;
	} rows[] = {
		{ "nobody", 2, "no server of that name" },
		{ "/nowhere/unix.socket", 3, "not there" },
		{ "gone", 3, "not there" },
	};

	(void)state;
	configure("remotes:\n  gone: {addr: 'unix:///nowhere/gone'}\n");
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(options) options = options_new();
		struct err err;

		assert_int_equal(options_set(options, OPT_SERVER, rows[i].server, &err), 0);
		list_fails(options, rows[i].code, rows[i].says, 1);
	}
}

/* A sandbox of this machine is a server: then this cannot be tried. */
static void
where_there_is_none_it_says_what_to_do(void **state)
{
	autofree_mem char *sandbox = sandbox_running(NULL, NULL);
	autofree(options) options = options_new();

	(void)state;
	if (sandbox) {
		print_message("SKIP: a sandbox runs on this machine\n");
		skip();
	}
	configure("remotes: {}\n");
	list_fails(options, 3, "--sandbox starts a private one", 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_asked_and_none_waits_for_another),
		cmocka_unit_test(many_are_asked_in_turn),
		cmocka_unit_test(those_that_are_named_are_listed_alone),
		cmocka_unit_test(one_that_was_named_and_cannot_be_used_is_an_error),
		cmocka_unit_test(where_there_is_none_it_says_what_to_do),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
