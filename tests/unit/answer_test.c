#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fake/fake_server.h"
#include "server/answer.h"

static void
an_answer_is_told_by_its_type(void **state)
{
	static const struct {
		int http;
		const char *body;
		enum answer_type want;
		int code;
		const char *error;	/* part of it; NULL: none */
	} rows[] = {
		{ 200, FAKE_SYNC("{}"), ANSWER_SYNC, 200, NULL },
		{ 200, FAKE_SYNC("null"), ANSWER_SYNC, 200, NULL },
		{ 202, FAKE_ASYNC("a-1"), ANSWER_ASYNC, 202, NULL },
		{ 404, FAKE_ERROR("404", "not found"), ANSWER_ERROR, 404, "not found" },
		/* A failed operation, as 6.0.4 tells it: the HTTP status is that of its beginning. */
		{ 200, FAKE_ERROR("500", "no space left"), ANSWER_ERROR, 500, "no space left" },
		{ 500, FAKE_SYNC("{}"), ANSWER_ERROR, 500, "no reason (status 500)" },
		{ 400, "{\"type\":\"error\"}", ANSWER_ERROR, 400, "no reason (status 400)" },
		{ 400, "{\"type\":\"error\",\"error\":17,\"error_code\":\"x\"}", ANSWER_ERROR, 400, "no reason" },
		{ 400, "{\"type\":\"error\",\"error_code\":-5,\"error\":\"e\"}", ANSWER_ERROR, 400, "e" },
		{ 400, "{\"type\":\"error\",\"error_code\":1e99,\"error\":\"e\"}", ANSWER_ERROR, 400, "e" },
		/* What is none of such a server's. */
		{ 200, "", ANSWER_GARBAGE, 200, "no answer of an Incus or LXD server" },
		{ 200, "null", ANSWER_GARBAGE, 200, "null" },
		{ 200, "[]", ANSWER_GARBAGE, 200, "[]" },
		{ 200, "{}", ANSWER_GARBAGE, 200, "{}" },
		{ 200, "{\"type\":7}", ANSWER_GARBAGE, 200, "type" },
		{ 200, "{\"type\":\"other\",\"metadata\":{}}", ANSWER_GARBAGE, 200, "other" },
		{ 502, "<html><body>Bad gateway</body></html>", ANSWER_GARBAGE, 502, "status 502): \"<html>" },
		{ 200, "{\"type\":\"sync\",\"metadata\":{\"a\":[1,2", ANSWER_GARBAGE, 200, "sync" },
		{ 200, "{\"type\":\"sync\"} trailing", ANSWER_GARBAGE, 200, "trailing" },
		{ 200, "{\"type\":\"sync\",\"metadata\":\"\xff\xfe\"}", ANSWER_GARBAGE, 200, "sync" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct answer answer;

		answer_read(rows[i].http, rows[i].body, strlen(rows[i].body), &answer);
		if (answer.type != rows[i].want)
			fail_msg("%s is of type %d", rows[i].body, answer.type);
		assert_int_equal(answer.code, rows[i].code);
		assert_int_equal(answer.http, rows[i].http);
		assert_int_equal(!answer.error, !rows[i].error);
		if (rows[i].error && !strstr(answer.error, rows[i].error))
			fail_msg("%s says: %s", rows[i].body, answer.error);
		answer_wipe(&answer);
	}
}

static void
an_operation_has_an_id_that_fits_a_path(void **state)
{
	static const struct {
		const char *url, *want;
	} rows[] = {
		{ "/1.0/operations/b8d6a3a2-6c3b-4ff1-8f6e-9f1c54a1d7a1", "b8d6a3a2-6c3b-4ff1-8f6e-9f1c54a1d7a1" },
		{ "/1.0/operations/x?project=p", "x" },
		{ "/1.0/operations/", "" },
		{ "/1.0/operations/x/../../instances/c1", "" },
		{ "/1.0/operations/%2e%2e", "" },
		{ "/1.0/operations/x y", "" },
		{ "/1.0/instances/c1", "" },
		{ "", "" },
		{ "/1.0/operations/0123456789012345678901234567890123456789012345678901234567890123", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *body =
			xasprintf("{\"type\":\"async\",\"operation\":\"%s\"}", rows[i].url);
		struct answer answer;

		answer_read(202, body, strlen(body), &answer);
		assert_int_equal(answer.type, ANSWER_ASYNC);
		assert_string_equal(answer.operation, rows[i].want);
		answer_wipe(&answer);
	}
}

static void
only_a_server_that_starts_or_stops_is_asked_again(void **state)
{
	static const struct {
		int http;
		const char *body;
		bool want;
	} rows[] = {
		{ 503, FAKE_ERROR("503", "Daemon is starting up"), true },
		{ 503, FAKE_ERROR("503", "Incus is shutting down"), true },
		{ 503, FAKE_ERROR("503", "Daemon not ready yet"), true },
		{ 503, FAKE_ERROR("503", "Storage pool is unavailable on this server"), false },
		{ 500, FAKE_ERROR("500", "Daemon is starting up"), false },
		{ 200, FAKE_SYNC("{}"), false },
		{ 503, "<html>starting up</html>", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct answer answer;

		answer_read(rows[i].http, rows[i].body, strlen(rows[i].body), &answer);
		assert_int_equal(answer_starting(&answer), rows[i].want);
		answer_wipe(&answer);
	}
}

static struct json_object *
parse(const char *text)
{
	struct err err;

	return json_parse(text, strlen(text), &err);
}

static void
an_operation_ends_by_its_status_code(void **state)
{
	static const struct {
		const char *json;
		enum operation_state want;
		const char *error;
	} rows[] = {
		{ FAKE_OP("103", "", "null"), OPERATION_RUNNING, NULL },
		{ FAKE_OP("105", "", "null"), OPERATION_RUNNING, NULL },
		{ FAKE_OP("200", "", "{}"), OPERATION_SUCCESS, NULL },
		{ FAKE_OP("400", "no root", "null"), OPERATION_FAILURE, "no root" },
		{ FAKE_OP("400", "", "null"), OPERATION_FAILURE, "the server gives no reason" },
		{ FAKE_OP("401", "", "null"), OPERATION_FAILURE, "the operation was cancelled" },
		{ FAKE_OP("0", "", "null"), OPERATION_UNREADABLE, NULL },
		{ FAKE_OP("-200", "", "null"), OPERATION_UNREADABLE, NULL },
		{ FAKE_OP("\"200\"", "", "null"), OPERATION_UNREADABLE, NULL },
		{ FAKE_OP("300", "", "null"), OPERATION_UNREADABLE, NULL },
		{ "{\"status\":\"Success\"}", OPERATION_UNREADABLE, NULL },
		{ "[200]", OPERATION_UNREADABLE, NULL },
		{ "\"200\"", OPERATION_UNREADABLE, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(json_object) operation = parse(rows[i].json);
		autofree_mem char *error = operation_error(operation);

		if (operation_state(operation) != rows[i].want)
			fail_msg("%s is %d", rows[i].json, operation_state(operation));
		if (rows[i].error)
			assert_string_equal(error, rows[i].error);
	}
	assert_int_equal(operation_state(NULL), OPERATION_UNREADABLE);
}

static void
progress_comes_in_two_shapes(void **state)
{
	static const struct {
		const char *metadata;
		const char *want;	/* NULL: it tells none */
	} rows[] = {
		{ "{\"create_instance_from_image_unpack_progress\":\"Unpacking image: 100% (21.96MB/s)\","
		  "\"progress\":{\"percent\":\"100\",\"speed\":\"21962177\","
		  "\"stage\":\"create_instance_from_image_unpack\"}}", "Unpacking image: 100% (21.96MB/s)" },
		{ "{\"create_backup_progress\":\"102.27MB (25.53MB/s)\"}", "102.27MB (25.53MB/s)" },
		{ "{\"progress\":{\"percent\":\"61\",\"stage\":\"create_instance_from_image_unpack\"}}",
		  "create instance from image unpack 61 %" },
		{ "{\"progress\":{\"processed\":\"1048576\",\"stage\":\"create_backup\"}}", "create backup 1.00 MiB" },
		{ "{\"fs_progress\":\"a\\u0007b\\u001b[31m\\nc\"}", "a\xef\xbf\xbd" "b\xef\xbf\xbd[31m c" },
		{ "{\"progress\":{\"percent\":61}}", NULL },
		{ "{\"progress\":\"61\"}", NULL },
		{ "{\"fs_progress\":{}}", NULL },
		{ "{\"_progress\":\"\"}", NULL },
		{ "{}", NULL },
		{ "null", NULL },
		{ "[1]", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *json = xasprintf("{\"metadata\":%s}", rows[i].metadata);
		autofree(json_object) operation = parse(json);
		autofree_mem char *text = operation_progress(operation);

		if (strcmp(text ? text : "(none)", rows[i].want ? rows[i].want : "(none)") != 0)
			fail_msg("%s tells %s", rows[i].metadata, text ? text : "(none)");
	}
}

static void
a_text_from_outside_is_one_clean_line(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "", "" },
		{ "plain", "plain" },
		{ "Grüße, 世界", "Grüße, 世界" },
		{ "two\nlines\ttab\r\n", "two lines tab  " },
		{ "\x1b[2Jbell\x07", "\xef\xbf\xbd[2Jbell\xef\xbf\xbd" },
		{ "del\x7f", "del\xef\xbf\xbd" },
		{ "c1\xc2\x9b" "31m", "c1\xef\xbf\xbd" "31m" },
		{ "bad\xff\xc3(", "bad\xef\xbf\xbd\xef\xbf\xbd(" },
		{ "cut\xe4\xb8", "cut\xef\xbf\xbd\xef\xbf\xbd" },
		{ "over\xe2\x80\xae" "txt", "over\xef\xbf\xbd" "txt" },
	};
	autofree_mem char *lengthy = xasprintf("%05000d", 0);
	autofree_mem char *cut = text_clean(lengthy);

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *clean = text_clean(rows[i].text);

		assert_string_equal(clean, rows[i].want);
		assert_int_equal(text_is_clean(rows[i].text), strcmp(rows[i].text, rows[i].want) == 0);
	}
	assert_null(text_clean(NULL));
	assert_int_equal(strlen(cut), 2000 + strlen("…"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_is_told_by_its_type),
		cmocka_unit_test(an_operation_has_an_id_that_fits_a_path),
		cmocka_unit_test(only_a_server_that_starts_or_stops_is_asked_again),
		cmocka_unit_test(an_operation_ends_by_its_status_code),
		cmocka_unit_test(progress_comes_in_two_shapes),
		cmocka_unit_test(a_text_from_outside_is_one_clean_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
