/* Keys and commands: what the help screen and the bottom line print. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/mem.h"
#include "command.h"
#include "keymap.h"

static void
every_command_has_a_name_and_a_help(void **state)
{
	(void)state;
	for (enum command command = CMD_NONE + 1; command < N_COMMANDS; command++) {
		assert_non_null(command_texts[command].name);
		assert_true(command_texts[command].name[0] != '\0');
		assert_non_null(command_texts[command].help);
		assert_true(command_texts[command].help[0] != '\0');
	}
}

static void
no_two_commands_share_a_name(void **state)
{
	(void)state;
	for (enum command a = CMD_NONE; a < N_COMMANDS; a++)
		for (enum command b = a + 1; b < N_COMMANDS; b++)
			assert_string_not_equal(command_texts[a].name, command_texts[b].name);
}

static void
every_binding_names_a_key_a_command_and_a_screen(void **state)
{
	struct key key;

	(void)state;
	for (size_t i = 0; i < n_keymap; i++) {
		assert_true(key_parse(keymap[i].key, &key));
		assert_in_range(keymap[i].command, CMD_NONE + 1, N_COMMANDS - 1);
		assert_in_range(keymap[i].views, 1, ON_ANY);
	}
}

static void
a_key_means_one_thing_on_a_screen(void **state)
{
	(void)state;
	for (size_t a = 0; a < n_keymap; a++)
		for (size_t b = a + 1; b < n_keymap; b++)
			if (strcmp(keymap[a].key, keymap[b].key) == 0)
				assert_int_equal(keymap[a].views & keymap[b].views, 0);
}

static void
every_command_can_be_reached_by_a_key(void **state)
{
	(void)state;
	for (enum command command = CMD_NONE + 1; command < N_COMMANDS; command++) {
		bool bound = false;

		for (size_t i = 0; i < n_keymap; i++)
			bound |= keymap[i].command == command;
		assert_true(bound);
	}
}

static void
keys_are_found_on_the_screens_they_are_for(void **state)
{
	static const struct {
		enum view_id view;
		const char *key;
		enum command want;
	} rows[] = {
		{ VIEW_SETUP, "r", CMD_START },
		{ VIEW_RUN, "r", CMD_NONE }, /* a run is not started where one is watched */
		{ VIEW_RUN, "p", CMD_PAUSE },
		{ VIEW_SETUP, "p", CMD_PUBLISHED },
		{ VIEW_RESULTS, "p", CMD_NONE },
		{ VIEW_SETUP, "P", CMD_PRESET },
		{ VIEW_HISTORY, "Enter", CMD_ACCEPT },
		{ VIEW_RESULTS, "q", CMD_QUIT },
		{ VIEW_RUN, "Ctrl-C", CMD_INTERRUPT },
		{ VIEW_RUN, "~", CMD_NONE },
	};
	struct key key;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_true(key_parse(rows[i].key, &key));
		assert_int_equal(keymap_find(rows[i].view, key), rows[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_has_a_name_and_a_help),
		cmocka_unit_test(no_two_commands_share_a_name),
		cmocka_unit_test(every_binding_names_a_key_a_command_and_a_screen),
		cmocka_unit_test(a_key_means_one_thing_on_a_screen),
		cmocka_unit_test(every_command_can_be_reached_by_a_key),
		cmocka_unit_test(keys_are_found_on_the_screens_they_are_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
