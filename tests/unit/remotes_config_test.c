#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "server/remotes_config.h"

static int
parse(const char *text, struct remotes_config *ret, struct err *err)
{
	*err = (struct err){ 0 };
	return remotes_config_parse("config.yml", text, strlen(text), ret, err);
}

static void
parsed(const char *text, struct remotes_config *ret)
{
	struct err err;

	if (parse(text, ret, &err) < 0)
		fail_msg("%s", err.text);
}

static void
what_the_client_writes_is_read(void **state)
{
	struct remotes_config config;
	const struct remotes_entry *nas;

	(void)state;
	parsed("default-remote: nas\n"
	       "remotes:\n"
	       "  images:\n"
	       "    addr: https://images.linuxcontainers.org\n"
	       "    protocol: simplestreams\n"
	       "    public: true\n"
	       "  local:\n"
	       "    addr: unix://\n"
	       "    project: mine\n"
	       "    public: false\n"
	       "  nas:\n"
	       "    addr: https://10.0.0.7:8443,https://nas:8443\n"
	       "    auth_type: tls\n"
	       "    keepalive: 30\n"
	       "    last_working_address: https://nas:8443\n"
	       "    protocol: incus\n"
	       "    project: lab\n"
	       "    public: false\n"
	       "aliases:\n"
	       "  ls: list\n",
	       &config);
	assert_string_equal(config.default_remote, "nas");
	assert_int_equal(config.n, 3);
	assert_string_equal(config.entries[0].name, "images");
	assert_true(config.entries[0].public);
	assert_null(config.entries[0].project);
	assert_string_equal(remotes_config_find(&config, "local")->project, "mine");
	nas = remotes_config_find(&config, "nas");
	assert_string_equal(nas->addr, "https://10.0.0.7:8443,https://nas:8443");
	assert_string_equal(nas->last_address, "https://nas:8443");
	assert_string_equal(nas->auth_type, "tls");
	assert_string_equal(nas->protocol, "incus");
	assert_string_equal(nas->project, "lab");
	assert_false(nas->public);
	assert_null(remotes_config_find(&config, "other"));
	remotes_config_wipe(&config);
}

static void
what_is_not_there_is_nothing(void **state)
{
	static const char *const rows[] = {
		"",
		"# only a word\n",
		"---\n",
		"null\n",
		"~",
		"{}",
		"remotes:\n",
		"remotes: {}\n",
		"remotes: ~\ndefault-remote:\n",
		"default-remote: ''\n",
		"default-remote: null\n",
		"remote: {a: {addr: b}}\nlist: [1, [2, {3: 4}]]\n",
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct remotes_config config;

		parsed(rows[i], &config);
		assert_int_equal(config.n, 0);
		assert_null(config.default_remote);
		remotes_config_wipe(&config);
	}
}

static void
other_ways_of_writing_are_the_same(void **state)
{
	static const char *const rows[] = {
		"remotes: {nas: {addr: 'https://n', public: TRUE, project: ~}}",
		"remotes:\n  nas:\n    public: on\n    addr: >-\n      https://n\n    project:\n",
		"\"remotes\":\n  \"nas\": {\"addr\": \"https:\\/\\/n\", \"public\": \"yes\"}\nx: [a, {b: c}]\n",
		"? [complex, key]\n: value\nremotes: {nas: {x: {y: [1, 2]}, addr: https://n, public: true}}",
		"remotes: {nas: {addr: https://a, public: false, addr: https://n, public: yes}}",
		"%YAML 1.1\n--- !!map\nremotes: &a {nas: &b {addr: &c https://n, public: Yes}}\n...\n--- junk",
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct remotes_config config;

		parsed(rows[i], &config);
		assert_int_equal(config.n, 1);
		assert_string_equal(config.entries[0].name, "nas");
		assert_string_equal(config.entries[0].addr, "https://n");
		assert_true(config.entries[0].public);
		assert_null(config.entries[0].project);
		remotes_config_wipe(&config);
	}
}

static void
what_cannot_be_meant_is_refused_with_its_line(void **state)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "just a text", "config.yml:1: expected a mapping" },
		{ "- a\n- b\n", "config.yml:1: expected a mapping" },
		{ "\nremotes: 7\n", "config.yml:2: expected a mapping" },
		{ "remotes:\n- nas\n", "config.yml:2: expected a mapping" },
		{ "remotes:\n  nas: https://n\n", "config.yml:2: expected a mapping" },
		{ "remotes:\n  nas:\n    addr: [https://n]\n",
		  "config.yml:3: a list or a mapping stands" },
		{ "default-remote: {a: b}\n", "config.yml:1: a list or a mapping stands" },
		{ "remotes:\n  [a]: {}\n", "config.yml:2: a list or a mapping stands" },
		{ "remotes:\n  nas:\n    public: perhaps\n",
		  "config.yml:3: expected true or false" },
		{ "remotes:\n  nas:\n    public: 1\n", "config.yml:3: expected true or false" },
		{ "remotes:\n  ../x: {}\n", "config.yml:2: this is no name" },
		{ "remotes:\n  a/b: {}\n", "config.yml:2: this is no name" },
		{ "remotes:\n  '': {}\n", "config.yml:2: this is no name" },
		{ "remotes:\n  nas: {}\n  nas: {}\n", "config.yml:3: a second remote" },
		{ "remotes:\n  nas: &n\n    addr: x\n  two: *n\n", "config.yml:4: an alias" },
		{ "x: &a [1]\ny: [*a, *a]\n", "config.yml:2: an alias" },
		{ "remotes:\n  nas:\n    addr: \"a\\x1b[31m\"\n", "config.yml:3: this text" },
		{ "remotes:\n  nas:\n    addr: \"a\\0b\"\n", "config.yml:3: this text" },
		{ "remotes:\n  \"a\\nb\": {}\n", "config.yml:2: this text" },
		{ "remotes:\n  nas:\n   addr: x\n  \ttab: x\n", "config.yml:4: " },
		{ "remotes: {nas: {addr: x}\n", "config.yml:2: " },
		{ "a: b\nc: 'unended\n", "config.yml:" },
		{ "a: b\nc: \x01\n", "config.yml:2: control characters are not allowed" },
		{ "a: b\n\xff\xfe\n", "config.yml:2: " },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct remotes_config config = { .n = 77 };
		struct err err;

		if (parse(rows[i].text, &config, &err) == 0)
			fail_msg("taken: %s", rows[i].text);
		if (!strstr(err.text, rows[i].says))
			fail_msg("\"%s\": %s", rows[i].text, err.text);
		assert_int_equal(err.kind, ERR_USAGE);
		assert_int_equal(config.n, 77);
	}
}

/* Each line holds the one before ten times: a billion when it is expanded. */
static void
a_bomb_of_aliases_does_not_go_off(void **state)
{
	autobuf text = { 0 };
	struct remotes_config config;
	struct err err;

	(void)state;
	buf_puts(&text, "a0: &a0 lol\n");
	for (int i = 1; i < 10; i++) {
		buf_printf(&text, "a%d: &a%d [", i, i);
		for (int k = 0; k < 10; k++)
			buf_printf(&text, "%s*a%d", k ? "," : "", i - 1);
		buf_puts(&text, "]\n");
	}
	assert_int_equal(parse(text.data, &config, &err), -1);
	assert_non_null(strstr(err.text, "config.yml:2: an alias"));
}

static void
what_is_nested_without_an_end_is_refused(void **state)
{
	autobuf text = { 0 };
	struct remotes_config config;
	struct err err;

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_putc(&text, '[');
	assert_int_equal(parse(text.data, &config, &err), -1);
}

static void
more_remotes_than_anybody_has_are_refused(void **state)
{
	autobuf text = { 0 };
	struct remotes_config config;
	struct err err;

	(void)state;
	buf_puts(&text, "remotes:\n");
	for (unsigned i = 0; i < REMOTES_CONFIG_ENTRIES; i++)
		buf_printf(&text, "  r%u: {}\n", i);
	parsed(text.data, &config);
	assert_int_equal(config.n, REMOTES_CONFIG_ENTRIES);
	remotes_config_wipe(&config);
	buf_puts(&text, "  more: {}\n");
	assert_int_equal(parse(text.data, &config, &err), -1);
	assert_non_null(strstr(err.text, "config.yml:502: more remotes"));
}

static void
a_file_is_read_or_the_reason_told(void **state)
{
	char path[] = "/tmp/poolscope-config-XXXXXX";
	int fd = mkstemp(path);
	autofree_mem char *huge = xcalloc(1, REMOTES_CONFIG_BYTES + 1);
	struct remotes_config config = { .n = 77 };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(write(fd, "default-remote: a\n", 18), 18);
	assert_int_equal(remotes_config_read(path, &config, &err), 0);
	assert_string_equal(config.default_remote, "a");
	remotes_config_wipe(&config);

	memset(huge, '\n', REMOTES_CONFIG_BYTES + 1);
	assert_int_equal(write(fd, huge, REMOTES_CONFIG_BYTES + 1), REMOTES_CONFIG_BYTES + 1);
	close(fd);
	assert_int_equal(remotes_config_read(path, &config, &err), -1);
	assert_int_equal(err.kind, ERR_USAGE);
	assert_non_null(strstr(err.text, "larger than"));
	unlink(path);

	assert_int_equal(remotes_config_read(path, &config, &err), 0);
	assert_int_equal(config.n, 0);
	assert_int_equal(remotes_config_read("/tmp", &config, &err), -1);
	assert_non_null(strstr(err.text, "not a regular file"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_client_writes_is_read),
		cmocka_unit_test(what_is_not_there_is_nothing),
		cmocka_unit_test(other_ways_of_writing_are_the_same),
		cmocka_unit_test(what_cannot_be_meant_is_refused_with_its_line),
		cmocka_unit_test(a_bomb_of_aliases_does_not_go_off),
		cmocka_unit_test(what_is_nested_without_an_end_is_refused),
		cmocka_unit_test(more_remotes_than_anybody_has_are_refused),
		cmocka_unit_test(a_file_is_read_or_the_reason_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
