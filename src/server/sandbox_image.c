#include "server/sandbox_image.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/ustar.h"

struct file_set {
	const char *dir;
	unsigned count;
	uint64_t size;	/* bytes of each */
};

/* 150 MiB in 3,108 files: some that stream, many that cost metadata. */
static const struct file_set mixed_files[] = {
	{ "large", 4, 16 << 20 },
	{ "medium", 64, 1 << 20 },
	{ "small", 992, 16 << 10 },
	{ "tiny", 2048, 3328 },
	{ 0 },
};

/* clang-format off */
const struct sandbox_image sandbox_images[] = {
	{ "busybox", "Busybox, made by poolscope",                       NULL },
	{ "files",   "Busybox and 150 MiB of files, made by poolscope",  mixed_files },
};
/* clang-format on */
const size_t sandbox_image_count = COUNTOF(sandbox_images);

/* PID 1: waits, reaps, and ends at once when the server asks (PWR to stop, INT to reboot). */
static const char init_script[] =
	"#!/bin/sh\n"
	"trap 'exit 0' PWR INT TERM\n"
	"while :; do sleep 86400 & wait $!; done\n";

static const char *const dirs[] = {
	"bin", "dev", "etc", "proc", "root", "run", "sbin", "srv", "sys", "var", "var/log",
};

/* What a person in a shell, and our own probes, will want; busybox answers to each name. */
static const char *const applets[] = {
	"ash",	"cat",	"chmod", "cp",	 "cut",	 "date",  "dd",	  "df",	  "du",	 "echo",  "env",   "false",
	"find", "free", "grep",	 "head", "id",	 "kill",  "ln",	  "ls",	  "md5sum", "mkdir", "mount", "mv",
	"ps",	"pwd",	"rm",	 "rmdir", "sed", "seq",	  "sh",	  "sleep", "sort", "stat", "sync",  "tail",
	"tar",	"test", "top",	 "touch", "true", "umount", "uname", "uptime", "vi", "wc",
};

static const char *const busybox_paths[] = { "/bin/busybox", "/usr/bin/busybox",
					     "/bin/busybox.static" };

/* A dynamic program names its interpreter, and cannot run in an image that has no libraries. */
static bool
is_static(FILE *program)
{
	ElfW(Ehdr) head;
	ElfW(Phdr) part;

	if (fread(&head, sizeof(head), 1, program) != 1 ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
	    head.e_ident[EI_CLASS] != __ELF_NATIVE_CLASS / 32 || head.e_phentsize != sizeof(part) ||
	    fseek(program, (long)head.e_phoff, SEEK_SET) != 0)
		return false;

	for (unsigned i = 0; i < head.e_phnum; i++) {
		if (fread(&part, sizeof(part), 1, program) != 1 || part.p_type == PT_INTERP)
			return false;
	}
	rewind(program);
	return true;
}

static FILE *
open_busybox(struct err *err)
{
	for (size_t i = 0; i < COUNTOF(busybox_paths); i++) {
		FILE *program = fopen(busybox_paths[i], "re");

		if (program && is_static(program))
			return program;
		if (program)
			fclose(program);
	}
	err_set_kind(err, ERR_REFUSED, "no static busybox for the images: install busybox-static");
	return NULL;
}

static int
put_busybox(FILE *out, struct err *err)
{
	char bytes[65536];
	size_t len;
	struct stat st;
	uint64_t left;
	FILE *program = open_busybox(err);

	if (!program)
		return -1;
	if (fstat(fileno(program), &st) < 0) {
		fclose(program);
		return err_sys(err, "size of busybox");
	}

	left = (uint64_t)st.st_size;
	ustar_file(out, "rootfs/bin/busybox", 0755, left);
	while (left > 0 && (len = fread(bytes, 1, sizeof(bytes), program)) > 0 && len <= left) {
		fwrite(bytes, 1, len, out);
		left -= len;
	}
	fclose(program);
	if (left > 0)
		return err_set(err, "busybox changed while it was read");
	ustar_pad(out, (uint64_t)st.st_size);
	return 0;
}

static void
put_metadata(const struct sandbox_image *image, FILE *out)
{
	struct utsname machine;

	uname(&machine);
	autofree_mem char *text = xasprintf("architecture: %s\n"
					    "creation_date: 1735689600\n"
					    "properties:\n"
					    "  os: Busybox\n"
					    "  " SANDBOX_IMAGE_PROPERTY ": %s\n"
					    "  architecture: %s\n"
					    "  description: %s\n",
					    machine.machine, image->alias, machine.machine,
					    image->description);
	ustar_text(out, "metadata.yaml", 0644, text);
}

static void
put_system(FILE *out)
{
	char name[USTAR_NAME_MAX];

	ustar_dir(out, "rootfs", 0755);
	for (size_t i = 0; i < COUNTOF(dirs); i++) {
		snprintf(name, sizeof(name), "rootfs/%s", dirs[i]);
		ustar_dir(out, name, 0755);
	}
	ustar_dir(out, "rootfs/tmp", 01777);
	for (size_t i = 0; i < COUNTOF(applets); i++) {
		snprintf(name, sizeof(name), "rootfs/bin/%s", applets[i]);
		ustar_symlink(out, name, "busybox");
	}
	ustar_text(out, "rootfs/sbin/init", 0755, init_script);
	ustar_text(out, "rootfs/etc/passwd", 0644, "root:x:0:0:root:/root:/bin/sh\n");
	ustar_text(out, "rootfs/etc/group", 0644, "root:x:0:\n");
}

/* splitmix64 in its counter form: the same bytes everywhere, and no compressor finds anything in them. */
static uint64_t
random_word(uint64_t seed, uint64_t i)
{
	uint64_t word = seed + (i + 1) * UINT64_C(0x9E3779B97F4A7C15);

	word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
	return word ^ (word >> 31);
}

static void
put_random_file(FILE *out, const char *name, uint64_t size, uint64_t *next_word)
{
	uint64_t words[4096];

	ustar_file(out, name, 0644, size);
	for (uint64_t left = size; left > 0;) {
		size_t len = left < sizeof(words) ? (size_t)left : sizeof(words);

		for (size_t i = 0; i < (len + 7) / 8; i++)
			words[i] = random_word(0, (*next_word)++);
		fwrite(words, 1, len, out);
		left -= len;
	}
	ustar_pad(out, size);
}

static void
put_files(const struct file_set *set, FILE *out)
{
	char name[USTAR_NAME_MAX];
	uint64_t next_word = 0;

	ustar_dir(out, "rootfs/srv/files", 0755);
	for (; set->count; set++) {
		snprintf(name, sizeof(name), "rootfs/srv/files/%s", set->dir);
		ustar_dir(out, name, 0755);
		for (unsigned i = 0; i < set->count; i++) {
			snprintf(name, sizeof(name), "rootfs/srv/files/%s/%04u", set->dir, i);
			put_random_file(out, name, set->size, &next_word);
		}
	}
}

int
sandbox_image_write(const struct sandbox_image *image, FILE *out, struct err *err)
{
	put_metadata(image, out);
	put_system(out);
	if (put_busybox(out, err) < 0)
		return -1;
	if (image->files)
		put_files(image->files, out);
	return ustar_finish(out, err);
}
