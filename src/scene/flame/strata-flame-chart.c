/* strata-flame-chart.c - the calls of a scope in time order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame-chart.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-method-signature.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

/* Nothing is computed per call: a row of a chart is a stretch of a row of the trace, found by
 * bisection. Only the index that folds it to columns of pixels covers all slices. The slices of a
 * row are in time order, which is also the order of their numbers. */

#define LABEL_BYTES 512

static const StrataTrack *
get_track (const StrataFlameChart *self,
           guint32 track)
{
  return strata_trace_get_tracks (self->trace, NULL) + track;
}

/* The first place of a row with a slice of at least @slice. */
static guint32
find_place (const StrataSliceTable *slices,
            guint32 begin,
            guint32 end,
            guint32 slice)
{
  STRATA_BISECT (begin, end, i, slices->order[i] < slice);

  return begin;
}

/* Finds the calls of a depth in a piece that reach into the span; FALSE if there are none. */
static gboolean
find_row (const StrataFlameChart *self,
          const StrataScopePiece *piece,
          guint32 depth,
          guint32 *begin,
          guint32 *end)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);

  strata_trace_get_row (self->trace, get_track (self, piece->track), depth, begin, end);
  *begin = find_place (slices, *begin, *end, piece->begin);
  *end = find_place (slices, *begin, *end, piece->end);

  /* slices that end where the span begins are outside, except those without length */
  if (*begin < *end && slices->start_ns[slices->order[*begin]] < self->span.begin_ns)
    {
      guint32 first = strata_slice_table_find_first (slices, *begin, *end, self->span.begin_ns);

      while (first > *begin && slices->start_ns[slices->order[first - 1]] >= self->span.begin_ns)
        first--;

      *begin = first;
    }

  return *begin < *end;
}

/* A call in a span begins no deeper than its caller plus one, so the search stops at the first
 * depth without calls. */
static void
add_band (StrataFlameChart *self,
          const StrataScopePiece *piece,
          guint32 base_depth,
          GArray *rows)
{
  const StrataTrack *track = get_track (self, piece->track);
  StrataChartBand band = { piece->track, self->n_levels, rows->len / 2, 0, base_depth };

  for (guint32 depth = base_depth; depth < track->n_rows; depth++)
    {
      guint32 places[2];

      if (!find_row (self, piece, depth, &places[0], &places[1]))
        break;

      g_array_append_vals (rows, places, 2);
      band.n_rows++;
    }

  if (band.n_rows == 0)
    return;

  self->n_levels += band.n_rows + 1;
  g_array_append_val (self->bands, band);
}

typedef struct
{
  StrataTrace *trace;    /* borrowed */
  guint32 *n_of_process; /* owned: number of calls; the last entry is for tracks without a process */
  guint n_processes;
} BandOrder;

static guint32
get_n_of_process (const BandOrder *order,
                  const StrataTrack *track)
{
  return order->n_of_process[MIN (track->process, order->n_processes)];
}

static gboolean
is_main (const BandOrder *order,
         const StrataTrack *track)
{
  const StrataProcess *processes = strata_trace_get_processes (order->trace, NULL);
  const StrataThread *thread = strata_trace_get_threads (order->trace, NULL) + track->thread;

  return (track->process != STRATA_NONE && processes[track->process].pid == thread->tid) ||
         g_str_equal (strata_trace_get_string (order->trace, thread->name), "main");
}

/* In the order of the lanes: the busiest process first, and in it the main thread first. */
static int
compare_pieces (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const BandOrder *order = data;
  const StrataTrack *tracks = strata_trace_get_tracks (order->trace, NULL);
  const StrataThread *threads = strata_trace_get_threads (order->trace, NULL);
  const StrataTrack *track_a = &tracks[((const StrataScopePiece *) a)->track];
  const StrataTrack *track_b = &tracks[((const StrataScopePiece *) b)->track];
  guint32 n_a = get_n_of_process (order, track_a);
  guint32 n_b = get_n_of_process (order, track_b);

  if (n_a != n_b)
    return n_a > n_b ? -1 : 1;
  if (track_a->process != track_b->process)
    return track_a->process < track_b->process ? -1 : 1;
  if (is_main (order, track_a) != is_main (order, track_b))
    return is_main (order, track_a) ? -1 : 1;

  int by_name = g_strcmp0 (strata_trace_get_string (order->trace, threads[track_a->thread].name), strata_trace_get_string (order->trace, threads[track_b->thread].name));

  return by_name != 0 ? by_name : (track_a > track_b) - (track_a < track_b);
}

static void
sort_pieces (const StrataFlameChart *self,
             GArray *pieces)
{
  BandOrder order = { .trace = self->trace };

  strata_trace_get_processes (self->trace, &order.n_processes);
  order.n_of_process = g_new0 (guint32, order.n_processes + 1);

  for (guint i = 0; i < pieces->len; i++)
    {
      const StrataScopePiece *piece = &g_array_index (pieces, StrataScopePiece, i);

      order.n_of_process[MIN (get_track (self, piece->track)->process, order.n_processes)] += piece->end - piece->begin;
    }

  g_array_sort_with_data (pieces, compare_pieces, &order);
  g_free (order.n_of_process);
}

static void
split_rows (StrataFlameChart *self,
            GArray *rows)
{
  guint n_rows = rows->len / 2;

  self->row_begin = g_new (guint32, n_rows);
  self->row_end = g_new (guint32, n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      self->row_begin[i] = g_array_index (rows, guint32, 2 * i);
      self->row_end[i] = g_array_index (rows, guint32, 2 * i + 1);
    }
}

static void
find_hues (StrataFlameChart *self,
           StrataColoring coloring,
           guint n_rows)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint32 n_all = 0;

  for (guint i = 0; i < n_tracks; i++)
    n_all = MAX (n_all, tracks[i].first_row + tracks[i].n_rows);

  strata_hues_init (&self->hues, self->trace, coloring, n_all);
  self->row_hues = g_new0 (guint8, n_rows);

  for (guint i = 0; i < self->bands->len && self->hues.by_row != NULL; i++)
    {
      const StrataChartBand *band = &g_array_index (self->bands, StrataChartBand, i);
      const guint8 *hues = self->hues.by_row + tracks[band->track].first_row + band->base_depth;

      memcpy (self->row_hues + band->first_row, hues, band->n_rows);
    }
}

/**
 * strata_flame_chart_new:
 * @trace: a trace
 * @scope: what to show of it
 * @coloring: the meaning of the colours
 *
 * Returns: (transfer full): a chart
 */
StrataFlameChart *
strata_flame_chart_new (StrataTrace *trace,
                        const StrataScope *scope,
                        StrataColoring coloring)
{
  StrataFlameChart *self = g_new0 (StrataFlameChart, 1);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (GArray) pieces = strata_scope_list_pieces (scope, trace);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 base_depth = scope->end_slice != 0 ? strata_slice_table_get_depth (slices, scope->first_slice) : 0;

  self->trace = g_object_ref (trace);
  self->span = scope->span;
  self->bands = g_array_new (FALSE, FALSE, sizeof (StrataChartBand));
  self->n_levels = 1; /* for the ruler */

  sort_pieces (self, pieces);
  for (guint i = 0; i < pieces->len; i++)
    add_band (self, &g_array_index (pieces, StrataScopePiece, i), base_depth, rows);

  split_rows (self, rows);
  find_hues (self, coloring, rows->len / 2);

  StrataHues hues = self->hues;

  if (hues.by_row != NULL)
    hues.by_row = self->row_hues;

  self->lod = strata_lod_index_new_of_rows (slices, self->row_begin, self->row_end, rows->len / 2, &hues);
  return self;
}

void
strata_flame_chart_free (StrataFlameChart *self)
{
  if (self == NULL)
    return;

  strata_lod_index_free (self->lod);
  strata_hues_clear (&self->hues);
  g_array_unref (self->bands);
  g_free (self->row_begin);
  g_free (self->row_end);
  g_free (self->row_hues);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * strata_flame_chart_get_span:
 * @self: a chart
 * @node: a call, or all
 *
 * Returns: its time inside the scope
 */
StrataSpan
strata_flame_chart_get_span (const StrataFlameChart *self,
                             guint32 node)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  StrataSpan span = self->span;

  if (node == STRATA_CALL_TREE_ROOT)
    return span;

  span.begin_ns = MAX (span.begin_ns, slices->start_ns[node - 1]);
  span.end_ns = MAX (MIN (span.end_ns, strata_slice_table_get_end_ns (slices, node - 1)), span.begin_ns);
  return span;
}

/**
 * strata_flame_chart_find_band:
 * @self: a chart
 * @slice: index of a slice
 *
 * Returns: (nullable): the band with @slice, or %NULL when it is not part of the chart
 */
const StrataChartBand *
strata_flame_chart_find_band (const StrataFlameChart *self,
                              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);

  if (slice >= slices->first_async)
    return NULL;

  guint32 track = strata_trace_find_track (self->trace, slice);
  guint32 depth = strata_slice_table_get_depth (slices, slice);

  for (guint i = 0; i < self->bands->len; i++)
    {
      const StrataChartBand *band = &g_array_index (self->bands, StrataChartBand, i);

      if (band->track != track || depth < band->base_depth || depth >= band->base_depth + band->n_rows)
        continue;

      guint32 row = band->first_row + depth - band->base_depth;
      guint32 place = find_place (slices, self->row_begin[row], self->row_end[row], slice);

      return place < self->row_end[row] && slices->order[place] == slice ? band : NULL;
    }

  return NULL;
}

/**
 * strata_flame_chart_find_band_at:
 * @self: a chart
 * @level: a level
 *
 * Returns: (nullable): the band with @level, or %NULL
 */
const StrataChartBand *
strata_flame_chart_find_band_at (const StrataFlameChart *self,
                                 guint32 level)
{
  guint begin = 0;
  guint end = self->bands->len;

  STRATA_BISECT (begin, end, i, g_array_index (self->bands, StrataChartBand, i).level <= level);

  if (begin == 0 || level >= self->n_levels)
    return NULL;

  return &g_array_index (self->bands, StrataChartBand, begin - 1);
}

/**
 * strata_flame_chart_get_level:
 * @self: a chart
 * @node: one of its calls
 *
 * Returns: the level of @node, or %STRATA_NONE
 */
guint32
strata_flame_chart_get_level (const StrataFlameChart *self,
                              guint32 node)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const StrataChartBand *band = node != STRATA_CALL_TREE_ROOT ? strata_flame_chart_find_band (self, node - 1) : NULL;

  return band != NULL ? band->level + 1 + strata_slice_table_get_depth (slices, node - 1) - band->base_depth : STRATA_NONE;
}

/**
 * strata_flame_chart_get_parent:
 * @self: a chart
 * @node: one of its calls
 *
 * Returns: its caller, or all
 */
guint32
strata_flame_chart_get_parent (const StrataFlameChart *self,
                               guint32 node)
{
  guint32 parent = strata_trace_find_parent (self->trace, node - 1);

  return parent != STRATA_NONE && strata_flame_chart_find_band (self, parent) != NULL ? parent + 1 : STRATA_CALL_TREE_ROOT;
}

/* Whether a call is visible when @span fills the width. */
static gboolean
is_seen (const StrataFlameChart *self,
         guint32 node,
         StrataSpan span)
{
  StrataSpan own = strata_flame_chart_get_span (self, node);

  return own.begin_ns < span.end_ns && (own.end_ns > span.begin_ns || own.begin_ns >= span.begin_ns);
}

/* The longest call of a row with a number from @first_slice to before @end_slice. */
static guint32
find_longest (const StrataFlameChart *self,
              guint32 row,
              guint32 first_slice,
              guint32 end_slice,
              StrataSpan span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint32 begin = find_place (slices, self->row_begin[row], self->row_end[row], first_slice);
  guint32 end = find_place (slices, begin, self->row_end[row], end_slice);

  begin = strata_slice_table_find_first (slices, begin, end, span.begin_ns);
  end = strata_slice_table_find_next_start (slices, begin, end, span.end_ns);

  guint32 place = strata_slice_table_find_longest (slices, begin, end);

  return place != STRATA_NONE ? slices->order[place] + 1 : STRATA_NONE;
}

/* The longest outermost call of the nearest band from @from on, by steps of 1 or -1. */
static guint32
find_outermost (const StrataFlameChart *self,
                gint64 from,
                int step,
                StrataSpan span)
{
  for (gint64 i = from; i >= 0 && i < self->bands->len; i += step)
    {
      guint32 node = find_longest (self, g_array_index (self->bands, StrataChartBand, i).first_row, 0, G_MAXUINT32, span);

      if (node != STRATA_NONE)
        return node;
    }

  return STRATA_NONE;
}

static guint32
find_beside (const StrataFlameChart *self,
             const StrataChartBand *band,
             guint32 node,
             int sibling,
             StrataSpan span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint32 row = band->first_row + strata_slice_table_get_depth (slices, node - 1) - band->base_depth;
  guint32 place = find_place (slices, self->row_begin[row], self->row_end[row], node - 1);

  if (sibling < 0 ? place == self->row_begin[row] : place + 1 >= self->row_end[row])
    return STRATA_NONE;

  guint32 other = slices->order[sibling < 0 ? place - 1 : place + 1] + 1;

  return is_seen (self, other, span) ? other : STRATA_NONE;
}

/**
 * strata_flame_chart_step:
 * @self: a chart
 * @from: one of its calls, or all
 * @root: the node that fills the width
 * @level: 1 for the longest callee of @from, else the next thread; -1 for its caller, else the previous thread; or 0
 * @sibling: 1 for the next call of the same depth in time, -1 for the one before
 *
 * Returns: the neighbour, or %STRATA_NONE
 */
guint32
strata_flame_chart_step (const StrataFlameChart *self,
                         guint32 from,
                         guint32 root,
                         int level,
                         int sibling)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  StrataSpan span = strata_flame_chart_get_span (self, root);
  const StrataChartBand *band = from != STRATA_CALL_TREE_ROOT ? strata_flame_chart_find_band (self, from - 1) : NULL;

  if (band == NULL)
    return find_outermost (self, 0, 1, span);
  if (level == 0)
    return find_beside (self, band, from, sibling, span);

  gint64 index = band - &g_array_index (self->bands, StrataChartBand, 0);
  guint32 depth = strata_slice_table_get_depth (slices, from - 1) - band->base_depth;

  if (level < 0)
    return depth > 0 ? strata_trace_find_parent (self->trace, from - 1) + 1 : find_outermost (self, index - 1, -1, span);

  guint32 inner = depth + 1 < band->n_rows ? find_longest (self, band->first_row + depth + 1, from, slices->subtree_end[from - 1], span) : STRATA_NONE;

  return inner != STRATA_NONE ? inner : find_outermost (self, index + 1, 1, span);
}

/**
 * strata_flame_chart_dup_thread:
 * @self: a chart
 * @band: one of its bands
 *
 * Returns: (transfer full): name and id of its thread
 */
char *
strata_flame_chart_dup_thread (const StrataFlameChart *self,
                               const StrataChartBand *band)
{
  const StrataTrack *track = get_track (self, band->track);

  if (track->thread == STRATA_NONE)
    return g_strdup (strata_trace_get_string (self->trace, track->name));

  return strata_trace_titles_dup_thread (self->trace, track->thread);
}

/**
 * strata_flame_chart_dup_process:
 * @self: a chart
 * @band: one of its bands
 *
 * Returns: (transfer full) (nullable): name and id of its process
 */
char *
strata_flame_chart_dup_process (const StrataFlameChart *self,
                                const StrataChartBand *band)
{
  const StrataTrack *track = get_track (self, band->track);

  if (track->process == STRATA_NONE)
    return NULL;

  return strata_trace_get_processes (self->trace, NULL)[track->process].pid < 0 ? NULL : strata_trace_titles_dup_process (self->trace, track->process);
}

/**
 * strata_flame_chart_dup_label:
 * @self: a chart
 * @node: one of its calls
 *
 * Returns: (transfer full): the text in its box
 */
char *
strata_flame_chart_dup_label (const StrataFlameChart *self,
                              guint32 node)
{
  const char *name = strata_trace_get_string (self->trace, strata_trace_get_slices (self->trace)->name[node - 1]);
  char label[LABEL_BYTES];

  return g_strdup (strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, label, sizeof label) > 0 ? label : name);
}

/**
 * strata_flame_chart_dup_description:
 * @self: a chart
 * @node: one of its calls
 *
 * Returns: (transfer full): "doFrame: 12.0 ms, self time 2.0 ms, starts at 1.2 s, in main 812"
 */
char *
strata_flame_chart_dup_description (const StrataFlameChart *self,
                                    guint32 node)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const StrataChartBand *band = strata_flame_chart_find_band (self, node - 1);
  g_autofree char *label = strata_flame_chart_dup_label (self, node);
  g_autofree char *thread = band != NULL ? strata_flame_chart_dup_thread (self, band) : g_strdup ("");
  char total[STRATA_UNITS_BYTES];
  char own[STRATA_UNITS_BYTES];
  char begin[STRATA_UNITS_BYTES];

  strata_units_amount (strata_slice_table_get_wall_ns (slices, node - 1), strata_trace_get_unit (self->trace), total);
  strata_units_amount (strata_slice_table_get_self_ns (slices, node - 1), strata_trace_get_unit (self->trace), own);
  strata_units_amount_instant (slices->start_ns[node - 1] - strata_trace_get_span (self->trace).begin_ns, strata_trace_get_unit (self->trace), begin);

  /* Translators: name, time, time without that of inner calls, begin, thread */
  return g_strdup_printf (_ ("%s: %s, self time %s, starts at %s, in %s"), label, total, own, begin, thread);
}
