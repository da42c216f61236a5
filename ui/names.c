#include "names.h"

#include <stdio.h>
#include <string.h>

const char *
names_server(const char *name, char out[SHOWN_NAME])
{
	const char *end = strrchr(name, '/');
	const char *start = end;

	if (!end || end == name) {
		snprintf(out, SHOWN_NAME, "%s", name);
		return out;
	}
	while (start > name && start[-1] != '/')
		start--;
	snprintf(out, SHOWN_NAME, "%.*s", (int)(end - start), start);
	return out;
}

char32_t
pool_glyph(const struct canvas *canvas, size_t target)
{
	static const char32_t glyphs[] = { U'●', U'▲', U'■', U'◆', U'▼',
					   U'★', U'○', U'△', U'□', U'◇' };
	static const char ascii[] = "o^#*v+xdnw";

	return canvas->glyphs == GLYPHS_ASCII ? (char32_t)ascii[target % (sizeof(ascii) - 1)]
					      : glyphs[target % COUNTOF(glyphs)];
}
