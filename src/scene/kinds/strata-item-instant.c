/* strata-item-instant.c - instants as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-search-row.h"
#include "strata-units.h"

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add_name (facts, trace, "name", instants->name[item.index]);
  strata_facts_add (facts, _ ("At %s"), strata_units_instant (strata_facts_get_offset_ns (trace, instants->time_ns[item.index]), text));
  strata_facts_search_start (facts, trace, instants->time_ns[item.index]);
  strata_facts_add_string (facts, trace, _ ("Track"), NULL, instants->track_name[item.index]);
  strata_facts_add_attrs (facts, trace, strata_instants_get_attrs (instants, item.index), FALSE);
  strata_facts_add_thread (facts, trace, instants->thread[item.index]);
  strata_facts_add_process (facts, trace, instants->process[item.index]);
  strata_facts_add_folded (facts, item);
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  const StrataInstants *instants = strata_trace_get_instants (strata_session_get_trace (self));
  guint32 process = instants->process[item.index];

  for (guint32 i = item.index + (direction < 0 ? -1u : 1u); i < instants->n_instants; i += direction < 0 ? -1u : 1u)
    if (instants->process[i] == process)
      return i;

  return STRATA_NONE;
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  const gint64 time_ns = strata_trace_get_instants (strata_session_get_trace (self))->time_ns[item.index];

  *span = (StrataSpan){ time_ns, time_ns };
  return TRUE;
}

static guint32
find_thread (StrataSession *self,
             StrataItem item)
{
  return strata_trace_get_instants (strata_session_get_trace (self))->thread[item.index];
}

static guint32
find_row (StrataTrace *trace,
          guint32 index,
          gboolean is_by_sample)
{
  return strata_search_row_from_instant (trace, index);
}

const StrataItemClass strata_item_instant_class = {
  .get_span = get_span,
  .find_thread = find_thread,
  .find_neighbour = find_neighbour,
  .find_row = find_row,
  .describe = describe,
  .add_links = strata_session_link_flows,
};
