#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/options.h"

static char *
words(const char *line, char **argv, int *argc)
{
	char *copy = xstrdup(line);
	char *rest = copy;

	*argc = 0;
	for (char *word; (word = strsep(&rest, " "));)
		if (*word)
			argv[(*argc)++] = word;
	return copy;
}

static int
parse(struct options *options, enum command_bit command, const char *line, struct err *err)
{
	char *argv[32];
	int argc;
	char *copy = words(line, argv, &argc);
	int status = options_parse(options, command, argc, argv, err);

	free(copy);
	return status;
}

static void
every_row_stands_at_its_id_and_says_what_it_does(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OPTIONS; i++) {
		const struct option_row *row = &option_rows[i];

		assert_int_equal(row->id, i);
		assert_non_null(row->name);
		assert_true(strlen(row->help) > 5);
		assert_true(row->commands != 0);
		assert_true((row->type == OPT_FLAG) == (row->arg == NULL));
		assert_true((row->type == OPT_CHOICE) == (row->choices != NULL));
		if (row->type == OPT_NUMBER || row->type == OPT_REAL)
			assert_true(row->min < row->max);
	}
}

static void
every_default_is_a_value_its_own_row_takes(void **state)
{
	autofree(options) options = options_new();
	struct err err;

	(void)state;
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (option_rows[i].fallback)
			assert_int_equal(options_set(options, (enum option_id)i, option_rows[i].fallback,
						     &err), 0);
}

static void
no_two_options_of_a_command_share_a_name_or_letter(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OPTIONS; i++) {
		for (size_t j = i + 1; j < N_OPTIONS; j++) {
			const struct option_row *a = &option_rows[i];
			const struct option_row *b = &option_rows[j];

			if (!(a->commands & b->commands))
				continue;
			assert_string_not_equal(a->name, b->name);
			assert_true(!a->letter || a->letter != b->letter);
		}
	}
}

static void
a_line_is_read(void **state)
{
	autofree(options) options = options_new();
	struct err err;
	char *const *pools;

	(void)state;
	assert_int_equal(parse(options, C_RUN, "--pool a -p b --count=12 --batch", &err), 0);
	assert_int_equal(options_list(options, OPT_POOL, &pools), 2);
	assert_string_equal(pools[0], "a");
	assert_string_equal(pools[1], "b");
	assert_int_equal(options_number(options, OPT_COUNT), 12);
	assert_true(options_flag(options, OPT_BATCH));
	assert_false(options_given(options, OPT_ROUNDS));
	assert_int_equal(options_number(options, OPT_WARMUP), 1);
	assert_string_equal(options_text(options, OPT_PRESET), "standard");
	assert_null(options_text(options, OPT_LABEL));
}

static void
what_is_wrong_is_named(void **state)
{
	static const struct {
		enum command_bit command;
		const char *line;
		const char *want;
	} rows[] = {
		{ C_RUN, "--count 0", "--count 0: expected a whole number from 1 to 10000" },
		{ C_RUN, "--count 12x", "--count 12x: expected a whole number from 1 to 10000" },
		{ C_RUN, "--count -3", "--count -3: expected a whole number from 1 to 10000" },
		{ C_RUN, "--count 99999999999999999999",
		  "--count 99999999999999999999: expected a whole number from 1 to 10000" },
		{ C_RUN, "--count", "--count: a value is missing" },
		{ C_RUN, "--order sideways", "--order sideways: expected one of shuffled|given|race" },
		{ C_RUN, "--order shuffled|given", "--order shuffled|given: expected one of shuffled|given|race" },
		{ C_RUN, "--label=", "--label: the text is empty" },
		{ C_RUN, "--nonsense", "--nonsense: no such option; poolscope run --help lists them" },
		{ C_DASHBOARD, "--nonsense", "--nonsense: no such option; poolscope --help lists them" },
		{ C_RUN, "extra", "extra: not expected here; see poolscope run --help" },
		{ C_DASHBOARD, "--sandbox run", "run: a command comes before the options" },
		{ C_DASHBOARD, "extra", "extra: not expected here; see poolscope --help" },
		{ C_REPORT, "", "report: expected RUN" },
		{ C_REPLAY, "--speed nan last", "--speed nan: expected a number from 0.01 to 10000" },
		{ C_REPORT, "--count 3 last", "--count: no such option; poolscope report --help lists them" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(options) options = options_new();
		struct err err;

		assert_int_equal(parse(options, rows[i].command, rows[i].line, &err), -1);
		assert_string_equal(err.text, rows[i].want);
		assert_int_equal(err_exit_code(err.kind), 2);
	}
}

static char *
config_file(const char *text)
{
	char *path = xstrdup("/tmp/options_test.XXXXXX");
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	return path;
}

static void
the_command_line_has_the_last_word_over_the_configuration(void **state)
{
	autofree_mem char *path = config_file("# mine\n\ncount = 30\r\npool = a\npool=b\nbatch = yes\n");
	autofree(options) options = options_new();
	struct err err;
	char *const *pools;

	(void)state;
	assert_int_equal(options_read_config(options, path, &err), 0);
	assert_int_equal(options_number(options, OPT_COUNT), 30);
	assert_true(options_given(options, OPT_COUNT));
	assert_false(options_typed(options, OPT_COUNT));
	assert_int_equal(options_list(options, OPT_POOL, &pools), 2);
	assert_int_equal(parse(options, C_RUN, "--count 5 --pool c --no-batch", &err), 0);
	assert_int_equal(options_number(options, OPT_COUNT), 5);
	assert_int_equal(options_list(options, OPT_POOL, &pools), 1);
	assert_string_equal(pools[0], "c");
	assert_false(options_flag(options, OPT_BATCH));
	assert_true(options_typed(options, OPT_BATCH));
	unlink(path);
}

#define NO_SUCH "no such setting in this version; expected an option's name, as in count = 10"

static void
a_bad_configuration_names_its_line(void **state)
{
	static const struct {
		const char *text;
		const char *want;
	} rows[] = {
		{ "count 3\n", ":1: expected name = value" },
		{ "\n\ncount = x\n", ":3: --count x: expected a whole number from 1 to 10000" },
		{ "colour = red\n", ":1: colour: " NO_SUCH },
		{ "yes = yes\n", ":1: yes: " NO_SUCH },	/* not one for every day */
		{ "batch = perhaps\n", ":1: batch = perhaps: expected yes or no" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *path = config_file(rows[i].text);
		autofree_mem char *want = xasprintf("%s%s", path, rows[i].want);
		autofree(options) options = options_new();
		struct err err;

		assert_int_equal(options_read_config(options, path, &err), -1);
		assert_string_equal(err.text, want);
		unlink(path);
	}
}

static void
no_configuration_is_fine_and_a_folder_is_not(void **state)
{
	autofree(options) options = options_new();
	struct err err;

	(void)state;
	assert_int_equal(options_read_config(options, "/nonexistent/config", &err), 0);
	assert_int_equal(options_read_config(options, "/tmp", &err), -1);
	assert_string_equal(err.text, "/tmp is not a regular file");
}

static void
help_has_every_option_of_the_command_and_fits_80_columns(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_command_rows; i++) {
		autobuf help = { 0 };
		const char *line;

		options_help(command_rows[i].bit, &help);
		for (size_t j = 0; j < N_OPTIONS; j++) {
			autofree_mem char *option = xasprintf("--%s", option_rows[j].name);

			if (option_rows[j].commands & command_rows[i].bit)
				assert_non_null(strstr(buf_text(&help), option));
		}
		for (line = buf_text(&help); *line; line += strcspn(line, "\n") + 1)
			assert_true(strcspn(line, "\n") <= 80);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_stands_at_its_id_and_says_what_it_does),
		cmocka_unit_test(every_default_is_a_value_its_own_row_takes),
		cmocka_unit_test(no_two_options_of_a_command_share_a_name_or_letter),
		cmocka_unit_test(a_line_is_read),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(the_command_line_has_the_last_word_over_the_configuration),
		cmocka_unit_test(a_bad_configuration_names_its_line),
		cmocka_unit_test(no_configuration_is_fine_and_a_folder_is_not),
		cmocka_unit_test(help_has_every_option_of_the_command_and_fits_80_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
