/*
 * screen.c - what a full-screen program costs: runs COMMAND on a terminal of
 * its own (200x50, or SIZE) and prints, a line a run, the time from exec until TEXT had
 * been written, and over SECONDS after that its CPU time, the bytes written to
 * the terminal and the most memory it had. All threads; no children. KEYS are
 * pressed when TEXT stands there, a second apart, and are no part of the SECONDS:
 * they start what is to be looked at.
 *
 *	screen [-n RUNS] [-s SECONDS] [-c COLUMNSxROWS] [-k KEYS] TEXT COMMAND [ARGUMENT...]
 */
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"

#define FIRST_FRAME_MOST_NS (20 * NS_PER_S)

static struct winsize size = { .ws_col = 200, .ws_row = 50 };

struct shown {
	pid_t pid;
	int fd;
	uint64_t started_ns;
	uint64_t bytes;
};

static void
start(struct shown *shown, char **argv)
{
	shown->started_ns = clock_now_ns();
	shown->bytes = 0;
	shown->pid = forkpty(&shown->fd, NULL, NULL, &size);
	if (shown->pid == 0) {
		setenv("TERM", "xterm-256color", 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (shown->pid < 0) {
		perror("screen: forkpty");
		exit(1);
	}
}

/* What it wrote meanwhile, added to `seen` unless that is NULL. False: it has ended. */
static bool
read_for(struct shown *shown, uint64_t until_ns, struct buf *seen)
{
	uint64_t now = clock_now_ns();
	struct pollfd poll_fd = { .fd = shown->fd, .events = POLLIN };
	char bytes[65536];
	ssize_t n;

	if (now >= until_ns || poll(&poll_fd, 1, (int)((until_ns - now) / NS_PER_MS) + 1) <= 0)
		return true;
	n = read(shown->fd, bytes, sizeof(bytes));
	if (n <= 0)
		return false;
	shown->bytes += (uint64_t)n;
	if (seen)
		buf_add(seen, bytes, (size_t)n);
	return true;
}

/* ns from exec until the text stood there; UINT64_MAX: it never did. */
static uint64_t
first_frame(struct shown *shown, const char *text)
{
	uint64_t until = shown->started_ns + FIRST_FRAME_MOST_NS;
	autobuf seen = { 0 };

	while (clock_now_ns() < until && read_for(shown, until, &seen))
		if (memmem(buf_text(&seen), seen.len, text, strlen(text)))
			return clock_now_ns() - shown->started_ns;
	return UINT64_MAX;
}

/* CPU seconds of all threads there are (the first field of their schedstat, ns). */
static double
cpu_seconds(pid_t pid)
{
	char pattern[64];
	double sum = 0;
	glob_t threads;

	snprintf(pattern, sizeof(pattern), "/proc/%d/task/*/schedstat", (int)pid);
	if (glob(pattern, 0, NULL, &threads) != 0)
		return -1;
	for (size_t i = 0; i < threads.gl_pathc; i++) {
		FILE *file = fopen(threads.gl_pathv[i], "re");
		uint64_t ns;

		if (!file)
			continue;
		if (fscanf(file, "%" SCNu64, &ns) == 1)
			sum += (double)ns / (double)NS_PER_S;
		fclose(file);
	}
	globfree(&threads);
	return sum;
}

static long
peak_kib(pid_t pid)
{
	char path[64], line[256];
	long kib = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "VmHWM: %ld", &kib) == 1)
			break;
	if (file)
		fclose(file);
	return kib;
}

static void
press(struct shown *shown, const char *keys)
{
	for (; *keys; keys++) {
		uint64_t until = clock_now_ns() + NS_PER_S;

		if (write(shown->fd, keys, 1) != 1)
			return;
		while (clock_now_ns() < until && read_for(shown, until, NULL))
			;
	}
}

static void
measure(char **argv, const char *text, const char *keys, unsigned seconds)
{
	struct shown shown;
	uint64_t frame, from, until;
	double cpu;

	start(&shown, argv);
	frame = first_frame(&shown, text);
	if (frame == UINT64_MAX) {
		printf("no \"%s\" within the time\n", text);
	} else {
		uint64_t before;

		press(&shown, keys);
		before = shown.bytes;
		cpu = cpu_seconds(shown.pid);
		from = clock_now_ns();
		until = from + seconds * NS_PER_S;
		while (clock_now_ns() < until && read_for(&shown, until, NULL))
			;
		printf("first frame %6.1f ms   cpu %.3f %% of a core   %8.0f bytes/s   peak %.1f MiB\n",
		       (double)frame / 1e6, (cpu_seconds(shown.pid) - cpu) / seconds * 100,
		       (double)(shown.bytes - before) / seconds, (double)peak_kib(shown.pid) / 1024);
		fflush(stdout);
	}
	kill(shown.pid, SIGTERM);
	while (read_for(&shown, clock_now_ns() + 3 * NS_PER_S, NULL) &&
	       waitpid(shown.pid, NULL, WNOHANG) == 0)
		;
	kill(shown.pid, SIGKILL);
	close(shown.fd);
	waitpid(shown.pid, NULL, 0);
}

int
main(int argc, char **argv)
{
	unsigned runs = 1, seconds = 20;
	const char *keys = "";
	int option;

	while ((option = getopt(argc, argv, "+n:s:c:k:")) != -1) {
		if (option == 'n')
			runs = (unsigned)atoi(optarg);
		else if (option == 's')
			seconds = (unsigned)atoi(optarg);
		else if (option == 'k')
			keys = optarg;
		else if (option != 'c' ||
			 sscanf(optarg, "%hux%hu", &size.ws_col, &size.ws_row) != 2)
			return 2;
	}
	if (argc - optind < 2 || seconds == 0) {
		fputs("screen [-n RUNS] [-s SECONDS] [-c COLUMNSxROWS] [-k KEYS] TEXT COMMAND [ARGUMENT...]\n",
		      stderr);
		return 2;
	}
	for (unsigned i = 0; i < runs; i++)
		measure(argv + optind + 1, argv[optind], keys, seconds);
	return 0;
}
