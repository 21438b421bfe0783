/* strata-atrace-events.c - the content of a trace as events by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-events.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-column.h"
#include "strata-order.h"
#include "strata-pair-key.h"

/* The events of a track, counter or CPU are listed in their order, and events with equal times
 * keep the order of the list: so calls without length nest as before. */

typedef struct
{
  StrataTrace *trace;             /* borrowed */
  const StrataClip *clip;         /* borrowed */
  const StrataSliceTable *slices; /* borrowed */
  guint32 *heirs;                 /* owned: by thread, the next one with its id, or %STRATA_NONE */
  gint64 *births;                 /* owned: by thread, since when its id means it */
  StrataColumn events;            /* owned */
} List;

/* The longest name of a thread. */
#define COMM_BYTES 15

/* Orders of events with the same time. */
enum
{
  ORDER_RESUME,
  ORDER_OF_ENDED, /* what is left of a thread whose id means another one from then on */
  ORDER_USUAL,
};

/* By thread, the index + 1 of the thread that had its id before. */
static guint32 *
list_earlier (const StrataThread *threads,
              guint n_threads)
{
  guint32 *earlier = g_new0 (guint32, MAX (n_threads, 1));
  g_autoptr (GHashTable) known = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < n_threads; i++)
    {
      const gint64 key = (gint64) ((guint64) threads[i].device << 32) ^ threads[i].tid;

      if (threads[i].tid <= 0 || threads[i].has_own_id)
        continue;

      earlier[i] = GPOINTER_TO_UINT (g_hash_table_lookup (known, &key));
      g_hash_table_insert (known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i + 1));
    }

  return earlier;
}

/**
 * strata_atrace_list_births:
 * @trace: a trace
 * @clip: the part of it that is written
 *
 * Finds since when ids mean threads: the first event of a thread in the part. If it has none, its start, or else the end of the thread that had its
 * id before.
 *
 * Returns: (transfer full): the times, by thread
 */
gint64 *
strata_atrace_list_births (StrataTrace *trace,
                           const StrataClip *clip)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  g_autofree guint32 *earlier = list_earlier (threads, n_threads);
  gint64 *births = g_new (gint64, MAX (n_threads, 1));

  for (guint i = 0; i < n_threads; i++)
    {
      const StrataThread *before = earlier[i] != 0 ? &threads[earlier[i] - 1] : NULL;
      const gint64 own_ns = threads[i].first_ns != STRATA_NO_TIME ? threads[i].first_ns : threads[i].start_ns;
      const gint64 time_ns = own_ns != STRATA_NO_TIME || before == NULL ? own_ns : MAX (before->last_ns, before->end_ns);

      births[i] = strata_clip_get_start_ns (clip, time_ns != STRATA_NO_TIME ? time_ns : clip->span.begin_ns);
    }

  return births;
}

/* By thread, the index of the thread that has its id next, or STRATA_NONE. */
static guint32 *
list_heirs (StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  g_autofree guint32 *earlier = list_earlier (threads, n_threads);
  guint32 *heirs = strata_new_nones (n_threads);

  for (guint32 i = 0; i < n_threads; i++)
    if (earlier[i] != 0)
      heirs[earlier[i] - 1] = i;

  return heirs;
}

/* The thread of an event on a track, or STRATA_NONE. */
static guint32
get_thread (const List *self,
            StrataAtraceKind kind,
            guint32 owner)
{
  if (kind == STRATA_ATRACE_BEGIN || kind == STRATA_ATRACE_END || kind == STRATA_ATRACE_EXIT || kind == STRATA_ATRACE_LEFT || kind == STRATA_ATRACE_KERNEL_BEGIN || kind == STRATA_ATRACE_KERNEL_END)
    return strata_trace_get_tracks (self->trace, NULL)[owner].thread;

  return STRATA_NONE;
}

/* Whether the id of a thread means another one from a time on. */
static gboolean
makes_way (const List *self,
           guint32 thread,
           gint64 time_ns)
{
  const guint32 heir = self->heirs[thread];

  return heir != STRATA_NONE && self->births[heir] == time_ns;
}

static guint64
get_order (const List *self,
           StrataAtraceKind kind,
           gint64 time_ns,
           guint32 owner)
{
  const guint32 thread = get_thread (self, kind, owner);

  if (kind == STRATA_ATRACE_RESUME)
    return ORDER_RESUME;
  if (thread != STRATA_NONE && makes_way (self, thread, time_ns))
    return ORDER_OF_ENDED;

  return kind < STRATA_ATRACE_REST ? ORDER_USUAL : (guint64) kind;
}

static void
push (List *self,
      StrataAtraceKind kind,
      gint64 time_ns,
      guint32 index,
      guint32 owner)
{
  const guint64 priority = get_order (self, kind, time_ns, owner);

  *(StrataAtraceEvent *) strata_column_push (&self->events, sizeof (StrataAtraceEvent)) = (StrataAtraceEvent){
    .time_ns = time_ns,
    .order = priority << 56 | (self->events.n - 1),
    .kind = kind,
    .index = index,
    .owner = owner,
  };
}

/* Without scheduler events, an open call would end with the last of its thread's other events.
 * So it gets an end at the end of the clip. */
static gboolean
find_end (const List *self,
          guint32 slice,
          guint32 track,
          gint64 *end_ns)
{
  const guint32 thread = strata_trace_get_tracks (self->trace, NULL)[track].thread;
  const gboolean is_cut = strata_slice_table_get_end_ns (self->slices, slice) > self->clip->limits.end_ns;

  *end_ns = MIN (strata_slice_table_get_end_ns (self->slices, slice), self->clip->limits.end_ns);
  return strata_clip_has_end (self->clip, self->slices, slice) || (is_cut && strata_trace_get_threads (self->trace, NULL)[thread].n_states == 0);
}

/* Ends the open slices that do not contain @slice. */
static void
push_ends (List *self,
           StrataColumn *open,
           guint32 slice,
           guint32 track)
{
  while (open->n > 0)
    {
      const guint32 innermost = strata_column_at (open, guint32, open->n - 1);

      if (self->slices->subtree_end[innermost] > slice)
        break;

      gint64 end_ns;

      if (find_end (self, innermost, track, &end_ns))
        push (self, STRATA_ATRACE_END, end_ns, innermost, track);

      open->n--;
    }
}

static guint32
find_last_root (const StrataSliceTable *slices,
                const StrataTrack *track)
{
  guint32 slice = track->first_slice;

  while (slices->subtree_end[slice] < track->first_slice + track->n_slices)
    slice = slices->subtree_end[slice];

  return slice;
}

/* Whether a thread exited at that time. Without a scheduler that is unknown: the file with the thread may have ended. */
static gboolean
has_exited (StrataTrace *trace,
            guint32 thread,
            gint64 end_ns)
{
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;
  const StrataStates *states = strata_trace_get_states (trace);
  const guint32 last = row->first_state + row->n_states - 1;

  return row->n_states > 0 && (strata_states_get (states, last) == STRATA_STATE_DEAD || end_ns > MAX (row->last_ns, states->start_ns[last]));
}

/* Whether a slice ended before the trace did, although no event ended it. */
static gboolean
is_cut (const List *self,
        guint32 slice)
{
  const gint64 end_ns = strata_slice_table_get_end_ns (self->slices, slice);

  return (strata_slice_table_get_flags (self->slices, slice) & STRATA_SLICE_UNFINISHED) != 0 && end_ns < strata_trace_get_span (self->trace).end_ns &&
         strata_clip_has_time (self->clip, end_ns);
}

/* Calls without an end extend to the end of their thread, which the birth of the next one with its id also is. */
static void
push_exit (List *self,
           guint32 slice,
           guint32 track)
{
  const gint64 end_ns = strata_slice_table_get_end_ns (self->slices, slice);
  const guint32 thread = strata_trace_get_tracks (self->trace, NULL)[track].thread;

  if (is_cut (self, slice) && !makes_way (self, thread, end_ns))
    push (self, has_exited (self->trace, thread, end_ns) ? STRATA_ATRACE_EXIT : STRATA_ATRACE_LEFT, end_ns, slice, track);
}

static void
push_calls (List *self,
            const StrataTrack *track,
            guint32 index)
{
  StrataColumn open = STRATA_COLUMN_INIT;
  const guint32 end = track->first_slice + track->n_slices;

  for (guint32 i = track->first_slice; i < end; i++)
    {
      if (!strata_clip_has_slice (self->clip, self->slices, i))
        continue;

      push_ends (self, &open, i, index);
      push (self, STRATA_ATRACE_BEGIN, strata_clip_get_start_ns (self->clip, self->slices->start_ns[i]), i, index);
      strata_column_push_u32 (&open, i);
    }

  push_ends (self, &open, end, index);
  strata_column_clear (&open);
}

/* A lane is sorted by start, so that among slices with equal keys, one that ends at a time does
 * so before the next one starts. */
static void
push_async (List *self,
            const StrataTrack *track,
            guint32 index)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (!strata_clip_has_slice (self->clip, self->slices, i))
        continue;

      push (self, STRATA_ATRACE_START, strata_clip_get_start_ns (self->clip, self->slices->start_ns[i]), i, index);

      if (strata_clip_has_end (self->clip, self->slices, i))
        push (self, STRATA_ATRACE_FINISH, strata_slice_table_get_end_ns (self->slices, i), i, index);
    }
}

/* A slice that ends when its thread sleeps, such as a request, ends before the sleep. */
static void
push_kernel (List *self,
             const StrataTrack *track,
             guint32 index)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (!strata_clip_has_slice (self->clip, self->slices, i))
        continue;

      push (self, STRATA_ATRACE_KERNEL_BEGIN, strata_clip_get_start_ns (self->clip, self->slices->start_ns[i]), i, index);

      if (strata_clip_has_end (self->clip, self->slices, i) || is_cut (self, i))
        push (self, STRATA_ATRACE_KERNEL_END, strata_slice_table_get_end_ns (self->slices, i), i, index);
    }
}

static void
push_slices (List *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD)
      {
        push_calls (self, &tracks[i], i);
        push_exit (self, find_last_root (self->slices, &tracks[i]), i);
      }
    else if (tracks[i].kind == STRATA_TRACK_ASYNC)
      push_async (self, &tracks[i], i);
    else
      push_kernel (self, &tracks[i], i);
}

/* A value from before the clip is valid until the next one. */
static void
push_samples (List *self)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);
  const StrataSamples *samples = strata_trace_get_samples (self->trace);

  for (guint i = 0; i < n_counters; i++)
    for (guint32 k = counters[i].first_sample; k < counters[i].first_sample + counters[i].n_samples; k++)
      {
        const gboolean is_last = k + 1 == counters[i].first_sample + counters[i].n_samples;
        const gint64 end_ns = is_last ? G_MAXINT64 : samples->time_ns[k + 1];

        if (strata_clip_touches (self->clip, samples->time_ns[k], end_ns))
          push (self, STRATA_ATRACE_SAMPLE, strata_clip_get_start_ns (self->clip, samples->time_ns[k]), k, i);
      }
}

static void
push_instants (List *self)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);

  for (guint32 i = 0; i < instants->n_instants; i++)
    if (strata_clip_has_time (self->clip, instants->time_ns[i]))
      push (self, STRATA_ATRACE_INSTANT, instants->time_ns[i], i, 0);
}

/* A thread that runs at the end of the trace has not left its CPU. */
static void
push_run (List *self,
          guint32 run,
          guint32 cpu,
          gboolean is_last)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  const gint64 end_ns = runs->end_ns[run];
  const gboolean is_open = end_ns >= self->clip->limits.end_ns || (is_last && end_ns >= strata_trace_get_span (self->trace).end_ns && runs->end_state[run] == 0);
  const gboolean is_pass = !is_open && end_ns <= runs->start_ns[run];

  push (self, is_pass ? STRATA_ATRACE_PASS : STRATA_ATRACE_ENTER, strata_clip_get_start_ns (self->clip, runs->start_ns[run]), run, cpu);

  if (!is_pass && !is_open)
    push (self, STRATA_ATRACE_LEAVE, end_ns, run, cpu);
}

/* Whether events of a CPU are missing at a time. */
static gboolean
is_lost (const List *self,
         guint32 cpu,
         gint64 time_ns)
{
  const guint32 loss = strata_trace_find_loss (self->trace, cpu, time_ns);

  return loss != STRATA_NONE && strata_trace_get_losses (self->trace, NULL)[loss].begin_ns <= time_ns;
}

static void
push_idle (List *self,
           guint32 index)
{
  const StrataCpu *cpu = &strata_trace_get_cpus (self->trace, NULL)[index];
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  const gint64 begin_ns = strata_clip_get_start_ns (self->clip, cpu->known_ns);
  const guint32 last = cpu->first_run + cpu->n_runs;
  guint32 next = cpu->first_run;
  guint32 end = last;

  STRATA_BISECT (next, end, i, runs->start_ns[i] < begin_ns);

  const gboolean is_idle = (next == cpu->first_run || runs->end_ns[next - 1] <= begin_ns) && (next == last || runs->start_ns[next] > begin_ns);

  if (is_idle && strata_clip_has_time (self->clip, begin_ns) && !is_lost (self, cpu->cpu, begin_ns))
    push (self, STRATA_ATRACE_IDLE, begin_ns, index, index);
}

static void
push_runs (List *self)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self->trace, &n_cpus);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);

  for (guint i = 0; i < n_cpus; i++)
    {
      push_idle (self, i);
      for (guint32 k = cpus[i].first_run; k < cpus[i].first_run + cpus[i].n_runs; k++)
        if (strata_clip_touches (self->clip, runs->start_ns[k], runs->end_ns[k]))
          push_run (self, k, i, k + 1 == cpus[i].first_run + cpus[i].n_runs);
    }
}

/* Whether a state can only be caused by a switch. */
static gboolean
is_stop (StrataState state)
{
  return state >= STRATA_STATE_PREEMPTED;
}

/* A state at the start of a part has begun before it. */
static void
push_state_at_begin (List *self,
                     guint32 state,
                     guint32 thread)
{
  const StrataState kind = strata_states_get (strata_trace_get_states (self->trace), state);

  if (kind == STRATA_STATE_RUNNABLE)
    push (self, STRATA_ATRACE_WAKE, self->clip->limits.begin_ns, state, thread);
  else if (is_stop (kind) && kind != STRATA_STATE_DEAD)
    push (self, STRATA_ATRACE_REST, self->clip->limits.begin_ns, state, thread);
}

/* Whether it is known that the sleep is for I/O, or in which function it is, or both. */
static gboolean
has_reason (const StrataStates *states,
            guint32 state)
{
  const StrataState kind = strata_states_get (states, state);

  return kind == STRATA_STATE_BLOCKED_IO || kind == STRATA_STATE_BLOCKED_OTHER || (kind == STRATA_STATE_SLEEPING && states->detail[state] != STRATA_STRING_EMPTY);
}

/* The event that wakes a thread contains the reason of its sleep, so only other sleeps get an event. */
static void
push_reason (List *self,
             guint32 state,
             guint32 thread)
{
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + thread;
  const StrataStates *states = strata_trace_get_states (self->trace);
  const gboolean is_last = state + 1 == row->first_state + row->n_states;

  if (has_reason (states, state) && (is_last || strata_states_get (states, state + 1) != STRATA_STATE_RUNNABLE))
    push (self, STRATA_ATRACE_REASON, strata_clip_get_start_ns (self->clip, states->start_ns[state]), state, thread);
}

/* A thread that is runnable right after it ran was preempted. A thread that ran on a CPU before
 * its first switch has no run, but a state from then on. */
static void
push_state (List *self,
            guint32 state,
            guint32 first,
            guint32 thread)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataState kind = strata_states_get (states, state);
  const StrataState before = state > first ? strata_states_get (states, state - 1) : STRATA_STATE_UNKNOWN;
  const gboolean is_later = state == first || states->start_ns[state] > states->start_ns[state - 1];

  if (kind == STRATA_STATE_RUNNABLE && before != STRATA_STATE_RUNNING)
    push (self, STRATA_ATRACE_WAKE, states->start_ns[state], state, thread);
  else if (before == STRATA_STATE_UNKNOWN && is_stop (kind) && is_later)
    push (self, STRATA_ATRACE_STOP, states->start_ns[state], state, thread);
  else if (kind == STRATA_STATE_UNKNOWN && state > first && before != STRATA_STATE_RUNNING)
    push (self, STRATA_ATRACE_FORGET, states->start_ns[state], state, thread);
}

static void
push_states (List *self)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);
  const StrataStates *states = strata_trace_get_states (self->trace);

  for (guint i = 0; i < n_threads; i++)
    for (guint32 k = threads[i].first_state; k < threads[i].first_state + threads[i].n_states; k++)
      {
        if (strata_clip_has_time (self->clip, states->start_ns[k]))
          push_state (self, k, threads[i].first_state, i);
        else if (strata_clip_touches (self->clip, states->start_ns[k], strata_states_get_end_ns (states, &threads[i], k)))
          push_state_at_begin (self, k, i);
        else
          continue;

        push_reason (self, k, i);
      }
}

static int
compare_events (gconstpointer a,
                gconstpointer b,
                gpointer unused)
{
  const StrataAtraceEvent *left = a;
  const StrataAtraceEvent *right = b;

  return STRATA_ORDER (left->time_ns, right->time_ns) ?: STRATA_ORDER (left->order, right->order);
}

/* Whether a thread has nothing in the part that is written. */
static gboolean
is_absent (const StrataThread *thread,
           const StrataClip *clip)
{
  const gint64 end_ns = MAX (thread->last_ns, thread->n_states > 0 ? thread->states_end_ns : thread->end_ns);

  return !strata_clip_touches (clip, thread->first_ns, end_ns);
}

/**
 * strata_atrace_find_reuse:
 * @trace: a trace
 * @clip: the part of it that is written
 *
 * Returns: (transfer full): by thread, whether another thread of its device had the same id: #StrataAtraceReuse
 */
guint8 *
strata_atrace_find_reuse (StrataTrace *trace,
                          const StrataClip *clip)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  guint8 *reuse = g_new0 (guint8, MAX (n_threads, 1));
  g_autofree guint32 *earlier = list_earlier (threads, n_threads);

  for (guint i = 0; i < n_threads; i++)
    {
      guint32 other = earlier[i];

      if (other != 0 && reuse[other - 1] == STRATA_ATRACE_REUSE_NONE && is_absent (&threads[other - 1], clip))
        reuse[other - 1] = STRATA_ATRACE_REUSE_ABSENT;
      if (other != 0 && is_absent (&threads[i], clip))
        {
          reuse[i] = STRATA_ATRACE_REUSE_ABSENT;
          continue;
        }
      while (other != 0 && reuse[other - 1] == STRATA_ATRACE_REUSE_ABSENT)
        other = earlier[other - 1];
      if (other == 0)
        continue;

      reuse[i] = STRATA_ATRACE_REUSE_LATER;
      if (reuse[other - 1] == STRATA_ATRACE_REUSE_NONE)
        reuse[other - 1] = STRATA_ATRACE_REUSE_FIRST;
    }

  return reuse;
}

/**
 * strata_atrace_get_life:
 * @thread: a thread
 * @clip: the part of its trace that is written
 *
 * Returns: when it started and ended
 */
StrataAtraceLife
strata_atrace_get_life (const StrataThread *thread,
                        const StrataClip *clip)
{
  const StrataAtraceLife life = {
    .start_ns = thread->start_ns <= clip->limits.end_ns ? thread->start_ns : STRATA_NO_TIME,
    .end_ns = strata_clip_has_time (clip, thread->end_ns) ? thread->end_ns : STRATA_NO_TIME,
  };

  return life;
}

/**
 * strata_atrace_find_reused_processes:
 * @trace: a trace
 * @reuse: by thread, whether others have the same id
 *
 * Returns: (transfer full): by process, whether another thread had the id of its main thread
 */
gboolean *
strata_atrace_find_reused_processes (StrataTrace *trace,
                                     const guint8 *reuse)
{
  guint n_threads;
  guint n_processes;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  strata_trace_get_processes (trace, &n_processes);

  gboolean *are_of_reused = g_new0 (gboolean, MAX (n_processes, 1));

  for (guint i = 0; i < n_threads; i++)
    if (strata_atrace_reuse_is_shared (reuse[i]) && strata_trace_is_main_thread (trace, &threads[i]))
      are_of_reused[threads[i].process] = TRUE;

  return are_of_reused;
}

/**
 * strata_atrace_get_later_name:
 * @trace: a trace
 * @index: index of a name of a thread
 *
 * Returns: string id of the thread's name in events after this rename: events other than renames may have set its
 *   last name
 */
guint32
strata_atrace_get_later_name (StrataTrace *trace,
                              guint32 index)
{
  guint n_names;
  const StrataThreadName *names = strata_trace_get_thread_names (trace, &n_names);
  const gboolean is_last = index + 1 == n_names || names[index + 1].thread != names[index].thread;

  return is_last ? strata_trace_get_threads (trace, NULL)[names[index].thread].name : names[index].name;
}

static guint32 *
list_names (StrataTrace *trace,
            gint64 before_ns)
{
  guint n_threads;
  guint n_names;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataThreadName *names = strata_trace_get_thread_names (trace, &n_names);
  guint32 *list = g_new (guint32, MAX (n_threads, 1));

  for (guint i = 0; i < n_threads; i++)
    list[i] = threads[i].name;

  for (guint i = 0; i < n_names; i++)
    if (names[i].time_ns == STRATA_NO_TIME || names[i].time_ns < before_ns)
      list[names[i].thread] = strata_atrace_get_later_name (trace, i);

  return list;
}

/* Returns (transfer full): by thread, string id of its name before it is renamed in @clip */
guint32 *
strata_atrace_list_first_names (StrataTrace *trace,
                                const StrataClip *clip)
{
  return list_names (trace, clip->limits.begin_ns);
}

/* Returns (transfer full): by thread, string id of its name at the end of @clip */
guint32 *
strata_atrace_list_last_names (StrataTrace *trace,
                               const StrataClip *clip)
{
  return list_names (trace, clip->limits.end_ns);
}

/* The kernel keeps either end of a longer name. */
static gboolean
is_name_of (const char *process,
            const char *comm)
{
  return g_str_equal (process, comm) || (strlen (comm) == COMM_BYTES && (g_str_has_prefix (process, comm) || g_str_has_suffix (process, comm)));
}

/**
 * strata_atrace_list_process_names:
 * @trace: a trace
 * @clip: the part of it that is written
 *
 * A process that got its name later is called like its main thread.
 *
 * Returns: (transfer full): by process, string id of its name at the end of @clip
 */
guint32 *
strata_atrace_list_process_names (StrataTrace *trace,
                                  const StrataClip *clip)
{
  g_autofree guint32 *last_names = strata_atrace_list_last_names (trace, clip);
  guint n_threads;
  guint n_processes;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);
  guint32 *names = g_new (guint32, MAX (n_processes, 1));

  for (guint i = 0; i < n_processes; i++)
    names[i] = processes[i].name;

  for (guint i = 0; i < n_threads; i++)
    if (last_names[i] != threads[i].name && last_names[i] != STRATA_STRING_EMPTY && strata_trace_is_main_thread (trace, &threads[i]) &&
        is_name_of (strata_trace_get_string (trace, processes[threads[i].process].name), strata_trace_get_string (trace, threads[i].name)))
      names[threads[i].process] = last_names[i];

  return names;
}

/* Whether the death of a thread was shown by another event than a switch. */
static gboolean
is_death (const StrataStates *states,
          const StrataThread *thread)
{
  const guint32 last = thread->first_state + thread->n_states - 1;

  return thread->n_states > 1 && strata_states_get (states, last) == STRATA_STATE_DEAD && strata_states_get (states, last - 1) != STRATA_STATE_RUNNING &&
         strata_states_get (states, last - 1) != STRATA_STATE_UNKNOWN;
}

/* When a thread dies with an event of its own, or STRATA_NO_TIME. */
static gint64
find_death_ns (const List *self,
               const guint8 *reuse,
               guint32 thread)
{
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + thread;

  if (is_death (strata_trace_get_states (self->trace), row))
    return row->states_end_ns;

  return reuse[thread] != STRATA_ATRACE_REUSE_NONE && row->n_states == 0 ? row->end_ns : STRATA_NO_TIME;
}

/* Ends that no other event shows. A thread that has events after its end was only exiting then. */
static void
push_end_of_life (List *self,
                  guint32 thread)
{
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + thread;
  const StrataAtraceLife life = strata_atrace_get_life (row, self->clip);

  if (life.end_ns != STRATA_NO_TIME && life.end_ns >= row->last_ns)
    push (self, STRATA_ATRACE_GONE, life.end_ns, thread, thread);
}

/* An id may mean another thread as soon as the previous one is dead. */
static void
push_lives (List *self)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);
  g_autofree guint8 *reuse = strata_atrace_find_reuse (self->trace, self->clip);

  for (guint i = 0; i < n_threads; i++)
    {
      const gint64 death_ns = find_death_ns (self, reuse, i);

      if (death_ns != STRATA_NO_TIME && strata_clip_has_time (self->clip, death_ns))
        push (self, strata_atrace_reuse_is_shared (reuse[i]) && makes_way (self, i, death_ns) ? STRATA_ATRACE_MAKE_WAY : STRATA_ATRACE_DIE, death_ns, i, i);
      else if (reuse[i] == STRATA_ATRACE_REUSE_NONE)
        push_end_of_life (self, i);
    }

  for (guint i = 0; i < n_threads; i++)
    if (strata_atrace_reuse_is_shared (reuse[i]) && strata_clip_touches (self->clip, threads[i].first_ns, threads[i].last_ns))
      push (self, STRATA_ATRACE_BIRTH, self->births[i], i, i);
}

static void
push_names (List *self)
{
  guint n_names;
  const StrataThreadName *names = strata_trace_get_thread_names (self->trace, &n_names);

  for (guint i = 0; i < n_names; i++)
    if (names[i].time_ns != STRATA_NO_TIME && strata_clip_has_time (self->clip, names[i].time_ns))
      push (self, STRATA_ATRACE_RENAME, names[i].time_ns, i, names[i].thread);
}

/* Call first, since events with equal times keep the order of the list. */
static void
push_losses (List *self)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (self->trace, &n_losses);

  for (guint i = 0; i < n_losses; i++)
    {
      if (!strata_clip_touches (self->clip, losses[i].begin_ns, losses[i].end_ns))
        continue;

      push (self, STRATA_ATRACE_LOSE, strata_clip_get_start_ns (self->clip, losses[i].begin_ns), i, 0);
      if (strata_clip_has_time (self->clip, losses[i].end_ns))
        push (self, STRATA_ATRACE_RESUME, losses[i].end_ns, i, 0);
    }
}

/**
 * strata_atrace_list_events:
 * @trace: a trace
 * @clip: the part of it that is written
 * @n_events: (out): length of the result
 *
 * Lists the part of a trace that text can express.
 *
 * Returns: (transfer full) (array length=n_events): the events by time; free with g_free()
 */
StrataAtraceEvent *
strata_atrace_list_events (StrataTrace *trace,
                           const StrataClip *clip,
                           gsize *n_events)
{
  List list = { trace, clip, strata_trace_get_slices (trace), list_heirs (trace), strata_atrace_list_births (trace, clip), STRATA_COLUMN_INIT };

  push_losses (&list);
  push_lives (&list);
  push_names (&list);
  push_slices (&list);
  push_samples (&list);
  push_instants (&list);
  push_runs (&list);
  push_states (&list);

  g_free (list.heirs);
  g_free (list.births);
  *n_events = list.events.n;
  if (list.events.n > 0)
    g_qsort_with_data (list.events.data, (int) MIN (list.events.n, G_MAXINT), sizeof (StrataAtraceEvent), compare_events, NULL);

  return strata_column_steal (&list.events, sizeof (StrataAtraceEvent));
}
