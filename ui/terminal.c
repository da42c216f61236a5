#include "terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <unistd.h>

#include "term.h"

#define LIGHT_THEME "default-light"

/* ---- the theme ---- */

bool
terminal_theme_open(const struct options *options)
{
	return !options_given(options, OPT_THEME);
}

const char *
terminal_theme(const struct options *options, enum ground ground)
{
	if (terminal_theme_open(options) && ground == GROUND_LIGHT)
		return LIGHT_THEME;
	return options_text(options, OPT_THEME);
}

/* ---- in words ---- */

static const char *
set_or_not(const char *variable)
{
	const char *text = getenv(variable);

	return text && *text ? text : "not set";
}

static void
add_size(const struct term_about *about, struct buf *out)
{
	buf_printf(out, "terminal: %s (TERM)%s, %d x %d, characters %s (locale)\n",
		   set_or_not("TERM"), about->known ? "" : ", which is not known here", about->cols,
		   about->rows, nl_langinfo(CODESET));
}

/* What has decided it; what COLORTERM promises is had only with an entry for it. */
static void
add_reason(const struct options *options, const struct term_about *about, struct buf *out)
{
	enum depth wish = depth_named(options_text(options, OPT_COLORS));
	bool promised = depth_wanted(wish) == DEPTH_TRUE && about->depth != DEPTH_TRUE;

	if (wish != DEPTH_AUTO)
		buf_printf(out, "--colors %s, ", options_text(options, OPT_COLORS));
	else if (depth_wanted(wish) == DEPTH_MONO)
		buf_puts(out, "NO_COLOR is set, ");
	else if (depth_wanted(wish) == DEPTH_TRUE)
		buf_printf(out, "COLORTERM is %s, ", set_or_not("COLORTERM"));
	buf_printf(out, "its description (terminfo) has %d", about->colours);
	if (promised)
		buf_puts(out, "; for any colour the package ncurses-term is missing");
}

static void
add_depth(const struct options *options, const struct term_about *about, struct buf *out)
{
	static const char *const depths[] = {
		[DEPTH_MONO] = "no colours", [DEPTH_8] = "8 colours",	  [DEPTH_16] = "16 colours",
		[DEPTH_256] = "256 colours", [DEPTH_TRUE] = "any colour",
	};

	buf_printf(out, "terminal: %s: ", depths[about->depth]);
	add_reason(options, about, out);
	buf_putc(out, '\n');
}

static void
add_ground(const struct options *options, const struct background *background, struct buf *out)
{
	static const char *const grounds[] = {
		[GROUND_UNKNOWN] = "is not known: no answer (OSC 11), no COLORFGBG",
		[GROUND_DARK] = "is dark",
		[GROUND_LIGHT] = "is light",
	};

	buf_printf(out, "terminal: its background %s", grounds[background->ground]);
	if (background->from)
		buf_printf(out, ", by %s", background->from);
	if (background->colour >= 0)
		buf_printf(out, ", #%06x", (unsigned)background->colour);
	buf_printf(out, "; theme %s%s\n", terminal_theme(options, background->ground),
		   terminal_theme_open(options) ? "" : ", as it was set");
}

void
terminal_describe(const struct options *options, struct buf *out)
{
	struct term_about about;
	struct background background;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		buf_puts(out,
			 "terminal: none on standard input and output; the dashboard needs one\n");
		return;
	}
	background_find(STDIN_FILENO, STDOUT_FILENO, BACKGROUND_MS, &background);
	term_look(depth_named(options_text(options, OPT_COLORS)), &about);
	add_size(&about, out);
	add_depth(options, &about, out);
	add_ground(options, &background, out);
}
