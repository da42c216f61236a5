#include "keymap.h"

#include "base/mem.h"

#define ON_FIGURES (ON_RUN | ON_RESULTS)
#define ON_LISTS   (ON_SETUP | ON_RUN | ON_RESULTS)
#define ON_OTHERS  (ON_ANY & ~ON_RUN)

/* The bottom line shows the hints in this order, as many as there is room for. */
// clang-format off
const struct binding built_in_keys[] = {
	{ ON_SETUP,   "r",         CMD_START,          "run" },
	{ ON_RUN,     "p",         CMD_PAUSE,          "pause" },
	{ ON_RUN,     "x",         CMD_CANCEL,         "stop" },
	{ ON_ANY,     "Ctrl-C",    CMD_INTERRUPT,      NULL },
	{ ON_RUN,     ">",         CMD_FASTER,         "faster" },
	{ ON_RUN,     "3",         CMD_RESULTS,        "results" },
	{ ON_HISTORY, "Enter",     CMD_ACCEPT,         "open" },
	{ ON_HISTORY, "Space",     CMD_MARK,           "mark" },
	{ ON_HISTORY, "c",         CMD_COMPARE,        "compare" },
	{ ON_HISTORY, "/",         CMD_FILTER,         "filter" },
	{ ON_HISTORY, "s",         CMD_NEXT_ORDER,     "sort" },
	{ ON_HISTORY, "S",         CMD_TURN,           NULL },
	{ ON_HISTORY, "R",         CMD_AGAIN,          "again" },
	{ ON_HISTORY, "L",         CMD_LABEL,          "label" },
	{ ON_HISTORY, "D",         CMD_DELETE,         "delete" },
	{ ON_HISTORY, "p",         CMD_PUBLISHED,      "published" },
	{ ON_SETUP,   "p",         CMD_PUBLISHED,      NULL },
	{ ON_SETUP,   "Space",     CMD_TOGGLE,         "select" },
	{ ON_SETUP,   "a",         CMD_TOGGLE_ALL,     NULL },
	{ ON_SETUP,   "i",         CMD_INVERT,         NULL },
	{ ON_SETUP,   "P",         CMD_PRESET,         "preset" },
	{ ON_SETUP,   "c",         CMD_CHAIN,          NULL },
	{ ON_SETUP,   "w",         CMD_WRITE,          NULL },
	{ ON_RESULTS, "w",         CMD_WRITE,          "write" },
	{ ON_ANY,     "?",         CMD_HELP,           "help" },
	{ ON_ANY,     "h",         CMD_HELP,           NULL },
	{ ON_ANY,     "F1",        CMD_HELP,           NULL },
	{ ON_ANY,     "q",         CMD_QUIT,           "quit" },
	{ ON_ANY,     "F10",       CMD_QUIT,           NULL },
	{ ON_RUN,     "w",         CMD_WRITE,          "write" },
	{ ON_RUN,     "R",         CMD_AGAIN,          "again" },
	{ ON_RUN,     "4",         CMD_HISTORY,        "history" },
	{ ON_ANY,     "Tab",       CMD_NEXT_PANEL,     "next panel" },
	{ ON_ANY,     "Shift-Tab", CMD_PREVIOUS_PANEL, NULL },
	{ ON_RESULTS, "c",         CMD_METRIC,         "figure" },
	{ ON_RESULTS, "v",         CMD_PICTURE,        "picture" },
	{ ON_RESULTS, "l",         CMD_LOG_SCALE,      "log" },
	{ ON_RUN,     "l",         CMD_LOG_SCALE,      NULL },
	{ ON_FIGURES, "s",         CMD_SORT,           "sort" },
	{ ON_FIGURES, "Left",      CMD_LEFT,           NULL },
	{ ON_FIGURES, "Right",     CMD_RIGHT,          "workload" },
	{ ON_RESULTS, "b",         CMD_BASELINE,       "baseline" },
	{ ON_ANY,     "e",         CMD_EXPAND,         "expand" },
	{ ON_ANY,     "z",         CMD_EXPAND,         NULL },
	{ ON_SETUP,   "Enter",     CMD_DETAILS,        "details" },
	{ ON_SETUP,   "d",         CMD_DETAILS,        NULL },
	{ ON_RUN,     "f",         CMD_FREEZE,         "freeze" },
	{ ON_RUN,     "F",         CMD_FOLLOW,         NULL },
	{ ON_FIGURES, "g",         CMD_GRAPH_STYLE,    "graph" },
	{ ON_RUN,     "<",         CMD_SLOWER,         NULL },
	{ ON_RUN,     "E",         CMD_SEEK_END,       NULL },
	{ ON_ANY,     "+",         CMD_RATE_UP,        NULL },
	{ ON_ANY,     "-",         CMD_RATE_DOWN,      NULL },
	{ ON_ANY,     "!",         CMD_WARNINGS,       "warnings" },
	{ ON_ANY,     "1",         CMD_SETUP,          NULL },
	{ ON_ANY,     "2",         CMD_RUN,            NULL },
	{ ON_OTHERS,  "3",         CMD_RESULTS,        NULL },
	{ ON_OTHERS,  "4",         CMD_HISTORY,        NULL },
	{ ON_ANY,     "Up",        CMD_UP,             NULL },
	{ ON_ANY,     "k",         CMD_UP,             NULL },
	{ ON_ANY,     "Down",      CMD_DOWN,           NULL },
	{ ON_ANY,     "j",         CMD_DOWN,           NULL },
	{ ON_ANY,     "PgUp",      CMD_PAGE_UP,        NULL },
	{ ON_ANY,     "PgDn",      CMD_PAGE_DOWN,      NULL },
	{ ON_ANY,     "Home",      CMD_FIRST,          NULL },
	{ ON_ANY,     "End",       CMD_LAST,           NULL },
	{ ON_ANY,     "Esc",       CMD_BACK,           NULL },
	{ ON_ANY,     "t",         CMD_NEXT_THEME,     NULL },
	{ ON_ANY,     "T",         CMD_THEMES,         "themes" },
	{ ON_SETUP,   "B",         CMD_SANDBOX,        NULL },
	{ ON_ANY,     "Ctrl-R",    CMD_RELOAD,         NULL },
	{ ON_LISTS,   "/",         CMD_FILTER,         "filter" },
	{ ON_ANY,     "y",         CMD_COPY,           "copy" },
	{ ON_ANY,     "m",         CMD_MOUSE,          NULL },
	{ ON_ANY,     "Ctrl-L",    CMD_REDRAW,         NULL },
	{ ON_ANY,     "Ctrl-Z",    CMD_SUSPEND,        NULL },
};
// clang-format on
const size_t n_built_in_keys = COUNTOF(built_in_keys);

const struct binding *keymap = built_in_keys;
size_t n_keymap = COUNTOF(built_in_keys);

enum command
keymap_find(enum view_id view, struct key key)
{
	struct key bound;

	for (size_t i = 0; i < n_keymap; i++)
		if ((keymap[i].views & (1u << view)) && key_parse(keymap[i].key, &bound) &&
		    bound.code == key.code)
			return keymap[i].command;
	return CMD_NONE;
}

const char *
keymap_key(enum view_id view, enum command command)
{
	for (size_t i = 0; i < n_keymap; i++)
		if ((keymap[i].views & (1u << view)) && keymap[i].command == command)
			return keymap[i].key;
	return "";
}
