/*
 * utf8.h - text from outside, made safe to show: read by characters, measured in columns, cut.
 *
 * Names and messages come from servers and files and may hold anything: a
 * control character or a byte that is no UTF-8 never reaches a terminal.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define UTF8_REPLACEMENT 0xfffd

/* The next character, and *at moves behind it; UTF8_REPLACEMENT for a byte that is no UTF-8; 0 at the end. */
uint32_t utf8_next(const char **at);
/* Bytes before the first that is no UTF-8; `len` where all are. A NUL is a character here. */
size_t utf8_valid(const char *text, size_t len);
/* Columns on a terminal: 0, 1 or 2, as the locale's wcwidth() says; 1 where that does not know. */
size_t utf8_columns_of(uint32_t character);
/* Columns of what utf8_add_clean() makes of the text. */
size_t utf8_columns(const char *text);
/* Bytes of the longest beginning that is not over `room` bytes and splits no character. */
size_t utf8_cut(const char *text, size_t room);
/* Adds the text with a '?' for each control character and each byte that is no UTF-8. */
void utf8_add_clean(struct buf *out, const char *text);
/* Adds as much of a clean text as takes so many columns, with an ellipsis when that is not all. */
void utf8_add_cut(struct buf *out, const char *text, size_t columns);
/* Adds one character. */
void utf8_add(struct buf *out, uint32_t character);

#endif
