#include "completion.h"
#include "completion_parts.h"

static const char head[] =
	"# bash completion of poolscope, made of the program's own rows\n"
	"\n"
	"_poolscope()\n"
	"{\n"
	"\tlocal command= options= words= files=\n"
	"\tlocal current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
	"\n"
	"\t# bash makes three words of --name=value.\n"
	"\t[[ $current != = ]] || current=\n"
	"\t[[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
	"\t((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == -* ]] || command=${COMP_WORDS[1]}\n"
	"\n"
	"\tcase \"$command $before\" in\n";

static const char tail[] =
	"\t\tesac\n"
	"\t\tif [[ $current == -* || -z $words$files ]]; then\n"
	"\t\t\twords=$options files=\n"
	"\t\tfi\n"
	"\tesac\n"
	"\n"
	"\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\"\n"
	"\t\t[[ -z $files ]] || compgen -f -- \"$current\")\n"
	"\t[[ -z $files ]] || compopt -o filenames\n"
	"}\n"
	"complete -F _poolscope poolscope\n";

static void
add_values(struct buf *out, const struct values *values)
{
	if (values->command)
		buf_printf(out, " words=\"%s $(%s)\"", values->words, values->command);
	else if (*values->words)
		buf_printf(out, " words=\"%s\"", values->words);
	if (values->files)
		buf_puts(out, " files=yes");
	buf_puts(out, " ;;\n");
}

/* One line a command and option that wants a value. */
static void
add_option(struct buf *out, const struct option_row *row)
{
	struct values values;

	if (!row->arg)
		return;
	values = values_of(row->arg, row->choices);
	for (size_t i = 0; i < n_command_rows; i++) {
		if (!(row->commands & command_rows[i].bit))
			continue;
		buf_printf(out, "\t\"%s --%s\"", command_rows[i].name, row->name);
		if (row->letter)
			buf_printf(out, " | \"%s -%c\"", command_rows[i].name, row->letter);
		buf_putc(out, ')');
		add_values(out, &values);
	}
}

static void
add_command(struct buf *out, const struct command_row *row)
{
	struct values values = values_of(row->args, NULL);

	buf_printf(out, "\t\t\"%s\") options=\"", row->name);
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (option_rows[i].commands & row->bit)
			buf_printf(out, " --%s", option_rows[i].name);
	buf_putc(out, '"');
	add_values(out, &values);
}

void
completion_bash(struct buf *out)
{
	buf_puts(out, head);
	for (size_t i = 0; i < N_OPTIONS; i++)
		add_option(out, &option_rows[i]);
	buf_puts(out, "\t*)\n\t\t((COMP_CWORD > 1)) || words=\"");
	for (size_t i = 1; i < n_command_rows; i++)
		buf_printf(out, " %s", command_rows[i].name);
	buf_puts(out, "\"\n\t\tcase $command in\n");
	for (size_t i = 0; i < n_command_rows; i++)
		add_command(out, &command_rows[i]);
	buf_puts(out, tail);
}
