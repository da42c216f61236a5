/*
 * make-docs.c - prints the manual page, or what a shell completes; the build runs it, nobody
 * installs it.
 */
#include <stdio.h>
#include <string.h>

#include "completion.h"
#include "manual.h"

static void
manual(struct buf *out)
{
	manual_page(PACKAGE_VERSION, out);
}

static const struct {
	const char *name;
	void (*print)(struct buf *out);
} documents[] = {
	{ "manual", manual },
	{ "bash", completion_bash },
	{ "zsh", completion_zsh },
	{ "fish", completion_fish },
};

int
main(int argc, char **argv)
{
	autobuf text = { 0 };

	for (size_t i = 0; i < COUNTOF(documents); i++)
		if (argc == 2 && strcmp(argv[1], documents[i].name) == 0)
			documents[i].print(&text);
	return !text.len || fputs(buf_text(&text), stdout) < 0;
}
