#include "server/call.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/units.h"
#include "server/incus_json.h"
#include "server/mover.h"

#define CALL_MS (10 * 60 * 1000)	/* for the whole, when the ask names no time */
#define LOOK_MS (10 * 1000)		/* for one look at an operation or instance */
#define GLANCE_AGE_NS NS_PER_S		/* an operation's progress is asked for from this age on */
#define GLANCE_NS (500 * NS_PER_MS)
#define PROMPT_WAITS 3			/* an operation that is not ended is waited for at once so often, */
#define WAIT_NS (500 * NS_PER_MS)	/* then after this: a server may end each wait early */
#define CONFIRM_NS (2 * NS_PER_S)	/* between the two looks that prove an end */

struct call {
	struct pending pending;
	struct server *server;
	struct server_ask ask;
	char *instance;
	enum proof proof;
	bool read;			/* changes nothing: no answer is a plain failure */
	struct mover mover;		/* of the request's bytes, if it moves any */
	char operation[64];		/* its id; "" before */
	struct exchange *exchange;	/* the one whose answer leads on */
	struct exchange *glance;	/* for the progress */
	struct loop_timer *deadline, *next_glance, *next_wait, *next_look;
	bool late;			/* the deadline is over */
	bool seen;			/* the instance was found as wanted, once */
	unsigned waits;
	uint64_t sent_ns;
	char *lost;			/* why the end was not seen; NULL: it may still be */
	char *progress;			/* the last that was told */
};

static void wait_for_end(struct call *call);

/* ---- the end ---- */

static void
stop_asking(struct call *call)
{
	exchange_cancel(steal(call->exchange));
	exchange_cancel(steal(call->glance));
	loop_timer_cancel(steal(call->deadline));
	loop_timer_cancel(steal(call->next_glance));
	loop_timer_cancel(steal(call->next_wait));
	loop_timer_cancel(steal(call->next_look));
	mover_stop(&call->mover);
}

static void
call_free(struct call *call)
{
	free(call->instance);
	free(call->lost);
	free(call->progress);
	free(call);
}

static void
drop(struct pending *pending)
{
	struct call *call = (struct call *)pending;

	stop_asking(call);
	pending_remove(pending);
	call_free(call);
}

/* The callee may free the server: nothing of it is touched afterwards. */
static void
end(struct call *call, struct server_result *result)
{
	result->sent_ns = call->sent_ns;
	if (result->error)
		result->diagnosis = diagnose(result->error, call->ask.doing ? call->ask.doing : "");
	if (result->state == OP_FAILED && result->diagnosis && result->diagnosis->refusal)
		result->state = OP_REFUSED;

	stop_asking(call);
	pending_remove(&call->pending);
	call->ask.done(call->ask.arg, result);
	call_free(call);
}

static void
end_done(struct call *call, const struct answer *answer)
{
	end(call, &(struct server_result){ .state = OP_OK,
					   .done_ns = answer->done_ns,
					   .status = 200,
					   .metadata = answer->metadata });
}

static void
end_failed(struct call *call, const struct answer *answer)
{
	end(call, &(struct server_result){ .state = OP_FAILED,
					   .done_ns = answer->done_ns,
					   .error = answer->error,
					   .status = answer->code });
}

static void
end_failed_operation(struct call *call, const struct answer *answer)
{
	autofree_mem char *error = operation_error(answer->metadata);
	uint64_t code = json_u64_or(answer->metadata, "status_code", 0);

	end(call, &(struct server_result){ .state = OP_FAILED,
					   .done_ns = answer->done_ns,
					   .error = error,
					   .status = (int)code,
					   .metadata = answer->metadata });
}

/* `seen`: what the look at the instance showed. */
static void
end_unknown(struct call *call, const char *seen)
{
	autofree_mem char *error = xasprintf("%s; %s", call->lost, seen);

	end(call, &(struct server_result){ .state = OP_UNKNOWN,
					   .done_ns = loop_now(call->server->loop),
					   .error = error });
}

/* It was done, but nobody saw when: as a time this would be a wrong figure. */
static void
end_found(struct call *call, const struct answer *answer)
{
	autofree_mem char *error = xasprintf("%s; found done afterwards", call->lost);

	end(call, &(struct server_result){ .state = OP_UNKNOWN,
					   .done_ns = answer->done_ns,
					   .found_done = true,
					   .error = error,
					   .status = answer->http });
}

/* The first cause is the one that is told. */
static void
lose(struct call *call, const char *why)
{
	if (!call->lost)
		call->lost = xstrdup(why);
}

/* ---- looking, when the end was not seen ---- */

static void
look(struct call *call, const char *path, answer_fn *done)
{
	call->exchange = exchange_start(call->server, &(struct exchange_spec){
							      .method = "GET",
							      .path = path,
							      .timeout_ms = LOOK_MS,
							      .patient = true,
							      .through_restart = !call->late,
							      .done = done,
							      .arg = call,
						      });
}

static bool
proven(enum proof proof, const struct answer *answer)
{
	static const enum instance_state states[] = {
		[PROOF_RUNNING] = INSTANCE_RUNNING,
		[PROOF_STOPPED] = INSTANCE_STOPPED,
		[PROOF_FROZEN] = INSTANCE_FROZEN,
	};

	if (proof == PROOF_GONE)
		return answer->type == ANSWER_ERROR && answer->http == 404;
	return answer->type == ANSWER_SYNC && instance_state(answer->metadata) == states[proof];
}

static void look_again(void *arg);

/*
 * One look proves nothing: Incus 6.0.4, when it was restarted while it stopped
 * an instance, for a moment calls it Stopped that is still running.
 */
static void
on_instance(void *arg, const struct answer *answer)
{
	struct call *call = arg;
	bool as_wanted = proven(call->proof, answer);

	call->exchange = NULL;
	if (as_wanted && call->seen)
		end_found(call, answer);
	else if (as_wanted)
		call->next_look = loop_timer_at(call->server->loop, answer->done_ns + CONFIRM_NS,
						look_again, call);
	else if (answer->type == ANSWER_SYNC)
		end_unknown(call, "the instance is there, but that proves nothing");
	else if (answer->http == 404)
		end_unknown(call, "there is no such instance now");
	else
		end_unknown(call, "the server does not tell about the instance");
}

static void
look_at_instance(struct call *call)
{
	autofree_mem char *path = call->instance ? instance_path(call->instance, "") : NULL;

	if (call->proof == PROOF_NONE)
		end_unknown(call, "how it ended cannot be told");
	else
		look(call, path, on_instance);
}

static void
look_again(void *arg)
{
	struct call *call = arg;

	call->next_look = NULL;
	call->seen = true;
	look_at_instance(call);
}

/* True: the answer tells the operation, and what follows from it has been done. */
static bool
take_operation(struct call *call, const struct answer *answer, bool may_wait)
{
	enum operation_state state = OPERATION_UNREADABLE;

	call->exchange = NULL;
	if (answer->type == ANSWER_SYNC)
		state = operation_state(answer->metadata);
	if (state == OPERATION_SUCCESS)
		end_done(call, answer);
	else if (state == OPERATION_FAILURE)
		end_failed_operation(call, answer);
	else if (state == OPERATION_RUNNING && may_wait)
		wait_for_end(call);
	else
		return false;
	return true;
}

static void
on_operation(void *arg, const struct answer *answer)
{
	struct call *call = arg;

	if (take_operation(call, answer, !call->late))
		return;
	if (answer->type == ANSWER_NONE)
		end_unknown(call, "the server does not answer any more");
	else
		look_at_instance(call);
}

static void
look_at_operation(struct call *call)
{
	autofree_mem char *path = xasprintf("/operations/%s", call->operation);

	if (*call->operation)
		look(call, path, on_operation);
	else
		look_at_instance(call);
}

/* ---- progress ---- */

static void glance(void *arg);

static void
glance_at(struct call *call, uint64_t when_ns)
{
	if (call->ask.progress)
		call->next_glance = loop_timer_at(call->server->loop, when_ns, glance, call);
}

static void
on_glance(void *arg, const struct answer *answer)
{
	struct call *call = arg;
	autofree_mem char *text = NULL;

	call->glance = NULL;
	if (answer->type == ANSWER_SYNC)
		text = operation_progress(answer->metadata);
	glance_at(call, answer->sent_ns + GLANCE_NS);
	if (!text || (call->progress && strcmp(call->progress, text) == 0))
		return;
	free(call->progress);
	call->progress = xstrdup(text);
	call->ask.progress(call->ask.arg, text);
}

static void
glance(void *arg)
{
	struct call *call = arg;
	autofree_mem char *path = xasprintf("/operations/%s", call->operation);

	call->next_glance = NULL;
	call->glance = exchange_get(call->server, path, LOOK_MS, on_glance, call);
}

/* ---- waiting for the operation ---- */

/* The HTTP status was sent before the result was known: only a 404 is about the operation itself. */
static void
on_wait(void *arg, const struct answer *answer)
{
	struct call *call = arg;

	if (take_operation(call, answer, true))
		return;
	if (answer->type == ANSWER_ERROR && answer->http == 200) {
		end_failed(call, answer);
		return;
	}
	lose(call, answer->error ? answer->error : "the answer tells no operation");
	if (answer->type == ANSWER_ERROR && answer->http == 404)
		look_at_instance(call);
	else
		look_at_operation(call);
}

static void
wait_now(void *arg)
{
	struct call *call = arg;
	autofree_mem char *path = xasprintf("/operations/%s/wait", call->operation);

	call->next_wait = NULL;
	call->exchange = exchange_get(call->server, path, 0, on_wait, call);
}

static void
wait_for_end(struct call *call)
{
	struct loop *loop = call->server->loop;

	if (call->waits++ < PROMPT_WAITS)
		wait_now(call);
	else
		call->next_wait = loop_timer_at(loop, loop_now(loop) + WAIT_NS, wait_now, call);
}

/* ---- the request ---- */

/* Whether the server certainly did not do it. */
static bool
has_failed(const struct call *call, const struct answer *answer)
{
	if (answer->type == ANSWER_ERROR)
		return true;
	if (answer->type == ANSWER_NONE)
		return call->read || answer->unsent;
	return answer->type == ANSWER_GARBAGE && (call->read || answer->http >= 400);
}

static void
on_answer(void *arg, const struct answer *answer)
{
	struct call *call = arg;

	call->exchange = NULL;
	mover_stop(&call->mover);
	call->sent_ns = answer->sent_ns;
	if (has_failed(call, answer)) {
		end_failed(call, answer);
	} else if (answer->type == ANSWER_SYNC) {
		end_done(call, answer);
	} else if (answer->type == ANSWER_ASYNC && *answer->operation) {
		memcpy(call->operation, answer->operation, sizeof(call->operation));
		glance_at(call, answer->done_ns + GLANCE_AGE_NS);
		wait_for_end(call);
	} else {
		lose(call, answer->error ? answer->error : "the server does not name the operation");
		look_at_instance(call);
	}
}

static void
on_deadline(void *arg)
{
	struct call *call = arg;
	char span[UNITS_LEN];
	autofree_mem char *why = xasprintf("not ended within %s",
					   units_time(span, call->ask.timeout_ms * NS_PER_MS));

	call->deadline = NULL;
	call->late = true;
	stop_asking(call);
	lose(call, why);
	if (call->read)
		end(call, &(struct server_result){ .state = OP_FAILED,
						   .done_ns = loop_now(call->server->loop),
						   .error = why });
	else
		look_at_operation(call);
}

void
call_start(struct server *server, const struct call_spec *spec, const struct server_ask *ask)
{
	struct call *call = xcalloc(1, sizeof(*call));
	struct exchange_spec request = spec->request;

	assert(spec->instance || spec->proof == PROOF_NONE);
	call->server = server;
	call->ask = *ask;
	call->ask.timeout_ms = ask->timeout_ms ? ask->timeout_ms : CALL_MS;
	call->instance = xstrdup(spec->instance);
	call->proof = spec->proof;
	call->read = request.sink || strcmp(request.method, "GET") == 0;
	call->sent_ns = clock_now_ns();
	call->deadline = loop_timer_at(server->loop, call->sent_ns + call->ask.timeout_ms * NS_PER_MS,
				       on_deadline, call);
	pending_add(server, &call->pending, ask->arg, drop);

	mover_begin(&call->mover, server->loop, &request, ask->progress, ask->arg);
	request.patient = strcmp(request.method, "GET") == 0;
	request.done = on_answer;
	request.arg = call;
	call->exchange = exchange_start(server, &request);
}
