/* strata-column.c - a growable array of one plain type
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-column.h"

#include "strata-memory.h"

/* Up to MOST_SMALL_BYTES a column grows in place. From then on it uses large pages, which the system
 * provides faster than many small ones. Unused capacity only costs address space, so it is generous and
 * the column moves seldom. The end of the last large page is cleared without use, which would be too much
 * for a shorter column. */
#define MOST_SMALL_BYTES (16 * 1024 * 1024)
#define LEAST_MOVED_BYTES (64 * 1024 * 1024)
#define MOST_QUADRUPLED_BYTES (128 * 1024 * 1024)
#define MOVED_AT_ONCE (2 * 1024 * 1024)

/* The allocator takes a block of LEAST_MAPPED_BYTES from the system: it moves without copying, and its pages are
 * provided when they are used. Smaller blocks are copied each time that they grow. */
#define MOST_COPIED_BYTES (64 * 1024)
#define LEAST_MAPPED_BYTES (1024 * 1024)

static gsize
get_grown (const StrataColumn *self,
           gsize element_bytes)
{
  const gsize n_bytes = self->n_allocated * element_bytes;

  if (n_bytes >= MOST_COPIED_BYTES && n_bytes < LEAST_MAPPED_BYTES)
    return LEAST_MAPPED_BYTES / element_bytes + 1;
  if (n_bytes < MOST_SMALL_BYTES)
    return self->n_allocated + self->n_allocated / 2;
  if (n_bytes < LEAST_MOVED_BYTES)
    return LEAST_MOVED_BYTES / element_bytes + 1;

  return self->n_allocated * (n_bytes < MOST_QUADRUPLED_BYTES ? 4 : 2);
}

/* Releases the old block while it is copied; otherwise both together would be the peak of the
 * memory use. */
static void
move (char *data,
      char *old,
      gsize n_bytes)
{
  for (gsize at = 0; at < n_bytes; at += MOVED_AT_ONCE)
    {
      memcpy (data + at, old + at, MIN (n_bytes - at, MOVED_AT_ONCE));
      strata_memory_release (old, MIN (n_bytes, at + MOVED_AT_ONCE));
    }
}

static void
resize (StrataColumn *self,
        gsize element_bytes,
        gsize n)
{
  if (n * element_bytes < LEAST_MOVED_BYTES)
    {
      self->data = g_realloc_n (self->data, n, element_bytes);
    }
  else
    {
      gpointer old = self->data;

      self->data = strata_memory_new (n, element_bytes);
      move (self->data, old, MIN (self->n, self->n_allocated) * element_bytes);
      g_free (old);
    }

  self->n_allocated = n;
}

void
strata_column_grow (StrataColumn *self,
                    gsize element_bytes,
                    gsize n_wanted)
{
  if (n_wanted > self->n_allocated)
    resize (self, element_bytes, MAX (MAX (n_wanted, get_grown (self, element_bytes)), 64));
}

void
strata_column_reserve (StrataColumn *self,
                       gsize element_bytes,
                       gsize n_wanted)
{
  if (n_wanted > self->n_allocated)
    resize (self, element_bytes, n_wanted);
}

void
strata_column_trim (StrataColumn *self,
                    gsize element_bytes)
{
  if (self->n == self->n_allocated)
    return;

  self->data = g_realloc_n (self->data, self->n, element_bytes);
  self->n_allocated = self->n;
}

void
strata_column_clear (StrataColumn *self)
{
  g_clear_pointer (&self->data, g_free);
  self->n = 0;
  self->n_allocated = 0;
}

gpointer
strata_column_steal (StrataColumn *self,
                     gsize element_bytes)
{
  strata_column_trim (self, element_bytes);
  self->n = 0;
  self->n_allocated = 0;

  return g_steal_pointer (&self->data);
}
