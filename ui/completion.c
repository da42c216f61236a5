#include "completion_parts.h"

#include <stdio.h>
#include <string.h>

/*
 * Every shell reads these bodies, so there is no quote nor doubled backslash in
 * the single quotes. Of a listing the values of these keys; what has a slash in
 * it would be taken for a path.
 */
// clang-format off
#define LISTED(what, keys) \
	"poolscope list " what " -f json 2>/dev/null | grep -oE '\"(" keys ")\":\"([^\"\\]|[\\].)*\"' |\n" \
	"\t\tsed -E '/[/]/d; s/^\"[a-z]*\":\"//; s/\"$//; s/[\\](.)/\\1/g'\n"
// clang-format on

static const struct {
	const char *name, *body;
} listers[] = {
	{ "runs", LISTED("runs", "id|label") },
	{ "workloads", LISTED("workloads", "workload") },
	{ "themes", LISTED("themes", "theme") },
	/* Below the name of each all lines are indented; "no sandbox" stands where there is none. */
	{ "sandboxes", "poolscope sandbox status 2>/dev/null | grep -vE '^ |^no sandbox$'\n" },
	/*
	 * Sandboxes that are up, then the person's own remotes, from where
	 * server/remotes_client.h finds them; image servers are none to measure.
	 */
	{ "servers",
	  "poolscope sandbox status 2>/dev/null |\n"
	  "\t\tawk '/^[^ ]/ { name = $0 } /^  state +running/ { print name }'\n"
	  "\tsh -c 'cat \"${INCUS_CONF:-$XDG_CONFIG_HOME/incus}/config.yml\" ||\n"
	  "\t\t\tcat \"${INCUS_CONF:-$HOME/.config/incus}/config.yml\"\n"
	  "\t\tcat \"${LXD_CONF:-$XDG_CONFIG_HOME/lxc}/config.yml\" ||\n"
	  "\t\t\tcat \"${LXD_CONF:-$HOME/.config/lxc}/config.yml\" ||\n"
	  "\t\t\tcat \"${LXD_CONF:-$HOME/snap/lxd/common/config}/config.yml\"' 2>/dev/null |\n"
	  "\t\tawk 'function tell() { if (name != \"\") print name; name = \"\" }\n"
	  "\t\t\t/^[^ #]/ { tell(); inside = /^remotes:/; indent = 0 }\n"
	  "\t\t\t!inside || !match($0, /^ +[^ #]/) { next }\n"
	  "\t\t\t!indent { indent = RLENGTH }\n"
	  "\t\t\tRLENGTH == indent { tell(); name = $1; gsub(/^[\"\\047]|[\"\\047]?:.*$/, \"\", name) }\n"
	  "\t\t\t/protocol: *\"?(simplestreams|oci)/ || /public: *true/ { name = \"\" }\n"
	  "\t\t\tEND { tell() }'\n" },
};

static const struct {
	const char *place;
	const char *choices;
	const char *lister; /* NULL: no more than the choices */
	bool files;
} places[] = {
	{ "WHAT", "servers|pools|images|workloads|themes|runs", NULL, false },
	{ "RUN", "last", "runs", true },
	{ "ID", "last", "runs", false },
	{ "W", "", "workloads", false },
	{ "THEME", "", "themes", true },
	{ "SERVER", "local", "servers", true },
	{ "[NAME]", "", "sandboxes", false },
	{ "FILE", "", NULL, true },
	{ "DIR", "", NULL, true },
};

struct values
values_of(const char *place, const char *choices)
{
	size_t len = strcspn(place, " .,");
	struct values values = { 0 };

	if (!choices && memchr(place, '|', len)) {
		snprintf(values.words, sizeof(values.words), "%.*s", (int)len, place);
	} else if (choices) {
		snprintf(values.words, sizeof(values.words), "%s", choices);
	} else {
		for (size_t i = 0; i < COUNTOF(places); i++) {
			if (strlen(places[i].place) != len || strncmp(places[i].place, place, len) != 0)
				continue;
			snprintf(values.words, sizeof(values.words), "%s", places[i].choices);
			values.files = places[i].files;
			values.lister = places[i].lister;
		}
	}
	for (char *bar = values.words; (bar = strchr(bar, '|'));)
		*bar = ' ';
	return values;
}

const char *
place_behind_words(const char *args)
{
	const char *second = strchr(args, ' ');

	return second && memchr(args, '|', (size_t)(second - args)) ? second + 1 : NULL;
}

void
add_listers(struct buf *out, const char *begin, const char *open, const char *close)
{
	for (size_t i = 0; i < COUNTOF(listers); i++)
		buf_printf(out, "%s_poolscope_%s%s\n\t%s%s\n\n", begin, listers[i].name, open,
			   listers[i].body, close);
}

void
add_escaped(struct buf *out, const char *text, const char *special)
{
	for (; *text; text++) {
		if (strchr(special, *text))
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
}
