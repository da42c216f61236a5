/*
 * redact_text.h - what a piece of text looks like. Part of redact.
 *
 * Each function returns how many bytes at the start of `text`, which begins a
 * word, are such a thing; 0: none.
 */
#ifndef RECORD_REDACT_TEXT_H
#define RECORD_REDACT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

bool is_word_char(char c);	/* letter, digit, '-', '_' */

size_t looks_instance(const char *text);	/* psc-XXXXXXXX and what follows in the word */
size_t looks_url(const char *text);
size_t looks_path(const char *text, char quote);	/* up to the quote, if there is one before it */
size_t looks_address(const char *text);		/* IPv4, IPv6, MAC */
size_t looks_host(const char *text);		/* a.b.example, user@host.example */
size_t looks_serial(const char *text);		/* a UUID, a WWN, S4EWNX0N123456 */

#endif
