/*
 * theme.h - what each role looks like.
 *
 * A theme file is lines `theme[name]="#rrggbb"`, the format that btop's users
 * have, with our own names added; a name that is missing takes its row's
 * fall-back, an unknown one is ignored, "" is the terminal's own colour.
 * Values are "#rrggbb", "#rgb", "#gg" (grey) or "r g b" in decimal.
 */
#ifndef UI_THEME_H
#define UI_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"
#include "colour.h"

enum role {
	ROLE_TEXT,
	ROLE_TITLE,
	ROLE_HOT,		/* the letter to press, what is chosen */
	ROLE_SELECTED,		/* the line under the cursor */
	ROLE_DIM,		/* needed less, still readable */
	ROLE_BOX,		/* borders */
	ROLE_BOX_FOCUS,
	ROLE_METER_EMPTY,	/* the rest of a bar */
	ROLE_GRAPH_TEXT,	/* axes */
	ROLE_CPU, ROLE_MEMORY, ROLE_USAGE, ROLE_READ, ROLE_WRITE,	/* gradients */
	ROLE_OK, ROLE_WARN, ROLE_FAIL, ROLE_NOTE,
	ROLE_BTRFS, ROLE_ZFS, ROLE_LVM, ROLE_DIR, ROLE_CEPH, ROLE_DRIVER_OTHER,
	N_ROLES
};

struct style {
	int32_t fg, bg;		/* 0xRRGGBB or COLOUR_DEFAULT */
	uint8_t attr;		/* ATTR_* of canvas.h, for where the terminal has no colour for it */
};

struct role_row {
	enum role role;
	char letter;		/* in canvas_dump_roles */
	const char *name;	/* in theme files; NULL for a gradient */
	const char *gradient;	/* NULL, or the prefix of NAME_start, NAME_mid, NAME_end */
	const char *background;	/* NULL: main_bg, or a background of its own */
	enum role fallback;	/* itself: the built-in default counts */
	const char *colour;	/* built-in default: "#rrggbb" or "", of a gradient "START MID END" */
	uint8_t mono;		/* attributes without colour */
	const char *help;
};
extern const struct role_row role_rows[N_ROLES];

struct theme;

/* The built-in default: Okabe and Ito's colours, the terminal's own background. */
struct theme *theme_default(void);
/*
 * By name ("mono", "default") from the person's folder, the tree beside the
 * program or the installed folder, or by a path (with a slash in it). NULL: see
 * err, which names FILE:LINE.
 */
struct theme *theme_load(const char *name, struct err *err);
struct theme *theme_load_file(const char *path, struct err *err);
void theme_free(struct theme *theme);
DEFINE_AUTOFREE(theme, theme_free)
const char *theme_name(const struct theme *theme);
/* Names of those that can be loaded, sorted; the caller frees each and the array. */
size_t theme_list(char ***ret);

/* `level` 0..100 on the role's gradient, or LEVEL_NONE: its start. */
struct style theme_style(const struct theme *theme, enum role role, uint8_t level);

/* The role of a storage driver's colour; every driver has one. */
enum role theme_driver_role(const char *driver);

#endif
