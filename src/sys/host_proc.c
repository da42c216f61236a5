#include "sys/host_proc.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/units.h"

/* A tick is 10 ms. */
#define TICKS_MIN 4

void
proc_read_fd(int fd, struct buf *text)
{
	char bytes[16384];
	ssize_t got;

	buf_clear(text);
	while (fd >= 0 && (got = pread(fd, bytes, sizeof(bytes), (off_t)text->len)) > 0)
		buf_add(text, bytes, (size_t)got);
}

void
proc_read(const char *path, struct buf *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	proc_read_fd(fd, text);
	if (fd >= 0)
		close(fd);
}

static const char *
next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : NULL;
}

/* What stands behind the first such start of a line, or NULL. */
static const char *
behind(const char *text, const char *start)
{
	size_t len = strlen(start);

	for (const char *line = text; line; line = next_line(line))
		if (strncmp(line, start, len) == 0)
			return line + len;
	return NULL;
}

/* strtoull(3) rather than sscanf(3), which measures all the text that follows, each time. */
static bool
read_number(const char **at, uint64_t *number)
{
	char *end;

	*number = strtoull(*at, &end, 10);
	if (end == *at)
		return false;
	*at = end;
	return true;
}

static bool
read_ticks(const char *at, struct proc_cpu *cpu)
{
	struct proc_cpu got;
	uint64_t *const fields[] = { &got.user,	  &got.nice,	  &got.system,	&got.idle,
				     &got.iowait, &got.irq,	  &got.softirq, &got.steal,
				     &got.guest,  &got.guest_nice };

	for (size_t i = 0; i < COUNTOF(fields); i++)
		if (!read_number(&at, fields[i]))
			return false;
	*cpu = got;
	return true;
}

bool
proc_stat_all(const char *text, struct proc_cpu *cpu)
{
	const char *fields = behind(text, "cpu ");

	return fields && read_ticks(fields, cpu);
}

unsigned
proc_stat_cores(const char *text, struct proc_cpu *cores, unsigned max)
{
	unsigned n = 0;

	memset(cores, 0xff, max * sizeof(*cores));
	for (const char *line = text; line; line = next_line(line)) {
		const char *at = line + 3;
		uint64_t number;

		if (strncmp(line, "cpu", 3) != 0 || *at < '0' || *at > '9' ||
		    !read_number(&at, &number) || number >= max || !read_ticks(at, &cores[number]))
			continue;
		if (number >= n)
			n = (unsigned)number + 1;
	}
	return n;
}

double
counter_since(uint64_t now, uint64_t before)
{
	return known(now) && now >= before ? (double)(now - before) : NAN;
}

double
counter_percent(double part, double ticks)
{
	return ticks >= TICKS_MIN ? 100 * part / ticks : NAN;
}

double
proc_cpu_busy(const struct proc_cpu *now, const struct proc_cpu *last)
{
	double busy =
		counter_since(now->user, last->user) + counter_since(now->nice, last->nice) +
		counter_since(now->system, last->system) + counter_since(now->irq, last->irq) +
		counter_since(now->softirq, last->softirq) + counter_since(now->steal, last->steal);
	double waiting =
		counter_since(now->idle, last->idle) + counter_since(now->iowait, last->iowait);

	return counter_percent(busy, busy + waiting);
}

uint64_t
proc_meminfo(const char *text, const char *key)
{
	autofree_mem char *start = xasprintf("%s:", key);
	const char *at = behind(text, start);
	uint64_t kib;

	if (!at || !read_number(&at, &kib) || strncmp(at, " kB", 3) != 0 || kib > UINT64_MAX >> 11)
		return UNKNOWN;
	return kib << 10;
}

double
proc_pressure(const char *text)
{
	const char *at = behind(text, "some avg10=");
	char *end;
	double percent;

	if (!at)
		return NAN;
	percent = strtod(at, &end);
	return end != at && percent >= 0 && percent <= 100 ? percent : NAN;
}

/*
 * Behind the name come reads (done, merged, sectors, ms), writes (the same),
 * requests in flight, and the milliseconds in which there were any.
 */
uint64_t
proc_disk_busy_ms(const char *text, const char *name)
{
	enum { BUSY_FIELD = 10 };
	autofree_mem char *in_line = xasprintf(" %s ", name);
	const char *at = strstr(text, in_line);
	uint64_t number = UNKNOWN;

	if (!at)
		return UNKNOWN;
	at += strlen(in_line);
	for (int i = 0; i < BUSY_FIELD; i++)
		if (!read_number(&at, &number))
			return UNKNOWN;
	return number;
}

uint64_t
proc_resident(const char *text)
{
	const char *at = text;
	uint64_t size, resident;

	if (!read_number(&at, &size) || !read_number(&at, &resident))
		return UNKNOWN;
	return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool
proc_cpuinfo(const char *text, const char *key, char *out, size_t size)
{
	const char *at = behind(text, key);
	size_t len;

	if (!at)
		return false;
	at += strspn(at, " \t");
	if (*at != ':')
		return false;
	at += 1 + strspn(at + 1, " \t");
	len = strcspn(at, "\n");
	if (len >= size)
		len = size - 1;
	memcpy(out, at, len);
	out[len] = '\0';
	return true;
}

bool
proc_has_word(const char *line, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = line; *at; at += strspn(at, " ")) {
		size_t this = strcspn(at, " ");

		if (this == len && strncmp(at, word, len) == 0)
			return true;
		at += this;
	}
	return false;
}
