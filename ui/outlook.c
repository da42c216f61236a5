#include "outlook.h"

#include "base/units.h"
#include "bench/planner.h"
#include "bench/run.h"

int
outlook_draft(const struct options *options, const struct connection *connection, bool fill_in,
	      struct draft *ret, struct err *err)
{
	struct draft draft = { 0 };
	struct choices choices;
	struct env env;

	if (choices_from_options(options, &choices, err) < 0)
		return -1;
	run_env(connection->servers, connection->n_servers, &env);
	if (fill_in)
		choices_fill_in(&choices, &env);
	draft_update(&draft, &choices, &env, true);
	choices_wipe(&choices);
	env_wipe(&env);
	if (!draft.plan) {
		*err = draft.error;
		return -1;
	}
	*ret = draft;
	return 0;
}

void
outlook_plan(const struct draft *draft, struct buf *out)
{
	char need[UNITS_LEN], left[UNITS_LEN];

	plan_describe(draft->plan, out);
	buf_putc(out, '\n');
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
outlook_findings(const struct draft *draft, struct buf *out)
{
	add_level(draft, FINDING_REFUSE, "refused", out);
	add_level(draft, FINDING_WARN, "warning", out);
	add_level(draft, FINDING_NOTE, "note", out);
}

bool
outlook_refuses(const struct draft *draft)
{
	for (size_t i = 0; i < draft->n_findings; i++)
		if (draft->findings[i].level == FINDING_REFUSE)
			return true;
	return false;
}
