/*
 * setup_options.c - how many, how often, in which order and how: the form of
 * Setup. Its fields are options of the command line, a row each.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "bench/workload.h"
#include "path.h"
#include "views/setup.h"

/* What stands in struct choices. */
enum kind {
	KIND_NUMBER, /* unsigned */
	KIND_FLAG,   /* bool */
	KIND_ORDER,  /* enum plan_order */
	KIND_TEXT,   /* char *, or NULL */
	KIND_PATH,
	KIND_SEED,  /* uint64_t */
	KIND_CHAIN, /* the one that Workloads shows */
};

static const struct row {
	enum option_id id;
	enum kind kind;
	size_t at;
	const char *label;
	const char *unit;
} rows[] = {
	// clang-format off
	{ OPT_COUNT,      KIND_NUMBER, offsetof(struct choices, count),      "instances",  "a step" },
	{ OPT_PARALLEL,   KIND_NUMBER, offsetof(struct choices, parallel),   "parallel",   "in flight" },
	{ OPT_ROUNDS,     KIND_NUMBER, offsetof(struct choices, rounds),     "rounds",     "that count" },
	{ OPT_WARMUP,     KIND_NUMBER, offsetof(struct choices, warmup),     "warm-up",    "before" },
	{ OPT_ORDER,      KIND_ORDER,  offsetof(struct choices, order),      "order",      "" },
	{ OPT_UNTIL_GOOD, KIND_FLAG,   offsetof(struct choices, until_good), "until good", "5 to 20 rounds" },
	{ OPT_FILL,       KIND_NUMBER, offsetof(struct choices, fill),       "fill",       "MiB each" },
	{ OPT_VM_SIZE,    KIND_NUMBER, offsetof(struct choices, vm_size),    "vm disk",    "MiB, 0 usual" },
	{ OPT_BATCH,      KIND_FLAG,   offsetof(struct choices, batch),      "batches",    "with a barrier" },
	{ OPT_PRIVILEGED, KIND_FLAG,   offsetof(struct choices, privileged), "privileged", "containers" },
	{ OPT_NETWORK,    KIND_FLAG,   offsetof(struct choices, network),    "network",    "of the profile" },
	{ OPT_WORKLOAD,   KIND_CHAIN,  0,                                    "chain",      "" },
	{ OPT_ARCHIVES,   KIND_PATH,   offsetof(struct choices, archives),   "archives",   "kept there" },
	{ OPT_LABEL,      KIND_TEXT,   offsetof(struct choices, label),      "label",      "" },
	{ OPT_SEED,       KIND_SEED,   offsetof(struct choices, seed),       "seed",       "" },
	// clang-format on
};
enum { N_ROWS = COUNTOF(rows) };

static const char *const flags[] = { "no", "yes", NULL };
/* As enum plan_order. */
static const char *const orders[] = { "shuffled", "given", "race", NULL };

bool
setup_options_has(enum option_id id)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].id == id)
			return true;
	return false;
}

/* ---- the choices as the form's fields ---- */

/* All of them as the form has them: numbers that it edits, and texts that it shows. */
struct form {
	struct field fields[N_ROWS];
	unsigned values[N_ROWS];
	char seed[24];
};

static unsigned
value_of(const struct row *row, const struct choices *choices)
{
	const void *at = (const char *)choices + row->at;

	switch (row->kind) {
	case KIND_NUMBER: return *(const unsigned *)at;
	case KIND_FLAG: return *(const bool *)at;
	case KIND_ORDER: return *(const enum plan_order *)at;
	default: return 0;
	}
}

static void
put_value(const struct row *row, struct choices *choices, unsigned value)
{
	void *at = (char *)choices + row->at;

	switch (row->kind) {
	case KIND_NUMBER: *(unsigned *)at = value; break;
	case KIND_FLAG: *(bool *)at = value; break;
	case KIND_ORDER: *(enum plan_order *)at = value; break;
	default: break;
	}
}

static const char *
seed_text(uint64_t seed, char *out, size_t size)
{
	if (seed)
		snprintf(out, size, "%" PRIu64, seed);
	else
		snprintf(out, size, "a new one");
	return out;
}

/* NULL: it is no text. */
static const char *
text_of(const struct row *row, const struct ui *ui, struct form *form)
{
	const void *at = (const char *)&ui->choices + row->at;
	const char *text;

	switch (row->kind) {
	case KIND_TEXT:
	case KIND_PATH: text = *(char *const *)at; return text ? text : "";
	case KIND_SEED: return seed_text(ui->choices.seed, form->seed, sizeof(form->seed));
	case KIND_CHAIN: return choices_chain(&ui->choices, ui->chain);
	default: return NULL;
	}
}

/* A row whose option is a text ("256MiB") has a number of MiB here. */
static unsigned
lowest_of(const struct row *row)
{
	return row->kind == KIND_NUMBER ? (unsigned)option_rows[row->id].min : 0;
}

static unsigned
highest_of(const struct row *row)
{
	if (row->kind != KIND_NUMBER)
		return 0;
	return option_rows[row->id].type == OPT_TEXT ? PLAN_MIB_MAX
						     : (unsigned)option_rows[row->id].max;
}

static struct field
field_of(const struct row *row, const struct ui *ui, struct form *form, unsigned *value)
{
	const struct option_row *option = &option_rows[row->id];
	bool idle = row->id == OPT_ROUNDS && ui->choices.until_good;

	return (struct field){
		.label = row->label,
		.unit = idle ? "see until good" : row->unit,
		.help = idle ? NULL : option->help,
		.min = lowest_of(row),
		.max = highest_of(row),
		.value = value,
		.choices = row->kind == KIND_FLAG    ? flags
			   : row->kind == KIND_ORDER ? orders
						     : NULL,
		.text = text_of(row, ui, form),
	};
}

static void
fill_form(const struct ui *ui, struct form *form)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		form->values[i] = value_of(&rows[i], &ui->choices);
		form->fields[i] = field_of(&rows[i], ui, form, &form->values[i]);
	}
}

void
setup_options_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		   struct table_state *list, bool focused)
{
	struct form form;

	fill_form(ui, &form);
	list->below = form_draw(canvas, inside, form.fields, N_ROWS, &ui->form, focused);
}

bool
setup_options_key(struct ui *ui, struct key key)
{
	struct form form;
	bool taken;

	fill_form(ui, &form);
	taken = form_key(form.fields, N_ROWS, &ui->form, key);
	for (size_t i = 0; i < N_ROWS; i++)
		put_value(&rows[i], &ui->choices, form.values[i]);
	return taken;
}

/* ---- fields of text ---- */

static void
set_text(char **text, const char *typed)
{
	free(*text);
	*text = *typed ? xstrdup(typed) : NULL;
}

static void
label_typed(struct ui *ui, const char *typed)
{
	set_text(&ui->choices.label, typed);
}

static void
archives_typed(struct ui *ui, const char *typed)
{
	autofree_mem char *path = *typed ? path_expand(typed) : xstrdup("");

	set_text(&ui->choices.archives, path);
	ui_choices_changed(ui);
}

/* What is wrong with it is told, and it stays as it was. */
static void
chain_typed(struct ui *ui, const char *typed)
{
	struct chosen chain[CHAIN_MAX];
	struct err err;

	if (*typed && workload_parse_chain(typed, chain, &err) < 0) {
		ui_say(ui, "%s", err.text);
		return;
	}
	choices_set_chain(&ui->choices, ui->chain, typed);
	ui_choices_changed(ui);
}

static void
seed_typed(struct ui *ui, const char *typed)
{
	autofree(options) options = options_new();
	struct err err;

	if (*typed && options_set(options, OPT_SEED, typed, &err) < 0) {
		ui_say(ui, "%s", err.text);
		return;
	}
	ui->choices.seed = options_number(options, OPT_SEED);
	ui_choices_changed(ui);
}

void
setup_options_accept(struct ui *ui)
{
	const struct row *row = &rows[ui->form.cursor];
	const char *label = option_rows[row->id].name;
	const char *text;
	char seed[24] = "";
	struct form form;

	text = text_of(row, ui, &form);
	switch (row->kind) {
	case KIND_TEXT: ask_text(ui, label, text, label_typed); break;
	case KIND_PATH: ask_path(ui, label, text, archives_typed); break;
	case KIND_CHAIN: ask_text(ui, label, text, chain_typed); break;
	case KIND_SEED:
		ask_text(ui, label,
			 ui->choices.seed ? seed_text(ui->choices.seed, seed, sizeof(seed)) : "",
			 seed_typed);
		break;
	default: ui->form.editing = true; break;
	}
}

/* ---- in words ---- */

static const struct preset_row *
preset_of(const struct choices *choices)
{
	for (size_t i = 0; i < n_preset_rows; i++)
		if (preset_rows[i].count == choices->count &&
		    preset_rows[i].rounds == choices->rounds && !choices->until_good)
			return &preset_rows[i];
	return NULL;
}

void
setup_options_note(const struct ui *ui, char *out, size_t size)
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
	ui->choices.until_good = false;
	ui_say(ui, "%s: %s", preset_rows[next].name, preset_rows[next].help);
}

/* Those that change what is measured and stand further down than the panel may show. */
void
setup_options_words(const struct choices *choices, struct buf *out)
{
	const struct {
		bool so;
		const char *words;
	} all[] = {
		{ choices->order == ORDER_GIVEN, "pools in the given order" },
		{ choices->order == ORDER_RACE, "race: all pools at once" },
		{ choices->batch, "in batches" },
		{ choices->privileged, "privileged" },
		{ choices->network, "with network" },
		{ choices->archives != NULL, "archives are kept" },
	};

	for (size_t i = 0; i < COUNTOF(all); i++)
		if (all[i].so)
			buf_printf(out, "; %s", all[i].words);
}
