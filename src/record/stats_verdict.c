/* What the figures of a comparison are put into: a verdict, and a sentence. */
#include "record/stats.h"

#include <math.h>
#include <stdio.h>

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

struct verdict
stats_verdict(const double *a, size_t n, const double *b, size_t m)
{
	struct mann_whitney test = stats_mann_whitney(a, n, b, m);
	struct verdict verdict = {
		.ratio = stats_ratio(a, n, b, m),
		.p = test.p,
		.smallest_p = test.smallest_p,
		.family = 1,
		.apart = n > 0 && m > 0 && (test.u == 0 || test.u == (double)n * (double)m),
		.n = n,
		.m = m,
	};

	verdict.kind = judge(&verdict);
	return verdict;
}

struct verdict
stats_paired_verdict(const double *a, const double *b, size_t n)
{
	struct verdict verdict = {
		.smallest_p = smallest_of_pairs(n),
		.family = 1,
		.paired = true,
		.n = n,
		.m = n,
	};

	verdict.ratio = stats_paired_ratio(a, b, n, &verdict.p);
	verdict.kind = judge(&verdict);
	return verdict;
}

/* Moves those that can be decided to `p`, and tells the smallest p that any of them could have. */
static size_t
take_decidable(struct verdict *const *verdicts, size_t n, double *p, double *smallest)
{
	size_t family = 0;

	*smallest = 1;
	for (size_t i = 0; i < n; i++) {
		if (verdicts[i]->kind == VERDICT_TOO_FEW)
			continue;
		p[family++] = verdicts[i]->p;
		*smallest = fmin(*smallest, verdicts[i]->smallest_p);
	}
	return family;
}

void
stats_judge_together(struct verdict *const *verdicts, size_t n)
{
	autofree_mem double *p = xmalloc(n * sizeof(*p));
	double smallest;
	size_t family = take_decidable(verdicts, n, p, &smallest);

	stats_holm(p, family);
	for (size_t i = 0, k = 0; i < n; i++) {
		struct verdict *verdict = verdicts[i];

		if (verdict->kind == VERDICT_TOO_FEW)
			continue;
		verdict->p = p[k++];
		verdict->family = family;
		/* Holm's first step is the hardest, and no later one is easier than it. */
		if (!can_decide((double)family * smallest))
			verdict->smallest_p = (double)family * smallest;
		verdict->kind = judge(verdict);
	}
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
		snprintf(out, size, "not enough to say%s: anywhere from %.2fx to %.2fx. %s",
			 excludes_one(&verdict->ratio.interval) ? " for one of several comparisons"
								: "",
			 verdict->ratio.interval.low, verdict->ratio.interval.high,
			 "More rounds, or a quieter machine");
		break;
	}
	return out;
}
