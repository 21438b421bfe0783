/* strata-progress.c - how far a job has come, across threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-progress.h"

/**
 * strata_progress_set_total:
 * @self: (nullable): the progress
 * @total_bytes: size of the input, 0 when that is not known
 *
 * Sets what 100 % means.
 */
void
strata_progress_set_total (StrataProgress *self,
                           guint64 total_bytes)
{
  if (self != NULL)
    g_atomic_pointer_set (&self->total_bytes, total_bytes);
}

/**
 * strata_progress_add:
 * @self: (nullable): the progress
 * @n_bytes: input read since the last call
 *
 * Moves on.
 */
void
strata_progress_add (StrataProgress *self,
                     guint64 n_bytes)
{
  if (self != NULL)
    g_atomic_pointer_add (&self->done_bytes, n_bytes);
}

/**
 * strata_progress_get_fraction:
 * @self: the progress
 *
 * Returns: 0 to 1, or below 0 when the total is not known
 */
double
strata_progress_get_fraction (StrataProgress *self)
{
  gsize total_bytes = g_atomic_pointer_get (&self->total_bytes);
  gsize done_bytes = g_atomic_pointer_get (&self->done_bytes);

  return total_bytes == 0 ? -1 : MIN (1, (double) done_bytes / (double) total_bytes);
}

/**
 * strata_progress_get_done_bytes:
 * @self: the progress
 *
 * Returns: input read so far
 */
guint64
strata_progress_get_done_bytes (StrataProgress *self)
{
  return g_atomic_pointer_get (&self->done_bytes);
}
