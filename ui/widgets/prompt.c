#include "widgets/prompt.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"

#define CTRL_C 3
#define CTRL_U 21

void
prompt_open(struct prompt *prompt, const char *label, const char *text)
{
	*prompt = (struct prompt){ .open = true, .label = label };
	snprintf(prompt->text, sizeof(prompt->text), "%s", text);
}

/* Whole characters only. */
static void
add(struct prompt *prompt, char32_t ch)
{
	size_t len = strlen(prompt->text);
	autobuf text = { 0 };

	utf8_add(&text, ch);
	if (len + text.len < sizeof(prompt->text))
		strcpy(prompt->text + len, buf_text(&text));
}

static bool
is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

static void
take_away(struct prompt *prompt)
{
	size_t len = strlen(prompt->text);

	while (len > 0 && is_continuation(prompt->text[len - 1]))
		len--;
	prompt->text[len > 0 ? len - 1 : 0] = '\0';
}

static bool
is_text(char32_t code)
{
	return code >= ' ' && code < KEY_NONE_ && (code < 0x7f || code > 0x9f);
}

static enum prompt_answer
close_with(struct prompt *prompt, enum prompt_answer answer)
{
	prompt->open = false;
	return answer;
}

enum prompt_answer
prompt_key(struct prompt *prompt, struct key key)
{
	if (prompt->proposed && (key.code == '/' || key.code == '~'))
		prompt->text[0] = '\0';
	prompt->proposed = false;
	if (is_text(key.code))
		add(prompt, key.code);
	if (key.pasted)
		return PROMPT_TYPING;
	switch (key.code) {
	case KEY_BACKSPACE_: take_away(prompt); break;
	case CTRL_U: prompt->text[0] = '\0'; break;
	case KEY_ENTER_: return close_with(prompt, PROMPT_TAKEN);
	case CTRL_C:
	case KEY_ESC_: return close_with(prompt, PROMPT_LEFT);
	}
	return PROMPT_TYPING;
}

/* What of it fits, from the end. */
static const char *
tail(const struct canvas *canvas, const char *text, int width)
{
	while (canvas_width(canvas, text) > width)
		utf8_next(&text);
	return text;
}

void
prompt_draw(struct canvas *canvas, int x, int y, int width, const struct prompt *prompt)
{
	int end = x + width;

	x += canvas_printf(canvas, x, y, width, ROLE_TITLE, "%s: ", prompt->label);
	x += canvas_text(canvas, x, y, end - x - 1, ROLE_TEXT,
			 tail(canvas, prompt->text, end - x - 1 > 0 ? end - x - 1 : 0));
	if (x < end)
		canvas_mark(canvas, (struct rect){ x, y, 1, 1 }, ATTR_REVERSE);
}
