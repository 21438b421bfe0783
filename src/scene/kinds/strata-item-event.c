/* strata-item-event.c - raw events as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-units.h"

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  guint n_events, n_kinds;
  const StrataEventMark *event = strata_findings_get_events (strata_session_get_findings (self), &n_events) + item.index;
  const StrataKind *kinds = strata_trace_get_kinds (trace, &n_kinds);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (facts, "%s", event->kind < n_kinds ? kinds[event->kind].name : _ ("Event"));
  strata_facts_add (facts, _ ("At %s"), strata_units_instant (strata_facts_get_offset_ns (trace, event->time_ns), text));
  strata_facts_search_start (facts, trace, event->time_ns);
  strata_facts_add_thread (facts, trace, event->thread);
  if (event->n_events > 1)
    strata_facts_add (facts, ngettext ("%s event here; showing the first", "%s events here; showing the first", event->n_events), strata_units_count (event->n_events, text));
}

static const StrataEventMark *
get_event (StrataSession *self,
           StrataItem item)
{
  guint n_events;

  return &strata_findings_get_events (strata_session_get_findings (self), &n_events)[item.index];
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  span->begin_ns = span->end_ns = get_event (self, item)->time_ns;
  return TRUE;
}

static guint32
find_thread (StrataSession *self,
             StrataItem item)
{
  return get_event (self, item)->thread;
}

static guint32
find_lane (StrataSession *self,
           StrataItem item)
{
  return strata_lanes_find_thread (strata_session_get_lanes (self), find_thread (self, item));
}

const StrataItemClass strata_item_event_class = {
  .get_span = get_span,
  .find_lane = find_lane,
  .find_thread = find_thread,
  .is_only_shown = TRUE,
  .describe = describe,
};
