/*
 * theme_fuzz.c - theme files by strangers: what is read is printed, and read
 * again it is the same theme; no style of it is outside what a terminal takes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "canvas.h"
#include "depth.h"

static int file = -1;
static char path[64];

static struct theme *
load(const void *bytes, size_t len)
{
	struct err err;

	if (file < 0) {
		file = memfd_create("theme", 0);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	}
	if (ftruncate(file, 0) < 0 || pwrite(file, bytes, len, 0) != (ssize_t)len)
		abort();
	return theme_load_file(path, &err);
}

static void
check_colour(int32_t colour, enum depth depth)
{
	int32_t most = depth == DEPTH_8 ? 7 : depth == DEPTH_16 ? 15 : 255;

	if (colour == COLOUR_DEFAULT || (colour_is_index(colour) && colour <= COLOUR_INDEX(most)))
		return;
	if (depth == DEPTH_TRUE && colour >= 0 && colour <= 0xffffff)
		return;
	abort();
}

static void
check_styles(const struct theme *a, const struct theme *b)
{
	for (enum depth depth = DEPTH_MONO; depth <= DEPTH_TRUE; depth++) {
		for (enum role role = 0; role < N_ROLES; role++) {
			struct style of_a = depth_style(a, theme_style(a, role, 50), depth);
			struct style of_b = depth_style(b, theme_style(b, role, 50), depth);

			check_colour(of_a.fg, depth);
			check_colour(of_a.bg, depth);
			if (of_a.fg != of_b.fg || of_a.bg != of_b.bg || of_a.attr != of_b.attr)
				abort();
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	autofree(theme) theme = load(bytes, len);
	autofree(theme) again = NULL;
	autobuf text = { 0 };

	if (!theme)
		return 0;
	theme_print(theme, &text);
	again = load(text.data, text.len);
	if (!again)
		abort();
	check_styles(theme, again);
	return 0;
}
