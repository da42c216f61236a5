#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <statgrab.h>

#include "base/clock.h"
#include "base/units.h"
#include "sys/host.h"
#include "sys/host_proc.h"

static const char stat_text[] = "cpu  100 20 30 4000 50 6 7 8 9 1\n"
				"cpu0 60 10 20 2000 30 3 4 5 6 1\n"
				"cpu3 40 10 10 2000 20 3 3 3 3 0\n"
				"intr 1234 0 0\n"
				"cpux 1 2 3\n"
				"ctxt 99\n";

static void
the_whole_machine_is_the_first_line(void **state)
{
	struct proc_cpu cpu;

	(void)state;
	assert_true(proc_stat_all(stat_text, &cpu));
	assert_int_equal(cpu.user, 100);
	assert_int_equal(cpu.idle, 4000);
	assert_int_equal(cpu.steal, 8);
	assert_int_equal(cpu.guest_nice, 1);
}

static void
cores_stand_at_their_number(void **state)
{
	struct proc_cpu cores[4];

	(void)state;
	assert_int_equal(proc_stat_cores(stat_text, cores, 4), 4);
	assert_int_equal(cores[0].user, 60);
	assert_int_equal(cores[3].softirq, 3);
	assert_int_equal(cores[1].user, UNKNOWN);		   /* switched off */
	assert_int_equal(proc_stat_cores(stat_text, cores, 2), 1); /* no room for cpu3 */
}

static void
a_broken_stat_gives_nothing(void **state)
{
	static const char *const rows[] = {
		"", "cpu", "cpu \n", "cpu  1 2 3\n", "cpu  a b c d\n", "intr 1\n"
	};
	struct proc_cpu cpu, cores[2];

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		assert_false(proc_stat_all(rows[i], &cpu));
		assert_int_equal(proc_stat_cores(rows[i], cores, 2), 0);
	}
}

static void
counters_that_go_backwards_make_a_gap(void **state)
{
	/* clang-format off */
	static const struct { uint64_t now, before; double want; } rows[] = {
		{ 7,           5,       2 },
		{ 5,           5,       0 },
		{ 5,           7,       NAN },	/* backwards */
		{ 5,           UNKNOWN, NAN },	/* the first sample */
		{ UNKNOWN,     5,       NAN },
		{ UNKNOWN,     UNKNOWN, NAN },
		{ UNKNOWN - 1, 0,       1.8446744073709552e19 },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		double got = counter_since(rows[i].now, rows[i].before);

		if (isnan(rows[i].want))
			assert_true(isnan(got));
		else
			assert_true(got == rows[i].want);
	}
}

static void
busy_is_all_but_idle_and_iowait(void **state)
{
	/* clang-format off */
	static const struct { struct proc_cpu now; double want; } rows[] = {
		{ { .user = 50, .idle = 50 },                  50 },
		{ { .idle = 100 },                             0 },
		{ { .iowait = 100 },                           0 },
		{ { .user = 10, .nice = 10, .system = 10, .irq = 10, .softirq = 10, .steal = 10 }, 100 },
		{ { .steal = 25, .idle = 50, .iowait = 25 },   25 },
		{ { .user = 50, .guest = 50, .idle = 50 },     50 },	/* a guest's time is in user */
		{ { .user = 1, .idle = 1 },                    NAN },	/* too short */
		{ { 0 },                                       NAN },
	};
	/* clang-format on */
	struct proc_cpu zero = { 0 }, later = { .idle = 1000 };

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		double got = proc_cpu_busy(&rows[i].now, &zero);

		if (isnan(rows[i].want))
			assert_true(isnan(got));
		else
			assert_true(got == rows[i].want);
		/* One field that went backwards spoils the whole sample. */
		assert_true(isnan(proc_cpu_busy(&rows[i].now, &later)));
	}
}

static void
meminfo_is_in_kib(void **state)
{
	/* clang-format off */
	static const struct { const char *text; uint64_t want; } rows[] = {
		{ "MemTotal:  10 kB\nMemAvailable:    5 kB\n", 5 * 1024 },
		{ "MemAvailable:    0 kB\n",                   0 },
		{ "MemAvailable2:   5 kB\n",                   UNKNOWN },
		{ "MemAvailable:    x kB\n",                   UNKNOWN },
		{ "MemAvailable:    5\n",                      UNKNOWN },
		{ "MemAvailable:    99999999999999999999 kB",  UNKNOWN },
		{ "MemAvailable:",                             UNKNOWN },
		{ "",                                          UNKNOWN },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(proc_meminfo(rows[i].text, "MemAvailable"), rows[i].want);
}

static void
pressure_is_the_first_average_of_some(void **state)
{
	/* clang-format off */
	static const struct { const char *text; double want; } rows[] = {
		{ "some avg10=4.49 avg60=1.90 avg300=1.05 total=9015917\nfull avg10=1.00 avg60=0\n", 4.49 },
		{ "full avg10=1.00\nsome avg10=2.00\n", 2 },
		{ "some avg10=x",      NAN },
		{ "some avg10=-1.00",  NAN },
		{ "some avg10=inf",    NAN },
		{ "",                  NAN },	/* switched off: the file cannot be read */
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		double got = proc_pressure(rows[i].text);

		if (isnan(rows[i].want))
			assert_true(isnan(got));
		else
			assert_true(got == rows[i].want);
	}
}

static void
busy_time_of_a_disk_is_found_by_its_whole_name(void **state)
{
	static const char text[] =
		"   7       0 loop0 102 0 25376 37 222 0 10120 121 0 48 162 0 0 0 0\n"
		" 254       1 vda1 1 2 3 4 5 6 7 8 9 10 11\n"
		" 254       0 vda 139283 35788 4371906 46448 20259 15247 1362560 5234 "
		"0 16076 52221\n"
		" 253       0 dm-0 1 2 3\n";
	/* clang-format off */
	static const struct { const char *name; uint64_t want; } rows[] = {
		{ "loop0", 48 },
		{ "vda",   16076 },
		{ "vda1",  10 },
		{ "vd",    UNKNOWN },
		{ "dm-0",  UNKNOWN },	/* cut off */
		{ "",      UNKNOWN },
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++)
		assert_int_equal(proc_disk_busy_ms(text, rows[i].name), rows[i].want);
}

static void
resident_is_the_second_number_in_pages(void **state)
{
	(void)state;
	assert_int_equal(proc_resident("5000 300 200 1 0 400 0\n"), 300 * sysconf(_SC_PAGESIZE));
	assert_int_equal(proc_resident("5000"), UNKNOWN);
	assert_int_equal(proc_resident(""), UNKNOWN);
}

static void
cpuinfo_is_read_by_key(void **state)
{
	static const char text[] = "processor\t: 0\nmodel\t\t: 207\nmodel name\t: Some (R) CPU\n"
				   "flags\t\t: fpu vme aesni aes\nempty\t:\n";
	/* clang-format off */
	static const struct { const char *key, *want; } rows[] = {
		{ "model name", "Some (R) CPU" },
		{ "flags",      "fpu vme aesni aes" },
		{ "model",      "207" },
		{ "empty",      "" },
		{ "Features",   NULL },
		{ "mod",        NULL },	/* a part of a key is none */
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		char out[64];
		bool found = proc_cpuinfo(text, rows[i].key, out, sizeof(out));

		assert_int_equal(found, rows[i].want != NULL);
		if (found)
			assert_string_equal(out, rows[i].want);
	}
}

static void
a_long_value_of_cpuinfo_is_cut(void **state)
{
	char out[4];

	(void)state;
	assert_true(proc_cpuinfo("flags : abcdefgh\n", "flags", out, sizeof(out)));
	assert_string_equal(out, "abc");
}

static void
words_are_whole(void **state)
{
	(void)state;
	assert_true(proc_has_word("fpu aes vme", "aes"));
	assert_true(proc_has_word("aes", "aes"));
	assert_true(proc_has_word("fpu  aes", "aes"));
	assert_false(proc_has_word("vaes aesni", "aes"));
	assert_false(proc_has_word("", "aes"));
}

/* ---- this machine ---- */

static void
facts_are_told(void **state)
{
	struct host_facts facts;

	(void)state;
	host_facts(&facts);
	assert_in_range(facts.cpus, 1, 100000);
	assert_true(known(facts.memory));
	assert_string_not_equal(facts.kernel, "");
	assert_string_not_equal(facts.cpu_model, "");
	assert_in_range(host_memory_available(), 1, facts.memory);
}

/* Each of libstatgrab's counters lies between two readings of the file that it reads. */
static void
libstatgrab_and_proc_stat_agree(void **state)
{
	autobuf text = { 0 };
	struct proc_cpu before, after;
	const sg_cpu_stats *grabbed;

	(void)state;
	assert_int_equal(sg_init(1), SG_ERROR_NONE);
	proc_read("/proc/stat", &text);
	assert_true(proc_stat_all(buf_text(&text), &before));
	grabbed = sg_get_cpu_stats(NULL);
	assert_non_null(grabbed);
	proc_read("/proc/stat", &text);
	assert_true(proc_stat_all(buf_text(&text), &after));

	assert_in_range(grabbed->user, before.user, after.user);
	assert_in_range(grabbed->nice, before.nice, after.nice);
	assert_in_range(grabbed->kernel, before.system, after.system);
	/* These two are estimates of a CPU that sleeps, and go back by a tick now and then. */
	assert_in_range(grabbed->idle, before.idle - 2, after.idle + 2);
	assert_in_range(grabbed->iowait, before.iowait - 2, after.iowait + 2);
	/* What design and header say of its total, and why it is not used. */
	assert_int_equal(grabbed->total,
			 grabbed->user + grabbed->nice + grabbed->kernel + grabbed->idle);
	sg_shutdown();
}

static struct host *
new_host(void)
{
	struct host *host = NULL;
	struct err err;

	assert_int_equal(host_new(&host, &err), 0);
	return host;
}

static void
the_first_sample_has_only_what_is_no_difference(void **state)
{
	autofree(host) host = new_host();
	struct host_sample sample;

	(void)state;
	host_sample(host, &sample);
	assert_true(isnan(sample.user) && isnan(sample.system) && isnan(sample.iowait));
	assert_true(isnan(sample.steal) && isnan(sample.irq) && isnan(sample.self_cpu));
	assert_in_range(sample.n_cores, 1, HOST_CORES);
	for (unsigned i = 0; i < sample.n_cores; i++)
		assert_true(isnan(sample.core[i]));
	for (unsigned i = 0; i < sample.n_disks; i++) {
		assert_string_not_equal(sample.disks[i].name, "");
		assert_true(isnan(sample.disks[i].read) && isnan(sample.disks[i].busy));
	}
	assert_true(known(sample.memory_available));
	assert_true(known(sample.self_memory));
	assert_true(sample.load >= 0);
}

static void
assert_percent(double figure)
{
	assert_true(figure >= 0 && figure <= 100);
}

static void
work_for(uint64_t ns)
{
	uint64_t end = clock_now_ns() + ns;

	while (clock_now_ns() < end)
		;
}

static void
later_samples_are_percentages_and_rates(void **state)
{
	autofree(host) host = new_host();
	struct host_sample sample;

	(void)state;
	host_sample(host, &sample);
	work_for(200 * NS_PER_MS);
	host_sample(host, &sample);
	assert_percent(sample.user);
	assert_percent(sample.system);
	assert_percent(sample.iowait);
	assert_percent(sample.user + sample.system + sample.iowait - 1e-6);
	assert_percent(sample.steal);
	assert_percent(sample.irq);
	assert_true(sample.user > 0 && sample.self_cpu > 0);
	for (unsigned i = 0; i < sample.n_disks; i++) {
		assert_true(sample.disks[i].read >= 0 && sample.disks[i].written >= 0);
		assert_percent(sample.disks[i].busy);
	}
}

static void
two_samples_at_once_have_no_rates(void **state)
{
	autofree(host) host = new_host();
	struct host_sample sample;

	(void)state;
	for (int i = 0; i < 3; i++)
		host_sample(host, &sample);
	assert_true(isnan(sample.user) || sample.user <= 100); /* never 0/0 shown as a figure */
	assert_true(isnan(sample.self_cpu));
	for (unsigned i = 0; i < sample.n_disks; i++)
		assert_true(isnan(sample.disks[i].read) && isnan(sample.disks[i].busy));
}

static unsigned
open_descriptors(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void
sampling_leaves_nothing_behind(void **state)
{
	unsigned before = open_descriptors();

	(void)state;
	for (int i = 0; i < 3; i++) {
		autofree(host) host = new_host();
		struct host_sample sample;

		for (int k = 0; k < 50; k++)
			host_sample(host, &sample);
	}
	assert_int_equal(open_descriptors(), before);
}

static void
exact_counters_count_up(void **state)
{
	struct host_cpu before, after;

	(void)state;
	assert_true(host_cpu_read(&before, getpid()));
	work_for(50 * NS_PER_MS);
	assert_true(host_cpu_read(&after, getpid()));
	assert_true(after.self > before.self && after.process > before.process);
	assert_true(after.at_ns > before.at_ns && after.boot_ns > before.boot_ns);
	assert_true(after.user >= before.user && after.system >= before.system);
	assert_int_equal(after.pid, getpid());
	/* The process is ourselves, read a moment later. */
	assert_true(after.process >= after.self);
}

static void
no_process_is_not_a_number(void **state)
{
	static const int pids[] = { 0, -1, INT32_MAX };
	struct host_cpu cpu;

	(void)state;
	for (size_t i = 0; i < COUNTOF(pids); i++) {
		assert_true(host_cpu_read(&cpu, pids[i]));
		assert_true(isnan(cpu.process));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_whole_machine_is_the_first_line),
		cmocka_unit_test(cores_stand_at_their_number),
		cmocka_unit_test(a_broken_stat_gives_nothing),
		cmocka_unit_test(counters_that_go_backwards_make_a_gap),
		cmocka_unit_test(busy_is_all_but_idle_and_iowait),
		cmocka_unit_test(meminfo_is_in_kib),
		cmocka_unit_test(pressure_is_the_first_average_of_some),
		cmocka_unit_test(busy_time_of_a_disk_is_found_by_its_whole_name),
		cmocka_unit_test(resident_is_the_second_number_in_pages),
		cmocka_unit_test(cpuinfo_is_read_by_key),
		cmocka_unit_test(a_long_value_of_cpuinfo_is_cut),
		cmocka_unit_test(words_are_whole),
		cmocka_unit_test(facts_are_told),
		cmocka_unit_test(libstatgrab_and_proc_stat_agree),
		cmocka_unit_test(the_first_sample_has_only_what_is_no_difference),
		cmocka_unit_test(later_samples_are_percentages_and_rates),
		cmocka_unit_test(two_samples_at_once_have_no_rates),
		cmocka_unit_test(sampling_leaves_nothing_behind),
		cmocka_unit_test(exact_counters_count_up),
		cmocka_unit_test(no_process_is_not_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
