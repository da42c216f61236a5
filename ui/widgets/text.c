#include "widgets/text.h"

#include <string.h>

#include "base/utf8.h"

/* Bytes of the characters that fit; at least one character, so that it ends. */
static size_t
bytes_that_fit(int width, const char *text)
{
	const char *at = text, *end = text;
	size_t columns = 0;

	for (uint32_t ch; (ch = utf8_next(&at)) != 0; end = at) {
		columns += utf8_columns_of(ch);
		if (columns > (size_t)width && end > text)
			break;
	}
	return (size_t)(end - text);
}

size_t
text_line(int width, const char *text, const char **next)
{
	size_t len = bytes_that_fit(width > 0 ? width : 1, text);
	size_t cut = len;

	if (text[len] != '\0' && text[len] != ' ') {
		while (cut > 0 && text[cut - 1] != ' ')
			cut--;
		len = cut > 0 ? cut : len;
	}
	*next = text + len + strspn(text + len, " ");
	while (len > 0 && text[len - 1] == ' ')
		len--;
	return len;
}

int
text_lines(int width, const char *text)
{
	int lines = 0;

	for (; *text; lines++)
		text_line(width, text, &text);
	return lines;
}

int
text_draw(struct canvas *canvas, struct rect area, enum role role, const char *text)
{
	int lines = 0;

	for (; *text && lines < area.h; lines++) {
		const char *next;
		size_t len = text_line(area.w, text, &next);
		bool last = lines + 1 == area.h;
		autofree_mem char *line = last ? xstrdup(text) : xstrndup(text, len);

		canvas_text(canvas, area.x, area.y + lines, area.w, role, line);
		text = next;
	}
	return lines;
}
