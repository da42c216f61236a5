#include "rescue.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/mem.h"

/* Those that end a process where nobody takes them: the app takes INT, TERM and HUP, the loop PIPE, main XFSZ. */
// clang-format off
static const int fatal_signals[] = {
	SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGQUIT, SIGXCPU,
	SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,  SIGSTKFLT,
};
// clang-format on

static struct sigaction before[COUNTOF(fatal_signals)];
static struct termios state;
static bool state_known;
static char restore[256];
static size_t restore_len;
static volatile sig_atomic_t armed;

/* A stack that has overflowed cannot carry the handler. */
static char handler_stack[64 * 1024];

void
rescue_now(void)
{
	if (!armed)
		return;
	armed = 0;
	for (size_t at = 0; at < restore_len;) {
		ssize_t n = write(STDOUT_FILENO, restore + at, restore_len - at);

		if (n <= 0)
			break;
		at += (size_t)n;
	}
	if (state_known)
		tcsetattr(STDIN_FILENO, TCSANOW, &state);
}

/* The signal is raised again under the handler before ours, so that the exit status tells. */
static void
on_fatal(int number)
{
	rescue_now();
	for (size_t i = 0; i < COUNTOF(fatal_signals); i++)
		if (fatal_signals[i] == number)
			sigaction(number, &before[i], NULL);
	raise(number);
}

/* A sanitizer has a stack of its own already. */
static void
use_handler_stack(void)
{
	stack_t current;
	stack_t ours = { .ss_sp = handler_stack, .ss_size = sizeof(handler_stack) };

	if (sigaltstack(NULL, &current) == 0 && current.ss_flags & SS_DISABLE)
		sigaltstack(&ours, NULL);
}

void
rescue_begin(void)
{
	static bool at_exit;
	struct sigaction action = { .sa_handler = on_fatal, .sa_flags = SA_ONSTACK };

	state_known = tcgetattr(STDIN_FILENO, &state) == 0;
	if (!at_exit)
		at_exit = atexit(rescue_now) == 0;
	use_handler_stack();
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < COUNTOF(fatal_signals); i++) {
		sigaction(fatal_signals[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(fatal_signals[i], &action, NULL);
	}
}

void
rescue_arm(const char *bytes, size_t len)
{
	armed = 0;
	restore_len = len < sizeof(restore) ? len : sizeof(restore);
	memcpy(restore, bytes, restore_len);
	armed = 1;
}

void
rescue_disarm(void)
{
	armed = 0;
}

void
rescue_end(void)
{
	armed = 0;
	for (size_t i = 0; i < COUNTOF(fatal_signals); i++)
		sigaction(fatal_signals[i], &before[i], NULL);
}
