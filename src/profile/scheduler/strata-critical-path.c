/* strata-critical-path.c - what a thread was waiting for at each moment
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-critical-path.h"

#include "strata-bisect.h"
#include "strata-column.h"

/* While a thread sleeps, the path follows the thread that eventually wakes it, and
 * during that time is the waker's own path. A stack of visits, one per thread,
 * implements this without recursion. At any moment one chain is followed, so each
 * state is visited once per part of it in the span. A thread that is already on the
 * stack (which only lost events or hostile files cause) is not visited again. Paths
 * that still do not end are cut off after MAX_STEPS states and at MAX_DEPTH wakers.
 *
 * It is not known why a timer or a device fires, so an interrupt ends the chain; so does block I/O,
 * whose end the waking thread merely reports. */

#define MAX_DEPTH 1000
#define MAX_STEPS (1u << 21)
#define STEPS_PER_CHECK 4096

typedef struct
{
  guint32 thread;
  guint32 next_state; /* the first that ends after at_ns, if any */
  gint64 at_ns;
  gint64 end_ns;
} Visit;

struct _StrataCriticalPath
{
  guint32 thread;
  StrataSpan span;
  gboolean is_cut;
  guint n_segments;
  StrataPathSegment *segments; /* owned */
  guint n_totals;
  StrataPathTotal *totals; /* owned */
  gint64 by_reason_ns[STRATA_N_PATH_REASONS];
};

typedef struct
{
  StrataTrace *trace; /* borrowed */
  const StrataStates *states;
  const StrataThread *threads;
  guint n_threads;
  StrataColumn visits;   /* (element-type Visit) */
  StrataColumn segments; /* (element-type StrataPathSegment) */
  guint8 *is_visited;    /* (array length=n_threads) owned: whether a thread is on the stack */
  gboolean is_cut;
} Walk;

static void
walk_clear (Walk *self)
{
  strata_column_clear (&self->visits);
  strata_column_clear (&self->segments);
  g_clear_pointer (&self->is_visited, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

static void
push_visit (Walk *self,
            guint32 thread,
            gint64 begin_ns,
            gint64 end_ns)
{
  Visit *visit = strata_column_push (&self->visits, sizeof *visit);

  *visit = (Visit){ thread, strata_states_find (self->states, &self->threads[thread], begin_ns), begin_ns, end_ns };
  self->is_visited[thread] = TRUE;
}

static gboolean
has_state (const Walk *self,
           guint32 thread,
           guint32 state)
{
  return state >= self->threads[thread].first_state && state - self->threads[thread].first_state < self->threads[thread].n_states;
}

/* The thread that ends a sleep, or STRATA_NONE for an interrupt or if it is not known. The idle
 * task never wakes by itself. */
static guint32
get_waker (const Walk *self,
           guint32 thread,
           guint32 state)
{
  const StrataStates *states = self->states;
  const guint32 next = state + 1;

  if (!has_state (self, thread, next) || states->state[next] != STRATA_STATE_RUNNABLE)
    return STRATA_NONE;

  const guint32 waker = states->detail[next];

  return waker < self->n_threads && self->threads[waker].tid != 0 ? waker : STRATA_NONE;
}

static gboolean
is_woken_by_interrupt (const Walk *self,
                       guint32 thread,
                       guint32 state)
{
  const StrataStates *states = self->states;
  const guint32 next = state + 1;

  if (!has_state (self, thread, next) || strata_states_get (states, next) != STRATA_STATE_RUNNABLE)
    return FALSE;

  const guint32 waker = states->detail[next];

  return (states->state[next] & STRATA_STATES_FROM_INTERRUPT) != 0 || (waker < self->n_threads && self->threads[waker].tid == 0);
}

/* The last thread that had a CPU before @time_ns, if that was after @since_ns. */
static guint32
find_occupant (const Walk *self,
               guint32 number,
               gint64 since_ns,
               gint64 time_ns)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  const guint32 index = strata_trace_find_cpu (self->trace, number);

  if (index == STRATA_NONE)
    return STRATA_NONE;

  const StrataCpu *cpu = &strata_trace_get_cpus (self->trace, NULL)[index];
  guint32 begin = cpu->first_run;
  guint32 end = begin + cpu->n_runs;

  STRATA_BISECT (begin, end, i, runs->start_ns[i] < time_ns);

  return begin > cpu->first_run && runs->end_ns[begin - 1] > since_ns ? runs->thread[begin - 1] : STRATA_NONE;
}

static StrataPathSegment *
add_segment (Walk *self,
             const Visit *visit,
             gint64 end_ns,
             StrataPathReason reason)
{
  const guint32 depth = (guint32) self->visits.n - 1;
  StrataPathSegment *segment = strata_column_push (&self->segments, sizeof *segment);

  *segment = (StrataPathSegment){
    .start_ns = visit->at_ns,
    .end_ns = end_ns,
    .thread = visit->thread,
    .reason = reason,
    .state = STRATA_NONE,
    .cpu = STRATA_NONE,
    .occupant = STRATA_NONE,
    .waiter = depth > 0 ? strata_column_at (&self->visits, Visit, depth - 1).thread : STRATA_NONE,
    .depth = depth,
  };

  return segment;
}

static void
add_wait_for_cpu (Walk *self,
                  const Visit *visit,
                  guint32 state,
                  gint64 end_ns)
{
  const StrataStates *states = self->states;
  StrataPathSegment *segment = add_segment (self, visit, end_ns, STRATA_PATH_CPU);
  const guint32 next = state + 1;

  segment->state = state;
  if (!has_state (self, visit->thread, next) || strata_states_get (states, next) != STRATA_STATE_RUNNING)
    return;

  segment->cpu = states->cpu[next];
  segment->occupant = find_occupant (self, states->cpu[next], states->start_ns[state], states->start_ns[next]);
}

/* Continues with the thread that ends a sleep; FALSE if the path cannot follow it. */
static gboolean
follow_waker (Walk *self,
              const Visit *visit,
              guint32 state,
              gint64 end_ns)
{
  const guint32 waker = get_waker (self, visit->thread, state);

  if (waker == STRATA_NONE || self->is_visited[waker] || self->threads[waker].n_states == 0)
    return FALSE;

  if (self->visits.n > MAX_DEPTH)
    {
      self->is_cut = TRUE;
      return FALSE;
    }

  push_visit (self, waker, visit->at_ns, end_ns);
  return TRUE;
}

static void
add_sleep (Walk *self,
           const Visit *visit,
           guint32 state,
           gint64 end_ns)
{
  const gboolean is_io = strata_states_get (self->states, state) == STRATA_STATE_BLOCKED_IO;
  StrataPathReason reason = STRATA_PATH_IO;

  if (!is_io && follow_waker (self, visit, state, end_ns))
    return;
  if (!is_io)
    reason = is_woken_by_interrupt (self, visit->thread, state) ? STRATA_PATH_INTERRUPT : STRATA_PATH_UNKNOWN;

  StrataPathSegment *segment = add_segment (self, visit, end_ns, reason);

  segment->state = state;
  segment->function = strata_states_get (self->states, state) != STRATA_STATE_STOPPED ? self->states->detail[state] : STRATA_STRING_EMPTY;
}

static void
add_state (Walk *self,
           const Visit *visit,
           guint32 state,
           gint64 end_ns)
{
  StrataPathSegment *segment;

  switch (strata_states_get (self->states, state))
    {
    case STRATA_STATE_RUNNING:
      segment = add_segment (self, visit, end_ns, STRATA_PATH_RUNNING);
      segment->state = state;
      segment->cpu = self->states->cpu[state];
      break;
    case STRATA_STATE_RUNNABLE:
    case STRATA_STATE_PREEMPTED:
      add_wait_for_cpu (self, visit, state, end_ns);
      break;
    case STRATA_STATE_SLEEPING:
    case STRATA_STATE_BLOCKED:
    case STRATA_STATE_BLOCKED_IO:
    case STRATA_STATE_BLOCKED_OTHER:
    case STRATA_STATE_STOPPED:
      add_sleep (self, visit, state, end_ns);
      break;
    case STRATA_STATE_UNKNOWN:
    case STRATA_STATE_DEAD:
      add_segment (self, visit, end_ns, STRATA_PATH_UNKNOWN)->state = state;
      break;
    }
}

/* Advances by one state in the innermost visit, or leaves the visit. */
static void
step (Walk *self)
{
  Visit *top = &strata_column_at (&self->visits, Visit, self->visits.n - 1);
  const StrataThread *thread = &self->threads[top->thread];
  const Visit visit = *top; /* a copy, since following a waker moves the stack */
  const guint32 state = top->next_state;

  if (top->at_ns >= top->end_ns)
    {
      self->is_visited[top->thread] = FALSE;
      self->visits.n--;
    }
  else if (!has_state (self, top->thread, state))
    {
      top->at_ns = top->end_ns;
      add_segment (self, &visit, visit.end_ns, STRATA_PATH_UNKNOWN);
    }
  else if (self->states->start_ns[state] > top->at_ns)
    {
      top->at_ns = MIN (self->states->start_ns[state], top->end_ns);
      add_segment (self, &visit, top->at_ns, STRATA_PATH_UNKNOWN);
    }
  else
    {
      const gint64 end_ns = MIN (strata_states_get_end_ns (self->states, thread, state), top->end_ns);

      top->next_state++;
      if (end_ns <= top->at_ns)
        return;

      top->at_ns = end_ns;
      add_state (self, &visit, state, end_ns);
    }
}

/* Fills the rest of the span with UNKNOWN once the path is cut off. */
static void
give_up (Walk *self)
{
  self->is_cut = TRUE;

  while (self->visits.n > 0)
    {
      const Visit *top = &strata_column_at (&self->visits, Visit, self->visits.n - 1);

      if (top->at_ns < top->end_ns)
        add_segment (self, top, top->end_ns, STRATA_PATH_UNKNOWN);

      self->visits.n--;
    }
}

/* FALSE if cancelled. */
static gboolean
walk (Walk *self,
      GCancellable *cancellable)
{
  for (guint n_steps = 0; self->visits.n > 0; n_steps++)
    {
      if (n_steps % STEPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (n_steps == MAX_STEPS)
        give_up (self);
      else
        step (self);
    }

  return TRUE;
}

static int
compare_totals (gconstpointer a,
                gconstpointer b)
{
  const StrataPathTotal *left = a;
  const StrataPathTotal *right = b;

  if (left->total_ns != right->total_ns)
    return left->total_ns < right->total_ns ? 1 : -1;

  return left->thread < right->thread ? -1 : left->thread > right->thread;
}

static void
sum_up (StrataCriticalPath *self,
        guint n_threads)
{
  g_autofree guint32 *places = g_new0 (guint32, n_threads);
  StrataColumn totals = STRATA_COLUMN_INIT;

  for (guint i = 0; i < self->n_segments; i++)
    {
      const StrataPathSegment *segment = &self->segments[i];
      guint32 *place = &places[segment->thread]; /* the index plus one; 0 for none yet */

      if (*place == 0)
        {
          *(StrataPathTotal *) strata_column_push (&totals, sizeof (StrataPathTotal)) = (StrataPathTotal){ .thread = segment->thread };
          *place = (guint32) totals.n;
        }

      StrataPathTotal *total = &strata_column_at (&totals, StrataPathTotal, *place - 1);
      const gint64 length_ns = segment->end_ns - segment->start_ns;

      total->total_ns += length_ns;
      total->by_reason_ns[segment->reason] += length_ns;
      self->by_reason_ns[segment->reason] += length_ns;
    }

  self->n_totals = (guint) totals.n;
  self->totals = strata_column_steal (&totals, sizeof (StrataPathTotal));
  if (self->n_totals > 1)
    qsort (self->totals, self->n_totals, sizeof *self->totals, compare_totals);
}

/**
 * strata_critical_path_new:
 * @trace: a trace
 * @thread: index of a thread
 * @span: the span, such as that of a slice; clamped to the trace
 * @cancellable: (nullable): stops it early
 *
 * Finds what a thread was waiting for at each moment: itself while it runs, a CPU while it is runnable, and while it
 * sleeps, the thread that eventually wakes it, with what that thread was doing or waiting for until then. Time and
 * memory are linear in the states on the path. Any thread may call it.
 *
 * Returns: (transfer full) (nullable): the path, or %NULL if cancelled
 */
StrataCriticalPath *
strata_critical_path_new (StrataTrace *trace,
                          guint32 thread,
                          StrataSpan span,
                          GCancellable *cancellable)
{
  const StrataSpan all = strata_trace_get_span (trace);
  g_auto (Walk) job = { .trace = trace, .states = strata_trace_get_states (trace) };

  job.threads = strata_trace_get_threads (trace, &job.n_threads);
  g_return_val_if_fail (thread < job.n_threads, NULL);

  span.begin_ns = CLAMP (span.begin_ns, all.begin_ns, all.end_ns);
  span.end_ns = CLAMP (span.end_ns, span.begin_ns, all.end_ns);
  job.is_visited = g_new0 (guint8, job.n_threads);
  push_visit (&job, thread, span.begin_ns, span.end_ns);

  if (!walk (&job, cancellable))
    return NULL;

  StrataCriticalPath *self = g_new0 (StrataCriticalPath, 1);

  self->thread = thread;
  self->span = span;
  self->is_cut = job.is_cut;
  self->n_segments = (guint) job.segments.n;
  self->segments = strata_column_steal (&job.segments, sizeof (StrataPathSegment));
  sum_up (self, job.n_threads);

  return self;
}

void
strata_critical_path_free (StrataCriticalPath *self)
{
  if (self == NULL)
    return;

  g_free (self->segments);
  g_free (self->totals);
  g_free (self);
}

/* Returns the span that it covers, in ns of the trace. */
StrataSpan
strata_critical_path_get_span (const StrataCriticalPath *self)
{
  return self->span;
}

/* Returns the index of its thread. */
guint32
strata_critical_path_get_thread (const StrataCriticalPath *self)
{
  return self->thread;
}

/**
 * strata_critical_path_get_segments:
 * @self: a path
 * @n_segments: (out) (optional): how many there are
 *
 * Returns: (array length=n_segments) (transfer none): the segments, which cover the span without gaps
 */
const StrataPathSegment *
strata_critical_path_get_segments (const StrataCriticalPath *self,
                                   guint *n_segments)
{
  if (n_segments != NULL)
    *n_segments = self->n_segments;

  return self->segments;
}

/**
 * strata_critical_path_get_totals:
 * @self: a path
 * @n_totals: (out) (optional): how many threads are on it
 *
 * Returns: (array length=n_totals) (transfer none): totals by thread, longest first
 */
const StrataPathTotal *
strata_critical_path_get_totals (const StrataCriticalPath *self,
                                 guint *n_totals)
{
  if (n_totals != NULL)
    *n_totals = self->n_totals;

  return self->totals;
}

/* Returns the time of all segments with this reason, in ns. */
gint64
strata_critical_path_get_reason_ns (const StrataCriticalPath *self,
                                    StrataPathReason reason)
{
  return self->by_reason_ns[reason];
}

/* Whether it was too long or had too many wakers, so that a part of it is unknown although the
 * trace may show it. */
gboolean
strata_critical_path_is_cut (const StrataCriticalPath *self)
{
  return self->is_cut;
}

/**
 * strata_critical_path_find:
 * @self: a path
 * @time_ns: a time
 *
 * Returns: index of the segment at that time, or %STRATA_NONE outside the span
 */
guint32
strata_critical_path_find (const StrataCriticalPath *self,
                           gint64 time_ns)
{
  guint32 begin = 0;
  guint32 end = self->n_segments;

  STRATA_BISECT (begin, end, i, self->segments[i].end_ns <= time_ns);

  return begin < self->n_segments && self->segments[begin].start_ns <= time_ns ? begin : STRATA_NONE;
}

/**
 * strata_path_reason_get_name:
 * @reason: a reason
 *
 * Returns: its name for programs, such as "waiting-for-cpu"
 */
const char *
strata_path_reason_get_name (StrataPathReason reason)
{
  static const char *const names[STRATA_N_PATH_REASONS] = {
    [STRATA_PATH_RUNNING] = "running",
    [STRATA_PATH_CPU] = "waiting-for-cpu",
    [STRATA_PATH_IO] = "io",
    [STRATA_PATH_INTERRUPT] = "interrupt",
    [STRATA_PATH_UNKNOWN] = "unknown",
  };

  return names[reason];
}
