/*
 * setup_lists.c - the images of all servers, and the workloads of the chain,
 * each chosen one with what can be asked of it.
 */
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "bench/workload.h"
#include "names.h"
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

/* Below those of the servers stands the virtual machine that has none. */
static size_t
images_lines(const struct ui *ui)
{
	size_t n = 0;

	for (size_t i = 0; i < ui->env->n_servers; i++)
		n += ui->env->servers[i].n_images;
	return n ? n + 1 : 0;
}

/* The choice that means this image, by whichever of its names; NULL: none does. */
static const char *
choice_of(const struct ui *ui, size_t row)
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);

	if (!image)
		return choices_has_image(&ui->choices, EMPTY_VM) ? EMPTY_VM : NULL;
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

	if (!choice && !image)
		choice = EMPTY_VM;
	else if (!choice)
		choice = image->alias ? image->alias : image->fingerprint;
	choices_toggle_image(&ui->choices, choice);
}

/* As far as the servers tell what they run instances with. */
static bool
makes_vms(const struct env_server *server)
{
	return !server->container_backend || strstr(server->container_backend, "qemu");
}

static bool
image_refused(const struct ui *ui, size_t row, char why[SETUP_WHY])
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);

	if (image ? !image->vm || makes_vms(server) : false)
		return false;
	for (size_t i = 0; !image && i < ui->env->n_servers; i++)
		if (makes_vms(&ui->env->servers[i]))
			return false;
	snprintf(
		why, SETUP_WHY,
		"this server makes no virtual machines: it runs only %s; they need KVM, vhost_vsock and qemu",
		server->container_backend);
	return true;
}

static void
draw_image(struct canvas *canvas, struct rect line, const struct ui *ui, size_t row, enum role role)
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);
	int end = line.x + line.w - BYTES_WIDTH;
	char size[UNITS_LEN], print[13];

	if (!image) {
		canvas_printf(canvas, line.x, line.y, line.w, role,
			      EMPTY_VM "  no image: to create and export");
		return;
	}
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

	if (!image)
		snprintf(out, size, EMPTY_VM);
	else
		snprintf(out, size, "%s %s %s", env_image_name(image, print), image->fingerprint,
			 place_name(image->vm ? PLACE_VM : PLACE_CONTAINER));
}

static void
image_tell(const struct ui *ui, size_t row, struct details *details)
{
	const struct env_server *server;
	const struct env_image *image = image_at(ui, row, &server);
	char name[SHOWN_NAME], size[UNITS_LEN];

	if (!image) {
		setup_tell(details, "image", EMPTY_VM);
		setup_tell(details, "", "an empty virtual machine, to create and to export");
		return;
	}
	setup_tell(details, "image", "%s", image->alias ? image->alias : "has no alias");
	setup_tell(details, "is", "%s", image->description ? image->description : "not described");
	setup_tell(details, "type", "%s", place_name(image->vm ? PLACE_VM : PLACE_CONTAINER));
	setup_tell(details, "made for", "%s", image->architecture ? image->architecture : "unknown");
	setup_tell(details, "size", "%s as the server keeps it", units_size(size, image->size));
	setup_tell(details, "fingerprint", "%s", image->fingerprint);
	setup_tell(details, "server", "%s", names_server(server->name, name));
}

const struct setup_list setup_images = {
	.what = "Image",
	.tell = image_tell,
	.text = image_text,
	.lines = images_lines,
	.chosen = image_chosen,
	.toggle = image_toggle,
	.refused = image_refused,
	.draw = draw_image,
	.none = "this server has no image",
};

/* ---- workloads ---- */

/* A workload, or below a chosen one a word of its variant, or a pool that it can go to. */
struct workload_row {
	const struct workload *workload;
	const char *word; /* NULL: the workload itself */
	const char *help;
	const char *extension; /* that it needs; NULL */
};

/* The pool of that number, over all servers; NULL: there are not so many. */
static const char *
pool_of_number(const struct ui *ui, size_t at)
{
	for (size_t i = 0; i < ui->env->n_servers; i++) {
		const struct env_server *server = &ui->env->servers[i];

		if (at < server->n_pools)
			return server->pools[at].name;
		at -= server->n_pools;
	}
	return NULL;
}

/* False: it has not so many. */
static bool
word_at(const struct ui *ui, const struct workload *workload, size_t at, struct workload_row *ret)
{
	const struct variant_word *word = workload->variants;
	const char *pool = workload->elsewhere ? pool_of_number(ui, at) : NULL;

	if (pool) {
		*ret = (struct workload_row){ workload, pool, "there, not to the next one chosen",
					      NULL };
		return true;
	}
	while (word && word->word && at-- > 0)
		word++;
	if (!word || !word->word)
		return false;
	*ret = (struct workload_row){ workload, word->word, word->help, word->extension };
	return true;
}

/* False: there are not so many rows. */
static bool
workload_at(const struct ui *ui, size_t row, struct workload_row *ret)
{
	for (const struct workload *const *w = workload_list(); *w; w++) {
		bool open = choices_has_workload(&ui->choices, ui->chain, (*w)->name);

		*ret = (struct workload_row){ *w, NULL, (*w)->help, (*w)->extension };
		if (row-- == 0)
			return true;
		for (size_t i = 0; open && word_at(ui, *w, i, ret); i++)
			if (row-- == 0)
				return true;
	}
	return false;
}

static size_t
workloads_lines(const struct ui *ui)
{
	struct workload_row row;
	size_t n = 0;

	while (workload_at(ui, n, &row))
		n++;
	return n;
}

static bool
workload_chosen(const struct ui *ui, size_t at)
{
	struct workload_row row;

	if (!workload_at(ui, at, &row))
		return false;
	return row.word ? choices_has_word(&ui->choices, ui->chain, row.workload->name, row.word)
			: choices_has_workload(&ui->choices, ui->chain, row.workload->name);
}

/* The chain that has become empty is gone: what is chosen next begins a new one. */
static void
workload_toggle(struct ui *ui, size_t at)
{
	size_t before = ui->choices.n_chains;
	struct workload_row row;

	if (!workload_at(ui, at, &row))
		return;
	if (row.word)
		choices_toggle_word(&ui->choices, ui->chain, row.workload->name, row.word);
	else
		choices_toggle_workload(&ui->choices, ui->chain, row.workload->name);
	if (ui->choices.n_chains < before)
		ui->chain = ui->choices.n_chains;
}

static bool
workload_refused(const struct ui *ui, size_t at, char why[SETUP_WHY])
{
	struct workload_row row;

	if (!workload_at(ui, at, &row) || !row.extension || !ui->source->has ||
	    ui->env->n_servers == 0 || ui->source->has(ui, row.extension))
		return false;
	snprintf(why, SETUP_WHY, "%s: the server has no %s (an extension of its interface)",
		 row.word ? row.word : row.workload->name, row.extension);
	return true;
}

static bool
workload_part(const struct ui *ui, size_t at)
{
	struct workload_row row;

	return workload_at(ui, at, &row) && row.word;
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
draw_workload(struct canvas *canvas, struct rect line, const struct ui *ui, size_t at,
	      enum role role)
{
	int end = line.x + line.w;
	struct workload_row row;
	const char *name;
	int help;

	if (!workload_at(ui, at, &row))
		return;
	name = row.word ? row.word : row.workload->name;
	help = line.x + (row.word ? canvas_width(canvas, name) + 2 : widest_name(canvas) + 1);
	canvas_text(canvas, line.x, line.y, line.w, role, name);
	canvas_text(canvas, help, line.y, end - help, role == ROLE_TEXT ? ROLE_DIM : role,
		    row.help);
}

static void
workload_text(const struct ui *ui, size_t at, char *out, size_t size)
{
	struct workload_row row;

	if (workload_at(ui, at, &row))
		snprintf(out, size, "%s %s %s", row.workload->name, row.word ? row.word : "",
			 row.help);
}

static void
tell_instances(struct details *details, const struct workload *workload)
{
	static const char *const before[] = {
		[INSTANCES_NONE] = "no instances: it makes them",
		[INSTANCES_STOPPED] = "stopped instances",
		[INSTANCES_RUNNING] = "running instances",
		[INSTANCES_ANY] = "instances, stopped or running",
	};
	static const char *const after[] = {
		[INSTANCES_NONE] = "none of them",
		[INSTANCES_STOPPED] = "them stopped",
		[INSTANCES_RUNNING] = "them running",
		[INSTANCES_ANY] = "them as they were",
		[INSTANCES_AWAY] = "them on another pool, where a chain ends",
	};

	setup_tell(details, "needs", "%s", before[workload->needs]);
	setup_tell(details, "leaves", "%s", after[workload->leaves]);
}

static void
workload_tell(const struct ui *ui, size_t at, struct details *details)
{
	struct workload_row row;

	if (!workload_at(ui, at, &row))
		return;
	setup_tell(details, "workload", "%s", row.workload->name);
	setup_tell(details, "does", "%s", row.workload->help);
	tell_instances(details, row.workload);
	for (const struct variant_word *word = row.workload->variants; word && word->word; word++)
		setup_tell(details, word == row.workload->variants ? "can be" : "", "%s:%s  %s",
			   row.workload->name, word->word, word->help);
}

const struct setup_list setup_workloads = {
	.what = "Workload",
	.tell = workload_tell,
	.text = workload_text,
	.lines = workloads_lines,
	.chosen = workload_chosen,
	.toggle = workload_toggle,
	.refused = workload_refused,
	.part = workload_part,
	.draw = draw_workload,
	.none = "",
};
