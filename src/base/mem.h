/*
 * mem.h - memory, and who frees it.
 *
 * Running out of memory ends the program: the functions here never return
 * NULL. Whoever makes a thing frees it; inside a function the scope does:
 *
 *	autofree(options) options = options_new();
 *	...
 *	return steal(options);
 *
 * A type takes part by one line below its free function's declaration:
 *	DEFINE_AUTOFREE(options, options_free)
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define COUNTOF(array) (sizeof(array) / sizeof((array)[0]))

#define DEFINE_AUTOFREE(type, free_fn)                                                             \
	static inline void autofree_##type(struct type **thing)                                    \
	{                                                                                          \
		free_fn(*thing);                                                                   \
	}

#define autofree(type) __attribute__((cleanup(autofree_##type))) struct type *

/* A string or block that the scope frees. */
#define autofree_mem __attribute__((cleanup(mem_free_at)))
void mem_free_at(void *pointer_to_pointer);

/* The value of the variable, which is NULL afterwards and so no longer freed by the scope. */
#define steal(variable)                                                                            \
	__extension__({                                                                            \
		__typeof__(variable) stolen_ = (variable);                                         \
		(variable) = NULL;                                                                 \
		stolen_;                                                                           \
	})

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t count, size_t size);
char *xstrdup(const char *text);		/* NULL stays NULL */
char *xstrndup(const char *text, size_t len);
/* A text that is not there is like no other but one that is not there either. */
bool text_same(const char *a, const char *b);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *fmt, va_list args) __attribute__((format(printf, 1, 0)));

/*
 * Makes room for one more element in a growing array: *items (of *room
 * elements of `size` bytes, `count` used) is moved and doubled when it is full.
 */
void *mem_grow(void *items, size_t count, size_t *room, size_t size);

/* For the libraries' functions that return NULL then. */
_Noreturn void mem_exhausted(void);

/* Called once, before the program ends for want of memory; restores the terminal. */
void mem_on_exhausted(void (*restore)(void));

#endif
