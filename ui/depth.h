/*
 * depth.h - how many colours there are, and what becomes of a style where they
 * are few.
 */
#ifndef UI_DEPTH_H
#define UI_DEPTH_H

#include "theme.h"

enum depth {
	DEPTH_AUTO,
	DEPTH_MONO,	/* bold, underlined, reverse */
	DEPTH_8,
	DEPTH_16,
	DEPTH_256,
	DEPTH_TRUE,
};

/* By the names of --colors; AUTO for any other text. */
enum depth depth_named(const char *name);
/*
 * What AUTO stands for by the environment: NO_COLOR (if not empty) asks for
 * none, COLORTERM tells of true colour; else DEPTH_256, which is the most that
 * a terminal's description tells of. Any other wish is as it is.
 */
enum depth depth_wanted(enum depth depth);

/* How many of them a terminal shows that tells of so many; `direct`: it takes any colour. */
enum depth depth_shown(enum depth wish, int colours, bool direct);

/*
 * The style with no more than those colours: fg and bg are COLOUR_DEFAULT,
 * indexes, or (DEPTH_TRUE only) 0xRRGGBB. Where colours are gone, `attr` holds
 * the attributes that stand in for them; else 0. `depth` is not AUTO.
 */
struct style depth_style(const struct theme *theme, struct style style, enum depth depth);

#endif
