/* Of charts: text, made safe and made to fit. */
#include <string.h>

#include "base/utf8.h"
#include "record/chart.h"

#define LETTER 6.9 /* mean width of one at CHART_TEXT_HEIGHT */

static const char *
entity(uint32_t c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	case 0xfffe:
	case 0xffff: return "?"; /* which XML does not allow in any form */
	default: return NULL;
	}
}

void
chart_escape(struct buf *out, const char *text)
{
	autobuf clean = { 0 };
	const char *at, *from;

	utf8_add_clean(&clean, text);
	from = at = buf_text(&clean);
	for (uint32_t c; (c = utf8_next(&at)) != 0; from = at) {
		if (entity(c))
			buf_puts(out, entity(c));
		else
			buf_add(out, from, (size_t)(at - from));
	}
}

void
chart_text(struct buf *out, double x, double y, double width, enum chart_text style,
	   enum chart_anchor anchor, const char *text)
{
	static const struct {
		const char *names, *fill;
	} styles[] = {
		[CHART_PLAIN] = { "ink", CHART_INK },
		[CHART_DIM] = { "dim", "#595959" },
		[CHART_HEAD] = { "ink head", CHART_INK },
	};
	static const char *const anchors[] = {
		[CHART_START] = "start",
		[CHART_MIDDLE] = "middle",
		[CHART_END] = "end",
	};
	autobuf clean = { 0 };
	autobuf shown = { 0 };

	utf8_add_clean(&clean, text);
	if (width > 0)
		utf8_add_cut(&shown, buf_text(&clean), (size_t)(width / LETTER));
	else
		buf_puts(&shown, buf_text(&clean));
	buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" fill=\"%s\" text-anchor=\"%s\">",
		   x, y, styles[style].names, styles[style].fill, anchors[anchor]);
	chart_escape(out, buf_text(&shown));
	buf_puts(out, "</text>\n");
}

/* Bytes of the longest beginning that fits and ends with a word; all of a word that is too long. */
static size_t
fitting(const char *text, size_t columns)
{
	size_t len = 0, next;

	do {
		autofree_mem char *beginning = NULL;

		next = len + strspn(text + len, " ");
		next += strcspn(text + next, " ");
		beginning = xstrndup(text, next);
		if (len > 0 && utf8_columns(beginning) > columns)
			break;
		len = next;
	} while (text[len]);
	return len;
}

double
chart_paragraph(struct buf *out, double x, double y, double width, enum chart_text style,
		const char *text)
{
	double height = 0;

	while (*text) {
		size_t len = fitting(text, (size_t)(width / LETTER));
		autofree_mem char *line = xstrndup(text, len);

		chart_text(out, x, y + height + CHART_TEXT_HEIGHT, width, style, CHART_START, line);
		height += CHART_LINE;
		text += len + strspn(text + len, " ");
	}
	return height;
}
