#include "record/quiet.h"

#include <math.h>
#include <stdio.h>

#include "base/clock.h"

bool
quiet_now(const struct model *model)
{
	const struct model_step *step = model_current_step(model);

	return step && !step->warmup;
}

struct quiet_cost
quiet_cost(const struct model *model)
{
	double used[2] = { 0, 0 }, seconds[2] = { 0, 0 };

	for (size_t i = 0; i < model->n_steps; i++) {
		const struct model_step *step = &model->steps[i];

		if (step->running || !known(step->start) || !known(step->end) ||
		    isnan(step->cpu.self))
			continue;
		used[step->warmup] += step->cpu.self;
		seconds[step->warmup] += (double)(step->end - step->start) / (double)NS_PER_S;
	}
	return (struct quiet_cost){
		.drawn = seconds[true] > 0 ? 100 * used[true] / seconds[true] : NAN,
		.dark = seconds[false] > 0 ? 100 * used[false] / seconds[false] : NAN,
	};
}

const char *
quiet_sentence(const struct quiet_cost *cost, char *out, size_t size)
{
	if (isnan(cost->dark))
		snprintf(out, size, "quiet: what we used ourselves is not known: "
				    "no step that counts took a second, or the pools raced");
	else if (isnan(cost->drawn))
		snprintf(out, size,
			 "quiet: while it was timed we used %.2f %% of one core; "
			 "no warm-up step that was drawn is long enough to compare with",
			 cost->dark);
	else
		snprintf(out, size,
			 "quiet: while it was timed we used %.2f %% of one core, "
			 "and %.2f %% in the warm-up, which was drawn",
			 cost->dark, cost->drawn);
	return out;
}
