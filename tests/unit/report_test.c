#include "story.h"

#include <json-c/linkhash.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/report.h"
#include "record/report_formats.h"

static const char *const two[] = { "btrfs", "dir", NULL };

static void
add_env(struct event_header *header)
{
	struct env *env = &header->env;
	struct env_server *server;

	header->label = xstrdup("kernel 6.18");
	header->plan->seed = 42;
	env->host = (struct env_host){ .cpu_model = xstrdup("AMD EPYC 7763"),
				       .governor = xstrdup("performance"),
				       .virt = xstrdup("virtual machine"),
				       .cpus = 2,
				       .memory = 24 * 1024 * MIB };
	env->servers = server = xcalloc(1, sizeof(*server));
	env->n_servers = 1;
	*server = (struct env_server){ .name = xstrdup("local"),
				       .kind = xstrdup("incus"),
				       .version = xstrdup("6.0.4"),
				       .os = xstrdup("Debian 12"),
				       .kernel = xstrdup("6.18.5") };
	server->pools = xcalloc(2, sizeof(*server->pools));
	server->n_pools = 2;
	server->pools[0] = (struct env_pool){ .name = xstrdup("btrfs"),
					      .driver = xstrdup("btrfs"),
					      .driver_version = xstrdup("6.2"),
					      .backing = BACKING_LOOP,
					      .encryption = xstrdup("dm-crypt") };
	server->pools[1] = (struct env_pool){ .name = xstrdup("dir"),
					      .driver = xstrdup("dir"),
					      .shared = SHARED_NO,
					      .backing = BACKING_FOLDER };
	server->images = xcalloc(1, sizeof(*server->images));
	server->n_images = 1;
	server->images[0] = (struct env_image){ .fingerprint = xstrdup("0123456789abcdef"),
						.alias = xstrdup("busybox"),
						.architecture = xstrdup("x86_64"),
						.size = 1258291 };
}

/* A chain of one pool in one round; `ms` is a launch's. */
static void
tell_chain(struct story *story, size_t pool, unsigned round, uint32_t n, uint64_t ms)
{
	uint32_t step;
	struct event end;

	story_usage(story, pool, round, USAGE_IMAGE, 10 * MIB);
	step = story_step_begin(story, STORY_LAUNCH(pool), round, n);
	for (uint32_t op = 0; op < n; op++) {
		story->t += ms * MS;
		story_tell(story, story_op(story, step, op, OP_OK, ms * MS));
	}
	end = story_end_of(story, step, story->t - n * ms * MS);
	end.step_end.cpu = (struct cpu_seconds){ .user = 9.5, .system = 2.5, .irq = 0.34 };
	story_tell(story, end);
	story_usage(story, pool, round, USAGE_FULL, (40 + 30 * pool) * MIB);
	story_step(story, STORY_DELETE(pool), round, n, 100 + round);
}

static struct story
begin_with_env(uint32_t n, unsigned warmup, unsigned rounds)
{
	struct story story = { .model = model_new() };
	struct event_header *header = story_header(story_plan(two, n, warmup, rounds));

	add_env(header);
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = header });
	return story;
}

static void
expect_table(const struct model *model, const char *want)
{
	autobuf out = { 0 };

	report_find("table")->write(model, NULL, &out);
	assert_string_equal(buf_text(&out), want);
}

static void
formats_are_found_by_name(void **state)
{
	(void)state;
	assert_string_equal(report_find("table")->name, "table");
	assert_string_equal(report_find("json")->name, "json");
	assert_null(report_find("xml"));
	assert_null(report_find(""));
}

static void
a_run_as_a_table(void **state)
{
	struct story story = begin_with_env(10, 1, 5);

	(void)state;
	for (size_t pool = 0; pool < 2; pool++)
		story_step(&story, STORY_PRIME(pool), 0, 1, 2500 + 1000 * pool);
	for (unsigned round = 0; round < 6; round++)
		for (size_t pool = 0; pool < 2; pool++)
			tell_chain(&story, pool, round, 10,
				   300 + 500 * pool + 3 * ((round + pool) % 3));
	story_tell(&story, (struct event){ .type = EV_END });
	/* clang-format off */
	expect_table(story.model,
		     "run     7f3a91c2, kernel 6.18, 2026-11-30T12:03:41Z, poolscope 0.1.0, done after\n"
		     "        01:24\n"
		     "server  local, incus 6.0.4, Debian 12, kernel 6.18.5\n"
		     "pool    btrfs, driver btrfs 6.2, on a loop file, encrypted by dm-crypt\n"
		     "pool    dir, driver dir, in a folder\n"
		     "image   busybox, x86_64, 1.20 MiB, 0123456789ab\n"
		     "host    AMD EPYC 7763, 2 CPUs, governor performance, memory 24.0 GiB, virtual\n"
		     "        machine\n"
		     "test    10 instances, 2 at a time (a sliding window), 5 rounds after 1 to warm\n"
		     "        up, order shuffled, seed 42\n"
		     "\n"
		     "btrfs launches 2.6x (2.6 to 2.7) as fast as dir\n"
		     "\n"
		     "prime, busybox, container\n"
		     "pool   driver  n  failed  median         p95     min     max    rate  makespan\n"
		     "btrfs  btrfs   1       0  2.50 s  2.50 s max  2.50 s  2.50 s  0.40/s    2.50 s\n"
		     "dir    dir     1       0  3.50 s  3.50 s max  3.50 s  3.50 s  0.29/s    3.50 s\n"
		     "\n"
		     "launch, busybox, container\n"
		     "pool   driver   n  failed   median      p95    rate  makespan       disk     CPU\n"
		     "btrfs  btrfs   50       0  0.303 s  0.306 s  3.29/s    3.03 s  +30.0 MiB  12.3 s\n"
		     "dir    dir     50       0  0.803 s  0.806 s  1.25/s    8.03 s  +60.0 MiB  12.3 s\n"
		     "btrfs against dir: btrfs is faster: 2.6x (2.6 to 2.7), 5 rounds each\n"
		     "\n"
		     "delete, busybox, container\n"
		     "pool   driver   n  failed   median      p95      min      max    rate  makespan\n"
		     "btrfs  btrfs   50       0  0.103 s  0.105 s  0.101 s  0.105 s  9.71/s    1.03 s\n"
		     "dir    dir     50       0  0.103 s  0.105 s  0.101 s  0.105 s  9.71/s    1.03 s\n"
		     "btrfs against dir: no difference larger than 5 %\n"
		     "\n"
		     "disk usage, newest round\n"
		     "pool   empty     image      full  deleted  settled      peak  an instance\n"
		     "btrfs      ?  10.0 MiB  40.0 MiB        ?        ?  40.0 MiB    +3.00 MiB\n"
		     "dir        ?  10.0 MiB  70.0 MiB        ?        ?  70.0 MiB    +6.00 MiB\n"
		     "\n"
		     "not shown in every table for want of room: min, max, spread\n"
		     "\n"
		     "notes\n"
		     "- CPU is the busy time of the whole machine, others' work in it\n");
	/* clang-format on */
	model_free(story.model);
}

/* Few ops, few rounds, and all that can be said against the figures. */
static void
what_went_wrong_is_told_below(void **state)
{
	struct story story = begin_with_env(2, 1, 3);
	uint32_t step;
	struct event event;

	(void)state;
	step = story_step_begin(&story, STORY_PRIME(0), 0, 1);
	event = story_op(&story, step, 0, OP_SKIPPED, 0);
	event.op.text = (char *)"the image's volume was already there";
	story_tell(&story, event);
	story_tell(&story, story_end_of(&story, step, 0));
	step = story_step_begin(&story, STORY_DELETE(0), 0, 2);
	event = story_op(&story, step, 0, OP_FAILED, 0);
	event.op.text = (char *)"it is busy";
	story_tell(&story, event);
	story_tell(&story, story_end_of(&story, step, 0));
	for (unsigned round = 1; round < 4; round++) {
		story_step(&story, STORY_LAUNCH(0), round, 2, 500);
		story_step(&story, STORY_LAUNCH(1), round, 2, 1500 + round);
	}
	for (unsigned round = 1; round < 4; round++) {
		step = story_step_begin(&story, STORY_DELETE(1), round, 2);
		event = story_op(&story, step, 0, round == 1 ? OP_FAILED : OP_UNKNOWN, 0);
		event.op.text =
			(char *)"Failed deleting instance \"psc-001\": the dataset is in use by somebody "
				"who does not let go of it";
		story_tell(&story, event);
		story_tell(&story, story_op(&story, step, 1, round == 2 ? OP_REFUSED : OP_OK, 0));
		event = story_end_of(&story, step, story.t);
		event.step_end.taint = TAINT_STEAL | TAINT_DISTURBED;
		story_tell(&story, event);
	}
	for (int i = 0; i < 3; i++)
		story_tell(&story,
			   (struct event){ .type = EV_NOTE,
					   .note = { NOTE_ERROR, (char *)"psc-01 is lost" } });
	story_tell(&story, (struct event){ .type = EV_NOTE, .note = { NOTE_WARN, (char *)"hm" } });
	story_tell(&story,
		   (struct event){ .type = EV_NOTE,
				   .note = { NOTE_ERROR, (char *)"stopping: by the person" } });
	story_tell(&story, (struct event){ .type = EV_END,
					   .end = { END_ABORTED, (char *)"by the person", 1 } });
	/* clang-format off */
	expect_table(story.model,
		     "run     7f3a91c2, kernel 6.18, 2026-11-30T12:03:41Z, poolscope 0.1.0, aborted\n"
		     "        after 00:12\n"
		     "server  local, incus 6.0.4, Debian 12, kernel 6.18.5\n"
		     "pool    btrfs, driver btrfs 6.2, on a loop file, encrypted by dm-crypt\n"
		     "pool    dir, driver dir, in a folder\n"
		     "image   busybox, x86_64, 1.20 MiB, 0123456789ab\n"
		     "host    AMD EPYC 7763, 2 CPUs, governor performance, memory 24.0 GiB, virtual\n"
		     "        machine\n"
		     "test    2 instances, 2 at a time (a sliding window), 0 to 3 of 3 rounds after 1\n"
		     "        to warm up, order shuffled, seed 42\n"
		     "\n"
		     "launch, busybox, container\n"
		     "pool   driver  n  failed   median          p95      max    rate  makespan\n"
		     "btrfs  btrfs   6       0  0.500 s  0.500 s max  0.500 s  2.00/s    1.00 s\n"
		     "dir    dir     6       0   1.50 s   1.50 s max   1.50 s  0.67/s    3.00 s\n"
		     "btrfs against dir: too few rounds to say: 3 each. Every round of btrfs was\n"
		     "faster (about 3.0x). 4 rounds each are the least that can decide\n"
		     "\n"
		     "delete, busybox, container\n"
		     "pool   driver  n  failed   median          p95      min      max  makespan  disk\n"
		     "btrfs  btrfs   0       0        -            -        -        -         -     -\n"
		     "dir    dir     2       1  0.00 ms  0.00 ms max  0.00 ms  0.00 ms         -     -\n"
		     "\n"
		     "not shown in every table for want of room: min, spread\n"
		     "\n"
		     "notes\n"
		     "- prime on btrfs: 1 skipped: the image's volume was already there\n"
		     "- delete on btrfs: failed while warming up: it is busy\n"
		     "- delete on dir: 1 failed, 1 refused by the driver, 2 of unknown outcome; the\n"
		     "  first: Failed deleting instance \"psc-001\": the dataset is in use by somebody\n"
		     "  who does not let go of it\n"
		     "- failure at delete on dir, round 3: psc-01 is lost (3 times)\n"
		     "- warning at delete on dir, round 3: hm\n"
		     "- the hypervisor took more than 5 % of the CPU time in 3 of 10 steps, so read\n"
		     "  with care: delete on dir\n"
		     "- others used more than 10 % of the machine in 3 of 10 steps, so read with care:\n"
		     "  delete on dir\n"
		     "- the run was aborted: by the person\n"
		     "- 1 thing of ours is left behind; `poolscope clean` removes it\n");
	/* clang-format on */
	model_free(story.model);
}

/* Of a text from outside a report shows what can be read, and the JSON has it all. */
static void
long_texts_and_many_notes_are_cut_in_a_table_only(void **state)
{
	struct story story = begin_with_env(1, 0, 1);
	char text[1500], name[32];
	uint32_t step = story_step_begin(&story, STORY_LAUNCH(0), 0, 1);
	struct event event = story_op(&story, step, 0, OP_FAILED, 0);
	autobuf table = { 0 };
	autobuf json = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = i % 8 == 7 ? ' ' : 'w';
	memcpy(text + sizeof(text) - 8, "the end", 8);
	event.op.text = text;
	story_tell(&story, event);
	story_tell(&story, story_end_of(&story, step, 0));
	for (char c = 'a'; c <= 'z'; c++) {
		snprintf(name, sizeof(name), "note %c is told", c);
		story_tell(&story, (struct event){ .type = EV_NOTE, .note = { NOTE_WARN, name } });
	}
	report_find("table")->write(story.model, NULL, &table);
	report_find("json")->write(story.model, NULL, &json);
	assert_non_null(strstr(buf_text(&table), "wwwwwww …\n"));
	assert_null(strstr(buf_text(&table), "the end"));
	assert_non_null(strstr(buf_text(&json), "the end"));
	assert_non_null(
		strstr(buf_text(&table), "warning at launch on btrfs, round 1: note t is told\n"));
	assert_null(strstr(buf_text(&table), "note u is told"));
	assert_non_null(
		strstr(buf_text(&table), "- 6 more warnings and failures are in the recording\n"));
	assert_non_null(strstr(buf_text(&json), "note z is told"));
	model_free(story.model);
}

/* A prime unpacks the image once, and no later round sees what that took. */
static void
what_an_image_takes_is_told_from_its_prime(void **state)
{
	static const struct {
		enum op_state prime;
		uint64_t after;
		const char *want;
	} rows[] = {
		{ OP_OK, 158 * MIB, "   +152 MiB" },
		{ OP_SKIPPED, 158 * MIB, NULL },   /* it was there already */
		{ OP_OK, UNKNOWN, "   +152 MiB" }, /* the first round knows it as well */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = begin_with_env(1, 0, 1);
		autobuf out = { 0 };
		uint32_t step;

		story_usage(&story, 0, 0, USAGE_EMPTY, 6 * MIB);
		step = story_step_begin(&story, STORY_PRIME(0), 0, 1);
		story_tell(&story, story_op(&story, step, 0, rows[i].prime, 0));
		story_tell(&story, story_end_of(&story, step, story.t));
		story_usage(&story, 0, 0, USAGE_SETTLED, rows[i].after);
		story_usage(&story, 0, 0, USAGE_IMAGE, rows[i].after);
		story_usage(&story, 0, 0, USAGE_EMPTY, 158 * MIB);
		story_usage(&story, 0, 0, USAGE_IMAGE, 158 * MIB);
		story_step(&story, STORY_LAUNCH(0), 0, 1, 7);
		story_usage(&story, 0, 0, USAGE_FULL, 160 * MIB);
		report_find("table")->write(story.model, NULL, &out);
		assert_int_equal(strstr(buf_text(&out), "image cost") != NULL,
				 rows[i].want != NULL);
		if (rows[i].want && !strstr(buf_text(&out), rows[i].want))
			fail_msg("%s", buf_text(&out));
		model_free(story.model);
	}
}

/* The file system's use, not the pool's, is what a server tells of a folder. */
static void
what_others_write_too_is_marked_and_explained(void **state)
{
	struct story story = begin_with_env(2, 0, 1);
	autobuf out = { 0 };

	(void)state;
	story.model->header->env.servers[0].pools[1].shared = SHARED_YES;
	for (size_t pool = 0; pool < 2; pool++) {
		story_usage(&story, pool, 0, USAGE_EMPTY, 10 * MIB);
		tell_chain(&story, pool, 0, 2, 500);
	}
	story_tell(&story,
		   (struct event){ .type = EV_SETTLE, .settle = { 1, 0, 5160 * MS, false } });
	report_find("table")->write(story.model, NULL, &out);
	assert_non_null(strstr(buf_text(&out), "  +15.0 MiB\n"));
	assert_non_null(strstr(buf_text(&out), "  ~+30.0 MiB\n"));
	assert_non_null(strstr(
		buf_text(&out),
		"- the disk figures of dir, marked with ~, are of the whole file system: others\n"
		"  may write there too, and its use did not come to rest\n"));
	assert_null(strstr(buf_text(&out), "figures of btrfs"));
	model_free(story.model);
}

static void
drift_and_outliers_are_named(void **state)
{
	struct story story = story_begin(two, 1, 0, 9);
	autobuf out = { 0 };

	(void)state;
	for (unsigned round = 0; round < 9; round++) {
		story_step(&story, STORY_LAUNCH(0), round, 1, 1000 + 50 * round);
		story_step(&story, STORY_LAUNCH(1), round, 1, 1100 + 55 * round);
		story_step(&story, STORY_DELETE(0), round, 1, round == 4 ? 690 : 400 + round);
	}
	report_find("table")->write(story.model, NULL, &out);
	assert_non_null(strstr(buf_text(&out),
			       "\n- delete on btrfs: round 5 took 0.690 s, far from the median of "
			       "0.405 s; it is\n  counted\n"));
	assert_non_null(strstr(buf_text(&out), "\n- the machine got slower during the test (+"));
	assert_non_null(strstr(buf_text(&out),
			       "\nbtrfs against dir: btrfs is faster: 1.10x (1.10 to 1.10), "
			       "9 rounds each\n(compared within rounds)\n"));
	model_free(story.model);
}

/* Nothing was warmed up, so the first round found everything cold. */
static void
a_cold_first_round_is_named(void **state)
{
	struct story story = story_begin(two, 1, 0, 4);
	autobuf out = { 0 };

	(void)state;
	for (unsigned round = 0; round < 4; round++)
		story_step(&story, STORY_LAUNCH(0), round, 1, round ? 400 + round : 900);
	report_find("table")->write(story.model, NULL, &out);
	assert_non_null(strstr(buf_text(&out),
			       "\n- launch on btrfs: the first round took 0.900 s, the median of "
			       "the others is\n  0.402 s; it is counted, as there was no round to "
			       "warm up\n"));
	assert_null(strstr(buf_text(&out), "far from"));
	model_free(story.model);
}

/* A percentile of so many ops has an interval, of fewer only itself, and of few it is not told. */
static void
percentiles_have_intervals_where_ranks_allow(void **state)
{
	static const struct {
		uint32_t n;
		bool p95, bounds;
	} rows[] = {
		{ 19, false, false },
		{ 20, true, false },
		{ 100, true, true },
		{ 2000, true, false }, /* in buckets, which tell no ranks */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct story story = story_begin(two, rows[i].n, 0, 1);
		autobuf out = { 0 };

		story_step(&story, STORY_LAUNCH(0), 0, rows[i].n, 7);
		report_find("json")->write(story.model, NULL, &out);
		assert_int_equal(strstr(buf_text(&out), "\"p95_ns\":") != NULL, rows[i].p95);
		assert_int_equal(strstr(buf_text(&out), "\"p95_low_ns\":") != NULL, rows[i].bounds);
		assert_int_equal(strstr(buf_text(&out), "\"p95_high_ns\":") != NULL,
				 rows[i].bounds);
		model_free(story.model);
	}
}

/* Of a document that tells only of disk usage that is the picture. */
static void
what_lay_on_the_pools_is_a_chart(void **state)
{
	static const char *const formats[] = { "html", "svg" };
	struct story story = story_begin(two, 1, 0, 1);

	(void)state;
	story_usage(&story, 0, 0, USAGE_DELETED, 589 * MIB);
	for (size_t i = 0; i < COUNTOF(formats); i++) {
		autobuf out = { 0 };

		report_find(formats[i])->write(story.model, NULL, &out);
		assert_non_null(strstr(buf_text(&out), "The most that lay on each pool"));
		assert_non_null(strstr(buf_text(&out), "<title>589 MiB</title>"));
		assert_non_null(strstr(buf_text(&out), ">600 MiB</text>"));
		/* The other pool's is unknown, and no bar of nothing. */
		assert_null(strstr(buf_text(&out), "<title>?"));
	}
	model_free(story.model);
}

static void
no_line_is_wider_than_it_may_be(void **state)
{
	static const char *const pools[] = { "a", "default", "fast-nvme-pool-of-the-second-rack",
					     NULL };

	(void)state;
	for (uint32_t n = 1; n <= 64; n *= 4) {
		struct story story = story_begin(pools, n, 0, 2);
		autobuf out = { 0 };
		char *line, *rest;

		for (size_t pool = 0; pool < 3; pool++)
			for (unsigned round = 0; round < 2; round++)
				tell_chain(&story, pool, round, n, 1234);
		report_find("table")->write(story.model, NULL, &out);
		rest = out.data;
		while ((line = strsep(&rest, "\n")) != NULL) {
			assert_true(utf8_columns(line) <= 80);
			if (*line)
				assert_true(line[strlen(line) - 1] != ' ');
		}
		model_free(story.model);
	}
}

static void
names_from_outside_cannot_reach_the_terminal(void **state)
{
	static const char *const pools[] = { "\x1b[2Jx", "\xe6\xb1\xa0", NULL };
	struct story story = story_begin(pools, 1, 0, 1);
	autobuf out = { 0 };

	(void)state;
	story_step(&story, STORY_DELETE(0), 0, 1, 500);
	story_step(&story, STORY_DELETE(1), 0, 1, 500);
	report_find("table")->write(story.model, NULL, &out);
	assert_null(strchr(buf_text(&out), '\x1b'));
	/* Aligned by columns: the second name is one character of three bytes and two columns. */
	assert_non_null(strstr(buf_text(&out), "\n?[2Jx  ?[2Jx   1 "));
	assert_non_null(strstr(buf_text(&out), "\n\xe6\xb1\xa0     \xe6\xb1\xa0      1 "));
	model_free(story.model);
}

static void
an_empty_model_has_no_report(void **state)
{
	struct model *model = model_new();
	autobuf out = { 0 };

	(void)state;
	for (size_t i = 0; i < n_report_formats; i++)
		report_formats[i].write(model, NULL, &out);
	assert_int_equal(out.len, 0);
	model_free(model);
}

static struct json_object *
json_of(const struct model *model)
{
	autobuf out = { 0 };
	struct json_object *report;
	struct err err;

	report_find("json")->write(model, NULL, &out);
	report = json_parse(buf_text(&out), out.len, &err);
	assert_non_null(report);
	return report;
}

static void
json_leaves_out_what_is_not_known(void **state)
{
	struct story story = begin_with_env(2, 0, 1);
	autofree(json_object) report = NULL;
	struct json_object *cells, *launch, *nothing, *cpu;

	(void)state;
	tell_chain(&story, 0, 0, 2, 500);
	report = json_of(story.model);
	cells = json_get(report, "cells", json_type_array);
	assert_int_equal(json_object_array_length(cells), 6);
	launch = json_object_array_get_idx(cells, STORY_LAUNCH(0));
	assert_string_equal(json_text_or(launch, "pool", ""), "btrfs");
	assert_int_equal(json_u64_or(launch, "median_ns", 0), 500 * MS);
	assert_int_equal(json_u64_or(launch, "disk_bytes", 0), 30 * MIB);
	cpu = json_get(launch, "cpu_s", json_type_object);
	assert_true(json_object_get_double(json_get(cpu, "irq", json_type_double)) == 0.34);
	assert_int_equal(json_u64_or(launch, "p95_ns", 77), 77);
	assert_int_equal(json_u64_or(launch, "makespan_low_ns", 77), 77);
	assert_int_equal(json_u64_or(launch, "moved_bytes", 77), 77);
	assert_int_equal(json_object_array_length(json_get(launch, "rounds", json_type_array)), 1);
	nothing = json_object_array_get_idx(cells, STORY_LAUNCH(1));
	assert_int_equal(json_u64_or(nothing, "ok", 77), 0);
	assert_int_equal(json_u64_or(nothing, "median_ns", 77), 77);
	assert_null(json_get(nothing, "rate_per_s", json_type_double));
	assert_null(json_get(nothing, "cpu_s", json_type_object));
	model_free(story.model);
}

static void
expect_documented(struct json_object *object, const char *doc)
{
	json_object_object_foreach(object, key, value)
	{
		char quoted[64];

		snprintf(quoted, sizeof(quoted), "`%s`", key);
		if (!strstr(doc, quoted))
			fail_msg("doc/report-json.md does not tell of %s", quoted);
		if (strcmp(key, "env") == 0 || strcmp(key, "plan") == 0)
			continue; /* told in doc/recording.md */
		if (json_object_is_type(value, json_type_object))
			expect_documented(value, doc);
		for (size_t i = 0; json_object_is_type(value, json_type_array) &&
				   i < json_object_array_length(value);
		     i++)
			if (json_object_is_type(json_object_array_get_idx(value, i),
						json_type_object))
				expect_documented(json_object_array_get_idx(value, i), doc);
	}
}

static void
every_key_of_the_json_is_documented(void **state)
{
	struct story story = begin_with_env(100, 0, 6);
	autofree(json_object) report = NULL;
	autofree_mem char *path =
		xasprintf("%s/doc/report-json.md", getenv("srcdir") ? getenv("srcdir") : ".");
	FILE *file = fopen(path, "re");
	static char doc[65536];
	struct event event;
	uint32_t step;

	(void)state;
	assert_non_null(file);
	doc[fread(doc, 1, sizeof(doc) - 1, file)] = '\0';
	fclose(file);
	for (unsigned round = 0; round < 6; round++)
		for (size_t pool = 0; pool < 2; pool++)
			tell_chain(&story, pool, round, 100, 300 + 500 * pool);
	story_usage(&story, 0, 0, USAGE_EMPTY, 1 * MIB);
	story_step(&story, STORY_PRIME(0), 0, 1, 5);
	story_usage(&story, 0, 0, USAGE_IMAGE, 2 * MIB);
	story_tell(&story, (struct event){ .type = EV_NOTE, .note = { NOTE_WARN, (char *)"hm" } });
	step = story_step_begin(&story, STORY_DELETE(0), 0, 3);
	event = story_op(&story, step, 2, OP_SKIPPED, 0);
	event.op.text = (char *)"it is gone";
	story_tell(&story, event);
	event = story_op(&story, step, 0, OP_OK, 5);
	event.op.bytes = 9;
	event.op.n_parts = 1;
	event.op.parts[0] = (struct op_part){ "create", 5 };
	story_tell(&story, event);
	event.op.state = OP_FAILED;
	event.op.text = (char *)"no";
	story_tell(&story, event);
	event = story_end_of(&story, step, 0);
	event.step_end.taint = TAINT_LAG;
	story_tell(&story, event);
	story_tell(&story,
		   (struct event){ .type = EV_END, .end = { END_STOPPED, (char *)"space", 0 } });
	story.model->notes_dropped = 1;
	report = json_of(story.model);
	assert_int_equal(json_object_array_length(json_get(report, "notes", json_type_array)), 1);
	expect_documented(report, doc);
	model_free(story.model);
}

/* ---- verdicts ---- */

static void
add_line(void *arg, const char *label, const char *text)
{
	(void)label;
	buf_printf(arg, "%s\n", text);
}

static void
expect_verdicts(const struct model *model, const char *want)
{
	autogroup group = report_groups(model);
	autobuf text = { 0 };

	while (report_next_group(&group))
		report_verdicts(&group, add_line, &text);
	assert_string_equal(buf_text(&text), want);
}

/* Rounds of one op each, by cells; a time grows a little from round to round. */
static void
tell_rounds(struct story *story, unsigned rounds, const size_t *cells, const uint64_t *ms, size_t n)
{
	for (unsigned round = 0; round < rounds; round++)
		for (size_t i = 0; i < n; i++)
			story_step(story, cells[i], round, 1, ms[i] + round % 3);
}

/* Two groups of one run have the same pools: without their place nobody could tell the lines apart.
 */
static void
a_sentence_names_what_tells_its_cells_apart(void **state)
{
	struct story story = { .model = model_new() };
	struct plan *plan = story_plan(two, 1, 0, 5);
	size_t cells[] = { STORY_LAUNCH(0), STORY_LAUNCH(1), 0, 0 };
	static const uint64_t ms[] = { 1000, 2500, 9000, 3000 };

	(void)state;
	for (size_t pool = 0; pool < 2; pool++) {
		struct cell cell = plan->cells[STORY_LAUNCH(pool)];

		cell.place = PLACE_VM;
		cells[2 + pool] = plan_add_cell(plan, &cell);
		plan_add_chain(plan, &cells[2 + pool], 1, NO_CELL);
	}
	story_tell(&story, (struct event){ .type = EV_HEADER, .header = story_header(plan) });
	tell_rounds(&story, 5, cells, ms, 4);
	expect_verdicts(
		story.model,
		"btrfs container against dir container: btrfs container is faster: 2.5x "
		"(2.5 to 2.5), 5 rounds each\n"
		"dir vm against btrfs vm: dir vm is faster: 3.0x (3.0 to 3.0), 5 rounds each\n");
	model_free(story.model);
}

static void
each_pair_has_its_sentence_and_how_many_are_told_together(void **state)
{
	static const char *const five[] = { "a", "b", "c", "d", "e", NULL };
	static const size_t cells[] = { STORY_LAUNCH(0), STORY_LAUNCH(1), STORY_LAUNCH(2),
					STORY_LAUNCH(3), STORY_LAUNCH(4) };
	static const uint64_t ms[] = { 1000, 2500, 6000, 8000, 16000 };
	struct story three = story_begin(five, 1, 0, 5), all = story_begin(five, 1, 0, 5);

	(void)state;
	tell_rounds(&three, 5, cells, ms, 3);
	three.model->cells[STORY_LAUNCH(2)].remark = xstrdup("optimized: ignored by driver");
	expect_verdicts(
		three.model,
		"a against b: a is faster: 2.5x (2.5 to 2.5), 5 rounds each\n"
		"a against c: a is faster: 6.0x (6.0 to 6.0), 5 rounds each; not like with "
		"like, as on c: optimized: ignored by driver\n"
		"b against c: b is faster: 2.4x (2.4 to 2.4), 5 rounds each; not like with "
		"like, as on c: optimized: ignored by driver\n"
		"3 comparisons are told together, so each is judged more strictly (Holm)\n");
	tell_rounds(&all, 5, cells, ms, 5);
	expect_verdicts(
		all.model,
		"a against b: a is faster: 2.5x (2.5 to 2.5), 5 rounds each\n"
		"a against c: a is faster: 6.0x (6.0 to 6.0), 5 rounds each\n"
		"a against d: a is faster: 8.0x (8.0 to 8.0), 5 rounds each\n"
		"a against e: a is faster: 16.0x (16.0 to 16.0), 5 rounds each\n"
		"4 comparisons are told together, so each is judged more strictly (Holm); of "
		"5 pools each is set against the fastest only\n");
	model_free(three.model);
	model_free(all.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formats_are_found_by_name),
		cmocka_unit_test(a_run_as_a_table),
		cmocka_unit_test(a_sentence_names_what_tells_its_cells_apart),
		cmocka_unit_test(each_pair_has_its_sentence_and_how_many_are_told_together),
		cmocka_unit_test(what_went_wrong_is_told_below),
		cmocka_unit_test(long_texts_and_many_notes_are_cut_in_a_table_only),
		cmocka_unit_test(what_an_image_takes_is_told_from_its_prime),
		cmocka_unit_test(what_others_write_too_is_marked_and_explained),
		cmocka_unit_test(drift_and_outliers_are_named),
		cmocka_unit_test(a_cold_first_round_is_named),
		cmocka_unit_test(percentiles_have_intervals_where_ranks_allow),
		cmocka_unit_test(what_lay_on_the_pools_is_a_chart),
		cmocka_unit_test(no_line_is_wider_than_it_may_be),
		cmocka_unit_test(names_from_outside_cannot_reach_the_terminal),
		cmocka_unit_test(an_empty_model_has_no_report),
		cmocka_unit_test(json_leaves_out_what_is_not_known),
		cmocka_unit_test(every_key_of_the_json_is_documented),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
