#include "record/import.h"

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
#include "record/model.h"
#include "record/recording.h"
#include "record/report_formats.h"
#include "record/summary.h"

#define COLUMNS "timeStamp,elapsed,label,responseCode,success\n"
#define FIRST	"1700000010000,9557,launch,,true\n"

static const struct import_said nothing;

/* What is read is read back, line by line, as a recording is. */
static struct model *
model_of(struct figures *figures)
{
	const struct buf *lines = figures_end(figures);
	struct model *model = model_new();
	size_t at = 0;

	while (at < lines->len) {
		size_t len = strcspn(lines->data + at, "\n");
		struct event event;
		struct err err;

		if (event_parse(lines->data + at, len, &event, &err) ||
		    model_apply(model, &event, &err))
			fail_msg("%s", err.text);
		event_wipe(&event);
		at += len + 1;
	}
	return model;
}

static struct model *
import_text(const char *text, const struct import_said *said)
{
	struct err err;
	autofree(figures) figures = import_parse("a/report.csv", text, strlen(text), said, &err);

	if (!figures)
		fail_msg("%s: %s", text, err.text);
	return model_of(figures);
}

static void
a_row_is_a_round(void **state)
{
	struct model *model =
		import_text(COLUMNS FIRST "1700000030000,1800,launch,,true\n", &nothing);
	const struct model_cell *cell = &model->cells[0];

	(void)state;
	assert_int_equal(model->header->kind, RUN_IMPORTED);
	assert_int_equal(model->header->started_wall_ns, UINT64_C(1700000000443) * NS_PER_MS);
	assert_int_equal(model->state, MODEL_ENDED);
	assert_int_equal(model->plan->n_cells, 1);
	assert_int_equal(model->plan->rounds, 2);
	assert_string_equal(model->plan->cells[0].workload, "launch");
	assert_null(model->plan->cells[0].variant);
	assert_int_equal(cell->n_makespans, 2);
	assert_int_equal(cell->makespans[0], 9557 * NS_PER_MS);
	assert_int_equal(cell->makespans[1], 1800 * NS_PER_MS);
	/* When it was is kept: the second began 28.2 s after the first one's end was 9.6 s in. */
	assert_int_equal(model->steps[1].start, 27757 * NS_PER_MS);
	model_free(model);
}

static void
what_the_file_does_not_say_is_unknown(void **state)
{
	struct model *model = import_text(COLUMNS FIRST, &nothing);

	(void)state;
	assert_string_equal(model->plan->targets[0].pool, "?");
	assert_null(model->plan->targets[0].driver);
	assert_null(model->plan->cells[0].image);
	assert_int_equal(model->plan->count, 0);
	assert_int_equal(model->plan->parallel, 0);
	assert_int_equal(model->header->env.n_servers, 0);
	assert_null(model->header->label);
	assert_null(model->header->program);
	assert_int_equal(model->cells[0].count[OP_OK], 0);
	assert_string_equal(model->header->source, "report.csv, as incus-benchmark writes it");
	model_free(model);
}

static void
what_the_person_says_is_taken(void **state)
{
	const struct import_said said = { "zfs", "alpine", "create", "before", 10 };
	struct model *model = import_text(COLUMNS FIRST, &said);

	(void)state;
	assert_string_equal(model->plan->targets[0].pool, "zfs");
	assert_string_equal(model->plan->cells[0].image, "alpine");
	assert_string_equal(model->plan->cells[0].workload, "create");
	assert_string_equal(model->header->label, "before");
	assert_int_equal(model->plan->count, 10);
	assert_int_equal(model->cells[0].count[OP_OK], 10);
	assert_true(model->cells[0].ok_per_s_seconds == 9.557);
	model_free(model);
}

static void
labels_become_cells(void **state)
{
	static const struct {
		const char *label, *said, *workload, *variant;
	} rows[] = {
		{ "launch", NULL, "launch", NULL },
		{ "init", NULL, "create", NULL }, /* our word for it */
		{ "start", NULL, "start", NULL },
		{ "stop", NULL, "stop", NULL },
		{ "delete", NULL, "delete", "stopped first if running" },
		{ "delete", "delete", "delete", NULL }, /* a person has said that it is so */
		{ "my pool", NULL, "?", "my pool" },
		{ "Launch", NULL, "?", "Launch" },
		{ "my pool", "launch", "launch", NULL }, /* the only one: it tells nothing apart */
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text =
			xasprintf(COLUMNS "1700000010000,1,%s,,true\n", rows[i].label);
		const struct import_said said = { .workload = rows[i].said };
		struct model *model = import_text(text, &said);
		const struct cell *cell = &model->plan->cells[0];

		assert_string_equal(cell->workload, rows[i].workload);
		assert_int_equal(cell->variant == NULL, rows[i].variant == NULL);
		if (cell->variant)
			assert_string_equal(cell->variant, rows[i].variant);
		model_free(model);
	}
}

static void
a_label_of_no_workload_is_written_as_it_was(void **state)
{
	static const char row[] = "1700000010000,1000,before,,true\n";
	autofree_mem char *text = xasprintf(COLUMNS "%s", row);
	const struct import_said said = { .pool = "fast" };
	struct model *model = import_text(text, &said);
	autobuf out = { 0 };

	(void)state;
	report_jmeter(model, NULL, &out);
	assert_non_null(strstr(buf_text(&out), row));
	model_free(model);
}

static void
several_labels_stay_apart(void **state)
{
	static const char text[] = COLUMNS "1700000010000,1000,btrfs,,true\n"
					   "1700000020000,2000,zfs,,true\n"
					   "1700000030000,1100,btrfs,,true\n";
	const struct import_said said = { .workload = "launch" };
	struct model *model = import_text(text, &said);

	(void)state;
	assert_int_equal(model->plan->n_cells, 2);
	assert_int_equal(model->plan->rounds, 2);
	assert_string_equal(model->plan->cells[0].variant, "btrfs");
	assert_string_equal(model->plan->cells[1].variant, "zfs");
	assert_int_equal(model->cells[0].n_makespans, 2);
	assert_int_equal(model->cells[1].n_makespans, 1);
	model_free(model);
}

static bool
log_has(const struct model *model, const char *text)
{
	for (size_t i = 0; i < model->log_count; i++)
		if (strstr(model_log_line(model, i)->text, text))
			return true;
	return false;
}

static void
success_that_is_always_true_is_marked(void **state)
{
	struct model *model = import_text(COLUMNS FIRST, &nothing);

	(void)state;
	assert_true(log_has(model, "incus-benchmark writes success=true whatever has happened"));
	assert_int_equal(model->warnings, 1);
	model_free(model);
}

/* As our own reports of that form say it. */
static void
what_has_failed_is_in_no_timing(void **state)
{
	static const char text[] = COLUMNS "1700000010000,1000,launch,,true\n"
					   "1700000020000,50,launch,500,false\n";
	const struct import_said said = { .count = 4 };
	struct model *model = import_text(text, &said);

	(void)state;
	assert_int_equal(model->cells[0].n_makespans, 1);
	assert_int_equal(model->cells[0].count[OP_OK], 4);
	assert_int_equal(model->cells[0].count[OP_FAILED], 1);
	assert_int_equal(model->cells[0].count[OP_UNKNOWN], 3);
	assert_true(log_has(model, "line 3: the run of 0.050 s has failed"));
	assert_false(log_has(model, "whatever has happened"));
	model_free(model);

	model = import_text(text, &nothing);
	assert_int_equal(model->cells[0].n_makespans, 1);
	assert_int_equal(model->cells[0].makespans[0], 1000 * NS_PER_MS);
	assert_int_equal(model->cells[0].count[OP_FAILED], 1);
	assert_int_equal(model->cells[0].count[OP_UNKNOWN], 0);
	model_free(model);
}

/* That it says "true" of what failed as well is known of the tool. */
static void
that_nothing_failed_is_not_said(void **state)
{
	static const struct {
		const char *more;
		uint64_t failed, refused;
	} rows[] = {
		{ "", UNKNOWN, UNKNOWN },
		{ "1700000020000,50,launch,500,false\n", 1, 0 },
		{ "1700000020000,50,launch,500,false\n1700000030000,60,launch,,false\n", 2, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text = xasprintf(COLUMNS FIRST "%s", rows[i].more);
		struct model *model = import_text(text, &nothing);
		autofree_mem struct summary *row = NULL;

		assert_int_equal(summary_rows(model, &row), 1);
		assert_int_equal(row->failed, rows[i].failed);
		assert_int_equal(row->refused, rows[i].refused);
		model_free(model);
	}
}

/* What editors and other writers make of such a file. */
static void
harmless_differences_are_read(void **state)
{
	static const char *const texts[] = {
		COLUMNS FIRST,
		"\xef\xbb\xbf" COLUMNS FIRST,
		"timeStamp,elapsed,label,responseCode,success\r\n1700000010000,9557,launch,,true\r\n",
		"\n" COLUMNS "\n" FIRST "\n\n",
		COLUMNS "1700000010000,9557,launch,,true",
		COLUMNS "\"1700000010000\",\"9557\",\"launch\",\"\",\"true\"\n",
		COLUMNS "1700000010000,9557,launch,200,true\n",
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(texts); i++) {
		struct model *model = import_text(texts[i], &nothing);

		assert_int_equal(model->cells[0].makespans[0], 9557 * NS_PER_MS);
		assert_string_equal(model->plan->cells[0].workload, "launch");
		model_free(model);
	}
}

static void
quotes_are_taken_off(void **state)
{
	struct model *model =
		import_text(COLUMNS "1700000010000,1,\"a, \"\"b\"\"\",,true\n", &nothing);

	(void)state;
	assert_string_equal(model->plan->cells[0].variant, "a, \"b\"");
	model_free(model);
}

/* Each with the line, what was expected and what was found; none of them leaves anything. */
static void
what_is_wrong_is_refused_whole(void **state)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "",
		  "report.csv:1: expected the columns timeStamp,elapsed,label,responseCode,success, found \"the end\"" },
		{ "\n\n", "report.csv:3: expected the columns" },
		{ COLUMNS, "report.csv:2: expected a row, found \"the end\"" },
		{ FIRST, "report.csv:1: expected the columns" },
		{ COLUMNS COLUMNS,
		  "report.csv:2: expected the time in milliseconds since 1970, found \"timeStamp\"" },
		{ "timeStamp;elapsed;label;responseCode;success\n",
		  "expected the columns timeStamp,elapsed,label,responseCode,success, found \"timeStamp;elapsed;" },
		{ "elapsed,timeStamp,label,responseCode,success\n" FIRST,
		  "report.csv:1: expected the columns" },
		{ "timeStamp,elapsed,label,success\n", "report.csv:1: expected the columns" },
		{ "\xff\xfet\n", "report.csv:1: expected the columns" }, /* UTF-16 */
		{ "{\"ev\":\"header\"}\n", "report.csv:1: expected the columns" },
		{ COLUMNS "1700000010000;9557;launch;;true\n",
		  "report.csv:2: expected 5 columns with commas between them, found \"1700000010000;9557;" },
		{ COLUMNS FIRST "1700000010000,9557\n",
		  "report.csv:3: expected 5 columns with commas between them, found \"1700000010000,9557\"" },
		{ COLUMNS FIRST "1700000020000,9557,launch,,true,\n",
		  "report.csv:3: expected 5 columns" },
		{ COLUMNS FIRST "1700000020000,9557,launch,,tr",
		  "report.csv:3: expected true or false, found \"tr\"" }, /* torn */
		{ COLUMNS "1700000010000,NaN,launch,,true\n",
		  "report.csv:2: expected whole milliseconds, a week at most, found \"NaN\"" },
		{ COLUMNS "1700000010000,-5,launch,,true\n", "found \"-5\"" },
		{ COLUMNS "1700000010000,+5,launch,,true\n", "found \"+5\"" },
		{ COLUMNS "1700000010000,1e3,launch,,true\n", "found \"1e3\"" },
		{ COLUMNS "1700000010000,9.557,launch,,true\n", "found \"9.557\"" },
		{ COLUMNS "1700000010000, 9557,launch,,true\n", "found \" 9557\"" },
		{ COLUMNS "1700000010000,,launch,,true\n", "found \"\"" },
		{ COLUMNS "1700000010000,604800001,launch,,true\n", "found \"604800001\"" },
		{ COLUMNS "1700000010000,99999999999999999999,launch,,true\n",
		  "found \"99999999999999999999\"" },
		{ COLUMNS "1700000010,9557,launch,,true\n",
		  "expected the time in milliseconds since 1970, found \"1700000010\"" },
		{ COLUMNS "0,9557,launch,,true\n", "found \"0\"" },
		{ COLUMNS "-1700000010000,9557,launch,,true\n", "found \"-1700000010000\"" },
		{ COLUMNS "2024-08-01 12:00,9557,launch,,true\n", "found \"2024-08-01 12:00\"" },
		{ COLUMNS "1700000010000,9557,,,true\n",
		  "expected a label of 1 to 200 bytes, found \"\"" },
		{ COLUMNS "1700000010000,9557,a\x1b[2J,,true\n", "found \"a?[2J\"" },
		{ COLUMNS "1700000010000,9557,\xc3(,,true\n", "expected a label" },
		{ COLUMNS "1700000010000,9557,launch,,yes\n",
		  "expected true or false, found \"yes\"" },
		{ COLUMNS "1700000010000,9557,launch,,TRUE\n", "found \"TRUE\"" },
		{ COLUMNS "1700000010000,9557,launch,,\n", "expected true or false, found \"\"" },
		{ COLUMNS "1700000010000,9557,launch,no,true\n",
		  "expected no response code, or three digits, found \"no\"" },
		{ COLUMNS "1700000010000,9557,\"launch,,true\n",
		  "expected a closing quote, found \"1700000010000,9557,\"launch,,true\"" },
		{ COLUMNS "1700000010000,9557,\"launch\"\",,true\n", "expected a closing quote" },
		{ COLUMNS "1700000010000,9557,\"la\"unch,,true\n",
		  "expected commas around what is in quotes, found \"1700000010000,9557,\"la\"unch,,true\"" },
		{ COLUMNS "1700000010000,9557,la\"unch,,true\n",
		  "expected commas around what is in quotes" },
		{ COLUMNS "1700000010000,9557,\"", "expected a closing quote" },
		{ COLUMNS FIRST "1700000020000,1,launch,,true\n" FIRST,
		  "report.csv:4: expected another run, found that of line 2 again" },
		{ COLUMNS FIRST "\rx\n", "report.csv:3: expected 5 columns" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct err err = { 0 };
		struct figures *figures = import_parse("report.csv", rows[i].text,
						       strlen(rows[i].text), &nothing, &err);

		if (figures)
			fail_msg("is read: %s", rows[i].text);
		if (!strstr(err.text, rows[i].says))
			fail_msg("%s: %s, not %s", rows[i].text, err.text, rows[i].says);
	}
}

static void
a_nul_is_no_end(void **state)
{
	static const char text[] = COLUMNS "1700000010000,9557,launch\0,,true\n";
	struct err err = { 0 };

	(void)state;
	assert_null(import_parse("report.csv", text, sizeof(text) - 1, &nothing, &err));
	assert_string_equal(err.text, "report.csv:2: expected text, found \"a NUL byte\"");
}

static char *
many_rows(size_t n, bool labels)
{
	autobuf text = { 0 };

	buf_puts(&text, COLUMNS);
	for (size_t i = 0; i < n; i++)
		buf_printf(&text, "%zu,1,l%zu,,true\n", (size_t)1700000000000 + i, labels ? i : 0);
	return buf_steal(&text);
}

static void
too_many_rows_are_refused(void **state)
{
	autofree_mem char *most = many_rows(IMPORT_ROWS_MAX, true);
	autofree_mem char *more = many_rows(IMPORT_ROWS_MAX + 1, true);
	autofree_mem char *rounds = many_rows(PLAN_ROUNDS_MAX + 1, false);
	struct model *model = import_text(most, &nothing);
	struct err err = { 0 };

	(void)state;
	assert_int_equal(model->plan->n_cells, IMPORT_ROWS_MAX);
	model_free(model);
	assert_null(import_parse("report.csv", more, strlen(more), &nothing, &err));
	assert_non_null(strstr(err.text, "report.csv:10002: expected at most 10000 rows"));
	assert_null(import_parse("report.csv", rounds, strlen(rounds), &nothing, &err));
	assert_non_null(strstr(err.text, "report.csv:1002: expected at most 1000 rows of a label"));
}

/* A clock that was set back must not make a run end before it began. */
static void
rows_out_of_order_follow_each_other(void **state)
{
	struct model *model = import_text(COLUMNS "1700000010000,5000,launch,,true\n"
						  "1600000000000,5000,launch,,true\n",
					  &nothing);

	(void)state;
	assert_int_equal(model->steps[1].start, model->steps[0].end);
	assert_int_equal(model->cells[0].n_makespans, 2);
	model_free(model);
}

/* ---- files ---- */

static char folder[32];

static int
make_folder(void **state)
{
	(void)state;
	strcpy(folder, "import_test.XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int
remove_folder(void **state)
{
	autofree_mem char *command = xasprintf("rm -rf '%s'", folder);

	(void)state;
	return system(command);
}

static void
what_is_no_file_is_refused(void **state)
{
	autofree_mem char *fifo = xasprintf("%s/fifo", folder);
	autofree_mem char *nowhere = xasprintf("%s/nowhere", folder);
	struct err err = { 0 };

	(void)state;
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_null(import_read(folder, &nothing, &err));
	assert_non_null(strstr(err.text, "not a regular file"));
	assert_null(import_read(fifo, &nothing, &err));
	assert_non_null(strstr(err.text, "not a regular file"));
	assert_null(import_read(nowhere, &nothing, &err));
	assert_non_null(strstr(err.text, "open "));
}

static void
it_is_kept_like_any_run_and_once(void **state)
{
	autofree_mem char *file = xasprintf("%s/report.csv", folder);
	autofree_mem char *runs = xasprintf("%s/runs", folder);
	autofree_mem char *path = NULL;
	autofree_mem char *again = NULL;
	const struct import_said other = { .pool = "zfs" };
	struct figures *figures;
	struct model *model;
	struct stat st;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(xdg_write_file(file, COLUMNS FIRST, strlen(COLUMNS FIRST), &err), 0);
	figures = import_read(file, &nothing, &err);
	assert_int_equal(figures_write(figures, runs, &path, &err), 0);
	assert_non_null(strstr(path, "/20231114T221320Z-"));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	model = model_load(path, &err);
	assert_non_null(model);
	assert_int_equal(model->cells[0].makespans[0], 9557 * NS_PER_MS);
	model_free(model);
	figures_free(figures);

	/* The same again is there already; said to be something else it is something else. */
	figures = import_read(file, &nothing, &err);
	assert_int_equal(figures_write(figures, runs, &again, &err), -1);
	assert_non_null(strstr(err.text, "is there already"));
	figures_free(figures);
	figures = import_read(file, &other, &err);
	assert_int_equal(figures_write(figures, runs, &again, &err), 0);
	figures_free(figures);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_a_round),
		cmocka_unit_test(what_the_file_does_not_say_is_unknown),
		cmocka_unit_test(what_the_person_says_is_taken),
		cmocka_unit_test(labels_become_cells),
		cmocka_unit_test(a_label_of_no_workload_is_written_as_it_was),
		cmocka_unit_test(several_labels_stay_apart),
		cmocka_unit_test(success_that_is_always_true_is_marked),
		cmocka_unit_test(what_has_failed_is_in_no_timing),
		cmocka_unit_test(that_nothing_failed_is_not_said),
		cmocka_unit_test(harmless_differences_are_read),
		cmocka_unit_test(quotes_are_taken_off),
		cmocka_unit_test(what_is_wrong_is_refused_whole),
		cmocka_unit_test(a_nul_is_no_end),
		cmocka_unit_test(too_many_rows_are_refused),
		cmocka_unit_test(rows_out_of_order_follow_each_other),
		cmocka_unit_test_setup_teardown(what_is_no_file_is_refused, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(it_is_kept_like_any_run_and_once, make_folder,
						remove_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
