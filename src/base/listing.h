/*
 * listing.h - rows of texts and figures, as an aligned table, as CSV or as JSON.
 *
 * Used where a command lists something (`poolscope list`). The same cells
 * serve all: a size is shown with its unit in the table and is a number of
 * bytes elsewhere; what is unknown is null in JSON and an empty field in CSV.
 */
#ifndef BASE_LISTING_H
#define BASE_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define LISTING_COLUMNS 10

struct listing_cell {
	char *text;	/* NULL: a size */
	bool words;	/* of the text, each stands for itself */
	uint64_t size;
};

struct listing {
	const char *const *columns;	/* names, NULL-terminated */
	size_t n_below;			/* so many of the last columns stand on a line below, where the table has 80 columns */
	bool short_names;		/* for people: what fills it may say less than the whole path */
	struct listing_cell *cells;	/* row after row */
	size_t n, room;
};

/* The next cell; after the last column comes the next row. NULL and "" are unknown. */
void listing_text(struct listing *listing, const char *text);
/* Blank-separated ones, in JSON a list of them. */
void listing_words(struct listing *listing, const char *text);
void listing_size(struct listing *listing, uint64_t bytes);
void listing_wipe(struct listing *listing);

void listing_table(const struct listing *listing, struct buf *out);
/* As base/csv.h has it; heads as the keys below. */
void listing_csv(const struct listing *listing, struct buf *out);
/* A list of objects, one a line; keys are the columns' names with _ for each blank. */
void listing_json(const struct listing *listing, struct buf *out);

#endif
