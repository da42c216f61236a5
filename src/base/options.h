/*
 * options.h - every option of the program, one row each.
 *
 * The row feeds the parser, --help, the manual, the configuration file, the
 * setup form and shell completion. Subcommands are rows too.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"

/* Bits: which subcommands take an option. */
enum command_bit {
	C_DASHBOARD = 1 << 0,
	C_RUN = 1 << 1,
	C_LIST = 1 << 2,
	C_REPORT = 1 << 3,
	C_REPLAY = 1 << 4,
	C_CLEAN = 1 << 5,
	C_SANDBOX = 1 << 6,
	C_COMPARE = 1 << 7,
	C_IMPORT = 1 << 8,
	C_DOCTOR = 1 << 9,
	C_ALL = (1 << 10) - 1,
};

struct command_row {
	enum command_bit bit;
	const char *name;	/* "" for the dashboard */
	const char *args;	/* "RUN...", "" for none */
	int min_args, max_args;	/* max -1: any number */
	const char *help;	/* one line */
};
extern const struct command_row command_rows[];
extern const size_t n_command_rows;
const struct command_row *command_find(const char *name);	/* NULL: there is none */

enum option_type {
	OPT_FLAG,	/* --batch, --no-batch */
	OPT_NUMBER,	/* whole, within min..max */
	OPT_REAL,
	OPT_TEXT,
	OPT_LIST,	/* a text that may be given several times */
	OPT_CHOICE,	/* one of `choices` */
};

enum option_id {
	OPT_SERVER, OPT_SANDBOX, OPT_DAEMON, OPT_NO_IDMAP, OPT_PROJECT,
	OPT_POOL, OPT_IMAGE, OPT_WORKLOAD, OPT_PRESET, OPT_COUNT, OPT_PARALLEL, OPT_ROUNDS, OPT_UNTIL_GOOD, OPT_WARMUP,
	OPT_BATCH, OPT_ORDER, OPT_SEED, OPT_LABEL, OPT_PRIVILEGED, OPT_FREEZE, OPT_FILL, OPT_VM_SIZE, OPT_NETWORK,
	OPT_ARCHIVES,
	OPT_PLAN, OPT_CONTINUE, OPT_DRY_RUN, OPT_PLAIN, OPT_QUIET_RUN,
	OPT_FORMAT, OPT_LISTING, OPT_REPORT, OPT_REDACT, OPT_OUTPUT,
	OPT_SPEED, OPT_LOOP, OPT_SIZE, OPT_KEYS, OPT_DUMP, OPT_ROLES, OPT_SVG,
	OPT_OF_POOL, OPT_OF_IMAGE, OPT_OF_WORKLOAD, OPT_OF_COUNT,
	OPT_RUN, OPT_EVERY, OPT_YES,
	OPT_THEME, OPT_PRINT_THEME, OPT_COLORS, OPT_ASCII, OPT_NO_MOUSE, OPT_LIST_KEYS, OPT_REFRESH,
	OPT_HELP, OPT_VERSION,
	N_OPTIONS
};

struct option_row {
	enum option_id id;
	const char *name;	/* "count" */
	char letter;		/* 'n', 0: none */
	enum option_type type;
	double min, max;	/* of numbers */
	const char *choices;	/* "table|json|csv" */
	const char *fallback;	/* default as text; NULL: none */
	const char *arg;	/* "N" in --count N; NULL for a flag */
	unsigned commands;	/* bits */
	bool in_config;		/* may stand in the configuration file */
	const char *help;
};
extern const struct option_row option_rows[N_OPTIONS];	/* indexed by id */

struct preset_row {
	const char *name;
	unsigned count, rounds;
	const char *help;
};
extern const struct preset_row preset_rows[];
extern const size_t n_preset_rows;

struct options;

struct options *options_new(void);
void options_free(struct options *options);
DEFINE_AUTOFREE(options, options_free)

/*
 * Reads `name = value` lines (# comments) of the configuration file; a file
 * that is not there is fine. An error names FILE:LINE and what was expected.
 */
int options_read_config(struct options *options, const char *path, struct err *err);
/* argv after the subcommand's name. Errors are of kind ERR_USAGE and name the option and its range. */
int options_parse(struct options *options, enum command_bit command, int argc, char **argv,
		  struct err *err);
/* Sets one by its text, checked like the command line's. */
int options_set(struct options *options, enum option_id id, const char *text, struct err *err);

bool options_given(const struct options *options, enum option_id id);	/* not just the default */
bool options_typed(const struct options *options, enum option_id id);	/* on the command line, in no file */
bool options_flag(const struct options *options, enum option_id id);
uint64_t options_number(const struct options *options, enum option_id id);
double options_real(const struct options *options, enum option_id id);
const char *options_text(const struct options *options, enum option_id id);	/* NULL: not given, no default */
size_t options_list(const struct options *options, enum option_id id, char *const **ret);
/* What is no option. */
size_t options_args(const struct options *options, char *const **ret);

/* The text of --help for one subcommand, or for the program (C_DASHBOARD). */
void options_help(enum command_bit command, struct buf *out);

#endif
