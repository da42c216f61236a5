#include "bench/stage.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

uint64_t
stage_time(const struct stage *stage, uint64_t ns)
{
	/* An extended run may be older than this machine is up: then its start is below the clock's 0. */
	int64_t since = (int64_t)(ns - stage->config.start_ns);

	return since > 0 ? (uint64_t)since : 0;
}

void
stage_emit(struct stage *stage, struct event *event)
{
	event->t = stage_time(stage, clock_now_ns());
	stage->config.emit(stage->config.arg, event);
}

void
stage_note(struct stage *stage, enum note_level level, const char *fmt, ...)
{
	char text[1024];
	struct event event = { .type = EV_NOTE, .note = { .level = level, .text = text } };
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	stage_emit(stage, &event);
}

bool
stage_races(const struct stage *stage)
{
	return stage->config.plan->order == ORDER_RACE && stage->config.plan->n_targets > 1;
}

void
stage_name(struct stage *stage, const char *names, char out[INSTANCE_NAME_MAX])
{
	snprintf(out, INSTANCE_NAME_MAX, "%s%s%03" PRIu32,
		 names ? names : stage->config.plan->prefix, names ? "" : "-", ++stage->next_name);
}

size_t *
stage_may_exist(struct stage *stage, size_t target)
{
	const struct sched_config *run = &stage->config;

	if (stage_races(stage))
		return &stage->may_exist[run->env->n_servers + target];
	return &stage->may_exist[stage_server(stage, &run->plan->targets[target])];
}

size_t
stage_server(const struct stage *stage, const struct target *target)
{
	const struct env *env = stage->config.env;
	size_t i = 0;

	while (strcmp(env->servers[i].name, target->server) != 0)
		i++;
	return i;
}

static void
woken(void *arg)
{
	struct stage *stage = arg;

	stage->waking = NULL;
	stage->wake(stage->wake_arg);
}

void
stage_wake(struct stage *stage)
{
	if (!stage->waking)
		stage->waking = loop_timer_at(stage->config.loop, loop_now(stage->config.loop),
					      woken, stage);
}

bool
stage_held(const struct stage *stage)
{
	return stage->paused || stage->stopping;
}

void
stage_stop(struct stage *stage, enum run_end how, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	if (stage->stopping)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	stage->stopping = true;
	stage->how = how;
	stage->why = xstrdup(text);
	stage_wake(stage);
	stage_note(stage, how == END_ABORTED ? NOTE_WARN : NOTE_ERROR, "stopping: %s", text);
}
