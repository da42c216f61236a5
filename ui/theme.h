/*
 * theme.h - what each role looks like.
 *
 * A theme file is lines `theme[name]="#rrggbb"`, the format that btop's users
 * have, with our own names added; a name that is missing takes its row's
 * fall-back, an unknown one is ignored. Values are those of colour_parse().
 *
 * Of names that stand for words, a colour that could not be read on its ground
 * is brought nearer to that of the text.
 *
 * A theme leaves the background to the terminal, unless it says main_bg. Which
 * it is then made for, terminal_bg tells: fall-backs, contrast and pictures
 * need to know whether it is a dark or a light one.
 */
#ifndef UI_THEME_H
#define UI_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
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
	ROLE_CPU, ROLE_READ, ROLE_WRITE,	/* gradients */
	ROLE_OK, ROLE_WARN, ROLE_FAIL, ROLE_NOTE,
	ROLE_BTRFS, ROLE_ZFS, ROLE_LVM, ROLE_DIR, ROLE_CEPH, ROLE_DRIVER_OTHER,
	N_ROLES
};

struct style {
	int32_t fg, bg;		/* as in colour.h */
	uint8_t attr;		/* ATTR_* of canvas.h, for where the terminal has no colour for it */
};

/* On a dark background, and on a light one. */
struct shade {
	const char *dark, *light;	/* as in theme files; of a gradient "START MID END" */
};

struct role_row {
	enum role role;
	char letter;		/* in canvas_dump_roles */
	const char *name;	/* in theme files; NULL for a gradient */
	const char *gradient;	/* NULL, or the prefix of NAME_start, NAME_mid, NAME_end */
	const char *background;	/* NULL: main_bg, or a background of its own */
	enum role fallback;	/* itself: `shade` counts */
	struct shade shade;	/* built-in default */
	uint8_t mono;		/* attributes without colour */
	bool words;		/* is read, so it needs a contrast of 4.5; else 3, for what is only seen */
	const char *help;
};
extern const struct role_row role_rows[N_ROLES];

struct theme;

/* The built-in default: Okabe and Ito's colours, the terminal's own background. */
struct theme *theme_default(void);
/*
 * By name ("mono", "default") from the person's folder, the tree beside the
 * program or the installed folder, or a file: with a slash in it, or ending
 * in ".theme". NULL: see
 * err, which names FILE:LINE.
 */
struct theme *theme_load(const char *name, struct err *err);
struct theme *theme_load_file(const char *path, struct err *err);
void theme_free(struct theme *theme);
DEFINE_AUTOFREE(theme, theme_free)
const char *theme_name(const struct theme *theme);
const char *theme_path(const struct theme *theme);	/* NULL: built in */
/* What its first line says behind "# NAME - "; "" if nothing. */
const char *theme_about(const struct theme *theme);
/* Names of those that can be loaded, sorted; the caller frees each and the array. */
size_t theme_list(char ***ret);

/* `level` 0..100 on the role's gradient, or LEVEL_NONE: its start. */
struct style theme_style(const struct theme *theme, enum role role, uint8_t level);
/* What is behind everything, and plain text on it, as 0xRRGGBB: the terminal's own as assumed. */
int32_t theme_ground(const struct theme *theme);
int32_t theme_ink(const struct theme *theme);

/*
 * Each name that a theme file may hold, in the order of a good file; `help` is
 * NULL for those that go with the name before. `colour` is the theme's.
 */
typedef void theme_name_fn(void *arg, const char *name, const char *help, int32_t colour);
void theme_each_name(const struct theme *theme, theme_name_fn *fn, void *arg);
/* As a whole theme file with comments; read again, it is the same theme. */
void theme_print(const struct theme *theme, struct buf *out);

/* The role of a storage driver's colour; every driver has one. */
enum role theme_driver_role(const char *driver);

#endif
