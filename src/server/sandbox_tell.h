/*
 * sandbox_tell.h - says what is being done, one line at a time, while a call on a sandbox works.
 */
#ifndef SERVER_SANDBOX_TELL_H
#define SERVER_SANDBOX_TELL_H

struct sandbox_teller {
	void (*tell)(void *arg, const char *text);	/* NULL: nobody listens */
	void *arg;
};

void sandbox_tell(const struct sandbox_teller *teller, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
