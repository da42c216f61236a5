#include "base/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/xdg.h"

#define BLANKS	 " \t\r"
#define FILE_MAX (1 << 20) /* bytes, as options_read_config() reads it */

/* The line, without its end, gives this setting a value. */
static bool
sets(const char *line, size_t len, const char *name)
{
	size_t at = strspn(line, BLANKS), n = strlen(name);

	if (at + n > len || strncmp(&line[at], name, n) != 0)
		return false;
	at += n;
	at += strspn(&line[at], BLANKS);
	return at < len && line[at] == '=';
}

/* Where that line begins and how long it is, without its end; behind the text when there is none. */
static const char *
find_line(const char *text, const char *name, size_t *ret_len)
{
	const char *found = NULL, *at = text;

	*ret_len = 0;
	while (*at) {
		size_t len = strcspn(at, "\n");

		if (sets(at, len, name)) {
			found = at;
			*ret_len = len - (len > 0 && at[len - 1] == '\r');
		}
		at += len + (at[len] == '\n');
	}
	return found ? found : at;
}

static bool
can_stand(const char *value)
{
	size_t len = strlen(value);

	return len > 0 && !strpbrk(value, "\r\n") && !strchr(BLANKS, value[0]) &&
	       !strchr(BLANKS, value[len - 1]);
}

static void
replace(const char *text, const char *name, const char *value, struct buf *out)
{
	size_t len;
	const char *line = find_line(text, name, &len);
	bool added = *line == '\0';

	buf_add(out, text, (size_t)(line - text));
	if (added && line > text && line[-1] != '\n')
		buf_putc(out, '\n');
	buf_printf(out, "%s = %s%s%s", name, value, added ? "\n" : "", &line[len]);
}

/* The file behind the links; of one that is not there yet the path as it is. NULL: see err. */
static char *
follow(const char *path, struct err *err)
{
	char *real = realpath(path, NULL);
	struct stat info;

	if (real)
		return real;
	if (errno == ENOENT && lstat(path, &info) < 0 && errno == ENOENT)
		return xstrdup(path);
	err_sys(err, "follow %s", path);
	return NULL;
}

/*
 * The rename would put a file of our own in the place of any other: of one that
 * is write-protected, or another user's, who could not read it any more.
 */
static int
check_ours(const char *path, struct err *err)
{
	struct stat info;

	if (stat(path, &info) < 0)
		return errno == ENOENT ? 0 : err_sys(err, "look at %s", path);
	if (info.st_uid != geteuid())
		return err_set(err, "%s belongs to another user", path);
	return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0 ? err_sys(err, "write %s", path) : 0;
}

int
settings_write(const char *path, const char *name, const char *value, struct err *err)
{
	autofree_mem char *real = NULL;
	autofree_mem char *text = NULL;
	autobuf changed = { 0 };
	size_t len = 0;

	if (!can_stand(value))
		return err_set(err, "%s: cannot stand in a file as the value of %s", value, name);
	real = follow(path, err);
	if (!real || check_ours(real, err) < 0)
		return -1;
	errno = 0;
	if (xdg_read_file(real, FILE_MAX, &text, &len, err) < 0 && errno != ENOENT)
		return -1;
	if (text && memchr(text, '\0', len))
		return err_set(err, "%s: a NUL byte in it; expected a text file", path);
	replace(text ? text : "", name, value, &changed);
	return xdg_write_file(real, buf_text(&changed), changed.len, err);
}
