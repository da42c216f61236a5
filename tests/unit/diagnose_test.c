#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/mem.h"
#include "server/diagnose.h"

struct row {
	const char *text;
	const char *doing;
	const char *want;	/* name; NULL: no row fits */
};

/* clang-format off */
static const struct row known_texts[] = {
	{ "utils.c:lxc_setup_keyring: 1 - Disk quota exceeded - Failed to create kernel keyring", "launch", "kernel key quota" },
	{ "mkdir_p: No space left on device - failed to create directory '/sys/fs/cgroup/memory//lxc/c1'", "launch", "cgroup limit" },
	{ "Failed to allocate directory watch: Too many open files", "launch", "inotify limit" },
	{ "inotify_init1: too many open files", "", "inotify limit" },
	{ "unsquashfs: FATAL ERROR:write_file: failed to create file x, because Too many open files", "launch", "daemon's open files" },
	{ "Unpack failed: too many open files", "launch", "daemon's open files" },
	{ "accept4: Too many open files", "launch", "inotify or open files" },
	{ "error loading seccomp filter: errno 524", "launch", "eBPF JIT limit" },
	{ "fork: retry: Resource temporarily unavailable", "launch", "task limit" },
	{ "Failed adding port: exchange full", "launch", "bridge full" },
	{ "neighbour: ndisc_cache: neighbor table overflow!", "launch", "neighbour table full" },
	{ "Failed to launch container 'benchmark-0991': Failed to set LXC config: lxc.include=/usr/share/x", "launch", "neighbour table full" },
	{ "Failed to launch container 'benchmark-0017': Failed to set LXC config: lxc.include=/usr/share/x", "launch", NULL },
	{ "error: Not enough uid/gid available for the container.", "launch", "id map range" },
	{ "newuidmap failed to write mapping \"newuidmap: write to uid_map failed: Invalid argument\"", "launch", "id map range" },
	{ "Failed to set up id mapping", "launch", "id map range" },
	{ "Failed creating instance record: Failed to add device \"eth0\": Failed setting up OVN port: database connection failed ()", "launch", "network, not storage" },
	{ "Network \"incusbr0\" unavailable", "launch", "network, not storage" },
	{ "write /srv/x: disk quota exceeded", "launch", "quota" },
	{ "Backup create: Failed to copy file content: io: read/write on closed pipe", "export", "server's backup space" },
	{ "zfs send: signal received", "export", "server's backup space" },
	{ "io: read/write on closed pipe", "launch", NULL },
	{ "write /var/lib/incus/storage-pools/bt/c1/backup.yaml: no space left on device", "launch", "no space left on the pool" },
	{ "Error transferring instance data: Failed to run: tar -xf - --numeric-owner -C /x/storage-pools/tiny/containers/c2: exit status 2 (tar: rootfs/usr/bin/a: Cannot write: No space left on device tar: Exiting with failure status due to previous errors)", "import", "no space left on the pool" },
	{ "write /tmp/x: no space left on device", "launch", "no space" },
	{ "Unable to unpack image, run out of disk space.", "launch", "no space" },
	{ "Cannot use thin pool with transaction id 4; Expected transaction id 0", "launch", "thin metadata damaged" },
	{ "Check of pool vg/thinpool failed (status:64). Manual repair required!", "launch", "thin metadata damaged" },
	{ "pool has been suspended", "launch", "pool suspended" },
	{ "read /x: Input/output error", "launch", "pool suspended" },
	{ "Failed to begin transaction: database is locked", "launch", "server's database busy" },
	{ "Instance \"c1\" already exists", "launch", "name is taken" },
	{ "UNIQUE constraint failed: instances.project_id, instances.name", "launch", "name is taken" },
	{ "Instance is busy running a \"stop\" operation", "delete", "another operation runs" },
	{ "cannot destroy 'z/c1': dataset is busy", "delete", "held by a mount" },
	{ "unlinkat: Device or resource busy", "delete", "held by a mount" },
	{ "LV in use", "delete", "held by a mount" },
	{ "unlinkat: Device or resource busy", "launch", NULL },
	{ "Instance is running", "delete", "still running" },
	{ "Instance is running", "launch", NULL },
	{ "Image is missing a rootfs: x", "launch", "image vanished" },
	{ "open /var/lib/incus/images/0123: no such file or directory", "launch", "image vanished" },
	{ "Snapshot \"s0\" cannot be restored due to subsequent snapshot(s). Set zfs.remove_snapshots to override", "restore", "driver restores the latest only" },
	{ "ZFS only supports restoring state to the latest snapshot.", "restore", "driver restores the latest only" },
	{ "Reached maximum number of instances of type \"container\" in project \"p1\"", "launch", "project limit" },
	{ "Storage pool \"p\" unavailable on this server", "launch", "pool not usable" },
	{ "Specified pool is not fully created", "launch", "pool not usable" },
	{ "Unknown driver", "", "pool not usable" },
	{ "Operation not found", "launch", "outcome unknown" },
	{ "/run/incus/unix.socket: the connection was cut in the middle of an answer", "launch", "outcome unknown" },
	{ "Daemon is starting up", "launch", "server is down" },
	{ "Incus is shutting down", "launch", "server is down" },
	{ "connect: Connection refused", "launch", "server is down" },
	{ "nobody answers on the socket /run/incus/unix.socket: the server is not running", "launch", "server is down" },
	{ "there is no socket /run/incus/unix.socket: the server is not installed or not running", "launch", "server is down" },
	{ "the socket /run/incus/unix.socket is for the group incus-admin: join it", "", "no right" },
	{ "not authorized", "launch", "no right" },
	{ "Forbidden", "launch", "no right" },
	{ "connect to the socket /run/incus/unix.socket: Permission denied", "", "no right" },
	{ "Failed to run: incusd forkstart c1 /var/lib/incus/containers /run/incus/c1/lxc.conf: \n", "launch", "reason is in the instance's log" },
	{ "Failed to run: incusd forkstart c1 lxc.conf: exit status 1", "launch", NULL },
	{ "Storage pool not found", "launch", NULL },
	{ "", "", NULL },
};
/* clang-format on */

static const char *
name_of(const struct diagnosis *diagnosis)
{
	return diagnosis ? diagnosis->name : "(none)";
}

static void
a_text_gets_the_cause_of_the_first_row_that_fits(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTOF(known_texts); i++) {
		const struct row *row = &known_texts[i];
		const struct diagnosis *found = diagnose(row->text, row->doing);

		if (strcmp(name_of(found), row->want ? row->want : "(none)") != 0)
			fail_msg("\"%s\" gives %s", row->text, name_of(found));
	}
}

static void
every_cause_has_an_advice_and_case_does_not_matter(void **state)
{
	char upper[256];

	(void)state;
	for (size_t i = 0; i < COUNTOF(known_texts); i++) {
		const struct row *row = &known_texts[i];
		const struct diagnosis *found;

		for (size_t k = 0; k <= strlen(row->text); k++) {
			char c = row->text[k];

			upper[k] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
		}
		found = diagnose(upper, row->doing);
		assert_string_equal(name_of(found), row->want ? row->want : "(none)");
		if (found)
			assert_true(strlen(found->advice) > 0);
	}
}

static void
free_space_shown_changes_what_no_space_means(void **state)
{
	static const char full[] = "write /x/backup.yaml: No space left on device";

	(void)state;
	assert_string_equal(diagnose_with_space(full, "launch")->name, "no space, yet free space shown");
	assert_string_equal(diagnose(full, "launch")->name, "no space");
	/* Only that: other causes stay as they are. */
	assert_string_equal(diagnose_with_space("database is locked", "launch")->name,
			    "server's database busy");
	assert_string_equal(
		diagnose_with_space("No space left: /sys/fs/cgroup/x", "launch")->name, "cgroup limit");
}

static void
what_follows_from_a_cause(void **state)
{
	static const struct {
		const char *text, *doing;
		bool refusal, fatal, transient;
	} rows[] = {
		{ "No space left on device", "launch", false, true, false },
		{ "dataset is busy", "delete", false, false, true },
		{ "newer: subsequent snapshot(s)", "restore", true, false, false },
		{ "already exists", "launch", false, false, false },
		{ "Daemon is starting up", "launch", false, false, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct diagnosis *found = diagnose(rows[i].text, rows[i].doing);

		assert_non_null(found);
		assert_int_equal(found->refusal, rows[i].refusal);
		assert_int_equal(found->fatal, rows[i].fatal);
		assert_int_equal(found->transient, rows[i].transient);
	}
}

/* A glance must be enough to see what it is about; what is short is its own cause. */
static void
a_long_text_begins_with_its_cause(void **state)
{
	static const char tail[] =
		"Failed to run: tar -xf - --numeric-owner --xattrs-include=* -C /x/storage-pools/tiny/containers/c1: "
		"exit status 2 (tar: rootfs/usr/bin/a: Cannot write: No space left on device tar: Exiting)";
	autofree_mem char *told = diagnosis_tell(diagnose(tail, "import"), tail);
	autofree_mem char *unknown = diagnosis_tell(NULL, tail);
	autofree_mem char *brief =
		diagnosis_tell(diagnose("no space left", "import"), "no space left");

	(void)state;
	assert_int_equal(strncmp(told, "no space left on the pool: Failed to run: tar", 45), 0);
	assert_non_null(strstr(told, tail));
	assert_string_equal(unknown, tail);
	assert_string_equal(brief, "no space left");
	assert_null(diagnosis_tell(NULL, NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_text_begins_with_its_cause),
		cmocka_unit_test(a_text_gets_the_cause_of_the_first_row_that_fits),
		cmocka_unit_test(every_cause_has_an_advice_and_case_does_not_matter),
		cmocka_unit_test(free_space_shown_changes_what_no_space_means),
		cmocka_unit_test(what_follows_from_a_cause),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
