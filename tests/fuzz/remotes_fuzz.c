/*
 * remotes_fuzz.c - any bytes as a client's configuration: what is read has names that are names of
 * files and clean texts, and what is refused has a line.
 */
#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/remotes_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void
expect_clean(const char *text)
{
	if (text && (!*text || !text_is_clean(text)))
		abort();
}

static void
expect_entry(const struct remotes_config *config, const struct remotes_entry *entry)
{
	if (!*entry->name || *entry->name == '.' || strchr(entry->name, '/'))
		abort();
	if (remotes_config_find(config, entry->name) != entry)
		abort();
	expect_clean(entry->name);
	expect_clean(entry->addr);
	expect_clean(entry->last_address);
	expect_clean(entry->protocol);
	expect_clean(entry->auth_type);
	expect_clean(entry->project);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct remotes_config config;
	struct err err;

	if (remotes_config_parse("f", (const char *)bytes, len, &config, &err) < 0) {
		if (strncmp(err.text, "f:", 2) != 0 || atoi(err.text + 2) < 1 ||
		    err.kind != ERR_USAGE)
			abort();
		return 0;
	}
	expect_clean(config.default_remote);
	for (size_t i = 0; i < config.n; i++)
		expect_entry(&config, &config.entries[i]);
	remotes_config_wipe(&config);
	return 0;
}
