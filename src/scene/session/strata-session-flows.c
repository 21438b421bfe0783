/* strata-session-flows.c - where the flows of an item come from and go to
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-facts-private.h"
#include "strata-flows.h"
#include "strata-links.h"
#include "strata-session.h"

/* Returns an end of a flow as an item, and its start and end time. */
static StrataItem
find_end (StrataTrace *trace,
          guint32 end,
          StrataSpan *span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (end < slices->n_slices)
    {
      *span = (StrataSpan){ slices->start_ns[end], strata_slice_table_get_end_ns (slices, end) };
      return (StrataItem){ STRATA_ITEM_SLICE, end, STRATA_NONE, 1 };
    }

  const gint64 time_ns = strata_trace_get_instants (trace)->time_ns[end - slices->n_slices];

  *span = (StrataSpan){ time_ns, time_ns };
  return (StrataItem){ STRATA_ITEM_INSTANT, end - slices->n_slices, STRATA_NONE, 1 };
}

/* Adds the links that programs recorded between slices or instants. */
void
strata_session_link_flows (StrataSession *self,
                           StrataLinks *links,
                           StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const guint32 end = item.kind == STRATA_ITEM_INSTANT ? strata_trace_get_slices (trace)->n_slices + item.index : item.index;
  g_autoptr (GArray) flows = strata_flows_list_links (trace, end);

  for (guint i = 0; i < flows->len; i++)
    {
      const StrataFlowLink *flow = &g_array_index (flows, StrataFlowLink, i);
      StrataSpan from;
      StrataSpan to;
      StrataLink link = { .from = find_end (trace, flow->from, &from), .to = find_end (trace, flow->to, &to) };

      link.from_ns = MIN (from.end_ns, to.begin_ns);
      link.to_ns = to.begin_ns;
      strata_links_add_pair (links, &link);
    }
}
