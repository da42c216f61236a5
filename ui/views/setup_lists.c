/*
 * setup_lists.c - the images of all servers, and the workloads of the chain.
 */
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "bench/workload.h"
#include "views/setup.h"

#define TYPE_WIDTH  9
#define BYTES_WIDTH 8
#define NAME_LEAST  8

/* ---- images ---- */

static const struct env_image *
image_at(const struct ui *ui, size_t row, const struct env_server **server)
{
	*server = NULL;
	for (size_t i = 0; i < ui->env->n_servers; i++) {
		*server = &ui->env->servers[i];
		if (row < (*server)->n_images)
			return &(*server)->images[row];
		row -= (*server)->n_images;
	}
	return NULL;
}

static size_t
images_lines(const struct ui *ui)
{
	size_t n = 0;

	for (size_t i = 0; i < ui->env->n_servers; i++)
		n += ui->env->servers[i].n_images;
	return n;
}

/* The choice that means this image, by whichever of its names; NULL: none does. */
static const char *
choice_of(const struct ui *ui, size_t row)
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);

	for (size_t i = 0; i < ui->choices.n_images; i++)
		if (env_find_image(server, ui->choices.images[i]) == image)
			return ui->choices.images[i];
	return NULL;
}

static bool
image_chosen(const struct ui *ui, size_t row)
{
	return choice_of(ui, row) != NULL;
}

/* What it is called may be a description, which names nothing to a server. */
static void
image_toggle(struct ui *ui, size_t row)
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);
	const char *choice = choice_of(ui, row);

	if (!choice)
		choice = image->alias ? image->alias : image->fingerprint;
	choices_toggle_image(&ui->choices, choice);
}

static const char *
never_refused(const struct ui *ui, size_t row)
{
	(void)ui;
	(void)row;
	return NULL;
}

static void
draw_image(struct canvas *canvas, struct rect line, const struct ui *ui, size_t row, enum role role)
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);
	int end = line.x + line.w - BYTES_WIDTH;
	char size[UNITS_LEN], print[13];

	canvas_text_right(canvas, end, line.y, BYTES_WIDTH, role, units_size(size, image->size));
	if (end - line.x - TYPE_WIDTH - 2 >= NAME_LEAST) {
		end -= TYPE_WIDTH + 1;
		canvas_text(canvas, end, line.y, TYPE_WIDTH, role,
			    place_name(image->vm ? PLACE_VM : PLACE_CONTAINER));
	}
	canvas_text(canvas, line.x, line.y, end - line.x - 1, role, env_image_name(image, print));
}

static void
image_text(const struct ui *ui, size_t row, char *out, size_t size)
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);
	char print[13];

	snprintf(out, size, "%s %s %s", env_image_name(image, print), image->fingerprint,
		 place_name(image->vm ? PLACE_VM : PLACE_CONTAINER));
}

const struct setup_list setup_images = {
	.text = image_text,
	.lines = images_lines,
	.chosen = image_chosen,
	.toggle = image_toggle,
	.refused = never_refused,
	.draw = draw_image,
	.none = "this server has no image",
};

/* ---- workloads ---- */

static size_t
workloads_lines(const struct ui *ui)
{
	size_t n = 0;

	(void)ui;
	while (workload_list()[n])
		n++;
	return n;
}

static bool
workload_chosen(const struct ui *ui, size_t row)
{
	return choices_has_workload(&ui->choices, workload_list()[row]->name);
}

static void
workload_toggle(struct ui *ui, size_t row)
{
	choices_toggle_workload(&ui->choices, workload_list()[row]->name);
}

static int
widest_name(const struct canvas *canvas)
{
	int widest = 0;

	for (const struct workload *const *w = workload_list(); *w; w++)
		if (canvas_width(canvas, (*w)->name) > widest)
			widest = canvas_width(canvas, (*w)->name);
	return widest;
}

static void
draw_workload(struct canvas *canvas, struct rect line, const struct ui *ui, size_t row,
	      enum role role)
{
	const struct workload *workload = workload_list()[row];
	int help = line.x + widest_name(canvas) + 1;

	(void)ui;
	canvas_text(canvas, line.x, line.y, line.w, role, workload->name);
	canvas_text(canvas, help, line.y, line.x + line.w - help,
		    role == ROLE_TEXT ? ROLE_DIM : role, workload->help);
}

static void
workload_text(const struct ui *ui, size_t row, char *out, size_t size)
{
	(void)ui;
	snprintf(out, size, "%s %s", workload_list()[row]->name, workload_list()[row]->help);
}

const struct setup_list setup_workloads = {
	.text = workload_text,
	.lines = workloads_lines,
	.chosen = workload_chosen,
	.toggle = workload_toggle,
	.refused = never_refused,
	.draw = draw_workload,
	.none = "",
};
