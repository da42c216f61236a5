#include "base/err.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static __attribute__((format(printf, 2, 0))) void
set_text(struct err *err, const char *fmt, va_list args)
{
	static const char ellipsis[] = "...";
	size_t end = sizeof(err->text) - sizeof(ellipsis);

	if (vsnprintf(err->text, sizeof(err->text), fmt, args) < (int)sizeof(err->text))
		return;
	/* Not in the middle of a character. */
	while (end && (err->text[end] & 0xc0) == 0x80)
		end--;
	memcpy(err->text + end, ellipsis, sizeof(ellipsis));
}

int
(err_set)(struct err *err, const char *fmt, ...)
{
	va_list args;

	err->kind = ERR_FAILED;
	va_start(args, fmt);
	set_text(err, fmt, args);
	va_end(args);
	return -1;
}

int
(err_set_kind)(struct err *err, enum err_kind kind, const char *fmt, ...)
{
	va_list args;

	err->kind = kind;
	va_start(args, fmt);
	set_text(err, fmt, args);
	va_end(args);
	return -1;
}

int
(err_sys)(struct err *err, const char *fmt, ...)
{
	const char *cause = strerror(errno);
	char doing[sizeof(err->text)];
	va_list args;

	va_start(args, fmt);
	vsnprintf(doing, sizeof(doing), fmt, args);
	va_end(args);
	return err_set(err, "%s: %s", doing, cause);
}

int
(err_wrap)(struct err *err, const char *fmt, ...)
{
	struct err cause = *err;
	char doing[sizeof(err->text)];
	va_list args;

	va_start(args, fmt);
	vsnprintf(doing, sizeof(doing), fmt, args);
	va_end(args);
	return err_set_kind(err, cause.kind, "%s: %s", doing, cause.text);
}

int
err_exit_code(enum err_kind kind)
{
	static const int codes[] = {
		[ERR_FAILED] = 1,
		[ERR_USAGE] = 2,
		[ERR_UNREACHABLE] = 3,
		[ERR_REFUSED] = 4,
	};

	return codes[kind];
}
