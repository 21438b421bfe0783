/* strata-memory.c - tunes how memory is allocated
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

/* glibc's initial value. It raises this whenever a larger block is freed, up to 32 MiB. */
#define LEAST_MAPPED_BYTES (128 * 1024)

#define PAGE_BYTES 4096
#define LARGE_PAGE_BYTES (2 * 1024 * 1024)

/**
 * strata_memory_init:
 *
 * Makes sure that large blocks are returned to the system when they are freed. Call it before there are threads.
 *
 * While a file is read, columns of many megabytes grow and chunks of its events are used up. By default glibc soon
 * takes such blocks from its heap, where they cannot grow in place and freed gaps are not returned.
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
 * Returns freed memory between used blocks to the system. Call it when one large task has ended and another one begins.
 */
void
strata_memory_trim (void)
{
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}

/* Advises the system about the whole pages of a block. It may ignore that: it then has no large pages, for example. */
G_GNUC_UNUSED static void
advise_pages (gpointer data,
              gsize n_bytes,
              int advice)
{
  const gsize begin = ((gsize) data + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  const gsize end = ((gsize) data + n_bytes) / PAGE_BYTES * PAGE_BYTES;

  if (begin < end)
    (void) madvise (GSIZE_TO_POINTER (begin), end - begin, advice);
}

/**
 * strata_memory_advise:
 * @data: a block of memory that will be filled
 * @n_bytes: its size
 *
 * Requests large pages for a block. The system provides and clears a large page in half the time of the equivalent
 * small ones.
 */
void
strata_memory_advise (gpointer data,
                      gsize n_bytes)
{
#ifdef MADV_HUGEPAGE
  advise_pages (data, n_bytes, MADV_HUGEPAGE);
#endif
}

/**
 * strata_memory_release:
 * @data: a block of memory
 * @n_bytes: how much of it is no longer needed
 *
 * Returns the first pages of a block to the system: their content is lost, the block remains. Use it for a block that
 * is read for the last time while another one is filled.
 */
void
strata_memory_release (gpointer data,
                       gsize n_bytes)
{
#ifdef MADV_DONTNEED
  advise_pages (data, n_bytes, MADV_DONTNEED);
#endif
}

/**
 * strata_memory_new:
 * @n: how many elements
 * @element_bytes: size of one
 *
 * Allocates an array that will be filled, on as many large pages as it fills completely: the unused end of a large page
 * would be cleared without use.
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
