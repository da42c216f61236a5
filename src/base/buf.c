#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
reserve(struct buf *buf, size_t more)
{
	size_t need = buf->len + more + 1;

	if (need <= buf->room)
		return;
	buf->room = need > buf->room * 2 ? need : buf->room * 2;
	buf->data = xrealloc(buf->data, buf->room, 1);
}

void
buf_add(struct buf *buf, const void *bytes, size_t len)
{
	reserve(buf, len);
	if (len)
		memcpy(buf->data + buf->len, bytes, len);
	buf->len += len;
	buf->data[buf->len] = '\0';
}

void
buf_puts(struct buf *buf, const char *text)
{
	buf_add(buf, text, strlen(text));
}

void
buf_putc(struct buf *buf, char c)
{
	buf_add(buf, &c, 1);
}

void
buf_printf(struct buf *buf, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	if (len < 0)
		return;

	reserve(buf, (size_t)len);
	va_start(args, fmt);
	vsnprintf(buf->data + buf->len, (size_t)len + 1, fmt, args);
	va_end(args);
	buf->len += (size_t)len;
}

void
buf_drop(struct buf *buf, size_t len)
{
	assert(len <= buf->len);
	if (!buf->data)
		return;
	memmove(buf->data, buf->data + len, buf->len - len + 1);
	buf->len -= len;
}

const char *
buf_text(const struct buf *buf)
{
	return buf->data ? buf->data : "";
}

char *
buf_steal(struct buf *buf)
{
	char *text = buf->data ? buf->data : xstrdup("");

	*buf = (struct buf){ 0 };
	return text;
}

void
buf_clear(struct buf *buf)
{
	buf->len = 0;
	if (buf->data)
		buf->data[0] = '\0';
}

void
buf_wipe(struct buf *buf)
{
	free(buf->data);
	*buf = (struct buf){ 0 };
}
