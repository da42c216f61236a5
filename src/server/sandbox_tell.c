#include "server/sandbox_tell.h"

#include <stdarg.h>
#include <stdio.h>

void
sandbox_tell(const struct sandbox_teller *teller, const char *fmt, ...)
{
	char text[512];
	va_list args;

	if (!teller->tell)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	teller->tell(teller->arg, text);
}
