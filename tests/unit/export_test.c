/* export and import, from the plan to what is left, on a server that answers from a script. */
#include <pthread.h>
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

#include "base/xdg.h"
#include "bench/archive_file.h"
#include "bench/leftovers.h"
#include "bench/run.h"
#include "fake/fake_run.h"
#include "folder.h"
#include "server/ustar.h"

#define COUNT 3

static const struct settle_rule at_once = {
	.every_ns = 5 * NS_PER_MS,
	.flat_ns = 10 * NS_PER_MS,
	.far_ns = 20 * NS_PER_MS,
	.most_ns = 100 * NS_PER_MS,
	.most_shared_ns = 50 * NS_PER_MS,
};

/* ---- archives ---- */

static char *plain, *optimized;
static size_t plain_len, optimized_len;

static char *
make_archive(const char *index, size_t *len)
{
	char *bytes = NULL;
	FILE *out = open_memstream(&bytes, len);
	struct err err;

	ustar_text(out, "backup/index.yaml", 0644, index);
	ustar_text(out, "backup/container.bin", 0600, "what the driver has made of it");
	assert_int_equal(ustar_finish(out, &err), 0);
	fclose(out);
	return bytes;
}

static int
make_all(void **state)
{
	plain = make_archive("name: c1\noptimized: false\n", &plain_len);
	optimized = make_archive("name: c1\noptimized: true\n", &optimized_len);
	return make_folder(state);
}

static int
remove_all(void **state)
{
	free(plain);
	free(optimized);
	return remove_folder(state);
}

/* ---- a run on a fake server ---- */

struct end {
	enum op_state state;
	char text[256], remark[64], parts[64];
	uint64_t bytes;
};

struct bench {
	struct fake_run on;
	size_t step;		/* of the workload that the test is about: its number in the chain */
	const char *cancel_at;	/* this path's first request makes the run stop; NULL: nothing does */
	bool leave;		/* and not wait for anything either */
	struct end ends[COUNT];
	size_t n_ends;
	char warning[512], progress[128];
	struct event_end end;
};

static const struct choices ordinary = { .count = COUNT, .parallel = 2, .rounds = 1 };

static void
take_end(struct bench *bench, const struct event_op *op)
{
	struct end *end = &bench->ends[bench->n_ends++];

	assert_true(bench->n_ends <= COUNT);
	end->state = op->state;
	end->bytes = op->bytes;
	snprintf(end->text, sizeof(end->text), "%s", op->text ? op->text : "");
	snprintf(end->remark, sizeof(end->remark), "%s", op->remark ? op->remark : "");
	for (size_t i = 0; i < op->n_parts; i++)
		snprintf(end->parts + strlen(end->parts), sizeof(end->parts) - strlen(end->parts),
			 "%s%s", i ? " " : "", op->parts[i].name);
}

static void
on_event(void *arg, struct event *event)
{
	struct bench *bench = arg;

	if (event->type == EV_OP_END && event->op.step == bench->step)
		take_end(bench, &event->op);
	else if (event->type == EV_NOTE && event->note.level == NOTE_WARN)
		snprintf(bench->warning, sizeof(bench->warning), "%s", event->note.text);
	else if (event->type == EV_OP_PROGRESS)
		snprintf(bench->progress, sizeof(bench->progress), "%s", event->op.text);
	else if (event->type == EV_END)
		bench->end = event->end;
}

static void
watch(void *arg)
{
	struct bench *bench = arg;

	if (fake_seen(bench->on.fake, "*", bench->cancel_at) == 0) {
		loop_timer_at(bench->on.loop, clock_now_ns() + 5 * NS_PER_MS, watch, bench);
		return;
	}
	for (int times = bench->leave ? 3 : 1; times > 0; times--)
		sched_cancel(bench->on.sched, "the person wants it so");
}

static void
bench_play(struct bench *bench, const struct fake_row *rows, const char *chain, size_t step,
	   struct choices choices)
{
	fake_run_open(&bench->on, 5, rows);
	fake_run_plan(&bench->on, chain, choices);
	bench->on.plan->chains[0].prime = NO_CELL;
	bench->step = step;
	if (bench->cancel_at)
		loop_timer_at(bench->on.loop, clock_now_ns(), watch, bench);
	fake_run_play(&bench->on, &at_once, on_event, NULL);
}

/* ---- the server's part in it ---- */

#define ABOUT(EXTENSIONS)                                                                          \
	{ "GET", "/1.0?*",                                                                         \
	  .body = FAKE_SYNC("{\"api_extensions\":[" EXTENSIONS "],\"auth\":\"trusted\","           \
			    "\"environment\":{\"server\":\"incus\",\"server_version\":\"6.22\"}}") }
#define BACKUPS	 "/1.0/instances/*/backups?*"
#define DOWNLOAD "/1.0/instances/*/backups/*/export?*"
#define BACKUP	 "/1.0/instances/*/backups/*?*"
#define MAKES	 { "POST", BACKUPS, .status = 202, .body = FAKE_ASYNC("make$n") }
#define MADE	 { "GET", "/1.0/operations/make*/wait?*", .body = FAKE_SYNC(FAKE_OP("200", "", "null")) }
#define REMOVES	 { "DELETE", BACKUP, .status = 202, .body = FAKE_ASYNC("remove$n") }
#define REMOVED                                                                                    \
	{ "GET", "/1.0/operations/remove*/wait?*", .body = FAKE_SYNC(FAKE_OP("200", "", "null")) }

/* A download of these bytes. */
static struct fake_row
sends(char *bytes, size_t len)
{
	return (struct fake_row){ "GET", DOWNLOAD, .body = bytes, .body_len = len };
}

static size_t
count_ends(const struct bench *bench, enum op_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < bench->n_ends; i++)
		n += bench->ends[i].state == state;
	return n;
}

/* Nothing of the run is left: not on the server, and none of our own files. */
static void
assert_clean(struct bench *bench)
{
	autofree_mem char *archives = archive_folder(FAKE_RUN_ID);

	assert_int_equal(bench->end.left_behind, 0);
	assert_int_equal(fake_incus_count(bench->on.incus), 0);
	leftovers_done(FAKE_RUN_ID);
	assert_int_equal(access(archives, F_OK), -1);
}

/* ---- export ---- */

static void
an_export_is_made_fetched_and_removed(void **state)
{
	const struct fake_row rows[] = { MAKES, MADE, sends(plain, plain_len), REMOVES, REMOVED, { 0 } };
	static const char *const asked_for[] = {
		"\"compression_algorithm\":\"none\"", "\"instance_only\":true",
		"\"optimized_storage\":false", "\"expires_at\":\"20", "\"name\":\"poolscope-1\"",
	};
	struct bench bench = { 0 };

	(void)state;
	bench_play(&bench, rows, "create,export", 1, ordinary);
	assert_int_equal(count_ends(&bench, OP_OK), COUNT);
	for (size_t i = 0; i < COUNT; i++) {
		assert_string_equal(bench.ends[i].parts, "create download");
		assert_int_equal(bench.ends[i].bytes, plain_len);
		assert_string_equal(bench.ends[i].remark, "");
	}
	for (size_t i = 0; i < COUNTOF(asked_for); i++)
		assert_non_null(strstr(fake_body(bench.on.fake, "POST", BACKUPS), asked_for[i]));
	assert_int_equal(fake_seen(bench.on.fake, "GET", DOWNLOAD), COUNT);
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), COUNT);
	assert_string_equal(bench.warning, "");
	assert_clean(&bench);
	fake_run_close(&bench.on);
}

static void
words_are_what_is_asked_for(void **state)
{
	static const struct {
		const char *words, *asked_for;
	} rows[] = {
		{ "optimized", "\"optimized_storage\":true" },
		{ "gzip", "\"compression_algorithm\":\"gzip\"" },
		{ "zstd+optimized", "\"compression_algorithm\":\"zstd\"" },
		{ "zstd+optimized", "\"optimized_storage\":true" },
	};
	const struct fake_row server[] = { MAKES, MADE, sends(plain, plain_len), REMOVES, REMOVED, { 0 } };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *chain = xasprintf("create,export:%s", rows[i].words);
		struct bench bench = { 0 };

		bench_play(&bench, server, chain, 1, (struct choices){ .count = 1, .rounds = 1 });
		assert_int_equal(count_ends(&bench, OP_OK), 1);
		assert_non_null(strstr(fake_body(bench.on.fake, "POST", BACKUPS), rows[i].asked_for));
		fake_run_close(&bench.on);
	}
}

/* The server says nothing of it; the archive's own index does. */
static void
what_the_driver_ignored_is_remarked(void **state)
{
	static char none[2048];
	const struct {
		const char *chain;
		char *bytes;
		size_t len;
		const char *remark;
	} rows[] = {
		{ "create,export:optimized", plain, plain_len, "optimized: ignored by driver" },
		{ "create,export:optimized", optimized, optimized_len, "" },
		{ "create,export:optimized", none, sizeof(none), "optimized: the archive does not tell" },
		{ "create,export", plain, plain_len, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct fake_row server[] = { MAKES,   MADE, sends(rows[i].bytes, rows[i].len),
						   REMOVES, REMOVED, { 0 } };
		struct bench bench = { 0 };

		bench_play(&bench, server, rows[i].chain, 1, ordinary);
		assert_int_equal(count_ends(&bench, OP_OK), COUNT);
		assert_string_equal(bench.ends[0].remark, rows[i].remark);
		fake_run_close(&bench.on);
	}
}

/* Whatever went wrong, the backup is asked to go, and the instances go on. */
static void
a_failed_export_is_told_and_cleared_away(void **state)
{
	const struct {
		struct fake_row make, made, send;
		const char *error;
		size_t downloads;
	} rows[] = {
		{ { "POST", BACKUPS, .status = 400, .body = FAKE_ERROR("400", "Invalid compression") },
		  MADE, sends(plain, plain_len), "Invalid compression", 0 },
		{ MAKES,
		  { "GET", "/1.0/operations/make*/wait?*",
		    .body = FAKE_ERROR("500", "Backup create: no space left on device") },
		  sends(plain, plain_len), "no space left", 0 },
		{ MAKES, MADE, { "GET", DOWNLOAD, .body = plain, .body_len = plain_len, .cut = 600 },
		  "cut in the middle", COUNT },
		{ MAKES, MADE, sends(plain, plain_len - 1), "not whole", COUNT },
		{ MAKES, MADE, sends(plain, 1536), "not whole", COUNT },
		{ MAKES, MADE, { "GET", DOWNLOAD, .status = 204 }, "in another way", COUNT },
		{ MAKES, MADE, { "GET", DOWNLOAD, .status = 404, .body = FAKE_ERROR("404", "not found") },
		  "not found", COUNT },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct fake_row server[] = {
			rows[i].make, rows[i].made, rows[i].send,
			{ "DELETE", BACKUP, .status = 404, .body = FAKE_ERROR("404", "no such backup") },
			{ 0 },
		};
		struct bench bench = { 0 };

		bench_play(&bench, server, "create,export,delete", 1, ordinary);
		assert_int_equal(count_ends(&bench, OP_FAILED), COUNT);
		if (!strstr(bench.ends[0].text, rows[i].error))
			fail_msg("row %zu: \"%s\"", i, bench.ends[0].text);
		assert_int_equal(fake_seen(bench.on.fake, "GET", DOWNLOAD), rows[i].downloads);
		assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), COUNT);
		/* That it was not there is as good. */
		assert_string_equal(bench.warning, "");
		assert_clean(&bench);
		fake_run_close(&bench.on);
	}
}

static void
a_backup_that_stays_is_told(void **state)
{
	const struct fake_row server[] = {
		MAKES, MADE, sends(plain, plain_len),
		{ "DELETE", BACKUP, .status = 500, .body = FAKE_ERROR("500", "the disk is asleep") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	bench_play(&bench, server, "create,export", 1, ordinary);
	assert_int_equal(count_ends(&bench, OP_OK), COUNT);
	assert_non_null(strstr(bench.warning, "could not be removed"));
	assert_non_null(strstr(bench.warning, "the disk is asleep"));
	fake_run_close(&bench.on);
}

/* The server cannot be stopped at it: its end is awaited, then the backup goes. */
static void
a_stopped_run_waits_and_removes(void **state)
{
	const struct fake_row server[] = {
		MAKES,
		{ "GET", "/1.0/operations/make*/wait?*", .delay_ms = 300,
		  .body = FAKE_SYNC(FAKE_OP("200", "", "null")) },
		sends(plain, plain_len), REMOVES, REMOVED, { 0 },
	};
	struct bench bench = { .cancel_at = "/1.0/operations/make*/wait?*" };

	(void)state;
	bench_play(&bench, server, "create,export", 1,
		   (struct choices){ .count = COUNT, .parallel = 1, .rounds = 1 });
	assert_int_equal(bench.end.how, END_ABORTED);
	assert_int_equal(fake_seen(bench.on.fake, "POST", BACKUPS), 1);
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), 1);
	assert_clean(&bench);
	fake_run_close(&bench.on);
}

static void
bytes_are_told_while_they_come(void **state)
{
	struct fake_row slow = sends(plain, plain_len);
	struct bench bench = { 0 };

	slow.delay_ms = 1300;
	{
		const struct fake_row server[] = { MAKES, MADE, slow, REMOVES, REMOVED, { 0 } };

		(void)state;
		bench_play(&bench, server, "create,export", 1,
			   (struct choices){ .count = 1, .parallel = 1, .rounds = 1 });
	}
	assert_non_null(strstr(bench.progress, "MB/s)"));
	fake_run_close(&bench.on);
}

static void
kept_archives_are_fetched_again(void **state)
{
	const struct fake_row server[] = { MAKES, MADE, sends(plain, plain_len), REMOVES, REMOVED, { 0 } };
	autofree_mem char *keep = xasprintf("%s/keep", folder);
	autofree_mem char *path = xasprintf("%s/psc-%s-002-step1-gzip.tar.gz", keep, FAKE_RUN_ID);
	struct choices choices = ordinary;
	struct bench bench = { 0 };
	autofree_mem char *bytes = NULL;
	struct err err;
	size_t len;

	(void)state;
	choices.archives = keep;
	bench_play(&bench, server, "create,export:gzip", 1, choices);
	assert_int_equal(count_ends(&bench, OP_OK), COUNT);
	assert_int_equal(fake_seen(bench.on.fake, "GET", DOWNLOAD), 2 * COUNT);
	assert_int_equal(xdg_read_file(path, plain_len + 1, &bytes, &len, &err), 0);
	assert_int_equal(len, plain_len);
	assert_memory_equal(bytes, plain, len);
	assert_clean(&bench);
	fake_run_close(&bench.on);
}

static void
a_file_that_is_there_is_left_alone(void **state)
{
	const struct fake_row server[] = { MAKES, MADE, sends(plain, plain_len), REMOVES, REMOVED, { 0 } };
	autofree_mem char *keep = xasprintf("%s/mine", folder);
	autofree_mem char *path = xasprintf("%s/psc-%s-001-step1.tar", keep, FAKE_RUN_ID);
	struct choices choices = ordinary;
	struct bench bench = { 0 };
	autofree_mem char *bytes = NULL;
	struct err err;
	size_t len;

	(void)state;
	choices.archives = keep;
	assert_int_equal(xdg_make_folder(keep, &err), 0);
	assert_int_equal(xdg_write_file(path, "mine", 4, &err), 0);
	bench_play(&bench, server, "create,export", 1, choices);
	assert_non_null(strstr(bench.warning, "could not be kept"));
	assert_int_equal(xdg_read_file(path, plain_len, &bytes, &len, &err), 0);
	assert_string_equal(bytes, "mine");
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), COUNT);
	fake_run_close(&bench.on);
}

/* ---- as a stream ---- */

#define OPERATIONS(STATE, NAME)                                                                    \
	{ "GET", "/1.0/operations?*",                                                              \
	  .body = FAKE_SYNC("{\"" STATE "\":[{\"id\":\"other\",\"resources\":{}},"                 \
			    "{\"id\":\"stream\",\"status_code\":400,\"err\":\"a file vanished\","  \
			    "\"resources\":{\"instances\":[7,\"/1.0/instances/" NAME               \
			    "?project=p\"]}}]}") }

static void
a_stream_is_whole_only_when_all_say_so(void **state)
{
	const struct {
		struct fake_row stream, operations, end;
		enum op_state state;
		const char *error;
	} rows[] = {
#define STREAM(LEN, CUT) { "POST", BACKUPS, .body = plain, .body_len = (LEN), .cut = (CUT) }
#define NO_END		 { "GET", "/1.0/nothing", .status = 404 }
#define ENDS(BODY)	 { "GET", "/1.0/operations/stream/wait?*", .body = BODY }
		{ STREAM(plain_len, 0), OPERATIONS("success", "psc-" FAKE_RUN_ID "-001"), NO_END, OP_OK, "" },
		{ STREAM(plain_len, 0), OPERATIONS("failure", "psc-" FAKE_RUN_ID "-0010"), NO_END, OP_OK, "" },
		{ STREAM(plain_len, 0), OPERATIONS("failure", "psc-" FAKE_RUN_ID "-001"), NO_END, OP_FAILED,
		  "a file vanished" },
		{ STREAM(plain_len, 0), OPERATIONS("running", "psc-" FAKE_RUN_ID "-001"),
		  ENDS(FAKE_SYNC(FAKE_OP("200", "", "null"))), OP_OK, "" },
		{ STREAM(plain_len, 0), OPERATIONS("running", "psc-" FAKE_RUN_ID "-001"),
		  ENDS(FAKE_SYNC(FAKE_OP("400", "it broke", "null"))), OP_FAILED, "it broke" },
		{ STREAM(plain_len, 0), OPERATIONS("running", "psc-" FAKE_RUN_ID "-001"),
		  ENDS(FAKE_ERROR("500", "it broke, too")), OP_FAILED, "it broke, too" },
		{ STREAM(plain_len, 0), { "GET", "/1.0/operations?*", .how = FAKE_CLOSE }, NO_END,
		  OP_UNKNOWN, "" },
		{ STREAM(1536, 0), OPERATIONS("success", "psc-" FAKE_RUN_ID "-001"), NO_END, OP_FAILED,
		  "not whole" },
		{ STREAM(plain_len, 700), OPERATIONS("success", "psc-" FAKE_RUN_ID "-001"), NO_END,
		  OP_FAILED, "cut in the middle" },
		/* A server that makes a backup of it instead. */
		{ { "POST", BACKUPS, .status = 202, .body = FAKE_ASYNC("make$n") },
		  OPERATIONS("success", "psc-" FAKE_RUN_ID "-001"), NO_END, OP_FAILED, "in another way" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct fake_row server[] = {
			ABOUT("\"instance_create_start\",\"direct_backup\""),
			rows[i].stream, rows[i].operations, rows[i].end, { 0 },
		};
		struct bench bench = { 0 };

		bench_play(&bench, server, "create,export:direct", 1,
			   (struct choices){ .count = 1, .parallel = 1, .rounds = 1 });
		if (bench.ends[0].state != rows[i].state ||
		    !strstr(bench.ends[0].text, rows[i].error))
			fail_msg("row %zu: %s \"%s\"", i, op_state_name(bench.ends[0].state),
				 bench.ends[0].text);
		assert_null(strstr(fake_body(bench.on.fake, "POST", BACKUPS), "\"name\""));
		/* There is no backup that could be removed. */
		assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), 0);
		assert_clean(&bench);
		fake_run_close(&bench.on);
	}
}

static void
a_way_the_server_has_not_is_refused_at_once(void **state)
{
	static struct pool_choice pool = { NULL, (char *)"bt" };
	static char *image = (char *)"busybox", *chain = (char *)"create,export:direct";
	struct choices choices = ordinary;
	struct bench bench = { 0 };
	struct run *run = NULL;
	struct err err;

	(void)state;
	choices.pools = &pool, choices.n_pools = 1;
	choices.images = &image, choices.n_images = 1;
	choices.chains = &chain, choices.n_chains = 1;
	fake_run_open(&bench.on, 5, NULL);
	assert_int_equal(run_start(&(struct run_config){ .loop = bench.on.loop,
							 .servers = &bench.on.server,
							 .n_servers = 1,
							 .choices = &choices,
							 .folder = folder },
				   &run, &err),
			 -1);
	assert_int_equal(err.kind, ERR_REFUSED);
	assert_non_null(strstr(err.text, "has no direct_backup"));
	assert_int_equal(fake_seen(bench.on.fake, "POST", "*"), 0);
	fake_run_close(&bench.on);
}

/* ---- import ---- */

#define IMPORTS                                                                                    \
	{ "POST", "/1.0/instances?*", .needs = "backup/index.yaml", .status = 202,                 \
	  .body = FAKE_ASYNC("import$n") }
#define IMPORTED                                                                                   \
	{ "GET", "/1.0/operations/import*/wait?*", .body = FAKE_SYNC(FAKE_OP("200", "", "null")) }

static void
one_archive_is_made_untimed_and_imported_by_all(void **state)
{
	const struct fake_row server[] = { MAKES, MADE, sends(plain, plain_len), REMOVES, REMOVED,
					   IMPORTS, IMPORTED, { 0 } };
	struct bench bench = { 0 };

	(void)state;
	bench_play(&bench, server, "create,import:optimized", 1, ordinary);
	assert_int_equal(count_ends(&bench, OP_OK), COUNT);
	for (size_t i = 0; i < COUNT; i++) {
		assert_string_equal(bench.ends[i].parts, "");
		assert_int_equal(bench.ends[i].bytes, plain_len);
		assert_string_equal(bench.ends[i].remark, "optimized: ignored by driver");
	}
	assert_int_equal(fake_seen(bench.on.fake, "POST", BACKUPS), 1);
	assert_int_equal(fake_seen(bench.on.fake, "GET", DOWNLOAD), 1);
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), 1);
	assert_memory_equal(fake_body(bench.on.fake, "POST", "/1.0/instances?*"), plain, plain_len);
	assert_clean(&bench);
	fake_run_close(&bench.on);
}

static void
without_an_archive_no_import_is_tried(void **state)
{
	const struct fake_row server[] = {
		MAKES, MADE, { "GET", DOWNLOAD, .body = plain, .body_len = plain_len, .cut = 600 },
		REMOVES, REMOVED, IMPORTS, IMPORTED, { 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	bench_play(&bench, server, "create,import", 1, ordinary);
	assert_int_equal(count_ends(&bench, OP_FAILED), COUNT);
	assert_non_null(strstr(bench.ends[0].text, "no archive"));
	assert_non_null(strstr(bench.warning, "cut in the middle"));
	assert_int_equal(fake_seen(bench.on.fake, "GET", "/1.0/operations/import*"), 0);
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), 1);
	assert_clean(&bench);
	fake_run_close(&bench.on);
}

static void
a_failed_import_spares_the_chain(void **state)
{
	const struct fake_row server[] = {
		MAKES, MADE, sends(plain, plain_len), REMOVES, REMOVED, IMPORTS,
		{ "GET", "/1.0/operations/import*/wait?*",
		  .body = FAKE_ERROR("500", "Create instance from backup: it cannot be read") },
		{ 0 },
	};
	struct bench bench = { 0 };

	(void)state;
	bench_play(&bench, server, "create,import,delete", 1, ordinary);
	assert_int_equal(count_ends(&bench, OP_FAILED), COUNT);
	assert_non_null(strstr(bench.ends[0].text, "it cannot be read"));
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", "/1.0/instances/*"), COUNT + 1);
	assert_clean(&bench);
	fake_run_close(&bench.on);
}

static void
a_run_stopped_before_its_imports_makes_none(void **state)
{
	const struct fake_row server[] = {
		MAKES,
		{ "GET", "/1.0/operations/make*/wait?*", .delay_ms = 300,
		  .body = FAKE_SYNC(FAKE_OP("200", "", "null")) },
		sends(plain, plain_len), REMOVES, REMOVED, IMPORTS, IMPORTED, { 0 },
	};
	struct bench bench = { .cancel_at = "/1.0/operations/make*/wait?*" };

	(void)state;
	bench_play(&bench, server, "create,import", 1, ordinary);
	assert_int_equal(bench.end.how, END_ABORTED);
	assert_int_equal(bench.n_ends, 0);
	assert_int_equal(fake_seen(bench.on.fake, "DELETE", BACKUP), 1);
	assert_int_equal(fake_seen(bench.on.fake, "GET", "/1.0/operations/import*"), 0);
	assert_clean(&bench);
	fake_run_close(&bench.on);
}

/* Before, in and after what is timed: the person goes, and what is left is told. */
static void
a_run_that_is_left_leaves_at_once(void **state)
{
	static const struct {
		const char *chain, *at;
	} rows[] = {
		{ "create,import", "/1.0/operations/make*/wait?*" },
		{ "create,export", "/1.0/operations/make*/wait?*" },
		{ "create,export", "/1.0/operations/remove*/wait?*" },
		{ "create,import", "/1.0/operations/import*/wait?*" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const struct fake_row server[] = {
			MAKES,
			{ "GET", rows[i].at, .how = FAKE_NEVER },
			MADE, sends(plain, plain_len), REMOVES, REMOVED, IMPORTS, IMPORTED, { 0 },
		};
		struct bench bench = { .cancel_at = rows[i].at, .leave = true };

		bench_play(&bench, server, rows[i].chain, 1, ordinary);
		assert_int_equal(bench.end.how, END_ABORTED);
		assert_true(bench.end.left_behind >= COUNT);
		leftovers_done(FAKE_RUN_ID);
		fake_run_close(&bench.on);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_export_is_made_fetched_and_removed),
		cmocka_unit_test(words_are_what_is_asked_for),
		cmocka_unit_test(what_the_driver_ignored_is_remarked),
		cmocka_unit_test(a_failed_export_is_told_and_cleared_away),
		cmocka_unit_test(a_backup_that_stays_is_told),
		cmocka_unit_test(a_stopped_run_waits_and_removes),
		cmocka_unit_test(bytes_are_told_while_they_come),
		cmocka_unit_test(kept_archives_are_fetched_again),
		cmocka_unit_test(a_file_that_is_there_is_left_alone),
		cmocka_unit_test(a_stream_is_whole_only_when_all_say_so),
		cmocka_unit_test(a_way_the_server_has_not_is_refused_at_once),
		cmocka_unit_test(one_archive_is_made_untimed_and_imported_by_all),
		cmocka_unit_test(without_an_archive_no_import_is_tried),
		cmocka_unit_test(a_failed_import_spares_the_chain),
		cmocka_unit_test(a_run_stopped_before_its_imports_makes_none),
		cmocka_unit_test(a_run_that_is_left_leaves_at_once),
	};

	return cmocka_run_group_tests(tests, make_all, remove_all);
}
