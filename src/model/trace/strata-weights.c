/* strata-weights.c - traces whose axis is what samples weigh
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-weights.h"

#include <string.h>

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

/* Of units that are 1,000 times, a million times and a billion times as small. */
static const char *const prefixes[] = { "milli", "micro", "nano" };

/**
 * strata_weights_get_prefix:
 * @scale: how many weights are 1 of a unit: 1, or a power of 1,000 up to 1e9 where weights have fractions
 *
 * Returns: what stands before the name of the unit, such as "milli"; "" for a scale of 1
 */
const char *
strata_weights_get_prefix (gint64 scale)
{
  guint power = 0;

  for (gint64 left = scale; left > 1; left /= 1000)
    power++;

  return power > 0 ? prefixes[MIN (power, G_N_ELEMENTS (prefixes)) - 1] : "";
}

/**
 * strata_weights_skip_prefix:
 * @unit: the unit of a trace
 *
 * Returns: the unit that its samples are counted in where they have no fractions: "samples" of "millisamples"
 */
const char *
strata_weights_skip_prefix (const char *unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (unit, prefixes[i]))
      return unit + strlen (prefixes[i]);

  return unit;
}
