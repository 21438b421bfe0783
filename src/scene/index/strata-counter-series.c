/* strata-counter-series.c - a counter as its changes or rate
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-series.h"

#include <math.h>

/* A series is made for a counter on request, in time and memory proportional to its samples. Values
 * are doubles: no integer type holds the change from one end of the integers to the other. */

static const char *const mode_ids[STRATA_N_COUNTER_MODES] = {
  [STRATA_COUNTER_VALUE] = "value",
  [STRATA_COUNTER_CHANGE] = "change",
  [STRATA_COUNTER_RATE] = "rate",
};

/**
 * strata_counter_mode_get_id:
 * @mode: what is shown of a counter
 *
 * Returns: (transfer none): its name for programs
 */
const char *
strata_counter_mode_get_id (StrataCounterMode mode)
{
  return mode_ids[mode];
}

/**
 * strata_counter_mode_from_id:
 * @id: (nullable): a name for programs
 * @mode: (out): what is shown of a counter
 *
 * Returns: whether there is such a name
 */
gboolean
strata_counter_mode_from_id (const char *id,
                             StrataCounterMode *mode)
{
  for (guint i = 0; i < STRATA_N_COUNTER_MODES; i++)
    if (g_strcmp0 (mode_ids[i], id) == 0)
      {
        *mode = i;
        return TRUE;
      }

  return FALSE;
}

/* For whole numbers the change is exact; the difference of two doubles is not above 2^53. */
static double
subtract (const StrataSamples *samples,
          guint32 from,
          guint32 to)
{
  gint64 change;

  if (strata_samples_is_whole (samples, from) && strata_samples_is_whole (samples, to) && !__builtin_sub_overflow (samples->value[to], samples->value[from], &change))
    return (double) change;

  return strata_samples_get_real (samples, to) - strata_samples_get_real (samples, from);
}

/**
 * strata_counter_get_change:
 * @trace: a trace
 * @sample: index of a sample that is not the last of its counter
 * @mode: %STRATA_COUNTER_CHANGE, or %STRATA_COUNTER_RATE
 *
 * Returns: the change from it to the next, or the change a second; NaN if no time has passed
 */
double
strata_counter_get_change (StrataTrace *trace,
                           guint32 sample,
                           StrataCounterMode mode)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const double change = subtract (samples, sample, sample + 1);
  const guint64 length_ns = (guint64) samples->time_ns[sample + 1] - (guint64) samples->time_ns[sample];

  if (mode != STRATA_COUNTER_RATE)
    return change;

  return length_ns > 0 ? change / ((double) length_ns / 1e9) : NAN;
}

/* Comparisons with NaN are false, so NaN changes nothing. */
static inline void
widen (double value,
       double *min,
       double *max)
{
  if (value < *min)
    *min = value;
  if (value > *max)
    *max = value;
}

static void
index_blocks (StrataCounterSeries *self)
{
  const guint32 n_blocks = self->n_values / STRATA_SERIES_BLOCK;

  self->block_min = g_new (double, MAX (n_blocks, 1));
  self->block_max = g_new (double, MAX (n_blocks, 1));
  for (guint32 i = 0; i < n_blocks; i++)
    {
      self->block_min[i] = INFINITY;
      self->block_max[i] = -INFINITY;
      for (guint32 k = i * STRATA_SERIES_BLOCK; k < (i + 1) * STRATA_SERIES_BLOCK; k++)
        widen (self->values[k], &self->block_min[i], &self->block_max[i]);
    }
}

/**
 * strata_counter_series_new:
 * @trace: a trace
 * @counter: index of a counter
 * @mode: %STRATA_COUNTER_CHANGE, or %STRATA_COUNTER_RATE
 *
 * Computes the changes or rates of a counter.
 *
 * Returns: (transfer full): the series
 */
StrataCounterSeries *
strata_counter_series_new (StrataTrace *trace,
                           guint32 counter,
                           StrataCounterMode mode)
{
  const StrataCounter *row = &strata_trace_get_counters (trace, NULL)[counter];
  StrataCounterSeries *self = g_new0 (StrataCounterSeries, 1);

  self->min = INFINITY;
  self->max = -INFINITY;
  self->n_values = row->n_samples > 0 ? row->n_samples - 1 : 0;
  self->values = g_new (double, MAX (self->n_values, 1));
  for (guint32 i = 0; i < self->n_values; i++)
    {
      self->values[i] = strata_counter_get_change (trace, row->first_sample + i, mode);
      widen (self->values[i], &self->min, &self->max);
    }

  index_blocks (self);
  return self;
}

void
strata_counter_series_free (StrataCounterSeries *self)
{
  if (self == NULL)
    return;

  g_free (self->values);
  g_free (self->block_min);
  g_free (self->block_max);
  g_free (self);
}

/**
 * strata_counter_series_widen:
 * @self: the series
 * @begin: index of a value
 * @end: one past the last; clamped to the number of values
 * @min: (inout): the lowest so far
 * @max: (inout): the highest so far
 *
 * Widens a range by some values, a block at a time.
 */
void
strata_counter_series_widen (const StrataCounterSeries *self,
                             guint32 begin,
                             guint32 end,
                             double *min,
                             double *max)
{
  end = MIN (end, self->n_values);
  while (begin < end)
    {
      if (begin % STRATA_SERIES_BLOCK == 0 && end - begin >= STRATA_SERIES_BLOCK)
        {
          widen (self->block_min[begin / STRATA_SERIES_BLOCK], min, max);
          widen (self->block_max[begin / STRATA_SERIES_BLOCK], min, max);
          begin += STRATA_SERIES_BLOCK;
          continue;
        }

      widen (self->values[begin++], min, max);
    }
}
