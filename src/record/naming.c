#include "record/naming.h"

#include <stdio.h>
#include <string.h>

#define NAME 256

const char *
naming_server(const char *server, char *out, size_t size)
{
	const char *end = strrchr(server, '/');
	const char *start = end;

	if (*server != '/' || end == server) {
		snprintf(out, size, "%s", server);
		return out;
	}
	while (start > server && start[-1] != '/')
		start--;
	snprintf(out, size, "%.*s", (int)(end - start), start);
	return out;
}

/* "" where the plan has one server, the whole path where another's folder has the same name. */
static const char *
server_of(const struct plan *plan, const char *server, char *out, size_t size)
{
	bool several = false, alike = false;
	char name[NAME], other[NAME];

	naming_server(server, name, sizeof(name));
	for (size_t i = 0; i < plan->n_targets; i++) {
		const char *it = plan->targets[i].server;

		if (text_same(it, server))
			continue;
		several = true;
		alike = alike || (it && strcmp(naming_server(it, other, sizeof(other)), name) == 0);
	}
	snprintf(out, size, "%s", !several ? "" : alike ? server : name);
	return out;
}

const char *
naming_target(const struct plan *plan, size_t target, char *out, size_t size)
{
	const struct target *it = &plan->targets[target];
	char server[NAME] = "";

	if (it->server)
		server_of(plan, it->server, server, sizeof(server));
	snprintf(out, size, "%s%s%s%s%s", server, *server ? ":" : "", it->pool,
		 it->member ? "@" : "", it->member ? it->member : "");
	return out;
}

/* A directory holds no image and has no place but its own. */
static bool
several_images(const struct plan *plan)
{
	const struct cell *first = NULL;

	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *cell = &plan->cells[i];

		if (cell->place == PLACE_HOST)
			continue;
		if (first && !text_same(first->image, cell->image))
			return true;
		first = cell;
	}
	return false;
}

/* The image's name does not tell a machine from a container. */
static bool
place_differs(const struct plan *plan, const struct cell *cell)
{
	for (size_t i = 0; i < plan->n_cells; i++) {
		const struct cell *other = &plan->cells[i];

		if (other->place != PLACE_HOST && other->place != cell->place &&
		    text_same(other->image, cell->image))
			return true;
	}
	return false;
}

/* With a blank before each; "" where nothing more is needed. */
static void
instance_of(const struct plan *plan, const struct cell *cell, char *out, size_t size)
{
	bool several = several_images(plan);
	const char *image = several ? cell->image : NULL;
	bool place = place_differs(plan, cell) || (several && !image);

	snprintf(out, size, "%s%s%s%s", image ? " " : "", image ? image : "", place ? " " : "",
		 place ? place_name(cell->place) : "");
}

const char *
naming_where(const struct plan *plan, size_t cell, char *out, size_t size)
{
	const struct cell *it = &plan->cells[cell];
	char target[NAME], instance[NAME] = "";

	if (it->place != PLACE_HOST)
		instance_of(plan, it, instance, sizeof(instance));
	snprintf(out, size, "%s%s", naming_target(plan, it->target, target, sizeof(target)),
		 instance);
	return out;
}

const char *
naming_cell(const struct plan *plan, size_t cell, char *out, size_t size)
{
	const char *variant = plan->cells[cell].variant;
	char where[NAME];

	snprintf(out, size, "%s%s%s", naming_where(plan, cell, where, sizeof(where)),
		 variant ? " " : "", variant ? variant : "");
	return out;
}

const char *
naming_work(const struct cell *cell, char *out, size_t size)
{
	snprintf(out, size, "%s%s%s", cell->workload, cell->variant ? ":" : "",
		 cell->variant ? cell->variant : "");
	return out;
}

const char *
naming_step(const struct plan *plan, size_t cell, char *out, size_t size)
{
	char work[NAME], where[NAME];

	snprintf(out, size, "%s on %s", naming_work(&plan->cells[cell], work, sizeof(work)),
		 naming_where(plan, cell, where, sizeof(where)));
	return out;
}
