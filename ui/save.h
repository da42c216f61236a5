/*
 * save.h - what is on the screen, to a file whose name is asked for: the plan
 * of Setup, a report of Results. One that exists is written over only when the
 * person says so.
 */
#ifndef UI_SAVE_H
#define UI_SAVE_H

struct ui;

void save_plan(struct ui *ui);
/* Its format is that of the name's ending. */
void save_report(struct ui *ui);

#endif
