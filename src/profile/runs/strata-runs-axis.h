/* strata-runs-axis.h - figures as pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maps a range of figures to pixels, in the window and on the page. */
typedef struct
{
  double low;      /* the least figure */
  double high;     /* the greatest figure */
  double begin_px; /* where @low is */
  double end_px;   /* where @high is */
} StrataRunsAxis;

/* Adds space on both sides, so that the variation within a side is visible; ranges down to a quarter of the greatest
 * figure begin at 0. */
static inline void
strata_runs_axis_pad (StrataRunsAxis *self)
{
  const double room = (self->high - self->low) * 0.15;

  self->low = self->low < self->high / 4.0 ? MIN (self->low, 0.0) : self->low - room;
  self->high += room;
}

/* The position of a figure; the middle if all figures are the same. */
static inline double
strata_runs_axis_place (const StrataRunsAxis *self,
                        double value)
{
  return self->high > self->low ? self->begin_px + (value - self->low) / (self->high - self->low) * (self->end_px - self->begin_px) : (self->begin_px + self->end_px) / 2.0;
}

G_END_DECLS
