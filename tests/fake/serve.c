/*
 * serve.c - an ordinary Incus server in memory, for tests of the whole program.
 *
 *	serve OP_MS
 *
 * Prints the path of its socket, serves until its input ends, and prints how
 * many instances it has then.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fake_incus.h"

int
main(int argc, char **argv)
{
	struct fake_incus *incus = fake_incus_new(argc > 1 ? (unsigned)atoi(argv[1]) : 0);
	struct fake *fake = fake_start(NULL, fake_incus_rows(incus));

	puts(fake_socket(fake));
	fflush(stdout);
	while (getchar() != EOF)
		;
	printf("%zu instances\n", fake_incus_count(incus));
	fake_stop(fake);
	fake_incus_free(incus);
	return 0;
}
