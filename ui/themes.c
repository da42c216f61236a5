#include "themes.h"

#include <stdlib.h>
#include <string.h>

static void
replace(struct themes *themes, struct theme *theme)
{
	theme_free(themes->shown);
	themes->shown = theme;
	themes->revision++;
}

int
themes_show(struct themes *themes, const char *name, struct err *err)
{
	struct theme *theme = theme_load(name, err);

	if (!theme)
		return -1;
	replace(themes, theme);
	return 0;
}

int
themes_reload(struct themes *themes, struct err *err)
{
	const char *path = theme_path(themes->shown);
	struct theme *theme = path ? theme_load_file(path, err) : theme_default();

	if (!theme)
		return -1;
	replace(themes, theme);
	return 0;
}

static void
close_list(struct themes *themes)
{
	for (size_t i = 0; i < themes->n; i++)
		free(themes->names[i]);
	free(themes->names);
	themes->names = NULL;
	themes->n = 0;
}

size_t
themes_open(struct themes *themes)
{
	close_list(themes);
	themes->n = theme_list(&themes->names);
	for (size_t i = 0; i < themes->n; i++)
		if (themes->shown && strcmp(themes->names[i], theme_name(themes->shown)) == 0)
			return i;
	return 0;
}

void
themes_next(struct themes *themes)
{
	size_t here = themes_open(themes);
	struct err err;

	for (size_t i = 1; i <= themes->n; i++)
		if (themes_show(themes, themes->names[(here + i) % themes->n], &err) == 0)
			break;
	close_list(themes);
}

int
themes_preview(struct themes *themes, size_t index, struct err *err)
{
	struct theme *theme = theme_load(themes->names[index], err);

	if (!theme)
		return -1;
	if (!themes->before)
		themes->before = steal(themes->shown);
	replace(themes, theme);
	return 0;
}

void
themes_keep(struct themes *themes)
{
	theme_free(steal(themes->before));
	close_list(themes);
}

void
themes_put_back(struct themes *themes)
{
	if (themes->before)
		replace(themes, steal(themes->before));
	close_list(themes);
}

void
themes_wipe(struct themes *themes)
{
	close_list(themes);
	theme_free(steal(themes->before));
	theme_free(steal(themes->shown));
}
