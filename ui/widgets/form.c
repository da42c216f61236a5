#include "widgets/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "widgets/text.h"

#define NUMBER_WIDTH 6 /* between the brackets */
#define FIELD_TEXT   256

static size_t
n_choices(const struct field *field)
{
	size_t n = 0;

	while (field->choices[n])
		n++;
	return n;
}

static unsigned
highest(const struct field *field)
{
	return field->choices ? (unsigned)n_choices(field) - 1 : field->max;
}

static unsigned
lowest(const struct field *field)
{
	return field->choices ? 0 : field->min;
}

static int
widest_label(const struct canvas *canvas, const struct field *fields, size_t n)
{
	int widest = 0;

	for (size_t i = 0; i < n; i++)
		if (canvas_width(canvas, fields[i].label) > widest)
			widest = canvas_width(canvas, fields[i].label);
	return widest;
}

static void
field_text(const struct field *field, const struct form_state *state, bool editing, char *out,
	   size_t room)
{
	/* The one under the pen has its end marked, as there is no cursor on the screen. */
	if (editing)
		snprintf(out, room, "[%*s_]", NUMBER_WIDTH - 1, state->digits);
	else if (field->text)
		snprintf(out, room, "[%s]", field->text);
	else if (field->choices)
		snprintf(out, room, "<%s>",
			 *field->value <= highest(field) ? field->choices[*field->value] : "?");
	else
		snprintf(out, room, "[%*u]", NUMBER_WIDTH, *field->value);
}

/* While a number is typed, what it can be. */
static void
draw_note(struct canvas *canvas, int x, int y, int width, const struct field *field, bool editing)
{
	if (editing)
		canvas_printf(canvas, x, y, width, ROLE_NOTE, "%u to %u", field->min, field->max);
	else
		canvas_text(canvas, x, y, width, ROLE_DIM, field->unit);
}

static void
draw_field(struct canvas *canvas, struct rect line, int label_width, const struct field *field,
	   const struct form_state *state, bool at_cursor)
{
	bool editing = at_cursor && state->editing;
	int end = line.x + line.w;
	int x = line.x + label_width + 1;
	char text[FIELD_TEXT];

	field_text(field, state, editing, text, sizeof(text));
	canvas_text(canvas, line.x, line.y, label_width < line.w ? label_width : line.w, ROLE_TEXT,
		    field->label);
	x += canvas_text(canvas, x, line.y, end - x, at_cursor ? ROLE_SELECTED : ROLE_HOT, text);
	draw_note(canvas, x + 1, line.y, end - x - 1, field, editing);
}

/* A blank line below the last field. */
static void
draw_help(struct canvas *canvas, struct rect area, const struct field *fields, size_t n,
	  const struct form_state *state)
{
	const char *help = state->cursor < n ? fields[state->cursor].help : NULL;
	struct rect below = { area.x, area.y + (int)n + 1, area.w, area.h - (int)n - 1 };

	if (help && below.h > 0)
		text_draw(canvas, below, ROLE_DIM, help);
}

size_t
form_draw(struct canvas *canvas, struct rect area, const struct field *fields, size_t n,
	  const struct form_state *state, bool focused)
{
	int label_width = widest_label(canvas, fields, n);
	struct rect line = { area.x, area.y, area.w, 1 };
	bool complains = state->complaint[0] && area.h > 1;
	size_t lines = area.h > 0 ? (size_t)(area.h - complains) : 0;
	size_t top = lines && state->cursor >= lines ? state->cursor - lines + 1 : 0;

	for (size_t i = top; i < n && i < top + lines; i++, line.y++)
		draw_field(canvas, line, label_width, &fields[i], state,
			   focused && i == state->cursor);
	if (focused && !complains)
		draw_help(canvas, area, fields, n, state);
	if (complains)
		canvas_text(canvas, area.x, line.y, area.w, ROLE_WARN, state->complaint);
	return n > top + lines ? n - top - lines : 0;
}

static void
complain(struct form_state *state, const struct field *field)
{
	snprintf(state->complaint, sizeof(state->complaint), "%.40s: %u to %u", field->label,
		 field->min, field->max);
}

static void
stop_editing(struct form_state *state)
{
	state->editing = false;
	state->digits[0] = '\0';
	state->complaint[0] = '\0';
}

/* Takes what was typed. False, and it is still being edited, when it is out of range. */
static bool
take(const struct field *field, struct form_state *state)
{
	unsigned long typed = strtoul(state->digits, NULL, 10);

	if (!state->editing)
		return true;
	if (state->digits[0] == '\0' || typed < field->min || typed > field->max) {
		complain(state, field);
		return false;
	}
	*field->value = (unsigned)typed;
	stop_editing(state);
	return true;
}

/* What no further digit can mend is told at once; too small a number may still grow. */
static void
judge(const struct field *field, struct form_state *state)
{
	state->complaint[0] = '\0';
	if (strtoul(state->digits, NULL, 10) > field->max)
		complain(state, field);
}

/* What is out of range already does not get wider than its field. */
static void
type(const struct field *field, struct form_state *state, char digit)
{
	size_t len = state->editing ? strlen(state->digits) : 0;

	if (len + 1 == sizeof(state->digits) ||
	    (len + 1 >= NUMBER_WIDTH && strtoul(state->digits, NULL, 10) > field->max))
		return;
	state->editing = true;
	state->digits[len] = digit;
	state->digits[len + 1] = '\0';
	judge(field, state);
}

static void
erase(const struct field *field, struct form_state *state)
{
	size_t len = strlen(state->digits);

	if (len)
		state->digits[len - 1] = '\0';
	judge(field, state);
}

/* Choices go round, numbers stop at their ends and say so. */
static void
step(const struct field *field, struct form_state *state, bool up)
{
	unsigned low = lowest(field), high = highest(field);

	if (!take(field, state))
		return;
	stop_editing(state);
	if (up ? *field->value < high : *field->value > low)
		*field->value += up ? 1 : -1u;
	else if (field->choices)
		*field->value = up ? low : high;
	else
		complain(state, field);
}

/* What was typed is taken first; while it is wrong nothing moves. */
static void
move_to(const struct field *fields, struct form_state *state, size_t to)
{
	if (!take(&fields[state->cursor], state))
		return;
	stop_editing(state);
	state->cursor = to;
}

static bool
move_key(const struct field *fields, size_t n, struct form_state *state, struct key key)
{
	size_t here = state->cursor;

	switch (key.code) {
	case KEY_UP_: move_to(fields, state, here > 0 ? here - 1 : 0); return true;
	case KEY_DOWN_: move_to(fields, state, here + 1 < n ? here + 1 : here); return true;
	case KEY_HOME_: move_to(fields, state, 0); return true;
	case KEY_END_: move_to(fields, state, n - 1); return true;
	}
	return false;
}

static bool
is_digit(struct key key)
{
	return key.code >= '0' && key.code <= '9';
}

/* Keys that mean something only while a number is typed; what is another's key keeps the number. */
static bool
editing_key(const struct field *field, struct form_state *state, struct key key)
{
	switch (key.code) {
	case KEY_ENTER_: take(field, state); return true;
	case KEY_ESC_: stop_editing(state); return true;
	case KEY_BACKSPACE_: erase(field, state); return true;
	}
	return !take(field, state);
}

/* Digits of a number, and steps: false when the key is none of them. */
static bool
value_key(const struct field *field, struct form_state *state, struct key key)
{
	bool choice = field->choices != NULL;

	if (field->text)
		return false;
	if (is_digit(key) && !choice) {
		type(field, state, (char)key.code);
		return true;
	}
	switch (key.code) {
	case '+':
	case KEY_WHEEL_UP_: step(field, state, true); return true;
	case '-':
	case KEY_WHEEL_DOWN_: step(field, state, false); return true;
	}
	if (!choice || (key.code != ' ' && key.code != KEY_ENTER_ && key.code != KEY_RIGHT_ &&
			key.code != KEY_LEFT_))
		return false;
	step(field, state, key.code != KEY_LEFT_);
	return true;
}

bool
form_key(const struct field *fields, size_t n, struct form_state *state, struct key key)
{
	/* Of what is pasted only digits are text here. */
	if (n == 0 || (key.pasted && !is_digit(key)))
		return n > 0;
	if (state->cursor >= n)
		state->cursor = n - 1;
	return move_key(fields, n, state, key) ||
	       value_key(&fields[state->cursor], state, key) ||
	       (state->editing && editing_key(&fields[state->cursor], state, key));
}
