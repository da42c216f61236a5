/*
 * manual.h - the manual page, made of the rows of options.h, so that the two
 * cannot disagree. Source of the macros: man(7).
 */
#ifndef UI_MANUAL_H
#define UI_MANUAL_H

#include "base/buf.h"

/* poolscope(1) as roff; `version` stands in its footer. */
void manual_page(const char *version, struct buf *out);

#endif
