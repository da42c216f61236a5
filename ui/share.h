/*
 * share.h - the folders that come with the program: themes, published runs.
 */
#ifndef UI_SHARE_H
#define UI_SHARE_H

/* NAME beside the program, which runs from the folder it was built in. The caller frees it. */
char *share_beside_program(const char *name);

#endif
