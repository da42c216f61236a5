#include "base/listing.h"

#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/jsonio.h"
#include "base/units.h"
#include "base/utf8.h"

#define LISTING_KEY 32
#define TERMINAL 80
#define INDENT	 "    "
#define BETWEEN	 ", "

static struct listing_cell *
next_cell(struct listing *listing)
{
	listing->cells =
		mem_grow(listing->cells, listing->n, &listing->room, sizeof(*listing->cells));
	return &listing->cells[listing->n++];
}

void
listing_text(struct listing *listing, const char *text)
{
	*next_cell(listing) = (struct listing_cell){ .text = xstrdup(text ? text : "") };
}

void
listing_words(struct listing *listing, const char *text)
{
	listing_text(listing, text);
	listing->cells[listing->n - 1].words = true;
}

void
listing_size(struct listing *listing, uint64_t bytes)
{
	*next_cell(listing) = (struct listing_cell){ .size = bytes };
}

void
listing_wipe(struct listing *listing)
{
	for (size_t i = 0; i < listing->n; i++)
		free(listing->cells[i].text);
	free(listing->cells);
	*listing = (struct listing){ 0 };
}

static size_t
count_columns(const struct listing *listing)
{
	size_t n = 0;

	while (n < LISTING_COLUMNS && listing->columns[n])
		n++;
	return n;
}

/* What a person sees of a cell, clean; "" is shown as "-". */
static void
add_shown(struct buf *out, const struct listing_cell *cell)
{
	char size[UNITS_LEN];

	if (!cell->text)
		buf_puts(out, units_size(size, cell->size));
	else if (*cell->text)
		utf8_add_clean(out, cell->text);
	else
		buf_putc(out, '-');
}

static size_t
column_width(const struct listing *listing, size_t columns, size_t column)
{
	size_t widest = utf8_columns(listing->columns[column]);

	for (size_t i = column; i < listing->n; i += columns) {
		autobuf shown = { 0 };
		size_t width;

		add_shown(&shown, &listing->cells[i]);
		width = utf8_columns(buf_text(&shown));
		if (width > widest)
			widest = width;
	}
	return widest;
}

/* The last column is not padded, so that no line ends in blanks. */
static void
add_padded(struct buf *out, const char *text, size_t width, bool last)
{
	buf_puts(out, text);
	if (last)
		buf_putc(out, '\n');
	else
		buf_printf(out, "%*s", (int)(width - utf8_columns(text) + 2), "");
}

/* What is known of them, side by side as far as a terminal's line goes. */
static void
add_below(struct buf *out, const struct listing_cell *cells, size_t n)
{
	size_t width = 0;

	for (size_t i = 0; i < n; i++) {
		autobuf shown = { 0 };
		size_t columns;

		if (cells[i].text && !*cells[i].text)
			continue;
		add_shown(&shown, &cells[i]);
		columns = utf8_columns(buf_text(&shown));
		if (width > 0 && width + strlen(BETWEEN) + columns <= TERMINAL) {
			buf_puts(out, BETWEEN);
			width += strlen(BETWEEN) + columns;
		} else {
			buf_puts(out, width > 0 ? "\n" INDENT : INDENT);
			width = strlen(INDENT) + columns;
		}
		buf_puts(out, buf_text(&shown));
	}
	if (width > 0)
		buf_putc(out, '\n');
}

void
listing_table(const struct listing *listing, struct buf *out)
{
	size_t columns = count_columns(listing);
	size_t beside = columns - listing->n_below;
	size_t widths[LISTING_COLUMNS];

	for (size_t i = 0; i < beside; i++) {
		widths[i] = column_width(listing, columns, i);
		add_padded(out, listing->columns[i], widths[i], i + 1 == beside);
	}
	for (size_t row = 0; row + columns <= listing->n; row += columns) {
		for (size_t i = 0; i < beside; i++) {
			autobuf shown = { 0 };

			add_shown(&shown, &listing->cells[row + i]);
			add_padded(out, buf_text(&shown), widths[i], i + 1 == beside);
		}
		add_below(out, &listing->cells[row + beside], listing->n_below);
	}
}

/* "what it measures" as "what_it_measures": a key is typed, and never changes. */
static const char *
key_of(const char *column, char out[LISTING_KEY])
{
	size_t i = 0;

	for (; column[i] && i + 1 < LISTING_KEY; i++)
		out[i] = column[i] == ' ' ? '_' : column[i];
	out[i] = '\0';
	return out;
}

void
listing_csv(const struct listing *listing, struct buf *out)
{
	struct csv csv = { out, CSV_END, false };
	size_t columns = count_columns(listing);
	char key[LISTING_KEY];

	for (size_t i = 0; i < columns; i++)
		csv_text(&csv, key_of(listing->columns[i], key));
	csv_end_row(&csv);
	for (size_t i = 0; i < listing->n; i++) {
		const struct listing_cell *cell = &listing->cells[i];

		if (cell->text)
			csv_text(&csv, cell->text);
		else
			csv_number(&csv, cell->size);
		if (i % columns == columns - 1)
			csv_end_row(&csv);
	}
}

static void
add_words(struct json_object *object, const char *key, const char *text)
{
	struct json_object *list = json_object_new_array();
	autofree_mem char *copy = xstrdup(text);
	char *rest = copy;

	for (char *word; (word = strsep(&rest, " "));)
		if (*word)
			json_object_array_add(list, json_object_new_string(word));
	json_object_object_add(object, key, list);
}

static void
add_member(struct json_object *object, const char *key, const struct listing_cell *cell)
{
	if (cell->words)
		add_words(object, key, cell->text);
	else if (cell->text && *cell->text)
		json_add_text(object, key, cell->text);
	else if (!cell->text && known(cell->size))
		json_add_u64(object, key, cell->size);
	else
		json_object_object_add(object, key, NULL);
}

void
listing_json(const struct listing *listing, struct buf *out)
{
	size_t columns = count_columns(listing);
	char key[LISTING_KEY];

	buf_puts(out, "[");
	for (size_t row = 0; row * columns < listing->n; row++) {
		autofree(json_object) object = json_object_new_object();

		for (size_t i = 0; i < columns; i++)
			add_member(object, key_of(listing->columns[i], key),
				   &listing->cells[row * columns + i]);
		buf_puts(out, row ? ",\n " : "\n ");
		json_format(object, out);
	}
	buf_puts(out, "\n]\n");
}
