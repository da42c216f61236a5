/*
 * setup.h - the panels of the Setup screen, each in a file of its own, and how
 * a thing on them is chosen.
 */
#ifndef UI_VIEWS_SETUP_H
#define UI_VIEWS_SETUP_H

#include "base/options.h"
#include "view.h"

enum setup_panel { SETUP_POOLS, SETUP_IMAGES, SETUP_WORKLOADS, SETUP_OPTIONS, SETUP_PLAN };

#define SETUP_WHY 256

struct details;
/* A line of what is known of a thing: the name is kept, the value is printed. */
void setup_tell(struct details *details, const char *name, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* A list of things that can be chosen, a row each. */
struct setup_list {
	size_t (*lines)(const struct ui *ui);
	bool (*chosen)(const struct ui *ui, size_t row);
	/* Chooses it, or no longer. */
	void (*toggle)(struct ui *ui, size_t row);
	/* True: it cannot be chosen, and `why`. */
	bool (*refused)(const struct ui *ui, size_t row, char why[SETUP_WHY]);
	/* True: it belongs to a row above, and is not counted as one of them. NULL: none does. */
	bool (*part)(const struct ui *ui, size_t row);
	/* What a filter looks at. */
	void (*text)(const struct ui *ui, size_t row, char *out, size_t size);
	/* What stands behind the box. `role` is ROLE_TEXT, ROLE_DIM or ROLE_SELECTED: of the whole
	 * line then. */
	void (*draw)(struct canvas *canvas, struct rect line, const struct ui *ui, size_t row,
		     enum role role);
	/* All that is known of it, by setup_tell(). */
	void (*tell)(const struct ui *ui, size_t row, struct details *details);
	const char *what; /* the title of that */
	const char *none; /* said when there is a server and nothing to choose */
};
extern const struct setup_list setup_pools, setup_images, setup_workloads;

void setup_details_open(struct ui *ui, const struct setup_list *list, size_t row);

/* The option has a field in the form. */
bool setup_options_has(enum option_id id);
void setup_options_note(const struct ui *ui, char *out, size_t size);
void setup_options_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
			struct table_state *list, bool focused);
/* True: the key was for the form. */
bool setup_options_key(struct ui *ui, struct key key);
/* Begins to edit the field under the cursor. */
void setup_options_accept(struct ui *ui);
/* "; in batches; privileged": what is not as it is by itself. */
void setup_options_words(const struct choices *choices, struct buf *out);
void setup_next_preset(struct ui *ui);

void setup_plan_note(const struct ui *ui, char *out, size_t size);
void setup_plan_draw(struct canvas *canvas, struct rect inside, const struct ui *ui,
		     struct table_state *list, bool focused);

#endif
