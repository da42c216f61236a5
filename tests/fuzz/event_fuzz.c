/*
 * event_fuzz.c - any bytes as a line of a recording: what is read is written as a line that reads
 * the same, and what the quick reader takes the other one reads the same.
 */
#include <stdlib.h>
#include <string.h>

#include "record/event.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* A blank in front keeps the quick reader out. */
static void
expect_alike(const char *line, size_t len)
{
	autobuf slow = { 0 }, first = { 0 }, second = { 0 };
	struct event event, back;
	struct err err;

	if (!event_parse_plain(line, len, &event))
		return;
	buf_putc(&slow, ' ');
	buf_add(&slow, line, len);
	if (event_parse(slow.data, slow.len, &back, &err))
		abort();
	event_format(&event, &first);
	event_format(&back, &second);
	if (strcmp(first.data, second.data) != 0)
		abort();
	event_wipe(&event);
	event_wipe(&back);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	autobuf first = { 0 }, second = { 0 };
	struct event event, back;
	struct err err;

	expect_alike((const char *)bytes, len);
	if (event_parse((const char *)bytes, len, &event, &err))
		return 0;
	event_format(&event, &first);
	if (event_parse(first.data, first.len, &back, &err))
		abort();
	event_format(&back, &second);
	if (strcmp(first.data, second.data) != 0)
		abort();
	event_wipe(&event);
	event_wipe(&back);
	return 0;
}
