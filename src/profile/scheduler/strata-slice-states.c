/* strata-slice-states.c - the thread states during a slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-states.h"

#include "strata-order.h"

/* One walk over the states that overlap the slice. Waits are grouped
 * by function and state, and wake-ups by thread, with a key that fits
 * into a pointer; the tables have indices of the arrays, plus one. */

typedef struct
{
  const StrataStates *states; /* borrowed */
  const StrataThread *thread; /* borrowed */
  StrataSpan span;            /* of the slice */
  GHashTable *waits;          /* owned */
  GHashTable *wakers;         /* owned */
} Walk;

static inline gpointer
make_key (guint32 high,
          guint32 low)
{
  return (gpointer) (gsize) ((guint64) high << 32 | low);
}

/* The row of a key, created if it is new. */
static gpointer
get_row (GHashTable *places,
         GArray *rows,
         gpointer key,
         gboolean *is_new)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, key));

  *is_new = place == 0;
  if (*is_new)
    {
      g_array_set_size (rows, rows->len + 1);
      place = rows->len;
      g_hash_table_insert (places, key, GUINT_TO_POINTER (place));
    }

  return rows->data + (gsize) (place - 1) * g_array_get_element_size (rows);
}

static void
add_wait (StrataSliceStates *self,
          Walk *walk,
          guint32 i,
          StrataState state,
          gint64 ns)
{
  const guint32 function = walk->states->detail[i];
  gboolean is_new;

  if (function == STRATA_STRING_EMPTY)
    return;

  StrataSliceWait *wait = get_row (walk->waits, self->waits, make_key (state, function), &is_new);

  if (is_new)
    *wait = (StrataSliceWait){ .state = state, .function = function, .longest_ns = -1 };

  wait->n_waits++;
  wait->total_ns += ns;
  if (ns > wait->longest_ns)
    {
      wait->longest_ns = ns;
      wait->longest_state = i;
    }
}

static void
add_wakeup (StrataSliceStates *self,
            Walk *walk,
            guint32 i,
            gint64 ns)
{
  const gboolean is_interrupt = (walk->states->state[i] & STRATA_STATES_FROM_INTERRUPT) != 0;
  const guint32 thread = is_interrupt ? STRATA_NONE : walk->states->detail[i];
  gboolean is_new;

  if (walk->states->start_ns[i] < walk->span.begin_ns)
    return;

  StrataSliceWaker *waker = get_row (walk->wakers, self->wakers, make_key ((guint32) is_interrupt, thread), &is_new);

  if (is_new)
    *waker = (StrataSliceWaker){ .thread = thread, .is_interrupt = is_interrupt, .longest_ns = -1 };

  waker->n_wakeups++;
  waker->latency_ns += ns;
  if (ns > waker->longest_ns)
    {
      waker->longest_ns = ns;
      waker->longest_state = i;
    }
}

static void
add_state (StrataSliceStates *self,
           Walk *walk,
           guint32 i)
{
  const StrataState state = strata_states_get (walk->states, i);
  const gint64 begin_ns = MAX (walk->states->start_ns[i], walk->span.begin_ns);
  const gint64 end_ns = MIN (strata_states_get_end_ns (walk->states, walk->thread, i), walk->span.end_ns);
  const gint64 ns = MAX (end_ns - begin_ns, 0);

  self->states_ns[state] += ns;
  self->n_states[state]++;
  self->outside_ns -= ns;

  if (state == STRATA_STATE_RUNNABLE)
    add_wakeup (self, walk, i, ns);
  else if (state >= STRATA_STATE_SLEEPING && state <= STRATA_STATE_BLOCKED_OTHER)
    add_wait (self, walk, i, state, ns);
}

STRATA_ORDER_BY_DOWN (compare_waits, StrataSliceWait, total_ns)

STRATA_ORDER_BY_DOWN (compare_wakers, StrataSliceWaker, latency_ns)

static void
walk_states (StrataSliceStates *self,
             Walk *walk)
{
  const guint32 end = walk->thread->first_state + walk->thread->n_states;

  for (guint32 i = strata_states_find (walk->states, walk->thread, walk->span.begin_ns); i < end && walk->states->start_ns[i] < walk->span.end_ns; i++)
    add_state (self, walk, i);

  g_array_sort (self->waits, compare_waits);
  g_array_sort (self->wakers, compare_wakers);
}

/* The thread of a slice; asynchronous slices have none. */
static guint32
find_thread (StrataTrace *trace,
             guint32 slice)
{
  const StrataTrack *track = strata_trace_get_tracks (trace, NULL) + strata_trace_find_track (trace, slice);

  if (track->kind != STRATA_TRACK_THREAD && track->kind != STRATA_TRACK_KERNEL)
    return STRATA_NONE;
  if (track->thread == STRATA_NONE || strata_trace_get_threads (trace, NULL)[track->thread].n_states == 0)
    return STRATA_NONE;

  return track->thread;
}

/**
 * strata_slice_states_count:
 * @trace: a trace
 * @slice: index of a slice
 *
 * Returns: about how many states [func@Strata.slice_states_new] has to read
 */
guint32
strata_slice_states_count (StrataTrace *trace,
                           guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 thread = find_thread (trace, slice);

  if (thread == STRATA_NONE)
    return 0;

  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;
  const StrataStates *states = strata_trace_get_states (trace);

  return strata_states_find (states, row, strata_slice_table_get_end_ns (slices, slice)) - strata_states_find (states, row, strata_slice_table_get_start_ns (slices, slice)) + 1;
}

/**
 * strata_slice_states_new:
 * @trace: a trace
 * @slice: index of a slice
 *
 * Splits the time of a slice by the states of its thread.
 *
 * Returns: (transfer full) (nullable): the split, or %NULL if the thread's states are not known
 */
StrataSliceStates *
strata_slice_states_new (StrataTrace *trace,
                         guint32 slice)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  const guint32 thread = find_thread (trace, slice);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (thread == STRATA_NONE)
    return NULL;

  StrataSliceStates *self = g_new0 (StrataSliceStates, 1);
  Walk walk = {
    .states = strata_trace_get_states (trace),
    .thread = strata_trace_get_threads (trace, NULL) + thread,
    .span = { strata_slice_table_get_start_ns (slices, slice), strata_slice_table_get_end_ns (slices, slice) },
    .waits = g_hash_table_new (NULL, NULL),
    .wakers = g_hash_table_new (NULL, NULL),
  };

  self->slice = slice;
  self->thread = thread;
  self->outside_ns = strata_span_get_length_ns (walk.span);
  self->waits = g_array_new (FALSE, FALSE, sizeof (StrataSliceWait));
  self->wakers = g_array_new (FALSE, FALSE, sizeof (StrataSliceWaker));
  walk_states (self, &walk);
  g_hash_table_unref (walk.waits);
  g_hash_table_unref (walk.wakers);

  return self;
}

void
strata_slice_states_free (StrataSliceStates *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->waits);
  g_array_unref (self->wakers);
  g_free (self);
}
