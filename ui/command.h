/*
 * command.h - everything that a person can ask for, whichever key or click it
 * comes from. Each is a row: its name (for key files and help) and what it does.
 */
#ifndef UI_COMMAND_H
#define UI_COMMAND_H

enum command {
	CMD_NONE,
	CMD_QUIT, CMD_HELP, CMD_BACK, CMD_ACCEPT, CMD_DETAILS,
	CMD_SETUP, CMD_RUN, CMD_RESULTS, CMD_HISTORY,
	CMD_NEXT_PANEL, CMD_PREVIOUS_PANEL, CMD_EXPAND,
	CMD_UP, CMD_DOWN, CMD_LEFT, CMD_RIGHT, CMD_PAGE_UP, CMD_PAGE_DOWN, CMD_FIRST, CMD_LAST,
	CMD_TOGGLE, CMD_TOGGLE_ALL, CMD_INVERT, CMD_PRESET, CMD_CHAIN,
	CMD_START, CMD_PAUSE, CMD_CANCEL, CMD_INTERRUPT,
	CMD_FREEZE, CMD_FOLLOW, CMD_SORT, CMD_LOG_SCALE, CMD_METRIC, CMD_PICTURE, CMD_BASELINE, CMD_WRITE,
	CMD_MARK, CMD_COMPARE, CMD_AGAIN, CMD_LABEL, CMD_DELETE, CMD_FILTER, CMD_PUBLISHED, CMD_SANDBOX, CMD_COPY, CMD_NEXT_ORDER, CMD_TURN,
	CMD_GRAPH_STYLE,
	CMD_RATE_UP, CMD_RATE_DOWN, CMD_WARNINGS, CMD_RELOAD, CMD_MOUSE, CMD_REDRAW, CMD_SUSPEND,
	CMD_FASTER, CMD_SLOWER, CMD_SEEK_END,
	CMD_NEXT_THEME, CMD_THEMES,
	N_COMMANDS
};

struct command_text {
	const char *name;	/* "pause": in key files */
	const char *help;	/* "pause or go on, between operations" */
};
extern const struct command_text command_texts[N_COMMANDS];

/* By how many lines it moves a cursor down, far more than there are to the end; 0: it moves none. */
long command_lines(enum command command);

#endif
