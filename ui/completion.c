#include "completion_parts.h"

#include <stdio.h>
#include <string.h>

/* Of a listing the column of that number, counted from 1; what stands below a line is indented. */
#define LISTED(what, column)                                                                        \
	"poolscope list " what " 2>/dev/null | grep -v \"^ \" | tr -s \" \" | cut -d \" \" -f " column " | tail -n +2"
/* Below the name of each all lines are indented; "no sandbox" stands where there is none. */
#define SANDBOXES "poolscope sandbox status 2>/dev/null | grep -v \"^ \\|no sandbox\""

static const struct {
	const char *place;
	const char *choices;
	const char *command; /* NULL: no more than the choices */
	bool files;
} places[] = {
	{ "WHAT", "servers|pools|images|workloads|themes|runs", NULL, false },
	{ "RUN", "last", LISTED("runs", "2"), true },
	{ "ID", "", LISTED("runs", "2"), false },
	{ "W", "", LISTED("workloads", "1"), false },
	{ "THEME", "", LISTED("themes", "1"), true },
	{ "SERVER", "local", SANDBOXES, true },
	{ "FILE", "", NULL, true },
	{ "DIR", "", NULL, true },
};

struct values
values_of(const char *place, const char *choices)
{
	size_t len = strcspn(place, " .,");
	struct values values = { 0 };

	if (!choices && memchr(place, '|', len)) {
		snprintf(values.words, sizeof(values.words), "%.*s", (int)len, place);
	} else if (choices) {
		snprintf(values.words, sizeof(values.words), "%s", choices);
	} else {
		for (size_t i = 0; i < COUNTOF(places); i++) {
			if (strlen(places[i].place) != len || strncmp(places[i].place, place, len) != 0)
				continue;
			snprintf(values.words, sizeof(values.words), "%s", places[i].choices);
			values.files = places[i].files;
			values.command = places[i].command;
		}
	}
	for (char *bar = values.words; (bar = strchr(bar, '|'));)
		*bar = ' ';
	return values;
}

void
add_escaped(struct buf *out, const char *text, const char *special)
{
	for (; *text; text++) {
		if (strchr(special, *text))
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
}
