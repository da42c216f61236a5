#include "term_parts.h"

#include <langinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "rescue.h"

/* Of curses' own term.h, which ours hides. */
int tputs(const char *text, int lines, int (*put)(int));
int setupterm(const char *type, int fd, int *status);
void *set_curterm(void *description);
int del_curterm(void *description);

/* Curses would use only the older form of reports inside tmux, so we speak for ourselves. */
#define MOUSE_ON  "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

/*
 * Curses takes these signals where nobody else has, and its handlers would end
 * the program or draw behind our back; so somebody has them meanwhile. Blocked,
 * so that none is lost.
 */
static const int curses_signals[] = { SIGINT, SIGTERM, SIGTSTP, SIGWINCH };

static void
on_signal(int number)
{
	(void)number;
}

/*
 * Only an entry of its own says that a terminal takes any colour: "xterm-direct"
 * for "xterm-256color". It stands in a package that is seldom installed.
 */
static char *
direct_name(const char *type)
{
	const char *dash = strrchr(type, '-');
	int family = (int)(dash ? (size_t)(dash - type) : strlen(type));

	return xasprintf("%.*s-direct", family, type);
}

static SCREEN *
open_direct(const char *type)
{
	autofree_mem char *direct = direct_name(type);

	return newterm(direct, stdout, stdin);
}

static SCREEN *
open_screen(const char *type, enum depth depth)
{
	struct sigaction taken = { .sa_handler = on_signal };
	struct sigaction before[COUNTOF(curses_signals)];
	sigset_t set, mask;
	SCREEN *screen = NULL;

	sigemptyset(&set);
	for (size_t i = 0; i < COUNTOF(curses_signals); i++)
		sigaddset(&set, curses_signals[i]);
	sigprocmask(SIG_BLOCK, &set, &mask);
	for (size_t i = 0; i < COUNTOF(curses_signals); i++)
		sigaction(curses_signals[i], &taken, &before[i]);

	if (depth == DEPTH_TRUE)
		screen = open_direct(type);
	if (!screen)
		screen = newterm(type, stdout, stdin);

	for (size_t i = 0; i < COUNTOF(curses_signals); i++)
		sigaction(curses_signals[i], &before[i], NULL);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return screen;
}

static int
number_in(const char *variable)
{
	const char *text = getenv(variable);

	return text ? (int)strtol(text, NULL, 10) : 0;
}

static int
first_good(int a, int b, int c, int most)
{
	int good = a > 0 ? a : b > 0 ? b : c;

	return good < most ? good : most;
}

static void
ask_size(struct term *term)
{
	struct winsize size = { 0 };

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	term->cols = first_good(size.ws_col, number_in("COLUMNS"), 80, COLS_MAX);
	term->rows = first_good(size.ws_row, number_in("LINES"), 24, ROWS_MAX);
}

static char prepared[256];
static size_t prepared_len;

static int
prepare_byte(int byte)
{
	if (prepared_len < sizeof(prepared))
		prepared[prepared_len++] = (char)byte;
	return byte;
}

/* Puts together what gives the terminal back, as tputs() is of no use in a signal handler. */
static void
prepare_restore(const struct term *term)
{
	static const char *const names[] = { "rmacs", "sgr0", "op", "rmkx",
					     "cnorm", "cup",  "el", "rmcup" };

	prepared_len = 0;
	if (term->has_mouse)
		tputs(MOUSE_OFF PASTE_OFF, 1, prepare_byte);
	for (size_t i = 0; i < COUNTOF(names); i++) {
		char *text = tigetstr(names[i]);

		if (!text || text == (char *)-1)
			continue;
		/* For terminals without a second screen: below what is left on the only one. */
		if (strcmp(names[i], "cup") == 0)
			text = tparm(text, term->rows - 1, 0, 0, 0, 0, 0, 0, 0, 0);
		tputs(text, 1, prepare_byte);
	}
	prepare_byte('\r');
	rescue_arm(prepared, prepared_len);
}

/* Of the entry that is in use. */
static bool
is_direct(int colours)
{
	return colours > 256 && tigetflag("RGB") > 0;
}

/* The most that is wanted and that the terminal has. */
static void
choose_depth(struct term *term, enum depth wish)
{
	term->depth = DEPTH_MONO;
	/* Without colours alloc_pair() would crash. */
	if (depth_wanted(wish) == DEPTH_MONO || !has_colors() || start_color() != OK)
		return;
	term->own_default = use_default_colors() == OK;
	term->direct = is_direct(COLORS);
	term->depth = depth_shown(wish, COLORS, term->direct);
}

/* The fonts of the Linux console have neither braille nor eighths of a block. */
static enum glyphs
choose_glyphs(const struct term *term, const struct term_options *options)
{
	const char *type = getenv("TERM");

	if (options->ascii || !term->utf8 || (type && strcmp(type, "linux") == 0))
		return GLYPHS_ASCII;
	return GLYPHS_BRAILLE;
}

/* Past curses, whose own output is flushed by then. */
static void
send(const char *text)
{
	fputs(text, stdout);
	fflush(stdout);
}

static void
set_reports(const struct term *term, bool on)
{
	if (!term->has_mouse)
		return;
	send(on ? PASTE_ON : PASTE_OFF);
	send(on && term->mouse ? MOUSE_ON : MOUSE_OFF);
}

/* Where a terminal's entry knows of a mouse, both forms and pastes are harmless to ask for. */
static void
find_mouse(struct term *term)
{
	const char *mouse = tigetstr("kmous");

	term->has_mouse = mouse && mouse != (char *)-1;
	if (!term->has_mouse)
		return;
	term_define_beginnings();
	set_reports(term, true);
}

static void
set_modes(struct term *term)
{
	raw();
	noecho();
	nonl();
	curs_set(0);
	typeahead(-1);
	leaveok(stdscr, TRUE);
	term->input = newpad(1, 1);
	keypad(term->input, TRUE);
	nodelay(term->input, TRUE);
	if (!getenv("ESCDELAY"))
		set_escdelay(25);
	find_mouse(term);
}

static int
check_streams(struct err *err)
{
	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		return 0;
	return err_set_kind(err, ERR_USAGE,
			    "the dashboard needs a terminal as standard input and output "
			    "(without one: poolscope run)");
}

static bool
tells_its_size(void)
{
	struct winsize size = { 0 };

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
}

static int
open_terminal(struct term *term, enum depth depth, struct err *err)
{
	const char *type = getenv("TERM");

	/* Ask the terminal: LINES and COLUMNS do not change when a window does. */
	use_env(FALSE);
	/* ncurses 6.5 takes 0x0 for a reason not to begin. */
	use_tioctl(tells_its_size());
	term->screen = type && *type ? open_screen(type, depth) : NULL;
	if (!term->screen)
		return err_set_kind(err, ERR_USAGE,
				    "the terminal type \"%.60s\" (TERM) is not known here; "
				    "try TERM=xterm-256color, or TERM=vt100",
				    type ? type : "");
	if (!tigetstr("cup")) {
		endwin();
		return err_set_kind(
			err, ERR_USAGE,
			"a terminal of the type \"%.60s\" (TERM) cannot place its cursor; "
			"try TERM=xterm-256color, or TERM=vt100",
			type);
	}
	/*
	 * Until it has come back once, curses takes its screen for one that is not in use
	 * yet, and writes each movement of the cursor on its own: a hundred writes a frame.
	 */
	endwin();
	refresh();
	return 0;
}

int
term_open(const struct term_options *options, struct term **ret, struct err *err)
{
	struct term *term;

	if (check_streams(err) < 0)
		return -1;
	term = xcalloc(1, sizeof(*term));
	rescue_begin();
	if (open_terminal(term, depth_wanted(options->depth), err) < 0) {
		rescue_end();
		if (term->screen)
			delscreen(term->screen);
		free(term);
		return -1;
	}

	term->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	term->glyphs = choose_glyphs(term, options);
	if (options->background) {
		term->n_typed = options->background->n_typed;
		memcpy(term->typed, options->background->typed, term->n_typed);
		term_take_begun(term, options->background);
	}
	set_modes(term);
	choose_depth(term, options->depth);
	term_resized(term);
	*ret = term;
	return 0;
}

/* Where there is no second screen, the shell goes on in the last line of the only one. */
static void
leave(struct term *term)
{
	set_reports(term, false);
	wmove(stdscr, term->rows - 1, 0);
	wclrtoeol(stdscr);
	wrefresh(stdscr);
	endwin();
}

void
term_close(struct term *term)
{
	if (!term)
		return;
	leave(term);
	rescue_end();
	delwin(term->input);
	delscreen(term->screen);
	free(term->shown);
	free(term);
}

/* Curses must not have a screen meanwhile, whose entry this would replace. */
static bool
look_up(const char *type, int *colours, bool *direct)
{
	int status;

	if (setupterm(type, STDOUT_FILENO, &status) != OK)
		return false;
	*colours = tigetnum("colors");
	*direct = is_direct(*colours);
	del_curterm(set_curterm(NULL));
	return true;
}

void
term_look(enum depth wish, struct term_about *ret)
{
	const char *type = getenv("TERM");
	struct term_about about = { 0 };
	struct term sized = { 0 };
	int colours = 0;

	ask_size(&sized);
	about.cols = sized.cols;
	about.rows = sized.rows;
	if (type && *type) {
		autofree_mem char *direct = direct_name(type);

		about.known = look_up(type, &about.colours, &about.rgb);
		about.direct = look_up(direct, &colours, &about.direct) && about.direct;
	}
	if (about.colours < 0)
		about.colours = 0;
	/* As open_screen(): the entry of its family is asked for only where any colour is wanted. */
	about.depth = about.direct && depth_wanted(wish) == DEPTH_TRUE
			      ? DEPTH_TRUE
			      : depth_shown(wish, about.colours, about.rgb);
	*ret = about;
}

enum glyphs
term_glyphs(const struct term *term)
{
	return term->glyphs;
}

void
term_size(const struct term *term, int *cols, int *rows)
{
	*cols = term->cols;
	*rows = term->rows;
}

void
term_resized(struct term *term)
{
	ask_size(term);
	/* To fill the last column curses looks at the one before it, also where there is none. */
	resizeterm(term->rows, term->cols > 1 ? term->cols : 2);
	free(term->shown);
	term->shown = xcalloc((size_t)term->cols * (size_t)term->rows, sizeof(*term->shown));
	term_redraw(term);
	prepare_restore(term);
}

bool
term_mouse(struct term *term, bool on)
{
	term->mouse = on && term->has_mouse;
	set_reports(term, true);
	return term->has_mouse;
}

bool
term_pass(struct term *term, const char *bytes)
{
	if (term->has_mouse)
		send(bytes);
	return term->has_mouse;
}

void
term_suspend(struct term *term)
{
	leave(term);
	rescue_disarm();
}

void
term_resume(struct term *term)
{
	/* The window may have changed while we were away. */
	term_resized(term);
	refresh();
	set_reports(term, true);
}

void
term_emergency(void)
{
	rescue_now();
}
