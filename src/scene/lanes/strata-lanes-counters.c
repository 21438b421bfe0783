/* strata-lanes-counters.c - what the lanes of counters show, and their scales
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

/* Counters of the same name measure the same quantity, such as the frequency of each CPU or the
 * heap of each process. So they may share a scale, as long as all show the same mode. Frequencies
 * share it by default, to show which CPU is faster. */

static StrataLane *
get_counter_lane (StrataLanes *self,
                  guint32 lane)
{
  StrataLane *found = lane < self->lanes->len ? &g_array_index (self->lanes, StrataLane, lane) : NULL;

  return found != NULL && strata_lane_get_counter (found) != STRATA_NONE ? found : NULL;
}

static gpointer
get_key (guint32 counter,
         StrataCounterMode mode)
{
  return GSIZE_TO_POINTER ((gsize) counter * STRATA_N_COUNTER_MODES + mode);
}

/**
 * strata_lanes_set_counter_mode:
 * @self: the lanes
 * @lane: index of a counter's lane
 * @mode: what to show of it
 *
 * Shows values, changes or rates of a counter.
 *
 * Returns: whether anything changed
 */
gboolean
strata_lanes_set_counter_mode (StrataLanes *self,
                               guint32 lane,
                               StrataCounterMode mode)
{
  StrataLane *counter = get_counter_lane (self, lane);

  if (counter == NULL || counter->mode == mode)
    return FALSE;

  counter->mode = mode;
  if (mode != STRATA_COUNTER_VALUE && !g_hash_table_contains (self->series, get_key (counter->index, mode)))
    g_hash_table_insert (self->series, get_key (counter->index, mode), strata_counter_series_new (self->trace, counter->index, mode));

  strata_lanes_report (self, STRATA_LANES_CONTENT);
  return TRUE;
}

static guint32
get_name (const StrataLanes *self,
          const StrataLane *lane)
{
  return strata_trace_get_counters (self->trace, NULL)[lane->index].name;
}

/**
 * strata_lanes_set_scale_shared:
 * @self: the lanes
 * @lane: index of a counter's lane
 * @is_shared: whether it shares a scale with all others
 *
 * Draws all counters of the same name on one scale, or each on its own.
 *
 * Returns: whether anything changed
 */
gboolean
strata_lanes_set_scale_shared (StrataLanes *self,
                               guint32 lane,
                               gboolean is_shared)
{
  const StrataLane *counter = get_counter_lane (self, lane);

  if (counter == NULL || counter->is_scale_shared == is_shared)
    return FALSE;

  const guint32 name = get_name (self, counter);

  for (guint32 i = 0; i < self->lanes->len; i++)
    {
      StrataLane *other = get_counter_lane (self, i);

      if (other != NULL && get_name (self, other) == name)
        other->is_scale_shared = is_shared;
    }

  strata_lanes_report (self, STRATA_LANES_CONTENT);
  return TRUE;
}

/* Returns the changes or rates that it shows, or NULL if it shows values. */
const StrataCounterSeries *
strata_lanes_get_series (const StrataLanes *self,
                         const StrataLane *lane)
{
  return lane->mode != STRATA_COUNTER_VALUE ? g_hash_table_lookup (self->series, get_key (lane->index, lane->mode)) : NULL;
}

/**
 * strata_lanes_get_counter_range:
 * @self: the lanes
 * @lane: the lane of a counter
 * @min: (out): the lowest value shown
 * @max: (out): the highest; less than @min if there is none
 *
 * Reports the range of a counter as it is shown.
 */
void
strata_lanes_get_counter_range (const StrataLanes *self,
                                const StrataLane *lane,
                                double *min,
                                double *max)
{
  const StrataCounter *counter = &strata_trace_get_counters (self->trace, NULL)[lane->index];
  const StrataCounterSeries *series = strata_lanes_get_series (self, lane);

  *min = series != NULL ? series->min : counter->real_min;
  *max = series != NULL ? series->max : counter->real_max;
}

static void
widen_by_limits (const StrataLanes *self,
                 const StrataLane *lane,
                 double *max)
{
  const StrataCounter *counters = strata_trace_get_counters (self->trace, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lane->limits) && lane->mode == STRATA_COUNTER_VALUE; i++)
    if (lane->limits[i] != STRATA_NONE)
      *max = MAX (*max, counters[lane->limits[i]].real_max);
}

/**
 * strata_lanes_get_scale_range:
 * @self: the lanes
 * @lane: the lane of a counter
 * @min: (out): the lowest value on the scale
 * @max: (out): the highest; less than @min if there is none
 *
 * As strata_lanes_get_counter_range(), but with all counters that share its
 * scale, and with the limits of a frequency.
 */
void
strata_lanes_get_scale_range (const StrataLanes *self,
                              const StrataLane *lane,
                              double *min,
                              double *max)
{
  strata_lanes_get_counter_range (self, lane, min, max);
  widen_by_limits (self, lane, max);

  for (guint i = 0; i < self->lanes->len && lane->is_scale_shared; i++)
    {
      const StrataLane *other = &g_array_index (self->lanes, StrataLane, i);
      double other_min;
      double other_max;

      if (strata_lane_get_counter (other) == STRATA_NONE || other->mode != lane->mode || get_name (self, other) != get_name (self, lane))
        continue;

      strata_lanes_get_counter_range (self, other, &other_min, &other_max);
      widen_by_limits (self, other, &other_max);
      *min = MIN (*min, other_min);
      *max = MAX (*max, other_max);
    }
}
