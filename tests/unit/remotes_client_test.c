#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/xdg.h"
#include "server/remotes.h"

#define NOBODY 65534

/* A home folder of the test's own, with nothing in it at each test's start. */
struct scene {
	char home[64];
	char socket[96]; /* a socket's path; make_socket() makes it */
};

static const char *const variables[] = {
	"INCUS_SOCKET", "INCUS_DIR",  "LXD_SOCKET",	   "LXD_DIR",
	"INCUS_CONF",	"LXD_CONF",   "INCUS_GLOBAL_CONF", "LXD_GLOBAL_CONF",
	"INCUS_REMOTE", "LXC_REMOTE", "INCUS_PROJECT",	   "XDG_CONFIG_HOME",
};

static int
set_up(void **state)
{
	struct scene *scene = xcalloc(1, sizeof(*scene));

	strcpy(scene->home, "/tmp/poolscope-client-XXXXXX");
	assert_non_null(mkdtemp(scene->home));
	assert_int_equal(chmod(scene->home, 0755), 0);
	snprintf(scene->socket, sizeof(scene->socket), "%s/unix.socket", scene->home);
	for (size_t i = 0; i < COUNTOF(variables); i++)
		unsetenv(variables[i]);
	setenv("HOME", scene->home, 1);
	/* Neither this machine's servers nor its configuration count. */
	setenv("INCUS_SOCKET", "/nowhere/incus", 1);
	setenv("LXD_SOCKET", "/nowhere/lxd", 1);
	setenv("INCUS_GLOBAL_CONF", "/nowhere", 1);
	setenv("LXD_GLOBAL_CONF", "/nowhere", 1);
	*state = scene;
	return 0;
}

static int
tear_down(void **state)
{
	struct scene *scene = *state;
	autofree_mem char *command = xasprintf("rm -rf %s", scene->home);

	assert_int_equal(system(command), 0);
	free(scene);
	return 0;
}

static void
make_file(const struct scene *scene, const char *name, const char *text)
{
	autofree_mem char *path = xasprintf("%s/%s", scene->home, name);
	autofree_mem char *above = xstrndup(path, (size_t)(strrchr(path, '/') - path));
	struct err err;

	assert_int_equal(xdg_make_folder(above, &err), 0);
	assert_int_equal(xdg_write_file(path, text, strlen(text), &err), 0);
}

static void
make_pair(const struct scene *scene, const char *name)
{
	autofree_mem char *cert = xasprintf("%s.crt", name);
	autofree_mem char *key = xasprintf("%s.key", name);

	make_file(scene, cert, "-----BEGIN CERTIFICATE-----\n");
	make_file(scene, key, "-----BEGIN EC PRIVATE KEY-----\n");
}

static void
make_socket(const char *path, mode_t mode)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(chmod(path, mode), 0);
	close(fd);
}

static struct remote *
found(const char *name)
{
	struct remote *remote = NULL;
	struct err err;

	if (remote_find(name, &remote, &err) < 0)
		fail_msg("%s: %s", name ? name : "the default", err.text);
	return remote;
}

static void
refused(const char *name, enum err_kind kind, const char *says)
{
	struct remote *remote = NULL;
	struct err err = { 0 };

	if (remote_find(name, &remote, &err) == 0)
		fail_msg("%s was taken", name ? name : "the default");
	assert_null(remote);
	if (!strstr(err.text, says))
		fail_msg("%s: %s", name ? name : "the default", err.text);
	assert_int_equal(err.kind, kind);
}

/* The text ends with this. */
static void
ends_with(const char *text, const char *end)
{
	if (!text || strlen(text) < strlen(end) ||
	    strcmp(text + strlen(text) - strlen(end), end) != 0)
		fail_msg("%s does not end with %s", text ? text : "nothing", end);
}

static const char *
shown(const char *text)
{
	return text ? text : "";
}

#define CONFIG ".config/incus/config.yml"

static const char all_kinds[] =
	"default-remote: nas\n"
	"remotes:\n"
	"  local: {addr: 'https://ignored', project: at-home}\n"
	"  nas: {addr: 'https://nas:8443', auth_type: tls, protocol: incus, project: lab, public: false}\n"
	"  old: {addr: 'https://old:8443/', protocol: lxd}\n"
	"  two: {addr: ' https://a:1 , https://b:2,https://c:3', last_working_address: 'https://b:2'}\n"
	"  sso: {addr: 'https://sso:8443', auth_type: oidc}\n"
	"  images: {addr: 'https://images.invalid', protocol: simplestreams, public: true}\n"
	"  docker: {addr: 'https://docker.invalid', protocol: oci, public: true}\n"
	"  open: {addr: 'https://open:8443', protocol: incus, public: true}\n"
	"  strange: {addr: 'https://x', protocol: gopher}\n"
	"  plain: {addr: 'http://x:8443'}\n"
	"  half: {addr: 'https://x:8443,ftp://y'}\n"
	"  nowhere: {protocol: incus}\n";

static void
a_remote_comes_with_all_that_is_known_of_it(void **state)
{
	struct scene *scene = *state;
	autofree(remote) nas = NULL;
	autofree(remote) two = NULL;

	make_file(scene, CONFIG, all_kinds);
	make_pair(scene, ".config/incus/client");
	make_pair(scene, ".config/incus/clientcerts/two");
	make_file(scene, ".config/incus/servercerts/nas.crt", "");

	nas = found("nas");
	assert_string_equal(nas->name, "nas");
	assert_string_equal(nas->kind, "incus");
	assert_string_equal(nas->url, "https://nas:8443");
	assert_string_equal(nas->project, "lab");
	assert_string_equal(nas->auth, "tls");
	assert_null(nas->socket);
	ends_with(nas->client_cert, "/.config/incus/client.crt");
	ends_with(nas->client_key, "/.config/incus/client.key");
	ends_with(nas->server_cert, "/.config/incus/servercerts/nas.crt");

	two = found("two");
	ends_with(two->client_cert, "/clientcerts/two.crt");
	ends_with(two->client_key, "/clientcerts/two.key");
	assert_null(two->server_cert);
	assert_null(two->project);
}

static void
of_several_addresses_the_last_working_goes_first(void **state)
{
	static const char *const urls[] = { "https://b:2", "https://a:1", "https://c:3", NULL };
	struct scene *scene = *state;
	autofree(remote) two = NULL;

	make_file(scene, CONFIG, all_kinds);
	make_pair(scene, ".config/incus/client");
	two = found("two");
	for (size_t i = 0; i < COUNTOF(urls); i++) {
		autofree_mem char *url = remote_url(two, i);

		assert_string_equal(shown(url), shown(urls[i]));
	}
}

static void
what_cannot_be_used_has_a_reason(void **state)
{
	static const struct {
		const char *name, *says;
	} rows[] = {
		{ "sso", "sso: it wants a login by oidc" },
		{ "images", "a public image server" },
		{ "docker", "a public image server" },
		{ "open", "a public image server" },
		{ "strange", "its protocol, gopher" },
		{ "plain", "http://x:8443: only https:// addresses" },
		{ "half", "only https:// addresses" },
		{ "nowhere", "has no address" },
	};
	struct scene *scene = *state;

	make_file(scene, CONFIG, all_kinds);
	make_pair(scene, ".config/incus/client");
	for (size_t i = 0; i < COUNTOF(rows); i++)
		refused(rows[i].name, ERR_UNREACHABLE, rows[i].says);
	refused("nobody", ERR_USAGE, "no server of that name");
}

static void
without_the_right_files_it_is_said_which(void **state)
{
	static const struct {
		const char *name, *file, *text, *says;
	} rows[] = {
		{ "nas", NULL, NULL, "no client certificate" },
		{ "nas", ".config/incus/client.crt", "", "no client certificate" },
		{ "nas", ".config/incus/client.key", "-----BEGIN ENCRYPTED PRIVATE KEY-----\n",
		  "/client.key is locked with a password" },
		{ "nas", ".config/incus/client.key",
		  "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n",
		  "locked with a password" },
		{ "nas", ".config/incus/client.key", "-----BEGIN OPENSSH PRIVATE KEY-----\n",
		  "a key for SSH" },
		{ "nas", ".config/incus/client.key",
		  "-----BEGIN PRIVATE KEY-----\nabc\n\nENCRYPTED", NULL },
		{ "old", ".config/incus/client.ca", "", "vouched for by" },
		{ "old", ".config/incus/servercerts/old.crt", "", NULL },
	};
	struct scene *scene = *state;

	make_file(scene, CONFIG, all_kinds);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		if (rows[i].file)
			make_file(scene, rows[i].file, rows[i].text);
		if (rows[i].says)
			refused(rows[i].name, ERR_UNREACHABLE, rows[i].says);
		else
			remote_free(found(rows[i].name));
	}
}

static void
the_default_is_what_the_client_has(void **state)
{
	static const struct {
		const char *variable, *value, *want;
	} rows[] = {
		{ NULL, NULL, "nas" },
		{ "INCUS_REMOTE", "old", "old" },
		{ "LXC_REMOTE", "old", "nas" }, /* the other client's */
	};
	struct scene *scene = *state;

	make_file(scene, CONFIG, all_kinds);
	make_pair(scene, ".config/incus/client");
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(remote) remote = NULL;

		if (rows[i].variable)
			setenv(rows[i].variable, rows[i].value, 1);
		remote = found(NULL);
		assert_string_equal(remote->name, rows[i].want);
		if (rows[i].variable)
			unsetenv(rows[i].variable);
	}
	setenv("INCUS_REMOTE", "nobody", 1);
	refused(NULL, ERR_USAGE, "nobody is the default remote of incus");
	setenv("INCUS_REMOTE", "images", 1);
	refused(NULL, ERR_UNREACHABLE, "a public image server");
	refused("local", ERR_UNREACHABLE, "/nowhere/incus (INCUS_SOCKET)");
}

static void
the_local_server_has_the_clients_project(void **state)
{
	struct scene *scene = *state;
	const struct {
		const char *project_variable, *name, *want;
	} rows[] = {
		{ NULL, "local", "at-home" },	       { NULL, scene->socket, "at-home" },
		{ "of-now", "local", "of-now" },       { "of-now", "nas", "of-now" },
		{ "of-now", scene->socket, "of-now" },
	};

	make_file(scene, CONFIG, all_kinds);
	make_pair(scene, ".config/incus/client");
	make_socket(scene->socket, 0666);
	setenv("INCUS_SOCKET", scene->socket, 1);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(remote) remote = NULL;

		if (rows[i].project_variable)
			setenv("INCUS_PROJECT", rows[i].project_variable, 1);
		remote = found(rows[i].name);
		assert_string_equal(remote->name, rows[i].name);
		assert_string_equal(remote->project, rows[i].want);
	}
}

/* A sandbox, say: nothing of what the client says is meant for it. */
static void
a_socket_that_no_client_knows_is_in_the_default_project(void **state)
{
	struct scene *scene = *state;
	autofree(remote) remote = NULL;

	make_file(scene, CONFIG, all_kinds);
	make_socket(scene->socket, 0666);
	setenv("INCUS_PROJECT", "of-now", 1);
	remote = found(scene->socket);
	assert_null(remote->project);
	assert_null(remote->kind);
}

static void
a_remote_may_be_a_socket(void **state)
{
	struct scene *scene = *state;
	autofree_mem char *config = xasprintf("remotes:\n"
					      "  box: {addr: 'unix://%s', project: p}\n"
					      "  mine: {addr: 'unix://', project: q}\n"
					      "  gone: {addr: 'unix:/nowhere/socket'}\n",
					      scene->socket);
	autofree(remote) box = NULL;
	autofree(remote) mine = NULL;
	autofree(remote) by_path = NULL;

	make_file(scene, CONFIG, config);
	make_socket(scene->socket, 0666);
	box = found("box");
	assert_string_equal(box->name, "box");
	assert_string_equal(box->socket, scene->socket);
	assert_string_equal(box->project, "p");
	by_path = found(scene->socket);
	assert_string_equal(by_path->project, "p");
	refused("gone", ERR_UNREACHABLE, "not there");
	refused("mine", ERR_UNREACHABLE, "/nowhere/incus (INCUS_SOCKET)");
	setenv("INCUS_SOCKET", scene->socket, 1);
	mine = found("mine");
	assert_string_equal(mine->socket, scene->socket);
	assert_string_equal(mine->project, "q");
}

static void
a_url_is_taken_when_a_remote_has_it(void **state)
{
	static const struct {
		const char *url, *want; /* the address; NULL: none */
	} rows[] = {
		{ "https://nas:8443", "https://nas:8443" },
		{ "https://nas:8443/", "https://nas:8443" },
		{ "HTTPS://NAS:8443", "https://nas:8443" },
		{ "https://nas", "https://nas:8443" },
		{ "https://old:8443", "https://old:8443/" },
		{ "https://c:3", "https://c:3" },
		{ "https://nas:844", NULL },
		{ "https://nas:84433", NULL },
		{ "https://na", NULL },
		{ "https://", NULL },
	};
	struct scene *scene = *state;

	make_file(scene, CONFIG, all_kinds);
	make_pair(scene, ".config/incus/client");
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(remote) remote = NULL;

		if (!rows[i].want) {
			refused(rows[i].url, ERR_UNREACHABLE, "incus remote add NAME https://");
			continue;
		}
		remote = found(rows[i].url);
		assert_string_equal(remote->url, rows[i].want);
		assert_string_equal(remote->name, rows[i].url);
		assert_non_null(remote->client_cert);
	}
	refused("https://sso:8443", ERR_UNREACHABLE, "oidc");
	refused("http://nas:8443", ERR_USAGE, "only https://");
	refused("file:///etc/passwd", ERR_USAGE, "only https://");
}

static void
the_configuration_is_where_the_client_has_it(void **state)
{
	static const struct {
		const char *file, *variable, *value; /* the value stands below the home folder */
	} rows[] = {
		{ "snap/lxd/common/config/config.yml", NULL, NULL },
		{ ".config/lxc/config.yml", NULL, NULL },
		{ "of-lxd/config.yml", "LXD_CONF", "of-lxd" },
		{ ".config/incus/config.yml", NULL, NULL },
		{ "xdg/incus/config.yml", "XDG_CONFIG_HOME", "xdg" },
		{ "other/config.yml", "INCUS_CONF", "other" },
	};
	struct scene *scene = *state;

	make_socket(scene->socket, 0666);
	/* Each goes before those above it. */
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *config = xasprintf(
			"remotes: {x: {addr: 'unix://%s', project: p%zu}}", scene->socket, i);
		autofree_mem char *value = xasprintf("%s/%s", scene->home, shown(rows[i].value));
		autofree(remote) remote = NULL;

		make_file(scene, rows[i].file, config);
		if (rows[i].variable)
			setenv(rows[i].variable, value, 1);
		remote = found("x");
		assert_int_equal(strtoul(remote->project + 1, NULL, 10), i);
	}
}

static void
the_systems_remotes_stand_behind_the_persons(void **state)
{
	struct scene *scene = *state;
	autofree_mem char *global = xasprintf("%s/global", scene->home);
	autofree(remote) nas = NULL;
	autofree(remote) shared = NULL;

	make_file(scene, CONFIG, "remotes: {nas: {addr: 'https://mine:8443'}}");
	make_file(scene, "global/config.yml",
		  "remotes: {nas: {addr: 'https://theirs:8443'}, "
		  "shared: {addr: 'https://shared:8443'}}");
	make_file(scene, "global/servercerts/shared.crt", "");
	make_pair(scene, ".config/incus/client");
	setenv("INCUS_GLOBAL_CONF", global, 1);
	nas = found("nas");
	assert_string_equal(nas->url, "https://mine:8443");
	shared = found("shared");
	ends_with(shared->server_cert, "/global/servercerts/shared.crt");
	ends_with(shared->client_cert, "/.config/incus/client.crt");
}

static void
lxds_client_counts_too(void **state)
{
	struct scene *scene = *state;
	autofree(remote) by_default = NULL;
	autofree(remote) named = NULL;

	make_file(scene, ".config/lxc/config.yml",
		  "default-remote: far\nremotes: {far: {addr: 'https://far:8443', protocol: lxd}}");
	make_pair(scene, ".config/lxc/client");
	named = found("far");
	assert_string_equal(named->kind, "lxd");
	ends_with(named->client_cert, "/.config/lxc/client.crt");
	/* A variable of Incus's client leads nowhere, so that nothing else is taken instead. */
	refused(NULL, ERR_UNREACHABLE, "INCUS_SOCKET");
	unsetenv("INCUS_SOCKET");
	if (access("/var/lib/incus/unix.socket", F_OK) == 0 ||
	    access("/run/incus/unix.socket", F_OK) == 0)
		return;
	by_default = found(NULL);
	assert_string_equal(by_default->name, "far");
}

/* Who may not use the server's socket takes the one for everybody, with a project of his own. */
static void
the_socket_for_everybody_brings_its_project(void **state)
{
	static const struct {
		const char *config, *want;
	} rows[] = {
		{ "", "user-65534" },
		{ "remotes: {local: {project: default}}", "user-65534" },
		{ "remotes: {local: {project: theirs}}", "theirs" },
	};
	struct scene *scene = *state;
	autofree_mem char *user_socket = xasprintf("%s.user", scene->socket);

	if (geteuid() != 0) {
		print_message("SKIP: only root can take its own rights away\n");
		skip();
	}
	make_socket(scene->socket, 0600);
	unsetenv("INCUS_SOCKET");
	setenv("INCUS_DIR", scene->home, 1);
	setenv("INCUS_CONF", scene->home, 1);
	assert_int_equal(seteuid(NOBODY), 0);
	refused(NULL, ERR_UNREACHABLE, "no right to it");
	assert_int_equal(seteuid(0), 0);
	make_socket(user_socket, 0666);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(remote) remote = NULL;

		make_file(scene, "config.yml", rows[i].config);
		assert_int_equal(chown(scene->home, NOBODY, NOBODY), 0);
		autofree_mem char *path = xasprintf("%s/config.yml", scene->home);
		assert_int_equal(chmod(path, 0644), 0);
		assert_int_equal(seteuid(NOBODY), 0);
		remote = found(NULL);
		assert_int_equal(seteuid(0), 0);
		assert_string_equal(remote->name, "local");
		assert_string_equal(remote->socket, user_socket);
		assert_string_equal(remote->project, rows[i].want);
	}
}

static void
a_broken_configuration_stands_in_the_way_of_names_only(void **state)
{
	struct scene *scene = *state;
	autofree(remote) by_path = NULL;
	struct remote **list;
	size_t n;

	make_file(scene, CONFIG, "remotes:\n- nas\n");
	make_socket(scene->socket, 0666);
	refused(NULL, ERR_USAGE, "/.config/incus/config.yml:2: expected a mapping");
	refused("local", ERR_USAGE, "/.config/incus/config.yml:2: ");
	refused("nas", ERR_USAGE, "/.config/incus/config.yml:2: ");
	by_path = found(scene->socket);
	assert_null(by_path->unusable);

	n = remote_list(&list);
	assert_int_equal(n, 3);
	assert_string_equal(list[0]->name, "configuration of incus");
	assert_non_null(strstr(list[0]->unusable, "config.yml:2: "));
	for (size_t i = 0; i < n; i++)
		remote_free(list[i]);
	free(list);
}

static void
the_list_has_each_under_a_name_of_its_own(void **state)
{
	static const char *const names[] = { "local", "nas", "images", "/nowhere/lxd",
					     "https://b:8443" };
	struct scene *scene = *state;
	struct remote **list;
	size_t n;

	make_file(scene, CONFIG,
		  "remotes: {local: {project: p}, nas: {addr: 'https://a:8443'}, "
		  "images: {addr: 'https://i', protocol: simplestreams}}");
	make_file(scene, ".config/lxc/config.yml", "remotes: {nas: {addr: 'https://b:8443'}}");
	make_pair(scene, ".config/incus/client");
	make_socket(scene->socket, 0666);
	setenv("INCUS_SOCKET", scene->socket, 1);
	n = remote_list(&list);
	assert_int_equal(n, COUNTOF(names));
	for (size_t i = 0; i < n; i++)
		assert_string_equal(list[i]->name, names[i]);
	assert_string_equal(list[0]->project, "p");
	assert_null(list[1]->unusable);
	assert_non_null(strstr(list[2]->unusable, "image server"));
	assert_string_equal(list[3]->unusable, "not there");
	assert_non_null(strstr(list[4]->unusable, "\"lxc remote add\""));
	for (size_t i = 0; i < n; i++)
		remote_free(list[i]);
	free(list);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_remote_comes_with_all_that_is_known_of_it),
		TEST(of_several_addresses_the_last_working_goes_first),
		TEST(what_cannot_be_used_has_a_reason),
		TEST(without_the_right_files_it_is_said_which),
		TEST(the_default_is_what_the_client_has),
		TEST(the_local_server_has_the_clients_project),
		TEST(a_socket_that_no_client_knows_is_in_the_default_project),
		TEST(a_remote_may_be_a_socket),
		TEST(a_url_is_taken_when_a_remote_has_it),
		TEST(the_configuration_is_where_the_client_has_it),
		TEST(the_systems_remotes_stand_behind_the_persons),
		TEST(lxds_client_counts_too),
		TEST(the_socket_for_everybody_brings_its_project),
		TEST(a_broken_configuration_stands_in_the_way_of_names_only),
		TEST(the_list_has_each_under_a_name_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
