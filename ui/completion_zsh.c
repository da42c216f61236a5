#include <stdio.h>
#include <string.h>

#include "completion.h"
#include "completion_parts.h"

static const char head[] =
	"_poolscope_files() {\n"
	"\tlocal -a known=($@)\n"
	"\t(( $#known )) && compadd -a known\n"
	"\t_files\n"
	"}\n"
	"\n"
	"_poolscope() {\n"
	"\tlocal command=\n"
	"\tlocal -a commands=(\n";

/* In single quotes, where a quote itself ends them, stands alone, and begins them anew. */
static void
add_quoted(struct buf *out, const char *text, const char *special)
{
	autobuf escaped = { 0 };
	const char *quote;

	add_escaped(&escaped, text, special);
	for (text = buf_text(&escaped); (quote = strchr(text, '\'')); text = quote + 1) {
		buf_add(out, text, (size_t)(quote - text));
		buf_puts(out, "'\\''");
	}
	buf_puts(out, text);
}

/* What _arguments does for a value: ":FILE:_poolscope_files". */
static void
add_action(struct buf *out, const char *place, const char *choices)
{
	struct values values = values_of(place, choices);

	place += *place == '[';
	buf_printf(out, ":%.*s:", (int)strcspn(place, " ,.]|"), place);
	if (values.lister)
		buf_printf(out, "{%s %s ${(f)\"$(_poolscope_%s)\"}}",
			   values.files ? "_poolscope_files" : "compadd --", values.words,
			   values.lister);
	else if (values.files)
		buf_printf(out, "_poolscope_files %s", values.words);
	else if (*values.words)
		buf_printf(out, "(%s)", values.words);
	else
		buf_putc(out, ' ');
}

/* '(-n --count)'{-n+,--count=}'[help]:N: ' */
static void
add_option(struct buf *out, const struct option_row *row)
{
	bool repeated = row->type == OPT_LIST;

	buf_puts(out, " \\\n\t\t\t'");
	if (repeated)
		buf_putc(out, '*');
	else if (row->letter)
		buf_printf(out, "(-%c --%s)", row->letter, row->name);
	if (row->letter)
		buf_printf(out, "'{-%c%s,--%s%s}'", row->letter, row->arg ? "+" : "", row->name,
			   row->arg ? "=" : "");
	else
		buf_printf(out, "--%s%s", row->name, row->arg ? "=" : "");
	buf_putc(out, '[');
	add_quoted(out, row->help, "[]\\");
	buf_putc(out, ']');
	if (row->arg)
		add_action(out, row->arg, row->choices);
	buf_putc(out, '\'');
}

/* "RUN RUN...": each has its place; what stands before dots is any number. */
static void
add_arguments(struct buf *out, const char *args)
{
	for (int place = 1; *args; place++) {
		size_t len = strcspn(args, " ");

		if (memchr(args, '.', len))
			buf_puts(out, " \\\n\t\t\t'*");
		else
			buf_printf(out, " \\\n\t\t\t'%d", place);
		add_action(out, args, NULL);
		buf_putc(out, '\'');
		args += strcspn(args, " ");
		args += strspn(args, " ");
	}
}

static void
add_command(struct buf *out, const struct command_row *row)
{
	buf_printf(out, "\t\"%s\")\n\t\t_arguments -s", row->name);
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (option_rows[i].commands & row->bit)
			add_option(out, &option_rows[i]);
	add_arguments(out, row->args);
	buf_puts(out, " ;;\n");
}

void
completion_zsh(struct buf *out)
{
	buf_puts(out, "#compdef poolscope\n# zsh completion of poolscope, made of the program's own rows\n\n");
	add_listers(out, "", "() {", "}");
	buf_puts(out, head);
	for (size_t i = 1; i < n_command_rows; i++) {
		buf_printf(out, "\t\t'%s:", command_rows[i].name);
		add_quoted(out, command_rows[i].help, ":\\");
		buf_puts(out, "'\n");
	}
	buf_puts(out, "\t)\n\n"
		      "\tif (( CURRENT == 2 )); then\n"
		      "\t\t[[ $words[2] == -* ]] || _describe command commands\n"
		      "\telif [[ $words[2] != -* ]]; then\n"
		      "\t\tcommand=$words[2]\n"
		      "\t\tshift words\n"
		      "\t\t(( CURRENT-- ))\n"
		      "\tfi\n\n"
		      "\tcase $command in\n");
	for (size_t i = 0; i < n_command_rows; i++)
		add_command(out, &command_rows[i]);
	buf_puts(out, "\tesac\n}\n\n_poolscope \"$@\"\n");
}
