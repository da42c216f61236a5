/*
 * option_rows.c - the rows of options.h, and the help that is made of them.
 */
#include <stdio.h>
#include <string.h>

#include "base/options.h"

// clang-format off
const struct command_row command_rows[] = {
	{ C_DASHBOARD, "",        "",                  0,  0, "the dashboard: pick pools and workloads, watch, compare" },
	{ C_RUN,       "run",     "",                  0,  0, "run without a dashboard; results to standard output" },
	{ C_LIST,      "list",    "WHAT",              1,  1, "servers, pools, images, workloads, themes or runs" },
	{ C_REPORT,    "report",  "RUN",               1,  1, "what a recorded run has found" },
	{ C_REPLAY,    "replay",  "RUN",               1,  1, "play a recorded run on the dashboard's screens" },
	{ C_CLEAN,     "clean",   "",                  0,  0, "remove what a killed run left on the server, and only that" },
	{ C_SANDBOX,   "sandbox", "up|down|status [NAME]", 1, 2, "a private throw-away server to try things on" },
	{ C_COMPARE,   "compare", "RUN RUN...",        2, -1, "runs side by side: what differs around them, and whether it shows" },
	{ C_IMPORT,    "import",  "FILE",              1,  1, "a report file of incus-benchmark or lxd-benchmark, as a run" },
	{ C_DOCTOR,    "doctor",  "",                  0,  0, "what would spoil a run of this size, each with its remedy" },
};
const size_t n_command_rows = COUNTOF(command_rows);

const struct preset_row preset_rows[] = {
	{ "smoke",    4,  1,  "does it work at all: 4 instances, 1 round" },
	{ "standard", 10, 5,  "10 instances, 5 rounds: enough for a verdict on four pools" },
	{ "careful",  20, 10, "20 instances, 10 rounds: finds small differences" },
};
const size_t n_preset_rows = COUNTOF(preset_rows);

/* Commands that talk to a server, that show the dashboard, that run something. */
#define SERVERS (C_DASHBOARD | C_RUN | C_DOCTOR | C_LIST | C_CLEAN)
#define SCREENS (C_DASHBOARD | C_REPLAY)
#define RUNS    (C_DASHBOARD | C_RUN | C_DOCTOR)

const struct option_row option_rows[N_OPTIONS] = {
/*	  id               name          letter type       min  max    choices                  default     arg      commands   config help */
	{ OPT_SERVER,      "server",      's', OPT_LIST,   0, 0,       NULL,                    NULL,       "SERVER", SERVERS,    true,  "a server: a remote's name, its URL, the path of its socket, or a sandbox's name; may be repeated" },
	{ OPT_SANDBOX,     "sandbox",     0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    RUNS,        false, "start a private server for this call, and take it down at the end (root)" },
	{ OPT_DAEMON,      "daemon",      0,   OPT_CHOICE, 0, 0,       "incus|lxd",             NULL,       "NAME",  RUNS | C_SANDBOX, true, "what a sandbox runs; default: the first that is installed" },
	{ OPT_NO_IDMAP,    "no-idmap",    0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    RUNS | C_SANDBOX, false, "a sandbox without idmapped mounts: ids are shifted in the files" },
	{ OPT_PROJECT,     "project",     0,   OPT_TEXT,   0, 0,       NULL,                    NULL,       "NAME",  SERVERS,     true,  "project on the server; default: the client's current one" },
	{ OPT_POOL,        "pool",        'p', OPT_LIST,   0, 0,       NULL,                    NULL,       "POOL",  RUNS,        true,  "a storage pool, or SERVER:POOL; may be repeated; default: every one that can be used" },
	{ OPT_IMAGE,       "image",       'i', OPT_LIST,   0, 0,       NULL,                    NULL,       "IMAGE", RUNS,        true,  "an image of the server: alias or fingerprint; or empty-vm; may be repeated; default: the first of containers" },
	{ OPT_WORKLOAD,    "workload",    'w', OPT_LIST,   0, 0,       NULL,                    NULL,       "W,...", RUNS,        true,  "a chain of up to 16 workloads on the same instances, each NAME or NAME:VARIANT; repeated: separate chains" },
	{ OPT_PRESET,      "preset",      0,   OPT_CHOICE, 0, 0,       "smoke|standard|careful", "standard", "NAME", RUNS,        true,  "counts and rounds in one word" },
	{ OPT_COUNT,       "count",       'n', OPT_NUMBER, 1, 10000,   NULL,                    NULL,       "N",     RUNS,        true,  "instances a step; default: the preset's" },
	{ OPT_PARALLEL,    "parallel",    'P', OPT_NUMBER, 1, 1000,    NULL,                    NULL,       "N",     RUNS,        true,  "ops in flight; default: the CPUs of this host" },
	{ OPT_ROUNDS,      "rounds",      'r', OPT_NUMBER, 1, 1000,    NULL,                    NULL,       "N",     RUNS,        true,  "rounds that count; default: the preset's; a verdict needs 4 for two pools, 5 for three or four" },
	{ OPT_UNTIL_GOOD,  "until-good",  0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    RUNS,        true,  "in place of --rounds: 5, 10, 15 or 20, until every comparison is known to within 5 %" },
	{ OPT_WARMUP,      "warm-up",     0,   OPT_NUMBER, 0, 100,     NULL,                    "1",        "N",     RUNS,        true,  "rounds before them that do not count" },
	{ OPT_BATCH,       "batch",       0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    RUNS,        true,  "wait for each batch to end before the next, as incus-benchmark does" },
	{ OPT_ORDER,       "order",       0,   OPT_CHOICE, 0, 0,       "shuffled|given|race",   "shuffled", "HOW",   RUNS,        true,  "how the pools take turns within a round; race: all at once, for showing" },
	{ OPT_SEED,        "seed",        0,   OPT_NUMBER, 1, 9007199254740992.0, NULL,         NULL,       "N",     RUNS,        true,  "of the shuffled order; default: a new one, recorded" },
	{ OPT_LABEL,       "label",       'l', OPT_TEXT,   0, 0,       NULL,                    NULL,       "TEXT",  RUNS | C_IMPORT, true, "a name for the run, to find it again" },
	{ OPT_PRIVILEGED,  "privileged",  0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    RUNS,        true,  "privileged containers" },
	{ OPT_FREEZE,      "freeze",      0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    RUNS,        true,  "freeze each instance as soon as it runs; short for launch:freeze and start:freeze" },
	{ OPT_FILL,        "fill",        0,   OPT_TEXT,   0, 0,       NULL,                    NULL,       "SIZE",  RUNS,        true,  "put files of so many bytes into each new instance, untimed; 256MiB and the like" },
	{ OPT_VM_SIZE,     "vm-size",     0,   OPT_TEXT,   0, 0,       NULL,                    NULL,       "SIZE",  RUNS,        true,  "root disk of each virtual machine; default: the server's, mostly 10 GiB" },
	{ OPT_NETWORK,     "network",     0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    RUNS,        true,  "instances get the default profile's network" },
	{ OPT_ARCHIVES,    "keep-archives", 0, OPT_TEXT,   0, 0,       NULL,                    NULL,       "DIR",   RUNS,        true,  "keep what export makes there: each archive is fetched once more, untimed" },
	{ OPT_PLAN,        "plan",        0,   OPT_TEXT,   0, 0,       NULL,                    NULL,       "FILE",  RUNS,        false, "choices from a file that `w` in Setup has written; the command line has the last word" },
	{ OPT_CONTINUE,    "continue",    0,   OPT_TEXT,   0, 0,       NULL,                    NULL,       "RUN",   C_RUN,       false, "add --rounds N to a run that has ended, under its own plan, on the servers that it names; no other choice goes with it" },
	{ OPT_DRY_RUN,     "dry-run",     0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_RUN,       false, "say what would be done, and touch nothing" },
	{ OPT_PLAIN,       "plain",       0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_RUN | C_REPLAY, false, "one line an event, for screen readers and pipes" },
	{ OPT_QUIET_RUN,   "quiet-run",   0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_DASHBOARD | C_RUN, false, "draw nothing while what counts is timed, and say at the end what that has spared" },
	{ OPT_FORMAT,      "format",      'f', OPT_CHOICE, 0, 0,       "table|json",            "table",    "NAME",  C_RUN | C_COMPARE, false, "of what is printed" },
	{ OPT_LISTING,     "format",      'f', OPT_CHOICE, 0, 0,       "table|csv|json",        "table",    "NAME",  C_LIST,      false, "of what is printed; the heads of csv and the keys of json stay as they are" },
	{ OPT_REPORT,      "format",      'f', OPT_CHOICE, 0, 0,       "table|md|csv|samples|json|html|svg|jmeter|recording", "table", "NAME", C_REPORT, false, "of what is printed; `recording` is the run itself, to hand on" },
	{ OPT_REDACT,      "redact",      0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_REPORT,    false, "host names, paths, addresses and instance names replaced" },
	{ OPT_OUTPUT,      "output",      'o', OPT_TEXT,   0, 0,       NULL,                    NULL,       "FILE",  C_REPORT,    false, "write there; a file that exists is left alone" },
	{ OPT_SPEED,       "speed",       0,   OPT_REAL,   0.01, 10000, NULL,                   "1",        "X",     C_REPLAY,    false, "times as fast as it was" },
	{ OPT_LOOP,        "loop",        0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_REPLAY,    false, "begin anew when it has ended: for a screen that others look at" },
	{ OPT_SIZE,        "size",        0,   OPT_TEXT,   0, 0,       NULL,                    "80x24",    "CxR",   C_REPLAY,    false, "columns and rows of --dump" },
	{ OPT_KEYS,        "keys",        0,   OPT_TEXT,   0, 0,       NULL,                    NULL,       "KEYS",  C_REPLAY,    false, "keys to press first, by name, separated by blanks" },
	{ OPT_DUMP,        "dump",        0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_REPLAY,    false, "print the screen at the end of the run as text" },
	{ OPT_ROLES,       "roles",       0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_REPLAY,    false, "with --dump: a letter for each cell's colour role instead" },
	{ OPT_SVG,         "svg",         0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_REPLAY,    false, "with --dump: a picture, in the theme's colours, instead" },
	{ OPT_OF_POOL,     "pool",        'p', OPT_TEXT,   0, 0,       NULL,                    NULL,       "POOL",  C_IMPORT,    false, "the pool that was measured; the file does not say" },
	{ OPT_OF_IMAGE,    "image",       'i', OPT_TEXT,   0, 0,       NULL,                    NULL,       "IMAGE", C_IMPORT,    false, "the image; the file does not say" },
	{ OPT_OF_WORKLOAD, "workload",    'w', OPT_TEXT,   0, 0,       NULL,                    NULL,       "W",     C_IMPORT,    false, "what was measured; default: the file's label, where it is one of the tool's own" },
	{ OPT_OF_COUNT,    "count",       'n', OPT_NUMBER, 1, 10000,   NULL,                    NULL,       "N",     C_IMPORT,    false, "instances a run; the file does not say" },
	{ OPT_RUN,         "run",         0,   OPT_TEXT,   0, 0,       NULL,                    NULL,       "ID",    C_CLEAN,     false, "only what this run left" },
	{ OPT_EVERY,       "all",         0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_CLEAN,     false, "whatever carries our mark, also of runs that are not listed here" },
	{ OPT_YES,         "yes",         'y', OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_CLEAN,     false, "do not ask" },
	{ OPT_THEME,       "theme",       0,   OPT_TEXT,   0, 0,       NULL,                    "default",  "THEME", SCREENS,     true,  "colours: a theme's name or file; where none is set, default-light on a light background" },
	{ OPT_PRINT_THEME, "print-theme", 0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_DASHBOARD, false, "print the theme as a whole file with comments, a start for one of your own" },
	{ OPT_COLORS,      "colors",      0,   OPT_CHOICE, 0, 0,       "auto|mono|8|16|256|true", "auto",   "DEPTH", SCREENS,     true,  "colours that the terminal shows" },
	{ OPT_ASCII,       "ascii",       0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    SCREENS,     true,  "draw with ASCII only" },
	{ OPT_NO_MOUSE,    "no-mouse",    0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    SCREENS,     true,  "leave the mouse to the terminal; the key m turns it on" },
	{ OPT_LIST_KEYS,   "list-keys",   0,   OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_DASHBOARD, false, "print the keys as the key file has them, and leave" },
	{ OPT_REFRESH,     "refresh",     0,   OPT_REAL,   0.5, 10,    NULL,                    "1",        "HZ",    SCREENS,     true,  "times a second that the screen is drawn anew during a run" },
	{ OPT_HELP,        "help",        'h', OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_ALL,       false, "this text" },
	{ OPT_VERSION,     "version",     'V', OPT_FLAG,   0, 0,       NULL,                    "no",       NULL,    C_ALL,       false, "the program's version" },
};
// clang-format on

const struct command_row *
command_find(const char *name)
{
	for (size_t i = 0; i < n_command_rows; i++)
		if (strcmp(command_rows[i].name, name) == 0)
			return &command_rows[i];
	return NULL;
}

#define HELP_COLUMN 26
#define HELP_WIDTH 80

/* Words from column HELP_COLUMN on, broken before HELP_WIDTH. */
static void
add_wrapped(struct buf *out, const char *text)
{
	size_t column = HELP_COLUMN;

	while (*text) {
		size_t word = strcspn(text, " ");

		if (column > HELP_COLUMN && column + 1 + word > HELP_WIDTH) {
			buf_printf(out, "\n%*s", HELP_COLUMN, "");
			column = HELP_COLUMN;
		} else if (column > HELP_COLUMN) {
			buf_putc(out, ' ');
			column++;
		}
		buf_add(out, text, word);
		column += word;
		text += word + strspn(text + word, " ");
	}
	buf_putc(out, '\n');
}

static void
add_option(struct buf *out, const struct option_row *row)
{
	autobuf head = { 0 };
	autobuf help = { 0 };

	if (row->letter)
		buf_printf(&head, "  -%c, --%s", row->letter, row->name);
	else
		buf_printf(&head, "      --%s", row->name);
	if (row->arg)
		buf_printf(&head, " %s", row->arg);

	buf_puts(&help, row->help);
	if (row->choices)
		buf_printf(&help, " (%s)", row->choices);
	else if (row->max > 0)
		buf_printf(&help, " (%.16g to %.16g)", row->min, row->max);
	if (row->fallback && row->type != OPT_FLAG)
		buf_printf(&help, "; default %s", row->fallback);

	if (head.len + 2 > HELP_COLUMN)
		buf_printf(out, "%s\n%*s", buf_text(&head), HELP_COLUMN, "");
	else
		buf_printf(out, "%-*s", HELP_COLUMN, buf_text(&head));
	add_wrapped(out, buf_text(&help));
}

static void
add_commands(struct buf *out)
{
	buf_puts(out, "\nCommands:\n");
	for (size_t i = 1; i < n_command_rows; i++) {
		const struct command_row *row = &command_rows[i];
		autobuf head = { 0 };

		buf_printf(&head, "  %s %s", row->name, row->args);
		if (head.len + 2 > HELP_COLUMN)
			buf_printf(out, "%s\n%*s", buf_text(&head), HELP_COLUMN, "");
		else
			buf_printf(out, "%-*s", HELP_COLUMN, buf_text(&head));
		add_wrapped(out, row->help);
	}
}

void
options_help(enum command_bit command, struct buf *out)
{
	const struct command_row *row = &command_rows[__builtin_ctz(command)];

	buf_printf(out, "poolscope%s%s [OPTION...]%s%s\n%s\n", *row->name ? " " : "", row->name,
		   *row->args ? " " : "", row->args, row->help);
	if (command == C_DASHBOARD)
		add_commands(out);
	buf_puts(out, "\nOptions:\n");
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (option_rows[i].commands & command)
			add_option(out, &option_rows[i]);
}
