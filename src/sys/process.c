#include "sys/process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"

#define DELETED " (deleted)"

static FILE *
open_proc(pid_t pid, const char *file)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, file);
	return fopen(path, "re");
}

struct stat_line {
	char state;
	int parent;
	unsigned long long start_time;
};

static bool
read_stat(pid_t pid, struct stat_line *stat)
{
	char line[1024];
	FILE *file = open_proc(pid, "stat");

	if (!file)
		return false;
	size_t len = fread(line, 1, sizeof(line) - 1, file);
	fclose(file);
	line[len] = '\0';

	/* The second field is a name in brackets and may hold anything, brackets too. */
	const char *after_name = strrchr(line, ')');
	return after_name &&
	       sscanf(after_name + 1,
		      " %c %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu",
		      &stat->state, &stat->parent, &stat->start_time) == 3;
}

uint64_t
process_start_time(pid_t pid)
{
	struct stat_line stat;

	if (!read_stat(pid, &stat) || stat.state == 'Z' || stat.state == 'X')
		return 0;
	return stat.start_time;
}

pid_t
process_parent(pid_t pid)
{
	struct stat_line stat;

	return read_stat(pid, &stat) ? stat.parent : 0;
}

bool
process_program(pid_t pid, char *out, size_t size)
{
	char path[64];
	char program[PATH_MAX];

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	ssize_t len = readlink(path, program, sizeof(program) - 1);
	if (len < 0)
		return false;
	program[len] = '\0';

	size_t mark = strlen(DELETED);
	if ((size_t)len > mark && strcmp(program + len - mark, DELETED) == 0)
		program[(size_t)len - mark] = '\0';
	return snprintf(out, size, "%s", program) < (int)size;
}

bool
process_has_env(pid_t pid, const char *name, const char *value)
{
	autofree_mem char *wanted = xasprintf("%s=%s", name, value);
	autofree_mem char *entry = NULL;
	size_t room = 0;
	bool found = false;
	FILE *file = open_proc(pid, "environ");

	if (!file)
		return false;
	while (!found && getdelim(&entry, &room, '\0', file) > 0)
		found = strcmp(entry, wanted) == 0;
	fclose(file);
	return found;
}

int
process_open(pid_t pid)
{
	return pidfd_open(pid, 0);
}

void
process_signal(int pidfd, int signo)
{
	/* The only failure is that it has ended, which is what process_wait() tells. */
	pidfd_send_signal(pidfd, signo, NULL, 0);
}

bool
process_wait(int pidfd, unsigned timeout_ms)
{
	struct pollfd end = { .fd = pidfd, .events = POLLIN };
	uint64_t deadline = clock_now_ns() + timeout_ms * NS_PER_MS;

	for (;;) {
		uint64_t now = clock_now_ns();
		int left_ms = now < deadline ? (int)((deadline - now) / NS_PER_MS) : 0;
		int ready = poll(&end, 1, left_ms);

		if (ready > 0)
			return true;
		if (ready == 0 || errno != EINTR)
			return false;
	}
}

void
process_each(process_fn *fn, void *arg)
{
	const struct dirent *entry;
	DIR *proc = opendir("/proc");

	if (!proc)
		return;
	while ((entry = readdir(proc)) != NULL) {
		if (isdigit((unsigned char)entry->d_name[0]))
			fn(arg, (pid_t)strtol(entry->d_name, NULL, 10));
	}
	closedir(proc);
}
