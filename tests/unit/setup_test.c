/* What Setup offers: all that the command line has, and why not where it cannot be had. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/options.h"
#include "bench/planfile.h"
#include "bench/workload.h"
#include "names.h"
#include "server/sandbox_folder.h"
#include "view.h"
#include "views/setup.h"

/* ---- a server of two pools, that makes containers only ---- */

static bool extended; /* it has every extension */

static int
start(struct ui *ui, struct err *err)
{
	(void)ui;
	(void)err;
	return 0;
}

static bool
has(const struct ui *ui, const char *extension)
{
	(void)ui;
	(void)extension;
	return extended;
}

static const struct ui_source live = { .name = "live", .start = start, .has = has };

struct fixture {
	struct model *model;
	struct env_pool pools[2];
	struct env_image images[2];
	struct env_server server;
	struct env env;
	struct canvas *canvas;
	struct ui ui;
};

static struct fixture *
fixture_new(void)
{
	struct fixture *f = xcalloc(1, sizeof(*f));

	extended = true;
	f->pools[0] = (struct env_pool){ .name = "tank", .driver = "zfs", .used = 1, .total = 4 };
	f->pools[1] = (struct env_pool){ .name = "slow", .driver = "dir", .used = 1, .total = 4 };
	f->images[0] = (struct env_image){ .fingerprint = "0123456789abcdef", .alias = "busybox" };
	f->images[1] = (struct env_image){ .fingerprint = "fedcba9876543210",
					   .alias = "disk",
					   .vm = true };
	f->server = (struct env_server){ .name = "local",
					 .container_backend = "lxc 6.0.0",
					 .pools = f->pools,
					 .n_pools = 2,
					 .images = f->images,
					 .n_images = 2 };
	f->env = (struct env){ .servers = &f->server, .n_servers = 1 };
	f->model = model_new();
	f->canvas = canvas_new(120, 40, GLYPHS_ASCII);
	ui_init(&f->ui, &live, NULL);
	f->ui.model = f->model;
	f->ui.env = &f->env;
	f->ui.choices.count = f->ui.choices.rounds = f->ui.choices.parallel = 1;
	choices_toggle_pool(&f->ui.choices, "local", "tank");
	choices_toggle_image(&f->ui.choices, "busybox");
	choices_set_chain(&f->ui.choices, 0, "launch,export");
	ui_choices_changed(&f->ui);
	return f;
}

static void
fixture_free(struct fixture *f)
{
	ui_wipe(&f->ui);
	model_free(f->model);
	canvas_free(f->canvas);
	free(f);
}
DEFINE_AUTOFREE(fixture, fixture_free)

static void
press(struct fixture *f, const char *names)
{
	autofree_mem char *copy = xstrdup(names);
	char *rest = copy;
	struct key key;

	for (char *name; (name = strsep(&rest, " "));) {
		assert_true(key_parse(name, &key));
		screen_draw(f->canvas, &f->ui);
		ui_key(&f->ui, key);
	}
	screen_draw(f->canvas, &f->ui);
}

/* A text into the prompt that is open. */
static void
type(struct fixture *f, const char *text)
{
	for (; *text; text++)
		ui_key(&f->ui, (struct key){ .code = (char32_t)*text });
	press(f, "Enter");
}

static bool
shows(struct fixture *f, const char *text)
{
	autobuf screen = { 0 };

	canvas_dump(f->canvas, &screen);
	return strstr(buf_text(&screen), text) != NULL;
}

/* The row of a list with this text in it. */
static size_t
row_with(const struct fixture *f, const struct setup_list *list, const char *wanted)
{
	char text[512];

	for (size_t row = 0; row < list->lines(&f->ui); row++) {
		list->text(&f->ui, row, text, sizeof(text));
		if (strncmp(text, wanted, strlen(wanted)) == 0)
			return row;
	}
	fail_msg("no row \"%s\"", wanted);
	return SIZE_MAX;
}

/* ---- nothing is missing ---- */

static void
every_option_of_a_run_is_somewhere_on_setup(void **state)
{
	/* Where the others are chosen: in the lists, by a key, or before there is a screen. */
	static const enum option_id elsewhere[] = {
		OPT_POOL,	    OPT_IMAGE,	  OPT_FREEZE /* launch's word */,
		OPT_PRESET /* P */, OPT_SERVER,	  OPT_SANDBOX,
		OPT_DAEMON,	    OPT_NO_IDMAP, OPT_PROJECT,
		OPT_PLAN,
	};

	(void)state;
	for (size_t id = 0; id < N_OPTIONS; id++) {
		const struct option_row *row = &option_rows[id];
		bool there = setup_options_has((enum option_id)id);

		if (!(row->commands & C_RUN) || !(row->commands & C_DASHBOARD) ||
		    (row->commands & C_DOCTOR) == 0)
			continue;
		for (size_t i = 0; i < COUNTOF(elsewhere); i++)
			there |= elsewhere[i] == id;
		if (!there && id != OPT_HELP && id != OPT_VERSION)
			fail_msg("--%s has no place on Setup", row->name);
	}
}

static void
every_word_of_a_chosen_workload_has_a_row(void **state)
{
	autofree(fixture) f = fixture_new();

	(void)state;
	for (const struct workload *const *w = workload_list(); *w; w++) {
		const struct variant_word *word = (*w)->variants;
		char text[128];

		choices_set_chain(&f->ui.choices, 0, (*w)->name);
		for (; word && word->word; word++) {
			size_t row;

			snprintf(text, sizeof(text), "%s %s ", (*w)->name, word->word);
			row = row_with(f, &setup_workloads, text);
			assert_true(setup_workloads.part(&f->ui, row));
			assert_false(setup_workloads.chosen(&f->ui, row));
			setup_workloads.toggle(&f->ui, row);
			assert_true(setup_workloads.chosen(&f->ui, row));
		}
	}
}

static void
a_move_can_go_to_any_pool(void **state)
{
	autofree(fixture) f = fixture_new();

	(void)state;
	choices_set_chain(&f->ui.choices, 0, "create,move");
	setup_workloads.toggle(&f->ui, row_with(f, &setup_workloads, "move slow"));
	assert_string_equal(f->ui.choices.chains[0], "create,move:slow");
}

static void
the_order_has_the_words_of_its_option(void **state)
{
	autofree(fixture) f = fixture_new();
	const char *rest = option_rows[OPT_ORDER].choices;

	(void)state;
	press(f, "Tab Tab Tab Down Down Down Down");
	for (unsigned i = 0; rest; i++) {
		size_t len = strcspn(rest, "|");
		char want[64];

		assert_int_equal(f->ui.choices.order, i);
		snprintf(want, sizeof(want), "<%.*s>", (int)len, rest);
		assert_true(shows(f, want));
		press(f, "Right");
		rest = rest[len] ? &rest[len + 1] : NULL;
	}
	assert_int_equal(f->ui.choices.order, 0);
}

/* ---- fields ---- */

static void
fields_of_text_are_asked_for(void **state)
{
	/* clang-format off */
	static const struct {
		const char *name, *typed, *message;
	} rows[] = {
		{ "chain", "create,delete", NULL },
		{ "chain", "delete", "begins with" },		/* what is wrong is not taken */
		{ "keep-archives", "/srv/archives", NULL },
		{ "label", "before", NULL },
		{ "seed", "7", NULL },
		{ "seed", "-7", "expected a whole number" },
	};
	/* clang-format on */
	autofree(fixture) f = fixture_new();

	(void)state;
	press(f, "Tab Tab Tab");
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		const char *name = strcmp(rows[i].name, "chain") == 0 ? "workload" : rows[i].name;

		f->ui.form.cursor = 0;
		for (int down = 0; down < 20; down++) {
			press(f, "Enter");
			if (f->ui.ask.done && strcmp(f->ui.ask.prompt.label, name) == 0)
				break;
			press(f, "Esc Down");
		}
		assert_non_null(f->ui.ask.done);
		while (f->ui.ask.prompt.text[0])
			press(f, "Backspace");
		type(f, rows[i].typed);
		if (rows[i].message)
			assert_true(shows(f, rows[i].message));
	}
	assert_string_equal(f->ui.choices.chains[0], "create,delete");
	assert_string_equal(f->ui.choices.archives, "/srv/archives");
	assert_string_equal(f->ui.choices.label, "before");
	assert_int_equal(f->ui.choices.seed, 7);
}

static void
chains_are_gone_through_and_made(void **state)
{
	autofree(fixture) f = fixture_new();

	(void)state;
	press(f, "Tab Tab c");
	assert_int_equal(f->ui.chain, 1);
	assert_true(shows(f, "a new chain"));
	press(f, "Down Space");
	assert_int_equal(f->ui.choices.n_chains, 2);
	assert_string_equal(f->ui.choices.chains[1], "create");
	assert_true(shows(f, "chain 2 of 2  1 of 14 chosen"));
	press(f, "c c");
	assert_int_equal(f->ui.chain, 0);
	assert_string_equal(f->ui.choices.chains[0], "launch,export");
}

/* ---- why not ---- */

static void
what_cannot_be_had_says_why(void **state)
{
	static const struct {
		const struct setup_list *list;
		const char *row, *why; /* NULL: it can */
	} rows[] = {
		{ &setup_images, "busybox", NULL },
		{ &setup_images, "disk", "KVM" },
		{ &setup_images, EMPTY_VM, "runs only lxc 6.0.0" },
		{ &setup_workloads, "launch", NULL },
		{ &setup_workloads, "export gzip", NULL },
		{ &setup_workloads, "export direct", "direct: the server has no direct_backup" },
	};
	autofree(fixture) f = fixture_new();
	char why[SETUP_WHY];

	(void)state;
	extended = false;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		size_t row = row_with(f, rows[i].list, rows[i].row);

		assert_int_equal(rows[i].list->refused(&f->ui, row, why), rows[i].why != NULL);
		if (rows[i].why)
			assert_non_null(strstr(why, rows[i].why));
	}
	extended = true;
	assert_false(setup_workloads.refused(&f->ui, row_with(f, &setup_workloads, "export direct"),
					     why));
	f->server.container_backend = NULL; /* not told: then it is not refused */
	assert_false(setup_images.refused(&f->ui, row_with(f, &setup_images, EMPTY_VM), why));
}

static void
a_pool_has_its_glyph_chosen_or_not(void **state)
{
	autofree(fixture) f = fixture_new();

	(void)state;
	press(f, "Tab");
	assert_true(shows(f, "[x] o tank"));
	assert_true(shows(f, "[ ] ^ slow"));
	choices_toggle_pool(&f->ui.choices, "local", "tank");
	choices_toggle_pool(&f->ui.choices, "local", "slow");
	press(f, "Tab");
	assert_true(shows(f, "[ ] o tank"));
	assert_true(shows(f, "[x] ^ slow"));
}

static void
the_plan_tells_how_long_it_takes_as_far_as_runs_tell(void **state)
{
	autofree(fixture) f = fixture_new();

	(void)state;
	press(f, "Tab");
	assert_true(shows(f, "time unknown: no earlier run"));
	f->ui.draft.time = (struct estimate){ .ns = 42 * UINT64_C(1000000000) };
	screen_draw(f->canvas, &f->ui);
	assert_true(shows(f, "about 42 s by"));
	f->ui.draft.timed = false;
	screen_draw(f->canvas, &f->ui);
	assert_false(shows(f, "about 42 s"));
}

static void
enter_tells_all_that_is_known(void **state)
{
	static const struct {
		const char *keys, *says;
	} rows[] = {
		{ "Enter", "driver      zfs, version unknown" },
		{ "Enter", "server      local" },
		{ "Enter", "use         1 B of 4 B (25 %), 3 B free" },
		{ "Enter", "can be run  yes" },
		{ "Down Enter", "use         unknown" },
		{ "Down Enter", "instances   unknown" },
		{ "Down Enter", "can be run  its volume group is not there" },
		{ "Tab d", "fingerprint 0123456789abcdef" },
		{ "Tab End d", "can be run  this server makes no virtual machines" },
		{ "Tab Tab d", "needs       no instances: it makes them" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(fixture) f = fixture_new();

		f->pools[1].used = UNKNOWN;
		f->pools[1].instances = SIZE_MAX;
		f->pools[1].unusable = (char *)"its volume group is not there";
		press(f, rows[i].keys);
		assert_int_equal(f->ui.overlay, OVERLAY_SHEET);
		assert_true(shows(f, rows[i].says));
		press(f, "Esc");
		assert_int_equal(f->ui.overlay, OVERLAY_NONE);
	}
}

/* A server's text has no say over lines and columns. */
static void
details_are_clean_text(void **state)
{
	autofree(fixture) f = fixture_new();

	(void)state;
	f->pools[0].source = (char *)"/a\n\tb\033[2J";
	press(f, "Enter");
	assert_true(shows(f, "source      /a??b?[2J"));
}

static void
what_is_chosen_below_the_fold_is_counted(void **state)
{
	autofree(fixture) f = fixture_new();

	(void)state;
	canvas_resize(f->canvas, 80, 24);
	choices_set_chain(&f->ui.choices, 0, "launch,stop,delete");
	press(f, "Tab");
	assert_true(shows(f, "3 of 14 chosen"));
	assert_true(shows(f, "9 more, 1 chosen"));
}

/* ---- names ---- */

static void
a_sandbox_is_called_by_its_name(void **state)
{
	static const struct {
		const char *name, *shown;
	} rows[] = {
		{ "local", "local" },
		{ SANDBOX_BASE "/eng/unix.socket", "sandbox eng" },
		{ "/run/incus/unix.socket", "incus" },
		{ "/socket", "/socket" },
		{ "https://host:8443", "https://host:8443" },
	};
	autobuf text = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char shown[SHOWN_NAME];

		assert_string_equal(names_server(rows[i].name, shown), rows[i].shown);
	}
	names_text("no pool on " SANDBOX_BASE "/a/unix.socket, or " SANDBOX_BASE "/b: none", &text);
	assert_string_equal(buf_text(&text), "no pool on sandbox a, or sandbox b: none");
}

/* ---- a saved plan ---- */

static void
a_saved_plan_makes_the_same_choices(void **state)
{
	static const char settings[] = "pool = other\nfreeze = yes\nbatch = no\n";
	char config[] = "/tmp/setup-config-XXXXXX", plan[] = "/tmp/setup-plan-XXXXXX";
	autofree(fixture) f = fixture_new();
	autofree(options) options = options_new();
	struct choices *before = &f->ui.choices, after;
	int fd = mkstemp(config);
	struct err err;

	(void)state;
	assert_int_equal(write(fd, settings, sizeof(settings) - 1), sizeof(settings) - 1);
	close(fd);
	close(mkstemp(plan));
	choices_set_chain(before, 0, "launch:freeze,export:optimized+zstd,delete");
	choices_set_chain(before, 1, "create,start,move:slow");
	choices_toggle_image(before, EMPTY_VM);
	before->until_good = before->batch = before->privileged = before->network = true;
	before->fill = 256;
	before->order = ORDER_RACE;
	before->seed = 9007199254740991;
	before->label = xstrdup("before");
	before->archives = xstrdup("/srv/archives");
	assert_int_equal(planfile_write(plan, before, NULL, true, &err), 0);

	assert_int_equal(options_read_config(options, config, &err), 0);
	assert_int_equal(planfile_read(plan, options, &err), 0);
	assert_int_equal(choices_from_options(options, &after, &err), 0);
	unlink(config);
	unlink(plan);
	assert_int_equal(after.n_pools, 1);
	assert_string_equal(after.pools[0].pool, "tank");
	assert_int_equal(after.n_images, 2);
	assert_string_equal(after.images[1], EMPTY_VM);
	assert_int_equal(after.n_chains, 2);
	assert_string_equal(after.chains[0], before->chains[0]);
	assert_string_equal(after.chains[1], before->chains[1]);
	assert_true(after.until_good && after.batch && after.privileged && after.network);
	assert_int_equal(after.fill, 256);
	assert_int_equal(after.order, ORDER_RACE);
	assert_true(after.seed == before->seed);
	assert_string_equal(after.label, "before");
	assert_string_equal(after.archives, "/srv/archives");
	choices_wipe(&after);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_of_a_run_is_somewhere_on_setup),
		cmocka_unit_test(every_word_of_a_chosen_workload_has_a_row),
		cmocka_unit_test(a_move_can_go_to_any_pool),
		cmocka_unit_test(the_order_has_the_words_of_its_option),
		cmocka_unit_test(fields_of_text_are_asked_for),
		cmocka_unit_test(chains_are_gone_through_and_made),
		cmocka_unit_test(what_cannot_be_had_says_why),
		cmocka_unit_test(a_pool_has_its_glyph_chosen_or_not),
		cmocka_unit_test(the_plan_tells_how_long_it_takes_as_far_as_runs_tell),
		cmocka_unit_test(enter_tells_all_that_is_known),
		cmocka_unit_test(details_are_clean_text),
		cmocka_unit_test(what_is_chosen_below_the_fold_is_counted),
		cmocka_unit_test(a_sandbox_is_called_by_its_name),
		cmocka_unit_test(a_saved_plan_makes_the_same_choices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
