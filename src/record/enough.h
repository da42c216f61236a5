/*
 * enough.h - when a run that goes on "until good" has enough rounds.
 *
 * It is looked at after 5, 10, 15 and 20 rounds only, and ends as soon as the
 * interval of every pool against the fastest of its group is narrower than
 * +-5 %. The rule looks at how wide the intervals are, never at p: a run that
 * ended when a difference showed would find one too often.
 */
#ifndef RECORD_ENOUGH_H
#define RECORD_ENOUGH_H

#include "record/model.h"

#define ENOUGH_EVERY 5	/* rounds from look to look */
#define ENOUGH_MOST 20	/* rounds after which it ends anyhow */

struct enough {
	size_t pairs;	/* comparisons there are: none where there is one pool */
	size_t wide;	/* those whose interval is wider, or that have none */
};

struct enough enough_look(const struct model *model);

#endif
