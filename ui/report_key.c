#include "report_key.h"

#include <stdio.h>

#include "base/mem.h"

#define OLD_LEN	 3
#define OLD_BASE 32 /* so that no byte is a control character */

/* Bits 2 to 4 are Shift, Alt and Ctrl. */
#define BUTTON_MASK (~0x1c)

static const struct {
	int button;
	char32_t code;
} buttons[] = {
	{ 0, KEY_MOUSE_ },
	{ 64, KEY_WHEEL_UP_ },
	{ 65, KEY_WHEEL_DOWN_ },
};

/* The terminal counts columns and lines from 1. */
static bool
take(int button, int x, int y, struct key *ret)
{
	for (size_t i = 0; i < COUNTOF(buttons); i++) {
		if (buttons[i].button == (button & BUTTON_MASK) && x > 0 && y > 0) {
			*ret = (struct key){ .code = buttons[i].code, .x = x - 1, .y = y - 1 };
			return true;
		}
	}
	return false;
}

static bool
take_old(const char *text, struct key *ret)
{
	const unsigned char *bytes = (const unsigned char *)text;

	return take(bytes[0] - OLD_BASE, bytes[1] - OLD_BASE, bytes[2] - OLD_BASE, ret);
}

/* 'm' instead of 'M' is a release. */
static bool
take_sgr(const char *text, struct key *ret)
{
	int button, x, y;
	char end;

	return sscanf(text, "%4d;%4d;%4d%c", &button, &x, &y, &end) == 4 && end == 'M' &&
	       take(button, x, y, ret);
}

static bool
is_inside_sgr(int byte)
{
	return (byte >= '0' && byte <= '9') || byte == ';';
}

bool
report_take_byte(struct report *report, int byte, struct key *ret)
{
	bool old = report->form == REPORT_OLD;
	bool full;

	report->text[report->len++] = (char)byte;
	report->text[report->len] = '\0';
	full = report->len + 1 == sizeof(report->text);
	if (old ? report->len < OLD_LEN : is_inside_sgr(byte) && !full)
		return false;
	report->form = REPORT_NONE;
	report->len = 0;
	return old ? take_old(report->text, ret) : take_sgr(report->text, ret);
}
