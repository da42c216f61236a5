/*
 * term_keys.c - what is pressed, clicked and pasted, out of what curses reads.
 */
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "term_parts.h"

#define STALE_NS    NS_PER_S
#define TEXT_BEGINS "\033]11;"

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
	{ TEXT_BEGINS, CODE_ANSWER_TEXT },
	{ "\033[?", CODE_ANSWER_SEQUENCE },
};

void
term_define_beginnings(void)
{
	for (size_t i = 0; i < COUNTOF(beginnings); i++)
		define_key(beginnings[i].text, beginnings[i].code);
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

static void
begin_text(struct term *term)
{
	term->answer = ANSWER_TEXT;
	term->n_answered = strlen(TEXT_BEGINS);
	memcpy(term->answered, TEXT_BEGINS, term->n_answered);
}

/* ESC \\ ends a text with its second byte. */
static void
swallow(struct term *term, int got)
{
	bool text = term->answer == ANSWER_TEXT;

	if (text && got <= UCHAR_MAX && term->n_answered < sizeof(term->answered))
		term->answered[term->n_answered++] = (char)got;
	if (got > UCHAR_MAX || (text ? got == '\a' || got == '\\' : got >= '@' && got <= '~')) {
		term->has_answered |= text;
		term->answer = ANSWER_NONE;
	}
}

void
term_take_begun(struct term *term, const struct background *background)
{
	if (background->n_begun < 2)
		return;
	term->answer = background->begun[1] == ']' ? ANSWER_TEXT : ANSWER_SEQUENCE;
	term->n_answered = background->n_begun;
	memcpy(term->answered, background->begun, background->n_begun);
	term->came_at = clock_now_ns();
}

bool
term_answer(struct term *term, int32_t *colour)
{
	if (!term->has_answered)
		return false;
	term->has_answered = false;
	return background_answer(term->answered, term->n_answered, colour);
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
	case CODE_ANSWER_TEXT: begin_text(term); return false;
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

/* A paste or an answer without an end must not take the keys away for good. */
static void
note_time(struct term *term)
{
	uint64_t now = clock_now_ns();

	if (now - term->came_at > STALE_NS) {
		term->pasting = false;
		term->answer = ANSWER_NONE;
	}
	term->came_at = now;
}

int
term_key(struct term *term, struct key *ret)
{
	int got;

	while (term->typed_at < term->n_typed)
		if (take_code(term, (unsigned char)term->typed[term->typed_at++], ret))
			return 1;
	while ((got = wgetch(term->input)) != ERR) {
		note_time(term);
		if (take_code(term, got, ret))
			return 1;
	}
	if (!is_gone())
		return 0;
	*ret = (struct key){ .code = KEY_EOF_ };
	return 1;
}
