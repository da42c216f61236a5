/*
 * report_formats.h - the writers behind the rows of report.c.
 */
#ifndef RECORD_REPORT_FORMATS_H
#define RECORD_REPORT_FORMATS_H

#include "record/report.h"

void report_table(const struct model *model, struct buf *out);
void report_json(const struct model *model, struct buf *out);

#define REPORT_COLUMNS 80

/* For the table: the environment above it, and the notes below it. */
void report_environment(const struct model *model, struct buf *out);
void report_notes(const struct model *model, struct buf *out);
/*
 * A paragraph behind a label, wrapped at REPORT_COLUMNS and indented like its
 * first line. What is in it from outside is made safe to show.
 */
void report_paragraph(struct buf *out, const char *label, size_t indent, const char *text);

#endif
