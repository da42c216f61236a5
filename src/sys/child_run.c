#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "base/clock.h"
#include "sys/child.h"

/* The one wait is in loop.c, also for what runs before there is a loop: it gets one of its own. */
struct child_run {
	struct loop *loop;
	struct buf output;
	bool late;
	int status;
	struct err why; /* when it did not end well */
};

static void
keep_line(void *arg, const char *line, size_t len)
{
	struct child_run *run = arg;

	buf_add(&run->output, line, len);
	buf_putc(&run->output, '\n');
}

static void
keep_end(void *arg, int status, const char *complaint)
{
	struct child_run *run = arg;

	run->status = status;
	if (*complaint)
		err_set(&run->why, "%s", complaint);
	else if (WIFSIGNALED(status))
		err_set(&run->why, "ended by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	else
		err_set(&run->why, "ended with status %d", WEXITSTATUS(status));
	loop_stop(run->loop);
}

static void
give_up(void *arg)
{
	struct child_run *run = arg;

	run->late = true;
	loop_stop(run->loop);
}

int
child_run(const char *const *argv, unsigned timeout_ms, char **output, struct err *err)
{
	autofree(loop) loop = NULL;
	autofree(child) child = NULL;
	struct child_run run = { 0 };
	struct child_spec spec = { .argv = argv, .line = keep_line, .end = keep_end, .arg = &run };

	if (loop_new(&loop, err) < 0 || child_start(loop, &spec, &child, err) < 0)
		return -1;
	run.loop = loop;
	loop_timer_at(loop, clock_now_ns() + timeout_ms * NS_PER_MS, give_up, &run);
	loop_run(loop);

	if (run.late || run.status != 0) {
		buf_wipe(&run.output);
		if (run.late)
			return err_set(err, "%s has not ended within %u ms", argv[0], timeout_ms);
		*err = run.why;
		return err_wrap(err, "%s", argv[0]);
	}
	*output = buf_steal(&run.output);
	return 0;
}
