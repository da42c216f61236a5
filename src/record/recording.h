/*
 * recording.h - a run on disk: one JSON object a line, oldest first.
 *
 * The first line is the header, each later line one event. A live run appends
 * and a replay reads; both feed model_apply(), so a screen cannot tell them
 * apart. A torn last line is dropped. File names, format and its versions:
 * doc/recording.md.
 */
#ifndef RECORD_RECORDING_H
#define RECORD_RECORDING_H

#include "record/event.h"

struct recording;	/* one being read */
struct recorder;	/* one being written */

/* Longest line that is read, bytes; a longer one is refused. */
#define RECORDING_LINE_MAX (16u << 20)

/* Opens for reading and reads the header. A folder, FIFO or device in the file's place is refused. */
int recording_open(const char *path, struct recording **ret, struct err *err);
/* Valid while it is open; what recording_next has read does not change it. */
const struct event_header *recording_header(const struct recording *rec);
/*
 * 1: *ev is filled (the first one is the header), the caller wipes it; 0: the
 * end; -1: see err, "FILE:LINE: …". Events of a kind that is not known here (a
 * later version wrote them) are passed over; a note, the last event, tells how
 * many they were.
 */
int recording_next(struct recording *rec, struct event *ev, struct err *err);
/* Number of the line that was read last, from 1. */
uint64_t recording_line(const struct recording *rec);
void recording_free(struct recording *rec);
DEFINE_AUTOFREE(recording, recording_free)

/*
 * Begins a recording in the folder (made when it is missing): the file is
 * named after the header's start and run id, mode 0600, and never replaces one.
 */
int recorder_create(const char *folder, const struct event_header *header, struct recorder **ret,
		    struct err *err);
/* Goes on with a finished recording (rounds are added): a torn last line is cut off first. */
int recorder_append(const char *path, struct recorder **ret, struct err *err);
/*
 * Hands the line to the kernel at once and never waits for the disk. After a
 * failure (disk full) this and all later calls return -1 with the same error.
 */
int recorder_add(struct recorder *recorder, const struct event *ev, struct err *err);
/* Flushes to the disk; between steps and at the end, never while a step is timed. */
int recorder_sync(struct recorder *recorder, struct err *err);
const char *recorder_path(const struct recorder *recorder);
void recorder_free(struct recorder *recorder);
DEFINE_AUTOFREE(recorder, recorder_free)

/* What a run's recording is called, "FOLDER/20261130T120341Z-7f3a91c2.jsonl"; the caller frees it. */
char *recording_path(const char *folder, const struct event_header *header);
/* A new run id, 8 hex digits, from the kernel's random numbers. */
void recording_new_id(char out[9]);

#endif
