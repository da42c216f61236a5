#include "fake_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench/run.h"

static void
on_connected(void *arg, const struct err *err)
{
	struct fake_run *run = arg;

	if (err)
		fail_msg("%s", err->text);
	loop_stop(run->loop);
}

void
fake_run_open(struct fake_run *run, unsigned op_ms, const struct fake_row *rows)
{
	struct remote remote = { .name = (char *)"fake" };
	struct err err;

	run->incus = fake_incus_new(op_ms);
	run->fake = fake_start(rows, fake_incus_rows(run->incus));
	remote.socket = (char *)fake_socket(run->fake);
	assert_int_equal(loop_new(&run->loop, &err), 0);
	assert_int_equal(server_new(run->loop, &remote, &run->server, &err), 0);
	server_connect(run->server, on_connected, run);
	loop_run(run->loop);
	run_env(&run->server, 1, &run->env);
}

void
fake_run_plan(struct fake_run *run, const char *chain, struct choices choices)
{
	struct pool_choice pools[] = { { NULL, (char *)"bt" }, { NULL, (char *)"d" } };
	char *image = (char *)"busybox";
	struct err err;

	choices.pools = pools;
	choices.n_pools = choices.n_pools ? choices.n_pools : 1;
	choices.images = &image;
	choices.n_images = 1;
	choices.chains = (char **)&chain;
	choices.n_chains = 1;
	if (plan_build(&choices, &run->env, FAKE_RUN_ID, &run->plan, &err) < 0)
		fail_msg("%s", err.text);
}

static void
on_end(void *arg)
{
	struct fake_run *run = arg;

	run->ended = true;
	loop_stop(run->loop);
}

static void
give_up(void *arg)
{
	(void)arg;
	fail_msg("no end after %d s", (int)(FAKE_RUN_PATIENCE_NS / NS_PER_S));
}

void
fake_run_loop(struct fake_run *run)
{
	struct loop_timer *late =
		loop_timer_at(run->loop, clock_now_ns() + FAKE_RUN_PATIENCE_NS, give_up, NULL);

	loop_run(run->loop);
	loop_timer_cancel(late);
}

void
fake_run_play(struct fake_run *run, const struct settle_rule *settle, sched_emit_fn *emit,
	      sched_more_fn *more)
{
	run->sched = sched_start(&(struct sched_config){
		.loop = run->loop,
		.servers = &run->server,
		.env = &run->env,
		.plan = run->plan,
		.run = FAKE_RUN_ID,
		.start_ns = clock_now_ns(),
		.settle = settle,
		.emit = emit,
		.more = more,
		.end = on_end,
		.arg = run,
	});
	fake_run_loop(run);
	assert_true(run->ended);
}

void
fake_run_close(struct fake_run *run)
{
	sched_free(run->sched);
	plan_free(run->plan);
	env_wipe(&run->env);
	server_free(run->server);
	loop_free(run->loop);
	fake_stop(run->fake);
	fake_incus_free(run->incus);
}
