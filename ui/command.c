#include "command.h"

// clang-format off
const struct command_text command_texts[N_COMMANDS] = {
	[CMD_NONE]           = { "none",           "" },
	[CMD_QUIT]           = { "quit",           "leave; asks while a run goes on" },
	[CMD_HELP]           = { "help",           "the keys of this screen" },
	[CMD_BACK]           = { "back",           "close what is on top, or go back" },
	[CMD_ACCEPT]         = { "accept",         "open, or edit" },
	[CMD_DETAILS]        = { "details",        "all that is known of the line; in Options: edit it" },
	[CMD_SETUP]          = { "setup",          "Setup: pick pools, images, workloads, options" },
	[CMD_RUN]            = { "run",            "Run: what is happening" },
	[CMD_RESULTS]        = { "results",        "Results: what was found" },
	[CMD_HISTORY]        = { "history",        "History: earlier runs" },
	[CMD_NEXT_PANEL]     = { "next-panel",     "focus the next panel" },
	[CMD_PREVIOUS_PANEL] = { "previous-panel", "focus the panel before" },
	[CMD_EXPAND]         = { "expand",         "give the focused panel the whole screen, or back" },
	[CMD_UP]             = { "up",             "up" },
	[CMD_DOWN]           = { "down",           "down" },
	[CMD_LEFT]           = { "left",           "the workload before" },
	[CMD_RIGHT]          = { "right",          "the next workload" },
	[CMD_PAGE_UP]        = { "page-up",        "a page up" },
	[CMD_PAGE_DOWN]      = { "page-down",      "a page down" },
	[CMD_FIRST]          = { "first",          "to the first line" },
	[CMD_LAST]           = { "last",           "to the last line" },
	[CMD_TOGGLE]         = { "toggle",         "take into the plan, or leave out" },
	[CMD_TOGGLE_ALL]     = { "toggle-all",     "all of the list, or none" },
	[CMD_INVERT]         = { "invert",         "turn the choice round" },
	[CMD_PRESET]         = { "preset",         "next preset: smoke, standard, careful" },
	[CMD_CHAIN]          = { "chain",          "the next chain of workloads, or a new one, on instances of its own" },
	[CMD_START]          = { "start",          "run the plan" },
	[CMD_PAUSE]          = { "pause",          "pause or go on, between operations" },
	[CMD_CANCEL]         = { "cancel",         "stop: finish what is in flight, clean up; again: skip settling; a third time: leave" },
	[CMD_INTERRUPT]      = { "interrupt",      "stop the run; where nothing is running: leave poolscope" },
	[CMD_FREEZE]         = { "freeze",         "hold the display still; the run goes on" },
	[CMD_FOLLOW]         = { "follow",         "keep the newest line of the log in sight" },
	[CMD_SORT]           = { "sort",           "order of the bars: plan, median, name" },
	[CMD_LOG_SCALE]      = { "log-scale",      "linear or logarithmic bars" },
	[CMD_METRIC]         = { "metric",         "which figure the chart shows" },
	[CMD_PICTURE]        = { "picture",        "what is drawn: bars, the ops' spread, the share that took no longer, each op in order, ops a second, what lay on the pools" },
	[CMD_BASELINE]       = { "baseline",       "set the times against the pool under the cursor; again: against the fastest" },
	[CMD_WRITE]          = { "write",          "to a file: the plan, or a report in the format of the name's ending" },
	[CMD_MARK]           = { "mark",           "mark for comparing, or no longer" },
	[CMD_COMPARE]        = { "compare",        "the marked runs side by side; what differs around them comes first" },
	[CMD_AGAIN]          = { "again",          "the run's plan to Setup, or more rounds for the run" },
	[CMD_LABEL]          = { "label",          "another label for the run" },
	[CMD_DELETE]         = { "delete",         "delete the recording; asks first" },
	[CMD_FILTER]         = { "filter",         "show only what has all these words; Esc shows all again" },
	[CMD_PUBLISHED]      = { "published",      "the published runs that come with poolscope, those alone; again: all runs" },
	[CMD_NEXT_ORDER]     = { "next-order",     "order: time, label, pools, workloads, server, size" },
	[CMD_TURN]           = { "turn",           "the order the other way round" },
	[CMD_GRAPH_STYLE]    = { "graph-style",    "graphs in braille, blocks or ASCII" },
	[CMD_RATE_UP]        = { "rate-up",        "draw more often" },
	[CMD_RATE_DOWN]      = { "rate-down",      "draw less often" },
	[CMD_WARNINGS]       = { "warnings",       "read the warnings: on Setup of the plan, elsewhere of the run" },
	[CMD_RELOAD]         = { "reload",         "ask the servers again, and read the theme again" },
	[CMD_SANDBOX]        = { "sandbox",        "where there is no server: start a private one, taken down at the end" },
	[CMD_COPY]           = { "copy",           "copy the table, all its lines, by the terminal" },
	[CMD_MOUSE]          = { "mouse",          "the mouse on, or off so that the terminal selects text" },
	[CMD_REDRAW]         = { "redraw",         "draw everything anew" },
	[CMD_SUSPEND]        = { "suspend",        "back to the shell; fg returns" },
	[CMD_FASTER]         = { "faster",         "replay: twice as fast" },
	[CMD_SLOWER]         = { "slower",         "replay: half as fast" },
	[CMD_SEEK_END]       = { "seek-end",       "replay: to the end" },
	[CMD_NEXT_THEME]     = { "next-theme",     "the next theme" },
	[CMD_THEMES]         = { "themes",         "pick a theme: shown as you go, written down by Enter" },
};
// clang-format on

#define PAGE 10
#define FAR  1000000000L

long
command_lines(enum command command)
{
	static const long lines[N_COMMANDS] = {
		[CMD_UP] = -1,	      [CMD_DOWN] = 1,	  [CMD_PAGE_UP] = -PAGE,
		[CMD_PAGE_DOWN] = PAGE, [CMD_FIRST] = -FAR, [CMD_LAST] = FAR,
	};

	return lines[command];
}
