/* import_fuzz.c - any bytes as a report file: what is read is a recording that the model takes whole. */
#include <stdlib.h>
#include <string.h>

#include "record/import.h"
#include "record/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void
expect_recording(const char *lines, size_t len)
{
	autofree(model) model = model_new();

	while (len) {
		size_t line = strcspn(lines, "\n");
		struct event event;
		struct err err;

		if (event_parse(lines, line, &event, &err) || model_apply(model, &event, &err))
			abort();
		event_wipe(&event);
		lines += line + 1;
		len -= line + 1;
	}
	if (model->state != MODEL_ENDED)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const struct import_said said = { .count = len % 3 };
	struct err err;
	autofree(figures) figures = import_parse("f", (const char *)bytes, len, &said, &err);

	if (figures)
		expect_recording(figures_end(figures)->data, figures_end(figures)->len);
	return 0;
}
