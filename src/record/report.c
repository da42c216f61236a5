#include "record/report.h"

#include <string.h>

#include "record/report_formats.h"

/* clang-format off */
const struct report_format report_formats[] = {
	{ "table", "aligned text, 80 columns where that is possible", report_table },
	{ "json",  "one object, in bytes and nanoseconds (doc/report-json.md)", report_json },
};
/* clang-format on */
const size_t n_report_formats = COUNTOF(report_formats);

const struct report_format *
report_find(const char *name)
{
	for (size_t i = 0; i < n_report_formats; i++)
		if (strcmp(report_formats[i].name, name) == 0)
			return &report_formats[i];
	return NULL;
}
