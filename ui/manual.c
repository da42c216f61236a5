#include "manual.h"

#include "base/options.h"
#include "keymap.h"
#include "theme.h"

static const char description[] =
	"poolscope answers which storage pool of an Incus or LXD server is fastest, leanest and\n"
	"cheapest in CPU for one's own instances, and whether the difference is real.\n"
	"Without a command it opens a dashboard: pick pools, images, workloads and counts, run them,\n"
	"and watch timings, disk usage and CPU load while it happens.\n"
	"Every run is recorded in a file that can be replayed and reported.\n"
	".PP\n"
	"Everything that a run makes on a server carries a mark with the run's id, is removed\n"
	"afterwards, and nothing else is ever touched.\n";

static const struct {
	const char *code;
	const char *text;
} exit_codes[] = {
	{ "0", "everything was measured; that a driver refuses an operation is a measurement too" },
	{ "1", "something failed; it is in the recording, or the output could not be written" },
	{ "2", "wrong usage" },
	{ "3", "the server cannot be reached, or does not let us in" },
	{ "4", "refused before it began: space, limits, rights" },
	{ "5", "something of ours is left behind; it is listed, and `poolscope clean` removes it" },
	{ "128+N", "ended by signal N, after cleaning up" },
};

static const struct {
	const char *name;
	const char *text;
} files[] = {
	{ "$XDG_CONFIG_HOME/poolscope/config", "`name = value` lines, names as the long options" },
	{ "$XDG_CONFIG_HOME/poolscope/keys",
	  "one's own keys: `command = key key ...` lines; poolscope --list-keys prints a whole one" },
	{ "$XDG_CONFIG_HOME/poolscope/themes/", "one's own themes" },
	{ "$XDG_DATA_HOME/poolscope/runs/", "the recordings, one file a run" },
	{ "$XDG_STATE_HOME/poolscope/", "what must be cleaned up after a run that was killed" },
	{ "/var/lib/poolscope/sandbox/", "the sandboxes" },
	{ "~/.config/incus/config.yml, /etc/incus/config.yml",
	  "read only: the remotes of Incus's client, beside them its certificates (client.crt, "
	  "client.key, clientcerts/, servercerts/)" },
	{ "~/.config/lxc/config.yml, ~/snap/lxd/common/config/config.yml, /etc/lxd/config.yml",
	  "the same of LXD's client" },
};

static const struct {
	const char *name;
	const char *text;
} variables[] = {
	{ "INCUS_SOCKET, INCUS_DIR, LXD_SOCKET, LXD_DIR",
	  "the socket of the server on this machine, or the folder it is in" },
	{ "INCUS_CONF, INCUS_GLOBAL_CONF, LXD_CONF, LXD_GLOBAL_CONF",
	  "folders of the clients' configurations, the person's and the system's" },
	{ "INCUS_REMOTE, LXC_REMOTE", "the server to take when none is named" },
	{ "INCUS_PROJECT", "the project on Incus's remotes, when --project names none" },
	{ "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME", "where our own files are" },
	{ "HOME", "where they are when those are not set, and where the clients' files are" },
	{ "USER", "stands in the list of what a run makes, for whoever finds it there" },
	{ "LC_ALL, LC_CTYPE, LANG", "what is not UTF-8 is drawn in ASCII" },
	{ "TERM, COLORTERM", "what the terminal is, and how many colours it has" },
	{ "NO_COLOR", "no colours, unless --colors asks for them" },
	{ "COLORFGBG", "whether the background is light, where the terminal does not answer" },
	{ "COLUMNS, LINES", "the size of a terminal that does not tell it" },
	{ "TMUX", "what is copied goes through tmux to the terminal around it" },
	{ "ESCDELAY", "milliseconds to wait for what follows Esc in a key's code; 25 if it is not set" },
};

static const char *const view_names[N_VIEWS] = {
	[VIEW_SETUP] = "Setup",
	[VIEW_RUN] = "Run",
	[VIEW_RESULTS] = "Results",
	[VIEW_HISTORY] = "History",
};

static const char servers[] =
	"A server is named by a remote of Incus's or LXD's client, by the path of its socket, or by\n"
	"the URL of such a remote. Without \\-\\-server it is the default remote of Incus's client, else\n"
	"that of LXD's. What the client has is used and not changed: the addresses, of which the first\n"
	"that answers is kept, the client certificate, the certificate that the server must show, and\n"
	"the project. A socket that no client knows is used in the project default.\n"
	".PP\n"
	"A remote cannot be used when it is a public image server, when it wants a login in a browser\n"
	"(oidc), or when the key of the client certificate is locked with a password; poolscope list\n"
	"servers has the reason of each. A client that is confined to a project is shown the pools of\n"
	"that project's profiles where the server does not list the others.\n";

static const char themes[] =
	"A theme is a file of lines theme[NAME]=\"#rrggbb\", as btop has them; its first line is\n"
	"a comment \"# NAME \\- what it is\". A colour is #rrggbb, #rgb, #gg (a grey), three\n"
	"numbers \"r g b\" of 0 to 255, a single number, 0 to 255, of the terminal's own palette,\n"
	"one of its first 16 by name (red, bright\\-red), or default. Any name may be left out. poolscope \\-\\-print\\-theme\n"
	"prints a whole one to begin with. The names:\n";

static const struct {
	const char *text;
	const char *command;
} examples[] = {
	{ "Look around on a private server that is taken down at the end:", "poolscope --sandbox" },
	{ "Compare two pools from a script:",
	  "poolscope run --pool fast --pool slow --image debian/12 --count 20 --rounds 5" },
	{ "Read the newest run again:", "poolscope report last" },
};

/* Text of ours as roff: hyphens that are typed, a dot at a line's start. */
static void
add_text(struct buf *out, const char *text)
{
	if (*text == '.' || *text == '\'')
		buf_puts(out, "\\&");
	for (; *text; text++) {
		if (*text == '-')
			buf_puts(out, "\\-");
		else if (*text == '\\')
			buf_puts(out, "\\e");
		else
			buf_putc(out, *text);
	}
}

static void
add_entry(struct buf *out, const char *term, const char *text)
{
	buf_puts(out, ".TP\n.B ");
	add_text(out, term);
	buf_putc(out, '\n');
	add_text(out, text);
	buf_putc(out, '\n');
}

static void
add_commands(struct buf *out)
{
	buf_puts(out, ".SH COMMANDS\n");
	for (size_t i = 1; i < n_command_rows; i++) {
		autofree_mem char *term = xasprintf("poolscope %s %s", command_rows[i].name,
						    command_rows[i].args);

		add_entry(out, term, command_rows[i].help);
	}
}

/* Which commands take it: "run, list". */
static void
add_command_names(struct buf *out, unsigned commands)
{
	const char *separator = "";

	for (size_t i = 0; i < n_command_rows; i++) {
		if (!(command_rows[i].bit & commands))
			continue;
		buf_printf(out, "%s%s", separator,
			   *command_rows[i].name ? command_rows[i].name : "the dashboard");
		separator = ", ";
	}
}

static void
add_option(struct buf *out, const struct option_row *row)
{
	autobuf term = { 0 };
	autobuf text = { 0 };

	if (row->letter)
		buf_printf(&term, "-%c, ", row->letter);
	buf_printf(&term, "--%s", row->name);
	if (row->arg)
		buf_printf(&term, " %s", row->arg);

	buf_puts(&text, row->help);
	if (row->choices)
		buf_printf(&text, " (%s)", row->choices);
	else if (row->max > 0)
		buf_printf(&text, " (%.16g to %.16g)", row->min, row->max);
	if (row->fallback && row->type != OPT_FLAG)
		buf_printf(&text, "; default %s", row->fallback);
	buf_puts(&text, ". For ");
	if (row->commands == C_ALL)
		buf_puts(&text, "every command");
	else
		add_command_names(&text, row->commands);
	buf_puts(&text, row->in_config ? "; may stand in the configuration file." : ".");
	add_entry(out, buf_text(&term), buf_text(&text));
}

static void
add_options(struct buf *out)
{
	buf_puts(out, ".SH OPTIONS\n");
	for (size_t i = 0; i < N_OPTIONS; i++)
		add_option(out, &option_rows[i]);
}

static void
add_presets(struct buf *out)
{
	buf_puts(out, ".SH PRESETS\n");
	for (size_t i = 0; i < n_preset_rows; i++)
		add_entry(out, preset_rows[i].name, preset_rows[i].help);
}

/* " (sort; on Run, Results)": its name in a file of keys, and where a key means it unless everywhere. */
static void
add_name_and_views(struct buf *out, const struct binding *binding)
{
	const char *separator = "; on ";

	buf_printf(out, " (%s", command_texts[binding->command].name);
	for (enum view_id view = 0; binding->views != ON_ANY && view < N_VIEWS; view++) {
		if (!(binding->views & (1u << view)))
			continue;
		buf_printf(out, "%s%s", separator, view_names[view]);
		separator = ", ";
	}
	buf_putc(out, ')');
}

/* All keys of a command that are for the same screens, in the first one's place. */
static void
add_binding(struct buf *out, size_t first)
{
	const struct binding *binding = &keymap[first];
	autobuf keys = { 0 };
	autobuf text = { 0 };

	for (size_t i = 0; i < n_keymap; i++) {
		if (keymap[i].command != binding->command || keymap[i].views != binding->views)
			continue;
		if (i < first)
			return;
		buf_printf(&keys, "%s%s", keys.len ? ", " : "", keymap[i].key);
	}
	buf_puts(&text, command_texts[binding->command].help);
	add_name_and_views(&text, binding);
	add_entry(out, buf_text(&keys), buf_text(&text));
}

static void
add_keys(struct buf *out)
{
	buf_puts(out, ".SH KEYS\nIn brackets: what a line of one's own file of keys begins with.\n");
	for (size_t i = 0; i < n_keymap; i++)
		add_binding(out, i);
}

struct theme_names {
	struct buf *out;
	struct buf term;	/* the names that the help is for */
	const char *help;
};

static void
end_theme_names(struct theme_names *names)
{
	if (names->help)
		add_entry(names->out, buf_text(&names->term), names->help);
	buf_clear(&names->term);
}

static void
add_theme_name(void *arg, const char *name, const char *help, int32_t colour)
{
	struct theme_names *names = arg;

	(void)colour;
	if (help) {
		end_theme_names(names);
		names->help = help;
	} else {
		buf_puts(&names->term, ", ");
	}
	buf_puts(&names->term, name);
}

static void
add_themes(struct buf *out)
{
	autofree(theme) theme = theme_default();
	struct theme_names names = { .out = out };

	buf_puts(out, ".SH THEMES\n");
	buf_puts(out, themes);
	theme_each_name(theme, add_theme_name, &names);
	end_theme_names(&names);
	buf_wipe(&names.term);
}

static void
add_examples(struct buf *out)
{
	buf_puts(out, ".SH EXAMPLES\n");
	for (size_t i = 0; i < COUNTOF(examples); i++) {
		buf_puts(out, ".PP\n");
		add_text(out, examples[i].text);
		buf_puts(out, "\n.PP\n.RS 4\n.EX\n");
		add_text(out, examples[i].command);
		buf_puts(out, "\n.EE\n.RE\n");
	}
}

void
manual_page(const char *version, struct buf *out)
{
	buf_printf(out, ".TH POOLSCOPE 1 \"\" \"poolscope %s\" \"User Commands\"\n", version);
	buf_puts(out, ".SH NAME\npoolscope \\- compare the storage pools of Incus and LXD servers\n");
	buf_puts(out, ".SH SYNOPSIS\n.B poolscope\n[COMMAND] [OPTION...] [ARGUMENT...]\n");
	buf_puts(out, ".SH DESCRIPTION\n");
	buf_puts(out, description);
	add_commands(out);
	add_options(out);
	add_presets(out);
	add_keys(out);
	add_themes(out);
	buf_puts(out, ".SH SERVERS\n");
	buf_puts(out, servers);
	buf_puts(out, ".SH ENVIRONMENT\n");
	for (size_t i = 0; i < COUNTOF(variables); i++)
		add_entry(out, variables[i].name, variables[i].text);
	buf_puts(out, ".SH FILES\n");
	for (size_t i = 0; i < COUNTOF(files); i++)
		add_entry(out, files[i].name, files[i].text);
	buf_puts(out, ".SH EXIT STATUS\n");
	for (size_t i = 0; i < COUNTOF(exit_codes); i++)
		add_entry(out, exit_codes[i].code, exit_codes[i].text);
	add_examples(out);
	buf_puts(out, ".SH IF THE TERMINAL IS LEFT BROKEN\nIt should never be; if it is, run\n.BR reset (1).\n");
}
