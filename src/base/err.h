/*
 * err.h - what went wrong, in words for a person.
 *
 * A function that can fail takes `struct err *err` last and returns 0 or -1.
 * Where the cause is known it is set; on the way up each caller may say what
 * it was doing; it is shown once, at the top. `err` is never NULL.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdarg.h>

/* What kind of failure it is; the program's exit code follows from it. */
enum err_kind {
	ERR_FAILED,		/* something did not work */
	ERR_USAGE,		/* the person asked for something that is not offered */
	ERR_UNREACHABLE,	/* the server does not answer, or does not let us in */
	ERR_REFUSED,		/* we did not begin: space, limits, rights */
};

struct err {
	enum err_kind kind;
	char text[1024];	/* one line, no full stop; cut with an ellipsis when longer */
};

/* These three return -1, so that a caller can write `return err_set(...)`. */
int err_set(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* As err_set, with the text of errno behind it. */
int err_sys(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Puts what the caller was doing in front: "header of FILE: unexpected end". Keeps the kind. */
int err_wrap(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* As err_set, with a kind of its own. */
int err_set_kind(struct err *err, enum err_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * The same with their result in sight of the compiler, which then knows that
 * after a failure a caller does not go on with what was not filled in.
 */
#define err_set(...) ERR_IS_MINUS_1((err_set)(__VA_ARGS__))
#define err_sys(...) ERR_IS_MINUS_1((err_sys)(__VA_ARGS__))
#define err_wrap(...) ERR_IS_MINUS_1((err_wrap)(__VA_ARGS__))
#define err_set_kind(...) ERR_IS_MINUS_1((err_set_kind)(__VA_ARGS__))
#define ERR_IS_MINUS_1(call) __extension__({ (call); -1; })

/* The exit code of the command line for a failure of this kind (doc/poolscope.1, EXIT STATUS). */
int err_exit_code(enum err_kind kind);

#endif
