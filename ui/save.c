#include "save.h"

#include <string.h>
#include <unistd.h>

#include "base/xdg.h"
#include "bench/planfile.h"
#include "path.h"
#include "record/report.h"
#include "view.h"

#define PLAN_NAME "poolscope.plan"

/* ---- the plan ---- */

/* That of all servers; NULL: they have not the same one, or it is not known. */
static const char *
project_of(const struct env *env)
{
	const char *project = env->n_servers ? env->servers[0].project : NULL;

	for (size_t i = 1; project && i < env->n_servers; i++)
		if (!env->servers[i].project || strcmp(env->servers[i].project, project) != 0)
			return NULL;
	return project;
}

static void
write_plan(struct ui *ui, const char *typed, bool replace)
{
	autofree_mem char *path = path_expand(typed);
	struct err err;

	if (planfile_write(path, &ui->choices, project_of(ui->env), replace, &err) < 0)
		ui_say(ui, "%s", err.text);
	else
		ui_say(ui, "the plan is in %s; `poolscope run --plan` runs it", typed);
}

static void
replace_plan(struct ui *ui, const char *typed)
{
	write_plan(ui, typed, true);
}

static bool
exists(const char *typed)
{
	autofree_mem char *path = path_expand(typed);

	return access(path, F_OK) == 0;
}

static void
plan_named(struct ui *ui, const char *typed)
{
	if (!typed[0])
		ui_say(ui, "without a name nothing was written");
	else if (exists(typed))
		ask_whether(ui, replace_plan, "%s exists: write over it?", typed);
	else
		write_plan(ui, typed, false);
}

void
save_plan(struct ui *ui)
{
	ask_path(ui, "write the plan to", PLAN_NAME, plan_named);
}

/* ---- a report ---- */

#define ENDINGS ".md .txt .csv .json .html .svg .jsonl"

static const struct {
	const char *ending, *format; /* NULL: the recording itself */
} endings[] = {
	{ ".md", "md" },     { ".txt", "table" }, { ".csv", "csv" },  { ".json", "json" },
	{ ".html", "html" }, { ".svg", "svg" },	  { ".jsonl", NULL },
};

/* From the recording where there is one: only there are the single ops. */
static int
make_report(const struct ui *ui, const char *name, struct buf *text, struct err *err)
{
	const char *recording = ui->source->path ? ui->source->path(ui) : NULL;
	const struct report_format *format = name ? report_find(name) : NULL;

	if (!recording && !format)
		return err_set(err, "there is no recording of this run");
	if (!format)
		return report_copy(recording, false, text, err);
	if (recording)
		return report_recording(recording, format, false, text, err);
	format->write(ui->model, NULL, text);
	return 0;
}

/* -1: none. */
static int
ending_of(const char *path)
{
	const char *dot = strrchr(path, '.');

	for (int i = 0; dot && i < (int)COUNTOF(endings); i++)
		if (strcmp(dot, endings[i].ending) == 0)
			return i;
	return -1;
}

static void
write_report(struct ui *ui, const char *typed)
{
	autofree_mem char *path = path_expand(typed);
	autobuf text = { 0 };
	struct err err;

	if (make_report(ui, endings[ending_of(typed)].format, &text, &err) < 0 ||
	    xdg_write_file(path, buf_text(&text), text.len, &err) < 0)
		ui_say(ui, "%s", err.text);
	else
		ui_say(ui, "the report is in %s", typed);
}

static void
report_named(struct ui *ui, const char *typed)
{
	if (!typed[0])
		ui_say(ui, "without a name nothing was written");
	else if (ending_of(typed) < 0)
		ui_say(ui, "%s: a report's name ends in one of " ENDINGS, typed);
	else if (exists(typed))
		ask_whether(ui, write_report, "%s exists: write over it?", typed);
	else
		write_report(ui, typed);
}

void
save_report(struct ui *ui)
{
	autofree_mem char *name = NULL;

	if (!ui->model->header) {
		ui_say(ui, "there are no results to write");
		return;
	}
	if (ui_running(ui)) {
		ui_say(ui, "a report can be written when the run has ended");
		return;
	}
	name = xasprintf("poolscope-%s.md", ui->model->header->run);
	ask_path(ui, "write to (" ENDINGS ")", name, report_named);
}
