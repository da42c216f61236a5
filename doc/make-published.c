/*
 * make-published.c - makes recordings of the figures in published/figures, whose
 * first lines tell what may stand there: make-published FIGURES FOLDER
 *
 * The same figures always give the same bytes, so that a test can tell whether
 * the recordings in the tree are those of the figures.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/xdg.h"
#include "record/figures.h"

#define LINE_MAX_LEN 512
#define WORDS	     16

/* The recording that is being read: its steps can be told when all of its header is known. */
struct reading {
	const char *folder;
	unsigned line;
	struct event_header *header; /* NULL: none has begun */
	struct figure figures[100];
	size_t n_figures;
	struct event_usage usage[10];
	size_t n_usage;
	char when[8]; /* "2024-08": their files' names begin with it, so that they stand in order */
	char *notes[10];
	size_t n_notes;
};

static void
die(const struct reading *reading, const char *what)
{
	fprintf(stderr, "make-published: line %u: %s\n", reading->line, what);
	exit(1);
}

/* ---- values ---- */

/* A number as it is written, times a unit, to the nearest whole one. */
static uint64_t
number(const struct reading *reading, const char *text, double unit)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value > 0) || value * unit > 9e18)
		die(reading, "expected a positive number");
	return (uint64_t)llround(value * unit);
}

static uint64_t
size(const struct reading *reading, const char *text)
{
	char digits[32] = "";
	size_t len = strspn(text, "0123456789.");

	if (len >= sizeof(digits))
		die(reading, "expected a size");
	memcpy(digits, text, len);
	if (strcmp(text + len, "MiB") == 0)
		return number(reading, digits, 1 << 20);
	if (strcmp(text + len, "GiB") == 0)
		return number(reading, digits, 1 << 30);
	die(reading, "expected MiB or GiB");
	return 0;
}

static char *
with_blanks(char *word)
{
	for (char *c = word; *c; c++)
		if (*c == '_')
			*c = ' ';
	return strcmp(word, "-") == 0 ? NULL : word;
}

/* "2024-08", the first of that month. */
static uint64_t
month(struct reading *reading, const char *text)
{
	struct tm tm = { .tm_mday = 1 };
	int used = 0;

	if (sscanf(text, "%4d-%2d%n", &tm.tm_year, &tm.tm_mon, &used) != 2 || text[used] ||
	    used != 7)
		die(reading, "expected YEAR-MONTH");
	snprintf(reading->when, sizeof(reading->when), "%s", text);
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	return (uint64_t)timegm(&tm) * NS_PER_S;
}

static uint32_t
hash(const char *text)
{
	uint32_t value = UINT32_C(2166136261);

	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * UINT32_C(16777619);
	return value;
}

/* ---- a recording ---- */

static void
finish(struct reading *reading)
{
	struct event_header *header = steal(reading->header);
	autofree_mem char *path = NULL;
	struct figures *figures;
	struct err err;

	if (!header)
		return;
	if (!header->started_wall_ns || !header->source)
		die(reading, "the recording before has no time, or no source");
	path = xasprintf("%s/%s-%s.jsonl", reading->folder, reading->when, header->label);
	figures = figures_new(header);
	for (size_t i = 0; i < reading->n_notes; i++) {
		figures_note(figures, NOTE_INFO, reading->notes[i]);
		free(reading->notes[i]);
	}
	for (size_t i = 0; i < reading->n_figures; i++)
		figures_step(figures, &reading->figures[i]);
	for (size_t i = 0; i < reading->n_usage; i++)
		figures_usage(figures, reading->usage[i].target, reading->usage[i].used,
			      reading->usage[i].total);
	if (xdg_write_file(path, figures_end(figures)->data, figures_end(figures)->len, &err)) {
		fprintf(stderr, "make-published: %s\n", err.text);
		exit(1);
	}
	figures_free(figures);
	*reading = (struct reading){ .folder = reading->folder, .line = reading->line };
}

static void
begin(struct reading *reading, const char *label)
{
	struct event_header *header;

	finish(reading);
	header = reading->header = xcalloc(1, sizeof(*header));
	header->version = RECORDING_VERSION;
	header->kind = RUN_PUBLISHED;
	header->run = xasprintf("%08" PRIx32, hash(label));
	header->label = xstrdup(label);
	header->env.host.memory = UNKNOWN;
	header->plan = xcalloc(1, sizeof(*header->plan));
	header->plan->order = ORDER_GIVEN;
	header->plan->rounds = 1;
}

/* ---- lines ---- */

static struct env_server *
server_of(const struct reading *reading)
{
	return reading->header->env.servers;
}

static void
server(struct reading *reading, char **words, size_t n)
{
	struct env *env = &reading->header->env;

	(void)n;
	env->servers = xcalloc(1, sizeof(*env->servers));
	env->n_servers = 1;
	env->servers[0].name = xstrdup(words[1]);
	env->servers[0].kind = xstrdup(words[1]);
}

static enum pool_backing
backing(const struct reading *reading, const char *word)
{
	for (enum pool_backing i = BACKING_LOOP; i <= BACKING_REMOTE; i++)
		if (strcmp(word, env_backing_name(i)) == 0)
			return i;
	die(reading, "expected loop, disk or folder");
	return BACKING_UNKNOWN;
}

static void
pool(struct reading *reading, char **words, size_t n)
{
	struct env_server *on = server_of(reading);
	const char *name = with_blanks(words[1]), *driver = with_blanks(words[2]);
	struct env_pool *new;

	plan_add_target(reading->header->plan, on ? on->name : NULL, NULL, name, driver);
	if (!on)
		return;
	on->pools = xrealloc(on->pools, on->n_pools + 1, sizeof(*on->pools));
	new = &on->pools[on->n_pools++];
	*new = (struct env_pool){ .name = xstrdup(name),
				  .driver = xstrdup(driver),
				  .used = UNKNOWN,
				  .total = UNKNOWN,
				  .instances = SIZE_MAX };
	if (n > 3)
		new->backing = backing(reading, words[3]);
}

static size_t
target_named(const struct reading *reading, char *word)
{
	const struct plan *plan = reading->header->plan;

	with_blanks(word);
	for (size_t i = 0; i < plan->n_targets; i++)
		if (strcmp(plan->targets[i].pool, word) == 0)
			return i;
	die(reading, "no such pool");
	return 0;
}

static enum place
place_named(const struct reading *reading, const char *word)
{
	for (enum place i = PLACE_HOST; i <= PLACE_VM; i++)
		if (strcmp(word, place_name(i)) == 0)
			return i;
	die(reading, "expected host, container or vm");
	return PLACE_HOST;
}

/* WORKLOAD[/VARIANT] IMAGE PLACE POOL: words 1 to 4. */
static size_t
cell_of(struct reading *reading, char **words)
{
	char *workload = words[1], *variant = strchr(workload, '/');
	struct cell cell = { .place = place_named(reading, words[3]),
			     .target = target_named(reading, words[4]) };
	size_t before = reading->header->plan->n_cells, index;

	if (variant)
		*variant++ = '\0';
	cell.workload = with_blanks(workload);
	cell.variant = variant ? with_blanks(variant) : NULL;
	cell.image = with_blanks(words[2]);
	index = plan_add_cell(reading->header->plan, &cell);
	if (reading->header->plan->n_cells == before)
		die(reading, "told before");
	plan_add_chain(reading->header->plan, &index, 1, NO_CELL);
	return index;
}

static struct figure *
new_figure(struct reading *reading, size_t cell)
{
	struct figure *figure = &reading->figures[reading->n_figures++];

	if (reading->n_figures == COUNTOF(reading->figures))
		die(reading, "too many figures");
	*figure = (struct figure){ .cell = cell,
				   .n = reading->header->plan->count,
				   .start = UNKNOWN,
				   .ns = UNKNOWN,
				   .bytes = UNKNOWN,
				   .rate = UNKNOWN };
	return figure;
}

static void
times(struct reading *reading, char **words, size_t n)
{
	struct plan *plan = reading->header->plan;
	size_t cell = cell_of(reading, words);

	for (size_t i = 5; i < n; i++) {
		struct figure *figure = new_figure(reading, cell);

		figure->round = (unsigned)(i - 5);
		figure->ns = number(reading, words[i], 1e9);
	}
	if (n - 5 > plan->rounds)
		plan->rounds = (unsigned)(n - 5);
}

static void export(struct reading *reading, char **words, size_t n)
{
	struct figure *figure = new_figure(reading, cell_of(reading, words));

	(void)n;
	figure->ns = number(reading, words[5], 1e9);
	figure->bytes = number(reading, words[6], 1e6);
}

static void
rate(struct reading *reading, char **words, size_t n)
{
	(void)n;
	new_figure(reading, cell_of(reading, words))->rate = number(reading, words[5], 1e6);
}

static void
disk(struct reading *reading, char **words, size_t n)
{
	(void)n;
	if (reading->n_usage == COUNTOF(reading->usage))
		die(reading, "too many pools");
	reading->usage[reading->n_usage++] =
		(struct event_usage){ .target = target_named(reading, words[1]),
				      .used = size(reading, words[2]),
				      .total = size(reading, words[3]) };
}

static void
figure_of_host(struct reading *reading, char **words, size_t n)
{
	struct env_host *host = &reading->header->env.host;
	struct plan *plan = reading->header->plan;

	(void)n;
	if (strcmp(words[0], "cpus") == 0)
		host->cpus = (unsigned)number(reading, words[1], 1);
	else if (strcmp(words[0], "memory") == 0)
		host->memory = size(reading, words[1]);
	else if (strcmp(words[0], "count") == 0)
		plan->count = (unsigned)number(reading, words[1], 1);
	else
		plan->parallel = (unsigned)number(reading, words[1], 1);
}

/* ---- which line is what ---- */

static const struct {
	const char *name;
	size_t least, most; /* words, the name with them */
	void (*take)(struct reading *reading, char **words, size_t n);
} kinds[] = {
	{ "server", 2, 2, server },
	{ "cpus", 2, 2, figure_of_host },
	{ "memory", 2, 2, figure_of_host },
	{ "count", 2, 2, figure_of_host },
	{ "parallel", 2, 2, figure_of_host },
	{ "pool", 3, 4, pool },
	{ "time", 6, WORDS, times },
	{ "export", 7, 7, export },
	{ "rate", 6, 6, rate },
	{ "disk", 4, 4, disk },
};

/* Those whose value is all of the rest of the line. */
static bool
take_text(struct reading *reading, const char *name, const char *text)
{
	struct event_header *header = reading->header;

	if (strcmp(name, "recording") == 0)
		begin(reading, text);
	else if (!header)
		die(reading, "expected a recording first");
	else if (strcmp(name, "when") == 0)
		header->started_wall_ns = month(reading, text);
	else if (strcmp(name, "source") == 0)
		header->source = xstrdup(text);
	else if (strcmp(name, "cpu") == 0)
		header->env.host.cpu_model = xstrdup(text);
	else if (strcmp(name, "virt") == 0)
		header->env.host.virt = xstrdup(text);
	else if (strcmp(name, "note") == 0 && reading->n_notes < COUNTOF(reading->notes))
		reading->notes[reading->n_notes++] = xstrdup(text);
	else
		return false;
	return true;
}

static void
take_line(struct reading *reading, char *line)
{
	size_t name = strcspn(line, " \t");
	autofree_mem char *first = xstrndup(line, name);
	char *words[WORDS], *word;
	size_t n = 0;

	if (take_text(reading, first, line + name + strspn(line + name, " \t")))
		return;
	while ((word = strsep(&line, " \t")) && n < WORDS)
		if (*word)
			words[n++] = word;
	for (size_t i = 0; i < COUNTOF(kinds); i++) {
		if (strcmp(kinds[i].name, first) != 0)
			continue;
		if (n < kinds[i].least || n > kinds[i].most)
			die(reading, "expected more words, or fewer");
		kinds[i].take(reading, words, n);
		return;
	}
	die(reading, "no such line");
}

int
main(int argc, char **argv)
{
	FILE *file = argc == 3 ? fopen(argv[1], "re") : NULL;
	struct reading reading = { .folder = argv[argc > 2 ? 2 : 0] };
	char line[LINE_MAX_LEN];

	if (!file) {
		fprintf(stderr, "usage: make-published FIGURES FOLDER\n");
		return 2;
	}
	while (fgets(line, sizeof(line), file)) {
		reading.line++;
		line[strcspn(line, "\n")] = '\0';
		if (*line && *line != '#')
			take_line(&reading, line);
	}
	fclose(file);
	finish(&reading);
	return 0;
}
