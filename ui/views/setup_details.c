/* All that is known of one line of a list of Setup: a sheet with a name a line, and beside it what there is to say. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "views/setup.h"
#include "widgets/text.h"

#define NAME_COLUMNS 12
#define VALUE_LEAST  20 /* columns; where there are fewer it stands below its name */

struct detail {
	const char *name;
	char *value;
};

struct details {
	struct detail *rows;
	size_t n;
};

void
setup_tell(struct details *details, const char *name, const char *fmt, ...)
{
	autofree_mem char *value = NULL;
	autobuf clean = { 0 };
	va_list args;

	va_start(args, fmt);
	value = xvasprintf(fmt, args);
	va_end(args);
	utf8_add_clean(&clean, value);
	details->rows = xrealloc(details->rows, details->n + 1, sizeof(*details->rows));
	details->rows[details->n++] = (struct detail){ name, buf_steal(&clean) };
}

static void
lay_row(const struct detail *row, int columns, struct buf *out)
{
	bool beside = columns >= NAME_COLUMNS + VALUE_LEAST;
	int indent = beside ? NAME_COLUMNS : 1;
	const char *left = row->value;

	buf_printf(out, "%-*s%s", indent, row->name, beside ? "" : "\n");
	for (bool first = true; *left; first = false) {
		const char *line = left;
		size_t len = text_line(columns - indent, line, &left);

		buf_printf(out, "%*s%.*s\n", beside && first ? 0 : indent, "", (int)len, line);
	}
}

static void
lay(const void *arg, size_t columns, struct buf *out)
{
	const struct details *details = arg;

	for (size_t i = 0; i < details->n; i++)
		lay_row(&details->rows[i], (int)columns, out);
}

static void
end(void *arg)
{
	struct details *details = arg;

	for (size_t i = 0; i < details->n; i++)
		free(details->rows[i].value);
	free(details->rows);
	free(details);
}

void
setup_details_open(struct ui *ui, const struct setup_list *list, size_t row)
{
	struct details *details = xcalloc(1, sizeof(*details));
	char why[SETUP_WHY];

	list->tell(ui, row, details);
	setup_tell(details, "can be run", "%s", list->refused(ui, row, why) ? why : "yes");
	sheet_open(ui, list->what, (struct sheet_text){ details, lay, end });
}
