#include "bench/members.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void
members_make(struct members *members, struct stage *stage, uint32_t n)
{
	members_wipe(members);
	members->list = xcalloc(n, sizeof(*members->list));
	members->n = n;
	for (uint32_t i = 0; i < n; i++) {
		struct member *member = &members->list[i];

		stage_name(stage, members->names, member->name);
		snprintf(member->snapshot, sizeof(member->snapshot), "s%03" PRIu32, i + 1);
	}
}

void
members_wipe(struct members *members)
{
	free(members->list);
	*members = (struct members){ .names = members->names };
}

static uint32_t
first_there(const struct members *members)
{
	for (uint32_t i = 0; i < members->n; i++)
		if (!members->list[i].lost)
			return i;
	return 0;
}

void
members_begin(struct members *members, struct stage *stage, const struct workload *workload)
{
	if (workload->snapshots == SNAPSHOTS_MADE)
		members->one = first_there(members);
	for (uint32_t i = 0; workload->copies && i < members->n; i++)
		stage_name(stage, members->names, members->list[i].new_name);
}

/* ---- which snapshot an op works with ---- */

static const struct member *
oldest(const struct members *members)
{
	for (uint32_t i = 0; i < members->n; i++)
		if (members->list[i].has_snapshot)
			return &members->list[i];
	return NULL;
}

static const struct member *
newest(const struct members *members)
{
	for (uint32_t i = members->n; i-- > 0;)
		if (members->list[i].has_snapshot)
			return &members->list[i];
	return NULL;
}

static const char *
use_snapshot(const struct members *members, struct op *op)
{
	const struct member *last = newest(members);
	const struct member *used = op_has(op, "older") ? oldest(members) : last;

	if (!used)
		return "no snapshot was made";
	if (used == last && op_has(op, "older"))
		return "there is one snapshot, and none is older";
	op->snapshot = used->snapshot;
	return NULL;
}

const char *
members_prepare(const struct members *members, struct op *op)
{
	const struct workload *workload = op->workload;
	const struct member *numbered = &members->list[op->number];
	const struct member *member = workload->one ? &members->list[members->one] : numbered;

	op->name = member->name;
	op->new_name = numbered->new_name;
	op->snapshot = numbered->snapshot;
	if (member->lost)
		return member->lost;
	if (workload->snapshots == SNAPSHOTS_USED)
		return use_snapshot(members, op);
	if (workload->snapshots == SNAPSHOTS_REMOVED && !numbered->has_snapshot)
		return "this snapshot was not made";
	return NULL;
}

/* ---- what came of it ---- */

/* A driver that refuses has left the instance as it was, if there was one. */
static bool
is_spared(const struct workload *workload, enum op_state state)
{
	return (workload->spares && state != OP_UNKNOWN) ||
	       (state == OP_REFUSED && workload->needs != INSTANCES_NONE);
}

void
members_note(struct members *members, const struct op *op, const struct server_result *result)
{
	const struct workload *workload = op->workload;
	struct member *numbered = &members->list[op->number];
	struct member *member = workload->one ? &members->list[members->one] : numbered;
	bool done = result->state == OP_OK || result->found_done;

	if (!done && !is_spared(workload, result->state))
		member->lost = "an earlier step of its chain did not succeed";
	if (done && workload->snapshots == SNAPSHOTS_MADE)
		numbered->has_snapshot = true;
	if (done && workload->snapshots == SNAPSHOTS_REMOVED)
		numbered->has_snapshot = false;
}
