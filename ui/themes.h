/*
 * themes.h - the theme that is shown, and those it can be changed for.
 *
 * While the list is open, the one that the cursor is on is shown at once; only
 * themes_keep() makes it stay. Nothing is written here.
 */
#ifndef UI_THEMES_H
#define UI_THEMES_H

#include "theme.h"

struct themes {
	struct theme *shown;	/* NULL until the first is loaded */
	unsigned revision;	/* grows whenever another, or a changed one, is shown */
	/* While the list is open. */
	char **names;
	size_t n;
	struct theme *before;	/* to go back to; NULL: `shown` is that one */
};

/* By name or path, as theme_load(). On failure what is shown stays. */
int themes_show(struct themes *themes, const char *name, struct err *err);
/* Reads it again from where it came from. */
int themes_reload(struct themes *themes, struct err *err);
/* The next one by name that can be loaded, after the last the first. */
void themes_next(struct themes *themes);

/* Makes the list; returns the place of the one that is shown, 0 when it is not among them. */
size_t themes_open(struct themes *themes);
int themes_preview(struct themes *themes, size_t index, struct err *err);
/* Each closes the list. */
void themes_keep(struct themes *themes);
void themes_put_back(struct themes *themes);

void themes_wipe(struct themes *themes);

#endif
