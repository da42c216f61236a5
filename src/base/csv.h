/*
 * csv.h - rows for a spreadsheet, as RFC 4180 has them.
 *
 * A field with a comma, a semicolon or a quote in it is quoted; control
 * characters, line ends among them, and bytes that are no UTF-8 become '?'. A
 * text that a spreadsheet would take for a formula gets a ' in front. What is
 * not known is an empty field.
 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* A row that is being written: `struct csv csv = { &out, CSV_END };` */
struct csv {
	struct buf *out;
	const char *end;	/* of a row */
	bool begun;
};
#define CSV_END "\r\n"

void csv_text(struct csv *csv, const char *text);	/* NULL: empty */
void csv_number(struct csv *csv, uint64_t number);
void csv_signed(struct csv *csv, int64_t number);
void csv_real(struct csv *csv, double value);		/* six digits; NAN: empty */
void csv_seconds(struct csv *csv, uint64_t ns);		/* nine decimals, so that nothing is lost */
void csv_end_row(struct csv *csv);
/* A row of texts, NULL-terminated. */
void csv_names(struct csv *csv, const char *const *names);

#endif
