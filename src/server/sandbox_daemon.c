#include "server/sandbox_daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/close_range.h>

#include "base/mem.h"
#include "sys/process.h"

#define LOG_NAME "poolscope.log"
#define ID_MAP_NAME "poolscope.idmap"
#define STOP_MS 30000
#define OPEN_FILES 1048576	/* as the packages' units have it */
#define LAST_WORDS 400

static const char *const incus_programs[] = { "/usr/libexec/incus/incusd", "/usr/sbin/incusd",
					      "/usr/bin/incusd", NULL };
static const char *const lxd_programs[] = { "/usr/bin/lxd", "/usr/sbin/lxd", NULL };

const struct sandbox_kind sandbox_kinds[] = {
	{ .name = "incus",
	  .package = "incus",
	  .programs = incus_programs,
	  .dir_variable = "INCUS_DIR",
	  .no_idmap_variable = "INCUS_IDMAPPED_MOUNTS_DISABLE",
	  .id_map = "root:1000000:1000000000\n",
	  .stop_signal = SIGPWR },
	{ .name = "lxd",
	  .package = "lxd",
	  .programs = lxd_programs,
	  .dir_variable = "LXD_DIR",
	  .no_idmap_variable = "LXD_IDMAPPED_MOUNTS_DISABLE",
	  .id_map = "root:1000000:1000000000\n",
	  .stop_signal = SIGPWR },
};
const size_t sandbox_kind_count = COUNTOF(sandbox_kinds);

const struct sandbox_kind *
sandbox_kind_find(const char *name)
{
	for (size_t i = 0; i < sandbox_kind_count; i++) {
		if (strcmp(sandbox_kinds[i].name, name) == 0)
			return &sandbox_kinds[i];
	}
	return NULL;
}

/* The installed daemon; NULL: none is. */
static const char *
installed_program(const struct sandbox_kind *kind)
{
	for (const char *const *program = kind->programs; *program; program++) {
		if (access(*program, X_OK) == 0)
			return *program;
	}
	return NULL;
}

const struct sandbox_kind *
sandbox_kind_default(void)
{
	for (size_t i = 0; i < sandbox_kind_count; i++) {
		if (installed_program(&sandbox_kinds[i]))
			return &sandbox_kinds[i];
	}
	return &sandbox_kinds[0];
}

/* ---- in the new process, until it becomes the daemon ---- */

static void
forget_signals(void)
{
	sigset_t none;

	for (int signo = 1; signo < NSIG; signo++)
		signal(signo, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void
raise_open_files(void)
{
	struct rlimit limit = { OPEN_FILES, OPEN_FILES };

	/* Where we may not, the daemon runs with what it has; a big run may then meet that limit. */
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int
open_streams(const char *dir, struct err *err)
{
	autofree_mem char *path = xasprintf("%s/" LOG_NAME, dir);
	int null = open("/dev/null", O_RDONLY);
	int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);

	if (null < 0)
		return err_sys(err, "open /dev/null");
	if (log < 0)
		return err_sys(err, "open %s", path);
	if (dup2(null, STDIN_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0 ||
	    dup2(log, STDERR_FILENO) < 0)
		return err_sys(err, "open %s", path);
	/* All others, the pipe to our parent too, close when the daemon is executed. */
	if (close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) < 0)
		return err_sys(err, "close descriptors");
	return 0;
}

static int
bind_id_map(const char *dir, const char *line, struct err *err)
{
	static const char *const targets[] = { "/etc/subuid", "/etc/subgid" };
	autofree_mem char *path = xasprintf("%s/" ID_MAP_NAME, dir);
	FILE *file = fopen(path, "we");

	if (!file)
		return err_sys(err, "write %s", path);
	bool written = fputs(line, file) >= 0;
	if (fclose(file) != 0 || !written || chmod(path, 0644) < 0)
		return err_sys(err, "write %s", path);

	for (size_t i = 0; i < COUNTOF(targets); i++) {
		/* Without these files on the system the daemon takes a range of its own. */
		if (mount(path, targets[i], NULL, MS_BIND, NULL) < 0 && errno != ENOENT)
			return err_sys(err, "bind %s over %s", path, targets[i]);
	}
	return 0;
}

static int
enter_namespace(const char *dir, const struct sandbox_kind *kind, struct err *err)
{
	if (unshare(CLONE_NEWNS) < 0)
		return err_sys(err, "make a mount namespace");
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return err_sys(err, "make the mounts private");
	return bind_id_map(dir, kind->id_map, err);
}

static int
write_own_record(const char *dir, struct sandbox_record *record, const char *program,
		 struct err *err)
{
	record->pid = getpid();
	record->start_time = process_start_time(record->pid);
	if (!realpath(program, record->program))
		return err_sys(err, "find %s", program);
	return sandbox_record_write(dir, record, err);
}

/* Returns only if it failed. */
static void
become_daemon(const char *dir, struct sandbox_record *record, struct err *err)
{
	const struct sandbox_kind *kind = record->kind;
	const char *program = installed_program(kind);
	autofree_mem char *folder = xasprintf("%s=%s", kind->dir_variable, dir);
	autofree_mem char *no_idmap = xasprintf("%s=true", kind->no_idmap_variable);
	/* A proxy that nobody listens at: a sandbox fetches nothing, and so needs no network. */
	char *const env[] = {
		folder,
		"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"HOME=/root",
		"LANG=C.UTF-8",
		"HTTP_PROXY=http://127.0.0.1:9",
		"HTTPS_PROXY=http://127.0.0.1:9",
		record->no_idmap ? no_idmap : NULL,
		NULL,
	};

	setsid();
	umask(022);
	forget_signals();
	raise_open_files();
	if (chdir("/") < 0 || open_streams(dir, err) < 0 || enter_namespace(dir, kind, err) < 0 ||
	    write_own_record(dir, record, program, err) < 0)
		return;
	execve(program, (char *[]){ (char *)program, NULL }, env);
	err_sys(err, "run %s", program);
}

/* ---- in our own process ---- */

/* The child in between leaves at once, so that the daemon is nobody's child. */
static void
fork_twice(const char *dir, struct sandbox_record *record, int failure_pipe)
{
	struct err failure = { 0 };
	pid_t pid = fork();

	if (pid == 0) {
		become_daemon(dir, record, &failure);
		(void)!write(failure_pipe, &failure, sizeof(failure));
	} else if (pid < 0) {
		err_sys(&failure, "fork");
		(void)!write(failure_pipe, &failure, sizeof(failure));
	}
	_exit(0);
}

/* The pipe closes without a word when the daemon was executed. */
static int
read_failure(int fd, struct err *err)
{
	struct err failure;
	ssize_t len;

	do {
		len = read(fd, &failure, sizeof(failure));
	} while (len < 0 && errno == EINTR);
	if (len == 0)
		return 0;
	if (len != sizeof(failure))
		return err_set(err, "the new process ended before it became the daemon");
	*err = failure;
	return -1;
}

int
sandbox_daemon_start(const char *dir, struct sandbox_record *record, struct err *err)
{
	const struct sandbox_kind *kind = record->kind;
	int ends[2];

	if (!installed_program(kind))
		return err_set_kind(err, ERR_REFUSED, "%s is not installed: install the package %s",
				    kind->name, kind->package);
	if (pipe2(ends, O_CLOEXEC) < 0)
		return err_sys(err, "pipe");

	pid_t child = fork();
	if (child == 0)
		fork_twice(dir, record, ends[1]);
	int result = child < 0 ? err_sys(err, "fork") : 0;
	close(ends[1]);
	if (result == 0)
		result = read_failure(ends[0], err);
	close(ends[0]);
	if (child > 0)
		waitpid(child, NULL, 0);
	if (result < 0)
		return err_wrap(err, "start the daemon");
	return sandbox_record_read(dir, record, err);
}

enum sandbox_state
sandbox_daemon_state(const char *dir, const struct sandbox_record *record)
{
	char program[PATH_MAX];
	uint64_t start_time = process_start_time(record->pid);

	if (start_time == 0)
		return SANDBOX_DEAD;
	if (start_time == record->start_time &&
	    process_program(record->pid, program, sizeof(program)) &&
	    strcmp(program, record->program) == 0 &&
	    process_has_env(record->pid, record->kind->dir_variable, dir))
		return SANDBOX_RUNNING;
	return SANDBOX_FOREIGN;
}

void
sandbox_daemon_stop(const char *dir, const struct sandbox_record *record)
{
	/* First hold the process, then look who it is: so the pid cannot change hands in between. */
	int daemon = process_open(record->pid);

	if (daemon < 0)
		return;
	if (sandbox_daemon_state(dir, record) == SANDBOX_RUNNING) {
		process_signal(daemon, record->kind->stop_signal);
		process_wait(daemon, STOP_MS);
	}
	close(daemon);
}

char *
sandbox_daemon_last_words(const char *dir)
{
	autofree_mem char *path = xasprintf("%s/" LOG_NAME, dir);
	char text[LAST_WORDS + 1] = "";
	FILE *log = fopen(path, "re");

	if (log) {
		fseek(log, -LAST_WORDS, SEEK_END);
		text[fread(text, 1, LAST_WORDS, log)] = '\0';
		fclose(log);
	}
	for (char *c = text; *c; c++) {
		if ((unsigned char)*c < ' ')
			*c = ' ';
	}
	return xstrdup(text);
}
