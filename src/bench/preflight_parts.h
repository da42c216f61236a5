/*
 * preflight_parts.h - inside preflight: what its files share.
 */
#ifndef BENCH_PREFLIGHT_PARTS_H
#define BENCH_PREFLIGHT_PARTS_H

#include "bench/preflight.h"

#define MIB (UINT64_C(1) << 20)
#define UNPACKED_TIMES 3	/* as large as packed may an image be when it is unpacked */

struct findings {
	struct finding *items;
	size_t n, room;
};

void findings_add(struct findings *findings, enum finding_level level, const char *remedy,
		  const char *fmt, ...) __attribute__((format(printf, 4, 5)));

const struct env_server *preflight_server(const struct plan *plan, const struct env *env,
					  size_t target);
const struct env_pool *preflight_pool(const struct plan *plan, const struct env *env, size_t target);
/* Of the images on a target, packed. */
uint64_t preflight_largest_image(const struct plan *plan, const struct env *env, size_t target);

/* Room for what export and import write beside the pools. */
void preflight_archives(struct findings *findings, const struct plan *plan, const struct env *env);

#endif
