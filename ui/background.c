#include "background.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "colour.h"

#define ESC	'\033'
#define ASK	"\033]11;?\033\\"
#define ASK_WHO "\033[c"

/* ---- reading what was answered ---- */

/* One to four digits, of which each form is a part of its own largest. */
static bool
take_channel(const char **at, const char *end, int32_t *ret)
{
	int32_t value = 0, most = 0;
	int digits = 0;

	for (; *at < end && isxdigit((unsigned char)**at) && digits < 4; ++*at, digits++) {
		char digit[2] = { **at, '\0' };

		value = value * 16 + (int32_t)strtol(digit, NULL, 16);
		most = most * 16 + 15;
	}
	if (digits == 0)
		return false;
	*ret = value * 255 / most;
	return true;
}

static bool
take_rgb(const char *at, const char *end, int32_t *ret)
{
	int32_t colour = 0;

	for (int i = 0; i < 3; i++) {
		int32_t channel;

		if (i > 0 && (at == end || *at++ != '/'))
			return false;
		if (!take_channel(&at, end, &channel))
			return false;
		colour = colour << 8 | channel;
	}
	*ret = colour;
	return true;
}

bool
background_answer(const char *bytes, size_t len, int32_t *ret)
{
	static const char *const forms[] = { "\033]11;rgb:", "\033]11;rgba:" };

	for (size_t i = 0; i < COUNTOF(forms); i++) {
		const char *at = memmem(bytes, len, forms[i], strlen(forms[i]));

		if (at)
			return take_rgb(at + strlen(forms[i]), bytes + len, ret);
	}
	return false;
}

enum ground
background_of_variable(const char *text)
{
	const char *last = text ? strrchr(text, ';') : NULL;
	char *end;
	long index;

	if (!last || !isdigit((unsigned char)last[1]))
		return GROUND_UNKNOWN;
	index = strtol(last + 1, &end, 10);
	if (*end || index > 15)
		return GROUND_UNKNOWN;
	/* White and the bright ones, but for the grey among them. */
	return index == 7 || index > 8 ? GROUND_LIGHT : GROUND_DARK;
}

/* ---- asking ---- */

/* Answers to a question that they do not know would be seen on some of them. */
static bool
can_be_asked(const char *type)
{
	static const char *const never[] = { "dumb", "linux", "vt", "ansi", "cons", "emacs" };

	if (!type || !*type)
		return false;
	for (size_t i = 0; i < COUNTOF(never); i++)
		if (strncmp(type, never[i], strlen(never[i])) == 0)
			return false;
	return true;
}

/* A sequence's bytes up to its end; `len` when the end has not come. */
static size_t
sequence_len(const char *at, size_t len, bool *whole)
{
	bool text = len > 1 && at[1] == ']';

	*whole = true;

	for (size_t i = 2; i < len; i++) {
		if (text ? at[i] == '\a' || (at[i] == '\\' && at[i - 1] == ESC)
			 : at[i] >= '@' && at[i] <= '~')
			return i + 1;
	}
	*whole = false;
	return len;
}

/* "\033[?62;22c" has come whole, which is the answer to the second question. */
static bool
is_over(const char *bytes, size_t len)
{
	const char *who = memmem(bytes, len, "\033[?", 3);

	return who && memchr(who, 'c', len - (size_t)(who - bytes));
}

static size_t
read_answers(int in, int ms, char bytes[BACKGROUND_ANSWER])
{
	uint64_t due = clock_now_ns() + (uint64_t)ms * NS_PER_MS;
	struct pollfd waiting = { .fd = in, .events = POLLIN };
	size_t len = 0;

	while (len < BACKGROUND_ANSWER && !is_over(bytes, len)) {
		uint64_t now = clock_now_ns();
		int left = now < due ? (int)((due - now) / NS_PER_MS) : 0;
		ssize_t got;

		if (left == 0 || (poll(&waiting, 1, left) <= 0 && errno != EINTR))
			break;
		if (!(waiting.revents & POLLIN))
			continue;
		got = read(in, bytes + len, BACKGROUND_ANSWER - len);
		if (got <= 0)
			break;
		len += (size_t)got;
	}
	return len;
}

static void
keep_begun(const char *bytes, size_t len, struct background *ret)
{
	ret->n_begun = len < sizeof(ret->begun) ? len : sizeof(ret->begun);
	memcpy(ret->begun, bytes, ret->n_begun);
}

/* What is no part of a sequence was typed. */
static void
keep_typed(const char *bytes, size_t len, struct background *ret)
{
	for (size_t i = 0; i < len;) {
		if (bytes[i] == ESC) {
			bool whole;
			size_t part = sequence_len(bytes + i, len - i, &whole);

			if (!whole)
				keep_begun(bytes + i, part, ret);
			i += part;
			continue;
		}
		if (ret->n_typed < sizeof(ret->typed))
			ret->typed[ret->n_typed++] = bytes[i];
		i++;
	}
}

static void
ask(int in, int out, int ms, struct background *ret)
{
	static const char question[] = ASK ASK_WHO;
	char bytes[BACKGROUND_ANSWER];
	struct termios before, raw;
	size_t len;

	if (tcgetattr(in, &before) < 0)
		return;
	raw = before;
	cfmakeraw(&raw);
	if (tcsetattr(in, TCSANOW, &raw) < 0)
		return;
	if (write(out, question, sizeof(question) - 1) == sizeof(question) - 1) {
		len = read_answers(in, ms, bytes);
		keep_typed(bytes, len, ret);
		if (background_answer(bytes, len, &ret->colour)) {
			ret->ground = colour_is_light(ret->colour) ? GROUND_LIGHT : GROUND_DARK;
			ret->from = "its own answer (OSC 11)";
		}
	}
	tcsetattr(in, TCSANOW, &before);
}

void
background_find(int in, int out, int ms, struct background *ret)
{
	*ret = (struct background){ .colour = COLOUR_DEFAULT };
	if (can_be_asked(getenv("TERM")) && isatty(in) && isatty(out))
		ask(in, out, ms, ret);
	if (ret->ground != GROUND_UNKNOWN)
		return;
	ret->ground = background_of_variable(getenv("COLORFGBG"));
	if (ret->ground != GROUND_UNKNOWN)
		ret->from = "COLORFGBG";
}
