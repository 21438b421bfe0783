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
#include "strata-units.h"

/* Whatever a lane shows, the pointer shows the value, the change to the next one and the rate; the
 * header shows the range of the graph. */

char *
strata_session_dup_counter_range (StrataSession *self,
                                  const StrataLane *lane)
{
  typedef const char *(*Write) (double, const StrataCounterUnit *, char *);

  static const Write writers[STRATA_N_COUNTER_MODES] = { NULL, strata_counter_write_change, strata_counter_write_rate };
  const StrataLanes *lanes = strata_session_get_lanes (self);
  const StrataCounter *counter = &strata_trace_get_counters (strata_session_get_trace (self), NULL)[lane->index];
  const StrataCounterUnit unit = strata_counter_unit_get (strata_session_get_trace (self), lane->index);
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];
  double min;
  double max;

  strata_lanes_get_counter_range (lanes, lane, &min, &max);
  if (min > max)
    return g_strdup ("–");
  if (lane->mode == STRATA_COUNTER_VALUE)
    return g_strdup_printf ("%s – %s", strata_counter_write_exact (min, counter->min, &unit, low), strata_counter_write_exact (max, counter->max, &unit, high));

  return g_strdup_printf ("%s – %s", writers[lane->mode](min, &unit, low), writers[lane->mode](max, &unit, high));
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
      return _ ("The graph shows the change from each value to the next");
    case STRATA_COUNTER_RATE:
      return _ ("The graph shows the change per second");
    }

  return NULL;
}

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
    g_string_append_printf (out, "\n%s", _ ("The thin lines show its configured limits"));
  if (lane->is_scale_shared)
    g_string_append_printf (out, "\n%s", _ ("Same scale as all counters of this name"));
}
