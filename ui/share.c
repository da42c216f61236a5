#include "share.h"

#include <string.h>
#include <unistd.h>

#include "base/mem.h"

char *
share_beside_program(const char *name)
{
	char program[4096];
	ssize_t len = readlink("/proc/self/exe", program, sizeof(program) - 1);
	char *slash;

	program[len > 0 ? len : 0] = '\0';
	slash = strrchr(program, '/');
	if (!slash)
		return xstrdup(name);
	*slash = '\0';
	return xasprintf("%s/%s", program, name);
}
