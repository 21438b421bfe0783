/* strata-weights.c - traces whose axis is what samples weigh
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-weights.h"

/**
 * strata_trace_is_laid_by_weight:
 * @self: the trace
 *
 * Returns: whether lengths are weights of samples: threads lie beside each other, and the length of the axis is that of the heaviest
 */
gboolean
strata_trace_is_laid_by_weight (StrataTrace *self)
{
  return strata_trace_get_property (self, STRATA_LAID_BY_WEIGHT_PROPERTY) != NULL;
}

/**
 * strata_trace_sum_weights:
 * @self: the trace
 *
 * Returns: what all samples of all threads weigh
 */
gint64
strata_trace_sum_weights (StrataTrace *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self, &n_tracks);
  gint64 sum = 0;

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 j = tracks[i].first_slice; j < tracks[i].first_slice + tracks[i].n_slices; j = slices->subtree_end[j])
      sum = strata_time_add (sum, strata_slice_table_get_wall_ns (slices, j));

  return sum;
}
