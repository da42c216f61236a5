#include <stdio.h>
#include <string.h>

#include "bench/leftovers.h"
#include "cmd.h"
#include "connect.h"

static void
tell_on_stderr(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "%s\n", text);
}

static const struct sandbox_teller teller = { .tell = tell_on_stderr };

/* The socket's path is the last line, so that a script can take it. */
static int
up(const char *name, const struct options *options)
{
	const struct sandbox_wish wish = connect_wish(options);
	autofree(sandbox) sandbox = NULL;
	struct err err;

	if (sandbox_up(name, &wish, &teller, &sandbox, &err) < 0)
		return cmd_fail(&err);
	printf("%s\n", sandbox_socket(sandbox));
	return 0;
}

/* What runs left on a server went with it. */
static void
forget_leftovers(const char *socket)
{
	struct leftover *lists;
	size_t n = leftovers_lists(&lists);

	for (size_t i = 0; i < n; i++)
		if (!lists[i].live && strcmp(lists[i].server, socket) == 0)
			leftovers_done_on(lists[i].run, lists[i].server);
	leftovers_free(lists, n);
}

/* Those that should have ended with a poolscope that was killed; one that still lives keeps its own. */
static bool
take_down_orphans(void)
{
	struct sandbox_info *list;
	size_t count;
	bool any = false;
	struct err err;

	if (sandbox_list(&list, &count, &err) < 0)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!list[i].recorded || list[i].record.keep ||
		    sandbox_down(list[i].name, &teller, &err) < 0)
			continue;
		forget_leftovers(list[i].socket);
		any = true;
	}
	sandbox_list_free(list, count);
	return any;
}

static int
down(const char *name, const struct options *options)
{
	bool orphans = take_down_orphans();
	autofree_mem char *socket = sandbox_running(name ? name : SANDBOX_DEFAULT, NULL);
	struct err err;
	int code;

	(void)options;
	if (sandbox_down(name ? name : SANDBOX_DEFAULT, &teller, &err) == 0) {
		if (socket)
			forget_leftovers(socket);
		return 0;
	}
	if (!name && orphans && err.kind == ERR_USAGE)
		return 0;
	code = cmd_fail(&err);
	return err.kind == ERR_FAILED ? EXIT_LEFT_BEHIND : code;
}

static const char *const state_words[] = {
	[SANDBOX_RUNNING] = "running",
	[SANDBOX_DEAD] = "dead: leftovers",
	[SANDBOX_FOREIGN] = "dead: leftovers, pid reused",
};

static void
print_sandbox(const struct sandbox_info *info)
{
	printf("%s\n  state   %s%s\n", info->name, state_words[info->state],
	       info->recorded && !info->record.keep ? ", ends with its poolscope" : "");
	if (!info->recorded)
		return;
	printf("  server  %s, process %d%s\n  socket  %s\n", info->record.kind->name,
	       (int)info->record.pid, info->record.no_idmap ? ", without idmapped mounts" : "",
	       info->socket);
	for (size_t i = 0; i < SANDBOX_POOLS; i++) {
		if (info->record.pools[i].made)
			printf("  pool    %s\n", sandbox_pools[i].name);
		else
			printf("  no pool %s: %s\n", sandbox_pools[i].name,
			       info->record.pools[i].left_out[0] ? info->record.pools[i].left_out :
								   "not tried");
	}
}

static int
status(const char *name, const struct options *options)
{
	struct sandbox_info *list;
	size_t count, shown = 0;
	struct err err;

	(void)options;
	if (sandbox_list(&list, &count, &err) < 0)
		return cmd_fail(&err);
	for (size_t i = 0; i < count; i++) {
		if (name && strcmp(name, list[i].name) != 0)
			continue;
		print_sandbox(&list[i]);
		shown++;
	}
	sandbox_list_free(list, count);
	if (shown > 0)
		return 0;
	if (name) {
		err_set_kind(&err, ERR_USAGE, "there is no sandbox %s", name);
		return cmd_fail(&err);
	}
	printf("no sandbox\n");
	return 0;
}

static const struct {
	const char *name;
	int (*run)(const char *name, const struct options *options);
	const char *fallback;	/* name of the sandbox when none is given; NULL: the action knows */
} actions[] = {
	{ "up", up, SANDBOX_DEFAULT },
	{ "down", down, NULL },
	{ "status", status, NULL },
};

int
cmd_sandbox(const struct options *options)
{
	char *const *args;
	size_t n = options_args(options, &args);
	struct err err;

	for (size_t i = 0; n > 0 && i < COUNTOF(actions); i++) {
		if (strcmp(args[0], actions[i].name) == 0)
			return actions[i].run(n > 1 ? args[1] : actions[i].fallback, options);
	}
	err_set_kind(&err, ERR_USAGE, "sandbox: up, down or status is wanted");
	return cmd_fail(&err);
}
