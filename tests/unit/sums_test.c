#include "story.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xdg.h"
#include "record/model_parts.h"
#include "record/recording.h"
#include "record/summary.h"
#include "record/sums.h"

static const char *const two[] = { "btrfs", "dir", NULL };

struct kept {
	char folder[32];
	char *path; /* of the recording */
	char *sums;
};

/* ---- a long recording in a folder of its own ---- */

struct telling {
	struct recorder *recorder;
	struct model *model;
	uint64_t t;
};

static void
tell(struct telling *telling, struct event event)
{
	struct err err;

	event.t = telling->t;
	if (recorder_add(telling->recorder, &event, &err) ||
	    model_apply(telling->model, &event, &err))
		fail_msg("%s", err.text);
}

static void
tell_op(struct telling *telling, uint32_t step, uint32_t op, uint32_t n)
{
	bool bad = op == n - 1 && step % 3 == 2;
	uint64_t start = telling->t;
	struct event_op end = {
		.step = step,
		.op = op,
		.state = bad ? OP_FAILED : OP_OK,
		.start = start,
		.bytes = 1000 * op,
		.n_parts = 2,
		.text = bad ? (char *)"no space left" : NULL,
		.parts = { { "create", op }, { "start", 2 * op } },
	};

	tell(telling, (struct event){ .type = EV_OP_BEGIN,
				      .op = { .step = step, .op = op, .name = (char *)"psc-1" } });
	end.end = telling->t += (100 + 37 * op % 101) * MS;
	tell(telling, (struct event){ .type = EV_OP_END, .op = end });
}

static void
tell_step(struct telling *telling, size_t pool, unsigned round, uint32_t n)
{
	uint32_t step = (uint32_t)telling->model->n_steps;
	uint64_t start = telling->t;
	struct event_step_end end = { .step = step, .start = start, .rate = UNKNOWN };

	for (enum usage_point point = USAGE_EMPTY; point <= USAGE_SETTLED; point++)
		tell(telling, (struct event){ .type = EV_USAGE,
					      .usage = { pool, round, point, (point + step) * MIB,
							 UNKNOWN, 7 } });
	tell(telling, (struct event){ .type = EV_STEP_BEGIN,
				      .step_begin = { step, STORY_LAUNCH(pool), round, n } });
	for (uint32_t op = 0; op < n; op++)
		tell_op(telling, step, op, n);
	end.end = telling->t;
	memcpy(end.count, telling->model->steps[step].count, sizeof(end.count));
	end.cpu = (struct cpu_seconds){ 1.5, 2.5, 0.25, 0.5, 0, NAN, 0.75, 20 };
	end.taint = TAINT_STEAL;
	tell(telling, (struct event){ .type = EV_STEP_END, .step_end = end });
	tell(telling, (struct event){ .type = EV_SETTLE, .settle = { pool, round, 5 * MS, true } });
	tell(telling, (struct event){ .type = EV_TICK,
				      .tick = { .user = 10 + round,
						.system = 5,
						.iowait = NAN,
						.core = { 1, NAN },
						.n_cores = 2,
						.memory_free = 9,
						.disks = { { "vda", 1e6, 2e6, 50 } },
						.n_disks = 1,
						.self_memory = UNKNOWN } });
}

static void
begin_folder(struct kept *kept)
{
	strcpy(kept->folder, "sums_test.XXXXXX");
	assert_non_null(mkdtemp(kept->folder));
}

/* Of two pools; the run is told to the end, and added to, and told to the end again. */
static void
write_run(struct kept *kept, uint32_t n)
{
	struct event_header *header = story_header(story_plan(two, n, 1, 2));
	struct telling telling = { .model = model_new() };
	struct event event = { .type = EV_HEADER, .header = header };
	struct err err;

	assert_int_equal(recorder_create(kept->folder, header, &telling.recorder, &err), 0);
	assert_int_equal(model_apply(telling.model, &event, &err), 0);
	tell(&telling,
	     (struct event){ .type = EV_NOTE, .note = { NOTE_WARN, (char *)"a warning" } });
	for (unsigned round = 0; round < 6; round++)
		for (size_t pool = 0; pool < 2; pool++) {
			if (round == 3 && pool == 0)
				tell(&telling, (struct event){ .type = EV_END });
			if (round == 3 && pool == 0)
				tell(&telling,
				     (struct event){ .type = EV_EXTEND, .extend = { 5 } });
			tell_step(&telling, pool, round, n);
		}
	tell(&telling,
	     (struct event){ .type = EV_END, .end = { END_STOPPED, (char *)"a limit", 2 } });
	kept->path = xstrdup(recorder_path(telling.recorder));
	kept->sums = sums_path(kept->path);
	recorder_free(telling.recorder);
	model_free(telling.model);
}

static void
end_folder(struct kept *kept)
{
	unlink(kept->path);
	unlink(kept->sums);
	assert_int_equal(rmdir(kept->folder), 0); /* nothing else was left in it */
	free(kept->path);
	free(kept->sums);
}

static bool
exists(const char *path)
{
	return access(path, F_OK) == 0;
}

/* ---- what is compared ---- */

static void
pack_of(struct model *model, struct pack *pack)
{
	pack_begin(pack, "compared", 1);
	model_pack(pack, model);
}

static void
assert_same_model(struct model *a, struct model *b)
{
	autofree_mem struct summary *x = NULL;
	autofree_mem struct summary *y = NULL;
	autopack p, q;

	assert_int_equal(a->state, b->state);
	assert_int_equal(model_elapsed(a), model_elapsed(b));
	assert_int_equal(a->plan->rounds, b->plan->rounds);
	assert_int_equal(a->n_steps, b->n_steps);
	assert_int_equal(summary_rows(a, &x), summary_rows(b, &y));
	for (size_t i = 0; i < a->plan->n_cells; i++)
		for (size_t k = 0; k < n_summary_columns; k++) {
			char one[64], other[64];

			assert_string_equal(
				summary_columns[k].text(a, &x[i], one, sizeof(one)),
				summary_columns[k].text(b, &y[i], other, sizeof(other)));
		}
	for (size_t i = 0; i < a->log_count; i++)
		assert_string_equal(model_log_line(a, i)->text, model_log_line(b, i)->text);
	pack_of(a, &p);
	pack_of(b, &q);
	assert_int_equal(p.bytes.len, q.bytes.len);
	assert_memory_equal(p.bytes.data, q.bytes.data, p.bytes.len);
}

/* ---- tests ---- */

static void
a_long_run_opens_from_its_sums(void **state)
{
	struct kept kept;
	struct model *lines, *first, *second;
	struct err err;

	(void)state;
	begin_folder(&kept);
	write_run(&kept, 800);
	lines = model_load(kept.path, &err);
	assert_non_null(lines);
	assert_false(exists(kept.sums));
	first = sums_open(kept.path, &err);
	assert_true(exists(kept.sums));
	second = sums_read(kept.path);
	assert_non_null(second);
	assert_same_model(lines, first);
	assert_same_model(lines, second);
	assert_null(lines->cells[STORY_LAUNCH(0)].latency.exact); /* both forms of a distribution */
	assert_non_null(lines->cells[STORY_LAUNCH(0)].turns.exact);
	model_free(lines);
	model_free(first);
	model_free(second);
	end_folder(&kept);
}

static void
a_short_run_needs_none(void **state)
{
	struct kept kept;
	struct model *model;
	struct err err;

	(void)state;
	begin_folder(&kept);
	write_run(&kept, 3);
	model = sums_open(kept.path, &err);
	assert_non_null(model);
	assert_false(exists(kept.sums));
	assert_int_equal(sums_write(kept.path, model, &err), 0);
	assert_true(exists(kept.sums));
	model_free(model);
	end_folder(&kept);
}

static void
a_run_that_goes_on_has_none(void **state)
{
	struct story story = story_begin(two, 1, 0, 1);
	struct err err;

	(void)state;
	assert_int_equal(sums_write("nowhere.jsonl", story.model, &err), -1);
	assert_string_equal(err.text, "the run has not ended");
	model_free(story.model);
}

/* ---- when they are not to be trusted ---- */

static void
add_line(const struct kept *kept)
{
	int fd = open(kept->path, O_WRONLY | O_APPEND | O_CLOEXEC);

	assert_int_equal(write(fd, "\n", 1), 1);
	close(fd);
}

static void
change_time(const struct kept *kept)
{
	const struct timespec times[2] = { { 0, UTIME_OMIT }, { 1000, 1 } };

	assert_int_equal(utimensat(AT_FDCWD, kept->path, times, 0), 0);
}

static void
remove_recording(const struct kept *kept)
{
	unlink(kept->path);
}

static void
with_sums(const struct kept *kept, void (*change)(char *bytes, size_t *len))
{
	char *bytes;
	size_t len;
	struct err err;

	assert_int_equal(xdg_read_file(kept->sums, 1 << 24, &bytes, &len, &err), 0);
	change(bytes, &len);
	assert_int_equal(xdg_write_again(kept->sums, bytes, len, &err), 0);
	free(bytes);
}

static void
flip_in_the_middle(char *bytes, size_t *len)
{
	bytes[*len / 2] ^= 0x10;
}

static void
flip_the_version(char *bytes, size_t *len)
{
	(void)len;
	bytes[8] ^= 0x40;
}

static void
cut(char *bytes, size_t *len)
{
	(void)bytes;
	*len -= 1;
}

static void
empty(char *bytes, size_t *len)
{
	(void)bytes;
	*len = 0;
}

static void
flip_sums(const struct kept *kept)
{
	with_sums(kept, flip_in_the_middle);
}

static void
other_version(const struct kept *kept)
{
	with_sums(kept, flip_the_version);
}

static void
cut_sums(const struct kept *kept)
{
	with_sums(kept, cut);
}

static void
empty_sums(const struct kept *kept)
{
	with_sums(kept, empty);
}

static void
folder_instead(const struct kept *kept)
{
	unlink(kept->sums);
	assert_int_equal(mkdir(kept->sums, 0700), 0);
}

static void
fifo_instead(const struct kept *kept)
{
	unlink(kept->sums);
	assert_int_equal(mkfifo(kept->sums, 0600), 0);
}

/* Written for a plan with fewer cells than the header's: the sum is right, the contents do not fit.
 */
static void
sums_of_another_run(const struct kept *kept)
{
	struct stat st;
	const char *const one[] = { "btrfs", NULL };
	struct story story = story_begin(one, 1, 0, 1);
	struct err err;

	assert_int_equal(stat(kept->path, &st), 0);
	story_tell(&story, (struct event){ .type = EV_END });
	assert_int_equal(sums_write(kept->path, story.model, &err), 0);
	model_free(story.model);
}

static void
what_does_not_fit_is_made_again(void **state)
{
	static void (*const changes[])(const struct kept *) = {
		add_line,   change_time,    flip_sums,	  other_version,       cut_sums,
		empty_sums, folder_instead, fifo_instead, sums_of_another_run,
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(changes); i++) {
		struct kept kept;
		struct model *model, *lines;
		struct err err;

		begin_folder(&kept);
		write_run(&kept, 400);
		model_free(sums_open(kept.path, &err));
		assert_true(exists(kept.sums));
		changes[i](&kept);
		assert_null(sums_read(kept.path));
		model = sums_open(kept.path, &err);
		lines = model_load(kept.path, &err);
		assert_non_null(model);
		assert_same_model(model, lines);
		model_free(model);
		model_free(lines);
		if (changes[i] == folder_instead)
			rmdir(kept.sums);
		end_folder(&kept);
	}
}

static void
without_the_recording_they_say_nothing(void **state)
{
	struct kept kept;
	struct err err;

	(void)state;
	begin_folder(&kept);
	write_run(&kept, 400);
	model_free(sums_open(kept.path, &err));
	remove_recording(&kept);
	assert_null(sums_read(kept.path));
	assert_null(sums_open(kept.path, &err));
	assert_non_null(strstr(err.text, "open "));
	end_folder(&kept);
}

/*
 * Whoever writes the file can write a sum that is right. Whatever is in it,
 * reading it ends, within the memory that is there, and gives a whole model or
 * none: here every byte is exchanged in turn.
 */
static void
hostile_ones_do_no_harm(void **state)
{
	struct story story = story_begin(two, 2, 0, 1);
	autopack good;
	struct pack pack;

	(void)state;
	story_step(&story, STORY_LAUNCH(0), 0, 2, 100);
	story_step(&story, STORY_DELETE(0), 0, 2, 100);
	story_tell(&story, (struct event){ .type = EV_END });
	pack_of(story.model, &good);
	for (size_t at = 12; at < good.bytes.len; at++) {
		static const unsigned char values[] = { 0, 1, 2, 0x7f, 0x80, 0xff };

		for (size_t i = 0; i < COUNTOF(values); i++) {
			struct story other = story_begin(two, 2, 0, 1);
			autofree_mem struct summary *rows = NULL;

			pack = (struct pack){ .reading = true, .at = 12 };
			buf_add(&pack.bytes, good.bytes.data, good.bytes.len);
			pack.bytes.data[at] = (char)values[i];
			model_pack(&pack, other.model);
			if (pack_is_whole(&pack))
				summary_rows(other.model, &rows);
			model_free(other.model);
			pack_wipe(&pack);
		}
	}
	model_free(story.model);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_run_opens_from_its_sums),
		cmocka_unit_test(a_short_run_needs_none),
		cmocka_unit_test(a_run_that_goes_on_has_none),
		cmocka_unit_test(what_does_not_fit_is_made_again),
		cmocka_unit_test(without_the_recording_they_say_nothing),
		cmocka_unit_test(hostile_ones_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
