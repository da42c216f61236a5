/*
 * splitmix.h - numbers that look random and are the same everywhere.
 *
 * Steele, Lea and Flood 2014. The k-th number of a seed (k from 1) is
 * splitmix(seed + k * SPLITMIX_STEP): it can be had at any place, in any order.
 */
#ifndef BASE_SPLITMIX_H
#define BASE_SPLITMIX_H

#include <stdint.h>

#define SPLITMIX_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t
splitmix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

#endif
