/* Of a report file: lines, fields, values, and what is wrong with them. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "record/import_rows.h"

#define COLUMNS	  "timeStamp,elapsed,label,responseCode,success"
#define N_COLUMNS 5
#define LABEL_MAX 200
#define FOUND_MAX 60 /* bytes of what was found that are told */

/* 2001 to 2286: seconds, or a figure of something else, are far away from that. */
#define WHEN_LEAST   UINT64_C(1000000000000)
#define WHEN_MOST    UINT64_C(9999999999999)
#define ELAPSED_MOST (UINT64_C(7) * 24 * 3600 * 1000)

struct reader {
	const char *name;     /* of the file */
	const char *at, *end; /* what is left of it */
	size_t line;
	struct import_rows *found;
};

static int
expected(const struct reader *reader, const char *what, const char *found, struct err *err)
{
	autobuf text = { 0 };

	utf8_add_clean(&text, found);
	return err_set(err, "%s:%zu: expected %s, found \"%.*s\"", reader->name, reader->line, what,
		       (int)utf8_cut(buf_text(&text), FOUND_MAX), buf_text(&text));
}

/* ---- lines and fields ---- */

/* The next line, which the caller frees; NULL: there are no more. */
static char *
next_line(struct reader *reader)
{
	const char *newline;
	size_t len;
	char *line;

	if (reader->at == reader->end)
		return NULL;
	newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
	len = (size_t)((newline ? newline : reader->end) - reader->at);
	line = xstrndup(reader->at, len);
	reader->at += len + (newline != NULL);
	reader->line++;
	if (len && line[len - 1] == '\r')
		line[len - 1] = '\0';
	return line;
}

/*
 * Ends the field at *at and moves *at behind it, to the next one or to NULL;
 * quotes are taken off. Returns what was expected instead; NULL: it is a field.
 */
static const char *
take_field(char **at, char **field)
{
	char *from = *at, *to = *at;
	bool quoted = *from == '"', open = quoted;

	*field = to;
	from += quoted;
	for (; *from && (open || *from != ','); *to++ = *from++) {
		if (*from != '"')
			continue;
		if (!open)
			return "commas around what is in quotes";
		if (*++from == '"')
			continue; /* two stand for one */
		open = false;
		break;
	}
	if (open)
		return "a closing quote";
	if (*from && *from != ',')
		return "commas around what is in quotes";
	*at = *from ? from + 1 : NULL;
	*to = '\0';
	return NULL;
}

static int
take_fields(const struct reader *reader, char *line, char *fields[N_COLUMNS], struct err *err)
{
	autofree_mem char *whole = xstrdup(line);
	const char *wrong = NULL;
	char *at = line;
	size_t n = 0;

	for (; at && n < N_COLUMNS && !wrong; n++)
		wrong = take_field(&at, &fields[n]);
	if (!wrong && (n < N_COLUMNS || at))
		wrong = "5 columns with commas between them";
	return wrong ? expected(reader, wrong, whole, err) : 0;
}

/* ---- values ---- */

static int
take_number(const struct reader *reader, const char *text, uint64_t least, uint64_t most,
	    const char *what, uint64_t *ret, struct err *err)
{
	size_t digits = strspn(text, "0123456789");
	uint64_t number =
		digits && digits < 19 && !text[digits] ? strtoull(text, NULL, 10) : UNKNOWN;

	if (number < least || number > most)
		return expected(reader, what, text, err);
	*ret = number;
	return 0;
}

static bool
is_plain(const char *text)
{
	size_t len = strlen(text);

	for (uint32_t c; (c = utf8_next(&text)) != 0;)
		if (c < ' ' || (c >= 0x7f && c < 0xa0) || c == UTF8_REPLACEMENT)
			return false;
	return len > 0 && len <= LABEL_MAX;
}

static int
take_label(struct reader *reader, const char *text, struct import_row *row, struct err *err)
{
	size_t i = 0;

	if (!is_plain(text))
		return expected(reader, "a label of 1 to 200 bytes", text, err);
	while (i < reader->found->n_labels && strcmp(reader->found->labels[i], text) != 0)
		i++;
	if (i == reader->found->n_labels)
		reader->found->labels[reader->found->n_labels++] = xstrdup(text);
	row->label = i;
	row->round = reader->found->rounds[i]++;
	if (row->round == PLAN_ROUNDS_MAX)
		return expected(reader, "at most 1000 rows of a label", text, err);
	return 0;
}

static int
take_success(const struct reader *reader, const char *text, struct import_row *row, struct err *err)
{
	row->success = strcmp(text, "true") == 0;
	if (!row->success && strcmp(text, "false") != 0)
		return expected(reader, "true or false", text, err);
	return 0;
}

static int
take_code(const struct reader *reader, const char *text, struct err *err)
{
	if (*text && (strlen(text) != 3 || strspn(text, "0123456789") != 3))
		return expected(reader, "no response code, or three digits", text, err);
	return 0;
}

/* A file put behind itself would double what was measured. */
static int
check_twice(const struct reader *reader, const struct import_row *row, struct err *err)
{
	for (size_t i = 0; i < reader->found->n; i++) {
		const struct import_row *other = &reader->found->rows[i];

		if (other->ended_ms == row->ended_ms && other->elapsed_ms == row->elapsed_ms &&
		    other->label == row->label)
			return err_set(err,
				       "%s:%zu: expected another run, found that of line %zu again",
				       reader->name, row->line, other->line);
	}
	return 0;
}

static int
take_row(struct reader *reader, char *line, struct err *err)
{
	struct import_row row = { .line = reader->line };
	char *fields[N_COLUMNS];

	if (reader->found->n == IMPORT_ROWS_MAX)
		return expected(reader, "at most 10000 rows", line, err);
	if (take_fields(reader, line, fields, err) ||
	    take_number(reader, fields[0], WHEN_LEAST, WHEN_MOST,
			"the time in milliseconds since 1970", &row.ended_ms, err) ||
	    take_number(reader, fields[1], 0, ELAPSED_MOST, "whole milliseconds, a week at most",
			&row.elapsed_ms, err) ||
	    take_label(reader, fields[2], &row, err) || take_code(reader, fields[3], err) ||
	    take_success(reader, fields[4], &row, err) || check_twice(reader, &row, err))
		return -1;
	reader->found->rows = mem_grow(reader->found->rows, reader->found->n, &reader->found->room,
				       sizeof(*reader->found->rows));
	reader->found->rows[reader->found->n++] = row;
	return 0;
}

static int
take_rows(struct reader *reader, struct err *err)
{
	bool begun = false;
	char *next;

	while ((next = next_line(reader))) {
		autofree_mem char *line = next;

		if (!*line)
			continue;
		if (begun && take_row(reader, line, err))
			return -1;
		if (!begun && strcmp(line, COLUMNS) != 0)
			return expected(reader, "the columns " COLUMNS, line, err);
		begun = true;
	}
	if (reader->found->n > 0)
		return 0;
	reader->line++; /* where it was looked for */
	return expected(reader, begun ? "a row" : "the columns " COLUMNS, "the end", err);
}

/* C would see only what stands before it. */
static int
check_nul(struct reader *reader, struct err *err)
{
	const char *nul = memchr(reader->at, '\0', (size_t)(reader->end - reader->at));

	if (!nul)
		return 0;
	reader->line = 1;
	for (const char *c = reader->at; c < nul; c++)
		reader->line += *c == '\n';
	return expected(reader, "text", "a NUL byte", err);
}

int
import_rows(const char *name, const char *bytes, size_t len, struct import_rows *ret,
	    struct err *err)
{
	static const char mark[] = "\xef\xbb\xbf";
	struct reader reader = { .name = name, .at = bytes, .end = bytes + len, .found = ret };

	if (len >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0)
		reader.at += strlen(mark);
	return check_nul(&reader, err) ? -1 : take_rows(&reader, err);
}

void
import_rows_wipe(struct import_rows *rows)
{
	for (size_t i = 0; i < rows->n_labels; i++)
		free(rows->labels[i]);
	free(rows->rows);
}
