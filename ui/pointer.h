/*
 * pointer.h - what a click and the wheel do: to the screen as it was last drawn.
 *
 * Drawing notes where a key stands written (tabs, hints, answers); a click
 * there is that key. In a panel a click takes the focus and the line; on the
 * line that has the cursor already it is Enter. The wheel moves the cursor.
 */
#ifndef UI_POINTER_H
#define UI_POINTER_H

#include "view.h"

/* A click on `place` from now on is this key; places beyond MAX_HITS cannot be clicked. */
void pointer_note(struct ui *ui, struct rect place, const char *key_name);
/* True: it was the mouse's, and has been carried out. */
bool pointer_key(struct ui *ui, struct key key);

#endif
