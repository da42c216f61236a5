#include "sys/signals.h"

#include <assert.h>
#include <sys/signalfd.h>
#include <unistd.h>

void
signals_init(struct signals *signals)
{
	*signals = (struct signals){ .fd = -1 };
	sigemptyset(&signals->mask);
}

static void
give_back(struct signals *signals, int signo)
{
	sigset_t one;

	if (!sigismember(&signals->mask, signo))
		return;

	sigdelset(&signals->mask, signo);
	signalfd(signals->fd, &signals->mask, 0);
	signal(signo, SIG_DFL);
	sigemptyset(&one);
	sigaddset(&one, signo);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
}

int
signals_on(struct signals *signals, int signo, loop_fn *fn, void *arg, struct err *err)
{
	int fd;

	assert(signo > 0 && signo < NSIG);
	signals->on[signo].fn = fn;
	signals->on[signo].arg = arg;
	if (!fn) {
		give_back(signals, signo);
		return 0;
	}

	sigaddset(&signals->mask, signo);
	sigprocmask(SIG_BLOCK, &signals->mask, NULL);
	fd = signalfd(signals->fd, &signals->mask, SFD_NONBLOCK | SFD_CLOEXEC);
	if (fd < 0)
		return err_sys(err, "listen to signal %d", signo);
	signals->fd = fd;
	return 0;
}

void
signals_tell(struct signals *signals)
{
	struct signalfd_siginfo info;

	while (read(signals->fd, &info, sizeof(info)) == sizeof(info))
		if (signals->on[info.ssi_signo].fn)
			signals->on[info.ssi_signo].fn(signals->on[info.ssi_signo].arg);
}

void
signals_end(struct signals *signals)
{
	for (int signo = 1; signo < NSIG; signo++)
		give_back(signals, signo);
	if (signals->fd >= 0)
		close(signals->fd);
	signals->fd = -1;
}
