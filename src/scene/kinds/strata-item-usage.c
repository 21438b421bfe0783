/* strata-item-usage.c - how busy a CPU was in a pixel, as an item
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
add_share (GString *out,
           const char *format,
           double part_ns,
           double all_ns)
{
  char text[STRATA_UNITS_BYTES];

  g_string_append_c (out, '\n');
  g_string_append_printf (out, format, strata_units_share ((gint64) part_ns, (gint64) MIN (all_ns, 9e18), text));
}

/* Describes how busy a CPU, or all of them, were in the pixel under the pointer. */
static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  const StrataLane *lane = &strata_lanes_get (strata_session_get_lanes (self), NULL)[item.lane];
  const gint64 length_ns = (gint64) CLAMP (strata_session_get_viewport (self)->ns_per_px, 1.0, 4e18);
  const StrataSpan span = { item.time_ns, strata_time_add (item.time_ns, length_ns) };
  const StrataUsageShare share = strata_usage_index_get (&index->usage, item.index, span);
  const double known_ns = MAX (share.all_ns - share.unknown_ns, share.running_ns);
  GString *out = facts->text;
  char text[STRATA_UNITS_BYTES];

  g_string_append (out, lane->title);
  if (known_ns > 0.0)
    add_share (out, _ ("Threads ran for %s of the known time"), share.running_ns, known_ns);
  if (item.index == STRATA_NONE && share.all_ns > 0.0)
    g_string_append_printf (out, _ ("\n%.1f of %u CPUs on average"), share.running_ns / share.all_ns * index->usage.n_cpus, index->usage.n_cpus);
  if (share.unknown_ns > 0.0)
    add_share (out, _ ("Not known: %s"), share.unknown_ns, share.all_ns);

  g_string_append_c (out, '\n');
  g_string_append_printf (out, _ ("At %s"), strata_units_offset ((gint64) ((guint64) item.time_ns - (guint64) strata_trace_get_span (index->trace).begin_ns), strata_span_get_step_ns (strata_trace_get_span (index->trace)), text));
  g_string_append_c (out, '\n');
  g_string_append_printf (out, _ ("In %s (one pixel)"), strata_units_duration (length_ns, text));
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  *span = (StrataSpan){ item.time_ns, strata_time_add (item.time_ns, 1) };
  return TRUE;
}

static gboolean
get_extent (StrataSession *self,
            StrataItem item,
            const StrataLane *lane,
            StrataItemExtent *extent)
{
  extent->top_px = lane->y_px + lane->usage_top_px;
  extent->height_px = lane->usage_height_px;
  return TRUE;
}

const StrataItemClass strata_item_usage_class = {
  .get_span = get_span,
  .is_only_shown = TRUE,
  .get_extent = get_extent,
  .describe = describe,
};
