/* strata-state-builder.c - builds thread states from switches and wake-ups
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-memory.h"
#include "strata-trace-builder-private.h"

/* A state is logged when it begins and ends when the next one of its thread begins, so the states
 * of a thread have no gaps by construction. A thread lives from its first event to its death, or to
 * the end of the trace. */

#define LOG_CPU_BITS 16

/* Fewer states are not worth a thread. */
#define MANY_STATES 50000

static inline guint32 *
log_state (StrataTraceBuilder *self,
           guint32 row)
{
  return &strata_column_at (&self->states.state, guint32, row);
}

static inline StrataState
get_state (const StrataTraceBuilder *self,
           const StrataThreadState *thread)
{
  if (thread->state_row == STRATA_NONE)
    return STRATA_STATE_UNKNOWN;

  return (StrataState) (strata_column_at (&self->states.state, guint32, thread->state_row) >> LOG_CPU_BITS & ~(guint32) STRATA_STATES_FROM_INTERRUPT);
}

/* An unknown state without duration is useless: the next state replaces it. */
static void
replace_row (StrataTraceBuilder *self,
             StrataThreadState *known,
             guint32 state,
             guint32 cpu,
             guint32 detail)
{
  known->is_followed = TRUE;
  strata_column_at (&self->states.detail, guint32, known->state_row) = detail;
  *log_state (self, known->state_row) = state << LOG_CPU_BITS | MIN (cpu, STRATA_STATES_NO_CPU);
}

static void
push_row (StrataTraceBuilder *self,
          guint32 thread,
          gint64 time_ns,
          guint32 state,
          guint32 cpu,
          guint32 detail)
{
  StrataThreadState *known = strata_trace_builder_thread_state (self, thread);

  if (G_UNLIKELY (time_ns == known->state_ns && known->state_row != STRATA_NONE && !known->is_followed && state != STRATA_STATE_UNKNOWN))
    {
      replace_row (self, known, state, cpu, detail);
      return;
    }

  known->state_row = (guint32) self->states.start.n;
  known->state_ns = time_ns;
  known->is_followed = (state & ~(guint32) STRATA_STATES_FROM_INTERRUPT) != STRATA_STATE_UNKNOWN;
  known->n_states++;
  strata_column_push_i64 (&self->states.start, time_ns);
  strata_column_push_u32 (&self->states.thread, thread);
  strata_column_push_u32 (&self->states.detail, detail);
  strata_column_push_u32 (&self->states.state, state << LOG_CPU_BITS | MIN (cpu, STRATA_STATES_NO_CPU));
}

/* The thread's activity before the scheduler reported it is not known. */
static gint64
begin_state (StrataTraceBuilder *self,
             guint32 thread,
             gint64 time_ns)
{
  const StrataThreadState *known = strata_trace_builder_thread_state (self, thread);
  gint64 first_ns = g_array_index (self->trace->threads, StrataThread, thread).first_ns;

  if (known->state_row != STRATA_NONE)
    return MAX (time_ns, strata_column_at (&self->states.start, gint64, known->state_row));

  if (first_ns != STRATA_NO_TIME && first_ns < time_ns)
    push_row (self, thread, first_ns, STRATA_STATE_UNKNOWN, STRATA_STATES_NO_CPU, 0);

  return time_ns;
}

gboolean
strata_trace_builder_is_preempted (StrataTraceBuilder *self,
                                   guint32 thread)
{
  return get_state (self, strata_trace_builder_thread_state (self, thread)) == STRATA_STATE_PREEMPTED;
}

void
strata_trace_builder_set_running (StrataTraceBuilder *self,
                                  guint32 thread,
                                  gint64 time_ns,
                                  guint32 cpu)
{
  time_ns = begin_state (self, thread, time_ns);
  push_row (self, thread, time_ns, STRATA_STATE_RUNNING, cpu, 0);
}

static StrataState
read_end_state (guint8 end_state,
                gboolean is_exiting)
{
  if ((end_state & STRATA_END_STATE_PREEMPTED) != 0)
    return STRATA_STATE_PREEMPTED;

  switch (end_state)
    {
    case 'R':
      return STRATA_STATE_PREEMPTED;
    case 'S':
    case 'I': /* idle threads of the kernel */
    case 'W':
      return STRATA_STATE_SLEEPING;
    case 'D':
    case 'K':
    case 'N':
      return STRATA_STATE_BLOCKED;
    case 'T':
    case 't':
    case 'P':
      return STRATA_STATE_STOPPED;
    case 'X':
    case 'x':
    case 'Z':
      return STRATA_STATE_DEAD;
    default:
      return is_exiting ? STRATA_STATE_DEAD : STRATA_STATE_UNKNOWN;
    }
}

void
strata_trace_builder_set_stopped (StrataTraceBuilder *self,
                                  guint32 thread,
                                  gint64 time_ns,
                                  guint8 end_state)
{
  StrataThreadState *known = strata_trace_builder_thread_state (self, thread);
  StrataState state = read_end_state (end_state, known->is_exiting);

  time_ns = begin_state (self, thread, time_ns);
  push_row (self, thread, time_ns, state, STRATA_STATES_NO_CPU, state == STRATA_STATE_PREEMPTED ? STRATA_NONE : 0);
  known->blocked_row = state == STRATA_STATE_SLEEPING || state == STRATA_STATE_BLOCKED ? known->state_row : STRATA_NONE;
}

void
strata_trace_builder_set_unknown (StrataTraceBuilder *self,
                                  guint32 thread,
                                  gint64 time_ns)
{
  StrataThreadState *known = strata_trace_builder_thread_state (self, thread);

  if (get_state (self, known) == STRATA_STATE_UNKNOWN)
    return;

  push_row (self, thread, begin_state (self, thread, time_ns), STRATA_STATE_UNKNOWN, STRATA_STATES_NO_CPU, 0);
  known->blocked_row = STRATA_NONE;
}

/**
 * strata_trace_builder_forget_state:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: when
 *
 * Makes the state of a thread unknown until something reports it again. Ignored for a running thread.
 */
void
strata_trace_builder_forget_state (StrataTraceBuilder *self,
                                   guint32 thread,
                                   gint64 time_ns)
{
  if (strata_trace_builder_thread_state (self, thread)->cpu == STRATA_NONE)
    strata_trace_builder_set_unknown (self, thread, time_ns);
}

/**
 * strata_trace_builder_wake:
 * @self: the builder
 * @thread: index of the thread that is woken
 * @time_ns: when
 * @waker: index of the thread that wakes it, or %STRATA_NONE
 * @is_from_interrupt: whether an interrupt does it, on the CPU where @waker ran
 *
 * A thread becomes ready to run (sched_waking, sched_wakeup). Of several wake-ups of one sleep the first counts; those
 * of a thread that does not sleep are ignored.
 */
void
strata_trace_builder_wake (StrataTraceBuilder *self,
                           guint32 thread,
                           gint64 time_ns,
                           guint32 waker,
                           gboolean is_from_interrupt)
{
  StrataThreadState *known = strata_trace_builder_thread_state (self, thread);
  StrataState state = get_state (self, known);
  guint32 flag = is_from_interrupt ? STRATA_STATES_FROM_INTERRUPT : 0;

  if (state == STRATA_STATE_RUNNING || state == STRATA_STATE_RUNNABLE || state == STRATA_STATE_PREEMPTED)
    return;

  strata_trace_builder_see_thread (self, thread, time_ns, STRATA_NO_TIME);
  time_ns = begin_state (self, thread, time_ns);
  push_row (self, thread, time_ns, STRATA_STATE_RUNNABLE | flag, STRATA_STATES_NO_CPU, waker);
  known->is_exiting = FALSE;
}

/**
 * strata_trace_builder_block_reason:
 * @self: the builder
 * @thread: index of a thread
 * @is_io: whether it waits for block I/O
 * @function: string id of the kernel function in which it waits; 0 if not known
 *
 * Sets the reason of the last sleep of a thread (sched_blocked_reason).
 */
void
strata_trace_builder_block_reason (StrataTraceBuilder *self,
                                   guint32 thread,
                                   gboolean is_io,
                                   guint32 function)
{
  const guint32 row = strata_trace_builder_thread_state (self, thread)->blocked_row;

  if (row == STRATA_NONE)
    return;

  if (*log_state (self, row) >> LOG_CPU_BITS != STRATA_STATE_SLEEPING)
    *log_state (self, row) = (is_io ? STRATA_STATE_BLOCKED_IO : STRATA_STATE_BLOCKED_OTHER) << LOG_CPU_BITS | STRATA_STATES_NO_CPU;

  if (function != STRATA_STRING_EMPTY)
    strata_column_at (&self->states.detail, guint32, row) = function;
}

/**
 * strata_trace_builder_exit_thread:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: when
 *
 * A thread exits (sched_process_exit, sched_process_free). If it is on a CPU, it dies when it leaves that for the last
 * time; otherwise it is dead now, unless it may still be exiting. Its open calls end here.
 */
void
strata_trace_builder_exit_thread (StrataTraceBuilder *self,
                                  guint32 thread,
                                  gint64 time_ns)
{
  StrataThreadState *known = strata_trace_builder_thread_state (self, thread);
  StrataState state = get_state (self, known);
  gboolean is_second = known->is_exiting;

  known->is_exiting = TRUE;
  if (known->exit_ns == STRATA_NO_TIME)
    known->exit_ns = MAX (time_ns, known->last_ns);

  if (!is_second || known->state_row == STRATA_NONE || state == STRATA_STATE_DEAD || state == STRATA_STATE_RUNNING)
    return;

  push_row (self, thread, begin_state (self, thread, time_ns), STRATA_STATE_DEAD, STRATA_STATES_NO_CPU, 0);
}

/* Drops the last state if it is an unknown one without duration; its row then belongs to no thread. */
static void
drop_last (StrataTraceBuilder *self,
           guint32 thread,
           gint64 end_ns)
{
  StrataThreadState *known = strata_trace_builder_thread_state (self, thread);

  if (known->state_row == STRATA_NONE || known->is_followed || known->state_ns < end_ns)
    return;

  strata_column_at (&self->states.thread, guint32, known->state_row) = STRATA_NONE;
  known->n_states--;
}

/* Assigns each thread its range of states; returns where its next one goes. */
static guint32 *
place_threads (StrataTraceBuilder *self)
{
  const gint64 end_ns = strata_trace_builder_get_scheduled_end_ns (self);
  guint32 *next = g_new (guint32, MAX (self->thread_states.n, 1));
  guint32 first_state = 0;

  for (guint32 i = 0; i < self->thread_states.n; i++)
    {
      const StrataThreadState *known = strata_trace_builder_thread_state (self, i);
      StrataThread *thread = &g_array_index (self->trace->threads, StrataThread, i);

      drop_last (self, i, end_ns);
      thread->first_state = first_state;
      thread->n_states = known->n_states;
      thread->states_end_ns = end_ns;

      if (known->state_row != STRATA_NONE)
        thread->states_end_ns = MAX (end_ns, strata_column_at (&self->states.start, gint64, known->state_row));
      if (get_state (self, known) == STRATA_STATE_DEAD)
        thread->states_end_ns = strata_column_at (&self->states.start, gint64, known->state_row);

      next[i] = first_state;
      first_state += known->n_states;
    }

  return next;
}

static gpointer
finish_states (gpointer data)
{
  StrataTraceBuilder *self = data;
  StrataStates *states = &self->trace->states;
  const gsize n = self->states.start.n;
  g_autofree guint32 *next = place_threads (self);

  states->start_ns = strata_memory_new (n, sizeof (gint64));
  states->detail = strata_memory_new (n, sizeof (guint32));
  states->cpu = g_new (guint16, MAX (n, 1));
  states->state = g_new (guint8, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    {
      const guint32 thread = strata_column_at (&self->states.thread, guint32, i);

      if (thread == STRATA_NONE)
        continue;

      const guint32 place = next[thread]++;
      const guint32 state = strata_column_at (&self->states.state, guint32, i);

      states->n_states++;
      states->start_ns[place] = strata_column_at (&self->states.start, gint64, i);
      states->detail[place] = strata_column_at (&self->states.detail, guint32, i);
      states->cpu[place] = (guint16) state;
      states->state[place] = (guint8) (state >> LOG_CPU_BITS);
    }

  strata_state_log_clear (&self->states);
  return NULL;
}

/* States and calls only share the rows of threads, where each uses its own fields. */
GThread *
strata_trace_builder_start_states (StrataTraceBuilder *self)
{
  GThread *thread = NULL;

  if (self->states.start.n >= MANY_STATES && g_get_num_processors () > 1)
    thread = g_thread_try_new ("strata-states", finish_states, self, NULL);
  if (thread == NULL)
    finish_states (self);

  return thread;
}

void
strata_state_log_clear (StrataStateLog *self)
{
  strata_column_clear (&self->start);
  strata_column_clear (&self->thread);
  strata_column_clear (&self->detail);
  strata_column_clear (&self->state);
}
