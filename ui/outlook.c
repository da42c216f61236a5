#include "outlook.h"

#include "base/units.h"
#include "bench/admission.h"
#include "bench/planner.h"
#include "bench/run.h"
#include "runs.h"

/* ---- as text ---- */

static void
add_plan(const struct draft *draft, struct buf *out)
{
	char need[UNITS_LEN], left[UNITS_LEN];

	plan_describe(draft->plan, out);
	buf_putc(out, '\n');
	if (draft->timed) {
		estimate_text(&draft->time, draft->plan, out);
		buf_putc(out, '\n');
	}
	for (size_t i = 0; i < draft->plan->n_targets; i++)
		buf_printf(out, "%s needs %s of %s free: %s\n", draft->plan->targets[i].pool,
			   units_size(need, draft->space[i].need),
			   units_size(left, draft->space[i].free),
			   draft->space[i].enough ? "ok" : "not enough");
}

static void
add_level(const struct draft *draft, enum finding_level level, const char *word, struct buf *out)
{
	for (size_t i = 0; i < draft->n_findings; i++) {
		const struct finding *finding = &draft->findings[i];

		if (finding->level != level)
			continue;
		buf_printf(out, "%s: %s\n", word, finding->text);
		if (finding->remedy)
			buf_printf(out, "    remedy: %s\n", finding->remedy);
	}
}

void
outlook_text(const struct draft *draft, struct buf *out)
{
	add_plan(draft, out);
	add_level(draft, FINDING_REFUSE, "refused", out);
	add_level(draft, FINDING_WARN, "warning", out);
	add_level(draft, FINDING_NOTE, "note", out);
	if (draft->n_findings == 0)
		buf_puts(out, "nothing stands against this run\n");
}

bool
outlook_refuses(const struct draft *draft)
{
	for (size_t i = 0; i < draft->n_findings; i++)
		if (draft->findings[i].level == FINDING_REFUSE)
			return true;
	return false;
}

/* ---- of these options ---- */

int
outlook_choices(const struct options *options, const struct connection *connection,
		struct choices *ret, struct err *err)
{
	struct choices choices;
	struct env env;

	if (choices_from_options(options, &choices, err) < 0)
		return -1;
	run_env(connection->servers, connection->n_servers, &env);
	choices_fill_in(&choices, &env);
	env_wipe(&env);
	*ret = choices;
	return 0;
}

static int
make_draft(const struct options *options, const struct connection *connection, struct draft *ret,
	   struct err *err)
{
	autofree_mem char *folder = runs_folder();
	struct earlier earlier = { 0 };
	struct choices choices;
	struct env env;

	if (outlook_choices(options, connection, &choices, err) < 0)
		return -1;
	run_env(connection->servers, connection->n_servers, &env);
	earlier_read(&earlier, folder);
	draft_update(ret, &choices, &env, &earlier);
	earlier_wipe(&earlier);
	choices_wipe(&choices);
	env_wipe(&env);
	if (ret->plan)
		return admission_words(ret->plan, connection->servers, connection->n_servers, err);
	*err = ret->error;
	return -1;
}

int
outlook(const struct options *options, const struct connection *connection, struct buf *out,
	struct err *err)
{
	struct draft draft = { 0 };
	int code = -1;

	if (make_draft(options, connection, &draft, err) == 0) {
		outlook_text(&draft, out);
		code = outlook_refuses(&draft) ? err_exit_code(ERR_REFUSED) : 0;
	}
	draft_wipe(&draft);
	return code;
}
