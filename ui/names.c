#include "names.h"

#include <stdio.h>
#include <string.h>

#include "record/naming.h"
#include "server/sandbox_folder.h"

const char *
names_server(const char *name, char out[SHOWN_NAME])
{
	char folder[SHOWN_NAME];
	bool ours = strncmp(name, SANDBOX_BASE "/", strlen(SANDBOX_BASE "/")) == 0;

	snprintf(out, SHOWN_NAME, "%s%s", ours ? "sandbox " : "", naming_server(name, folder, sizeof(folder)));
	return out;
}

void
names_text(const char *text, struct buf *out)
{
	const char *path;

	while ((path = strstr(text, SANDBOX_BASE "/"))) {
		const char *name = path + strlen(SANDBOX_BASE "/");
		size_t len = strcspn(name, "/ ");

		buf_add(out, text, (size_t)(path - text));
		buf_printf(out, "sandbox %.*s", (int)len, name);
		text = name + len;
		if (strncmp(text, "/unix.socket", strlen("/unix.socket")) == 0)
			text += strlen("/unix.socket");
	}
	buf_puts(out, text);
}

char32_t
pool_glyph(const struct canvas *canvas, size_t mark)
{
	static const char32_t glyphs[] = { U'●', U'▲', U'■', U'◆', U'▼',
					   U'★', U'○', U'△', U'□', U'◇' };
	static const char ascii[] = "o^#*v+xdnw";

	return canvas->glyphs == GLYPHS_ASCII ? (char32_t)ascii[mark % (sizeof(ascii) - 1)]
					      : glyphs[mark % COUNTOF(glyphs)];
}
