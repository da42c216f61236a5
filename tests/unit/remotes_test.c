#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/remotes.h"

#define NOBODY 65534
#define OTHER_GROUP 1	/* that root is not in: daemon */

/* A folder with "unix.socket", "file" and "closed" (a socket without rights), by which tests name places. */
struct scene {
	char folder[64];
	char socket[96], file[96], closed[96];
};

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

static int
set_up(void **state)
{
	struct scene *scene = xcalloc(1, sizeof(*scene));
	FILE *file;

	snprintf(scene->folder, sizeof(scene->folder), "/tmp/poolscope-remotes-XXXXXX");
	assert_non_null(mkdtemp(scene->folder));
	assert_int_equal(chmod(scene->folder, 0755), 0);
	snprintf(scene->socket, sizeof(scene->socket), "%s/unix.socket", scene->folder);
	snprintf(scene->file, sizeof(scene->file), "%s/file", scene->folder);
	snprintf(scene->closed, sizeof(scene->closed), "%s/closed", scene->folder);
	make_socket(scene->socket, 0666);
	make_socket(scene->closed, 0660);
	file = fopen(scene->file, "we");
	assert_non_null(file);
	fclose(file);
	unsetenv("INCUS_SOCKET");
	unsetenv("INCUS_DIR");
	unsetenv("LXD_SOCKET");
	unsetenv("LXD_DIR");
	unsetenv("INCUS_REMOTE");
	unsetenv("LXC_REMOTE");
	/* No client is configured: remotes_client_test is about those. */
	setenv("INCUS_CONF", "/nowhere", 1);
	setenv("LXD_CONF", "/nowhere", 1);
	setenv("INCUS_GLOBAL_CONF", "/nowhere", 1);
	setenv("LXD_GLOBAL_CONF", "/nowhere", 1);
	*state = scene;
	return 0;
}

static int
tear_down(void **state)
{
	struct scene *scene = *state;

	unlink(scene->socket);
	unlink(scene->closed);
	unlink(scene->file);
	rmdir(scene->folder);
	free(scene);
	return 0;
}

static void
a_path_is_the_socket_itself(void **state)
{
	struct scene *scene = *state;
	autofree(remote) remote = NULL;
	autofree(remote) with_scheme = NULL;
	autofree_mem char *named = xasprintf("unix://%s", scene->socket);
	struct err err;

	assert_int_equal(remote_find(scene->socket, &remote, &err), 0);
	assert_string_equal(remote->socket, scene->socket);
	assert_string_equal(remote->name, scene->socket);
	assert_null(remote->unusable);
	assert_null(remote->url);
	assert_int_equal(remote_find(named, &with_scheme, &err), 0);
	assert_string_equal(with_scheme->socket, scene->socket);
}

static void
a_relative_path_is_made_absolute(void **state)
{
	struct scene *scene = *state;
	autofree(remote) remote = NULL;
	autofree_mem char *before = getcwd(NULL, 0);
	struct err err;

	assert_int_equal(chdir(scene->folder), 0);
	assert_int_equal(remote_find("./unix.socket", &remote, &err), 0);
	assert_int_equal(chdir(before), 0);
	assert_int_equal(remote->socket[0], '/');
	assert_int_equal(access(remote->socket, F_OK), 0);
}

static void
what_is_no_server_is_said_in_words(void **state)
{
	struct scene *scene = *state;
	autofree_mem char *missing = xasprintf("%s/nothing", scene->folder);
	autofree_mem char *below_file = xasprintf("%s/unix.socket", scene->file);
	autofree_mem char *lengthy = xasprintf("/%0120d", 0);
	const struct {
		const char *name;
		enum err_kind kind;
		const char *says;
	} rows[] = {
		{ missing, ERR_UNREACHABLE, "not there" },
		{ below_file, ERR_UNREACHABLE, "not there" },
		{ scene->file, ERR_UNREACHABLE, "not a socket" },
		{ scene->folder, ERR_UNREACHABLE, "not a socket" },
		{ lengthy, ERR_UNREACHABLE, "at most 107 bytes" },
		{ "https://somewhere:8443", ERR_UNREACHABLE, "no remote has this address" },
		{ "http://somewhere:8443", ERR_USAGE, "only https://" },
		{ "nas", ERR_USAGE, "no server of that name" },
		{ "", ERR_USAGE, "no server of that name" },
		{ "sandbox:of-nobody", ERR_UNREACHABLE, "no sandbox of that name runs" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct remote *remote = NULL;
		struct err err = { 0 };

		assert_int_equal(remote_find(rows[i].name, &remote, &err), -1);
		assert_null(remote);
		assert_int_equal(err.kind, rows[i].kind);
		if (!strstr(err.text, rows[i].says))
			fail_msg("\"%s\": %s", rows[i].name, err.text);
	}
}

static void
no_right_names_the_group(void **state)
{
	struct scene *scene = *state;
	struct remote *remote = NULL;
	struct err err = { 0 };
	autofree_mem char *wanted = NULL;
	int found;

	if (geteuid() != 0) {
		print_message("SKIP: only root can take its own rights away\n");
		skip();
	}
	assert_int_equal(chown(scene->closed, 0, OTHER_GROUP), 0);
	assert_int_equal(seteuid(NOBODY), 0);
	found = remote_find(scene->closed, &remote, &err);
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(found, -1);
	assert_int_equal(err.kind, ERR_UNREACHABLE);
	wanted = xasprintf("the group %s", getgrgid(OTHER_GROUP)->gr_name);
	assert_non_null(strstr(err.text, wanted));
}

/* That group is no way in for people, so nobody is told to join it. */
static void
what_is_roots_takes_sudo(void **state)
{
	struct scene *scene = *state;
	struct remote *remote = NULL;
	struct err err = { 0 };
	int found;

	if (geteuid() != 0) {
		print_message("SKIP: only root can take its own rights away\n");
		skip();
	}
	assert_int_equal(chown(scene->closed, 0, 0), 0);
	assert_int_equal(chmod(scene->closed, 0600), 0);
	assert_int_equal(seteuid(NOBODY), 0);
	found = remote_find(scene->closed, &remote, &err);
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(found, -1);
	assert_non_null(strstr(err.text, "with sudo"));
	assert_null(strstr(err.text, "group"));
}

static void
a_variable_names_the_local_server(void **state)
{
	struct scene *scene = *state;
	const struct {
		const char *variable, *value, *kind;
	} rows[] = {
		{ "INCUS_SOCKET", scene->socket, "incus" },
		{ "INCUS_DIR", scene->folder, "incus" },
	};

	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(remote) remote = NULL;
		autofree(remote) named = NULL;
		struct err err;

		setenv(rows[i].variable, rows[i].value, 1);
		assert_int_equal(remote_find(NULL, &remote, &err), 0);
		assert_int_equal(remote_find("local", &named, &err), 0);
		unsetenv(rows[i].variable);
		assert_string_equal(remote->name, "local");
		assert_string_equal(remote->socket, scene->socket);
		assert_string_equal(remote->kind, rows[i].kind);
		assert_string_equal(named->socket, scene->socket);
	}
}

static void
the_socket_goes_before_the_folder(void **state)
{
	struct scene *scene = *state;
	autofree(remote) remote = NULL;
	struct err err;

	setenv("INCUS_SOCKET", scene->closed, 1);
	setenv("INCUS_DIR", scene->folder, 1);
	assert_int_equal(remote_find(NULL, &remote, &err), 0);
	assert_string_equal(remote->socket, scene->closed);
	unsetenv("INCUS_SOCKET");
	unsetenv("INCUS_DIR");
}

static void
a_variable_that_leads_nowhere_ends_the_search(void **state)
{
	struct scene *scene = *state;
	struct remote *remote = NULL;
	struct err err = { 0 };

	setenv("INCUS_SOCKET", scene->file, 1);
	setenv("LXD_SOCKET", scene->socket, 1);
	assert_int_equal(remote_find(NULL, &remote, &err), -1);
	assert_int_equal(err.kind, ERR_UNREACHABLE);
	assert_non_null(strstr(err.text, "INCUS_SOCKET"));
	assert_non_null(strstr(err.text, "not a socket"));
	unsetenv("INCUS_SOCKET");
	unsetenv("LXD_SOCKET");
}

static void
the_list_has_the_unusable_with_the_reason(void **state)
{
	struct scene *scene = *state;
	struct remote **list;
	size_t n;

	setenv("INCUS_SOCKET", scene->socket, 1);
	setenv("LXD_SOCKET", scene->file, 1);
	n = remote_list(&list);
	unsetenv("INCUS_SOCKET");
	unsetenv("LXD_SOCKET");
	assert_int_equal(n, 2);
	assert_string_equal(list[0]->name, "local");
	assert_null(list[0]->unusable);
	assert_string_equal(list[1]->name, scene->file);
	assert_string_equal(list[1]->kind, "lxd");
	assert_string_equal(list[1]->unusable, "not a socket");
	for (size_t i = 0; i < n; i++)
		remote_free(list[i]);
	free(list);
}

static void
a_copy_is_as_the_first(void **state)
{
	struct scene *scene = *state;
	autofree(remote) remote = NULL;
	autofree(remote) copy = NULL;
	struct err err;

	assert_int_equal(remote_find(scene->socket, &remote, &err), 0);
	copy = remote_copy(remote);
	assert_string_equal(copy->name, remote->name);
	assert_string_equal(copy->socket, remote->socket);
	assert_null(copy->kind);
	assert_null(copy->unusable);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_is_the_socket_itself),
		cmocka_unit_test(a_relative_path_is_made_absolute),
		cmocka_unit_test(what_is_no_server_is_said_in_words),
		cmocka_unit_test(no_right_names_the_group),
		cmocka_unit_test(what_is_roots_takes_sudo),
		cmocka_unit_test(a_variable_names_the_local_server),
		cmocka_unit_test(the_socket_goes_before_the_folder),
		cmocka_unit_test(a_variable_that_leads_nowhere_ends_the_search),
		cmocka_unit_test(the_list_has_the_unusable_with_the_reason),
		cmocka_unit_test(a_copy_is_as_the_first),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
