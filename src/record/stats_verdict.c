/* What the figures of a comparison are put into: a verdict, and a sentence. */
#include "record/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

static bool
can_decide(double smallest_p)
{
	return smallest_p <= STATS_ALPHA + STATS_EPSILON;
}

/* That so many rounds could give: of pairs by the flips of their signs. */
static double
smallest_of_pairs(size_t n)
{
	return ldexp(2, -(int)fmin((double)n, 1000));
}

static double
smallest_of_each(size_t n)
{
	double rounds = (double)n;

	return 2 * exp(2 * lgamma(rounds + 1) - lgamma(2 * rounds + 1));
}

/* Rounds of each that can decide one of so many comparisons: 4 one, as 2 / (8 over 4) is under
 * STATS_ALPHA. */
static size_t
least_rounds(const struct verdict *verdict)
{
	double family = (double)verdict->family;
	size_t n = 1;

	while (!can_decide(family * (verdict->paired ? smallest_of_pairs(n) : smallest_of_each(n))))
		n++;
	return n;
}

static bool
excludes_one(const struct interval *interval)
{
	return interval->coverage > 0 && (interval->low > 1 || interval->high < 1);
}

static bool
within_margin(const struct interval *interval)
{
	return interval->coverage > 0 && interval->low >= 1 / (1 + STATS_MARGIN) &&
	       interval->high <= 1 + STATS_MARGIN;
}

static enum verdict_kind
judge(const struct verdict *verdict)
{
	double estimate = verdict->ratio.estimate;

	if (!can_decide(verdict->smallest_p) || !isfinite(estimate))
		return VERDICT_TOO_FEW;
	if (can_decide(verdict->p) && excludes_one(&verdict->ratio.interval)) {
		if (estimate > 1 + STATS_MARGIN)
			return VERDICT_SLOWER;
		if (estimate < 1 / (1 + STATS_MARGIN))
			return VERDICT_FASTER;
		return VERDICT_SMALL;
	}
	return within_margin(&verdict->ratio.interval) ? VERDICT_SAME : VERDICT_UNDECIDED;
}

static void
compare_within_rounds(const struct contest *it, double alpha, struct verdict *verdict)
{
	verdict->smallest_p = smallest_of_pairs(it->n);
	verdict->ratio = stats_paired_ratio_at(alpha, it->a, it->b, it->n, &verdict->p);
}

static void
compare_all(const struct contest *it, double alpha, struct verdict *verdict)
{
	struct mann_whitney test = stats_mann_whitney(it->a, it->n, it->b, it->m);

	verdict->p = test.p;
	verdict->smallest_p = test.smallest_p;
	verdict->ratio = stats_ratio_at(alpha, it->a, it->n, it->b, it->m);
	verdict->apart =
		it->n > 0 && it->m > 0 && (test.u == 0 || test.u == (double)it->n * (double)it->m);
}

/* As if it was the only one; its interval leaves out alpha. */
static struct verdict
compare_at(const struct contest *it, double alpha)
{
	struct verdict verdict = { .family = 1, .paired = it->paired, .n = it->n, .m = it->m };

	if (it->paired)
		compare_within_rounds(it, alpha, &verdict);
	else
		compare_all(it, alpha, &verdict);
	verdict.plain = verdict.ratio.interval;
	verdict.kind = judge(&verdict);
	return verdict;
}

/* Holm's steps over those that can be decided on their own. */
struct steps {
	double *p;    /* theirs, in order */
	double *holm; /* by Holm, in the same order */
	size_t n;
	size_t last; /* the first that is not decided: no later one is judged more easily; n: all
			are */
};

static struct steps
find_steps(const struct verdict *verdicts, size_t n)
{
	autofree_mem double *p = xmalloc(n * sizeof(*p));
	struct steps steps = { 0 };

	for (size_t i = 0; i < n; i++)
		if (verdicts[i].kind != VERDICT_TOO_FEW)
			p[steps.n++] = verdicts[i].p;
	steps.p = stats_sorted(p, steps.n);
	steps.holm = stats_sorted(p, steps.n);
	stats_holm(steps.holm, steps.n);
	while (steps.last < steps.n && can_decide(steps.holm[steps.last]))
		steps.last++;
	return steps;
}

/* Among how many comparisons Holm judges the one of this p. */
static void
judge_as_one_of(const struct steps *steps, const struct contest *it, struct verdict *verdict)
{
	struct interval plain = verdict->plain;
	size_t place = 0;
	double among;

	while (steps->p[place] < verdict->p)
		place++;
	among = (double)(steps->n - (place < steps->last ? place : steps->last));
	*verdict = compare_at(it, STATS_ALPHA / among);
	verdict->plain = plain;
	verdict->p = steps->holm[place];
	verdict->smallest_p *= among;
	verdict->family = steps->n;
	verdict->kind = judge(verdict);
}

void
stats_verdicts(const struct contest *contests, size_t n, struct verdict *verdicts)
{
	struct steps steps;

	for (size_t i = 0; i < n; i++)
		verdicts[i] = compare_at(&contests[i], STATS_ALPHA);
	steps = find_steps(verdicts, n);
	for (size_t i = 0; i < n && steps.n > 1; i++)
		if (verdicts[i].kind != VERDICT_TOO_FEW)
			judge_as_one_of(&steps, &contests[i], &verdicts[i]);
	free(steps.p);
	free(steps.holm);
}

static struct interval
turned(const struct interval *it)
{
	return (struct interval){ 1 / it->high, 1 / it->low, it->coverage };
}

struct verdict
stats_turned(const struct verdict *verdict)
{
	struct verdict it = *verdict;

	it.ratio = (struct ratio){ 1 / verdict->ratio.estimate, turned(&verdict->ratio.interval) };
	it.plain = turned(&verdict->plain);
	it.n = verdict->m;
	it.m = verdict->n;
	if (verdict->kind == VERDICT_FASTER)
		it.kind = VERDICT_SLOWER;
	else if (verdict->kind == VERDICT_SLOWER)
		it.kind = VERDICT_FASTER;
	return it;
}

/* Two digits at least, also of what is ten times slower. */
static int
decimals_of(double ratio)
{
	return ratio < 0.01 ? 4 : ratio < 0.1 ? 3 : ratio < 100 ? 2 : 0;
}

const char *
stats_ratio_text(const struct ratio *ratio, char *out, size_t size)
{
	int decimals = decimals_of(ratio->estimate);

	if (!isfinite(ratio->estimate))
		snprintf(out, size, "-");
	else if (ratio->interval.coverage > 0)
		snprintf(out, size, "%.*fx (%.*f to %.*f)", decimals, ratio->estimate, decimals,
			 ratio->interval.low, decimals, ratio->interval.high);
	else
		snprintf(out, size, "about %.*fx", decimals, ratio->estimate);
	return out;
}

const char *
stats_verdict_name(enum verdict_kind kind)
{
	static const char *const names[] = {
		[VERDICT_TOO_FEW] = "too_few", [VERDICT_FASTER] = "faster",
		[VERDICT_SLOWER] = "slower",   [VERDICT_SMALL] = "small",
		[VERDICT_SAME] = "same",       [VERDICT_UNDECIDED] = "undecided",
	};

	return names[kind];
}

/* "10 rounds each", "10 and 8 rounds" */
static void
say_rounds(const struct verdict *verdict, char *out, size_t size)
{
	if (verdict->n == verdict->m)
		snprintf(out, size, "%zu round%s each", verdict->n, verdict->n == 1 ? "" : "s");
	else
		snprintf(out, size, "%zu and %zu rounds", verdict->n, verdict->m);
}

/* Said as how many times faster the better one is. */
struct advantage {
	const char *better;
	double factor, low, high;
	int decimals;
};

static struct advantage
advantage(const struct ratio *ratio, const char *a_name, const char *b_name)
{
	const struct interval *times = &ratio->interval;
	struct advantage it = { b_name, ratio->estimate, times->low, times->high, 0 };

	if (ratio->estimate < 1)
		it = (struct advantage){ a_name, 1 / it.factor, 1 / it.high, 1 / it.low, 0 };
	it.decimals = it.factor < 2 ? 2 : it.factor < 100 ? 1 : 0;
	return it;
}

static void
say_too_few(const struct verdict *verdict, const struct advantage *by, char *out, size_t size)
{
	char rounds[64], tendency[256] = "";

	if (verdict->n == verdict->m)
		snprintf(rounds, sizeof(rounds), "%zu each", verdict->n);
	else
		snprintf(rounds, sizeof(rounds), "%zu and %zu", verdict->n, verdict->m);
	if (verdict->apart && isfinite(by->factor))
		snprintf(tendency, sizeof(tendency), " Every round of %s was faster (about %.*fx).",
			 by->better, by->decimals, by->factor);
	snprintf(out, size,
		 "too few rounds to say: %s.%s %zu rounds each are the least that can decide",
		 rounds, tendency, least_rounds(verdict));
}

const char *
stats_sentence(const struct verdict *verdict, const char *a_name, const char *b_name, char *out,
	       size_t size)
{
	struct advantage by = advantage(&verdict->ratio, a_name, b_name);
	struct interval speed = turned(&verdict->ratio.interval);
	char rounds[64];

	switch (verdict->kind) {
	case VERDICT_TOO_FEW: say_too_few(verdict, &by, out, size); break;
	case VERDICT_FASTER:
	case VERDICT_SLOWER:
		say_rounds(verdict, rounds, sizeof(rounds));
		snprintf(out, size, "%s is faster: %.*fx (%.*f to %.*f), %s", by.better,
			 by.decimals, by.factor, by.decimals, by.low, by.decimals, by.high, rounds);
		break;
	case VERDICT_SMALL:
		snprintf(out, size, "a small difference: %.2fx (%.2f to %.2f) in favour of %s",
			 by.factor, by.low, by.high, by.better);
		break;
	case VERDICT_SAME:
		snprintf(out, size, "no difference larger than %.0f %%", STATS_MARGIN * 100);
		break;
	case VERDICT_UNDECIDED:
		snprintf(out, size,
			 "not enough to say%s: %s is anywhere from %.2fx to %.2fx as fast as %s. "
			 "More rounds, or a quieter machine",
			 excludes_one(&verdict->ratio.interval) ? " of times so often equal" : "",
			 a_name, speed.low, speed.high, b_name);
		break;
	}
	return out;
}
