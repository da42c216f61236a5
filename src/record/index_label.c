/*
 * A label that was given, or changed, after a run. A recording is only ever
 * appended to, and what is appended would hide its end, so the label stands
 * beside it in NAME.label, and has the last word over the header's.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "base/xdg.h"
#include "record/index.h"

#define SUFFIX	  ".jsonl"
#define LABEL_MAX 200 /* bytes */

char *
index_label_path(const char *recording)
{
	size_t len = strlen(recording), suffix = strlen(SUFFIX);

	if (len > suffix && strcmp(recording + len - suffix, SUFFIX) == 0)
		len -= suffix;
	return xasprintf("%.*s.label", (int)len, recording);
}

int
index_label(const char *recording, const char *label, struct err *err)
{
	autofree_mem char *path = index_label_path(recording);
	autobuf line = { 0 };

	if (strlen(label) > LABEL_MAX)
		return err_set(err, "a label has at most %d bytes", LABEL_MAX);
	if (access(recording, F_OK))
		return err_sys(err, "label %s", recording);
	utf8_add_clean(&line, label);
	buf_putc(&line, '\n');
	return xdg_write_file(path, buf_text(&line), line.len, err);
}

/* The first line; NULL: there is none, or it is no label. */
static char *
read_label(const char *recording)
{
	autofree_mem char *path = index_label_path(recording);
	autofree_mem char *bytes = NULL;
	autobuf clean = { 0 };
	struct err ignored;
	size_t len;

	if (xdg_read_file(path, LABEL_MAX + 1, &bytes, &len, &ignored))
		return NULL;
	bytes[strcspn(bytes, "\n")] = '\0';
	utf8_add_clean(&clean, bytes);
	return xstrdup(buf_text(&clean));
}

/* Puts what was given in the place of `label`. */
static void
take_label(const char *recording, char **label)
{
	autofree_mem char *given = read_label(recording);

	if (!given)
		return;
	free(*label);
	*label = *given ? steal(given) : NULL;
}

void
index_take_label(const char *recording, struct event *event)
{
	if (event->type == EV_HEADER)
		take_label(recording, &event->header->label);
}

void
index_take_labels(struct index_entry *entries, size_t n)
{
	for (size_t i = 0; i < n; i++)
		take_label(entries[i].path, &entries[i].label);
}
