/* strata-event-sink-cpus.c - the running thread of each CPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"

/* The state of a CPU is derived from its switches and from the threads of its events:
 *
 * - Before its first switch, the thread that the switch takes off the CPU was running, provided that
 *   all earlier events on the CPU are by it: from the start of the section if the ring did not
 *   overrun and the thread was not seen elsewhere in between, else from its first event.
 * - An event by another thread than the one that the latest switch announced means that a switch
 *   was lost. Kernels do lose some when leaving idle. But kernels 3.x and 4.x also record interrupt
 *   events inside a switch, under the leaving thread: such an event proves nothing if
 *   the next switch, or an event before it, is by the announced thread.
 * - If a switch is missing, the thread that ran between the last event of the old thread and the
 *   first sign of the new one is not known: that time is a gap and belongs to neither. */

/* Whether the running thread of a CPU is known. */
static inline gboolean
is_known (guint32 running)
{
  return running < STRATA_EVENT_LOST;
}

void
strata_event_sink_forget_cpu (StrataEventSink *self,
                              guint32 cpu)
{
  StrataEventCpu *state = &self->cpus[cpu];

  state->running = STRATA_NONE;
  state->announced = STRATA_NONE;
  state->left = STRATA_NONE;
  state->seen = STRATA_NONE;
  state->held_ns = STRATA_NO_TIME;
}

/* Whether a thread was seen earlier in the section, on another CPU or asleep. */
static gboolean
was_met (StrataEventSink *self,
         const StrataEvent *event)
{
  const StrataEventTaskRow *task = event->tid != 0 ? strata_event_tasks_find (self->tasks, event->tid) : NULL;

  return task != NULL && task->named_ns != STRATA_NO_TIME && task->named_ns >= self->section_ns && task->named_ns < event->time_ns;
}

/* Since when this thread has been running, at the first event of the CPU. A thread that was seen
 * before came here by a lost switch. */
static gint64
get_first_ns (StrataEventSink *self,
              const StrataEventCpu *state,
              const StrataEvent *event)
{
  const gboolean is_first = state->running == STRATA_NONE && state->seen == STRATA_NONE;

  return is_first && state->is_whole && !was_met (self, event) ? self->section_ns : event->time_ns;
}

void
strata_event_sink_see_cpu (StrataEventSink *self,
                           const StrataEvent *event)
{
  if (G_UNLIKELY (event->cpu >= STRATA_EVENT_MAX_CPUS))
    return;

  StrataEventCpu *state = &self->cpus[event->cpu];

  if (G_UNLIKELY (state->is_in_gap))
    strata_event_sink_end_gap (self, event->cpu, event->time_ns);
  else if (G_UNLIKELY (event->time_ns < state->last_ns))
    state->announced = STRATA_NONE;

  if (event->tid == state->running)
    state->proven_ns = event->time_ns;
  else if (G_UNLIKELY (!is_known (state->running) && event->tid != state->seen))
    {
      state->seen_ns = get_first_ns (self, state, event);
      state->seen = event->tid;
    }

  state->last_ns = event->time_ns;
}

/* There is one idle task per CPU, and none of them is a thread. */
static guint32
find_thread (StrataEventSink *self,
             guint32 tid,
             gint64 time_ns)
{
  return tid != 0 ? strata_event_tasks_get_at (self->tasks, tid, time_ns)->thread : STRATA_NONE;
}

static void
push_running (StrataEventSink *self,
              guint32 cpu,
              guint32 tid,
              gint64 time_ns)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_RUNNING,
    .time_ns = time_ns,
    .thread = find_thread (self, tid, time_ns),
    .name = cpu,
  };

  strata_event_log_push (self->log, &token);
}

/* This is the last time the old thread is known to have run; from then until now nothing is known. */
static void
push_gap (StrataEventSink *self,
          guint32 cpu,
          gint64 time_ns)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_LOSS,
    .flags = STRATA_EVENT_TOKEN_ONE_SWITCH,
    .time_ns = self->cpus[cpu].proven_ns,
    .value = time_ns,
    .thread = STRATA_NONE,
    .name = cpu,
  };

  if (token.time_ns <= time_ns)
    strata_event_log_push (self->log, &token);
}

/* A switch to @tid was lost; it happened now or earlier. */
static void
turn_to (StrataEventSink *self,
         guint32 cpu,
         guint32 tid,
         gint64 time_ns)
{
  StrataEventCpu *state = &self->cpus[cpu];

  if (is_known (state->running))
    push_gap (self, cpu, time_ns);

  push_running (self, cpu, tid, time_ns);
  state->running = tid;
  state->proven_ns = time_ns;
  state->held_ns = STRATA_NO_TIME;
}

/* Some tools write markers with an invented CPU. */
static gboolean
runs_elsewhere (const StrataEventSink *self,
                const StrataEvent *event,
                const StrataEventTaskRow *task)
{
  return event->tid != 0 && task->cpu < STRATA_EVENT_MAX_CPUS && task->cpu != event->cpu && self->cpus[task->cpu].running == event->tid;
}

/**
 * strata_event_sink_see_running:
 * @self: the sink
 * @event: an event by the thread itself, or an interrupt while it ran
 * @task: (nullable): its thread; %NULL for the idle one
 *
 * Records that a thread is running that no switch has announced.
 */
void
strata_event_sink_see_running (StrataEventSink *self,
                               const StrataEvent *event,
                               StrataEventTaskRow *task)
{
  if (event->cpu >= STRATA_EVENT_MAX_CPUS)
    return;

  StrataEventCpu *state = &self->cpus[event->cpu];

  if (G_LIKELY (state->running == event->tid))
    state->held_ns = STRATA_NO_TIME;
  else if (state->running == STRATA_NONE || runs_elsewhere (self, event, task))
    return;
  else if (event->tid == state->left && state->running == state->announced)
    state->held_ns = state->held_ns != STRATA_NO_TIME ? state->held_ns : event->time_ns;
  else
    {
      if (state->held_ns != STRATA_NO_TIME)
        turn_to (self, event->cpu, state->left, state->held_ns);

      turn_to (self, event->cpu, event->tid, event->time_ns);
      if (task != NULL)
        task->cpu = (guint16) event->cpu;
    }
}

/* What the first switch of a CPU, or the first after a gap, shows about the time before it. */
static void
take_first (StrataEventSink *self,
            const StrataEvent *event)
{
  const guint32 tid = event->sched->prev_tid;
  const StrataEventCpu *state = &self->cpus[event->cpu];

  /* Some formats do not know what ran before the first switch of a CPU. */
  const gboolean is_told = tid != 0 || event->sched->prev_comm.n_bytes > 0;

  if (tid != state->seen || state->seen_ns >= event->time_ns || !is_told)
    return;

  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_SWITCH,
    .time_ns = state->seen_ns,
    .thread = STRATA_NONE,
    .extra = find_thread (self, tid, event->time_ns),
    .value = event->cpu,
  };

  if (state->running == STRATA_NONE)
    strata_event_log_push (self->log, &token);
  else
    push_running (self, event->cpu, tid, state->seen_ns);
}

/* Compares the state of a CPU with the thread that a switch takes off it. */
static void
leave (StrataEventSink *self,
       const StrataEvent *event)
{
  const guint32 tid = event->sched->prev_tid;
  StrataEventCpu *state = &self->cpus[event->cpu];

  if (!is_known (state->running))
    take_first (self, event);

  if (G_UNLIKELY (is_known (state->announced) && state->announced != tid))
    {
      const StrataText nothing = { "", 0 };

      strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_SWITCH_MISMATCH, 1, event->time_ns, nothing);
    }

  if (state->held_ns != STRATA_NO_TIME && state->running != tid)
    turn_to (self, event->cpu, state->left, state->held_ns);
  if (is_known (state->running) && state->running != tid)
    turn_to (self, event->cpu, tid, event->time_ns);
}

static StrataEventTaskRow *
see_switched (StrataEventSink *self,
              guint32 tid,
              StrataText comm,
              gint64 time_ns,
              StrataEventLife life)
{
  if (tid == 0)
    return NULL;

  StrataEventTaskRow *task = strata_event_sink_see_life (self, tid, comm, time_ns, life);

  strata_event_tasks_name (self->tasks, task, comm, time_ns);
  return task;
}

static inline gboolean
is_dead (guint8 end_state)
{
  return end_state == 'X' || end_state == 'x' || end_state == 'Z';
}

static void
push_switch (StrataEventSink *self,
             const StrataEvent *event,
             guint32 prev,
             guint32 next)
{
  const StrataFtraceSwitch *sched = event->sched;
  static const guint32 flags[] = {
    [STRATA_FTRACE_WAIT_UNKNOWN] = 0,
    [STRATA_FTRACE_WAIT_IO] = STRATA_EVENT_TOKEN_IO,
    [STRATA_FTRACE_WAIT_OTHER] = STRATA_EVENT_TOKEN_NO_IO,
  };
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_SWITCH,
    .flags = flags[sched->wait],
    .time_ns = event->time_ns,
    .thread = prev,
    .extra = next,
    .value = event->cpu,
    .process = sched->end_state,
    .name = sched->prev_rank | (guint32) sched->next_rank << 8,
  };

  strata_event_log_push (self->log, &token);
}

/* From now on the CPU runs the next thread of the switch. */
static void
enter (StrataEventSink *self,
       const StrataEvent *event,
       StrataEventTaskRow *next)
{
  StrataEventCpu *state = &self->cpus[event->cpu];

  state->running = event->sched->next_tid;
  state->announced = state->running;
  state->left = event->sched->prev_tid;
  state->proven_ns = event->time_ns;
  state->held_ns = STRATA_NO_TIME;
  if (next != NULL)
    next->cpu = (guint16) event->cpu;
}

void
strata_event_sink_take_switch (StrataEventSink *self,
                               const StrataEvent *event)
{
  const StrataFtraceSwitch *sched = event->sched;
  StrataEventTaskRow *task = see_switched (self, sched->prev_tid, sched->prev_comm, event->time_ns, STRATA_EVENT_LIFE_MET);
  const guint32 prev = task != NULL ? task->thread : STRATA_NONE;

  if (event->cpu < STRATA_EVENT_MAX_CPUS)
    leave (self, event);

  task = see_switched (self, sched->next_tid, sched->next_comm, event->time_ns, STRATA_EVENT_LIFE_ENTERS);
  push_switch (self, event, prev, task != NULL ? task->thread : STRATA_NONE);

  if (event->cpu < STRATA_EVENT_MAX_CPUS)
    enter (self, event, task);

  if (G_UNLIKELY (is_dead (sched->end_state) && sched->prev_tid != 0))
    strata_event_tasks_end (strata_event_tasks_get_at (self->tasks, sched->prev_tid, event->time_ns), event->time_ns, sched->end_state == 'Z');
}

/* Whether any CPU has a switch, so that CPUs without one never switched. */
static gboolean
has_switches (const StrataEventSink *self)
{
  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    if (is_known (self->cpus[i].running))
      return TRUE;

  return FALSE;
}

/**
 * strata_event_sink_settle_cpus:
 * @self: the sink
 *
 * Called at the end of a section or file. A CPU that woke up only for interrupts was idle. An event
 * after a CPU's last switch, by the thread that had just left, means that the thread is back.
 */
void
strata_event_sink_settle_cpus (StrataEventSink *self)
{
  const gboolean is_scheduled = has_switches (self);

  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    {
      StrataEventCpu *state = &self->cpus[i];
      const StrataEventToken idle = {
        .kind = STRATA_EVENT_TOKEN_SWITCH,
        .time_ns = state->seen_ns,
        .thread = STRATA_NONE,
        .extra = STRATA_NONE,
        .value = i,
      };

      if (state->held_ns != STRATA_NO_TIME)
        turn_to (self, i, state->left, state->held_ns);
      if (is_scheduled && state->running == STRATA_NONE && state->seen == 0 && state->is_whole && state->seen_ns == self->section_ns)
        strata_event_log_push (self->log, &idle);

      state->seen = STRATA_NONE;
    }
}
