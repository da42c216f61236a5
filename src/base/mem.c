#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*restore_terminal)(void);

void
mem_exhausted(void)
{
	if (restore_terminal)
		restore_terminal();
	fputs("poolscope: out of memory\n", stderr);
	_Exit(1);
}

static void *
checked(void *block)
{
	if (!block)
		mem_exhausted();
	return block;
}

void
mem_on_exhausted(void (*restore)(void))
{
	restore_terminal = restore;
}

void
mem_free_at(void *pointer_to_pointer)
{
	free(*(void **)pointer_to_pointer);
}

void *
xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *
xcalloc(size_t count, size_t size)
{
	return checked(calloc(count ? count : 1, size));
}

void *
xrealloc(void *old, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		mem_exhausted();
	return checked(realloc(old, count && size ? count * size : 1));
}

char *
xstrdup(const char *text)
{
	return text ? checked(strdup(text)) : NULL;
}

char *
xstrndup(const char *text, size_t len)
{
	return checked(strndup(text, len));
}

bool
text_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

char *
xvasprintf(const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) < 0)
		mem_exhausted();
	return text;
}

char *
xasprintf(const char *fmt, ...)
{
	char *text;
	va_list args;

	va_start(args, fmt);
	text = xvasprintf(fmt, args);
	va_end(args);
	return text;
}

void *
mem_grow(void *items, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return items;
	*room = *room ? *room * 2 : 8;
	return xrealloc(items, *room, size);
}
