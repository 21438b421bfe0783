/* strata-memory.c - how the programs ask the system for memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-memory.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* What glibc begins with. It raises this whenever a larger block is freed, up to
 * 32 MiB. */
#define LEAST_MAPPED_BYTES (128 * 1024)

#define PAGE_BYTES 4096
#define LARGE_PAGE_BYTES (2 * 1024 * 1024)

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

/**
 * strata_memory_trim:
 *
 * Gives back to the system what has been freed between blocks that are still used. Call it
 * when something large is done with and something else that is large begins.
 */
void
strata_memory_trim (void)
{
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}

/**
 * strata_memory_advise:
 * @data: a block of memory that is going to be filled
 * @n_bytes: its size
 *
 * Asks for large pages under a block. The system hands out and clears one of
 * these in half the time of the many small ones in its place.
 */
void
strata_memory_advise (gpointer data,
                      gsize n_bytes)
{
#ifdef MADV_HUGEPAGE
  const gsize begin = ((gsize) data + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  const gsize end = ((gsize) data + n_bytes) / PAGE_BYTES * PAGE_BYTES;

  /* Where there are none, small pages do. */
  if (begin < end)
    (void) madvise (GSIZE_TO_POINTER (begin), end - begin, MADV_HUGEPAGE);
#endif
}

/**
 * strata_memory_release:
 * @data: a block of memory
 * @n_bytes: how much of it is no longer needed
 *
 * Gives the first pages of a block back to the system: their content is lost, the block
 * stays. For one that is read for the last time while another is filled.
 */
void
strata_memory_release (gpointer data,
                       gsize n_bytes)
{
#ifdef MADV_DONTNEED
  const gsize first = ((gsize) data + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  const gsize last = ((gsize) data + n_bytes) / PAGE_BYTES * PAGE_BYTES;

  if (first < last)
    (void) madvise (GSIZE_TO_POINTER (first), last - first, MADV_DONTNEED);
#endif
}

/**
 * strata_memory_new:
 * @n: how many elements
 * @element_bytes: size of one
 *
 * Allocates an array that is going to be filled, on as many large pages as it fills: the end of
 * one that it does not fill would be cleared for nothing.
 *
 * Returns: (transfer full): memory for g_free()
 */
gpointer
strata_memory_new (gsize n,
                   gsize element_bytes)
{
  gsize n_bytes;
  gpointer data;

  if (!g_size_checked_mul (&n_bytes, MAX (n, 1), element_bytes))
    g_error ("no memory for %" G_GSIZE_FORMAT " elements", n);

  if (n_bytes < LARGE_PAGE_BYTES)
    return g_malloc (n_bytes);

  if (posix_memalign (&data, LARGE_PAGE_BYTES, n_bytes) != 0)
    g_error ("no memory for %" G_GSIZE_FORMAT " bytes", n_bytes);

  strata_memory_advise (data, n_bytes / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES);
  return data;
}
