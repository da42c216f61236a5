/*
 * buf.h - bytes that grow: text being put together, an answer being read.
 *
 * The bytes are always followed by a NUL that does not count, so `data` can be
 * read as a string. A zeroed struct buf is an empty one.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stddef.h>

#include "base/mem.h"

struct buf {
	char *data;	/* NULL until something was added; use buf_text() to read */
	size_t len;
	size_t room;
};

void buf_add(struct buf *buf, const void *bytes, size_t len);
void buf_puts(struct buf *buf, const char *text);
void buf_putc(struct buf *buf, char c);
void buf_printf(struct buf *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Drops the first `len` bytes (a line that was read). */
void buf_drop(struct buf *buf, size_t len);
/* The text; "" for an empty one. Valid until the next change. */
const char *buf_text(const struct buf *buf);
/* The text as a block of its own, which the caller frees; the buf is empty afterwards. */
char *buf_steal(struct buf *buf);
void buf_clear(struct buf *buf);	/* empty, the room is kept */
void buf_wipe(struct buf *buf);		/* empty, the room is freed */

/* A buf in a scope: `autobuf out = { 0 };` */
#define autobuf __attribute__((cleanup(buf_wipe))) struct buf

#endif
