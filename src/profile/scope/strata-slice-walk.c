/* strata-slice-walk.c - the calls of a scope, in pre-order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-walk.h"

#include "strata-bisect.h"

/* Only slices that an edge of the span cuts need care, and there is at most one per depth and edge:
 * `cuts` has them, sorted by slice, with their CPU time inside the span. Descendants have higher
 * indices, so a backward pass over the cuts meets children before their parents. */
typedef struct
{
  guint32 slice;
  gint64 cpu_ns;
} StrataSliceCut;

static gboolean
span_covers (StrataSpan outer,
             StrataSpan inner)
{
  return outer.begin_ns <= inner.begin_ns && outer.end_ns >= inner.end_ns;
}

/**
 * strata_slice_walk_init:
 * @self: (out caller-allocates): a walk
 * @trace: the trace, which must outlive the walk
 * @scope: the scope; not needed later
 * @switches: (nullable): times switched out to visit, too; must outlive the walk
 *
 * Prepares a walk; [method@Strata.SliceWalk.enter] chooses the piece.
 */
void
strata_slice_walk_init (StrataSliceWalk *self,
                        StrataTrace *trace,
                        const StrataScope *scope,
                        const StrataSwitches *switches)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  *self = (StrataSliceWalk){
    .trace = trace,
    .slices = slices,
    .span = scope->span,
    .switches = switches,
    .is_cut = !span_covers (scope->span, strata_trace_get_span (trace)) || scope->end_slice != 0,
    .has_cpu = strata_ns_column_exists (&slices->cpu),
    .knows_cpu = TRUE,
    .knows_self_cpu = TRUE,
    .cuts = g_array_new (FALSE, FALSE, sizeof (StrataSliceCut)),
  };

  if (scope->end_slice != 0)
    {
      self->first_slice = scope->first_slice;
      self->base_depth = slices->depth_flags[scope->first_slice] & ~0xffu;
    }
}

void
strata_slice_walk_clear (StrataSliceWalk *self)
{
  g_clear_pointer (&self->cuts, g_array_unref);
}

static gint
compare_cuts (gconstpointer a,
              gconstpointer b)
{
  const StrataSliceCut *cut_a = a;
  const StrataSliceCut *cut_b = b;

  return cut_a->slice < cut_b->slice ? -1 : cut_a->slice > cut_b->slice;
}

static StrataSliceCut *
find_cut (StrataSliceWalk *self,
          guint32 slice)
{
  StrataSliceCut wanted = { slice, 0 };
  guint index;

  if (!g_array_binary_search (self->cuts, &wanted, compare_cuts, &index))
    return NULL;

  return &g_array_index (self->cuts, StrataSliceCut, index);
}

/* Adds the slices that extend across @time_ns, one per depth. */
static void
add_cuts_at (StrataSliceWalk *self,
             const StrataTrack *track,
             gint64 time_ns)
{
  const StrataSliceTable *slices = self->slices;

  for (guint32 depth = 0; depth < track->n_rows; depth++)
    {
      guint32 begin;
      guint32 end;

      strata_trace_get_row (self->trace, track, depth, &begin, &end);

      guint32 place = strata_slice_table_find_first (slices, begin, end, time_ns);

      if (place == end || slices->start_ns[slices->order[place]] >= time_ns)
        return;

      g_array_append_val (self->cuts, ((StrataSliceCut){ slices->order[place], 0 }));
    }
}

static void
remove_doubles (GArray *cuts)
{
  guint n = 0;

  for (guint i = 0; i < cuts->len; i++)
    {
      StrataSliceCut cut = g_array_index (cuts, StrataSliceCut, i);

      if (n == 0 || g_array_index (cuts, StrataSliceCut, n - 1).slice != cut.slice)
        g_array_index (cuts, StrataSliceCut, n++) = cut;
    }

  g_array_set_size (cuts, n);
}

static gint64
get_axis_inside (const StrataSliceWalk *self,
                 guint32 slice)
{
  gint64 begin_ns = MAX (self->slices->start_ns[slice], self->span.begin_ns);
  gint64 end_ns = MIN (strata_slice_table_get_end_ns (self->slices, slice), self->span.end_ns);

  return MAX (end_ns - begin_ns, 0);
}

/* A child's CPU time inside the span; the child is cut, entirely inside or entirely outside. */
static gint64
get_child_cpu_inside (StrataSliceWalk *self,
                      guint32 child)
{
  const StrataSliceCut *cut = find_cut (self, child);
  gboolean is_inside = self->slices->start_ns[child] >= self->span.begin_ns &&
                       strata_slice_table_get_end_ns (self->slices, child) <= self->span.end_ns;

  if (cut != NULL)
    return cut->cpu_ns;

  return is_inside ? strata_slice_table_get_cpu_ns (self->slices, child) : 0;
}

static gint64
get_cut_cpu (StrataSliceWalk *self,
             guint32 slice)
{
  const StrataSliceTable *slices = self->slices;
  gint64 own_ns = strata_slice_table_get_wall_ns (slices, slice);
  gint64 own_cpu_ns = strata_slice_table_get_cpu_ns (slices, slice);
  gint64 own_inside_ns = get_axis_inside (self, slice);
  gint64 children_cpu_ns = 0;

  for (guint32 child = slice + 1; child < slices->subtree_end[slice]; child = slices->subtree_end[child])
    {
      own_ns -= strata_slice_table_get_wall_ns (slices, child);
      own_cpu_ns -= strata_slice_table_get_cpu_ns (slices, child);
      own_inside_ns -= get_axis_inside (self, child);
      children_cpu_ns += get_child_cpu_inside (self, child);
    }

  if (own_ns <= 0)
    return children_cpu_ns;

  return children_cpu_ns + (gint64) ((double) own_cpu_ns * ((double) own_inside_ns / (double) own_ns));
}

/* If the scheduler is the CPU clock, the running time inside is known. */
static gint64
get_scheduled_inside (const StrataSliceWalk *self,
                      const StrataThread *thread,
                      guint32 slice)
{
  const gint64 begin_ns = MAX (self->slices->start_ns[slice], self->span.begin_ns);
  const gint64 end_ns = MIN (strata_slice_table_get_end_ns (self->slices, slice), self->span.end_ns);

  return strata_states_get_running_ns (strata_trace_get_states (self->trace), thread, (StrataSpan){ begin_ns, end_ns });
}

static void
find_cuts (StrataSliceWalk *self,
           const StrataTrack *track)
{
  const StrataThread *thread = track->thread != STRATA_NONE ? strata_trace_get_threads (self->trace, NULL) + track->thread : NULL;
  const gboolean is_scheduled = thread != NULL && thread->n_states > 0 && !thread->has_cpu_clock;

  g_array_set_size (self->cuts, 0);
  add_cuts_at (self, track, self->span.begin_ns);
  add_cuts_at (self, track, self->span.end_ns);
  g_array_sort (self->cuts, compare_cuts);
  remove_doubles (self->cuts);

  for (guint i = self->cuts->len; i > 0; i--)
    {
      StrataSliceCut *cut = &g_array_index (self->cuts, StrataSliceCut, i - 1);

      cut->cpu_ns = is_scheduled ? get_scheduled_inside (self, thread, cut->slice) : get_cut_cpu (self, cut->slice);
    }
}

/* The first switch of a slice at or after @slice. */
static guint32
find_switch (const StrataSwitches *switches,
             guint32 slice)
{
  guint32 begin = 0;
  guint32 end = switches->n_switches;

  STRATA_BISECT (begin, end, i, switches->after[i] < slice);

  return begin;
}

/**
 * strata_slice_walk_enter:
 * @self: the walk
 * @piece: a piece of its scope
 *
 * Moves to before the first slice of @piece.
 */
void
strata_slice_walk_enter (StrataSliceWalk *self,
                         const StrataScopePiece *piece)
{
  self->next = piece->begin;
  self->end = piece->end;
  self->next_cut = 0;
  if (self->switches != NULL)
    self->next_switch = find_switch (self->switches, piece->begin);

  if (self->is_cut && self->has_cpu)
    find_cuts (self, strata_trace_get_tracks (self->trace, NULL) + piece->track);
}

/* From the outermost call down, skipping subtrees: building the rows of the track, which show a
 * parent at once, would take longer. */
static void
find_callers (const StrataSliceWalk *self,
              guint32 *slices,
              guint32 n_slices)
{
  const guint32 *subtree_end = self->slices->subtree_end;
  guint32 slice = strata_trace_get_tracks (self->trace, NULL)[strata_trace_find_track (self->trace, self->next)].first_slice;
  const guint32 n_outside = self->base_depth >> 8;

  for (guint32 depth = 0; depth < n_outside + n_slices; slice++, depth++)
    {
      while (subtree_end[slice] <= self->next)
        slice = subtree_end[slice];

      if (depth >= n_outside)
        slices[depth - n_outside] = slice;
    }
}

/**
 * strata_slice_walk_list_callers:
 * @self: a walk that has just entered a piece
 *
 * Lists the calls in scope that are open where the piece begins.
 *
 * Returns: (transfer full) (element-type guint32): indices of slices, the outermost first
 */
GArray *
strata_slice_walk_list_callers (const StrataSliceWalk *self)
{
  GArray *callers = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 n = (self->slices->depth_flags[self->next] - self->base_depth) >> 8;

  g_array_set_size (callers, n);
  if (n > 0)
    find_callers (self, (guint32 *) callers->data, n);

  return callers;
}

/* Cuts are in the order of the walk; those before the piece are skipped. */
static gint64
get_cpu_inside (StrataSliceWalk *self,
                guint32 slice)
{
  while (self->next_cut < self->cuts->len)
    {
      const StrataSliceCut *cut = &g_array_index (self->cuts, StrataSliceCut, self->next_cut);

      if (cut->slice > slice)
        break;

      self->next_cut++;
      if (cut->slice == slice)
        return cut->cpu_ns;
    }

  return strata_slice_table_get_cpu_ns (self->slices, slice);
}

/* Moves to the next switch after the slices so far. */
static gboolean
enter_switch (StrataSliceWalk *self)
{
  const StrataSwitches *switches = self->switches;

  while (switches != NULL && self->next_switch < switches->n_switches && switches->after[self->next_switch] < self->next)
    {
      guint32 i = self->next_switch++;
      gint64 begin_ns = MAX (switches->start_ns[i], self->span.begin_ns);
      gint64 end_ns = MIN (switches->start_ns[i] + switches->wall_ns[i], self->span.end_ns);

      if (end_ns <= begin_ns || switches->slice[i] < self->first_slice)
        continue;

      self->slice = switches->slice[i];
      self->name = strata_trace_get_switch_name (self->trace);
      self->depth_flags = ((strata_slice_table_get_depth (self->slices, self->slice) + 1) << 8) - self->base_depth;
      self->axis_ns = end_ns - begin_ns;
      self->cpu_ns = 0;
      self->knows_cpu = self->knows_self_cpu = TRUE;
      return TRUE;
    }

  return FALSE;
}

/**
 * strata_slice_walk_next_inside:
 * @self: a walk over a part of the trace, or with switches
 *
 * Does the work of [method@Strata.SliceWalk.next] for such a walk.
 *
 * Returns: %FALSE at the end of the piece
 */
gboolean
strata_slice_walk_next_inside (StrataSliceWalk *self)
{
  const StrataSliceTable *slices = self->slices;

  for (;;)
    {
      if (enter_switch (self))
        return TRUE;
      if (self->next >= self->end)
        return FALSE;

      guint32 slice = self->next;
      gint64 start_ns = slices->start_ns[slice];

      if (start_ns < self->span.begin_ns &&
          strata_slice_table_get_end_ns (slices, slice) <= self->span.begin_ns)
        {
          self->next = slices->subtree_end[slice];
          continue;
        }

      self->next++;
      self->slice = slice;
      self->name = slices->name[slice];
      self->depth_flags = slices->depth_flags[slice] - self->base_depth;
      self->axis_ns = get_axis_inside (self, slice);
      self->cpu_ns = self->has_cpu ? get_cpu_inside (self, slice) : 0;
      self->knows_cpu = strata_slice_table_knows_cpu (slices, slice);
      self->knows_self_cpu = strata_slice_table_knows_self_cpu (slices, slice);
      return TRUE;
    }
}
