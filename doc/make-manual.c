/*
 * make-manual.c - prints the manual page; the build runs it, nobody installs it.
 */
#include <stdio.h>

#include "manual.h"

int
main(void)
{
	autobuf page = { 0 };

	manual_page(PACKAGE_VERSION, &page);
	return fputs(buf_text(&page), stdout) < 0;
}
