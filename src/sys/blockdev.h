/*
 * blockdev.h - which block device a path, a loop file or a pool really ends on.
 *
 * From /proc/self/mountinfo, /sys/block and /sys/dev/block. What cannot be
 * told is said to be unknown. Sources: proc(5), sysfs-block, loop and dm in
 * the kernel's documentation.
 */
#ifndef SYS_BLOCKDEV_H
#define SYS_BLOCKDEV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The device (as in /proc/diskstats) that the file system under `path` is on,
 * the first of several. False: none, or not to be told.
 */
bool blockdev_of_path(const char *path, char name[32]);
/* The device of "/dev/…", links followed. */
bool blockdev_of_node(const char *node, char name[32]);
/* The loop device that is attached to the file. */
bool blockdev_of_loop_file(const char *file, char name[32]);
/* The dm-crypt layer at or below the device, with its kind: "dm-crypt LUKS2". False: none seen. */
bool blockdev_encryption(const char *name, char *out, size_t size);
/* 1: direct I/O, 0: not, -1: no loop device. */
int blockdev_loop_dio(const char *name);
/* Bytes really allocated to a file (st_blocks * 512); UNKNOWN. */
uint64_t blockdev_file_blocks(const char *path);
/* Free bytes for us on the file system of `path`; UNKNOWN. */
uint64_t blockdev_free_bytes(const char *path);

/* For tests: a folder in place of /sys. It is not copied. */
void blockdev_use_sysfs(const char *root);

#endif
