#include "filter.h"

#include <stdio.h>
#include <string.h>

bool
filter_takes(const char *filter, const char *text)
{
	char words[FILTER_LEN];
	char *rest = words;

	snprintf(words, sizeof(words), "%s", filter);
	for (char *word; (word = strsep(&rest, " "));)
		if (!strcasestr(text, word))
			return false;
	return true;
}

const char *
filter_of(const struct ui *ui, int panel)
{
	return ui->filters[ui->view][panel];
}

/* Of the overlay when there is one. */
static char *
current(struct ui *ui, struct table_state **list)
{
	int focus = ui->focus[ui->view];

	if (ui->overlay != OVERLAY_NONE) {
		*list = &ui->overlay_list;
		return ui->overlay_filter;
	}
	*list = &ui->lists[ui->view][focus];
	return ui->filters[ui->view][focus];
}

static void
set(struct ui *ui, const char *text)
{
	struct table_state *list;
	char *filter = current(ui, &list);

	snprintf(filter, FILTER_LEN, "%s", text);
	*list = (struct table_state){ 0 };
}

static bool
has_list(const struct ui *ui)
{
	if (ui->overlay != OVERLAY_NONE)
		return ui->overlay == OVERLAY_HELP || ui->overlay == OVERLAY_WARNINGS;
	return view_of(ui->view)->panels[ui->focus[ui->view]].filtered;
}

void
filter_ask(struct ui *ui)
{
	struct table_state *list;

	if (has_list(ui))
		ask_live(ui, "show lines with", current(ui, &list), set);
	else
		ui_say(ui, "there is no list in this panel that could be filtered");
}

bool
filter_clear(struct ui *ui)
{
	struct table_state *list;
	bool there = current(ui, &list)[0] != '\0';

	if (there)
		set(ui, "");
	return there;
}
