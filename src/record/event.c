#include "record/event.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/fields.h"

static const char *const names[EVENT_TYPES] = {
	[EV_HEADER] = "header",
	[EV_STEP_BEGIN] = "step_begin",
	[EV_OP_BEGIN] = "op_begin",
	[EV_OP_PROGRESS] = "op_progress",
	[EV_OP_END] = "op_end",
	[EV_STEP_END] = "step_end",
	[EV_USAGE] = "usage",
	[EV_SETTLING] = "settling",
	[EV_SETTLE] = "settle",
	[EV_TICK] = "tick",
	[EV_NOTE] = "note",
	[EV_PAUSE] = "pause",
	[EV_RESUME] = "resume",
	[EV_EXTEND] = "extend",
	[EV_END] = "end",
};

const char *
event_type_name(enum event_type type)
{
	return names[type];
}

/* The struct that the rows of an event's type are of. */
static void *
members(const struct event *event)
{
	return event->type == EV_HEADER ? (void *)event->header : (void *)event;
}

void
event_wipe(struct event *event)
{
	const struct fields *fields = event_fields(event->type);

	if (event->type != EV_HEADER) {
		fields_wipe(fields, event);
	} else if (event->header) {
		fields_wipe(fields, event->header);
		free(event->header);
	}
	*event = (struct event){ 0 };
}

void
event_format(const struct event *event, struct buf *out)
{
	autofree(json_object) line = json_object_new_object();

	json_add_text(line, "ev", names[event->type]);
	json_add_u64(line, "t", event->t);
	fields_write(event_fields(event->type), members(event), line);
	json_format(line, out);
}

/* EVENT_TYPES when it is none of ours. */
static enum event_type
find_type(const char *name)
{
	unsigned type = 0;

	while (type < EVENT_TYPES && strcmp(names[type], name) != 0)
		type++;
	return type;
}

/* Before all else: the rest of a newer header may be of any form. */
static int
check_version(struct json_object *line, struct err *err)
{
	uint64_t version;

	if (json_need_u64(line, "version", UNKNOWN - 1, &version, err))
		return -1;
	if (version > RECORDING_VERSION)
		return err_set(err,
			       "recording format %" PRIu64 ", written by a newer poolscope; this one "
			       "reads up to format %d",
			       version, RECORDING_VERSION);
	return 0;
}

static int
read_members(struct event *event, struct json_object *line, struct err *err)
{
	uint64_t t;

	if (json_need_u64(line, "t", UNKNOWN - 1, &t, err))
		return -1;
	if (event->type == EV_HEADER) {
		if (check_version(line, err))
			return -1;
		event->header = xcalloc(1, sizeof(*event->header));
	}
	if (fields_read(event_fields(event->type), line, members(event), err))
		return -1;
	event->t = t;
	return 0;
}

static int
from_json(struct json_object *line, struct event *ret, struct err *err)
{
	struct event event = { 0 };
	const char *name;

	if (!json_object_is_type(line, json_type_object))
		return err_set(err, "no object");
	if (json_need_text(line, "ev", &name, err))
		return -1;
	event.type = find_type(name);
	if (event.type == EVENT_TYPES)
		return 1;
	if (read_members(&event, line, err)) {
		event_wipe(&event);
		return err_wrap(err, "%s", name);
	}
	*ret = event;
	return 0;
}

int
event_parse_with(struct json_tokener *parser, const char *line, size_t len, struct event *ret,
		 struct err *err)
{
	autofree(json_object) object = NULL;

	if (event_parse_plain(line, len, ret))
		return 0;
	object = json_parse_with(parser, line, len, err);
	return object ? from_json(object, ret, err) : -1;
}

int
event_parse(const char *line, size_t len, struct event *ret, struct err *err)
{
	autofree(json_tokener) parser = json_parser_new();

	return event_parse_with(parser, line, len, ret, err);
}
