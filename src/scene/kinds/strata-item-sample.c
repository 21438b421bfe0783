/* strata-item-sample.c - counter samples as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-counter-text.h"
#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-sample-rows.h"
#include "strata-search-row.h"
#include "strata-units.h"

/* Returns the lane of a counter; NULL if it has none. */
static const StrataLane *
find_counter_lane (StrataSession *self,
                   StrataItem item)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self), &n_lanes);

  return item.lane < n_lanes && strata_lane_get_counter (&lanes[item.lane]) != STRATA_NONE ? &lanes[item.lane] : NULL;
}

/* Searches for the counter, by its name in exports. */
static char *
dup_counter_search (StrataTrace *trace,
                    guint32 counter)
{
  g_autofree char *name = strata_sample_rows_dup_name (trace, counter);

  return strata_facts_dup_search ("name", name);
}

/* Searches for samples with this value of the counter. */
static char *
dup_value_search (StrataTrace *trace,
                  guint32 counter,
                  guint32 sample)
{
  char value[STRATA_SAMPLE_BYTES];
  g_autofree char *name = dup_counter_search (trace, counter);

  return name != NULL ? g_strdup_printf ("%s value=%s", name, strata_trace_format_sample (trace, sample, value)) : NULL;
}

/* Adds the limit of a frequency that applied at a time. */
static void
add_limit (StrataFacts *facts,
           StrataTrace *trace,
           guint32 limit,
           const char *label,
           gint64 time_ns)
{
  const guint32 sample = limit != STRATA_NONE ? strata_trace_find_sample (trace, &strata_trace_get_counters (trace, NULL)[limit], time_ns) : STRATA_NONE;
  char text[STRATA_UNITS_BYTES];

  if (sample == STRATA_NONE)
    return;

  const gint64 value = strata_trace_get_samples (trace)->value[sample];

  strata_facts_add (facts, "%s: %s", label, strata_units_frequency (value, text));
  strata_facts_set_search (facts, dup_value_search (trace, limit, sample));
}

/* Several samples share a pixel: shows the lowest and the highest, as drawn. */
static void
add_crowd (StrataFacts *facts,
           StrataSession *self,
           const StrataLane *lane,
           StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  const StrataCounter *counter = &strata_trace_get_counters (index->trace, NULL)[lane->index];
  const StrataCounterUnit unit = strata_counter_unit_get (index->trace, lane->index);
  char n[STRATA_UNITS_BYTES];
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];
  double min;
  double max;

  if (item.n_folded < 2 || !strata_scene_index_get_range (index, counter, NULL, item.index + 1 - item.n_folded, item.index + 1, &min, &max))
    return;

  strata_facts_add (facts, _ ("The last of %s here, from %s to %s"), strata_units_count (item.n_folded, n),
                    strata_counter_write_value (min, &unit, low), strata_counter_write_value (max, &unit, high));
}

/* The change to the next value, if there is one. */
static void
add_change (StrataFacts *facts,
            StrataTrace *trace,
            const StrataCounter *counter,
            guint32 sample,
            const StrataCounterUnit *unit)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  char change[STRATA_UNITS_BYTES];
  char length[STRATA_UNITS_BYTES];
  char rate[STRATA_UNITS_BYTES];

  if (sample + 1 >= counter->first_sample + counter->n_samples)
    return;

  strata_counter_write_change (strata_counter_get_change (trace, sample, STRATA_COUNTER_CHANGE), unit, change);
  strata_units_duration ((gint64) ((guint64) samples->time_ns[sample + 1] - (guint64) samples->time_ns[sample]), length);
  if (samples->time_ns[sample + 1] > samples->time_ns[sample])
    strata_facts_add (facts, _ ("Change to the next value: %s in %s, %s"), change, length,
                      strata_counter_write_rate (strata_counter_get_change (trace, sample, STRATA_COUNTER_RATE), unit, rate));
  else
    strata_facts_add (facts, _ ("Immediate change to the next value: %s"), change);
}

static void
add_value (StrataFacts *facts,
           StrataTrace *trace,
           guint32 sample,
           const StrataCounterUnit *unit)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  char text[STRATA_UNITS_BYTES];
  char exact[STRATA_UNITS_BYTES];

  strata_counter_write_exact (strata_samples_get_real (samples, sample), samples->value[sample], unit, text);

  /* sizes are displayed rounded */
  if (unit->measure == STRATA_COUNTER_BYTES && strata_samples_is_whole (samples, sample))
    strata_facts_add (facts, _ ("Value: %s (%s)"), text, strata_units_count (samples->value[sample], exact));
  else
    strata_facts_add (facts, _ ("Value: %s"), text);
  strata_facts_set_search (facts, dup_value_search (trace, strata_trace_find_counter (trace, sample), sample));
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const gint64 time_ns = strata_trace_get_samples (trace)->time_ns[item.index];
  const StrataLane *lane = find_counter_lane (self, item);
  const guint32 index = strata_trace_find_counter (trace, item.index);
  const StrataCounter *counter = &strata_trace_get_counters (trace, NULL)[index];
  const StrataCounterUnit unit = strata_counter_unit_get (trace, index);
  g_autofree char *raw = strata_sample_rows_dup_name (trace, index);
  g_autofree char *name = g_utf8_make_valid (raw, -1);

  strata_facts_add (facts, "%s", lane != NULL ? lane->title : name);
  strata_facts_set_search (facts, dup_counter_search (trace, index));
  add_value (facts, trace, item.index, &unit);
  if (lane != NULL)
    add_crowd (facts, self, lane, item);
  add_change (facts, trace, counter, item.index, &unit);
  if (lane != NULL)
    {
      add_limit (facts, trace, lane->limits[0], _ ("Lowest allowed"), time_ns);
      add_limit (facts, trace, lane->limits[1], _ ("Highest allowed"), time_ns);
    }

  strata_facts_add_start (facts, trace, time_ns);
  strata_facts_add_process (facts, trace, counter->process);
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  if (item.lane == STRATA_NONE)
    return STRATA_NONE;

  const StrataLane *lane = &strata_lanes_get (strata_session_get_lanes (self), NULL)[item.lane];
  const StrataCounter *counter = &strata_trace_get_counters (strata_session_get_trace (self), NULL)[lane->index];
  guint32 next = direction < 0 ? item.index - 1 : item.index + 1;

  return next - counter->first_sample < counter->n_samples ? next : STRATA_NONE;
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self), &n_lanes);
  gint64 begin_ns = samples->time_ns[item.index];
  gint64 end_ns = strata_trace_get_span (trace).end_ns;

  if (item.lane < n_lanes && strata_lane_get_counter (&lanes[item.lane]) != STRATA_NONE)
    {
      const StrataCounter *counter = &strata_trace_get_counters (trace, NULL)[lanes[item.lane].index];

      if (item.index + 1 < counter->first_sample + counter->n_samples)
        end_ns = samples->time_ns[item.index + 1];
    }

  *span = (StrataSpan){ begin_ns, MAX (begin_ns, end_ns) };
  return TRUE;
}

static guint32
find_row (StrataTrace *trace,
          guint32 index,
          gboolean is_by_sample)
{
  return strata_search_row_from_sample (trace, is_by_sample ? index : strata_trace_get_counters (trace, NULL)[strata_trace_find_counter (trace, index)].first_sample);
}

const StrataItemClass strata_item_sample_class = {
  .get_span = get_span,
  .find_neighbour = find_neighbour,
  .find_row = find_row,
  .describe = describe,
};
