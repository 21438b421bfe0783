/* strata-item-slice.c - slices as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-calls.h"
#include "strata-durations.h"
#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-method-signature.h"
#include "strata-switches.h"
#include "strata-units.h"

/* Adds the parts of a signature that the short name leaves out. */
static void
add_signature (StrataFacts *facts,
               StrataTrace *trace,
               guint32 name)
{
  g_autofree char *result = strata_method_signature_dup_result (strata_trace_get_string (trace, name));

  if (result == NULL)
    return;

  g_autofree char *text = g_utf8_make_valid (result, -1);

  strata_facts_add (facts, _ ("Returns: %s"), text);
  strata_facts_add_string (facts, trace, _ ("Signature"), "name", name);
}

/* Adds the transport time of a call, apart from its work. */
static void
add_hop (StrataFacts *facts,
         StrataTrace *trace,
         guint32 slice)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const guint32 row = strata_chains_find_row (chains, slice);
  char text[STRATA_UNITS_BYTES];
  StrataHop hop;

  if (row == STRATA_NONE)
    return;

  strata_trace_get_hop (trace, row, &hop);
  if (hop.kind != STRATA_HOP_NONE && hop.there_ns != STRATA_NO_TIME)
    strata_facts_add (facts, hop.kind == STRATA_HOP_DEVICE ? _ ("Outbound network: %s") : _ ("Outbound: %s"), strata_units_duration (hop.there_ns, text));
  if (hop.kind != STRATA_HOP_NONE && hop.back_ns != STRATA_NO_TIME)
    strata_facts_add (facts, hop.kind == STRATA_HOP_DEVICE ? _ ("Return network: %s") : _ ("Return: %s"), strata_units_duration (hop.back_ns, text));
  if (hop.error_ns > 0)
    strata_facts_add (facts, _ ("Clock uncertainty of the devices: ±%s"), strata_units_duration (hop.error_ns, text));
}

static void
add_switched (StrataFacts *facts,
              StrataTrace *trace,
              guint32 slice)
{
  gint64 switched_ns = strata_switches_get_slice_ns (trace, slice);
  char text[STRATA_UNITS_BYTES];

  if (switched_ns > 0)
    strata_facts_add (facts, _ ("Switched out: %s"), strata_units_duration (switched_ns, text));
}

/* Durations on the CPU clock: the call's own CPU times if the axis is wall time for all threads. */
static void
add_cpu_durations (StrataFacts *facts,
                   StrataTrace *trace,
                   guint32 slice,
                   gboolean has_children)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const gboolean is_laid = strata_trace_get_base (trace) == trace;
  const gint64 cpu_ns = is_laid ? strata_slice_table_get_cpu_ns (table, slice) : strata_slice_table_get_wall_ns (table, slice);
  const gint64 self_ns = is_laid ? strata_slice_table_get_self_cpu_ns (table, slice) : strata_slice_table_get_self_ns (table, slice);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (facts, _ ("CPU time: %s"), strata_units_duration (cpu_ns, text));
  strata_facts_search_duration (facts, "dur", cpu_ns);
  if (has_children && (!is_laid || strata_slice_table_knows_self_cpu (table, slice)))
    strata_facts_add (facts, _ ("Self CPU time: %s"), strata_units_duration (self_ns, text));
  if (has_children && !is_laid)
    strata_facts_search_duration (facts, "self", self_ns);
  if (is_laid)
    add_switched (facts, trace, slice);
  else
    strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (strata_slice_table_get_cpu_ns (table, slice), text));
}

static void
add_wall_durations (StrataFacts *facts,
                    StrataTrace *trace,
                    guint32 slice,
                    gboolean has_children)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const char *unit = strata_trace_get_unit (trace);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (facts, unit != NULL ? _ ("Weight: %s") : _ ("Duration: %s"), strata_units_amount (strata_slice_table_get_wall_ns (table, slice), unit, text));
  strata_facts_search_duration (facts, "dur", strata_slice_table_get_wall_ns (table, slice));
  if (has_children)
    {
      strata_facts_add (facts, unit != NULL ? _ ("Self: %s") : _ ("Self time: %s"), strata_units_amount (strata_slice_table_get_self_ns (table, slice), unit, text));
      strata_facts_search_duration (facts, "self", strata_slice_table_get_self_ns (table, slice));
    }
  if (strata_trace_has_cpu_time (trace, slice))
    {
      strata_facts_add (facts, _ ("CPU time: %s"), strata_units_duration (strata_slice_table_get_cpu_ns (table, slice), text));
      strata_facts_search_duration (facts, "cpu", strata_slice_table_get_cpu_ns (table, slice));
    }
  add_switched (facts, trace, slice);
}

/* Adds which share of its caller a call takes. */
static void
add_share (StrataFacts *facts,
           StrataTrace *trace,
           guint32 slice)
{
  const guint32 parent = slice < strata_trace_get_slices (trace)->first_async ? strata_trace_find_parent (trace, slice) : STRATA_NONE;
  char share[STRATA_UNITS_BYTES];

  if (parent == STRATA_NONE)
    return;

  const char *raw = strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[parent]);
  g_autofree char *name = strata_method_signature_dup (raw, STRATA_SIGNATURE_QUALIFIED);
  g_autofree char *text = g_utf8_make_valid (name, -1);

  strata_units_share (strata_durations_get_ns (trace, slice), strata_durations_get_ns (trace, parent), share);
  strata_facts_add (facts, _ ("Share of its caller: %s of %s"), share, text);
  strata_facts_set_search (facts, strata_facts_dup_search ("name", raw));
}

static void
add_durations (StrataFacts *facts,
               StrataTrace *trace,
               guint32 slice)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const gboolean has_children = slice < table->first_async && table->subtree_end[slice] > slice + 1;

  /* the clock of the axis comes first, unless the call has no time on it */
  if (strata_trace_get_axis (trace) == STRATA_CLOCK_CPU && strata_trace_has_cpu_time (trace, slice))
    add_cpu_durations (facts, trace, slice, has_children);
  else
    add_wall_durations (facts, trace, slice, has_children);

  add_share (facts, trace, slice);
}

static void
add_flags (StrataFacts *facts,
           StrataTrace *trace,
           guint32 flags)
{
  if ((flags & STRATA_SLICE_UNFINISHED) != 0)
    {
      strata_facts_add (facts, _ ("Did not finish"));
      strata_facts_set_search (facts, g_strdup ("is:unfinished"));
    }
  if ((flags & STRATA_SLICE_EXCEPTION) != 0)
    {
      strata_facts_add (facts, _ ("Exited by an exception, or with its caller"));
      strata_facts_set_search (facts, g_strdup ("is:exception"));
    }
  if ((flags & STRATA_SLICE_CUT) != 0)
    strata_facts_add (facts, _ ("Its text was cut off in the trace"));
  if ((flags & STRATA_SLICE_REBUILT) != 0)
    strata_facts_add (facts, _ ("Entered before the trace started, time unknown"));
  if ((flags & STRATA_SLICE_SAMPLED) != 0 && strata_trace_get_unit (trace) == NULL)
    strata_facts_add (facts, _ ("Sampled: it started and ended between two samples"));
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, item.index)];
  gboolean is_async = item.index >= table->first_async;

  strata_facts_add_name (facts, trace, "name", table->name[item.index]);
  add_durations (facts, trace, item.index);
  if (strata_trace_get_unit (trace) == NULL)
    strata_facts_add_start (facts, trace, table->start_ns[item.index]);
  add_flags (facts, trace, strata_slice_table_get_flags (table, item.index));
  strata_facts_add_thread (facts, trace, is_async && table->async_thread != NULL ? table->async_thread[item.index - table->first_async] : track->thread);
  strata_facts_add_process (facts, trace,
                            track->process == STRATA_NONE && track->thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[track->thread].process : track->process);
  add_signature (facts, trace, table->name[item.index]);
  strata_facts_add_attrs (facts, trace, strata_slice_table_get_attrs (table, item.index), item.index >= table->first_kernel);
  add_hop (facts, trace, item.index);
  strata_session_describe_io (self, facts, item);
  strata_facts_add_folded (facts, item);
}

/* Finds the place of a slice, and the first and last place of its depth in the track. */
static guint32
find_place (const StrataSceneIndex *index,
            guint32 slice,
            guint32 *row_begin,
            guint32 *row_end)
{
  const StrataSliceTable *table = strata_trace_get_slices (index->trace);
  const StrataTrack *track = &strata_trace_get_tracks (index->trace, NULL)[strata_trace_find_track (index->trace, slice)];

  strata_trace_get_row (index->trace, track, strata_slice_table_get_depth (table, slice), row_begin, row_end);

  guint32 place = strata_slice_table_find_next_start (table, *row_begin, *row_end, table->start_ns[slice]);

  while (place < *row_end && table->order[place] != slice)
    place++;

  return place;
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  guint32 begin;
  guint32 end;
  guint32 place = find_place (index, item.index, &begin, &end);

  if (direction < 0 ? place == begin : place + 1 >= end)
    return STRATA_NONE;

  return strata_trace_get_slices (index->trace)->order[direction < 0 ? place - 1 : place + 1];
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (self));

  *span = (StrataSpan){ slices->start_ns[item.index], strata_slice_table_get_end_ns (slices, item.index) };
  return TRUE;
}

static guint32
find_lane (StrataSession *self,
           StrataItem item)
{
  return strata_lanes_find_track (strata_session_get_lanes (self), strata_trace_find_track (strata_session_get_trace (self), item.index));
}

static guint32
find_thread (StrataSession *self,
             StrataItem item)
{
  return strata_trace_find_thread (strata_session_get_trace (self), item.index);
}

static guint32
find_row (StrataTrace *trace,
          guint32 index,
          gboolean is_by_sample)
{
  return index;
}

/* The extent of its row. If that is below the shown rows, the last of them; it is not drawn then. */
static gboolean
get_extent (StrataSession *self,
            StrataItem item,
            const StrataLane *lane,
            StrataItemExtent *extent)
{
  const guint32 depth = strata_slice_table_get_depth (strata_trace_get_slices (strata_session_get_trace (self)), item.index);

  if (strata_lane_get_track (lane) == STRATA_NONE)
    return TRUE;

  extent->top_px = lane->y_px + lane->rows_top_px + (double) MIN (depth, lane->n_rows - 1) * lane->row_height_px;
  extent->height_px = lane->row_height_px;
  extent->gap_px = 1;
  return depth < lane->n_rows;
}

/* Finds the other end of a binder call or message, which is sent before it is received. */
static gboolean
find_binder_pair (StrataSession *self,
                  guint32 slice,
                  StrataLink *link)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (slice < slices->first_kernel)
    return FALSE;

  g_autoptr (StrataCalls) calls = strata_calls_new (trace);
  const guint32 other = strata_calls_find_peer (calls, slice);

  if (other == STRATA_NONE)
    return FALSE;

  const gboolean is_caller = strata_calls_is_call (trace, slice) || (!strata_calls_is_call (trace, other) && slices->start_ns[slice] <= slices->start_ns[other]);
  const guint32 from = is_caller ? slice : other;
  const guint32 to = is_caller ? other : slice;

  *link = (StrataLink){
    .from = { STRATA_ITEM_SLICE, from, STRATA_NONE, 1 },
    .to = { STRATA_ITEM_SLICE, to, STRATA_NONE, 1 },
    .from_ns = slices->start_ns[from],
    .to_ns = slices->start_ns[to],
  };
  return TRUE;
}

/* Links to the other spans of its chain, the steps of its flows, the other end of its binder call
 * and its requests. */
static void
add_links (StrataSession *self,
           StrataLinks *links,
           StrataItem item)
{
  StrataLink link;

  strata_links_add_chain (links, strata_session_get_trace (self), item.index);
  strata_session_link_flows (self, links, item);
  if (find_binder_pair (self, item.index, &link))
    strata_links_add_pair (links, &link);
  strata_session_link_io (self, links, item);
}

const StrataItemClass strata_item_slice_class = {
  .get_span = get_span,
  .find_lane = find_lane,
  .find_thread = find_thread,
  .find_neighbour = find_neighbour,
  .find_row = find_row,
  .get_extent = get_extent,
  .describe = describe,
  .add_links = add_links,
};
