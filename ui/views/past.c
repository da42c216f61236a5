#include "views/past.h"

#include <stdlib.h>
#include <string.h>

#include "again.h"
#include "record/compare.h"
#include "record/sums.h"

#define MOST_COMPARED 8
#define MOST_ROUNDS   1000

const struct index_entry *
past_at_cursor(const struct ui *ui)
{
	return history_at(&ui->history, ui->lists[VIEW_HISTORY][HISTORY_RUNS].cursor);
}

const char *
past_in_folder(const struct history *history, const char *text)
{
	size_t len = strlen(history->folder);

	return strncmp(text, history->folder, len) == 0 && text[len] == '/' ? text + len + 1 : text;
}

/* The one under the cursor if it can be read; otherwise NULL, and the reason is told. */
static const struct index_entry *
whole_entry(struct ui *ui)
{
	const struct index_entry *entry = past_at_cursor(ui);

	if (!entry)
		ui_say(ui, "there is no run under the cursor");
	else if (entry->damage)
		ui_say(ui, "%s", past_in_folder(&ui->history, entry->damage));
	else
		return entry;
	return NULL;
}

/* It is being written just now. */
static bool
goes_on(const struct ui *ui, const struct index_entry *entry)
{
	const char *path = ui->source->path ? ui->source->path(ui) : NULL;

	return ui_running(ui) && path && strcmp(path, entry->path) == 0;
}

void
past_read_again(struct ui *ui)
{
	history_read(&ui->history);
}

void
past_open(struct ui *ui)
{
	const struct index_entry *entry = whole_entry(ui);
	struct err err;

	if (!entry)
		return;
	if (!ui->source->open)
		ui_say(ui, "a replay shows the one run it was given");
	else if (ui->source->open(ui, entry->path, &err) < 0)
		ui_say(ui, "%s", err.text);
	else
		ui_show(ui, VIEW_RESULTS);
}

/* ---- filter ---- */

static void
filter_typed(struct ui *ui, const char *text)
{
	history_set_filter(&ui->history, text);
	ui->lists[VIEW_HISTORY][HISTORY_RUNS] = (struct table_state){ 0 };
}

void
past_filter(struct ui *ui)
{
	ask_live(ui, "show runs with", ui->history.filter, filter_typed);
}

bool
past_show_all(struct ui *ui)
{
	bool filtered = ui->history.filter[0] != '\0';

	if (filtered)
		filter_typed(ui, "");
	return filtered;
}

void
past_published(struct ui *ui)
{
	const char *published = run_kind_name(RUN_PUBLISHED);
	bool alone = ui->view == VIEW_HISTORY && strcmp(ui->history.filter, published) == 0;

	filter_typed(ui, alone ? "" : published);
	ui_show(ui, VIEW_HISTORY);
}

/* ---- comparing ---- */

/* The next one comes under the cursor, so that several are marked quickly. */
void
past_mark(struct ui *ui)
{
	struct table_state *list = &ui->lists[VIEW_HISTORY][HISTORY_RUNS];

	if (!whole_entry(ui))
		return;
	history_mark(&ui->history, list->cursor);
	table_move(list, ui->history.n_shown, 1);
}

/* What the sheet shows; it outlives the list it was marked in. */
struct compared {
	struct model *models[MOST_COMPARED];
	size_t n;
	struct compare *compare;
};

static void
compared_free(struct compared *compared)
{
	if (!compared)
		return;
	compare_free(compared->compare);
	for (size_t i = 0; i < compared->n; i++)
		model_free(compared->models[i]);
	free(compared);
}
DEFINE_AUTOFREE(compared, compared_free)

static struct compared *
compared_open(const struct index_entry *const *entries, size_t n, struct err *err)
{
	autofree(compared) compared = xcalloc(1, sizeof(*compared));

	for (; compared->n < n; compared->n++) {
		compared->models[compared->n] = sums_open(entries[compared->n]->path, err);
		if (!compared->models[compared->n])
			return NULL;
	}
	compared->compare = compare_new((const struct model *const *)compared->models, n);
	return steal(compared);
}

static void
compared_lay(const void *arg, size_t columns, struct buf *out)
{
	const struct compared *compared = arg;

	compare_table(compared->compare, columns, out);
}

static void
compared_end(void *arg)
{
	compared_free(arg);
}

void
past_compare(struct ui *ui)
{
	autofree_mem const struct index_entry **marked = NULL;
	size_t n = history_marked(&ui->history, &marked);
	struct compared *compared;
	struct err err;

	if (n < 2 || n > MOST_COMPARED) {
		ui_say(ui, "%s marks the runs to be compared: 2 to %d, marked now: %zu",
		       ui_key_name(ui, CMD_MARK), MOST_COMPARED, n);
		return;
	}
	compared = compared_open(marked, n, &err);
	if (!compared)
		ui_say(ui, "%s", err.text);
	else
		sheet_open(ui, "Comparison",
			   (struct sheet_text){ compared, compared_lay, compared_end });
}

/* ---- again ---- */

static void
plan_to_setup(struct ui *ui, const struct index_entry *entry)
{
	struct choices before = ui->choices;
	autofree(model) model = NULL;
	autobuf missing = { 0 };
	struct err err;

	model = sums_open(entry->path, &err);
	if (!model) {
		ui_say(ui, "%s", err.text);
		return;
	}
	choices_from_plan(model->plan, &ui->choices);
	again_fit(&ui->choices, &before, ui->env, &missing);
	choices_wipe(&before);
	ui_choices_changed(ui);
	ui_show(ui, VIEW_SETUP);
	if (missing.len)
		ui_say(ui, "run %s, not here: %s%s", entry->run, buf_text(&missing),
		       ui->draft.plan ? "" : "; it cannot be run so");
	else if (ui->draft.plan)
		ui_say(ui, "the plan of run %s: %s runs it", entry->run,
		       ui_key_name(ui, CMD_START));
	else
		ui_say(ui, "the plan of run %s, which cannot be run here", entry->run);
}

static void
again_told(struct ui *ui, const char *text)
{
	const struct index_entry *entry = whole_entry(ui);
	char *end;
	long rounds = strtol(text, &end, 10);
	struct err err;

	if (!entry)
		return;
	if (!text[0])
		plan_to_setup(ui, entry);
	else if (*end || rounds < 1 || rounds > MOST_ROUNDS)
		ui_say(ui, "%s: a number of rounds from 1 to %d was expected", text, MOST_ROUNDS);
	else if (ui->source->extend(ui, entry->path, (unsigned)rounds, &err) < 0)
		ui_say(ui, "%s", err.text);
	else
		ui_show(ui, VIEW_RUN);
}

void
past_again(struct ui *ui)
{
	const struct index_entry *entry = whole_entry(ui);

	if (!entry)
		return;
	if (!ui->source->start)
		ui_say(ui, "a replay only shows what was recorded");
	else if (ui_running(ui))
		ui_say_running(ui);
	else if (entry->kind == RUN_MEASURED && entry->ended && ui->source->extend)
		ask_text(ui, "rounds to add; nothing: its plan to Setup", "", again_told);
	else
		plan_to_setup(ui, entry);
}

void
past_again_of(struct ui *ui, const char *path)
{
	past_read_again(ui);
	history_set_filter(&ui->history, "");
	for (size_t i = 0; i < ui->history.n_shown; i++) {
		if (strcmp(history_at(&ui->history, i)->path, path) != 0)
			continue;
		ui->lists[VIEW_HISTORY][HISTORY_RUNS].cursor = i;
		past_again(ui);
		return;
	}
	ui_say(ui, "%s is not among the recordings of History", path);
}

/* ---- label and end ---- */

static void
label_told(struct ui *ui, const char *text)
{
	const struct index_entry *entry = whole_entry(ui);
	struct err err;

	if (!entry)
		return;
	if (index_label(entry->path, text, &err) < 0)
		ui_say(ui, "%s", err.text);
	past_read_again(ui);
}

void
past_label(struct ui *ui)
{
	const struct index_entry *entry = whole_entry(ui);

	if (!entry)
		return;
	if (history_is_own(&ui->history, entry))
		ask_text(ui, "label", entry->label ? entry->label : "", label_told);
	else
		ui_say(ui, "a published run keeps its label");
}

static void
delete_sure(struct ui *ui, const char *ignored)
{
	const struct index_entry *entry = past_at_cursor(ui);
	struct err err;

	(void)ignored;
	if (!entry)
		return;
	if (index_delete(entry->path, &err) < 0)
		ui_say(ui, "%s", err.text);
	past_read_again(ui);
}

void
past_delete(struct ui *ui)
{
	const struct index_entry *entry = past_at_cursor(ui);

	if (!entry)
		ui_say(ui, "there is no run under the cursor");
	else if (!history_is_own(&ui->history, entry))
		ui_say(ui, "a published run is not deleted");
	else if (goes_on(ui, entry))
		ui_say(ui, "this run goes on: %s stops it", ui_stop_key(ui));
	else
		ask_whether(ui, delete_sure, "delete %s for good?",
			    past_in_folder(&ui->history, entry->path));
}
