#include "server/sandbox_record.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/jsonio.h"
#include "base/mem.h"
#include "server/sandbox_daemon.h"

#define FORMAT 1
#define FILE_NAME "poolscope.json"
#define RECORD_MAX 65536

static struct json_object *
to_json(const struct sandbox_record *record)
{
	struct json_object *json = json_object_new_object();

	json_add_u64(json, "format", FORMAT);
	json_add_text(json, "kind", record->kind->name);
	json_add_u64(json, "pid", (uint64_t)record->pid);
	json_add_u64(json, "start_time", record->start_time);
	json_add_text(json, "program", record->program);
	json_add_bool(json, "keep", record->keep);
	json_add_bool(json, "no_idmap", record->no_idmap);

	struct json_object *pools = json_add_array(json, "pools");
	for (size_t i = 0; i < SANDBOX_POOLS; i++) {
		struct json_object *pool = json_push_object(pools);

		json_add_text(pool, "name", sandbox_pools[i].name);
		json_add_bool(pool, "made", record->pools[i].made);
		if (record->pools[i].left_out[0])
			json_add_text(pool, "left_out", record->pools[i].left_out);
	}
	return json;
}

static void
read_pool(struct json_object *json, struct sandbox_record *record)
{
	const char *name = json_text_or(json, "name", "");

	for (size_t i = 0; i < SANDBOX_POOLS; i++) {
		if (strcmp(name, sandbox_pools[i].name) != 0)
			continue;
		record->pools[i].made = json_bool_or(json, "made", false);
		snprintf(record->pools[i].left_out, sizeof(record->pools[i].left_out), "%s",
			 json_text_or(json, "left_out", ""));
	}
}

static int
from_json(struct json_object *json, struct sandbox_record *record, struct err *err)
{
	uint64_t format, pid;
	const char *kind, *program;
	struct sandbox_record read = { 0 };

	if (json_need_u64(json, "format", UINT64_MAX, &format, err) < 0)
		return -1;
	if (format != FORMAT)
		return err_set(err, "format %llu is not known", (unsigned long long)format);
	if (json_need_text(json, "kind", &kind, err) < 0 ||
	    json_need_text(json, "program", &program, err) < 0 ||
	    json_need_u64(json, "pid", INT_MAX, &pid, err) < 0 ||
	    json_need_u64(json, "start_time", UINT64_MAX, &read.start_time, err) < 0)
		return -1;
	read.kind = sandbox_kind_find(kind);
	if (!read.kind || pid < 2 || strlen(program) >= sizeof(read.program))
		return err_set(err, "it names no daemon of ours");

	read.pid = (pid_t)pid;
	snprintf(read.program, sizeof(read.program), "%s", program);
	read.keep = json_bool_or(json, "keep", true);
	read.no_idmap = json_bool_or(json, "no_idmap", false);
	struct json_object *pools = json_get(json, "pools", json_type_array);
	for (size_t i = 0; pools && i < json_object_array_length(pools); i++)
		read_pool(json_object_array_get_idx(pools, i), &read);
	*record = read;
	return 0;
}

int
sandbox_record_write(const char *dir, const struct sandbox_record *record, struct err *err)
{
	autofree_mem char *path = xasprintf("%s/" FILE_NAME, dir);
	autofree_mem char *new_path = xasprintf("%s.new", path);
	autofree(json_object) json = to_json(record);
	autobuf text = { 0 };

	json_format(json, &text);
	buf_putc(&text, '\n');

	int fd = open(new_path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_sys(err, "write %s", new_path);
	bool whole = write(fd, text.data, text.len) == (ssize_t)text.len;
	if (close(fd) < 0 || !whole)
		return err_sys(err, "write %s", new_path);
	if (rename(new_path, path) < 0)
		return err_sys(err, "replace %s", path);
	return 0;
}

int
sandbox_record_read(const char *dir, struct sandbox_record *record, struct err *err)
{
	autofree_mem char *path = xasprintf("%s/" FILE_NAME, dir);
	autofree(json_object) json = NULL;
	char text[RECORD_MAX];
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return err_sys(err, "read %s", path);
	ssize_t len = read(fd, text, sizeof(text));
	close(fd);
	if (len < 0)
		return err_sys(err, "read %s", path);

	json = json_parse(text, (size_t)len, err);
	if (!json || from_json(json, record, err) < 0)
		return err_wrap(err, "%s", path);
	return 0;
}
