#include "record/index.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/xdg.h"
#include "record/compare.h"
#include "record/recording.h"
#include "record/report.h"
#include "record/sums.h"

#define DAY (86400 * NS_PER_S)

static char folder[32], other[32];

static int
make_folders(void **state)
{
	(void)state;
	strcpy(folder, "index_test.XXXXXX");
	strcpy(other, "index_test.XXXXXX");
	return mkdtemp(folder) && mkdtemp(other) ? 0 : -1;
}

static void
remove_all(const char *path)
{
	autofree_mem char *command = xasprintf("rm -rf '%s'", path);

	assert_int_equal(system(command), 0);
}

static int
remove_folders(void **state)
{
	(void)state;
	remove_all(folder);
	remove_all(other);
	return 0;
}

/* A recording of the day; the path is the caller's to free. */
static char *
record(const char *in, unsigned day, const char *run, const char *label, bool ended)
{
	struct event_header header = { .version = RECORDING_VERSION,
				       .run = (char *)run,
				       .label = (char *)label,
				       .started_wall_ns = (20000 + (uint64_t)day) * DAY,
				       .env.host.memory = UNKNOWN };
	struct plan *plan = header.plan = xcalloc(1, sizeof(*plan));
	struct cell cell = { .workload = (char *)"launch", .place = PLACE_CONTAINER };
	struct event end = { .type = EV_END, .end = { .how = END_STOPPED } };
	struct recorder *recorder;
	struct err err;
	char *path;

	plan->count = plan->parallel = plan->rounds = 1;
	for (unsigned i = 0; i < 2; i++) {
		cell.target = plan_add_target(plan, "local", NULL, i ? "dir" : "btrfs", NULL);
		plan_add_cell(plan, &cell);
	}
	cell.workload = (char *)"prime"; /* which no one chose */
	plan_add_cell(plan, &cell);
	if (recorder_create(in, &header, &recorder, &err) || (ended && recorder_add(recorder, &end, &err)))
		fail_msg("%s", err.text);
	path = xstrdup(recorder_path(recorder));
	recorder_free(recorder);
	plan_free(plan);
	return path;
}

static void
record_many(unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		char run[9];

		snprintf(run, sizeof(run), "%08x", i);
		free(record(folder, i, run, NULL, true));
	}
}

static void
write_text(const char *name, const char *text)
{
	autofree_mem char *path = xasprintf("%s/%s", folder, name);
	struct err err;

	assert_int_equal(xdg_write_file(path, text, strlen(text), &err), 0);
}

static char *
index_path(void)
{
	return xasprintf("%s/index", folder);
}

/* ---- a folder ---- */

static void
a_folder_that_is_not_there_has_none(void **state)
{
	struct index_entry *entries;
	size_t n = index_scan("index_test.nowhere", &entries);

	(void)state;
	assert_int_equal(n, 0);
	index_free(entries, n);
}

static void
the_newest_comes_first_with_what_it_is(void **state)
{
	autofree_mem char *old = record(folder, 1, "aaaaaaaa", "before", true);
	autofree_mem char *new = record(folder, 2, "bbbbbbbb", NULL, false);
	struct index_entry *entries;
	struct stat st;
	size_t n;

	(void)state;
	write_text("notes.txt", "not a recording\n");
	n = index_scan(folder, &entries);
	assert_int_equal(n, 2);
	assert_string_equal(entries[0].path, new);
	assert_string_equal(entries[0].run, "bbbbbbbb");
	assert_null(entries[0].label);
	assert_false(entries[0].ended);
	assert_string_equal(entries[1].path, old);
	assert_string_equal(entries[1].label, "before");
	assert_string_equal(entries[1].pools, "btrfs dir");
	assert_string_equal(entries[1].workloads, "launch");
	assert_true(entries[1].ended);
	assert_int_equal(entries[1].end, END_STOPPED);
	assert_int_equal(stat(old, &st), 0);
	assert_int_equal(entries[1].size, st.st_size);
	index_free(entries, n);
}

/* Whatever has a recording's name is listed, with why it cannot be read; none of it stops the others. */
static void
what_cannot_be_read_says_why(void **state)
{
	static const struct {
		const char *name, *text, *says;
	} rows[] = {
		{ "a.jsonl", "", "it is empty" },
		{ "b.jsonl", "{\"ev\":\"header\"", "not one whole line" },
		{ "c.jsonl", "when,what\n", "c.jsonl:1: no JSON" },
		{ "d.jsonl", "{\"ev\":\"header\",\"t\":0,\"version\":99}\n", "written by a newer poolscope" },
		{ "e.jsonl", "{\"ev\":\"end\",\"t\":0,\"how\":\"done\"}\n", "not with a header" },
		{ "f.jsonl", NULL, "not a regular file" },	/* a folder */
		{ "g.jsonl", NULL, "not a regular file" },	/* a FIFO */
	};
	autofree_mem char *good = record(folder, 1, "aaaaaaaa", NULL, true);
	autofree_mem char *as_folder = xasprintf("%s/f.jsonl", folder);
	autofree_mem char *as_fifo = xasprintf("%s/g.jsonl", folder);
	struct index_entry *entries;
	size_t n;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (rows[i].text)
			write_text(rows[i].name, rows[i].text);
	assert_int_equal(mkdir(as_folder, 0700), 0);
	assert_int_equal(mkfifo(as_fifo, 0600), 0);
	n = index_scan(folder, &entries);
	assert_int_equal(n, COUNTOF(rows) + 1);
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct index_entry *entry = &entries[COUNTOF(rows) - 1 - i];

		if (!entry->damage || !strstr(entry->damage, rows[i].says))
			fail_msg("%s: %s", rows[i].name, entry->damage ? entry->damage : "is read");
	}
	assert_null(entries[COUNTOF(rows)].damage);
	assert_string_equal(entries[COUNTOF(rows)].path, good);
	index_free(entries, n);
}

/* ---- the index file ---- */

static void
assert_listed(size_t want)
{
	struct index_entry *entries;
	size_t n = index_scan(folder, &entries);

	assert_int_equal(n, want);
	for (size_t i = 0; i < n; i++) {
		char run[9];

		snprintf(run, sizeof(run), "%08x", (unsigned)(n - 1 - i));
		assert_null(entries[i].damage);
		assert_string_equal(entries[i].run, run);
		assert_string_equal(entries[i].pools, "btrfs dir");
		assert_true(entries[i].ended);
		if (i > 0)
			assert_true(entries[i].started_wall_ns < entries[i - 1].started_wall_ns);
	}
	index_free(entries, n);
}

static void
few_need_no_index(void **state)
{
	autofree_mem char *path = index_path();

	(void)state;
	record_many(5);
	assert_listed(5);
	assert_int_equal(access(path, F_OK), -1);
}

/* The index is what is believed: a recording's own lines are exchanged below it, its size and time kept. */
static void
many_are_listed_from_the_index(void **state)
{
	autofree_mem char *path = index_path();
	struct timespec times[2] = { { 0, UTIME_OMIT } };
	struct index_entry *entries;
	struct stat st;
	size_t n;
	int fd;

	(void)state;
	record_many(30);
	assert_listed(30);
	assert_int_equal(access(path, F_OK), 0);
	n = index_scan(folder, &entries);
	assert_int_equal(stat(entries[3].path, &st), 0);
	fd = open(entries[3].path, O_WRONLY | O_CLOEXEC);
	assert_int_equal(write(fd, "garbage", 7), 7);
	close(fd);
	times[1] = st.st_mtim;
	assert_int_equal(utimensat(AT_FDCWD, entries[3].path, times, 0), 0);
	index_free(entries, n);
	assert_listed(30);
}

static void
damage_index(char *bytes, size_t *len, int how)
{
	switch (how) {
	case 0: *len = 0; break;
	case 1: *len /= 2; break;
	case 2: bytes[*len / 2] ^= 1; break;
	case 3: bytes[8]++; break;	/* another version */
	case 4: memset(bytes, 0xff, *len); break;
	}
}

static void
an_index_that_is_wrong_is_made_again(void **state)
{
	autofree_mem char *path = index_path();
	struct err err;

	(void)state;
	record_many(25);
	assert_listed(25);
	for (int how = 0; how < 5; how++) {
		char *bytes, *again;
		size_t len, whole;

		assert_int_equal(xdg_read_file(path, 1 << 20, &bytes, &len, &err), 0);
		whole = len;
		damage_index(bytes, &len, how);
		assert_int_equal(xdg_write_file(path, bytes, len, &err), 0);
		free(bytes);
		assert_listed(25);
		assert_int_equal(xdg_read_file(path, 1 << 20, &again, &len, &err), 0);
		assert_int_equal(len, whole);
		free(again);
	}
}

static void
it_follows_what_comes_and_goes(void **state)
{
	autofree_mem char *added = NULL;
	struct index_entry *entries;
	struct err err;
	size_t n;

	(void)state;
	record_many(25);
	assert_listed(25);
	added = record(folder, 100, "00000019", NULL, true);
	assert_listed(26);
	assert_int_equal(index_delete(added, &err), 0);
	assert_listed(25);
	/* One that changes: it ends. */
	free(steal(added));
	added = record(folder, 100, "00000019", NULL, false);
	n = index_scan(folder, &entries);
	assert_false(entries[0].ended);
	index_free(entries, n);
	{
		struct recorder *recorder;
		struct event end = { .type = EV_END };

		assert_int_equal(recorder_append(added, &recorder, &err), 0);
		assert_int_equal(recorder_add(recorder, &end, &err), 0);
		recorder_free(recorder);
	}
	n = index_scan(folder, &entries);
	assert_true(entries[0].ended);
	assert_int_equal(entries[0].end, END_DONE);
	index_free(entries, n);
}

/* A folder may be moved, also to where its index says something else is. */
static void
paths_are_those_of_the_folder_as_it_is(void **state)
{
	autofree_mem char *moved = xasprintf("%s/moved", other);
	struct index_entry *entries;
	size_t n;

	(void)state;
	record_many(25);
	assert_listed(25);
	assert_int_equal(rename(folder, moved), 0);
	n = index_scan(moved, &entries);
	assert_int_equal(n, 25);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(access(entries[i].path, F_OK), 0);
	index_free(entries, n);
}

static void
deleting_takes_the_sums_along(void **state)
{
	autofree_mem char *path = record(folder, 1, "aaaaaaaa", NULL, true);
	autofree_mem char *sums = sums_path(path);
	struct model *model;
	struct err err;

	(void)state;
	model = model_load(path, &err);
	assert_int_equal(sums_write(path, model, &err), 0);
	model_free(model);
	assert_int_equal(index_delete(path, &err), 0);
	assert_int_equal(access(sums, F_OK), -1);
	assert_int_equal(index_delete(path, &err), -1);
}

/* ---- one by its name ---- */

static void
of_many_with_one_name_some_are_told(void **state)
{
	const char *const folders[] = { folder, NULL };
	char *path;
	struct err err;

	(void)state;
	for (unsigned i = 1; i <= 8; i++) {
		autofree_mem char *run = xasprintf("abcd000%u", i);
		autofree_mem char *file = record(folder, i, run, "nightly", true);

		assert_non_null(file);
	}
	assert_int_equal(index_find(folders, "nightly", &path, &err), -1);
	assert_string_equal(err.text, "nightly: could be any of abcd0008 abcd0007 abcd0006 "
				      "abcd0005 abcd0004 and 3 more");
}

static void
runs_are_found_by_what_they_are_called(void **state)
{
	autofree_mem char *first = record(folder, 1, "aaaa0001", "before", true);
	autofree_mem char *second = record(folder, 2, "aaaa0002", "after", true);
	autofree_mem char *third = record(folder, 3, "bbbb0003", "after", true);
	autofree_mem char *own = record(folder, 4, "cccc0004", "forum", true);
	autofree_mem char *hidden = record(other, 5, "dddd0005", "forum", true);
	autofree_mem char *shipped = record(other, 6, "dddd0006", "shiftfs", true);
	const struct {
		const char *run, *path, *says;
	} rows[] = {
		{ "last", own, NULL },
		{ "last~0", own, NULL },
		{ "last~3", first, NULL },
		{ "last~4", NULL, "not that many runs" },
		{ "last~", NULL, "no such run" },
		{ "last~x", NULL, "no such run" },
		{ "aaaa0002", second, NULL },
		{ "bbbb", third, NULL },
		{ "bbb", NULL, "bbb: no such run" },	/* too short to be meant */
		{ "aaaa", NULL, "could be any of aaaa0002 aaaa0001" },
		{ "before", first, NULL },
		{ "after", NULL, "could be any of bbbb0003 aaaa0002" },
		{ "forum", own, NULL },			/* the first folder counts */
		{ "shiftfs", shipped, NULL },
		{ "dddd0005", hidden, NULL },
		{ "dddd", NULL, "could be any of dddd0006 dddd0005" },
		{ "", NULL, "no such run" },
		{ hidden, hidden, NULL },
		{ "./nowhere", "./nowhere", NULL },	/* a path: whoever opens it says */
	};
	const char *const folders[] = { folder, other, NULL };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *path = NULL;
		struct err err = { 0 };
		int found = index_find(folders, rows[i].run, &path, &err);

		if (rows[i].path && (found || strcmp(path, rows[i].path) != 0))
			fail_msg("%s: %s", rows[i].run, found ? err.text : path);
		if (rows[i].says && (!found || !strstr(err.text, rows[i].says)))
			fail_msg("%s: %s", rows[i].run, found ? err.text : path);
		if (rows[i].says)
			assert_int_equal(err.kind, ERR_USAGE);
	}
}

/* ---- a label that was given after the run ---- */

static void
expect_label(struct model *model, const char *want)
{
	assert_non_null(model);
	if (want)
		assert_string_equal(model->header->label, want);
	else
		assert_null(model->header->label);
	model_free(model);
}

static void
a_label_given_later_is_the_models(void **state)
{
	static const struct { const char *given, *want; } rows[] = {
		{ "after", "after" },
		{ "", NULL },	/* taken away */
	};
	autofree_mem char *path = record(folder, 1, "aaaaaaaa", "before", true);
	struct err err;

	(void)state;
	expect_label(model_load(path, &err), "before");
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(model) model = model_load(path, &err);

		assert_int_equal(sums_write(path, model, &err), 0);
		assert_int_equal(index_label(path, rows[i].given, &err), 0);
		expect_label(model_load(path, &err), rows[i].want);
		expect_label(sums_read(path), rows[i].want);
		expect_label(sums_open(path, &err), rows[i].want);
	}
}

static void
every_report_says_the_label_given_later(void **state)
{
	autofree_mem char *path = record(folder, 1, "aaaaaaaa", "first name", true);
	struct err err;

	(void)state;
	assert_int_equal(index_label(path, "second name", &err), 0);
	for (size_t i = 0; i < n_report_formats; i++)
		for (int redact = 0; redact < 2; redact++) {
			const struct report_format *format = &report_formats[i];
			/* The rows of these are ops and steps, and there are none. */
			bool has_label = strcmp(format->name, "samples") != 0 &&
					 strcmp(format->name, "jmeter") != 0;
			autobuf out = { 0 };

			assert_int_equal(report_recording(path, format, redact, &out, &err), 0);
			assert_null(strstr(buf_text(&out), "first name"));
			if (has_label && !strstr(buf_text(&out), "second name"))
				fail_msg("%s: %s", format->name, buf_text(&out));
		}
}

static void
a_comparison_names_runs_by_labels_given_later(void **state)
{
	autofree_mem char *a = record(folder, 1, "aaaaaaaa", "same", true);
	autofree_mem char *b = record(folder, 2, "bbbbbbbb", "same", true);
	struct err err;
	struct model *models[2];
	autofree(compare) compare = NULL;

	(void)state;
	assert_int_equal(index_label(b, "other", &err), 0);
	models[0] = sums_open(a, &err);
	models[1] = sums_open(b, &err);
	compare = compare_new((const struct model *const *)models, 2);
	assert_string_equal(compare->names[0], "same");
	assert_string_equal(compare->names[1], "other");
	model_free(models[0]);
	model_free(models[1]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folders, remove_folders)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_folder_that_is_not_there_has_none),
		TEST(the_newest_comes_first_with_what_it_is),
		TEST(what_cannot_be_read_says_why),
		TEST(few_need_no_index),
		TEST(many_are_listed_from_the_index),
		TEST(an_index_that_is_wrong_is_made_again),
		TEST(it_follows_what_comes_and_goes),
		TEST(paths_are_those_of_the_folder_as_it_is),
		TEST(deleting_takes_the_sums_along),
		TEST(runs_are_found_by_what_they_are_called),
		TEST(of_many_with_one_name_some_are_told),
		TEST(a_label_given_later_is_the_models),
		TEST(every_report_says_the_label_given_later),
		TEST(a_comparison_names_runs_by_labels_given_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
