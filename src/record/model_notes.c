/* The warnings and failures of a run, each once: its log may be long, and is not in a report. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/model_parts.h"

static bool
is_number(char c)
{
	return isdigit((unsigned char)c);
}

/* The same but for the numbers in it: the names of instances, times, sizes. */
static bool
is_same_text(const char *a, const char *b)
{
	while (*a && *b) {
		if (is_number(*a) && is_number(*b)) {
			a += strspn(a, "0123456789");
			b += strspn(b, "0123456789");
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return *a == *b;
}

/* Of several steps at once nobody can tell which it was. */
static size_t
step_now(const struct model *model)
{
	return model->n_steps == 0 || model->n_running > 1 ? NO_STEP : model->n_steps - 1;
}

static size_t
target_of(const struct model *model, size_t step)
{
	if (step == NO_STEP)
		return SIZE_MAX;
	return model_plan_cell(model, model->steps[step].cell)->target;
}

static struct model_note *
find_note(const struct model *model, enum note_level level, const char *text)
{
	size_t target = target_of(model, step_now(model));

	for (size_t i = 0; i < model->n_notes; i++) {
		struct model_note *note = &model->notes[i];

		if (note->level == level && target_of(model, note->step) == target &&
		    is_same_text(note->text, text))
			return note;
	}
	return NULL;
}

static void
keep(struct model *model, enum note_level level, const char *text)
{
	struct model_note *note = find_note(model, level, text);

	if (note) {
		note->n++;
		return;
	}
	if (model->n_notes == MODEL_NOTES) {
		model->notes_dropped++;
		return;
	}
	model->notes = xrealloc(model->notes, model->n_notes + 1, sizeof(*model->notes));
	model->notes[model->n_notes++] = (struct model_note){
		.level = level,
		.text = xstrdup(text),
		.n = 1,
		.step = step_now(model),
	};
}

void
model_note(struct model *model, enum note_level level, const char *fmt, ...)
{
	char text[MODEL_TEXT + 5]; /* what vsnprintf cuts within a character is behind MODEL_TEXT */
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	text[utf8_cut(text, MODEL_TEXT)] = '\0';
	model_log(model, level, "%s", text);
	if (level == NOTE_INFO)
		return;
	keep(model, level, text);
	if (level == NOTE_WARN)
		model->warnings++;
	else
		model->failures++;
}
