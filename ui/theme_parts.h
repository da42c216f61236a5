/*
 * theme_parts.h - the inside of a theme; for theme*.c only.
 */
#ifndef UI_THEME_PARTS_H
#define UI_THEME_PARTS_H

#include "theme.h"

#define THEME_SUFFIX	".theme"
#define GRADIENT_STEPS	3	/* start, middle, end */
#define GRADIENT_LEVELS 101

/* Names of colours that are behind something. */
enum theme_back {
	BACK_MAIN,
	BACK_SELECTED,
	BACK_TERMINAL,
	N_BACKS
};

struct back_row {
	const char *name;
	struct shade shade;
	const char *help;
};
extern const struct back_row back_rows[N_BACKS];

/* What the names of a gradient end in. */
extern const char *const gradient_ends[GRADIENT_STEPS];

struct theme_entry {
	int32_t colour;
	bool set;
};

struct theme {
	char *name, *path, *about;
	/* As the file says. */
	struct theme_entry plain[N_ROLES];
	struct theme_entry step[N_ROLES][GRADIENT_STEPS];
	struct theme_entry back[N_BACKS];
	/* Worked out of it by theme_work_out(); of a role without a gradient, all are the same. */
	bool light;
	int32_t fg[N_ROLES][GRADIENT_LEVELS];
	int32_t bg[N_ROLES];
};

void theme_work_out(struct theme *theme);

#endif
