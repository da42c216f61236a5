#include "record/event.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/xdg.h"
#include "record/fields.h"

#define ALL_TAINTS (TAINT_PAUSED * 2 - 1)
#define NO_CPU { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN }

/* The header has a test of its own. */
static const struct event rows[] = {
	{ .type = EV_STEP_BEGIN, .t = 0 },
	{ .type = EV_STEP_BEGIN,
	  .t = UNKNOWN - 1,
	  .step_begin = { UINT32_MAX, PLAN_CELLS_MAX - 1, PLAN_ROUNDS_MAX + PLAN_WARMUP_MAX - 1,
			  PLAN_COUNT_MAX } },
	{ .type = EV_OP_BEGIN },
	{ .type = EV_OP_BEGIN,
	  .t = UINT64_C(9007199254740993),	/* a double has no such number */
	  .op = { .step = UINT32_MAX, .op = PLAN_COUNT_MAX - 1, .name = "psc-7f3a91c2-0001" } },
	{ .type = EV_OP_PROGRESS, .op = { .text = "" } },
	{ .type = EV_OP_PROGRESS, .op = { .step = 3, .op = 4, .text = "unpack: 61 %\n\x1b[2J\"\\ \xe6\xb1\xa0" } },
	{ .type = EV_OP_END, .op = { .state = OP_OK, .start = 0, .end = 0, .bytes = UNKNOWN } },
	{ .type = EV_OP_END,
	  .op = { .step = UINT32_MAX,
		  .op = PLAN_COUNT_MAX - 1,
		  .state = OP_OK,
		  .start = UNKNOWN - 2,
		  .end = UNKNOWN - 1,
		  .bytes = UNKNOWN - 1,
		  .parts = { { "123456789012345", 0 }, { "", UNKNOWN - 1 }, { "start", 7 } },
		  .n_parts = EVENT_PARTS } },
	{ .type = EV_OP_END,
	  .op = { .state = OP_SKIPPED, .start = UNKNOWN, .end = UNKNOWN, .bytes = 0 } },
	{ .type = EV_OP_END,
	  .op = { .state = OP_UNKNOWN, .start = 5, .end = UNKNOWN, .bytes = UNKNOWN, .text = "gone" } },
	{ .type = EV_STEP_END,
	  .step_end = { .start = UNKNOWN, .end = UNKNOWN, .cpu = NO_CPU, .lag_ns = UNKNOWN } },
	{ .type = EV_STEP_END,
	  .step_end = { .step = 1,
			.start = 1,
			.end = UNKNOWN - 1,
			.count = { PLAN_COUNT_MAX, 1, 2, 3, PLAN_COUNT_MAX },
			.cpu = { 0, 1e18, 0.000123456, 123456, NAN, 4.5, 5.25, 1e-30 },
			.lag_ns = 0,
			.taint = ALL_TAINTS,
			.rate = UNKNOWN } },
	{ .type = EV_STEP_END,
	  .step_end = { .start = 1, .end = 1, .cpu = NO_CPU, .taint = TAINT_CLOCK, .rate = UNKNOWN - 1 } },
	{ .type = EV_USAGE, .usage = { .used = UNKNOWN, .total = UNKNOWN, .blocks = UNKNOWN } },
	{ .type = EV_USAGE,
	  .usage = { PLAN_TARGETS_MAX - 1, 1, USAGE_LIVE, 0, UNKNOWN - 1, INT64_MAX } },
	{ .type = EV_SETTLING, .settling = { PLAN_TARGETS_MAX - 1, 2 } },
	{ .type = EV_SETTLE, .settle = { .ns = UNKNOWN, .settled = false } },
	{ .type = EV_SETTLE, .settle = { PLAN_TARGETS_MAX - 1, 2, UNKNOWN - 1, true } },
	{ .type = EV_TICK,
	  .tick = { .user = NAN,
		    .system = NAN,
		    .iowait = NAN,
		    .steal = NAN,
		    .load = NAN,
		    .psi_cpu = NAN,
		    .psi_io = NAN,
		    .memory_free = UNKNOWN,
		    .self_cpu = NAN,
		    .self_memory = UNKNOWN } },
	{ .type = EV_TICK,
	  .tick = { .user = 0,
		    .system = 100,
		    .iowait = 33.3333,
		    .steal = 1e-5,
		    .core = { 0, 100, NAN, 12.5, [TICK_CORES - 1] = 0.25 },
		    .n_cores = TICK_CORES,
		    .load = 1234.56,
		    .psi_cpu = 0.01,
		    .psi_io = 99.99,
		    .memory_free = 0,
		    .disks = { { "vda", 0, 1.5e9, NAN },
			       { "1234567890123456789012345678901", NAN, NAN, 100 },
			       [TICK_DISKS - 1] = { "dm-0", 1, 2, 3 } },
		    .n_disks = TICK_DISKS,
		    .self_cpu = 0.2,
		    .self_memory = UNKNOWN - 1 } },
	{ .type = EV_NOTE, .note = { NOTE_INFO, "" } },
	{ .type = EV_NOTE, .note = { NOTE_ERROR, "no space left" } },
	{ .type = EV_PAUSE, .t = 1 },
	{ .type = EV_RESUME, .t = 2 },
	{ .type = EV_EXTEND, .extend = { 1 } },
	{ .type = EV_EXTEND, .extend = { PLAN_ROUNDS_MAX } },
	{ .type = EV_END, .end = { END_DONE, NULL, 0 } },
	{ .type = EV_END, .end = { END_FAILED, "the server went away", SIZE_MAX - 1 } },
};

static void
keep_text(const struct field *row, char **text, void *arg)
{
	(void)row;
	*(const char **)arg = *text;
	*text = NULL;
}

static void
assert_same(struct event got, struct event want)
{
	const char *got_text = NULL, *want_text = NULL;

	assert_int_equal(got.type, want.type);
	fields_each_text(event_fields(got.type), &got, keep_text, &got_text);
	fields_each_text(event_fields(want.type), &want, keep_text, &want_text);
	assert_int_equal(got_text == NULL, want_text == NULL);
	if (got_text)
		assert_string_equal(got_text, want_text);
	assert_memory_equal(&got, &want, sizeof(got));
}

static void
every_event_comes_back_as_it_was(void **state)
{
	bool seen[EVENT_TYPES] = { [EV_HEADER] = true };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf line = { 0 }, again = { 0 };
		struct err err = { 0 };
		struct event back;

		event_format(&rows[i], &line);
		assert_null(strchr(line.data, '\n'));
		if (event_parse(line.data, line.len, &back, &err))
			fail_msg("%s: %s", line.data, err.text);
		assert_same(back, rows[i]);
		event_format(&back, &again);
		assert_string_equal(again.data, line.data);
		seen[rows[i].type] = true;
		event_wipe(&back);
	}
	for (size_t i = 0; i < EVENT_TYPES; i++)
		assert_true(seen[i]);
}

/* What the quick reader takes, the other one reads just so; a blank in front keeps the quick one out. */
static bool
is_read_alike(const char *line, size_t len)
{
	autofree_mem char *slow = xasprintf(" %.*s", (int)len, line);
	struct event quick, back;
	struct err err = { 0 };

	if (!event_parse_plain(line, len, &quick))
		return false;
	if (event_parse(slow, len + 1, &back, &err))
		fail_msg("%s: %s", line, err.text);
	assert_same(quick, back);
	event_wipe(&quick);
	event_wipe(&back);
	return true;
}

static void
lines_of_ops_are_read_quickly_and_alike(void **state)
{
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf line = { 0 };

		event_format(&rows[i], &line);
		n += is_read_alike(line.data, line.len);
	}
	assert_int_equal(n, 6); /* of the 8: one has an escape, one a number of 20 digits */
}

/* Every byte of a line exchanged for every other, and left out, and the line cut there. */
static void
lines_that_are_almost_right_are_read_alike(void **state)
{
	static const char line[] =
		"{\"ev\":\"op_end\",\"t\":10,\"step\":1,\"op\":0,\"state\":\"failed\",\"start\":2,\"end\":3,"
		"\"bytes\":7,\"parts\":{\"a\":1,\"b\":20},\"text\":\"no\"}";
	size_t len = strlen(line);

	(void)state;
	assert_true(is_read_alike(line, len));
	for (size_t at = 0; at < len; at++) {
		char changed[sizeof(line)];

		for (int byte = 1; byte < 256; byte++) {
			memcpy(changed, line, sizeof(line));
			changed[at] = (char)byte;
			is_read_alike(changed, len);
		}
		memmove(changed + at, line + at + 1, len - at);
		is_read_alike(changed, len - 1);
		is_read_alike(line, at);
	}
}

static void
what_cannot_be_is_written_as_unknown(void **state)
{
	struct event event = { .type = EV_TICK };
	autobuf line = { 0 };

	(void)state;
	event.tick = (struct event_tick){ .user = -0.5, .system = INFINITY, .iowait = DBL_MAX,
					  .steal = NAN, .load = NAN, .psi_cpu = NAN, .psi_io = NAN,
					  .core = { -1, INFINITY, 2 }, .n_cores = 3,
					  .memory_free = UNKNOWN, .self_memory = UNKNOWN,
					  .self_cpu = 0 };
	event_format(&event, &line);
	assert_string_equal(line.data,
			    "{\"ev\":\"tick\",\"t\":0,\"cores\":[null,null,2],\"self_cpu\":0}");
}

static void
long_text_is_cut_when_written(void **state)
{
	struct event event = { .type = EV_NOTE }, back;
	struct err err = { 0 };
	autobuf text = { 0 }, line = { 0 };

	(void)state;
	while (text.len <= FIELD_TEXT_MAX)
		buf_puts(&text, "\xe2\x82\xac");
	event.note.text = text.data;
	event_format(&event, &line);
	assert_int_equal(event_parse(line.data, line.len, &back, &err), 0);
	assert_int_equal(strlen(back.note.text), FIELD_TEXT_MAX / 3 * 3);
	event_wipe(&back);
}

#define HEADER_START                                                                               \
	"{\"ev\":\"header\",\"t\":0,\"version\":1,\"kind\":\"measured\",\"run\":\"7f3a91c2\",\"started\":1,"
#define PLAN_END "\"count\":10,\"parallel\":4,\"rounds\":5,\"warmup\":1,\"order\":\"given\","         \
		 "\"seed\":\"0123456789abcdef\"}"
#define NO_COUNTS(count, parallel)                                                                 \
	"\"plan\":{\"targets\":[],\"cells\":[],\"chains\":[],\"count\":" count ",\"parallel\":" parallel     \
	",\"rounds\":1,\"warmup\":0,\"order\":\"given\",\"seed\":\"0123456789abcdef\"}"
#define EMPTY_PLAN "\"plan\":{\"targets\":[],\"cells\":[],\"chains\":[]," PLAN_END

static void
hostile_lines_are_refused_by_the_name_of_the_key(void **state)
{
	static const struct {
		const char *line, *says;
	} lines[] = {
		{ "", "no JSON" },
		{ "[]", "no object" },
		{ "7", "no object" },
		{ "{}", "\"ev\" is missing" },
		{ "{\"ev\":7}", "\"ev\" is a whole number, not a text" },
		{ "{\"ev\":\"pause\"}", "pause: \"t\" is missing" },
		{ "{\"ev\":\"pause\",\"t\":-1}", "\"t\" is -1" },
		{ "{\"ev\":\"pause\",\"t\":1.5}", "\"t\" is a number, not a whole number" },
		{ "{\"ev\":\"pause\",\"t\":\"1\"}", "\"t\" is a text" },
		{ "{\"ev\":\"pause\",\"t\":18446744073709551615}", "\"t\" is 18446744073709551615" },
		{ "{\"ev\":\"pause\",\"t\":18446744073709551615}", "\"t\" is 18446744073709551615" },
		{ "{\"ev\":\"pause\",\"t\":null}", "\"t\" is missing" },

		{ "{\"ev\":\"step_begin\",\"t\":0,\"step\":0,\"cell\":0,\"round\":0}", "\"n\" is missing" },
		{ "{\"ev\":\"step_begin\",\"t\":0,\"step\":4294967296,\"cell\":0,\"round\":0,\"n\":1}", "\"step\" is 4294967296" },
		{ "{\"ev\":\"step_begin\",\"t\":0,\"step\":0,\"cell\":10000,\"round\":0,\"n\":1}", "\"cell\" is 10000" },
		{ "{\"ev\":\"step_begin\",\"t\":0,\"step\":0,\"cell\":0,\"round\":1100,\"n\":1}", "\"round\" is 1100" },
		{ "{\"ev\":\"step_begin\",\"t\":0,\"step\":0,\"cell\":0,\"round\":0,\"n\":10001}", "\"n\" is 10001" },

		{ "{\"ev\":\"op_begin\",\"t\":0,\"step\":0,\"op\":10000}", "\"op\" is 10000" },
		{ "{\"ev\":\"op_begin\",\"t\":0,\"step\":0,\"op\":0,\"name\":[]}", "\"name\" is a list" },
		{ "{\"ev\":\"op_begin\",\"t\":0,\"step\":0,\"op\":0,\"name\":\"a\\u0000b\"}", "\"name\" has a NUL" },
		{ "{\"ev\":\"op_progress\",\"t\":0,\"step\":0,\"op\":0}", "\"text\" is missing" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0}", "\"state\" is missing" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"fine\"}", "\"state\" is not a word" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":0}", "\"state\" is a whole number" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"ok\",\"end\":1}", "\"start\" is missing" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"ok\",\"start\":1}", "\"end\" is missing" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"failed\",\"start\":2,\"end\":1}", "\"end\" is before" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"failed\",\"parts\":[]}", "\"parts\" is a list" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"failed\",\"parts\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4}}", "\"parts\" has 4 members" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"failed\",\"parts\":{\"1234567890123456\":1}}", "\"parts\" has a name longer" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"failed\",\"parts\":{\"a\":-1}}", "\"parts\" is -1" },
		{ "{\"ev\":\"op_end\",\"t\":0,\"step\":0,\"op\":0,\"state\":\"failed\",\"parts\":{\"a\":null}}", "\"parts\" is null" },

		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"ok\":10001}", "\"ok\" is 10001" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"start\":2,\"end\":1}", "\"end\" is before" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"cpu\":[]}", "\"cpu\" is a list" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"cpu\":{\"user\":-1}}", "cpu: \"user\" is -1" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"cpu\":{\"user\":NaN}}", "cpu: \"user\" is nan" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"cpu\":{\"user\":1e400}}", "cpu: \"user\" is inf" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"cpu\":{\"user\":1e19}}", "cpu: \"user\" is 1e+19" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"taint\":\"steal\"}", "\"taint\" is a text" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"taint\":[\"moon\"]}", "\"taint\" is not a word" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"taint\":[null]}", "\"taint\" is null" },
		{ "{\"ev\":\"step_end\",\"t\":0,\"step\":0,\"taint\":[1,2,3,4,5,6,7,8,9]}", "\"taint\" has 9 elements" },

		{ "{\"ev\":\"usage\",\"t\":0,\"target\":1000,\"round\":0,\"point\":\"full\"}", "\"target\" is 1000" },
		{ "{\"ev\":\"usage\",\"t\":0,\"target\":0,\"round\":0,\"point\":\"half\"}", "\"point\" is not a word" },
		{ "{\"ev\":\"usage\",\"t\":0,\"target\":0,\"round\":0,\"point\":\"full\",\"used\":-1}", "\"used\" is -1" },
		{ "{\"ev\":\"settle\",\"t\":0,\"target\":0,\"round\":0}", "\"settled\" is missing" },
		{ "{\"ev\":\"settle\",\"t\":0,\"target\":0,\"round\":0,\"settled\":1}", "\"settled\" is a whole number" },
		{ "{\"ev\":\"tick\",\"t\":0,\"cores\":7}", "\"cores\" is a whole number" },
		{ "{\"ev\":\"tick\",\"t\":0,\"cores\":[\"a\"]}", "\"cores\" is a text" },
		{ "{\"ev\":\"tick\",\"t\":0,\"cores\":[-1]}", "\"cores\" is -1" },
		{ "{\"ev\":\"tick\",\"t\":0,\"disks\":[7]}", "\"disks\" has an element that is no object" },
		{ "{\"ev\":\"tick\",\"t\":0,\"disks\":[{}]}", "disks[0]: \"name\" is missing" },
		{ "{\"ev\":\"tick\",\"t\":0,\"disks\":[{\"name\":\"12345678901234567890123456789012\"}]}", "disks[0]: \"name\" is longer than 31 bytes" },
		{ "{\"ev\":\"tick\",\"t\":0,\"disks\":[{},{},{},{},{},{},{},{},{}]}", "\"disks\" has 9 elements" },
		{ "{\"ev\":\"note\",\"t\":0,\"level\":\"loud\",\"text\":\"\"}", "\"level\" is not a word" },
		{ "{\"ev\":\"note\",\"t\":0,\"level\":\"info\"}", "\"text\" is missing" },
		{ "{\"ev\":\"extend\",\"t\":0,\"rounds\":0}", "\"rounds\" is 0, not within 1 to 1000" },
		{ "{\"ev\":\"extend\",\"t\":0,\"rounds\":1001}", "\"rounds\" is 1001" },
		{ "{\"ev\":\"end\",\"t\":0}", "\"how\" is missing" },
		{ "{\"ev\":\"end\",\"t\":0,\"how\":\"done\",\"left_behind\":-1}", "\"left_behind\" is -1" },

		{ "{\"ev\":\"header\",\"t\":0}", "\"version\" is missing" },
		{ "{\"ev\":\"header\",\"t\":0,\"version\":0}", "\"version\" is 0" },
		{ "{\"ev\":\"header\",\"t\":0,\"version\":2}", "recording format 2, written by a newer poolscope; this one reads up to format 1" },
		{ "{\"ev\":\"header\",\"t\":0,\"version\":1,\"kind\":\"measured\",\"run\":\"../../x1\",\"started\":1,\"env\":{}," EMPTY_PLAN "}", "\"run\" is not 8 hex digits" },
		{ "{\"ev\":\"header\",\"t\":0,\"version\":1,\"kind\":\"measured\",\"run\":\"7f3a91c\",\"started\":1,\"env\":{}," EMPTY_PLAN "}", "\"run\" is not 8 hex digits" },
		{ HEADER_START "\"env\":{}," NO_COUNTS("1", "null") "}", "header: plan: \"parallel\" is missing" },
		{ HEADER_START "\"env\":{}," NO_COUNTS("null", "1") "}", "header: plan: \"count\" is missing" },
		{ HEADER_START "\"env\":{}}", "\"plan\" is missing" },
		{ HEADER_START EMPTY_PLAN "}", "\"env\" is missing" },
		{ HEADER_START "\"env\":7," EMPTY_PLAN "}", "\"env\" is a whole number" },
		{ HEADER_START "\"env\":{\"servers\":[{\"name\":\"a\"},{}]}," EMPTY_PLAN "}", "header: env: servers[1]: \"name\" is missing" },
		{ HEADER_START "\"env\":{},\"plan\":{\"targets\":[{}],\"cells\":[],\"chains\":[]," PLAN_END "}", "header: plan: targets[0]: \"pool\" is missing" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(lines); i++) {
		struct event event = { .t = 12345 };
		struct err err = { 0 };

		if (event_parse(lines[i].line, strlen(lines[i].line), &event, &err) != -1)
			fail_msg("not refused: %s", lines[i].line);
		if (!strstr(err.text, lines[i].says))
			fail_msg("%s: %s, not %s", lines[i].line, err.text, lines[i].says);
		assert_int_equal(event.t, 12345);
	}
}

static void
too_many_cores_are_refused(void **state)
{
	autobuf line = { 0 };
	struct event event;
	struct err err = { 0 };

	(void)state;
	buf_puts(&line, "{\"ev\":\"tick\",\"t\":0,\"cores\":[0");
	for (int i = 0; i < TICK_CORES; i++)
		buf_puts(&line, ",0");
	buf_puts(&line, "]}");
	assert_int_equal(event_parse(line.data, line.len, &event, &err), -1);
	assert_string_equal(err.text, "tick: \"cores\" has 65 elements, more than 64");
}

static void
minus_nought_is_nought(void **state)
{
	static const char line[] = "{\"ev\":\"tick\",\"t\":0,\"cores\":[-0.0],\"self_cpu\":-0.}";
	struct event event;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(event_parse(line, strlen(line), &event, &err), 0);
	assert_false(signbit(event.tick.self_cpu));
	assert_false(signbit(event.tick.core[0]));
}

static void
unknown_keys_are_passed_over(void **state)
{
	static const char line[] = "{\"new\":[{}],\"ev\":\"extend\",\"more\":null,\"rounds\":7,\"t\":3}";
	struct event event;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(event_parse(line, strlen(line), &event, &err), 0);
	assert_int_equal(event.type, EV_EXTEND);
	assert_int_equal(event.extend.rounds, 7);
	assert_int_equal(event.t, 3);
}

static void
unknown_kinds_are_told_from_errors(void **state)
{
	static const char line[] = "{\"ev\":\"weather\",\"sun\":true}";
	struct event event = { .t = 12345 };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(event_parse(line, strlen(line), &event, &err), 1);
	assert_int_equal(event.t, 12345);
	assert_string_equal(err.text, "");
}

static void
only_what_was_measured_must_tell_its_counts(void **state)
{
	static const char line[] =
		"{\"ev\":\"header\",\"t\":0,\"version\":1,\"kind\":\"imported\",\"run\":\"7f3a91c2\","
		"\"started\":1,\"env\":{}," NO_COUNTS("null", "null") "}";
	struct event event;
	struct err err = { 0 };
	autobuf again = { 0 };

	(void)state;
	assert_int_equal(event_parse(line, strlen(line), &event, &err), 0);
	assert_int_equal(event.header->plan->count, 0);
	assert_int_equal(event.header->plan->parallel, 0);
	event_format(&event, &again);
	assert_null(strstr(again.data, "count"));
	event_wipe(&event);
}

static void
header_comes_back_as_it_was(void **state)
{
	static const char line[] = HEADER_START
		"\"label\":\"a\",\"program\":\"poolscope 0.1.0\",\"source\":\"b\",\"env\":{\"host\":{\"cpus\":2}},"
		"\"plan\":{\"targets\":[{\"pool\":\"bt\"}],\"cells\":[{\"target\":0,\"workload\":\"launch\","
		"\"place\":\"container\"}],\"chains\":[{\"cells\":[0]}],\"count\":10,\"parallel\":4,\"rounds\":5,"
		"\"warmup\":1,\"batch\":false,\"privileged\":false,\"network\":true,\"order\":\"race\","
		"\"seed\":\"ffffffffffffffff\"}}";
	struct event event;
	struct err err = { 0 };
	autobuf again = { 0 };

	(void)state;
	assert_int_equal(event_parse(line, strlen(line), &event, &err), 0);
	assert_int_equal(event.header->version, 1);
	assert_string_equal(event.header->run, "7f3a91c2");
	assert_int_equal(event.header->env.host.cpus, 2);
	assert_true(event.header->plan->seed == UINT64_MAX);
	event_format(&event, &again);
	assert_string_equal(again.data, line);
	event_wipe(&event);
	assert_null(event.header);
}

static void
words_of_taints(void **state)
{
	char out[200], small[10];

	(void)state;
	assert_string_equal(taint_words(0, out, sizeof(out)), "");
	assert_string_equal(taint_words(TAINT_STEAL, out, sizeof(out)), "steal");
	assert_string_equal(taint_words(TAINT_STEAL | TAINT_PAUSED, out, sizeof(out)), "steal, paused");
	assert_string_equal(taint_words(ALL_TAINTS, out, sizeof(out)),
			    "steal, disturbed, suspended, clock, lag, shared, race, paused");
	assert_string_equal(taint_words(ALL_TAINTS, small, sizeof(small)), "steal, di");
}

/*
 * doc/recording.md against the rows: every key of every event has a line in its section that
 * begins "| `key` |", and every example is a line as it would be written.
 */

static char *
read_doc(void)
{
	const char *srcdir = getenv("srcdir");
	autofree_mem char *path = xasprintf("%s/doc/recording.md", srcdir ? srcdir : ".");
	char *text;
	size_t len;
	struct err err;

	if (xdg_read_file(path, 1 << 20, &text, &len, &err) < 0)
		fail_msg("%s", err.text);
	return text;
}

/* The text under a heading, up to the next heading. */
static char *
section_of(const char *doc, const char *name)
{
	autofree_mem char *heading = xasprintf("\n### `%s`", name);
	const char *start = strstr(doc, heading);
	const char *end;

	if (!start)
		fail_msg("doc/recording.md has no section `%s`", name);
	start += strlen(heading);
	end = strstr(start, "\n##");
	return end ? xstrndup(start, (size_t)(end - start)) : xstrdup(start);
}

static void
assert_told(const char *section, const char *name, const struct field *row)
{
	autofree_mem char *start = xasprintf("\n| `%s` |", row->key);
	const char *line = strstr(section, start);
	const char *end;

	if (!line)
		fail_msg("doc/recording.md, `%s`: no row for `%s`", name, row->key);
	end = strchr(line + 1, '\n');
	if ((row->need == REQUIRED) != (memmem(line, (size_t)(end - line), "| yes |", 7) != NULL))
		fail_msg("doc/recording.md, `%s`, `%s`: must it be there?", name, row->key);
	for (unsigned i = 0; row->words && i <= row->max; i++)
		if (row->words[i] && !memmem(line, (size_t)(end - line), row->words[i], strlen(row->words[i])))
			fail_msg("doc/recording.md, `%s`, `%s`: no word %s", name, row->key, row->words[i]);
}

static void
assert_all_told(const char *doc, const char *name, const struct fields *fields)
{
	autofree_mem char *section = section_of(doc, name);

	for (size_t i = 0; i < fields->n; i++) {
		assert_told(section, name, &fields->rows[i]);
		if (fields->rows[i].of)
			assert_all_told(doc, fields->rows[i].key, fields->rows[i].of);
	}
}

static void
document_tells_every_key(void **state)
{
	autofree_mem char *doc = read_doc();

	(void)state;
	for (enum event_type type = 0; type < EVENT_TYPES; type++)
		assert_all_told(doc, event_type_name(type), event_fields(type));
}

static void
documents_examples_are_what_is_written(void **state)
{
	autofree_mem char *doc = read_doc();
	bool seen[EVENT_TYPES] = { false };

	(void)state;
	for (char *line = strtok(doc, "\n"); line; line = strtok(NULL, "\n")) {
		autobuf again = { 0 };
		struct err err = { 0 };
		struct event event;

		if (*line != '{')
			continue;
		if (event_parse(line, strlen(line), &event, &err))
			fail_msg("%s: %s", line, err.text);
		event_format(&event, &again);
		assert_string_equal(again.data, line);
		seen[event.type] = true;
		event_wipe(&event);
	}
	for (enum event_type type = 0; type < EVENT_TYPES; type++)
		if (!seen[type])
			fail_msg("no example of %s", event_type_name(type));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_event_comes_back_as_it_was),
		cmocka_unit_test(lines_of_ops_are_read_quickly_and_alike),
		cmocka_unit_test(lines_that_are_almost_right_are_read_alike),
		cmocka_unit_test(what_cannot_be_is_written_as_unknown),
		cmocka_unit_test(long_text_is_cut_when_written),
		cmocka_unit_test(hostile_lines_are_refused_by_the_name_of_the_key),
		cmocka_unit_test(too_many_cores_are_refused),
		cmocka_unit_test(minus_nought_is_nought),
		cmocka_unit_test(unknown_keys_are_passed_over),
		cmocka_unit_test(unknown_kinds_are_told_from_errors),
		cmocka_unit_test(only_what_was_measured_must_tell_its_counts),
		cmocka_unit_test(header_comes_back_as_it_was),
		cmocka_unit_test(words_of_taints),
		cmocka_unit_test(document_tells_every_key),
		cmocka_unit_test(documents_examples_are_what_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
