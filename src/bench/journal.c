#include "bench/journal.h"

#include <stdlib.h>

#include "base/clock.h"
#include "record/recording.h"
#include "record/sums.h"

struct journal {
	struct journal_config config;
	uint64_t start_ns;
	char *path;
	struct model *model;
	struct recorder *recorder; /* NULL: all is written */
	struct err broken;	   /* "": it is not */
};

/* ---- an event ---- */

static void
give_up(struct journal *journal, const struct err *err)
{
	if (*journal->broken.text)
		return;
	journal->broken = *err;
	journal->config.broken(journal->config.broken_arg, err->text);
}

static void
record(struct journal *journal, const struct event *event)
{
	struct err err;

	if (!*journal->broken.text && recorder_add(journal->recorder, event, &err) < 0)
		give_up(journal, &err);
}

static void
show(struct journal *journal, struct event *event)
{
	struct err err;

	if (model_apply(journal->model, event, &err) < 0)
		give_up(journal, &err);
	if (journal->config.event)
		journal->config.event(journal->config.event_arg, journal->model, event);
}

void
journal_add(struct journal *journal, struct event *event)
{
	record(journal, event);
	show(journal, event);
}

void
journal_add_now(struct journal *journal, struct event *event)
{
	event->t = clock_now_ns() - journal->start_ns;
	journal_add(journal, event);
}

void
journal_note(struct journal *journal, enum note_level level, const char *text)
{
	autofree_mem char *copy = xstrdup(text);
	struct event event = { .type = EV_NOTE, .note = { .level = level, .text = copy } };

	journal_add_now(journal, &event);
}

void
journal_sync(struct journal *journal)
{
	struct err err;

	if (!*journal->broken.text && recorder_sync(journal->recorder, &err) < 0)
		give_up(journal, &err);
}

/* ---- what it is of ---- */

const struct model *
journal_model(const struct journal *journal)
{
	return journal->model;
}

const char *
journal_path(const struct journal *journal)
{
	return journal->path;
}

uint64_t
journal_start_ns(const struct journal *journal)
{
	return journal->start_ns;
}

const char *
journal_broken(const struct journal *journal)
{
	return *journal->broken.text ? journal->broken.text : NULL;
}

/* ---- beginning and end ---- */

static struct journal *
new_journal(const struct journal_config *config, const char *path, struct recorder *recorder,
	    struct model *model)
{
	struct journal *journal = xcalloc(1, sizeof(*journal));

	journal->config = *config;
	journal->path = xstrdup(path);
	journal->recorder = recorder;
	journal->model = model;
	journal->start_ns = clock_now_ns() - model->now;
	return journal;
}

int
journal_create(const struct journal_config *config, const char *folder,
	       struct event_header *header, struct journal **ret, struct err *err)
{
	struct event event = { .type = EV_HEADER, .header = header };
	struct recorder *recorder;
	struct journal *journal;

	if (recorder_create(folder, header, &recorder, err) < 0) {
		event_wipe(&event);
		return -1;
	}
	journal = new_journal(config, recorder_path(recorder), recorder, model_new());
	show(journal, &event);
	*ret = journal;
	return 0;
}

int
journal_append(const struct journal_config *config, const char *path, struct model *model,
	       struct journal **ret, struct err *err)
{
	struct recorder *recorder;

	if (recorder_append(path, &recorder, err) < 0)
		return -1;
	*ret = new_journal(config, path, recorder, model);
	return 0;
}

void
journal_close(struct journal *journal)
{
	journal_sync(journal);
	recorder_free(steal(journal->recorder));
	if (!*journal->broken.text)
		sums_leave(journal->path, journal->model);
}

void
journal_free(struct journal *journal)
{
	if (!journal)
		return;
	recorder_free(journal->recorder);
	model_free(journal->model);
	free(journal->path);
	free(journal);
}
