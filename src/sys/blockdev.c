#include "sys/blockdev.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/units.h"

#define NAME_LEN 32
/* More than any real stack of devices; the kernel's own cannot be circular, a folder can. */
#define DEPTH_MAX 16
#define LOWER_MAX 32

static const char *sysfs = "/sys";

void
blockdev_use_sysfs(const char *root)
{
	sysfs = root;
}

/* ---- sysfs ---- */

/* A name's "/" is a "!" there. */
static void
swap(char *name, char from, char to)
{
	while ((name = strchr(name, from)))
		*name++ = to;
}

/* Longer ones do not exist: DISK_NAME_LEN of the kernel. */
static void
from_sysfs(char name[NAME_LEN], const char *in_sysfs)
{
	snprintf(name, NAME_LEN, "%.*s", NAME_LEN - 1, in_sysfs);
	swap(name, '!', '/');
}

static void
path_of(const char *name, const char *rest, char path[PATH_MAX])
{
	char in_sysfs[NAME_LEN];

	snprintf(in_sysfs, sizeof(in_sysfs), "%s", name);
	swap(in_sysfs, '/', '!');
	snprintf(path, PATH_MAX, "%s/class/block/%s%s", sysfs, in_sysfs, rest);
}

static bool
read_attribute(const char *name, const char *attribute, char *out, size_t size)
{
	char path[PATH_MAX];
	ssize_t got;
	int fd;

	path_of(name, attribute, path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	got = read(fd, out, size - 1);
	close(fd);
	if (got < 0)
		return false;
	out[got] = '\0';
	if (got > 0 && out[got - 1] == '\n')
		out[got - 1] = '\0';
	return true;
}

static bool
has(const char *name, const char *attribute)
{
	char path[PATH_MAX];

	path_of(name, attribute, path);
	return access(path, F_OK) == 0;
}

/* `n` is how many components from the end of the link's target: 0 the device, 1 the one it is a
 * part of. */
static bool
name_in_link(const char *path, unsigned n, char name[NAME_LEN])
{
	char target[PATH_MAX];
	ssize_t len = readlink(path, target, sizeof(target) - 1);
	char *slash = NULL;

	if (len < 0)
		return false;
	target[len] = '\0';
	for (unsigned i = 0; i <= n; i++) {
		if (slash)
			*slash = '\0';
		slash = strrchr(target, '/');
		if (!slash)
			return false;
	}
	from_sysfs(name, slash + 1);
	return true;
}

static bool
name_of_number(dev_t number, char name[NAME_LEN])
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/dev/block/%u:%u", sysfs, major(number), minor(number));
	return name_in_link(path, 0, name);
}

/* ---- from a file system or a node to its device ---- */

/* mountinfo writes what would break its lines as \040 and the like. */
static void
decode_octal(char *text)
{
	char *to = text;
	unsigned code;

	for (const char *from = text; *from; to++)
		if (sscanf(from, "\\%3o", &code) == 1) {
			*to = (char)code;
			from += 4;
		} else {
			*to = *from++;
		}
	*to = '\0';
}

/* For file systems with device numbers of their own, such as btrfs, which has one a subvolume. */
static bool
source_of_mount(uint64_t mount_id, char *source, size_t size)
{
	FILE *file = fopen("/proc/self/mountinfo", "re");
	autofree_mem char *line = NULL;
	size_t room = 0;
	bool found = false;

	while (file && !found && getline(&line, &room, file) > 0) {
		const char *behind = strstr(line, " - ");

		if (strtoull(line, NULL, 10) != mount_id || !behind)
			continue;
		behind += 3;
		behind += strcspn(behind, " ");
		behind += strspn(behind, " ");
		snprintf(source, size, "%.*s", (int)strcspn(behind, " \n"), behind);
		decode_octal(source);
		found = true;
	}
	if (file)
		fclose(file);
	return found;
}

bool
blockdev_of_node(const char *node, char name[NAME_LEN])
{
	struct stat st;

	return stat(node, &st) == 0 && S_ISBLK(st.st_mode) && name_of_number(st.st_rdev, name);
}

bool
blockdev_of_path(const char *path, char name[NAME_LEN])
{
	char source[PATH_MAX];
	struct statx stx;

	/* Nothing is asked of a file server, which may be gone. */
	if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_MNT_ID, &stx) < 0)
		return false;
	if (name_of_number(makedev(stx.stx_dev_major, stx.stx_dev_minor), name))
		return true;
	return (stx.stx_mask & STATX_MNT_ID) &&
	       source_of_mount(stx.stx_mnt_id, source, sizeof(source)) &&
	       strncmp(source, "/dev/", 5) == 0 && blockdev_of_node(source, name);
}

/* ---- loop devices ---- */

static bool
same_file(const char *a, const char *b)
{
	struct stat sa, sb;

	return strcmp(a, b) == 0 || (stat(a, &sa) == 0 && stat(b, &sb) == 0 &&
				     sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino);
}

bool
blockdev_of_loop_file(const char *file, char name[NAME_LEN])
{
	char path[PATH_MAX];
	struct dirent *entry;
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/class/block", sysfs);
	dir = opendir(path);
	while (dir && !found && (entry = readdir(dir))) {
		char backing[PATH_MAX];

		if (strncmp(entry->d_name, "loop", 4) != 0 ||
		    !read_attribute(entry->d_name, "/loop/backing_file", backing,
				    sizeof(backing)) ||
		    !same_file(backing, file))
			continue;
		from_sysfs(name, entry->d_name);
		found = true;
	}
	if (dir)
		closedir(dir);
	return found;
}

int
blockdev_loop_dio(const char *name)
{
	char dio[8];

	if (!read_attribute(name, "/loop/dio", dio, sizeof(dio)))
		return -1;
	return strcmp(dio, "1") == 0;
}

/* ---- what lies below ---- */

struct lower {
	char names[LOWER_MAX][NAME_LEN];
	unsigned n;
};

static void
add_slaves(const char *name, struct lower *lower)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;

	path_of(name, "/slaves", path);
	dir = opendir(path);
	while (dir && lower->n < LOWER_MAX && (entry = readdir(dir))) {
		if (entry->d_name[0] != '.')
			from_sysfs(lower->names[lower->n++], entry->d_name);
	}
	if (dir)
		closedir(dir);
}

/* One layer down. False: there is one, and it cannot be told. A disk has none. */
static bool
find_lower(const char *name, struct lower *lower)
{
	char path[PATH_MAX], backing[PATH_MAX];

	lower->n = 0;
	if (!has(name, ""))
		return false;
	if (has(name, "/partition")) {
		path_of(name, "", path);
		return name_in_link(path, 1, lower->names[lower->n++]);
	}
	if (has(name, "/loop"))
		return read_attribute(name, "/loop/backing_file", backing, sizeof(backing)) &&
		       blockdev_of_path(backing, lower->names[lower->n++]);
	add_slaves(name, lower);
	return true;
}

/* cryptsetup's devices have uuids "CRYPT-KIND-…", also those that do not encrypt. */
static bool
crypt_kind(const char *name, char *kind, size_t size)
{
	static const char *const plain[] = { "VERITY", "INTEGRITY", "SUBDEV" };
	static const char prefix[] = "CRYPT-";
	char uuid[256];
	const char *start = uuid + strlen(prefix);

	if (!read_attribute(name, "/dm/uuid", uuid, sizeof(uuid)) ||
	    strncmp(uuid, prefix, strlen(prefix)) != 0)
		return false;
	snprintf(kind, size, "%.*s", (int)strcspn(start, "-"), start);
	for (size_t i = 0; i < COUNTOF(plain); i++)
		if (strcmp(kind, plain[i]) == 0)
			return false;
	return true;
}

static bool
find_encryption(const char *name, char *out, size_t size, unsigned depth)
{
	struct lower lower;
	char kind[32];

	if (crypt_kind(name, kind, sizeof(kind))) {
		snprintf(out, size, "dm-crypt %s", kind);
		return true;
	}
	if (depth == 0 || !find_lower(name, &lower))
		return false;
	for (unsigned i = 0; i < lower.n; i++)
		if (find_encryption(lower.names[i], out, size, depth - 1))
			return true;
	return false;
}

bool
blockdev_encryption(const char *name, char *out, size_t size)
{
	return find_encryption(name, out, size, DEPTH_MAX);
}

/* ---- sizes ---- */

uint64_t
blockdev_file_blocks(const char *path)
{
	struct stat st;

	/* Blocks of 512 bytes, whatever the file system's own are: stat(2). */
	return stat(path, &st) == 0 ? (uint64_t)st.st_blocks * 512 : UNKNOWN;
}

uint64_t
blockdev_free_bytes(const char *path)
{
	struct statvfs fs;

	return statvfs(path, &fs) == 0 ? (uint64_t)fs.f_bavail * fs.f_frsize : UNKNOWN;
}
