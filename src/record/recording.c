#include "record/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (256u << 10)

struct recording {
	int fd;
	char *path;
	struct json_tokener *parser;
	struct event_header *header;
	char *bytes;	/* what was read, and where in it the next line begins */
	size_t room, len, at;
	uint64_t line;	/* number of the newest line, from 1 */
	uint64_t newest;  /* time of the events so far */
	uint64_t skipped; /* events of unknown kinds, not yet told */
	bool begun;	/* the header was read */
};

/* Moves what is left to the front, makes room for a chunk and fills it. 1: more is there; 0: the end. */
static int
fill(struct recording *rec, struct err *err)
{
	ssize_t n;

	if (rec->at)
		memmove(rec->bytes, rec->bytes + rec->at, rec->len - rec->at);
	rec->len -= rec->at;
	rec->at = 0;
	if (rec->room - rec->len < CHUNK) {
		rec->room = rec->len + rec->len / 2 + CHUNK;
		rec->bytes = xrealloc(rec->bytes, rec->room, 1);
	}
	do
		n = read(rec->fd, rec->bytes + rec->len, rec->room - rec->len);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return err_sys(err, "read %s", rec->path);
	rec->len += (size_t)n;
	return n > 0;
}

/* The next whole line, without its newline. 1: there is one; 0: none, what is left was torn. */
static int
next_line(struct recording *rec, char **line, size_t *len, struct err *err)
{
	size_t searched = 0;
	char *end;

	while (!(end = memchr(rec->bytes + rec->at + searched, '\n',
			      rec->len - rec->at - searched))) {
		int more;

		searched = rec->len - rec->at;
		if (searched > RECORDING_LINE_MAX)
			break;
		more = fill(rec, err);
		if (more <= 0)
			return more;
	}
	*line = rec->bytes + rec->at;
	*len = end ? (size_t)(end - *line) : searched;
	rec->at += *len + 1;
	rec->line++;
	if (*len > RECORDING_LINE_MAX)
		return err_set(err, "%s:%" PRIu64 ": a line longer than %u MiB", rec->path, rec->line,
			       RECORDING_LINE_MAX >> 20);
	return 1;
}

static bool
is_blank(const char *line, size_t len)
{
	while (len && (*line == ' ' || *line == '\t' || *line == '\r')) {
		line++;
		len--;
	}
	return len == 0;
}

/* The first event is the header, and no other is. */
static int
check_place(struct recording *rec, const struct event *ev, struct err *err)
{
	if (ev->type != EV_HEADER && !rec->begun)
		return err_set(err, "begins with \"%s\" and not with a header",
			       event_type_name(ev->type));
	if (ev->type == EV_HEADER && rec->begun)
		return err_set(err, "a second header");
	rec->begun = true;
	return 0;
}

static int
parse(struct recording *rec, const char *line, size_t len, struct event *ev, struct err *err)
{
	int kind = event_parse_with(rec->parser, line, len, ev, err);

	if (kind == 0 && check_place(rec, ev, err)) {
		event_wipe(ev);
		return -1;
	}
	return kind;
}

static void
tell_skipped(struct recording *rec, struct event *ev)
{
	*ev = (struct event){
		.type = EV_NOTE,
		.t = rec->newest,
		.note = { NOTE_WARN, xasprintf("%" PRIu64 " event%s of a kind that poolscope "
					       PACKAGE_VERSION " does not know %s passed over",
					       rec->skipped, rec->skipped == 1 ? "" : "s",
					       rec->skipped == 1 ? "was" : "were") },
	};
	rec->skipped = 0;
}

int
recording_next(struct recording *rec, struct event *ev, struct err *err)
{
	for (;;) {
		size_t len;
		char *line;
		int got = next_line(rec, &line, &len, err);

		if (got == 0 && rec->begun && rec->skipped) {
			tell_skipped(rec, ev);
			return 1;
		}
		if (got <= 0)
			return got;
		if (is_blank(line, len))
			continue;
		got = parse(rec, line, len, ev, err);
		if (got < 0)
			return err_wrap(err, "%s:%" PRIu64, rec->path, rec->line);
		if (got == 0) {
			rec->newest = ev->t > rec->newest ? ev->t : rec->newest;
			return 1;
		}
		rec->skipped++;
	}
}

static int
open_file(struct recording *rec, struct err *err)
{
	struct stat st;

	/* Without O_NONBLOCK a FIFO would wait for its writer. */
	rec->fd = open(rec->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (rec->fd < 0 || fstat(rec->fd, &st))
		return err_sys(err, "open %s", rec->path);
	if (!S_ISREG(st.st_mode))
		return err_set(err, "%s is not a regular file, so no recording", rec->path);
	return 0;
}

/* To before the first line, behind a byte order mark when an editor has put one there. */
static int
begin(struct recording *rec, struct err *err)
{
	static const char mark[] = "\xef\xbb\xbf";

	rec->at = rec->len = 0;
	rec->line = rec->skipped = rec->newest = 0;
	rec->begun = false;
	if (lseek(rec->fd, 0, SEEK_SET) < 0)
		return err_sys(err, "read %s", rec->path);
	if (fill(rec, err) < 0)
		return -1;
	if (rec->len >= strlen(mark) && memcmp(rec->bytes, mark, strlen(mark)) == 0)
		rec->at = strlen(mark);
	return 0;
}

/* Reads the header for recording_header(), and goes back to before it. */
static int
read_header(struct recording *rec, struct err *err)
{
	struct event first;
	int got;

	if (begin(rec, err))
		return -1;
	got = recording_next(rec, &first, err);
	if (got < 0)
		return -1;
	if (got == 0)
		return err_set(err, "%s has no header: %s", rec->path,
			       rec->len ? "not one whole line" : "it is empty");
	rec->header = first.header;
	return begin(rec, err);
}

int
recording_open(const char *path, struct recording **ret, struct err *err)
{
	autofree(recording) rec = xcalloc(1, sizeof(*rec));

	rec->fd = -1;
	rec->path = xstrdup(path);
	rec->parser = json_parser_new();
	if (open_file(rec, err) || read_header(rec, err))
		return -1;
	*ret = steal(rec);
	return 0;
}

const struct event_header *
recording_header(const struct recording *rec)
{
	return rec->header;
}

uint64_t
recording_line(const struct recording *rec)
{
	return rec->line;
}

void
recording_free(struct recording *rec)
{
	struct event first;

	if (!rec)
		return;
	first = (struct event){ .type = EV_HEADER, .header = rec->header };
	event_wipe(&first);
	if (rec->parser)
		json_tokener_free(rec->parser);
	if (rec->fd >= 0)
		close(rec->fd);
	free(rec->bytes);
	free(rec->path);
	free(rec);
}
