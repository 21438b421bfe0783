/* strata-causes-piece.c - the cause of a piece of a thread's time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-causes-private.h"
#include "strata-io-waits.h"

/* The state of the thread decides first. Why it slept is shown by the slices around, the function
 * of the kernel, and the kernel's work for the thread. */

static const char *
get_string (const StrataCauses *self,
            guint32 id)
{
  return strata_trace_get_string (self->trace, id);
}

static gboolean
contains_any (const char *text,
              const char *const *words)
{
  for (; *words != NULL; words++)
    if (strstr (text, *words) != NULL)
      return TRUE;

  return FALSE;
}

/* Adds the threads that had a CPU in a span, each with its own time. */
static void
add_occupants (StrataCauses *self,
               guint32 cpu,
               guint32 thread,
               StrataSpan span)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  const guint32 index = strata_trace_find_cpu (self->trace, cpu);

  if (index == STRATA_NONE)
    return;

  const StrataCpu *row = &strata_trace_get_cpus (self->trace, NULL)[index];
  const guint32 last = row->first_run + row->n_runs;
  guint32 begin = row->first_run;
  guint32 end = last;

  STRATA_BISECT (begin, end, middle, runs->end_ns[middle] <= span.begin_ns);
  for (; begin < last && runs->start_ns[begin] < span.end_ns; begin++)
    if (runs->thread[begin] != thread)
      strata_causes_add_occupant (self, thread, runs->thread[begin], MIN (runs->end_ns[begin], span.end_ns) - MAX (runs->start_ns[begin], span.begin_ns));
}

/* The CPU that a thread waits for is the one that it gets next. */
static void
add_who_ran (StrataCauses *self,
             const StrataCausePiece *piece)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + piece->thread;

  for (guint32 i = piece->state + 1; i < row->first_state + row->n_states && i <= piece->state + 2; i++)
    if (strata_states_get (states, i) == STRATA_STATE_RUNNING)
      {
        add_occupants (self, states->cpu[i], piece->thread, (StrataSpan){ piece->begin_ns, piece->end_ns });
        return;
      }
}

static guint32
find_waker (const StrataCauses *self,
            const StrataCausePiece *piece)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + piece->thread;
  const guint32 next = piece->state + 1;

  if (next >= row->first_state + row->n_states || strata_states_get (states, next) != STRATA_STATE_RUNNABLE || (states->state[next] & STRATA_STATES_FROM_INTERRUPT) != 0)
    return STRATA_NONE;

  return states->detail[next];
}

/* Whether an interrupt ended a wait. */
static gboolean
was_interrupted (const StrataCauses *self,
                 const StrataCausePiece *piece)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + piece->thread;
  const guint32 next = piece->state + 1;

  return next < row->first_state + row->n_states && strata_states_get (states, next) == STRATA_STATE_RUNNABLE && (states->state[next] & STRATA_STATES_FROM_INTERRUPT) != 0;
}

/* The kernel's slice of the binder call that a thread waits for at a time. */
static guint32
find_binder_call (StrataTrace *trace,
                  guint32 thread,
                  gint64 time_ns)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataSliceTable *table = strata_trace_get_slices (trace);

  for (guint i = 0; i < n_tracks; i++)
    {
      if (tracks[i].kind != STRATA_TRACK_KERNEL || tracks[i].thread != thread)
        continue;

      for (guint32 depth = 0; depth < tracks[i].n_rows; depth++)
        {
          guint32 begin, end;

          strata_trace_get_row (trace, &tracks[i], depth, &begin, &end);

          const guint32 first = strata_slice_table_find_first (table, begin, end, time_ns);
          const guint32 slice = first < end ? table->order[first] : STRATA_NONE;

          if (slice != STRATA_NONE && table->start_ns[slice] <= time_ns && strata_calls_is_call (trace, slice))
            return slice;
        }
    }

  return STRATA_NONE;
}

/* Finds the owner of a lock: "monitor contention with owner NAME (TID) at …" or "Lock contention on
 * LOCK (owner tid: TID)". */
static guint32
find_owner (StrataCauses *self,
            const char *name,
            gint64 time_ns)
{
  const char *number = strstr (name, "owner tid: ");

  if (number != NULL)
    number += strlen ("owner tid: ");
  else if ((number = strstr (name, "with owner ")) != NULL)
    number = (number = strstr (number, " (")) != NULL ? number + 2 : NULL;
  if (number == NULL || !g_ascii_isdigit (*number))
    return STRATA_NONE;

  if (self->index == NULL)
    self->index = strata_thread_index_new (self->trace);

  return strata_thread_index_find (self->index, 0, g_ascii_strtoll (number, NULL, 10), time_ns);
}

static gboolean
is_kernel_lock (const char *function)
{
  static const char *const words[] = { "futex", "mutex", "rwsem", "down_read", "down_write", NULL };

  return contains_any (function, words);
}

static void
classify_sleep (StrataCauses *self,
                const StrataCausePiece *piece,
                StrataCause *cause)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  const char *function = get_string (self, states->detail[piece->state]);
  const guint32 call = find_binder_call (self->trace, piece->thread, piece->begin_ns);

  cause->other = find_waker (self, piece);
  cause->is_by_interrupt = was_interrupted (self, piece);
  if (piece->kind == STRATA_CAUSE_LOCK)
    {
      cause->kind = STRATA_CAUSE_LOCK;
      cause->detail = table->name[piece->meaning];
    }
  else if (call != STRATA_NONE)
    {
      cause->kind = STRATA_CAUSE_BINDER;
      cause->detail = table->name[call];
    }
  else if (piece->kind != STRATA_CAUSE_WORK)
    cause->kind = piece->kind;
  else if (is_kernel_lock (function))
    cause->kind = STRATA_CAUSE_LOCK;
  else if (strstr (function, "binder") != NULL)
    cause->kind = STRATA_CAUSE_BINDER;
  else
    cause->kind = STRATA_CAUSE_SLEEP;

  if (cause->detail == STRATA_STRING_EMPTY)
    cause->detail = states->detail[piece->state];
}

/* If the kernel does not show why: whether a block device request ended the wait. */
static gboolean
is_for_request (StrataTrace *trace,
                const StrataCausePiece *piece)
{
  g_autoptr (GArray) waits = strata_io_list_waits (trace, piece->thread, (StrataSpan){ piece->begin_ns, piece->end_ns }, 1);

  return waits->len > 0;
}

static void
classify_blocked (StrataCauses *self,
                  const StrataCausePiece *piece,
                  StrataState state,
                  StrataCause *cause)
{
  const StrataStates *states = strata_trace_get_states (self->trace);

  cause->detail = states->detail[piece->state];
  cause->is_inferred = state == STRATA_STATE_BLOCKED && is_for_request (self->trace, piece);
  if (state == STRATA_STATE_BLOCKED_IO || cause->is_inferred)
    {
      const guint32 call = strata_io_find_call (self->trace, piece->thread, piece->begin_ns);

      cause->kind = STRATA_CAUSE_IO;
      if (call != STRATA_NONE)
        cause->name = strata_trace_get_slices (self->trace)->name[call];
    }
  else
    cause->kind = is_kernel_lock (get_string (self, cause->detail)) ? STRATA_CAUSE_LOCK : STRATA_CAUSE_BLOCKED;
}

static void
classify_running (StrataCauses *self,
                  const StrataCausePiece *piece,
                  gboolean is_known,
                  StrataCause *cause)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);

  if (piece->kind == STRATA_CAUSE_GC || (!is_known && piece->kind != STRATA_CAUSE_WORK))
    {
      cause->kind = piece->kind;
      cause->detail = piece->kind != STRATA_CAUSE_SLEEP ? table->name[piece->meaning] : STRATA_STRING_EMPTY; /* the slice itself shows how it waits */
    }
}

/* The slice that waits for a lock has the lock's owner in its name. */
static void
set_owner (StrataCauses *self,
           const StrataCausePiece *piece,
           StrataCause *cause)
{
  if (cause->kind != STRATA_CAUSE_LOCK || piece->kind != STRATA_CAUSE_LOCK)
    return;

  const guint32 owner = find_owner (self, get_string (self, strata_trace_get_slices (self->trace)->name[piece->meaning]), piece->begin_ns);

  cause->other = owner != STRATA_NONE ? owner : cause->other;
}

/* A thread that has to free memory makes no other progress, running or not. */
static void
classify_reclaim (StrataCauses *self,
                  const StrataCausePiece *piece,
                  StrataCause *cause)
{
  cause->kind = STRATA_CAUSE_RECLAIM;
  cause->detail = strata_trace_get_slices (self->trace)->name[piece->reclaim];
  cause->other = STRATA_NONE;
  cause->is_inferred = FALSE;
}

/* The thread that answers a binder call. */
static guint32
find_server (StrataCauses *self,
             guint32 call)
{
  if (self->calls == NULL)
    self->calls = strata_calls_new (self->trace);

  const guint32 answer = strata_calls_find_peer (self->calls, call);

  return answer != STRATA_NONE ? strata_trace_get_tracks (self->trace, NULL)[strata_trace_find_track (self->trace, answer)].thread : STRATA_NONE;
}

/* The longest chain of calls that wait for one another: a cycle is a deadlock. */
#define MAX_CALLS 16

/* The last thread in a chain of calls at the end of the piece, on which all others wait: the called thread may have called another in turn. */
static guint32
find_last_server (StrataCauses *self,
                  const StrataCausePiece *piece)
{
  const gint64 time_ns = piece->end_ns - 1;
  guint32 server = find_server (self, piece->call);

  for (guint i = 1; i < MAX_CALLS && server != STRATA_NONE && server != piece->thread; i++)
    {
      const guint32 next = find_binder_call (self->trace, server, time_ns);

      if (next == STRATA_NONE)
        break;
      server = find_server (self, next);
    }

  return server;
}

/* A thread that calls another process waits for its answer. */
static void
classify_call (StrataCauses *self,
               const StrataCausePiece *piece,
               StrataCause *cause)
{
  cause->kind = STRATA_CAUSE_BINDER;
  cause->detail = strata_trace_get_slices (self->trace)->name[piece->call];
  cause->other = find_last_server (self, piece);
}

/* Without scheduling data, the thread's CPU clock still shows how long it ran. */
static void
add_unscheduled (StrataCauses *self,
                 const StrataCausePiece *piece,
                 StrataCause *cause)
{
  const gint64 piece_ns = piece->end_ns - piece->begin_ns;
  const gint64 ran_ns = piece->ran_frac >= 0 && piece->reclaim == STRATA_NONE ? (gint64) ((double) piece_ns * piece->ran_frac + 0.5) : 0;

  if (ran_ns > 0)
    strata_causes_add (self, cause, ran_ns);

  if (piece->reclaim != STRATA_NONE)
    classify_reclaim (self, piece, cause);
  else if (piece->call != STRATA_NONE)
    classify_call (self, piece, cause);
  else if (piece->kind != STRATA_CAUSE_WORK)
    classify_running (self, piece, FALSE, cause);
  else if (piece->ran_frac >= 0)
    cause->kind = STRATA_CAUSE_OFF_CPU;
  else if (piece->slice == STRATA_NONE)
    cause->kind = STRATA_CAUSE_UNKNOWN;
  else
    cause->is_inferred = TRUE;

  set_owner (self, piece, cause);
  strata_causes_add (self, cause, piece_ns - ran_ns);
}

void
strata_causes_add_piece (StrataCauses *self,
                         const StrataCausePiece *piece)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  const StrataState state = piece->state != STRATA_NONE ? strata_states_get (states, piece->state) : STRATA_STATE_UNKNOWN;
  StrataCause cause = {
    .kind = STRATA_CAUSE_WORK,
    .thread = piece->thread,
    .name = piece->slice != STRATA_NONE ? table->name[piece->slice] : STRATA_STRING_EMPTY,
    .other = STRATA_NONE,
    .slice = piece->slice,
    .begin_ns = piece->begin_ns,
  };

  switch (state)
    {
    case STRATA_STATE_UNKNOWN:
      add_unscheduled (self, piece, &cause);
      return;
    case STRATA_STATE_RUNNING:
      classify_running (self, piece, TRUE, &cause);
      break;
    case STRATA_STATE_RUNNABLE:
    case STRATA_STATE_PREEMPTED:
      cause.kind = STRATA_CAUSE_CPU;
      add_who_ran (self, piece);
      break;
    case STRATA_STATE_BLOCKED:
    case STRATA_STATE_BLOCKED_IO:
    case STRATA_STATE_BLOCKED_OTHER:
      classify_blocked (self, piece, state, &cause);
      break;
    case STRATA_STATE_SLEEPING:
    case STRATA_STATE_STOPPED:
    case STRATA_STATE_DEAD:
      classify_sleep (self, piece, &cause);
      break;
    }

  if (piece->reclaim != STRATA_NONE && cause.kind != STRATA_CAUSE_CPU)
    classify_reclaim (self, piece, &cause);
  set_owner (self, piece, &cause);
  StrataCause *row = strata_causes_add (self, &cause, piece->end_ns - piece->begin_ns);

  if (row != NULL && state == STRATA_STATE_RUNNING)
    strata_causes_add_speed (self, piece, states->cpu[piece->state], row);
  if (row != NULL && (row->kind == STRATA_CAUSE_GPU || row->kind == STRATA_CAUSE_BUFFER))
    strata_causes_add_gpu_speed (self, (StrataSpan){ piece->begin_ns, piece->end_ns }, row);
}
