#include "record/model.h"
#include "record/recording.h"
#include "base/xdg.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#define HEADER                                                                                     \
	"{\"ev\":\"header\",\"t\":0,\"version\":1,\"kind\":\"measured\",\"run\":\"7f3a91c2\",\"started\":1,\"env\":{}," \
	"\"plan\":{\"targets\":[],\"cells\":[],\"chains\":[],\"count\":10,\"parallel\":4,\"rounds\":5,"   \
	"\"warmup\":1,\"order\":\"given\",\"seed\":\"0123456789abcdef\"}}\n"
#define PAUSE "{\"ev\":\"pause\",\"t\":1}\n"
#define RESUME "{\"ev\":\"resume\",\"t\":2}\n"
/* A literal with its length, for texts that hold a NUL. */
#define TEXT(literal) (literal), sizeof(literal) - 1

static char folder[64];
static char path[128];

static int
make_folder(void **state)
{
	const char *base = getenv("TMPDIR");

	(void)state;
	snprintf(folder, sizeof(folder), "%.40s/poolscope.XXXXXX", base ? base : "/tmp");
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/a.jsonl", folder);
	return 0;
}

static int
remove_folder(void **state)
{
	autofree_mem char *command = xasprintf("rm -rf '%s'", folder);

	(void)state;
	return system(command);
}

static void
put_file(const char *bytes, size_t len)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static char *
get_file(const char *from, size_t *len)
{
	char *bytes;
	struct err err;

	if (xdg_read_file(from, 1 << 24, &bytes, len, &err) < 0)
		fail_msg("%s", err.text);
	return bytes;
}

/* The initials of the events that are read, '!' for an error at the end: "hpr", "hp!". */
static void
read_all(struct recording *rec, char *out, size_t room, struct err *err)
{
	struct event event;
	size_t n = 0;
	int got;

	while ((got = recording_next(rec, &event, err)) == 1) {
		assert_true(n + 2 < room);
		out[n++] = event_type_name(event.type)[0];
		event_wipe(&event);
	}
	if (got < 0)
		out[n++] = '!';
	out[n] = '\0';
}

static void
reads_lines_as_documented(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *want, *says;
	} rows[] = {
		{ TEXT(HEADER), "h", "" },
		{ TEXT(HEADER PAUSE RESUME), "hpr", "" },
		{ TEXT(HEADER PAUSE "{\"ev\":\"resume\",\"t\":2}"), "hp", "" },	/* torn, though whole */
		{ TEXT(HEADER PAUSE "{\"ev\":\"resu"), "hp", "" },
		{ TEXT(HEADER PAUSE "\0\0\0\0"), "hp", "" },		/* after a power cut */
		{ TEXT("\xef\xbb\xbf" HEADER PAUSE), "hp", "" },
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":1}\r\n" RESUME), "hpr", "" },
		{ TEXT("\n" HEADER "\r\n \t\n" PAUSE "\n\n"), "hp", "" },
		{ TEXT(HEADER "{\"ev\":\"weather\"}\n" PAUSE "{\"ev\":\"moon\",\"t\":7}\n"), "hpn", "" },
		{ TEXT(HEADER PAUSE "{\"ev\":\"resu\n" PAUSE), "hp!", ":3: no JSON" },
		{ TEXT(HEADER "{\"ev\":\"pause\"}\n"), "h!", ":2: pause: \"t\" is missing" },
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":NaN}\n"), "h!", ":2: pause: \"t\" is a number, not a whole number" },
		{ TEXT(HEADER PAUSE "{\"ev\":\"tick\",\"t\":2,\"user\":NaN}\n"), "hp!", ":3: tick: \"user\" is nan" },
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":-1}\n"), "h!", ":2: pause: \"t\" is -1" },
		{ TEXT(HEADER "{\"ev\":\"tick\",\"t\":2,\"user\":-3}\n"), "h!", ":2: tick: \"user\" is -3" },
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":\"1\"}\n"), "h!", ":2: pause: \"t\" is a text" },
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":18446744073709551615}\n"), "h!", ":2: pause: \"t\" is 18446744073709551615" },
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":9,\"t\":1}\n"), "hp", "" },	/* the last one counts */
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":1};{\"ev\":\"resume\",\"t\":2}\n"), "h!", ":2: no JSON" },
		{ TEXT(HEADER "[\"pause\",1]\n"), "h!", ":2: no object" },
		{ TEXT(HEADER PAUSE "\n" HEADER), "hp!", ":4: a second header" },
		{ TEXT(HEADER "{\"ev\":\"pause\",\"t\":1}\0\n"), "h!", ":2: no JSON: a NUL at byte 20" },
		{ TEXT(HEADER "\0\n" PAUSE), "h!", ":2: no JSON: a NUL at byte 0" },
		{ TEXT(HEADER "\xef\xbb\xbf" PAUSE), "h!", ":2: no JSON" },
		{ TEXT(HEADER "{\"ev\":\"note\",\"t\":1,\"level\":\"info\",\"text\":\"\xff\"}\n"), "h!", ":2: no JSON" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(recording) rec = NULL;
		struct err err = { 0 };
		char got[16];

		put_file(rows[i].bytes, rows[i].len);
		assert_int_equal(recording_open(path, &rec, &err), 0);
		read_all(rec, got, sizeof(got), &err);
		assert_string_equal(got, rows[i].want);
		if (!strstr(err.text, rows[i].says) || (*rows[i].says && !strstr(err.text, path)))
			fail_msg("%s, not %s", err.text, rows[i].says);
	}
}

static void
refuses_what_is_no_recording(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *says;
	} rows[] = {
		{ TEXT(""), "has no header: it is empty" },
		{ TEXT("\n\n"), "has no header: it is empty" },
		{ TEXT("\xef\xbb\xbf"), "has no header" },
		{ TEXT("{\"ev\":\"header\",\"t\":0,"), "has no header: not one whole line" },
		{ TEXT("#!/bin/sh\n"), ":1: no JSON" },
		{ TEXT("{\"a\":1}\n"), ":1: \"ev\" is missing" },
		{ TEXT(PAUSE HEADER), ":1: begins with \"pause\" and not with a header" },
		{ TEXT("{\"ev\":\"header\",\"t\":0,\"version\":2,\"shape\":\"new\"}\n"),
		  ":1: header: recording format 2, written by a newer poolscope; this one reads up to format 1" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct recording *rec = (struct recording *)path;
		struct err err = { 0 };

		put_file(rows[i].bytes, rows[i].len);
		assert_int_equal(recording_open(path, &rec, &err), -1);
		assert_ptr_equal(rec, path);	/* untouched */
		if (!strstr(err.text, rows[i].says) || !strstr(err.text, path))
			fail_msg("%s, not %s", err.text, rows[i].says);
	}
}

static void
assert_not_opened(const char *what, const char *says)
{
	struct recording *rec = NULL;
	struct recorder *recorder = NULL;
	struct err err = { 0 };

	assert_int_equal(recording_open(what, &rec, &err), -1);
	assert_non_null(strstr(err.text, says));
	err.text[0] = '\0';
	assert_int_equal(recorder_append(what, &recorder, &err), -1);
	assert_non_null(strstr(err.text, says));
}

static void
only_a_regular_file_is_opened(void **state)
{
	(void)state;
	assert_not_opened(folder, "is not a regular file");
	assert_not_opened("/dev/null", "is not a regular file");
	assert_not_opened("/dev/full", "is not a regular file");
	assert_not_opened(path, "No such file or directory");
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_not_opened(path, "is not a regular file");	/* and does not wait for a writer */
}

static void
long_lines_are_read_up_to_the_limit(void **state)
{
	static const struct {
		size_t len;	/* of the second line, without its newline */
		const char *want;
	} rows[] = {
		{ RECORDING_LINE_MAX, "hnp" },
		{ RECORDING_LINE_MAX + 1, "h!" },
		{ RECORDING_LINE_MAX * 2, "h!" },
	};
	static const char start[] = "{\"ev\":\"note\",\"t\":1,\"level\":\"info\",\"text\":\"";

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		size_t filler = rows[i].len - strlen(start) - strlen("\"}");
		autofree(recording) rec = NULL;
		struct err err = { 0 };
		autobuf text = { 0 };
		char got[16];

		buf_printf(&text, "%s%s%0*d\"}\n%s", HEADER, start, (int)filler, 0, PAUSE);
		put_file(text.data, text.len);
		assert_int_equal(recording_open(path, &rec, &err), 0);
		read_all(rec, got, sizeof(got), &err);
		assert_string_equal(got, rows[i].want);
		if (strchr(got, '!'))
			assert_non_null(strstr(err.text, ":2: a line longer than 16 MiB"));
	}
}

static void
unknown_kinds_are_told_at_the_end(void **state)
{
	autofree(model) model = NULL;
	struct err err = { 0 };

	(void)state;
	put_file(TEXT(HEADER "{\"ev\":\"a\"}\n" PAUSE "{\"ev\":\"b\"}\n{\"ev\":\"c\"}\n"));
	model = model_load(path, &err);
	assert_non_null(model);
	assert_int_equal(model->warnings, 1);
	assert_int_equal(model->now, 1);
	assert_non_null(strstr(model_log_line(model, model->log_count - 1)->text, "3 events of a kind that"));
}

static void
header_is_there_before_and_after_reading(void **state)
{
	autofree(recording) rec = NULL;
	struct err err = { 0 };
	char got[16];

	(void)state;
	put_file(TEXT(HEADER PAUSE));
	assert_int_equal(recording_open(path, &rec, &err), 0);
	assert_string_equal(recording_header(rec)->run, "7f3a91c2");
	read_all(rec, got, sizeof(got), &err);
	assert_string_equal(got, "hp");
	assert_string_equal(recording_header(rec)->run, "7f3a91c2");
	assert_int_equal(recording_header(rec)->plan->count, 10);
}

/* 2026-11-30T11:23:41.5Z */
#define STARTED (UINT64_C(1796037821) * 1000000000 + 500000000)

static struct plan plan = { .count = 10, .parallel = 4, .rounds = 5, .warmup = 1 };
static struct event_header header = {
	.version = 1, .run = "7f3a91c2", .started_wall_ns = STARTED, .plan = &plan,
};

static struct recorder *
create(const char *where)
{
	struct recorder *recorder = NULL;
	struct err err = { 0 };

	if (recorder_create(where, &header, &recorder, &err))
		fail_msg("%s", err.text);
	return recorder;
}

static void
add(struct recorder *recorder, enum event_type type)
{
	struct event event = { .type = type, .t = 1 };
	struct err err = { 0 };

	assert_int_equal(recorder_add(recorder, &event, &err), 0);
}

static void
assert_reads(const char *file, const char *want)
{
	autofree(recording) rec = NULL;
	struct err err = { 0 };
	char got[64];

	if (recording_open(file, &rec, &err))
		fail_msg("%s", err.text);
	read_all(rec, got, sizeof(got), &err);
	assert_string_equal(got, want);
}

static void
file_is_named_after_start_and_run(void **state)
{
	autofree_mem char *deep = xasprintf("%s/not/yet/there", folder);
	autofree_mem char *want = xasprintf("%s/20261130T112341Z-7f3a91c2.jsonl", deep);
	autofree(recorder) recorder = create(deep);
	struct stat st;

	(void)state;
	assert_string_equal(recorder_path(recorder), want);
	assert_int_equal(stat(want, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(stat(deep, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	assert_reads(want, "h");
}

static void
never_replaces_a_recording(void **state)
{
	autofree(recorder) first = create(folder);
	struct recorder *second = NULL;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(recorder_create(folder, &header, &second, &err), -1);
	assert_non_null(strstr(err.text, "File exists"));
	assert_null(second);
	assert_reads(recorder_path(first), "h");
}

static void
does_not_follow_a_link_that_lies_in_wait(void **state)
{
	autofree_mem char *link = xasprintf("%s/20261130T112341Z-7f3a91c2.jsonl", folder);
	struct recorder *recorder = NULL;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(recorder_create(folder, &header, &recorder, &err), -1);
	assert_int_equal(access(path, F_OK), -1);
}

static void
each_event_is_in_the_file_at_once(void **state)
{
	autofree(recorder) recorder = create(folder);
	struct err err = { 0 };

	(void)state;
	add(recorder, EV_PAUSE);
	assert_reads(recorder_path(recorder), "hp");
	add(recorder, EV_RESUME);
	assert_reads(recorder_path(recorder), "hpr");
	assert_int_equal(recorder_sync(recorder, &err), 0);
}

static void
appending_cuts_off_a_torn_line(void **state)
{
	autobuf long_tail = { 0 };
	const char *tails[] = { "", "{", "{\"ev\":\"resume\",\"t\":2}", NULL };

	(void)state;
	buf_printf(&long_tail, "%020000d", 0);
	tails[3] = long_tail.data;
	for (size_t i = 0; i < COUNTOF(tails); i++) {
		autofree(recorder) recorder = NULL;
		autobuf text = { 0 };
		struct err err = { 0 };

		buf_printf(&text, "%s%s", HEADER PAUSE, tails[i]);
		put_file(text.data, text.len);
		assert_int_equal(recorder_append(path, &recorder, &err), 0);
		assert_string_equal(recorder_path(recorder), path);
		add(recorder, EV_RESUME);
		assert_reads(path, "hpr");
	}
}

static void
what_is_no_recording_is_not_cut(void **state)
{
	static const char *const rows[] = { "a letter\nwithout an end", "", "{\"ev\":\"header\",\"t\":0" };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct recorder *recorder = NULL;
		struct err err = { 0 };
		autofree_mem char *left = NULL;
		size_t len;

		put_file(rows[i], strlen(rows[i]));
		assert_int_equal(recorder_append(path, &recorder, &err), -1);
		left = get_file(path, &len);
		assert_string_equal(left, rows[i]);
	}
}

/* No write may make a file longer than `bytes`: as a disk that is full, but for the words. */
static void
limit_files(rlim_t bytes)
{
	struct rlimit limit;

	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = bytes;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void
full_disk_is_remembered(void **state)
{
	autofree(recorder) recorder = create(folder);
	struct event event = { .type = EV_PAUSE };
	struct err first = { 0 }, second = { 0 }, third = { 0 };
	struct stat st;
	int failed;

	(void)state;
	add(recorder, EV_PAUSE);
	assert_int_equal(stat(recorder_path(recorder), &st), 0);
	limit_files((rlim_t)st.st_size + 10);
	failed = recorder_add(recorder, &event, &first);
	limit_files(RLIM_INFINITY);

	assert_int_equal(failed, -1);
	assert_non_null(strstr(first.text, strerror(EFBIG)));
	assert_non_null(strstr(first.text, recorder_path(recorder)));
	/* There is room again, but a line in the middle is missing. */
	assert_int_equal(recorder_add(recorder, &event, &second), -1);
	assert_string_equal(second.text, first.text);
	assert_int_equal(recorder_sync(recorder, &third), -1);
	assert_string_equal(third.text, first.text);
	assert_reads(recorder_path(recorder), "hp");	/* the part that was written is a torn line */
}

static void
no_room_for_the_header_leaves_no_file(void **state)
{
	autofree_mem char *want = xasprintf("%s/20261130T112341Z-7f3a91c2.jsonl", folder);
	struct recorder *recorder = NULL;
	struct err err = { 0 };
	int failed;

	(void)state;
	limit_files(10);
	failed = recorder_create(folder, &header, &recorder, &err);
	limit_files(RLIM_INFINITY);
	assert_int_equal(failed, -1);
	assert_int_equal(access(want, F_OK), -1);
}

static void
folder_that_cannot_be_made_is_named(void **state)
{
	struct recorder *recorder = NULL;
	struct err err = { 0 };
	autofree_mem char *below = xasprintf("%s/runs", path);

	(void)state;
	put_file("", 0);
	assert_int_equal(recorder_create(below, &header, &recorder, &err), -1);
	assert_non_null(strstr(err.text, path));
}

static void
new_ids_are_hex_and_differ(void **state)
{
	char a[9], b[9];

	(void)state;
	recording_new_id(a);
	recording_new_id(b);
	assert_int_equal(strlen(a), 8);
	assert_int_equal(strspn(a, "0123456789abcdef"), 8);
	assert_string_not_equal(a, b);	/* but for one in four thousand million */
}

static void
nothing_is_freed_without_harm(void **state)
{
	(void)state;
	recording_free(NULL);
	recorder_free(NULL);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FOLDER(reads_lines_as_documented),
		IN_FOLDER(refuses_what_is_no_recording),
		IN_FOLDER(only_a_regular_file_is_opened),
		IN_FOLDER(long_lines_are_read_up_to_the_limit),
		IN_FOLDER(unknown_kinds_are_told_at_the_end),
		IN_FOLDER(header_is_there_before_and_after_reading),
		IN_FOLDER(file_is_named_after_start_and_run),
		IN_FOLDER(never_replaces_a_recording),
		IN_FOLDER(does_not_follow_a_link_that_lies_in_wait),
		IN_FOLDER(each_event_is_in_the_file_at_once),
		IN_FOLDER(appending_cuts_off_a_torn_line),
		IN_FOLDER(what_is_no_recording_is_not_cut),
		IN_FOLDER(full_disk_is_remembered),
		IN_FOLDER(no_room_for_the_header_leaves_no_file),
		IN_FOLDER(folder_that_cannot_be_made_is_named),
		cmocka_unit_test(new_ids_are_hex_and_differ),
		cmocka_unit_test(nothing_is_freed_without_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
