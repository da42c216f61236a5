#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "bench/workload.h"

static void
add_names(struct buf *out, const struct chosen *chain, int n)
{
	for (int i = 0; i < n; i++)
		buf_printf(out, "%s%s%s%s", i ? "," : "", chain[i].workload->name,
			   *chain[i].variant ? ":" : "", chain[i].variant);
}

static void
chains_fit_together(void **state)
{
	static const struct { const char *given, *run; } rows[] = {
		{ "launch", "launch" },
		{ "launch,stop", "launch,stop" },
		{ "launch,delete", "launch,stop,delete" },	/* running ones are stopped first */
		{ "launch,stop,delete", "launch,stop,delete" },
		{ "launch,delete,launch", "launch,stop,delete,launch" },
		{ "create,start,restart,delete", "create,start,restart,stop,delete" },
		{ "create,start:freeze", "create,start:freeze" },
		{ "launch,snapshot,snapshot-delete", "launch,snapshot,snapshot-delete" },
		{ "launch,snapshot,restore:older", "launch,snapshot,stop,restore:older" },
		{ "create,snapshot,delete,create,snapshot", "create,snapshot,delete,create,snapshot" },
		{ "create,copy,rebuild,move:d", "create,copy,rebuild,move:d" },
		{ "create,move", "create,move" },	/* where to is known when the pools are */
	};
	struct chosen chain[CHAIN_MAX];
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autobuf names = { 0 };

		add_names(&names, chain, workload_parse_chain(rows[i].given, chain, &err));
		assert_string_equal(buf_text(&names), rows[i].run);
	}
}

static void
what_does_not_fit_is_named(void **state)
{
	static const struct { const char *given, *says; } rows[] = {
		{ "", "no workload \"\"" },
		{ "launch,", "no workload \"\"" },
		{ "lunch", "no workload \"lunch\"; there are launch, create, start, restart, stop, " },
		{ "prime", "no workload \"prime\"" },	/* is not for a person to choose */
		{ "delete", "put launch in front" },
		{ "launch,launch", "put delete in front" },
		{ "launch,stop,stop", "stop begins with running instances, but here are stopped" },
		{ "create,restart", "put start in front" },
		{ "launch:fast", "launch has no variant \"fast\"; there are freeze" },
		{ "launch:", "launch has no variant \"\"" },
		{ "delete:now", "delete has no variant \"now\"; there are none" },
		{ "create,restore", "restore begins with snapshots; put snapshot in front" },
		{ "create,snapshot,snapshot", "snapshot begins without snapshots; put snapshot-delete in front" },
		{ "create,snapshot,rebuild", "rebuild begins without snapshots" },
		{ "create,move,delete", "here are instances that have left the pool; end the chain there" },
		{ "create,move,snapshot", "end the chain there" },
		{ "create,move:", "no pool has the name \"\"" },
		{ "launch,delete,launch,delete,launch,delete,launch,delete,launch,delete,launch,delete",
		  "16 workloads at most" },
	};
	struct chosen chain[CHAIN_MAX];
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_int_equal(workload_parse_chain(rows[i].given, chain, &err), -1);
		assert_int_equal(err.kind, ERR_USAGE);
		if (!strstr(err.text, rows[i].says))
			fail_msg("\"%s\" says: %s", rows[i].given, err.text);
	}
}

static void
the_list_hides_what_cannot_be_chosen(void **state)
{
	size_t n = 0;

	(void)state;
	for (const struct workload *const *w = workload_list(); *w; w++, n++) {
		assert_false((*w)->hidden);
		assert_ptr_equal(workload_find((*w)->name), *w);
		assert_non_null((*w)->help);
	}
	assert_true(n > 3);
	assert_true(workload_find("prime")->hidden);
	assert_null(workload_find("sleep"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chains_fit_together),
		cmocka_unit_test(what_does_not_fit_is_named),
		cmocka_unit_test(the_list_hides_what_cannot_be_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
