#include "server/diagnose.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define SHORT 160 /* bytes of a text that is read at a glance */

struct row {
	/* "a&b|c": the text has both a and b, or it has c. */
	const char *has;
	const char *doing;			/* only while this is being done; NULL: whatever is */
	bool (*also)(const char *text);		/* what no part of the text can tell; NULL: nothing */
	bool space;				/* only when the pool showed free space */
	struct diagnosis diagnosis;
};

/* Names of instances end in their number; the table of neighbours is full at about the thousandth. */
static bool
past_neighbours(const char *text)
{
	for (const char *dash = text; (dash = strchr(dash, '-')); dash++) {
		char *end;
		unsigned long number = isdigit((unsigned char)dash[1]) ? strtoul(dash + 1, &end, 10) : 0;

		if (number >= 990 && number < 100000 && !isalnum((unsigned char)*end))
			return true;
	}
	return false;
}

/* "Failed to run: ... lxc.conf:" and then nothing. */
static bool
ends_in_colon(const char *text)
{
	size_t len = strlen(text);

	while (len > 0 && isspace((unsigned char)text[len - 1]))
		len--;
	return len > 0 && text[len - 1] == ':';
}

#define CAUSE(NAME, ADVICE, ...) .diagnosis = { .name = NAME, .advice = ADVICE, __VA_ARGS__ }
#define FATAL .fatal = true
#define TRANSIENT .transient = true

/* clang-format off */
static const struct row rows[] = {
	{ "keyring&quota", CAUSE("kernel key quota",
	  "raise kernel.keys.maxkeys and kernel.keys.maxbytes; it is no disk quota", FATAL) },
	{ "/sys/fs/cgroup&no space", CAUSE("cgroup limit",
	  "too many cgroups on the host; the disk is not full", FATAL) },
	{ "directory watch&too many open files|inotify&too many open files", CAUSE("inotify limit",
	  "raise fs.inotify.max_user_instances and fs.inotify.max_user_watches", FATAL) },
	{ "unsquashfs&too many open files|unpack&too many open files", CAUSE("daemon's open files",
	  "raise LimitNOFILE of the server's unit", FATAL) },
	{ "too many open files", CAUSE("inotify or open files",
	  "raise fs.inotify.max_user_instances, then LimitNOFILE of the server's unit", FATAL) },
	{ "errno 524|seccomp", CAUSE("eBPF JIT limit",
	  "raise net.core.bpf_jit_limit", FATAL) },
	{ "resource temporarily unavailable", CAUSE("task limit",
	  "raise kernel.pid_max, kernel.threads-max, the unit's TasksMax, or the user's nproc", FATAL) },
	{ "exchange full", CAUSE("bridge full",
	  "a bridge has 1024 ports: fewer instances, another bridge, or no network", FATAL) },
	{ "neighbor table overflow|neighbour table overflow", CAUSE("neighbour table full",
	  "raise net.ipv4.neigh.default.gc_thresh3 and the same of ipv6", FATAL) },
	{ "failed to set lxc config", .also = past_neighbours, CAUSE("neighbour table full",
	  "raise net.ipv4.neigh.default.gc_thresh3 and the same of ipv6", FATAL) },
	{ "uid/gid|newuidmap|id mapping", CAUSE("id map range",
	  "one root: range, large enough, in /etc/subuid and /etc/subgid, then restart the server", FATAL) },
	{ "ovn|eth0|network \"", CAUSE("network, not storage",
	  "measure without a network, or with fewer at once") },
	{ "disk quota exceeded", CAUSE("quota",
	  "the size of the volume or limits.disk of the project; not the pool") },
	{ "closed pipe|signal received", .doing = "export", CAUSE("server's backup space",
	  "space where the server writes backups, or storage.backups_volume on another pool", FATAL) },
	{ "no space left|run out of disk space", .space = true, CAUSE("no space, yet free space shown",
	  "btrfs: unallocated space gone (btrfs filesystem usage); else a block volume too small, the host's file system, or /tmp", FATAL) },
	{ "no space left&/storage-pools/|no space left&/rootfs", CAUSE("no space left on the pool",
	  "fewer instances, a larger pool, or clear away", FATAL) },
	{ "no space left|run out of disk space", CAUSE("no space",
	  "the pool is full, or where the message's path lies: fewer instances, or clear away", FATAL) },
	{ "transaction id|needs_check|manual repair", CAUSE("thin metadata damaged",
	  "stop writing to this pool; thin_check", FATAL) },
	{ "suspended|input/output error", CAUSE("pool suspended",
	  "its device or file failed: see the kernel's log, free space below the loop file", FATAL) },
	{ "database is locked", CAUSE("server's database busy",
	  "fewer at once; free space where the server keeps its database", TRANSIENT) },
	{ "already exists|unique constraint failed", CAUSE("name is taken",
	  "left over from an earlier run: poolscope clean") },
	{ "instance is busy running a", CAUSE("another operation runs",
	  "wait for it; when it stays, reload the server", TRANSIENT) },
	{ "dataset is busy|device or resource busy|in use", .doing = "delete", CAUSE("held by a mount",
	  "try again; what stays is listed at the end", TRANSIENT) },
	{ "instance is running", .doing = "delete", CAUSE("still running",
	  "stop it first; right after a failed start the server needs a moment", TRANSIENT) },
	{ "image is missing a rootfs|/images/&no such file", CAUSE("image vanished",
	  "it expired or was updated: import it again", FATAL) },
	{ "subsequent snapshot|latest snapshot", CAUSE("driver restores the latest only",
	  "newer snapshots are in the way, as this driver has it", .refusal = true) },
	{ "reached maximum", CAUSE("project limit",
	  "raise the project's limits.instances, limits.containers or limits.virtual-machines", FATAL) },
	{ "unavailable on this server|not fully created|unknown driver", CAUSE("pool not usable",
	  "its state on the server; other pools go on", FATAL) },
	{ "operation not found|connection was cut|closed without an answer", CAUSE("outcome unknown",
	  "the server was restarted, or the answer was asked for too late") },
	{ "starting up|shutting down|not ready yet|connection refused|nobody answers on the socket|there is no socket", CAUSE("server is down",
	  "it is starting or stopping: wait, then run again", TRANSIENT) },
	{ "not authorized|forbidden|permission denied&socket|no permission to use the socket|socket&is for the group", CAUSE("no right",
	  "join the group of the socket (incus-admin or lxd) and log in again", FATAL) },
	{ "forkstart", .also = ends_in_colon, CAUSE("reason is in the instance's log",
	  "the last ERROR line of its lxc.log") },
};
/* clang-format on */

static bool
has_part(const char *text, const char *part, size_t len)
{
	autofree_mem char *wanted = xstrndup(part, len);

	return strcasestr(text, wanted) != NULL;
}

/* `all` of `len` bytes is "a&b". */
static bool
has_all(const char *text, const char *all, size_t len)
{
	const char *and = memchr(all, '&', len);
	size_t first = and ? (size_t)(and - all) : len;

	return has_part(text, all, first) &&
	       (!and || has_all(text, and + 1, len - first - 1));
}

static bool
has_any(const char *text, const char *any)
{
	size_t len = strcspn(any, "|");

	return has_all(text, any, len) || (any[len] && has_any(text, any + len + 1));
}

static bool
fits(const struct row *row, const char *text, const char *doing, bool space)
{
	return (!row->space || space) && (!row->doing || strcmp(doing, row->doing) == 0) &&
	       has_any(text, row->has) && (!row->also || row->also(text));
}

static const struct diagnosis *
find(const char *text, const char *doing, bool space)
{
	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (fits(&rows[i], text, doing, space))
			return &rows[i].diagnosis;
	return NULL;
}

const struct diagnosis *
diagnose(const char *text, const char *doing)
{
	return find(text, doing, false);
}

const struct diagnosis *
diagnose_with_space(const char *text, const char *doing)
{
	return find(text, doing, true);
}

char *
diagnosis_tell(const struct diagnosis *diagnosis, const char *text)
{
	if (!text || !diagnosis || strlen(text) <= SHORT)
		return xstrdup(text);
	return xasprintf("%s: %s", diagnosis->name, text);
}
