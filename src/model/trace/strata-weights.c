/* strata-weights.c - traces whose axis is the weights of samples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-weights.h"

#include <string.h>

/* Whether lengths are weights of samples: threads are in parallel, and the axis is as long as the
 * heaviest. */
gboolean
strata_trace_is_laid_by_weight (StrataTrace *self)
{
  return strata_trace_get_property (self, STRATA_LAID_BY_WEIGHT_PROPERTY) != NULL;
}

/**
 * strata_trace_sum_weights:
 * @self: the trace
 *
 * Returns: the weight of all samples of all threads
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

/* Prefixes of units that are a thousandth, a millionth and a billionth. */
static const char *const prefixes[] = { "milli", "micro", "nano" };

/**
 * strata_weights_get_prefix:
 * @scale: the weight of 1 unit: 1, or a power of 1,000 up to 1e9 if weights have fractions
 *
 * Returns: the prefix of the unit, such as "milli"; "" for a scale of 1
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
 * Returns: the unit without its prefix: "samples" for "millisamples"
 */
const char *
strata_weights_skip_prefix (const char *unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (unit, prefixes[i]))
      return unit + strlen (prefixes[i]);

  return unit;
}
