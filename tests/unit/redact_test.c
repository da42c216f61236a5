#include "record/redact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A note goes in with one text and comes out with another. */
static char *
redacted(struct redactor *redactor, const char *text)
{
	struct event event = { .type = EV_NOTE, .note.text = xstrdup(text) };

	redact_event(redactor, &event);
	return event.note.text;
}

static void
replaces_in_free_text(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "", "" },
		{ "no free extents, 12 MB/s, 1/2 at 12:03:41", "no free extents, 12 MB/s, 1/2 at 12:03:41" },
		{ "incus 6.0.4 on Linux 6.1.0-13-amd64 (x86_64)", "incus 6.0.4 on Linux 6.1.0-13-amd64 (x86_64)" },
		{ "open /home/ann/x.img: gone", "open /path-1: gone" },
		{ "source \"/mnt/my disk/x\" and '/srv/y'", "source \"/path-1\" and '/path-2'" },
		{ "in /a/b, /a/c and /a/b.", "in /path-1, /path-2 and /path-1." },
		{ "/ alone, a/b and ./c stay", "/ alone, a/b and ./c stay" },
		{ "dial tcp 10.0.3.7:8443: refused", "dial tcp address-1:8443: refused" },
		{ "10.0.3.7 10.0.3.8 10.0.3.7", "address-1 address-2 address-1" },
		{ "from fe80::1ff:fe23:4567:890a%eth0, ::1", "from address-1%eth0, address-2" },
		{ "at [2001:db8::7]:8443", "at [address-1]:8443" },
		{ "mac 00:16:3e:aa:bb:cc", "mac address-1" },
		{ "Get \"https://10.0.3.7:8443/1.0\": EOF", "Get \"address-1\": EOF" },
		{ "unix:///var/lib/x/unix.socket", "address-1" },
		{ "lookup node7.lab.example.com: no such host", "lookup host-1: no such host" },
		{ "ask ann@example.com.", "ask host-1." },
		{ "psc-7f3a91c2-b-0007 and psc-7f3a91c2-b-0008", "psc-00000001-b-0007 and psc-00000001-b-0008" },
		{ "psc-7f3a91c2 psc-ffffffff-1", "psc-00000001 psc-00000002-1" },
		{ "psc-7f3 is none", "psc-7f3 is none" },
		{ "disk S4EWNX0N123456", "disk serial-1" },
		{ "SHA256 AES256GCM QEMU0001", "SHA256 AES256GCM QEMU0001" },
		{ "wwn 0x5002538e40a1b2c3", "wwn serial-1" },
		{ "uuid 1b4e28ba-2fa1-11d2-883f-0016d3cca427!", "uuid serial-1!" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(redactor) redactor = redactor_new();
		autofree_mem char *text = redacted(redactor, rows[i].text);

		assert_string_equal(text, rows[i].want);
	}
}

static void
known_hosts_are_found_as_whole_words(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "node7 is down", "host-1 is down" },
		{ "at node7:8443, node7.lan", "at host-1:8443, host-1.lan" },
		{ "node77 node7-b mynode7", "node77 host-2 mynode7" },
		{ "local stays", "local stays" },
	};
	autofree(redactor) redactor = redactor_new();

	(void)state;
	redactor_know_host(redactor, "node7");
	redactor_know_host(redactor, "node7-b");
	redactor_know_host(redactor, "local");
	redactor_know_host(redactor, "");
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree_mem char *text = redacted(redactor, rows[i].text);

		assert_string_equal(text, rows[i].want);
	}
}

static struct event
header_of(const char *text)
{
	struct event event;
	struct err err = { 0 };

	assert_int_equal(event_parse(text, strlen(text), &event, &err), 0);
	return event;
}

static const char header_text[] =
	"{\"ev\":\"header\",\"t\":0,\"version\":1,\"kind\":\"measured\",\"run\":\"7f3a91c2\","
	"\"label\":\"before node7 moved\",\"program\":\"poolscope 0.1.0\",\"started\":1796039021000000000,"
	"\"env\":{\"host\":{\"cpu_model\":\"Intel Xeon E5-2680\"},\"servers\":["
	"{\"name\":\"local\",\"version\":\"6.0.4\",\"local\":true,\"idmapped_mounts\":true,\"pools\":["
	"{\"name\":\"bt\",\"driver\":\"btrfs\",\"source\":\"/var/lib/incus/disks/bt.img\",\"device\":\"loop3\"},"
	"{\"name\":\"tank\",\"driver\":\"zfs\",\"unusable\":\"node7 has no zpool\",\"source\":\"tank\"}]},"
	"{\"name\":\"node7\",\"local\":false,\"idmapped_mounts\":false}]},"
	"\"plan\":{\"targets\":[{\"server\":\"node7\",\"member\":\"m1\",\"pool\":\"bt\",\"driver\":\"btrfs\"},"
	"{\"pool\":\"/srv/data\",\"driver\":\"ext4\"}],\"cells\":[],\"chains\":[],\"count\":10,\"parallel\":4,"
	"\"rounds\":5,\"warmup\":1,\"order\":\"shuffled\",\"seed\":\"0000000000000001\","
	"\"prefix\":\"psc-7f3a91c2\"}}";

static void
header_hangs_together_afterwards(void **state)
{
	autofree(redactor) redactor = redactor_new();
	struct event event = header_of(header_text);
	const struct event_header *header = event.header;
	autofree_mem char *instance = NULL;

	(void)state;
	redact_event(redactor, &event);
	assert_string_equal(header->run, "00000001");
	assert_string_equal(header->plan->prefix, "psc-00000001");
	assert_string_equal(header->label, "before host-1 moved");
	assert_string_equal(header->program, "poolscope 0.1.0");
	assert_string_equal(header->env.host.cpu_model, "Intel Xeon E5-2680");
	assert_string_equal(header->env.servers[0].name, "local");
	assert_string_equal(header->env.servers[0].pools[0].name, "bt");
	assert_string_equal(header->env.servers[0].pools[0].source, "/path-1");
	assert_string_equal(header->env.servers[0].pools[0].device, "loop3");
	assert_string_equal(header->env.servers[0].pools[1].source, "tank");
	assert_string_equal(header->env.servers[0].pools[1].unusable, "host-1 has no zpool");
	assert_string_equal(header->env.servers[1].name, "host-1");
	assert_string_equal(header->plan->targets[0].server, "host-1");
	assert_string_equal(header->plan->targets[0].member, "host-2");
	assert_string_equal(header->plan->targets[1].pool, "/path-2");

	instance = redacted(redactor, "psc-7f3a91c2-0001 on m1 in /srv/data");
	assert_string_equal(instance, "psc-00000001-0001 on host-2 in /path-2");
	event_wipe(&event);
}

static void
redacted_header_can_be_read(void **state)
{
	autofree(redactor) redactor = redactor_new();
	struct event event = header_of(header_text);
	struct event back;
	struct err err = { 0 };
	autobuf line = { 0 };

	(void)state;
	redact_event(redactor, &event);
	event_format(&event, &line);
	assert_int_equal(event_parse(line.data, line.len, &back, &err), 0);
	assert_null(strstr(line.data, "node7"));
	assert_null(strstr(line.data, "7f3a91c2"));
	assert_null(strstr(line.data, "/srv"));
	event_wipe(&back);
	event_wipe(&event);
}

static void
source_of_published_figures_stays(void **state)
{
	static const struct {
		enum run_kind kind;
		const char *want;
	} rows[] = {
		{ RUN_PUBLISHED, "https://example.org/paper, table 3" },
		{ RUN_IMPORTED, "address-1, table 3" },
	};

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		autofree(redactor) redactor = redactor_new();
		struct event event = header_of(header_text);

		event.header->kind = rows[i].kind;
		event.header->source = xstrdup("https://example.org/paper, table 3");
		redact_event(redactor, &event);
		assert_string_equal(event.header->source, rows[i].want);
		event_wipe(&event);
	}
}

static void
instances_of_ops_are_replaced(void **state)
{
	static const struct {
		const char *name, *want;
	} rows[] = {
		{ "psc-7f3a91c2-0001", "psc-00000001-0001" },
		{ "psc-7f3a91c2-0002", "psc-00000001-0002" },
		{ "web-of-ann", "instance-1" },
		{ "db-of-ann", "instance-2" },
		{ "web-of-ann", "instance-1" },
		{ "psc-7f3a91c2-1 and more", "instance-3" },	/* no name has a space */
	};
	autofree(redactor) redactor = redactor_new();

	(void)state;
	for (size_t i = 0; i < COUNTOF(rows); i++) {
		struct event event = { .type = EV_OP_BEGIN, .op.name = xstrdup(rows[i].name) };

		redact_event(redactor, &event);
		assert_string_equal(event.op.name, rows[i].want);
		event_wipe(&event);
	}
}

static void
events_without_texts_pass(void **state)
{
	autofree(redactor) redactor = redactor_new();

	(void)state;
	for (enum event_type type = EV_STEP_BEGIN; type < EVENT_TYPES; type++) {
		struct event event = { .type = type, .t = 7 };
		struct event want = event;

		redact_event(redactor, &event);
		assert_memory_equal(&event, &want, sizeof(event));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replaces_in_free_text),
		cmocka_unit_test(known_hosts_are_found_as_whole_words),
		cmocka_unit_test(header_hangs_together_afterwards),
		cmocka_unit_test(redacted_header_can_be_read),
		cmocka_unit_test(source_of_published_figures_stays),
		cmocka_unit_test(instances_of_ops_are_replaced),
		cmocka_unit_test(events_without_texts_pass),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
