#include "base/units.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/mem.h"

/* Three significant digits, without an exponent. */
static const char *
three_digits(char out[UNITS_LEN], const char *sign, double value, const char *unit)
{
	int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;

	snprintf(out, UNITS_LEN, "%s%.*f%s", sign, decimals, value, unit);
	return out;
}

static const char *
unknown(char out[UNITS_LEN])
{
	snprintf(out, UNITS_LEN, "%s", UNITS_UNKNOWN);
	return out;
}

const char *
units_time(char out[UNITS_LEN], uint64_t ns)
{
	double s = (double)ns / (double)NS_PER_S;

	if (!known(ns))
		return unknown(out);
	if (s < 0.1)
		return three_digits(out, "", s * 1000, " ms");
	if (s < 0.9995)
		snprintf(out, UNITS_LEN, "%.3f s", s);
	else
		three_digits(out, "", s, " s");
	return out;
}

const char *
units_span(char out[UNITS_LEN], uint64_t ns)
{
	uint64_t s = ns / NS_PER_S;

	if (!known(ns))
		return unknown(out);
	if (s < 3600)
		snprintf(out, UNITS_LEN, "%02" PRIu64 ":%02" PRIu64, s / 60, s % 60);
	else
		snprintf(out, UNITS_LEN, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60,
			 s % 60);
	return out;
}

static const char *
size_with_sign(char out[UNITS_LEN], const char *sign, uint64_t bytes)
{
	static const char *const names[] = { " B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB" };
	double value = (double)bytes;
	size_t i = 0;

	for (; value >= 999.5 && i + 1 < COUNTOF(names); i++)
		value /= 1024;
	if (i == 0)
		snprintf(out, UNITS_LEN, "%s%.0f%s", sign, value, names[i]);
	else
		three_digits(out, sign, value, names[i]);
	return out;
}

const char *
units_about(char out[UNITS_LEN], uint64_t ns)
{
	uint64_t s = ns / NS_PER_S + (ns % NS_PER_S > 0), min = (s + 30) / 60;

	if (s < 60)
		snprintf(out, UNITS_LEN, "%" PRIu64 " s", s > 0 ? s : 1);
	else if (min < 60)
		snprintf(out, UNITS_LEN, "%" PRIu64 " min", min);
	else
		snprintf(out, UNITS_LEN, "%" PRIu64 " h %" PRIu64 " min", min / 60, min % 60);
	return out;
}

const char *
units_size(char out[UNITS_LEN], uint64_t bytes)
{
	return known(bytes) ? size_with_sign(out, "", bytes) : unknown(out);
}

const char *
units_delta(char out[UNITS_LEN], int64_t bytes)
{
	uint64_t magnitude = bytes < 0 ? -(uint64_t)bytes : (uint64_t)bytes;

	return size_with_sign(out, bytes < 0 ? "-" : "+", magnitude);
}

const char *
units_rate(char out[UNITS_LEN], double bytes_per_s)
{
	bool small = bytes_per_s > 0 && bytes_per_s < 1e4; /* "0.00 MB/s" would be none */

	if (!isfinite(bytes_per_s))
		return unknown(out);
	return three_digits(out, "", bytes_per_s / (small ? 1e3 : 1e6), small ? " kB/s" : " MB/s");
}

const char *
units_per_s(char out[UNITS_LEN], double per_s)
{
	return isfinite(per_s) ? three_digits(out, "", per_s, "/s") : unknown(out);
}

const char *
units_percent(char out[UNITS_LEN], double percent)
{
	if (!isfinite(percent))
		return unknown(out);
	snprintf(out, UNITS_LEN, "%.0f %%", percent);
	return out;
}

int
units_parse_size(const char *text, uint64_t *bytes)
{
	static const struct {
		const char *name;
		int shift;
	} suffixes[] = {
		{ "", 0 },     { "B", 0 },  { "K", 10 },   { "KiB", 10 }, { "M", 20 },
		{ "MiB", 20 }, { "G", 30 }, { "GiB", 30 }, { "T", 40 },	  { "TiB", 40 },
	};
	char *end;
	uint64_t number;

	if (*text < '0' || *text > '9')
		return -1;
	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno)
		return -1;
	while (*end == ' ')
		end++;
	for (size_t i = 0; i < COUNTOF(suffixes); i++) {
		if (strcasecmp(end, suffixes[i].name) != 0)
			continue;
		if (number > UINT64_MAX >> suffixes[i].shift)
			return -1;
		*bytes = number << suffixes[i].shift;
		return 0;
	}
	return -1;
}

double
units_round_up(double max)
{
	static const double steps[] = { 1, 2, 5, 10 };
	double power;

	if (!isfinite(max) || max <= 0)
		return 1;
	power = pow(10, floor(log10(max)));
	/* A little is forgiven: 0.3 is 2.9999... tenths. */
	for (size_t i = 0; i < COUNTOF(steps); i++)
		if (steps[i] * power >= max * (1 - 1e-9))
			return steps[i] * power;
	return max;
}
