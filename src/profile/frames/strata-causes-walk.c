/* strata-causes-walk.c - splits a thread's time into pieces of one slice and one state
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-causes-private.h"
#include "strata-waits.h"

/* Open slices are a stack; each remembers what the slices around it show. The time between two
 * changes of the stack is cut at the changes of state. */

typedef struct
{
  guint32 slice;
  gint64 end_ns;
  guint32 meaning;
  StrataCauseKind kind;
  gboolean is_wait; /* by its own name only, since calls inside may not wait: polling dispatches input */
  double ran_frac;
} Open;

typedef struct
{
  StrataCauses *causes;          /* borrowed */
  const StrataSliceTable *table; /* borrowed */
  const StrataStates *states;    /* borrowed */
  const StrataThread *row;       /* borrowed */
  guint32 thread;
  StrataSpan span;
  StrataCauseFunc func;
  GArray *open; /* (element-type Open) owned */
  guint32 state;
  const StrataTrack *reclaims; /* (nullable) borrowed: the thread's lane of memory reclaim */
  const StrataTrack *calls;    /* (nullable) borrowed: its lane of binder calls; only without scheduling data */
  gint64 now_ns;
} Walk;

static const struct
{
  const char *prefix;
  StrataCauseKind kind;
} meanings[] = {
  { "monitor contention with", STRATA_CAUSE_LOCK },
  { "Lock contention on", STRATA_CAUSE_LOCK },
  { "binder transaction", STRATA_CAUSE_BINDER },
  { "OHOS::BinderInvoker::TransactWithDriver", STRATA_CAUSE_BINDER },
  { "GC: Wait For", STRATA_CAUSE_GC },
  { "WaitForGcToComplete", STRATA_CAUSE_GC },
  { "Background concurrent", STRATA_CAUSE_GC },
  { "Background young", STRATA_CAUSE_GC },
  { "Explicit concurrent", STRATA_CAUSE_GC },
  { "Alloc concurrent", STRATA_CAUSE_GC },
  { "PartialGC::", STRATA_CAUSE_GC },
  { "FullGC::", STRATA_CAUSE_GC },
  { "SharedGC::", STRATA_CAUSE_GC },
  { "STWYoungGC::", STRATA_CAUSE_GC },
  { "postAndWait", STRATA_CAUSE_RENDER },
  { "dequeueBuffer", STRATA_CAUSE_BUFFER },
  { "waiting for GPU completion", STRATA_CAUSE_GPU },
};

/* Finds the reason for a wait by the name of a slice. FALSE if the name shows none. */
static gboolean
get_meaning (const char *name,
             StrataCauseKind *kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (*name == *meanings[i].prefix && g_str_has_prefix (name, meanings[i].prefix))
      {
        *kind = meanings[i].kind;
        return TRUE;
      }

  *kind = STRATA_CAUSE_BINDER;
  return (g_str_has_prefix (name, "AIDL::") || g_str_has_prefix (name, "HIDL::")) && g_str_has_suffix (name, "::client");
}

/* A lane of the kernel's work for a thread. */
static const StrataTrack *
find_lane (StrataTrace *trace,
           guint32 thread,
           const char *name)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_KERNEL && tracks[i].thread == thread && tracks[i].n_slices > 0 && g_str_equal (strata_trace_get_string (trace, tracks[i].name), name))
      return &tracks[i];

  return NULL;
}

/* The slice of a row that is open now; @until_ns is moved forward to the next begin or end. */
static guint32
find_on_row (const Walk *self,
             const StrataTrack *lane,
             guint32 row,
             gint64 *until_ns)
{
  guint32 begin, end;

  strata_trace_get_row (self->causes->trace, lane, row, &begin, &end);

  const guint32 first = strata_slice_table_find_first (self->table, begin, end, self->now_ns);
  const guint32 slice = first < end ? self->table->order[first] : STRATA_NONE;

  if (slice == STRATA_NONE)
    return STRATA_NONE;

  const gboolean is_now = self->table->start_ns[slice] <= self->now_ns;

  *until_ns = MIN (*until_ns, is_now ? strata_slice_table_get_end_ns (self->table, slice) : self->table->start_ns[slice]);
  return is_now ? slice : STRATA_NONE;
}

/* The slice in which the thread frees memory now; its lane has one row. */
static guint32
find_reclaim (const Walk *self,
              gint64 *until_ns)
{
  return self->reclaims != NULL ? find_on_row (self, self->reclaims, 0, until_ns) : STRATA_NONE;
}

/* The call that the thread waits for now; it may have begun while the thread answered another. */
static guint32
find_call (const Walk *self,
           gint64 *until_ns)
{
  guint32 call = STRATA_NONE;

  for (guint32 row = 0; self->calls != NULL && row < self->calls->n_rows; row++)
    {
      const guint32 slice = find_on_row (self, self->calls, row, until_ns);

      if (slice != STRATA_NONE && strata_calls_is_call (self->causes->trace, slice))
        call = slice;
    }

  return call;
}

/* Reports the time from now to @end_ns, cut at the states and where memory is freed. */
static void
go_to (Walk *self,
       gint64 end_ns)
{
  const Open *open = self->open->len > 0 ? &g_array_index (self->open, Open, self->open->len - 1) : NULL;
  StrataCausePiece piece = {
    .thread = self->thread,
    .slice = open != NULL ? open->slice : STRATA_NONE,
    .meaning = open != NULL ? open->meaning : STRATA_NONE,
    .kind = open != NULL ? open->kind : STRATA_CAUSE_WORK,
    .ran_frac = open != NULL ? open->ran_frac : -1,
  };
  const guint32 last = self->row->first_state + self->row->n_states;

  end_ns = MIN (end_ns, self->span.end_ns);
  while (self->now_ns < end_ns)
    {
      while (self->state < last && strata_states_get_end_ns (self->states, self->row, self->state) <= self->now_ns)
        self->state++;

      const gboolean is_known = self->state < last && self->states->start_ns[self->state] <= self->now_ns;
      gint64 until_ns = G_MAXINT64;

      piece.reclaim = find_reclaim (self, &until_ns);
      piece.call = find_call (self, &until_ns);
      piece.state = is_known ? self->state : STRATA_NONE;
      piece.begin_ns = self->now_ns;
      if (is_known)
        self->now_ns = strata_states_get_end_ns (self->states, self->row, self->state);
      else
        self->now_ns = self->state < last ? self->states->start_ns[self->state] : end_ns;
      self->now_ns = MIN (MIN (self->now_ns, until_ns), end_ns);
      piece.end_ns = self->now_ns;
      self->func (self->causes, &piece);
    }
}

static void
leave_until (Walk *self,
             gint64 time_ns)
{
  while (self->open->len > 0 && g_array_index (self->open, Open, self->open->len - 1).end_ns <= time_ns)
    {
      go_to (self, g_array_index (self->open, Open, self->open->len - 1).end_ns);
      g_array_set_size (self->open, self->open->len - 1);
    }
}

/* By the thread's CPU clock. Only without scheduling data, which is more exact. */
static double
get_ran_frac (const Walk *self,
              guint32 slice)
{
  const gint64 self_ns = strata_slice_table_get_self_ns (self->table, slice);

  if (self->row->n_states > 0 || self_ns <= 0 || !strata_trace_has_cpu_time (self->causes->trace, slice) || !strata_slice_table_knows_self_cpu (self->table, slice))
    return -1;

  return CLAMP ((double) strata_slice_table_get_self_cpu_ns (self->table, slice) / (double) self_ns, 0, 1);
}

static void
enter (Walk *self,
       guint32 slice)
{
  const char *name = strata_trace_get_string (self->causes->trace, self->table->name[slice]);
  const Open *around = self->open->len > 0 ? &g_array_index (self->open, Open, self->open->len - 1) : NULL;
  Open open = {
    .slice = slice,
    .end_ns = strata_slice_table_get_end_ns (self->table, slice),
    .meaning = around != NULL && !around->is_wait ? around->meaning : STRATA_NONE,
    .kind = around != NULL && !around->is_wait ? around->kind : STRATA_CAUSE_WORK,
    .ran_frac = get_ran_frac (self, slice),
  };
  StrataCauseKind kind;

  if (get_meaning (name, &kind))
    {
      open.meaning = slice;
      open.kind = kind;
    }
  else if (open.kind == STRATA_CAUSE_WORK && strata_wait_is_idle (strata_wait_parse (name)))
    {
      open.meaning = slice;
      open.kind = STRATA_CAUSE_SLEEP;
      open.is_wait = TRUE;
    }

  go_to (self, self->table->start_ns[slice]);
  g_array_append_val (self->open, open);
}

/* Enters the slices that were open when the span began, outermost first: the last slice before it,
 * or the ones around that. Returns the first slice after them. */
static guint32
enter_open (Walk *self,
            const StrataTrack *track)
{
  g_autoptr (GArray) around = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 begin = track->first_slice;
  guint32 end = track->first_slice + track->n_slices;

  STRATA_BISECT (begin, end, i, self->table->start_ns[i] <= self->span.begin_ns);

  for (guint32 slice = begin > track->first_slice ? begin - 1 : STRATA_NONE; slice != STRATA_NONE; slice = strata_trace_find_parent (self->causes->trace, slice))
    g_array_append_val (around, slice);
  for (guint i = around->len; i-- > 0 && strata_slice_table_get_end_ns (self->table, g_array_index (around, guint32, i)) > self->span.begin_ns;)
    enter (self, g_array_index (around, guint32, i));

  return begin;
}

void
strata_causes_walk (StrataCauses *self,
                    guint32 thread,
                    StrataSpan span,
                    StrataCauseFunc func)
{
  Walk walk = {
    .causes = self,
    .table = strata_trace_get_slices (self->trace),
    .states = strata_trace_get_states (self->trace),
    .row = strata_trace_get_threads (self->trace, NULL) + thread,
    .thread = thread,
    .span = span,
    .func = func,
    .open = g_array_new (FALSE, FALSE, sizeof (Open)),
    .reclaims = find_lane (self->trace, thread, "memory reclaim"),
    .now_ns = span.begin_ns,
  };
  const StrataTrack *track = walk.row->track != STRATA_NONE ? strata_trace_get_tracks (self->trace, NULL) + walk.row->track : NULL;

  if (walk.row->n_states == 0)
    walk.calls = find_lane (self->trace, thread, STRATA_CALLS_LANE);
  walk.state = strata_states_find (walk.states, walk.row, walk.span.begin_ns);
  if (track != NULL && track->n_slices > 0)
    for (guint32 i = enter_open (&walk, track); i < track->first_slice + track->n_slices && walk.table->start_ns[i] < span.end_ns; i++)
      {
        /* close the slices that ended before this one begins */
        while (walk.open->len > strata_slice_table_get_depth (walk.table, i))
          {
            go_to (&walk, g_array_index (walk.open, Open, walk.open->len - 1).end_ns);
            g_array_set_size (walk.open, walk.open->len - 1);
          }
        enter (&walk, i);
      }

  leave_until (&walk, span.end_ns);
  go_to (&walk, span.end_ns);
  g_array_unref (walk.open);
}
