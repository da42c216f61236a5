#include "term.h"

/* Curses has a function of this name too, which is not used here. */
#define key_name curses_key_name
#include <curses.h>
#undef key_name
#include <langinfo.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "background.h"
#include "report_key.h"
#include "rescue.h"

enum { COLS_MAX = 1000, ROWS_MAX = 500 };
enum { LOOKS = 1024 }; /* a power of two */

/* Of curses' own term.h, which ours hides. */
int tputs(const char *text, int lines, int (*put)(int));
int setupterm(const char *type, int fd, int *status);
void *set_curterm(void *description);
int del_curterm(void *description);

/* A style as this terminal can show it. */
struct look {
	attr_t attr;
	int pair;
};

struct look_slot {
	bool used;
	struct style style;
	uint8_t attr;
	struct look look;
};

struct shown_cell {
	char32_t ch;
	struct look look;
};

/* What a terminal answers to background_find() after we have stopped waiting. */
enum answer {
	ANSWER_NONE,
	ANSWER_TEXT,	 /* up to BEL or ESC \\ */
	ANSWER_SEQUENCE, /* up to a letter */
};

struct term {
	SCREEN *screen;
	WINDOW *input; /* a pad: reading from a window would refresh it */
	int cols, rows;
	enum glyphs glyphs;
	bool utf8;
	enum depth depth; /* not AUTO */
	bool direct;	  /* colour numbers are 0xRRGGBB */
	bool own_default; /* -1 is understood as the terminal's own colour */
	bool repaint;
	struct shown_cell *shown;
	struct look_slot looks[LOOKS];
	cchar_t run[COLS_MAX];	/* changed cells side by side */
	struct key_bytes bytes; /* of a character of which some are still to come */
	struct report report;	/* of the mouse, the same */
	bool has_mouse;		/* and so tells pastes from keys too */
	bool mouse;		/* it is on */
	bool pasting;
	enum answer answer;
	char typed[BACKGROUND_TYPED]; /* before there was a screen */
	size_t n_typed, typed_at;
};

/* Curses would use only the older form of reports inside tmux, so we speak for ourselves. */
#define MOUSE_ON  "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

/* Beginnings of what is no key, numbered above those of curses. */
enum {
	CODE_SGR = KEY_MAX + 1,
	CODE_OLD,
	CODE_PASTE,
	CODE_PASTED,
	CODE_ANSWER_TEXT,
	CODE_ANSWER_SEQUENCE,
};
static const struct {
	const char *text;
	int code;
} beginnings[] = {
	{ "\033[<", CODE_SGR },
	{ "\033[M", CODE_OLD },
	{ "\033[200~", CODE_PASTE },
	{ "\033[201~", CODE_PASTED },
	{ "\033]11;", CODE_ANSWER_TEXT },
	{ "\033[?", CODE_ANSWER_SEQUENCE },
};

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
	for (size_t i = 0; i < COUNTOF(beginnings); i++)
		define_key(beginnings[i].text, beginnings[i].code);
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

static int
open_terminal(struct term *term, enum depth depth, struct err *err)
{
	const char *type = getenv("TERM");

	/* Ask the terminal: LINES and COLUMNS do not change when a window does. */
	use_env(FALSE);
	use_tioctl(TRUE);
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
	resizeterm(term->rows, term->cols);
	free(term->shown);
	term->shown = xcalloc((size_t)term->cols * (size_t)term->rows, sizeof(*term->shown));
	term_redraw(term);
	prepare_restore(term);
}

void
term_redraw(struct term *term)
{
	term->repaint = true;
	memset(term->looks, 0, sizeof(term->looks));
}

static attr_t
curses_attr(uint8_t attr)
{
	attr_t all = A_NORMAL;

	if (attr & ATTR_BOLD)
		all |= A_BOLD;
	if (attr & ATTR_REVERSE)
		all |= A_REVERSE;
	if (attr & ATTR_UNDERLINE)
		all |= A_UNDERLINE;
	return all;
}

/*
 * As curses numbers it. Where it takes any colour, 0 to 7 are still the palette's,
 * and the palette's others are not to be had.
 */
static int
curses_colour(const struct term *term, int32_t colour)
{
	bool ansi = colour >= COLOUR_INDEX(0) && colour < COLOUR_INDEX(8);

	if (colour == COLOUR_DEFAULT)
		return -1;
	if (!term->direct || ansi)
		return colour & 0xff;
	colour = colour_rgb(colour);
	return colour < 8 ? 0 : colour;
}

static int
pair_of(const struct term *term, int fg, int bg)
{
	int pair;

	if (fg < 0 && bg < 0)
		return 0;
	if (!term->own_default) {
		fg = fg < 0 ? COLOR_WHITE : fg;
		bg = bg < 0 ? COLOR_BLACK : bg;
	}
	pair = alloc_pair(fg, bg);
	return pair > 0 ? pair : 0;
}

static struct look
make_look(const struct term *term, struct style style, uint8_t attr, const struct theme *theme)
{
	style = depth_style(theme, style, term->depth);
	return (struct look){ curses_attr(attr | style.attr),
			      pair_of(term, curses_colour(term, style.fg),
				      curses_colour(term, style.bg)) };
}

static bool
same_style(struct style a, struct style b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

/* Looking for the nearest colour takes long, so what was found is kept, until term_redraw(). */
static struct look
look_of(struct term *term, struct style style, uint8_t attr, const struct theme *theme)
{
	uint32_t hash = ((uint32_t)style.fg * 31 + (uint32_t)style.bg) * 2654435761u;
	struct look_slot *slot = &term->looks[((hash >> 16) + style.attr * 8 + attr) % LOOKS];

	if (!slot->used || slot->attr != attr || !same_style(slot->style, style))
		*slot = (struct look_slot){ true, style, attr,
					    make_look(term, style, attr, theme) };
	return slot->look;
}

static bool
same_cell(const struct shown_cell *a, const struct shown_cell *b)
{
	return a->ch == b->ch && a->look.attr == b->look.attr && a->look.pair == b->look.pair;
}

static void
put_run(struct term *term, int x, int y, int n)
{
	if (n)
		mvwadd_wchnstr(stdscr, y, x, term->run, n);
}

static void
add_to_run(struct term *term, int *n, const struct shown_cell *cell)
{
	wchar_t text[2] = { (wchar_t)cell->ch, L'\0' };

	/* The right half of a wide character comes with the left one. */
	if (cell->ch)
		setcchar(&term->run[(*n)++], text, cell->look.attr, 0, &cell->look.pair);
}

/* Hands the changed cells of a row to curses; true when there were any. */
static bool
draw_row(struct term *term, const struct canvas_cell *cells, int cols, int y,
	 const struct theme *theme)
{
	struct shown_cell *shown = &term->shown[(size_t)y * (size_t)term->cols];
	const struct canvas_cell *last = NULL;
	struct shown_cell now = { 0 };
	int start = 0, n = 0;
	bool changed = false;

	for (int x = 0; x < cols; x++) {
		const struct canvas_cell *cell = &cells[x];

		if (!last || last->role != cell->role || last->level != cell->level ||
		    last->attr != cell->attr)
			now.look = look_of(term, theme_style(theme, cell->role, cell->level),
					   cell->attr, theme);
		last = cell;
		now.ch = cell->ch;
		if (same_cell(&shown[x], &now)) {
			put_run(term, start, y, n);
			n = 0;
			continue;
		}
		if (n == 0)
			start = x;
		add_to_run(term, &n, &now);
		shown[x] = now;
		changed = true;
	}
	put_run(term, start, y, n);
	return changed;
}

/* No character is this one, so that each cell differs from what is shown. */
static void
forget_shown(struct term *term)
{
	size_t n = (size_t)term->cols * (size_t)term->rows;

	for (size_t i = 0; i < n; i++)
		term->shown[i].ch = UINT32_MAX;
	clearok(curscr, TRUE);
}

void
term_draw(struct term *term, const struct canvas *canvas, const struct theme *theme)
{
	int cols = canvas->cols < term->cols ? canvas->cols : term->cols;
	int rows = canvas->rows < term->rows ? canvas->rows : term->rows;
	bool changed = term->repaint;

	if (term->repaint)
		forget_shown(term);
	term->repaint = false;
	for (int y = 0; y < rows; y++)
		if (draw_row(term, &canvas->cells[(size_t)y * (size_t)canvas->cols], cols, y,
			     theme))
			changed = true;
	/* Not even an empty refresh, so that an idle screen sends nothing. */
	if (!changed)
		return;
	wnoutrefresh(stdscr);
	doupdate();
}

// clang-format off
static const struct {
	int curses;
	char32_t code;
} function_keys[] = {
	{ KEY_UP, KEY_UP_ }, { KEY_DOWN, KEY_DOWN_ }, { KEY_LEFT, KEY_LEFT_ }, { KEY_RIGHT, KEY_RIGHT_ },
	{ KEY_HOME, KEY_HOME_ }, { KEY_FIND, KEY_HOME_ }, { KEY_A1, KEY_HOME_ },
	{ KEY_END, KEY_END_ }, { KEY_SELECT, KEY_END_ }, { KEY_C1, KEY_END_ },
	{ KEY_PPAGE, KEY_PGUP_ }, { KEY_A3, KEY_PGUP_ },
	{ KEY_NPAGE, KEY_PGDN_ }, { KEY_C3, KEY_PGDN_ },
	{ KEY_ENTER, KEY_ENTER_ }, { KEY_BTAB, KEY_SHIFT_TAB_ },
	{ KEY_BACKSPACE, KEY_BACKSPACE_ }, { KEY_DC, KEY_DELETE_ },
	{ KEY_F(1), KEY_F1_ }, { KEY_F(2), KEY_F2_ }, { KEY_F(10), KEY_F10_ },
};
// clang-format on

static bool
take_function_key(int got, struct key *ret)
{
	for (size_t i = 0; i < COUNTOF(function_keys); i++) {
		if (function_keys[i].curses == got) {
			*ret = (struct key){ .code = function_keys[i].code };
			return true;
		}
	}
	return false;
}

static bool
is_readable(void)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&in, 1, 0) > 0;
}

/* Readable, and yet there is nothing to read: the other end has gone away. */
static bool
is_gone(void)
{
	int waiting = 0;

	return is_readable() && (ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0 || waiting == 0) &&
	       is_readable();
}

/* ESC \\ ends a text with its second byte. */
static void
swallow(struct term *term, int got)
{
	bool text = term->answer == ANSWER_TEXT;

	if (got > UCHAR_MAX || (text ? got == '\a' || got == '\\' : got >= '@' && got <= '~'))
		term->answer = ANSWER_NONE;
}

/* Of what is no key, it only notes that it has begun or ended. */
static bool
take_code(struct term *term, int got, struct key *ret)
{
	switch (got) {
	case CODE_SGR: term->report = (struct report){ .form = REPORT_SGR }; return false;
	case CODE_OLD: term->report = (struct report){ .form = REPORT_OLD }; return false;
	case CODE_PASTE: term->pasting = true; return false;
	case CODE_PASTED: term->pasting = false; return false;
	case CODE_ANSWER_TEXT: term->answer = ANSWER_TEXT; return false;
	case CODE_ANSWER_SEQUENCE: term->answer = ANSWER_SEQUENCE; return false;
	}
	if (term->answer != ANSWER_NONE) {
		swallow(term, got);
		return false;
	}
	if (term->report.form != REPORT_NONE && got <= UCHAR_MAX)
		return report_take_byte(&term->report, got, ret);
	if (got > UCHAR_MAX ? !take_function_key(got, ret)
			    : !key_take_byte(&term->bytes, got, term->utf8, ret))
		return false;
	ret->pasted = term->pasting;
	return true;
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

int
term_key(struct term *term, struct key *ret)
{
	int got;

	while (term->typed_at < term->n_typed)
		if (take_code(term, (unsigned char)term->typed[term->typed_at++], ret))
			return 1;
	while ((got = wgetch(term->input)) != ERR)
		if (take_code(term, got, ret))
			return 1;
	if (!is_gone())
		return 0;
	*ret = (struct key){ .code = KEY_EOF_ };
	return 1;
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
