/* strata-memory.c - how the programs ask the system for memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-memory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* What glibc begins with. It raises this whenever a larger block is freed, up to
 * 32 MiB. */
#define LEAST_MAPPED_BYTES (128 * 1024)

/**
 * strata_memory_init:
 *
 * Has large blocks given back to the system when they are freed. Call it before
 * there are threads.
 *
 * While a file is read, columns of many megabytes grow and chunks of its events
 * are used up. By itself glibc soon takes such blocks from its heap, where they
 * cannot grow in place and where what was freed between others stays.
 */
void
strata_memory_init (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, LEAST_MAPPED_BYTES);
#endif
}
