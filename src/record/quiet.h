/*
 * quiet.h - a run during whose timed spans nothing is drawn (--quiet-run), and
 * what that has spared it.
 *
 * The steps of the rounds that count pass in the dark. Those of the warm-up
 * rounds are drawn as ever, so that the two can be told apart: by our own CPU
 * time within them, as a part of one core.
 */
#ifndef RECORD_QUIET_H
#define RECORD_QUIET_H

#include "record/model.h"

/* Something that counts is being timed. */
bool quiet_now(const struct model *model);

/* Percent of one core, over the steps that tell; NAN: none does, as they took less than a second. */
struct quiet_cost {
	double drawn;	/* in warm-up rounds */
	double dark;
};

struct quiet_cost quiet_cost(const struct model *model);
/* It as a sentence; returns out. */
const char *quiet_sentence(const struct quiet_cost *cost, char *out, size_t size);

#endif
