#include "server/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/jsonio.h"
#include "server/sandbox_client.h"
#include "server/sandbox_folder.h"
#include "server/sandbox_pool.h"
#include "server/sandbox_stock.h"
#include "server/sandbox_sweep.h"

#define READY_MS 60000
#define STOP_MS 30000

struct sandbox {
	char name[SANDBOX_NAME_MAX + 1];
	char *dir;
	char *socket;
	int lock;	/* the folder, flocked; -1: not ours */
	bool keep;
	struct sandbox_wish wish;
	bool found_running;
	int signo;	/* that came while it was made; 0: none */
	struct sandbox_record record;
	struct sandbox_teller teller;
};

bool
sandbox_name_ok(const char *name)
{
	size_t len = strlen(name);

	return len >= 1 && len <= SANDBOX_NAME_MAX && name[0] >= 'a' && name[0] <= 'z' &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

static struct sandbox *
sandbox_new(const char *name, const struct sandbox_teller *teller)
{
	struct sandbox *sandbox = xcalloc(1, sizeof(*sandbox));

	snprintf(sandbox->name, sizeof(sandbox->name), "%s", name);
	sandbox->dir = xasprintf("%s/%s", SANDBOX_BASE, name);
	sandbox->socket = xasprintf("%s/unix.socket", sandbox->dir);
	sandbox->lock = -1;
	sandbox->keep = true;
	if (teller)
		sandbox->teller = *teller;
	return sandbox;
}

static int
refuse(const char *name, struct err *err)
{
	if (!sandbox_name_ok(name))
		return err_set_kind(err, ERR_USAGE,
				    "a sandbox's name is a lower case letter, then letters, digits "
				    "and dashes, %d at most",
				    SANDBOX_NAME_MAX);
	if (geteuid() != 0)
		return err_set_kind(err, ERR_REFUSED, "a sandbox needs root");
	return 0;
}

static void
unlock(struct sandbox *sandbox)
{
	if (sandbox->lock >= 0)
		close(sandbox->lock);
	sandbox->lock = -1;
}

/* ---- down ---- */

static int
take_down(struct sandbox *sandbox, struct err *err)
{
	struct err no_record;
	bool recorded = sandbox_record_read(sandbox->dir, &sandbox->record, &no_record) == 0;

	if (recorded)
		sandbox_daemon_stop(sandbox->dir, &sandbox->record);
	for (size_t i = 0; i < sandbox_kind_count; i++) {
		if ((!recorded || sandbox->record.kind == &sandbox_kinds[i]) &&
		    sandbox_sweep(sandbox->dir, sandbox->name, &sandbox_kinds[i], err) < 0)
			return -1;
	}
	sandbox_folder_leave();
	return 0;
}

/* All at once and without asking them; the daemon alone would end one after the other. */
static void
stop_instances(const struct sandbox *sandbox)
{
	autofree(sandbox_client) client = NULL;
	struct sandbox_record record;
	struct err ignored;	/* what still runs afterwards is ended with the daemon */

	if (sandbox_record_read(sandbox->dir, &record, &ignored) < 0 ||
	    sandbox_daemon_state(sandbox->dir, &record) != SANDBOX_RUNNING ||
	    sandbox_client_new(sandbox->socket, &client, &ignored) < 0)
		return;

	struct json_object *body = json_object_new_object();
	struct json_object *state = json_add_object(body, "state");
	json_add_text(state, "action", "stop");
	json_add_bool(state, "force", true);
	json_add_i64(state, "timeout", -1);
	sandbox_client_send(client, "PUT", "/instances", body, STOP_MS, &ignored);
}

static int
stop_and_take_down(struct sandbox *sandbox, struct err *err)
{
	sandbox_tell(&sandbox->teller, "ending the sandbox %s", sandbox->name);
	stop_instances(sandbox);
	if (take_down(sandbox, err) < 0)
		return err_wrap(err, "sandbox %s", sandbox->name);
	return 0;
}

int
sandbox_down(const char *name, const struct sandbox_teller *teller, struct err *err)
{
	if (refuse(name, err) < 0)
		return -1;

	autofree(sandbox) sandbox = sandbox_new(name, teller);
	if (access(sandbox->dir, F_OK) < 0 && errno == ENOENT)
		return err_set_kind(err, ERR_USAGE, "there is no sandbox %s", name);
	if (sandbox_folder_lock(sandbox->dir, &sandbox->lock, err) < 0)
		return err_wrap(err, "sandbox %s", name);
	return stop_and_take_down(sandbox, err);
}

static void
take_down_if_stray(const char *name, const struct sandbox_teller *teller)
{
	autofree(sandbox) sandbox = sandbox_new(name, teller);
	struct sandbox_record record;
	struct err err;

	if (sandbox_record_read(sandbox->dir, &record, &err) < 0 || record.keep ||
	    sandbox_folder_lock(sandbox->dir, &sandbox->lock, &err) < 0)
		return;
	if (stop_and_take_down(sandbox, &err) < 0)
		sandbox_tell(&sandbox->teller, "%s", err.text);
}

/* Sandboxes that should have ended with a poolscope that is no more. */
static int
take_down_strays(const struct sandbox_teller *teller, struct err *err)
{
	struct sandbox_info *list;
	size_t count;

	if (sandbox_list(&list, &count, err) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		take_down_if_stray(list[i].name, teller);
	sandbox_list_free(list, count);
	return 0;
}

/* ---- up ---- */

static bool
is_running(struct sandbox *sandbox)
{
	struct err no_record;

	return sandbox_record_read(sandbox->dir, &sandbox->record, &no_record) == 0 &&
	       sandbox_daemon_state(sandbox->dir, &sandbox->record) == SANDBOX_RUNNING;
}

/* Our folder: empty, or that of a running sandbox. */
static int
claim_folder(struct sandbox *sandbox, struct err *err)
{
	if (sandbox_folder_claim(sandbox->dir, &sandbox->lock, err) < 0)
		return -1;
	sandbox->found_running = is_running(sandbox);
	if (sandbox->found_running)
		return 0;

	int result = take_down(sandbox, err);
	unlock(sandbox);
	return result < 0 ? -1 : sandbox_folder_claim(sandbox->dir, &sandbox->lock, err);
}

static int
start(struct sandbox *sandbox, struct err *err)
{
	uint64_t size;

	/* Asked here only to refuse before anything is made. */
	if (sandbox_pool_size(sandbox->dir, &size, err) < 0)
		return -1;
	sandbox->record = (struct sandbox_record){
		.kind = sandbox->wish.kind ? sandbox->wish.kind : sandbox_kind_default(),
		.keep = sandbox->keep,
		.no_idmap = sandbox->wish.no_idmap,
	};
	sandbox_tell(&sandbox->teller, "starting %s in %s", sandbox->record.kind->name,
		     sandbox->dir);
	return sandbox_daemon_start(sandbox->dir, &sandbox->record, err);
}

static int
check_wish(const struct sandbox *sandbox, struct err *err)
{
	const struct sandbox_record *record = &sandbox->record;
	const struct sandbox_wish *wish = &sandbox->wish;

	if ((!wish->kind || wish->kind == record->kind) && wish->no_idmap == record->no_idmap)
		return 0;
	return err_set_kind(err, ERR_REFUSED, "it runs already, as %s %s idmapped mounts",
			    record->kind->name, record->no_idmap ? "without" : "with");
}

static int
wait_ready(const struct sandbox *sandbox, struct sandbox_client *client, struct err *err)
{
	if (sandbox_client_ready(client, sandbox->record.pid, READY_MS, err) == 0)
		return 0;
	autofree_mem char *words = sandbox_daemon_last_words(sandbox->dir);
	struct err cause = *err;
	return err_set(err, "%.200s%s%s", cause.text, *words ? "; its log ends: " : "", words);
}

static int
bring_up(struct sandbox *sandbox, struct sandbox_client *client, struct err *err)
{
	if ((sandbox->found_running ? check_wish(sandbox, err) : start(sandbox, err)) < 0)
		return -1;
	if (wait_ready(sandbox, client, err) < 0)
		return -1;
	if (sandbox_stock(client, sandbox->dir, sandbox->name, &sandbox->teller, &sandbox->record,
			  err) < 0)
		return -1;
	/* One that came with the last answer. */
	if (sandbox_client_signal(client))
		return err_set(err, "interrupted");
	return sandbox_record_write(sandbox->dir, &sandbox->record, err);
}

static int
bring_up_or_undo(struct sandbox *sandbox, struct err *err)
{
	autofree(sandbox_client) client = NULL;
	struct err undo_err;

	/* Before the daemon is started, so that from here on a signal finds us ready to undo. */
	if (sandbox_client_new(sandbox->socket, &client, err) < 0)
		return -1;
	if (bring_up(sandbox, client, err) == 0)
		return 0;
	sandbox->signo = sandbox_client_signal(client);
	if (sandbox->found_running)
		return -1;
	sandbox_tell(&sandbox->teller, "undoing what was made");
	if (take_down(sandbox, &undo_err) < 0)
		sandbox_tell(&sandbox->teller, "%s", undo_err.text);
	return -1;
}

int
sandbox_up(const char *name, const struct sandbox_wish *wish, const struct sandbox_teller *teller,
	   struct sandbox **ret, struct err *err)
{
	autofree_mem char *own_name = xasprintf("auto-%d", (int)getpid());
	autofree(sandbox) sandbox = sandbox_new(name ? name : own_name, teller);

	if (refuse(sandbox->name, err) < 0 || take_down_strays(teller, err) < 0)
		return -1;
	sandbox->keep = name != NULL;
	sandbox->wish = *wish;
	if (claim_folder(sandbox, err) < 0)
		return err_wrap(err, "sandbox %s", sandbox->name);
	if (bring_up_or_undo(sandbox, err) == 0) {
		*ret = steal(sandbox);
		return 0;
	}
	if (sandbox->signo)
		raise(sandbox->signo);
	return err_wrap(err, "sandbox %s", sandbox->name);
}

const char *
sandbox_socket(const struct sandbox *sandbox)
{
	return sandbox->socket;
}

int
sandbox_end(struct sandbox *sandbox, struct err *err)
{
	return stop_and_take_down(sandbox, err);
}

void
sandbox_free(struct sandbox *sandbox)
{
	if (!sandbox)
		return;
	unlock(sandbox);
	free(sandbox->dir);
	free(sandbox->socket);
	free(sandbox);
}

/* ---- list ---- */

static int
is_sandbox(const struct dirent *entry)
{
	return sandbox_name_ok(entry->d_name);
}

static void
look_at(const char *name, struct sandbox_info *info)
{
	autofree_mem char *dir = xasprintf("%s/%s", SANDBOX_BASE, name);
	struct err no_record;

	snprintf(info->name, sizeof(info->name), "%s", name);
	info->socket = xasprintf("%s/unix.socket", dir);
	info->state = SANDBOX_DEAD;
	info->recorded = sandbox_record_read(dir, &info->record, &no_record) == 0;
	if (info->recorded)
		info->state = sandbox_daemon_state(dir, &info->record);
}

int
sandbox_list(struct sandbox_info **ret, size_t *count, struct err *err)
{
	struct dirent **entries;
	int n = scandir(SANDBOX_BASE, &entries, is_sandbox, alphasort);

	if (n < 0 && errno == EACCES)
		return err_set_kind(err, ERR_REFUSED, "the list of sandboxes needs root");
	if (n < 0 && errno != ENOENT)
		return err_sys(err, "read %s", SANDBOX_BASE);
	*count = n > 0 ? (size_t)n : 0;
	*ret = xcalloc(*count + 1, sizeof(**ret));
	for (size_t i = 0; i < *count; i++) {
		look_at(entries[i]->d_name, &(*ret)[i]);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return 0;
}

char *
sandbox_running(const char *name, char **its_name)
{
	struct sandbox_info *list;
	char *socket = NULL;
	struct err unseen;
	size_t count;

	if (sandbox_list(&list, &count, &unseen) < 0)
		return NULL;
	for (size_t i = 0; i < count && !socket; i++) {
		if (list[i].state != SANDBOX_RUNNING || (name && strcmp(list[i].name, name) != 0))
			continue;
		socket = steal(list[i].socket);
		if (its_name)
			*its_name = xstrdup(list[i].name);
	}
	sandbox_list_free(list, count);
	return socket;
}

void
sandbox_list_free(struct sandbox_info *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(list[i].socket);
	free(list);
}
