#include "record/enough.h"

#include <math.h>
#include <stdlib.h>

#include "record/summary.h"

static bool
is_narrow(const struct interval *interval)
{
	return interval->coverage > 0 &&
	       log(interval->high / interval->low) / 2 <= log(1 + STATS_MARGIN);
}

struct enough
enough_look(const struct model *model)
{
	struct summary_pair *pairs;
	struct enough enough = { .pairs = summary_pairs(model, &pairs) };

	for (size_t i = 0; i < enough.pairs; i++)
		enough.wide += !is_narrow(&pairs[i].verdict.ratio.interval);
	free(pairs);
	return enough;
}
