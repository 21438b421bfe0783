/* strata-session-counters.c - counters in words
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <glib/gi18n-lib.h>

#include "strata-counter-text.h"
#include "strata-facts-private.h"
#include "strata-sample-rows.h"
#include "strata-session-private.h"
#include "strata-units.h"

/* Whatever a lane shows, the pointer tells the value, the change to the next one
 * and the rate; the header, between what the lane's graph moves. */

/* The lowest and the highest of what the lane of a counter shows. */
char *
strata_session_dup_counter_range (StrataSession *self,
                                  const StrataLane *lane)
{
  typedef const char *(*Write) (double, gboolean, char *);

  static const Write writers[STRATA_N_COUNTER_MODES] = { strata_counter_write_value, strata_counter_write_change, strata_counter_write_rate };
  const StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (self));
  const gboolean is_frequency = strata_lanes_is_frequency (lanes, lane);
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];
  double min;
  double max;

  strata_lanes_get_counter_range (lanes, lane, &min, &max);
  if (min > max)
    return g_strdup ("–");

  return g_strdup_printf ("%s – %s", writers[lane->mode](min, is_frequency, low), writers[lane->mode](max, is_frequency, high));
}

static const char *
get_mode_text (StrataCounterMode mode)
{
  switch (mode)
    {
    case STRATA_COUNTER_VALUE:
    case STRATA_N_COUNTER_MODES:
      break;
    case STRATA_COUNTER_CHANGE:
      return _ ("The graph is the change from each value to the next");
    case STRATA_COUNTER_RATE:
      return _ ("The graph is the change from each value to the next, by second");
    }

  return NULL;
}

/* What there is to say about a counter at its header. */
void
strata_session_add_counter (StrataSession *self,
                            const StrataLane *lane,
                            GString *out)
{
  const guint32 n_samples = strata_trace_get_counters (strata_session_get_trace (self), NULL)[lane->index].n_samples;
  g_autofree char *range = strata_session_dup_counter_range (self, lane);
  char n[STRATA_UNITS_BYTES];

  g_string_append_printf (out, "\n%s\n", range);
  g_string_append_printf (out, ngettext ("%s value", "%s values", n_samples), strata_units_count (n_samples, n));
  if (get_mode_text (lane->mode) != NULL)
    g_string_append_printf (out, "\n%s", get_mode_text (lane->mode));
  if (lane->mode == STRATA_COUNTER_VALUE && (lane->limits[0] != STRATA_NONE || lane->limits[1] != STRATA_NONE))
    g_string_append_printf (out, "\n%s", _ ("The thin lines are the limits set for it"));
  if (lane->is_scale_shared)
    g_string_append_printf (out, "\n%s", _ ("On one scale with all counters of this name"));
}

/* The counter, by the name that it is exported with. */
static char *
dup_counter_search (StrataTrace *trace,
                    guint32 counter)
{
  g_autofree char *name = strata_sample_rows_dup_name (trace, counter);

  return strata_facts_dup_search ("name", name);
}

/* What has this value of a counter. */
static char *
dup_value_search (StrataTrace *trace,
                  guint32 counter,
                  gint64 value)
{
  g_autofree char *name = dup_counter_search (trace, counter);

  return name != NULL ? g_strdup_printf ("%s value=%" G_GINT64_FORMAT, name, value) : NULL;
}

/* The limit of a frequency that was in force at a time. */
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
  strata_facts_set_search (facts, dup_value_search (trace, limit, value));
}

/* Several share a pixel: from the lowest to the highest, as it is drawn. */
static void
add_crowd (StrataFacts *facts,
           StrataSession *self,
           const StrataLane *lane,
           StrataItem item)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const StrataCounter *counter = &strata_trace_get_counters (index->trace, NULL)[lane->index];
  const gboolean is_frequency = strata_lanes_is_frequency (strata_view_get_lanes (strata_session_get_view (self)), lane);
  char n[STRATA_UNITS_BYTES];
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];
  double min;
  double max;

  if (item.n_folded < 2 || !strata_scene_index_get_range (index, counter, NULL, item.index + 1 - item.n_folded, item.index + 1, &min, &max))
    return;

  strata_facts_add (facts, _ ("The last of %s here, which are from %s to %s"), strata_units_count (item.n_folded, n),
                    strata_counter_write_value (min, is_frequency, low), strata_counter_write_value (max, is_frequency, high));
}

/* The change to the next value, where there is one. */
static void
add_change (StrataFacts *facts,
            StrataTrace *trace,
            const StrataCounter *counter,
            guint32 sample,
            gboolean is_frequency)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  char change[STRATA_UNITS_BYTES];
  char length[STRATA_UNITS_BYTES];
  char rate[STRATA_UNITS_BYTES];

  if (sample + 1 >= counter->first_sample + counter->n_samples)
    return;

  strata_counter_write_change (strata_counter_get_change (trace, sample, STRATA_COUNTER_CHANGE), is_frequency, change);
  strata_units_duration ((gint64) ((guint64) samples->time_ns[sample + 1] - (guint64) samples->time_ns[sample]), length);
  if (samples->time_ns[sample + 1] > samples->time_ns[sample])
    strata_facts_add (facts, _ ("To the next: %s in %s, %s"), change, length,
                      strata_counter_write_rate (strata_counter_get_change (trace, sample, STRATA_COUNTER_RATE), is_frequency, rate));
  else
    strata_facts_add (facts, _ ("To the next, at once: %s"), change);
}

/* The lane of a counter; NULL where it has none. */
static const StrataLane *
find_lane (StrataSession *self,
           StrataItem item)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), &n_lanes);

  return item.lane < n_lanes && strata_lane_get_counter (&lanes[item.lane]) != STRATA_NONE ? &lanes[item.lane] : NULL;
}

/* Whether a value is one of a frequency of a CPU. */
gboolean
strata_session_is_frequency (StrataSession *self,
                             StrataItem item)
{
  const StrataLane *lane = find_lane (self, item);

  return lane != NULL && strata_lanes_is_frequency (strata_view_get_lanes (strata_session_get_view (self)), lane);
}

static void
add_value (StrataFacts *facts,
           StrataTrace *trace,
           guint32 sample,
           gboolean is_frequency)
{
  const gint64 value = strata_trace_get_samples (trace)->value[sample];
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (facts, _ ("Value: %s"), is_frequency ? strata_units_frequency (value, text) : strata_units_count (value, text));
  strata_facts_set_search (facts, dup_value_search (trace, strata_trace_find_counter (trace, sample), value));
}

void
strata_session_describe_sample (StrataSession *self,
                                StrataFacts *facts,
                                StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const gint64 time_ns = strata_trace_get_samples (trace)->time_ns[item.index];
  const StrataLane *lane = find_lane (self, item);
  const gboolean is_frequency = strata_session_is_frequency (self, item);
  const guint32 index = strata_trace_find_counter (trace, item.index);
  const StrataCounter *counter = &strata_trace_get_counters (trace, NULL)[index];
  g_autofree char *raw = strata_sample_rows_dup_name (trace, index);
  g_autofree char *name = g_utf8_make_valid (raw, -1);

  strata_facts_add (facts, "%s", lane != NULL ? lane->title : name);
  strata_facts_set_search (facts, dup_counter_search (trace, index));
  add_value (facts, trace, item.index, is_frequency);
  if (lane != NULL)
    add_crowd (facts, self, lane, item);
  add_change (facts, trace, counter, item.index, is_frequency);
  if (lane != NULL)
    {
      add_limit (facts, trace, lane->limits[0], _ ("Lowest allowed"), time_ns);
      add_limit (facts, trace, lane->limits[1], _ ("Highest allowed"), time_ns);
    }

  strata_facts_add_start (facts, trace, time_ns);
  strata_facts_add_process (facts, trace, counter->process);
}
