#include <stdlib.h>
#include <string.h>

#include "record/naming.h"
#include "story.h"

static const char *const two[] = { "btrfs", "lvm", NULL };

static void
replace(char **text, const char *by)
{
	free(*text);
	*text = xstrdup(by);
}

static void
a_server_is_called_by_the_folder_of_its_socket(void **state)
{
	static const struct {
		const char *server, *name;
	} rows[] = {
		{ "local", "local" },
		{ "/var/lib/poolscope/sandbox/eng/unix.socket", "eng" },
		{ "/run/incus/unix.socket", "incus" },
		{ "/socket", "/socket" },
		{ "https://host:8443", "https://host:8443" },
	};
	char name[64];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_string_equal(naming_server(rows[i].server, name, sizeof(name)),
				    rows[i].name);
}

static void
a_target_has_its_server_where_there_are_several(void **state)
{
	autofree(plan) plan = story_plan(two, 1, 0, 1);
	char name[64];

	(void)state;
	assert_string_equal(naming_target(plan, 0, name, sizeof(name)), "btrfs");
	replace(&plan->targets[0].server, "/a/lab/unix.socket");
	replace(&plan->targets[1].member, "node2");
	assert_string_equal(naming_target(plan, 0, name, sizeof(name)), "lab:btrfs");
	assert_string_equal(naming_target(plan, 1, name, sizeof(name)), "local:lvm@node2");
	/* Of two folders of one name the paths are told. */
	replace(&plan->targets[1].server, "/b/lab/unix.socket");
	assert_string_equal(naming_target(plan, 0, name, sizeof(name)), "/a/lab/unix.socket:btrfs");
}

/* Where all cells are in containers of one image, neither is told. */
static void
a_cell_is_told_from_the_others_and_no_more(void **state)
{
	static const struct {
		const char *image, *variant; /* of the second pool's launch */
		enum place place;
		const char *name, *step, *first;
	} rows[] = {
		{ "busybox", NULL, PLACE_CONTAINER, "lvm", "launch on lvm", "btrfs" },
		{ "busybox", "older", PLACE_CONTAINER, "lvm older", "launch:older on lvm",
		  "btrfs" },
		{ "files", NULL, PLACE_CONTAINER, "lvm files", "launch on lvm files",
		  "btrfs busybox" },
		{ "busybox", NULL, PLACE_VM, "lvm vm", "launch on lvm vm", "btrfs container" },
		{ "files", NULL, PLACE_VM, "lvm files", "launch on lvm files", "btrfs busybox" },
		{ NULL, NULL, PLACE_VM, "lvm vm", "launch on lvm vm", "btrfs busybox" },
		{ NULL, NULL, PLACE_HOST, "lvm", "launch on lvm", "btrfs" },
	};
	char name[64];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(plan) plan = story_plan(two, 1, 0, 1);

		for (size_t k = STORY_PRIME(1); k <= STORY_DELETE(1); k++) {
			replace(&plan->cells[k].image, rows[i].image);
			plan->cells[k].variant = xstrdup(rows[i].variant);
			plan->cells[k].place = rows[i].place;
		}
		assert_string_equal(naming_cell(plan, STORY_LAUNCH(1), name, sizeof(name)),
				    rows[i].name);
		assert_string_equal(naming_step(plan, STORY_LAUNCH(1), name, sizeof(name)),
				    rows[i].step);
		assert_string_equal(naming_where(plan, STORY_LAUNCH(0), name, sizeof(name)),
				    rows[i].first);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_server_is_called_by_the_folder_of_its_socket),
		cmocka_unit_test(a_target_has_its_server_where_there_are_several),
		cmocka_unit_test(a_cell_is_told_from_the_others_and_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
