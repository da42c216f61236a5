#include "completion.h"
#include "completion_parts.h"

/* When it is offered: with one of these commands, or with none. */
static void
add_condition(struct buf *out, unsigned commands)
{
	buf_puts(out, "complete -c poolscope");
	if (commands == C_ALL)
		return;
	if (commands == C_DASHBOARD) {
		buf_puts(out, " -n __fish_use_subcommand");
		return;
	}
	buf_puts(out, " -n '__fish_seen_subcommand_from");
	for (size_t i = 1; i < n_command_rows; i++)
		if (command_rows[i].bit & commands)
			buf_printf(out, " %s", command_rows[i].name);
	buf_putc(out, '\'');
}

static void
add_help(struct buf *out, const char *help)
{
	buf_puts(out, " -d '");
	add_escaped(out, help, "\\'");
	buf_puts(out, "'\n");
}

static void
add_values(struct buf *out, const struct values *values)
{
	if (values->files)
		buf_puts(out, " -F");
	if (values->lister)
		buf_printf(out, " -a '%s (_poolscope_%s)'", values->words, values->lister);
	else if (*values->words)
		buf_printf(out, " -a '%s'", values->words);
}

static void
add_option(struct buf *out, const struct option_row *row, unsigned commands)
{
	struct values values;

	add_condition(out, commands);
	buf_printf(out, " -l %s", row->name);
	if (row->letter)
		buf_printf(out, " -s %c", row->letter);
	if (row->arg) {
		values = values_of(row->arg, row->choices);
		buf_puts(out, values.files ? " -r" : " -x");
		add_values(out, &values);
	}
	add_help(out, row->help);
}

/* The words until there is one, then what may stand behind it. */
static void
add_behind_words(struct buf *out, const struct command_row *row, const struct values *words)
{
	struct values behind = values_of(place_behind_words(row->args), NULL);
	const char *seen = "__fish_seen_subcommand_from";

	buf_printf(out, "complete -c poolscope -n '%s %s; and not %s %s'", seen, row->name, seen,
		   words->words);
	add_values(out, words);
	buf_printf(out, "\ncomplete -c poolscope -n '%s %s; and %s %s'", seen, row->name, seen,
		   words->words);
	add_values(out, &behind);
	buf_putc(out, '\n');
}

static void
add_command(struct buf *out, const struct command_row *row)
{
	struct values values = values_of(row->args, NULL);

	add_condition(out, C_DASHBOARD);
	buf_printf(out, " -a %s", row->name);
	add_help(out, row->help);
	if (!values.files && !values.lister && !*values.words)
		return;
	if (place_behind_words(row->args)) {
		add_behind_words(out, row, &values);
		return;
	}
	add_condition(out, row->bit);
	add_values(out, &values);
	buf_putc(out, '\n');
}

void
completion_fish(struct buf *out)
{
	buf_puts(out, "# fish completion of poolscope, made of the program's own rows\n\n");
	add_listers(out, "function ", "", "end");
	buf_puts(out, "complete -c poolscope -f\n");
	for (size_t i = 1; i < n_command_rows; i++)
		add_command(out, &command_rows[i]);
	for (size_t i = 0; i < N_OPTIONS; i++) {
		unsigned commands = option_rows[i].commands;

		if (commands != C_ALL && commands & C_DASHBOARD)
			add_option(out, &option_rows[i], C_DASHBOARD);
		if (commands != C_DASHBOARD)
			add_option(out, &option_rows[i], commands == C_ALL ? C_ALL : commands & ~C_DASHBOARD);
	}
}
