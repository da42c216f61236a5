#include "base/options.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xdg.h"

struct value {
	bool given;
	bool typed;	/* on the command line */
	char *text;	/* the last one given, checked; a flag's is "yes" or "no" */
	char **list;	/* of OPT_LIST */
	size_t n, room;
};

struct options {
	struct value values[N_OPTIONS];
	char **args;
	size_t n_args, args_room;
};

struct options *
options_new(void)
{
	return xcalloc(1, sizeof(struct options));
}

static void
clear_list(struct value *value)
{
	for (size_t i = 0; i < value->n; i++)
		free(value->list[i]);
	value->n = 0;
}

void
options_free(struct options *options)
{
	if (!options)
		return;
	for (size_t i = 0; i < N_OPTIONS; i++) {
		clear_list(&options->values[i]);
		free(options->values[i].list);
		free(options->values[i].text);
	}
	for (size_t i = 0; i < options->n_args; i++)
		free(options->args[i]);
	free(options->args);
	free(options);
}

/* ---- checking one text against its row ---- */

static int
check_number(const struct option_row *row, const char *text, struct err *err)
{
	bool whole = row->type == OPT_NUMBER;
	char *end;
	double number;

	errno = 0;
	number = strtod(text, &end);
	if (whole && strspn(text, "0123456789") == strlen(text) && *text && !errno &&
	    number >= row->min && number <= row->max)
		return 0;
	if (!whole && end != text && !*end && isfinite(number) && number >= row->min &&
	    number <= row->max)
		return 0;
	return err_set_kind(err, ERR_USAGE, "--%s %s: expected a %snumber from %.10g to %.10g",
			    row->name, text, whole ? "whole " : "", row->min, row->max);
}

/* Whether `text` is one of the words in "a|b|c". */
static bool
is_choice(const char *choices, const char *text)
{
	size_t len = strlen(text);

	for (const char *word = choices; word; word = strchr(word, '|')) {
		word += *word == '|';
		if (len == strcspn(word, "|") && strncmp(word, text, len) == 0)
			return true;
	}
	return false;
}

static int
check_text(const struct option_row *row, const char *text, struct err *err)
{
	switch (row->type) {
	case OPT_NUMBER:
	case OPT_REAL:
		return check_number(row, text, err);
	case OPT_FLAG:
		if (is_choice("yes|no", text))
			return 0;
		return err_set_kind(err, ERR_USAGE, "%s = %s: expected yes or no", row->name, text);
	case OPT_CHOICE:
		if (is_choice(row->choices, text))
			return 0;
		return err_set_kind(err, ERR_USAGE, "--%s %s: expected one of %s", row->name, text,
				    row->choices);
	case OPT_TEXT:
	case OPT_LIST:
		break;
	}
	if (*text)
		return 0;
	return err_set_kind(err, ERR_USAGE, "--%s: the text is empty", row->name);
}

int
options_set(struct options *options, enum option_id id, const char *text, struct err *err)
{
	const struct option_row *row = &option_rows[id];
	struct value *value = &options->values[id];

	if (check_text(row, text, err) < 0)
		return -1;
	if (row->type == OPT_LIST) {
		value->list = mem_grow(value->list, value->n, &value->room, sizeof(*value->list));
		value->list[value->n++] = xstrdup(text);
	} else {
		free(value->text);
		value->text = xstrdup(text);
	}
	value->given = true;
	return 0;
}

/* ---- the command line ---- */

/* getopt's `val`: the row, and whether it is the "no-" form of a flag. */
#define VAL_BASE 0x1000
#define VAL_NO (1 << 8)

static void
add_long(struct option *longs, size_t *n, char *name, bool has_arg, int val)
{
	longs[(*n)++] = (struct option){
		.name = name,
		.has_arg = has_arg ? required_argument : no_argument,
		.val = val,
	};
}

static size_t
fill_longs(enum command_bit command, struct option *longs, char *letters)
{
	size_t n = 0;

	*letters++ = ':';	/* tell a missing argument apart */
	for (size_t i = 0; i < N_OPTIONS; i++) {
		const struct option_row *row = &option_rows[i];
		bool has_arg = row->type != OPT_FLAG;
		int val = VAL_BASE + (int)i;

		if (!(row->commands & command))
			continue;
		add_long(longs, &n, xstrdup(row->name), has_arg, val);
		if (row->in_config && !has_arg)
			add_long(longs, &n, xasprintf("no-%s", row->name), false, val | VAL_NO);
		if (!row->letter)
			continue;
		*letters++ = row->letter;
		if (has_arg)
			*letters++ = ':';
	}
	*letters = '\0';
	return n;
}

static int
row_of_letter(enum command_bit command, int letter)
{
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (option_rows[i].letter == letter && (option_rows[i].commands & command))
			return VAL_BASE + (int)i;
	return -1;
}

/* A list from the configuration file gives way to the command line's as a whole. */
static int
take(struct options *options, bool seen[N_OPTIONS], int val, const char *arg, struct err *err)
{
	size_t id = (size_t)((val & ~VAL_NO) - VAL_BASE);

	if (!seen[id])
		clear_list(&options->values[id]);
	seen[id] = options->values[id].typed = true;
	if (!arg)
		arg = val & VAL_NO ? "no" : "yes";
	return options_set(options, (enum option_id)id, arg, err);
}

static int
unknown_option(const char *text, const char *command, struct err *err)
{
	return err_set_kind(err, ERR_USAGE, "%s: no such option; poolscope %s%s--help lists them", text,
			    command, *command ? " " : "");
}

static int
parse_all(struct options *options, enum command_bit command, const struct option *longs,
	  const char *letters, int argc, char **argv, struct err *err)
{
	const char *name = command_rows[__builtin_ctz(command)].name;
	bool seen[N_OPTIONS] = { false };
	int val;

	optind = 0;
	opterr = 0;
	while ((val = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const char *given = argv[optind - 1];

		if (val == ':')
			return err_set_kind(err, ERR_USAGE, "%s: a value is missing", given);
		if (val < VAL_BASE)
			val = val == '?' ? -1 : row_of_letter(command, val);
		if (val < 0)
			return unknown_option(given, name, err);
		if (take(options, seen, val, optarg, err) < 0)
			return -1;
	}
	for (int i = optind; i < argc; i++) {
		options->args = mem_grow(options->args, options->n_args, &options->args_room,
					 sizeof(*options->args));
		options->args[options->n_args++] = xstrdup(argv[i]);
	}
	return 0;
}

static int
check_arg_count(const struct options *options, enum command_bit command, struct err *err)
{
	const struct command_row *row = &command_rows[__builtin_ctz(command)];
	int n = (int)options->n_args;

	if (options_flag(options, OPT_HELP))
		return 0;
	if (n < row->min_args)
		return err_set_kind(err, ERR_USAGE, "%s: expected %s", row->name, row->args);
	if (!*row->name && n > 0 && command_find(options->args[0]))
		return err_set_kind(err, ERR_USAGE, "%s: a command comes before the options",
				    options->args[0]);
	if (row->max_args >= 0 && n > row->max_args)
		return err_set_kind(err, ERR_USAGE, "%s: not expected here; see poolscope%s%s --help",
				    options->args[row->max_args], *row->name ? " " : "", row->name);
	return 0;
}

int
options_parse(struct options *options, enum command_bit command, int argc, char **argv,
	      struct err *err)
{
	struct option longs[2 * N_OPTIONS + 1];
	char letters[2 * N_OPTIONS + 2];
	autofree_mem char **all = xcalloc((size_t)argc + 2, sizeof(*all));
	size_t n;
	int status;

	memset(longs, 0, sizeof(longs));
	all[0] = (char *)"poolscope";	/* getopt leaves argv[0] alone */
	for (int i = 0; i < argc; i++)
		all[i + 1] = argv[i];
	n = fill_longs(command, longs, letters);
	status = parse_all(options, command, longs, letters, argc + 1, all, err);
	for (size_t i = 0; i < n; i++)
		free((char *)longs[i].name);
	return status < 0 ? -1 : check_arg_count(options, command, err);
}

/* ---- the configuration file ---- */

static char *
trim(char *text)
{
	char *end;

	text += strspn(text, " \t\r");
	end = text + strlen(text);
	while (end > text && strchr(" \t\r", end[-1]))
		*--end = '\0';
	return text;
}

/* A list of the file before gives way to this one's as a whole. */
static int
set_from_config(struct options *options, bool seen[N_OPTIONS], char *line, struct err *err)
{
	char *equals = strchr(line, '=');
	const char *name;

	if (!equals)
		return err_set_kind(err, ERR_USAGE, "expected name = value");
	*equals = '\0';
	name = trim(line);
	for (size_t i = 0; i < N_OPTIONS; i++) {
		if (!option_rows[i].in_config || strcmp(option_rows[i].name, name) != 0)
			continue;
		if (!seen[i])
			clear_list(&options->values[i]);
		seen[i] = true;
		return options_set(options, (enum option_id)i, trim(equals + 1), err);
	}
	return err_set_kind(err, ERR_USAGE, "%s: no such setting in this version; expected an option's name, "
			    "as in count = 10", name);
}

int
options_read_config(struct options *options, const char *path, struct err *err)
{
	autofree_mem char *text = NULL;
	bool seen[N_OPTIONS] = { false };
	size_t len, number = 0;
	char *rest;

	errno = 0;
	if (xdg_read_file(path, 1 << 20, &text, &len, err) < 0)
		return errno == ENOENT ? 0 : -1;
	if (memchr(text, '\0', len))
		return err_set_kind(err, ERR_USAGE, "%s: a NUL byte in it; expected a text file", path);
	rest = text;
	for (char *line; (line = strsep(&rest, "\n"));) {
		number++;
		line = trim(line);
		if (*line == '\0' || *line == '#')
			continue;
		if (set_from_config(options, seen, line, err) < 0)
			return err_wrap(err, "%s:%zu", path, number);
	}
	return 0;
}

/* ---- reading them ---- */

static const char *
text_of(const struct options *options, enum option_id id)
{
	const char *text = options->values[id].text;

	return text ? text : option_rows[id].fallback;
}

bool
options_given(const struct options *options, enum option_id id)
{
	return options->values[id].given;
}

bool
options_typed(const struct options *options, enum option_id id)
{
	return options->values[id].typed;
}

bool
options_flag(const struct options *options, enum option_id id)
{
	const char *text = text_of(options, id);

	return text && strcmp(text, "yes") == 0;
}

uint64_t
options_number(const struct options *options, enum option_id id)
{
	const char *text = text_of(options, id);

	return text ? strtoull(text, NULL, 10) : 0;
}

double
options_real(const struct options *options, enum option_id id)
{
	const char *text = text_of(options, id);

	return text ? strtod(text, NULL) : NAN;
}

const char *
options_text(const struct options *options, enum option_id id)
{
	return text_of(options, id);
}

size_t
options_list(const struct options *options, enum option_id id, char *const **ret)
{
	*ret = options->values[id].list;
	return options->values[id].n;
}

size_t
options_args(const struct options *options, char *const **ret)
{
	*ret = options->args;
	return options->n_args;
}
