#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xdg.h"
#include "record/recording.h"

struct recorder {
	int fd;
	char *path;
	struct buf line;
	bool failed;	/* for good, with the error below */
	struct err why;
};

static struct recorder *
recorder_new(char *path, int fd)
{
	struct recorder *recorder = xcalloc(1, sizeof(*recorder));

	recorder->path = path;
	recorder->fd = fd;
	return recorder;
}

char *
recording_path(const char *folder, const struct event_header *header)
{
	char stamp[CLOCK_STAMP_LEN];
	size_t len = 0;

	clock_stamp(header->started_wall_ns, stamp);
	for (const char *c = stamp; *c; c++)
		if (*c != '-' && *c != ':')
			stamp[len++] = *c;
	stamp[len] = '\0';
	return xasprintf("%s/%s-%s.jsonl", folder, stamp, header->run);
}

int
recorder_create(const char *folder, const struct event_header *header, struct recorder **ret,
		struct err *err)
{
	struct event first = { .type = EV_HEADER, .header = (struct event_header *)header };
	autofree(recorder) recorder = NULL;
	autofree_mem char *path = recording_path(folder, header);
	int fd;

	if (xdg_make_folder(folder, err))
		return err_wrap(err, "folder of the recordings");
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_sys(err, "make recording %s", path);
	recorder = recorder_new(steal(path), fd);
	if (recorder_add(recorder, &first, err)) {
		unlink(recorder->path);
		return -1;
	}
	*ret = steal(recorder);
	return 0;
}

/* Only what is a recording is gone on with: cutting its end off would damage anything else. */
static int
check_recording(const char *path, struct err *err)
{
	autofree(recording) rec = NULL;

	return recording_open(path, &rec, err);
}

/* Where the last whole line ends. */
static off_t
end_of_lines(int fd, off_t size)
{
	char bytes[4096];

	while (size > 0) {
		size_t want = size < (off_t)sizeof(bytes) ? (size_t)size : sizeof(bytes);
		ssize_t got = pread(fd, bytes, want, size - (off_t)want);
		char *newline;

		if (got != (ssize_t)want)
			return -1;
		newline = memrchr(bytes, '\n', want);
		size -= (off_t)want;
		if (newline)
			return size + (newline + 1 - bytes);
	}
	return size;
}

static int
cut_torn_line(struct recorder *recorder, struct err *err)
{
	struct stat st;
	off_t end;

	if (fstat(recorder->fd, &st))
		return err_sys(err, "look at %s", recorder->path);
	end = end_of_lines(recorder->fd, st.st_size);
	if (end < 0)
		return err_sys(err, "read %s", recorder->path);
	if (end < st.st_size && ftruncate(recorder->fd, end))
		return err_sys(err, "cut the torn line off %s", recorder->path);
	return 0;
}

int
recorder_append(const char *path, struct recorder **ret, struct err *err)
{
	autofree(recorder) recorder = NULL;
	int fd;

	if (check_recording(path, err))
		return -1;
	fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return err_sys(err, "open %s", path);
	recorder = recorder_new(xstrdup(path), fd);
	if (cut_torn_line(recorder, err))
		return -1;
	*ret = steal(recorder);
	return 0;
}

static int
write_line(struct recorder *recorder)
{
	const char *from = recorder->line.data;
	size_t left = recorder->line.len;

	while (left) {
		ssize_t n = write(recorder->fd, from, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_sys(&recorder->why, "write %s", recorder->path);
		from += n;
		left -= (size_t)n;
	}
	return 0;
}

/* The first failure is the answer to everything later: a gap in the middle would not be seen. */
static int
state_of(const struct recorder *recorder, struct err *err)
{
	if (!recorder->failed)
		return 0;
	*err = recorder->why;
	return -1;
}

int
recorder_add(struct recorder *recorder, const struct event *ev, struct err *err)
{
	if (!recorder->failed) {
		buf_clear(&recorder->line);
		event_format(ev, &recorder->line);
		buf_putc(&recorder->line, '\n');
		recorder->failed = write_line(recorder) != 0;
	}
	return state_of(recorder, err);
}

int
recorder_sync(struct recorder *recorder, struct err *err)
{
	if (!recorder->failed && fdatasync(recorder->fd)) {
		err_sys(&recorder->why, "flush %s to the disk", recorder->path);
		recorder->failed = true;
	}
	return state_of(recorder, err);
}

const char *
recorder_path(const struct recorder *recorder)
{
	return recorder->path;
}

void
recorder_free(struct recorder *recorder)
{
	if (!recorder)
		return;
	close(recorder->fd);
	buf_wipe(&recorder->line);
	free(recorder->path);
	free(recorder);
}

void
recording_new_id(char out[9])
{
	uint32_t bits = 0;

	/* So few bytes are never cut short; before the kernel has any it waits, at boot. */
	while (getrandom(&bits, sizeof(bits), 0) != sizeof(bits))
		;
	snprintf(out, 9, "%08x", (unsigned)bits);
}
