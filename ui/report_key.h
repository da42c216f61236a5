/*
 * report_key.h - the terminal's mouse reports, byte by byte.
 *
 * Behind their beginning, which curses recognises, there come "0;12;7M" in the
 * SGR form, or three bytes in the older one, which can name no column beyond 223.
 */
#ifndef UI_REPORT_KEY_H
#define UI_REPORT_KEY_H

#include <stddef.h>

#include "key.h"

enum report_form { REPORT_NONE, REPORT_SGR, REPORT_OLD };

/* Zeroed: none is being read. */
struct report {
	enum report_form form;
	char text[20];
	size_t len;
};

/*
 * The next byte; true when *ret is a press or a turn of the wheel. Releases,
 * other buttons and nonsense are read over. Afterwards `form` is REPORT_NONE.
 */
bool report_take_byte(struct report *report, int byte, struct key *ret);

#endif
