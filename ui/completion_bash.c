#include "completion.h"
#include "completion_parts.h"

static const char head[] =
	"_poolscope()\n"
	"{\n"
	"\tlocal command= options= words= lister=: files= current before line\n"
	"\tlocal at=$COMP_CWORD head= tail=${COMP_WORDS[COMP_CWORD]}\n"
	"\n"
	"\t# bash makes three words of a:b and of --name=value, and wants the last of them alone.\n"
	"\t[[ $tail != [:=]* ]] || { head=$tail tail=; }\n"
	"\twhile ((at > 1)) && [[ ${COMP_WORDS[at]} == [:=]* || ${COMP_WORDS[at - 1]} == [:=]* ]]; do\n"
	"\t\thead=${COMP_WORDS[--at]}$head\n"
	"\tdone\n"
	"\tbefore=${COMP_WORDS[at - 1]}\n"
	"\t[[ $head != --*=* ]] || { before=${head%%=*} head=${head#*=}; }\n"
	"\t# What is typed is quoted, what is known is not: read takes the backslashes.\n"
	"\t{ IFS= read head; IFS= read tail; } < <(printf '%s\\n' \"$head\" \"${tail#[\\\"\\']}\")\n"
	"\tcurrent=$head$tail\n"
	"\t((at == 1)) || [[ ${COMP_WORDS[1]} == -* ]] || command=${COMP_WORDS[1]}\n"
	"\n"
	"\tcase \"$command $before\" in\n";

static const char tail[] =
	"\t\tesac\n"
	"\t\tif [[ $current == -* || $words$lister$files == : ]]; then\n"
	"\t\t\twords=$options lister=: files=\n"
	"\t\tfi\n"
	"\tesac\n"
	"\n"
	"\tCOMPREPLY=()\n"
	"\twhile IFS= read -r line; do\n"
	"\t\t[[ $line != \"$current\"* ]] || COMPREPLY+=(\"${line:${#head}}\")\n"
	"\tdone < <(compgen -W \"$words\"; $lister; [[ -z $files ]] || compgen -f -- \"$current\")\n"
	"\t# Labels are quoted as the names of files are.\n"
	"\t[[ -z $files && $lister != *_runs ]] || compopt -o filenames\n"
	"}\n"
	"complete -F _poolscope poolscope\n";

static void
add_values(struct buf *out, const struct values *values)
{
	if (*values->words)
		buf_printf(out, " words=\"%s\"", values->words);
	if (values->lister)
		buf_printf(out, " lister=_poolscope_%s", values->lister);
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

/* One line a command whose first word says what the second is. */
static void
add_behind_words(struct buf *out, const struct command_row *row)
{
	const char *place = place_behind_words(row->args);
	struct values values;

	if (!place)
		return;
	buf_printf(out, "\t\"%s ", row->name);
	for (const char *at = row->args; *at != ' '; at++) {
		if (*at == '|')
			buf_printf(out, "\" | \"%s ", row->name);
		else
			buf_putc(out, *at);
	}
	buf_puts(out, "\")");
	values = values_of(place, NULL);
	add_values(out, &values);
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
	buf_puts(out, "# bash completion of poolscope, made of the program's own rows\n\n");
	add_listers(out, "", "() {", "}");
	buf_puts(out, head);
	for (size_t i = 0; i < N_OPTIONS; i++)
		add_option(out, &option_rows[i]);
	for (size_t i = 0; i < n_command_rows; i++)
		add_behind_words(out, &command_rows[i]);
	buf_puts(out, "\t*)\n\t\t((COMP_CWORD > 1)) || words=\"");
	for (size_t i = 1; i < n_command_rows; i++)
		buf_printf(out, " %s", command_rows[i].name);
	buf_puts(out, "\"\n\t\tcase $command in\n");
	for (size_t i = 0; i < n_command_rows; i++)
		add_command(out, &command_rows[i]);
	buf_puts(out, tail);
}
