/*
 * journal.h - where the events of a live run go: to the recording first, then
 * to the model, then to whoever looks.
 *
 * From the first event on that cannot be recorded (disk full) none is recorded
 * any more, but all are still told and shown. It keeps the run's clock.
 */
#ifndef BENCH_JOURNAL_H
#define BENCH_JOURNAL_H

#include "record/model.h"

struct journal;

/* Recording and model have it. The model is the run's, which run_start() may not have given yet. */
typedef void journal_event_fn(void *arg, const struct model *model, const struct event *event);
/* It can no longer be recorded; told once. */
typedef void journal_broken_fn(void *arg, const char *why);

struct journal_config {
	journal_event_fn *event; /* NULL: not wanted */
	void *event_arg;
	journal_broken_fn *broken;
	void *broken_arg;
};

/* A recording of its own in the folder, with this header, which is the journal's from here on, also on failure. */
int journal_create(const struct journal_config *config, const char *folder,
		   struct event_header *header, struct journal **ret, struct err *err);
/* Goes on with one whose lines have made this model, which it takes on success; its clock goes on from the last. */
int journal_append(const struct journal_config *config, const char *path, struct model *model,
		   struct journal **ret, struct err *err);

const struct model *journal_model(const struct journal *journal);
const char *journal_path(const struct journal *journal);
/* CLOCK_MONOTONIC at the run's time 0. */
uint64_t journal_start_ns(const struct journal *journal);
/* Why nothing is recorded any more; NULL: it is. */
const char *journal_broken(const struct journal *journal);

/* Its time is the caller's to fill in. */
void journal_add(struct journal *journal, struct event *event);
/* It happens now. */
void journal_add_now(struct journal *journal, struct event *event);
void journal_note(struct journal *journal, enum note_level level, const char *text);
/* What was added is on the disk. Not while something is timed. */
void journal_sync(struct journal *journal);
/* Nothing more will be added. */
void journal_close(struct journal *journal);
void journal_free(struct journal *journal);
DEFINE_AUTOFREE(journal, journal_free)

#endif
