/* What the figures of a comparison are put into: a verdict, and a sentence. */
#include "record/stats.h"

#include <math.h>
#include <stdio.h>

/* Rounds of each that can decide: 2 / (8 over 4) is under STATS_ALPHA, 2 / (6 over 3) not. */
#define LEAST_ROUNDS 4

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
judge(const struct verdict *verdict, double smallest_p)
{
	double estimate = verdict->ratio.estimate;

	if (smallest_p > STATS_ALPHA + STATS_EPSILON || !isfinite(estimate))
		return VERDICT_TOO_FEW;
	if (verdict->p <= STATS_ALPHA + STATS_EPSILON && excludes_one(&verdict->ratio.interval)) {
		if (estimate > 1 + STATS_MARGIN)
			return VERDICT_SLOWER;
		if (estimate < 1 / (1 + STATS_MARGIN))
			return VERDICT_FASTER;
		return VERDICT_SMALL;
	}
	return within_margin(&verdict->ratio.interval) ? VERDICT_SAME : VERDICT_UNDECIDED;
}

struct verdict
stats_verdict(const double *a, size_t n, const double *b, size_t m, double p_adjusted)
{
	struct mann_whitney test = stats_mann_whitney(a, n, b, m);
	struct verdict verdict = {
		.ratio = stats_ratio(a, n, b, m),
		.p = isnan(p_adjusted) ? test.p : p_adjusted,
		.apart = n > 0 && m > 0 && (test.u == 0 || test.u == (double)n * (double)m),
		.n = n,
		.m = m,
	};

	verdict.kind = judge(&verdict, test.smallest_p);
	return verdict;
}

struct verdict
stats_paired_verdict(const double *a, const double *b, size_t n, double p_adjusted)
{
	struct verdict verdict = { .n = n, .m = n };
	double p;

	verdict.ratio = stats_paired_ratio(a, b, n, &p);
	verdict.p = isnan(p_adjusted) ? p : p_adjusted;
	verdict.kind = judge(&verdict, ldexp(2, -(int)fmin((double)n, 1000)));
	return verdict;
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
		 "too few rounds to say: %s.%s %d rounds each are the least that can decide",
		 rounds, tendency, LEAST_ROUNDS);
}

const char *
stats_sentence(const struct verdict *verdict, const char *a_name, const char *b_name, char *out,
	       size_t size)
{
	struct advantage by = advantage(&verdict->ratio, a_name, b_name);
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
		snprintf(out, size, "not enough to say: anywhere from %.2fx to %.2fx. %s",
			 verdict->ratio.interval.low, verdict->ratio.interval.high,
			 "More rounds, or a quieter machine");
		break;
	}
	return out;
}
