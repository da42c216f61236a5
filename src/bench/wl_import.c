/*
 * wl_import.c - an archive becomes an instance on the pool that it is from.
 *
 * Before the step, untimed, one of the chain's instances is exported to a file
 * of our own, and all ops import that: just written, it is read from memory and
 * not from a disk. The new instances are cleared away at the chain's end.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/exporting.h"

/* ---- the archive ---- */

static char *
path_of(const struct op *op)
{
	return archive_of_step(op_target(op)->run, op_target(op)->step);
}

static void
import_prepare(struct op *op)
{
	autofree_mem char *path = path_of(op);

	if (op_is_first(op))
		exporting_to_file(op, path, op_untimed_end);
	else
		op_untimed_end(op, NULL);
}

static void
import_clear(struct op *op)
{
	autofree_mem char *path = path_of(op);

	if (op_is_first(op))
		unlink(path);
	op_untimed_end(op, NULL);
}

/* ---- an op ---- */

struct reading {
	int fd;
	uint64_t size;
};

static void
reading_free(void *arg)
{
	struct reading *reading = arg;

	close(reading->fd);
	free(reading);
}

static long
give(void *arg, void *bytes, size_t room)
{
	const struct reading *reading = arg;

	return read(reading->fd, bytes, room);
}

static struct reading *
open_archive(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct reading *reading;
	struct stat stat;

	if (fd < 0 || fstat(fd, &stat) < 0) {
		err_sys(err, "there is no archive to import: %s", path);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	reading = xcalloc(1, sizeof(*reading));
	*reading = (struct reading){ .fd = fd, .size = (uint64_t)stat.st_size };
	return reading;
}

static void
remark(struct op *op, const struct reading *reading)
{
	struct tarball tarball = { 0 };
	autofree_mem char *head = xmalloc(TARBALL_HEAD);
	ssize_t len = pread(reading->fd, head, TARBALL_HEAD, 0);

	tarball_add(&tarball, head, len > 0 ? (size_t)len : 0);
	exporting_remark(op, &tarball);
	tarball_wipe(&tarball);
}

static void
import_start(struct op *op)
{
	const struct op_target *on = op_target(op);
	autofree_mem char *path = path_of(op);
	struct server_ask ask = op_ask(op);
	struct err err;
	struct reading *reading = open_archive(path, &err);

	if (!reading) {
		op_end(op, &(struct server_result){ .state = OP_FAILED, .error = err.text });
		return;
	}
	op_keep(op, reading, reading_free);
	remark(op, reading);
	op_moved(op, reading->size);
	ask.timeout_ms = EXPORT_MS;
	server_instance_import(on->server, op_new_name(op), on->target->pool, give, reading,
			       reading->size, &ask);
}

const struct workload workload_import = {
	.name = "import",
	.help = "import an export of the chain's instances as new ones on the same pool",
	.did = "imports",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_STOPPED,
	.copies = true,
	.unpacks = true,
	.spares = true,
	.variants = import_variants,
	.prepare = import_prepare,
	.start = import_start,
	.clear = import_clear,
};
