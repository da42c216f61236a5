#include "clipboard.h"

#include <string.h>

#define WIDTH	  160
#define LINES_MAX 2000
#define FRAME	  3 /* a list's header, a scale */

/* ---- the text ---- */

static int
panel_of(const struct ui *ui)
{
	int focus = ui->focus[ui->view];

	return view_of(ui->view)->panels[focus].lines ? focus : 0;
}

static void
drop_blank_end(struct buf *text)
{
	while (text->len > 1 && text->data[text->len - 1] == '\n' &&
	       text->data[text->len - 2] == '\n')
		text->data[--text->len] = '\0';
}

static size_t
count_lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

size_t
clipboard_text(const struct ui *ui, enum glyphs glyphs, struct buf *out)
{
	const struct panel *panel = &view_of(ui->view)->panels[panel_of(ui)];
	size_t lines = panel->lines ? panel->lines(ui) : 0;
	int height = (int)(lines < LINES_MAX ? lines : LINES_MAX) + FRAME;
	autofree(canvas) canvas = canvas_new(WIDTH, height, glyphs);
	struct table_state from_the_top = { 0 };

	panel->draw(canvas, (struct rect){ 0, 0, WIDTH, height }, ui, &from_the_top, false);
	canvas_dump(canvas, out);
	drop_blank_end(out);
	return count_lines(buf_text(out));
}

/* ---- the sequence ---- */

static void
add_base64(struct buf *out, const unsigned char *bytes, size_t len)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < len; i += 3) {
		size_t n = len - i < 3 ? len - i : 3;
		unsigned three = (unsigned)bytes[i] << 16;
		char four[] = "====";

		three |= n > 1 ? (unsigned)bytes[i + 1] << 8 : 0;
		three |= n > 2 ? bytes[i + 2] : 0;
		for (size_t j = 0; j <= n; j++)
			four[j] = digits[three >> (18 - 6 * j) & 63];
		buf_puts(out, four);
	}
}

static void
add_osc52(struct buf *out, const char *text, size_t len)
{
	buf_puts(out, "\033]52;c;");
	add_base64(out, (const unsigned char *)text, len);
	buf_puts(out, "\a");
}

void
clipboard_sequence(const char *text, size_t len, bool tmux, struct buf *out)
{
	add_osc52(out, text, len);
	if (!tmux)
		return;
	buf_puts(out, "\033Ptmux;\033"); /* an ESC inside is doubled, and there is one */
	add_osc52(out, text, len);
	buf_puts(out, "\033\\");
}
