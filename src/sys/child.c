#include "sys/child.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"

/* Of standard error only the end is kept. */
#define COMPLAINT_MAX 4096
/* A killed process that is stuck in the kernel (a dead disk) is not waited for any longer. */
#define REAP_MS 2000

struct pipe_end {
	int fd; /* -1: closed */
	struct loop_watch *watch;
	struct buf text; /* what was read and not yet told */
};

struct child {
	pid_t pid; /* 0: never started, or reaped */
	int pidfd;
	struct loop_watch *ended;
	struct pipe_end out, err;
	bool too_long; /* it wrote a line of more than CHILD_LINE_MAX */
	bool calling;  /* a callback is running */
	bool freed;    /* by that callback */
	child_line_fn *line;
	child_end_fn *end;
	void *arg;
};

/* ---- starting ---- */

static bool
same_name(const char *a, const char *b)
{
	size_t len = strcspn(a, "=");

	return strncmp(a, b, len) == 0 && b[len] == '=';
}

static bool
is_replaced(const char *variable, const char *const *added)
{
	for (; added && *added; added++)
		if (same_name(variable, *added))
			return true;
	return false;
}

/* The array is the caller's to free, the texts are not. */
static char **
environment_with(const char *const *added)
{
	char **env = NULL;
	size_t n = 0, room = 0;

	for (char **variable = environ; variable && *variable; variable++) {
		if (is_replaced(*variable, added))
			continue;
		env = mem_grow(env, n, &room, sizeof(*env));
		env[n++] = *variable;
	}
	for (; added && *added; added++) {
		env = mem_grow(env, n, &room, sizeof(*env));
		env[n++] = (char *)*added;
	}
	env = mem_grow(env, n, &room, sizeof(*env));
	env[n] = NULL;
	return env;
}

/*
 * A group of its own: Ctrl-C on the terminal reaches us, and it is we who tell
 * the child, in our order.
 */
static int
spawn(pid_t *pid, const struct child_spec *spec, int out, int err)
{
	autofree_mem char **env = environment_with(spec->env);
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int failed;

	/* Ignored, as it may be inherited, it would lose us the status of every child. */
	signal(SIGCHLD, SIG_DFL);

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
						POSIX_SPAWN_SETPGROUP);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
	posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);

	failed = posix_spawnp(pid, spec->argv[0], &files, &attr, (char *const *)spec->argv, env);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return failed;
}

/* Our end becomes non-blocking; the child's stays as programs expect it. */
static int
make_pipe(struct pipe_end *ours, int *theirs)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	ours->fd = ends[0];
	*theirs = ends[1];
	return 0;
}

static int
launch(struct child *child, const struct child_spec *spec, struct err *err)
{
	int out = -1, complaints = -1;
	int failed = 0;

	if (make_pipe(&child->out, &out) < 0 || make_pipe(&child->err, &complaints) < 0)
		failed = errno;
	if (!failed)
		failed = spawn(&child->pid, spec, out, complaints);
	if (out >= 0)
		close(out);
	if (complaints >= 0)
		close(complaints);
	if (failed) {
		child->pid = 0;
		errno = failed;
		return err_sys(err, "start %s", spec->argv[0]);
	}

	child->pidfd = pidfd_open(child->pid, 0);
	if (child->pidfd < 0)
		return err_sys(err, "watch %s", spec->argv[0]);
	return 0;
}

/* ---- reading ---- */

static void
close_end(struct pipe_end *end)
{
	loop_unwatch(end->watch);
	end->watch = NULL;
	if (end->fd >= 0)
		close(end->fd);
	end->fd = -1;
}

/* At most `most` bytes; false: there is nothing more for now. */
static bool
read_some(struct pipe_end *end, size_t most)
{
	char bytes[65536];
	ssize_t got;

	if (end->fd < 0 || most == 0)
		return false;
	got = read(end->fd, bytes, most < sizeof(bytes) ? most : sizeof(bytes));
	if (got > 0)
		buf_add(&end->text, bytes, (size_t)got);
	else if (got == 0 || (errno != EAGAIN && errno != EINTR))
		close_end(end);
	return got > 0;
}

/* What a process that has ended left in the pipe; what its own children still write is not waited
 * for. */
static void
read_rest(struct pipe_end *end)
{
	int left = 0;

	if (end->fd < 0 || ioctl(end->fd, FIONREAD, &left) < 0)
		return;
	for (size_t before = end->text.len; end->text.len - before < (size_t)left;)
		if (!read_some(end, (size_t)left - (end->text.len - before)))
			break;
}

static void
kill_group(const struct child *child)
{
	if (child->pid)
		kill(-child->pid, SIGKILL);
}

static void
tell_line(struct child *child, char *line, size_t len)
{
	line[len] = '\0';
	if (child->line && !child->freed)
		child->line(child->arg, line, len);
}

static void
tell_lines(struct child *child)
{
	struct buf *text = &child->out.text;
	size_t told = 0;
	char *newline;

	while (told < text->len && (newline = memchr(text->data + told, '\n', text->len - told))) {
		char *line = text->data + told;

		told = (size_t)(newline - text->data) + 1;
		tell_line(child, line, (size_t)(newline - line));
	}
	buf_drop(text, told);

	if (text->len > CHILD_LINE_MAX) {
		child->too_long = true;
		buf_wipe(text);
		/* In this order: a pipe that is closed first might end it on its own terms. */
		kill_group(child);
		close_end(&child->out);
	}
}

static void
keep_complaint(struct child *child)
{
	struct buf *text = &child->err.text;

	if (text->len > COMPLAINT_MAX)
		buf_drop(text, text->len - COMPLAINT_MAX);
}

/* The last line that is not empty, with nothing in it that a terminal would obey. */
static const char *
last_complaint(struct child *child)
{
	struct buf *text = &child->err.text;
	char *newline;

	if (child->too_long)
		return "it wrote a line of more than 1 MiB";
	for (size_t i = 0; i < text->len; i++)
		if (iscntrl((unsigned char)text->data[i]) && text->data[i] != '\n')
			text->data[i] = ' ';
	while (text->len && text->data[text->len - 1] == '\n')
		text->data[--text->len] = '\0';
	newline = text->len ? strrchr(text->data, '\n') : NULL;
	return newline ? newline + 1 : buf_text(text);
}

/* ---- being told ---- */

static void
release(struct child *child)
{
	close_end(&child->out);
	close_end(&child->err);
	loop_unwatch(child->ended);
	if (child->pidfd >= 0)
		close(child->pidfd);
	buf_wipe(&child->out.text);
	buf_wipe(&child->err.text);
	free(child);
}

/* Around everything that calls back, since that may free the child. */
static void
enter(struct child *child)
{
	child->calling = true;
}

static void
leave(struct child *child)
{
	child->calling = false;
	if (child->freed)
		release(child);
}

static void
on_output(void *arg)
{
	struct child *child = arg;

	enter(child);
	read_some(&child->out, SIZE_MAX);
	tell_lines(child);
	leave(child);
}

static void
on_complaint(void *arg)
{
	struct child *child = arg;

	read_some(&child->err, SIZE_MAX);
	keep_complaint(child);
}

static void
on_end(void *arg)
{
	struct child *child = arg;
	struct buf *text = &child->out.text;
	int status;

	if (waitpid(child->pid, &status, WNOHANG) != child->pid)
		return;

	enter(child);
	child->pid = 0;
	loop_unwatch(child->ended);
	child->ended = NULL;
	read_rest(&child->err);
	read_rest(&child->out);
	tell_lines(child);
	if (text->len)
		tell_line(child, text->data, text->len);
	if (!child->freed && child->end)
		child->end(child->arg, status, last_complaint(child));
	leave(child);
}

int
child_start(struct loop *loop, const struct child_spec *spec, struct child **ret, struct err *err)
{
	autofree(child) child = xcalloc(1, sizeof(*child));

	child->pidfd = child->out.fd = child->err.fd = -1;
	child->line = spec->line;
	child->end = spec->end;
	child->arg = spec->arg;
	if (launch(child, spec, err) < 0)
		return -1;

	child->out.watch = loop_watch_fd(loop, child->out.fd, on_output, child);
	child->err.watch = loop_watch_fd(loop, child->err.fd, on_complaint, child);
	child->ended = loop_watch_fd(loop, child->pidfd, on_end, child);
	*ret = steal(child);
	return 0;
}

static void
reap(struct child *child)
{
	struct pollfd ended = { .fd = child->pidfd, .events = POLLIN };

	if (!child->pid)
		return;
	kill_group(child);
	if (child->pidfd >= 0)
		poll(&ended, 1, REAP_MS);
	waitpid(child->pid, NULL, child->pidfd >= 0 ? WNOHANG : 0);
	child->pid = 0;
}

void
child_free(struct child *child)
{
	if (!child || child->freed)
		return;
	reap(child);
	child->freed = true;
	if (!child->calling)
		release(child);
}
