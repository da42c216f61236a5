/*
 * setup_counts.c - how many, how often, in which order: the form of Setup.
 */
#include <stdio.h>

#include "base/options.h"
#include "views/setup.h"

enum { COUNT_FIELDS = 5 };

/* As enum plan_order, without the race, which the planner does not offer. */
static const char *const orders[] = { "shuffled", "given", NULL };

static struct field
number_field(enum option_id id, const char *label, const char *unit, unsigned *value)
{
	return (struct field){
		.label = label,
		.unit = unit,
		.min = (unsigned)option_rows[id].min,
		.max = (unsigned)option_rows[id].max,
		.value = value,
	};
}

static void
fields_of(struct choices *choices, unsigned *order, struct field fields[COUNT_FIELDS])
{
	fields[0] = number_field(OPT_COUNT, "instances", "a step", &choices->count);
	fields[1] = number_field(OPT_PARALLEL, "parallel", "in flight", &choices->parallel);
	fields[2] = number_field(OPT_ROUNDS, "rounds", "that count", &choices->rounds);
	fields[3] = number_field(OPT_WARMUP, "warm-up", "before", &choices->warmup);
	fields[4] =
		(struct field){ .label = "order", .unit = "", .value = order, .choices = orders };
}

static const struct preset_row *
preset_of(const struct choices *choices)
{
	for (size_t i = 0; i < n_preset_rows; i++)
		if (preset_rows[i].count == choices->count &&
		    preset_rows[i].rounds == choices->rounds)
			return &preset_rows[i];
	return NULL;
}

void
setup_counts_note(const struct ui *ui, char *out, size_t size)
{
	const struct preset_row *preset = preset_of(&ui->choices);

	snprintf(out, size, "%s", preset ? preset->name : "custom");
}

void
setup_next_preset(struct ui *ui)
{
	const struct preset_row *now = preset_of(&ui->choices);
	size_t next = now ? (size_t)(now - preset_rows + 1) % n_preset_rows : 0;

	ui->choices.count = preset_rows[next].count;
	ui->choices.rounds = preset_rows[next].rounds;
	ui_say(ui, "%s: %s", preset_rows[next].name, preset_rows[next].help);
}

void
setup_counts_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		  struct table_state *list, bool focused)
{
	/* The form edits what it is given; here it is only to show it. */
	struct choices shown = ui->choices;
	unsigned order = shown.order;
	struct field fields[COUNT_FIELDS];

	(void)list;
	fields_of(&shown, &order, fields);
	form_draw(canvas, inside, fields, COUNT_FIELDS, &ui->form, focused);
}

bool
setup_counts_key(struct ui *ui, struct key key)
{
	unsigned order = ui->choices.order;
	struct field fields[COUNT_FIELDS];
	bool taken;

	fields_of(&ui->choices, &order, fields);
	taken = form_key(fields, COUNT_FIELDS, &ui->form, key);
	ui->choices.order = order;
	return taken;
}
