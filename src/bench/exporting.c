#include "bench/exporting.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A stream that is compressed and cut looks like a whole one, as long as it is not unpacked. */
#define COMPRESSION 1

/* clang-format off */
#define OPTIMIZED { .word = "optimized", .help = "in the driver's own form, where it has one" }
#define GZIP	  { .word = "gzip", .help = "compressed with gzip", .kind = COMPRESSION }
#define ZSTD	  { .word = "zstd", .help = "compressed with zstd", .kind = COMPRESSION }
#define DIRECT	  { .word = "direct", .help = "streamed while it is made, uncompressed", \
		    .kind = COMPRESSION, .extension = BACKUP_STREAM_EXTENSION }

const struct variant_word export_variants[] = { OPTIMIZED, GZIP, ZSTD, DIRECT, { 0 } };
const struct variant_word import_variants[] = { OPTIMIZED, GZIP, ZSTD, { 0 } };
/* clang-format on */

static void
drop(void *arg)
{
	struct exporting *exporting = arg;

	tarball_wipe(&exporting->tarball);
	archive_file_free(exporting->file);
	free(exporting->trouble);
	free(exporting);
}

struct exporting *
exporting_of(struct op *op)
{
	struct exporting *exporting = op_kept(op);

	if (exporting)
		return exporting;
	exporting = xcalloc(1, sizeof(*exporting));
	snprintf(exporting->backup, sizeof(exporting->backup), "poolscope-%" PRIu32,
		 op_target(op)->step);
	op_keep(op, exporting, drop);
	return exporting;
}

static const char *
compression(const struct op *op)
{
	return op_has(op, "gzip") ? "gzip" : op_has(op, "zstd") ? "zstd" : "none";
}

struct backup_spec
exporting_spec(struct op *op)
{
	return (struct backup_spec){
		.instance = op_name(op),
		.name = exporting_of(op)->backup,
		.optimized = op_has(op, "optimized"),
		.compression = compression(op),
	};
}

int
exporting_sink(void *arg, const void *bytes, size_t len)
{
	struct exporting *exporting = arg;

	tarball_add(&exporting->tarball, bytes, len);
	return exporting->file ? archive_file_sink(exporting->file, bytes, len) : 0;
}

const char *
exporting_fault(struct op *op)
{
	const struct tarball *tarball = &exporting_of(op)->tarball;

	if (tarball->bytes == 0)
		return "the archive is empty";
	if (strcmp(compression(op), "none") == 0 && !tarball_has_end(tarball))
		return "the archive is not whole: it does not end as a tar archive does";
	return NULL;
}

void
exporting_remark(struct op *op, const struct tarball *tarball)
{
	static const char *const remarks[] = {
		[TARBALL_UNKNOWN] = "optimized: the archive does not tell",
		[TARBALL_PLAIN] = "optimized: ignored by driver",
		[TARBALL_OPTIMIZED] = NULL,
	};

	if (op_has(op, "optimized"))
		op_remark(op, remarks[tarball_form(tarball)]);
}

/* ---- untimed ---- */

static void
note(struct exporting *exporting, const char *what, const char *why)
{
	if (!exporting->trouble)
		exporting->trouble = xasprintf("%s: %s", what, why);
}

static const char *
why(const struct server_result *result)
{
	return result->error ? result->error : "no reason was given";
}

static void
end(struct op *op)
{
	struct exporting *exporting = exporting_of(op);
	autofree_mem char *trouble = steal(exporting->trouble);

	exporting->then(op, trouble);
}

static void
removed(struct op *op, const struct server_result *result)
{
	struct exporting *exporting = exporting_of(op);

	exporting->asked_for = false;
	if (result->state != OP_OK && result->status != 404)
		note(exporting, "its backup could not be removed from the server", why(result));
	end(op);
}

static void
remove_backup(struct op *op)
{
	const struct exporting *exporting = exporting_of(op);
	struct server_ask ask = op_ask_aside(op, removed);

	if (exporting->asked_for)
		server_backup_delete(op_target(op)->server, op_name(op), exporting->backup, &ask);
	else
		end(op);
}

void
exporting_remove(struct op *op, exporting_fn *then)
{
	exporting_of(op)->then = then;
	remove_backup(op);
}

static void
close_file(struct op *op, const char *fault)
{
	struct exporting *exporting = exporting_of(op);
	struct err err;

	if (fault)
		archive_file_free(steal(exporting->file));
	else if (archive_file_close(steal(exporting->file), &err) < 0)
		fault = err.text;
	if (fault)
		note(exporting, "its archive could not be kept", fault);
}

static void
got(struct op *op, const struct server_result *result)
{
	close_file(op, result->state != OP_OK ? why(result) : exporting_fault(op));
	remove_backup(op);
}

static void
get(struct op *op)
{
	struct exporting *exporting = exporting_of(op);
	struct server_ask ask = op_ask_aside(op, got);
	struct backup_spec spec = exporting_spec(op);
	struct server *server = op_target(op)->server;

	ask.timeout_ms = EXPORT_MS;
	tarball_wipe(&exporting->tarball);
	if (op_has(op, "direct"))
		server_backup_stream(server, &spec, exporting_sink, exporting, &ask);
	else
		server_backup_download(server, spec.instance, spec.name, exporting_sink, exporting,
				       &ask);
}

static void
made(struct op *op, const struct server_result *result)
{
	if (result->state == OP_OK) {
		get(op);
		return;
	}
	close_file(op, why(result));
	remove_backup(op);
}

static void
make(struct op *op)
{
	struct server_ask ask = op_ask_aside(op, made);
	struct backup_spec spec = exporting_spec(op);

	ask.timeout_ms = EXPORT_MS;
	exporting_of(op)->asked_for = true;
	server_backup_create(op_target(op)->server, &spec, &ask);
}

void
exporting_to_file(struct op *op, const char *path, exporting_fn *then)
{
	struct exporting *exporting = exporting_of(op);
	struct err err;

	exporting->then = then;
	if (archive_file_new(path, &exporting->file, &err) < 0) {
		note(exporting, "its archive could not be kept", err.text);
		remove_backup(op);
	} else if (exporting->asked_for || op_has(op, "direct")) {
		get(op);
	} else {
		make(op);
	}
}
