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
	autofree_mem struct summary_pair *pairs = NULL;
	size_t n = summary_pairs(model, &pairs);
	struct enough enough = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!pairs[i].fastest)
			continue;
		enough.pairs++;
		enough.wide += !is_narrow(&pairs[i].verdict.plain);
	}
	return enough;
}
