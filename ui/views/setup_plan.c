/*
 * setup_plan.c - what the choices come to, whether there is room for it, and
 * what stands against it; or what to do when there is no server.
 */
#include <stdio.h>

#include "base/buf.h"
#include "base/units.h"
#include "bench/planner.h"
#include "views/setup.h"
#include "views/shown.h"
#include "widgets/text.h"

#define ITEM_GAP 3

/* ---- no server ---- */

static const struct {
	const char *command, *what;
} ways[] = {
	{ "poolscope --sandbox", "a private throw-away server for this call (root)" },
	{ "adduser NAME incus-admin", "NAME may use the system's server; then log in anew" },
	{ "poolscope --server PATH", "the server that listens on this socket" },
};

static void
draw_ways(struct canvas *canvas, struct rect area, const struct ui *ui)
{
	int used = text_draw(canvas, area, ROLE_WARN,
			     ui->connecting ? ui->connecting : "no server is connected");
	int widest = 0;

	for (size_t i = 0; i < COUNTOF(ways); i++)
		if (canvas_width(canvas, ways[i].command) > widest)
			widest = canvas_width(canvas, ways[i].command);
	for (size_t i = 0; i < COUNTOF(ways); i++) {
		int y = area.y + used + (int)i;
		int x = area.x + widest + 2;

		canvas_text(canvas, area.x, y, area.w, ROLE_HOT, ways[i].command);
		canvas_text(canvas, x, y, area.x + area.w - x, ROLE_DIM, ways[i].what);
	}
}

/* ---- a plan ---- */

/* "btrfs needs 210 MiB of 4.70 GiB", and behind it the word. */
static void
space_text(const struct draft *draft, size_t index, char *out, size_t size)
{
	const struct space_need *need = &draft->space[index];
	char name[SHOWN_NAME], needed[UNITS_LEN], free[UNITS_LEN];

	snprintf(out, size,
		 "%s needs %s of %s free:", shown_target(draft->plan, need->target, name),
		 units_size(needed, need->need), units_size(free, need->free));
}

static const char *
space_word(const struct space_need *need, enum role *role)
{
	bool known_ = known(need->need) && known(need->free);

	*role = !known_ ? ROLE_NOTE : need->enough ? ROLE_OK : ROLE_FAIL;
	return !known_ ? "unknown" : need->enough ? "ok" : "not enough";
}

/* One pool behind the other, as many a line as there is room for. Returns the lines taken. */
static int
draw_space(struct canvas *canvas, struct rect area, const struct draft *draft)
{
	int x = area.x, y = area.y;

	for (size_t i = 0; i < draft->plan->n_targets; i++) {
		enum role role;
		const char *word = space_word(&draft->space[i], &role);
		char text[SHOWN_NAME + 2 * UNITS_LEN + 32];
		int width;

		space_text(draft, i, text, sizeof(text));
		width = canvas_width(canvas, text) + 1 + canvas_width(canvas, word);
		if (x > area.x && x + width > area.x + area.w) {
			x = area.x;
			y++;
		}
		canvas_text(canvas, x, y, area.x + area.w - x, ROLE_TEXT, text);
		canvas_text_right(canvas, x, y, width, role, word);
		x += width + ITEM_GAP;
	}
	return y - area.y + 1;
}

static void
draw_finding(struct canvas *canvas, struct rect line, const struct finding *finding)
{
	static const struct {
		enum role role;
		const char *word;
	} levels[] = {
		[FINDING_NOTE] = { ROLE_NOTE, "note" },
		[FINDING_WARN] = { ROLE_WARN, "warning" },
		[FINDING_REFUSE] = { ROLE_FAIL, "refused" },
	};

	autobuf text = { 0 };

	names_text(finding->text, &text);
	canvas_printf(canvas, line.x, line.y, line.w, levels[finding->level].role, "%s: %s",
		      levels[finding->level].word, buf_text(&text));
}

static void
draw_plan(struct canvas *canvas, struct rect area, const struct ui *ui)
{
	const struct draft *draft = &ui->draft;
	autobuf text = { 0 };
	int used;

	plan_describe(draft->plan, &text);
	setup_options_words(&ui->choices, &text);
	if (draft->timed) {
		buf_puts(&text, "; ");
		estimate_text(&draft->time, draft->plan, &text);
	}
	used = text_draw(canvas, area, ROLE_TEXT, buf_text(&text));
	area.y += used;
	area.h -= used;
	used = draw_space(canvas, area, draft);
	area.y += used;
	area.h -= used;
	for (size_t i = 0; i < draft->n_findings && area.h > 0; i++, area.y++, area.h--)
		draw_finding(canvas, area, &draft->findings[i]);
}

static void
draw_error(struct canvas *canvas, struct rect area, const char *error)
{
	autobuf text = { 0 };

	names_text(error, &text);
	text_draw(canvas, area, ROLE_WARN, buf_text(&text));
}

/* How many findings there are that keep the run from its start, or may spoil it. */
void
setup_plan_note(const struct ui *ui, char *out, size_t size)
{
	size_t refusals = 0, warnings = 0;

	for (size_t i = 0; i < ui->draft.n_findings; i++) {
		refusals += ui->draft.findings[i].level == FINDING_REFUSE;
		warnings += ui->draft.findings[i].level == FINDING_WARN;
	}
	if (refusals)
		snprintf(out, size, "cannot be run: %s says why", ui_key_name(ui, CMD_WARNINGS));
	else if (warnings)
		snprintf(out, size, "%s %zu warning%s", ui_key_name(ui, CMD_WARNINGS), warnings,
			 warnings == 1 ? "" : "s");
	else if (ui->draft.plan && ui->source->start)
		snprintf(out, size, "%s runs it", ui_key_name(ui, CMD_START));
	else if (ui->draft.plan)
		snprintf(out, size, "as it was run");
}

void
setup_plan_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		struct table_state *list, bool focused)
{
	(void)list;
	(void)focused;
	if (ui->env->n_servers == 0)
		draw_ways(canvas, inside, ui);
	else if (ui->draft.plan)
		draw_plan(canvas, inside, ui);
	else
		draw_error(canvas, inside, ui->draft.error.text);
}
