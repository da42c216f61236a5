#include "completion_parts.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *place;
	const char *choices;
	bool files;
} places[] = {
	{ "WHAT", "servers|pools|images|workloads|themes|runs", false },
	{ "RUN", "last", true },
	{ "FILE", "", true },
	{ "DIR", "", true },
};

struct values
values_of(const char *place, const char *choices)
{
	size_t len = strcspn(place, " .");
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
