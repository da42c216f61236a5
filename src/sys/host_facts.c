#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/units.h"
#include "sys/host.h"
#include "sys/host_proc.h"

/* Long enough for all the flags of a CPU. */
#define FLAGS_LEN 8192

static uint64_t
memory(const char *key)
{
	autobuf text = { 0 };

	proc_read("/proc/meminfo", &text);
	return proc_meminfo(buf_text(&text), key);
}

uint64_t
host_memory_available(void)
{
	return memory("MemAvailable");
}

static void
read_line(const char *path, char *out, size_t size)
{
	autobuf text = { 0 };

	proc_read(path, &text);
	snprintf(out, size, "%.*s", (int)strcspn(buf_text(&text), "\n"), buf_text(&text));
}

/* Files that container managers put into their containers; without them we are told only as root.
 */
static bool
in_container(void)
{
	static const char *const marks[] = { "/run/systemd/container", "/.dockerenv",
					     "/run/.containerenv" };
	static const char variable[] = "container=";
	autobuf text = { 0 };

	for (size_t i = 0; i < COUNTOF(marks); i++)
		if (access(marks[i], F_OK) == 0)
			return true;
	proc_read("/proc/1/environ", &text);
	for (const char *at = buf_text(&text); at < buf_text(&text) + text.len;
	     at += strlen(at) + 1)
		if (strncmp(at, variable, strlen(variable)) == 0)
			return true;
	return false;
}

/* `flags`: x86's, which tell of a hypervisor; NULL on other machines, which do not. */
static const char *
virtualisation(const char *flags)
{
	if (in_container())
		return "container";
	if (access("/proc/device-tree/hypervisor", F_OK) == 0)
		return "virtual machine";
	if (!flags)
		return "";
	return proc_has_word(flags, "hypervisor") ? "virtual machine" : "physical";
}

void
host_facts(struct host_facts *facts)
{
	char flags[FLAGS_LEN] = "", features[FLAGS_LEN] = "";
	autobuf cpuinfo = { 0 };
	struct utsname name = { 0 };
	bool has_flags;

	*facts = (struct host_facts){ .memory = memory("MemTotal") };
	uname(&name);
	proc_read("/proc/cpuinfo", &cpuinfo);
	has_flags = proc_cpuinfo(buf_text(&cpuinfo), "flags", flags, sizeof(flags));
	proc_cpuinfo(buf_text(&cpuinfo), "Features", features, sizeof(features));

	if (!proc_cpuinfo(buf_text(&cpuinfo), "model name", facts->cpu_model,
			  sizeof(facts->cpu_model)))
		snprintf(facts->cpu_model, sizeof(facts->cpu_model), "%s", name.machine);
	read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", facts->governor,
		  sizeof(facts->governor));
	snprintf(facts->kernel, sizeof(facts->kernel), "%s", name.release);
	snprintf(facts->virt, sizeof(facts->virt), "%s", virtualisation(has_flags ? flags : NULL));
	facts->cpus = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	facts->aes = proc_has_word(flags, "aes") || proc_has_word(features, "aes");
}
