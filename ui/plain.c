#include "plain.h"

#include "base/units.h"
#include "base/utf8.h"

static void
print_line(FILE *out, const struct model_line *line)
{
	static const char *const levels[] = {
		[NOTE_INFO] = "", [NOTE_WARN] = "warning: ", [NOTE_ERROR] = "error: "
	};
	autobuf text = { 0 };
	char when[UNITS_LEN];

	utf8_add_clean(&text, line->text);
	fprintf(out, "%s %s%s\n", units_span(when, line->t), levels[line->level], buf_text(&text));
}

void
plain_tell(struct plain *plain, const struct model *model)
{
	uint64_t in_all = model->log_dropped + model->log_count;

	if (plain->told < model->log_dropped)
		plain->told = model->log_dropped;
	for (; plain->told < in_all; plain->told++)
		print_line(plain->out,
			   model_log_line(model, (size_t)(plain->told - model->log_dropped)));
	fflush(plain->out);
}
