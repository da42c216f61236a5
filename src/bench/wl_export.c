/*
 * wl_export.c - a stopped instance becomes an archive: the server makes a backup,
 * which is fetched, each with a span of its own. In the variant "direct" it is one
 * stream.
 *
 * The bytes are counted and go nowhere, so that no disk of ours is measured. Who
 * wants to keep the archives gets them fetched once more after the step. Then
 * the backups go; during the step nothing is removed.
 */
#include "bench/exporting.h"
#include "server/answer.h"

static void
fail(struct op *op, const char *why)
{
	op_end(op, &(struct server_result){ .state = OP_FAILED, .error = why });
}

/* The archive has come; whether it is one is another matter. */
static void
look_at_archive(struct op *op)
{
	struct exporting *exporting = exporting_of(op);
	const char *fault = exporting_fault(op);

	op_moved(op, exporting->tarball.bytes);
	if (fault) {
		fail(op, fault);
		return;
	}
	exporting_remark(op, &exporting->tarball);
	tarball_wipe(&exporting->tarball);
	exporting->whole = true;
	op_end(op, &(struct server_result){ .state = OP_OK });
}

/* ---- by way of a backup ---- */

static void
fetch(struct op *op)
{
	struct exporting *exporting = exporting_of(op);
	struct server_ask ask = op_ask_part(op, "download", look_at_archive);

	ask.timeout_ms = EXPORT_MS;
	server_backup_download(op_target(op)->server, op_name(op), exporting->backup,
			       exporting_sink, exporting, &ask);
}

static void
make_backup(struct op *op)
{
	struct server_ask ask = op_ask_part(op, "create", fetch);
	struct backup_spec spec = exporting_spec(op);

	ask.timeout_ms = EXPORT_MS;
	exporting_of(op)->asked_for = true;
	server_backup_create(op_target(op)->server, &spec, &ask);
}

/* ---- as a stream ---- */

static void
waited(struct op *op, const struct server_result *result)
{
	autofree_mem char *error = NULL;

	if (result->state == OP_OK && operation_state(result->metadata) == OPERATION_FAILURE)
		error = operation_error(result->metadata);
	if (error || result->state != OP_OK)
		fail(op, error ? error : result->error);
	else
		look_at_archive(op);
}

static void
wait_for(struct op *op, struct json_object *operation)
{
	autofree_mem char *id = http_escape(json_text_or(operation, "id", ""));
	autofree_mem char *path = xasprintf("/operations/%s/wait", id);
	struct server_request request = { .method = "GET", .path = path };
	struct server_ask ask = op_ask_aside(op, waited);

	server_request(op_target(op)->server, &request, &ask);
}

static void
looked_at_operations(struct op *op, const struct server_result *result)
{
	struct json_object *failed = server_operation_on(result->metadata, "failure", op_name(op));
	struct json_object *running = server_operation_on(result->metadata, "running", op_name(op));
	autofree_mem char *error = failed ? operation_error(failed) : NULL;

	if (result->state != OP_OK)
		op_end(op, &(struct server_result){ .state = OP_UNKNOWN, .error = result->error });
	else if (failed)
		fail(op, error);
	else if (running)
		wait_for(op, running);
	else
		look_at_archive(op);
}

/* A stream has no status behind it: what went wrong on the way is told by its operation alone. */
static void
ask_for_operation(struct op *op)
{
	struct server_request request = { .method = "GET", .path = "/operations?recursion=1" };
	struct server_ask ask = op_ask_aside(op, looked_at_operations);

	server_request(op_target(op)->server, &request, &ask);
}

static void
stream(struct op *op)
{
	struct exporting *exporting = exporting_of(op);
	struct server_ask ask = op_ask_part(op, NULL, ask_for_operation);
	struct backup_spec spec = exporting_spec(op);

	ask.timeout_ms = EXPORT_MS;
	server_backup_stream(op_target(op)->server, &spec, exporting_sink, exporting, &ask);
}

static void
export_start(struct op *op)
{
	if (op_has(op, "direct"))
		stream(op);
	else
		make_backup(op);
}

/* ---- after the step ---- */

/* "psc-7f3a91c2-0001-step4-gzip.tar.gz" in the folder that was asked for. */
static char *
path_to_keep(const struct op *op)
{
	const struct op_target *on = op_target(op);
	const char *ending = op_has(op, "gzip") ? ".gz" : op_has(op, "zstd") ? ".zst" : "";
	const char *variant = on->cell->variant;

	return xasprintf("%s/%s-step%u%s%s.tar%s", on->plan->archives, op_name(op), on->step,
			 variant ? "-" : "", variant ? variant : "", ending);
}

static void
export_clear(struct op *op)
{
	autofree_mem char *path = op_target(op)->plan->archives ? path_to_keep(op) : NULL;

	if (path && exporting_of(op)->whole)
		exporting_to_file(op, path, op_untimed_end);
	else
		exporting_remove(op, op_untimed_end);
}

const struct workload workload_export = {
	.name = "export",
	.help = "export a stopped instance: make a backup and fetch it",
	.did = "exports",
	.needs = INSTANCES_STOPPED,
	.leaves = INSTANCES_STOPPED,
	.spares = true,
	.variants = export_variants,
	.start = export_start,
	.clear = export_clear,
};
