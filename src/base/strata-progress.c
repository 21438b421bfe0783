/* strata-progress.c - the progress of a job, across threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-progress.h"

#define PPM 1000000

/* Fields are read in the opposite order in which set_total() writes them, so a mixture of old
 * and new values is never more than the fraction, only less. */
static gsize
compute_ppm (StrataProgress *self)
{
  const gsize begin_ppm = g_atomic_pointer_get (&self->begin_ppm);
  const gsize total_bytes = g_atomic_pointer_get (&self->total_bytes);
  const gsize begin_bytes = g_atomic_pointer_get (&self->begin_bytes);
  const gsize done_bytes = g_atomic_pointer_get (&self->done_bytes);

  if (total_bytes <= begin_bytes || done_bytes <= begin_bytes)
    return total_bytes != 0 && done_bytes >= total_bytes ? PPM : begin_ppm;

  const double share = (double) (done_bytes - begin_bytes) / (double) (total_bytes - begin_bytes);

  return begin_ppm + (gsize) ((double) (PPM - begin_ppm) * MIN (share, 1) + 0.5);
}

/**
 * strata_progress_set_total:
 * @self: (nullable): the progress
 * @total_bytes: total input to read, including the part already read; 0 if unknown
 *
 * Sets what 100 % means. This does not change the current fraction.
 */
void
strata_progress_set_total (StrataProgress *self,
                           guint64 total_bytes)
{
  if (self == NULL || self->total_bytes == total_bytes)
    return;

  const gsize ppm = compute_ppm (self);

  if (self->size_bytes == 0)
    g_atomic_pointer_set (&self->size_bytes, total_bytes);
  g_atomic_pointer_set (&self->begin_bytes, self->done_bytes);
  g_atomic_pointer_set (&self->total_bytes, total_bytes);
  g_atomic_pointer_set (&self->begin_ppm, ppm);
}

/**
 * strata_progress_finish:
 * @self: (nullable): the progress
 *
 * Reports that everything was read, even if more was expected: the fraction becomes 1 if the total is known.
 */
void
strata_progress_finish (StrataProgress *self)
{
  if (self != NULL && self->total_bytes != 0)
    g_atomic_pointer_set (&self->begin_ppm, PPM);
}

/**
 * strata_progress_add:
 * @self: (nullable): the progress
 * @n_bytes: input read since the last call
 *
 * Adds to the input read so far.
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
 * Call it on one thread only.
 *
 * Returns: 0 to 1, never less than before; below 0 if the total is unknown
 */
double
strata_progress_get_fraction (StrataProgress *self)
{
  if ((gsize) g_atomic_pointer_get (&self->total_bytes) == 0)
    return -1;

  self->shown_ppm = MAX (self->shown_ppm, compute_ppm (self));
  return (double) self->shown_ppm / PPM;
}

/* Returns input read so far. */
guint64
strata_progress_get_done_bytes (StrataProgress *self)
{
  return g_atomic_pointer_get (&self->done_bytes);
}

/* Returns the size of the input, 0 if unknown. More may be read, since some input is read several
 * times. */
guint64
strata_progress_get_size_bytes (StrataProgress *self)
{
  return g_atomic_pointer_get (&self->size_bytes);
}
