/* strata-atrace-switches.c - runs on CPUs as switches
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-switches.h"

#include "strata-bisect.h"
#include "strata-column.h"
#include "strata-device-names.h"

/* Runs have a begin and an end. A kernel event has to describe both in a single switch: the
 * thread that leaves and the next one. */
struct _StrataAtraceSwitches
{
  StrataTrace *trace;     /* borrowed */
  const StrataCpu *cpus;  /* borrowed */
  guint32 *cpu_of_thread; /* owned: number of the CPU on which each thread runs, or STRATA_NONE */
  guint32 *running;       /* owned: the thread on each CPU, by index, or STRATA_NONE */
  guint n_cpus;
  guint8 *rank_of_thread;    /* owned: its priority when it last ran, or when it will run first, as in the runs; 0 if unknown */
  gboolean *is_begun;        /* owned: by CPU, whether it had a switch since its first known event */
  gboolean *is_lost;         /* owned: by CPU, whether its events are currently lost */
  guint32 *entered;          /* owned: by CPU, the run that was begun by the end of the previous one, or STRATA_NONE */
  StrataAtraceSwitch *found; /* borrowed: gets the switches of an event */
  guint n_found;
};

/**
 * strata_atrace_switches_new:
 * @trace: a trace; must outlive the result
 *
 * Returns: (transfer full): switches of CPUs in an unknown state
 */
StrataAtraceSwitches *
strata_atrace_switches_new (StrataTrace *trace)
{
  StrataAtraceSwitches *self = g_new0 (StrataAtraceSwitches, 1);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint n_threads;

  strata_trace_get_threads (trace, &n_threads);

  g_autofree gint64 *begins_ns = g_new0 (gint64, MAX (n_threads, 1));

  self->trace = trace;
  self->cpus = strata_trace_get_cpus (trace, &self->n_cpus);
  self->cpu_of_thread = strata_new_nones (n_threads);
  self->running = strata_new_nones (self->n_cpus);
  self->entered = strata_new_nones (self->n_cpus);
  self->is_begun = g_new0 (gboolean, self->n_cpus);
  self->is_lost = g_new0 (gboolean, self->n_cpus);
  self->rank_of_thread = g_new0 (guint8, MAX (n_threads, 1));
  for (guint32 run = 0; run < runs->n_runs; run++)
    if (runs->thread[run] != STRATA_NONE && runs->rank[run] != 0 && (self->rank_of_thread[runs->thread[run]] == 0 || runs->start_ns[run] < begins_ns[runs->thread[run]]))
      {
        self->rank_of_thread[runs->thread[run]] = runs->rank[run];
        begins_ns[runs->thread[run]] = runs->start_ns[run];
      }

  return self;
}

void
strata_atrace_switches_free (StrataAtraceSwitches *self)
{
  if (self == NULL)
    return;

  g_free (self->cpu_of_thread);
  g_free (self->running);
  g_free (self->rank_of_thread);
  g_free (self->entered);
  g_free (self->is_begun);
  g_free (self->is_lost);
  g_free (self);
}

/* Returns the number of the CPU on which it runs according to the switches taken so far, or
 * STRATA_NONE. */
guint32
strata_atrace_switches_get_cpu (const StrataAtraceSwitches *self,
                                guint32 thread)
{
  return self->cpu_of_thread[thread];
}

/**
 * strata_atrace_switches_get_running:
 * @self: the switches
 * @number: number of a CPU
 *
 * Returns: the thread that runs there according to the switches taken so far, or %STRATA_NONE
 */
guint32
strata_atrace_switches_get_running (const StrataAtraceSwitches *self,
                                    guint32 number)
{
  const guint32 cpu = strata_trace_find_cpu (self->trace, number);

  return cpu != STRATA_NONE ? self->running[cpu] : STRATA_NONE;
}

/**
 * strata_atrace_switches_find_free_cpu:
 * @trace: a trace
 * @begin: the first number to look at
 * @end: the number after the last one
 *
 * Returns: number of a CPU without any events, after all that have some
 */
guint32
strata_atrace_switches_find_free_cpu (StrataTrace *trace,
                                      guint32 begin,
                                      guint32 end)
{
  guint n_cpus;
  guint n_losses;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);
  guint32 free_cpu = begin;

  for (guint i = 0; i < n_cpus; i++)
    if (cpus[i].cpu >= begin && cpus[i].cpu < end)
      free_cpu = MAX (free_cpu, cpus[i].cpu + 1);
  for (guint i = 0; i < n_losses; i++)
    if (losses[i].cpu >= begin && losses[i].cpu < end)
      free_cpu = MAX (free_cpu, losses[i].cpu + 1);

  return free_cpu;
}

/**
 * strata_atrace_switches_get_priority:
 * @self: the switches
 * @thread: index of a thread, or %STRATA_NONE for the idle task
 *
 * Returns: its priority according to the switches taken so far, or %STRATA_ATRACE_NO_PRIORITY
 */
int
strata_atrace_switches_get_priority (const StrataAtraceSwitches *self,
                                     guint32 thread)
{
  const guint8 rank = thread != STRATA_NONE ? self->rank_of_thread[thread] : 0;

  return STRATA_RANK_PRIORITY (rank);
}

static void
add_switch (StrataAtraceSwitches *self,
            guint32 cpu,
            gint64 time_ns,
            guint8 end_state,
            guint32 next,
            guint32 next_run)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  const guint32 prev = self->running[cpu];
  StrataAtraceSwitch row = { .time_ns = time_ns, .cpu = cpu, .prev = prev, .next = next, .end_state = end_state };

  row.prev_priority = strata_atrace_switches_get_priority (self, prev);
  if (next_run != STRATA_NONE && next != STRATA_NONE)
    self->rank_of_thread[next] = runs->rank[next_run];
  row.next_priority = strata_atrace_switches_get_priority (self, next);
  self->found[self->n_found++] = row;

  if (prev != STRATA_NONE)
    self->cpu_of_thread[prev] = STRATA_NONE;
  if (next != STRATA_NONE)
    self->cpu_of_thread[next] = self->cpus[cpu].cpu;

  self->running[cpu] = next;
  self->is_begun[cpu] = TRUE;
}

/* The start of the first run on a CPU at or after a time. */
static gint64
find_next_begin (const StrataAtraceSwitches *self,
                 const StrataCpu *cpu,
                 gint64 time_ns)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  guint32 run = cpu->first_run;
  guint32 end = run + cpu->n_runs;

  STRATA_BISECT (run, end, i, runs->start_ns[i] < time_ns);
  return run < cpu->first_run + cpu->n_runs ? runs->start_ns[run] : G_MAXINT64;
}

/* Whether a CPU and a thread belong to the same device. */
static gboolean
is_of_device (const StrataAtraceSwitches *self,
              guint32 cpu,
              guint32 thread)
{
  return self->cpus[cpu].cpu / STRATA_DEVICE_CPUS == strata_device_or_first (strata_trace_get_threads (self->trace, NULL)[thread].device);
}

/* Of the CPUs of the thread's device without an event since their beginning or last gap, the one that is idle from then on, or whose next
 * event is first; STRATA_NONE if there is none. */
static guint32
find_first_cpu (const StrataAtraceSwitches *self,
                gint64 time_ns,
                guint32 thread)
{
  guint32 found = STRATA_NONE;
  gint64 found_ns = G_MAXINT64;

  for (guint32 i = 0; i < self->n_cpus; i++)
    {
      if (self->is_begun[i] || self->is_lost[i] || !is_of_device (self, i, thread))
        continue;

      const gint64 begin_ns = self->cpus[i].known_ns == time_ns ? time_ns : find_next_begin (self, &self->cpus[i], time_ns);

      if (found != STRATA_NONE && begin_ns >= found_ns)
        continue;

      found = i;
      found_ns = begin_ns;
    }

  return found;
}

/* The letter of the state for which a thread left its CPU. */
static guint8
get_letter (const StrataAtraceSwitches *self,
            guint32 state)
{
  static const guint8 letters[STRATA_N_STATES] = {
    [STRATA_STATE_PREEMPTED] = 'R' | STRATA_END_STATE_PREEMPTED,
    [STRATA_STATE_SLEEPING] = 'S',
    [STRATA_STATE_BLOCKED] = 'D',
    [STRATA_STATE_BLOCKED_IO] = 'D',
    [STRATA_STATE_BLOCKED_OTHER] = 'D',
    [STRATA_STATE_STOPPED] = 'T',
    [STRATA_STATE_DEAD] = 'X',
  };

  return letters[strata_states_get (strata_trace_get_states (self->trace), state)];
}

/* The death of a thread when it leaves its CPU may only be known from its last state. */
static guint8
get_end_state (const StrataAtraceSwitches *self,
               guint32 run)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataThread *thread = strata_trace_get_threads (self->trace, NULL) + runs->thread[run];
  const guint32 last = thread->first_state + thread->n_states - 1;

  if (runs->end_state[run] != 0 || thread->n_states == 0 || states->start_ns[last] != runs->end_ns[run])
    return runs->end_state[run];

  return strata_states_get (states, last) == STRATA_STATE_DEAD ? get_letter (self, last) : 0;
}

/* The first switch of a CPU, or the first one after a gap, shows what ran on it before. */
static void
take_stop (StrataAtraceSwitches *self,
           const StrataAtraceEvent *event)
{
  const guint32 cpu = find_first_cpu (self, event->time_ns, event->owner);

  if (cpu == STRATA_NONE)
    return;

  self->running[cpu] = event->owner;
  add_switch (self, cpu, event->time_ns, get_letter (self, event->index), STRATA_NONE, STRATA_NONE);
}

/* Each of them leaves the first CPU of its device and enters the next one at the same time. */
static void
take_rest (StrataAtraceSwitches *self,
           const StrataAtraceEvent *event,
           const StrataAtraceEvent *end)
{
  guint32 cpu = 0;

  while (cpu < self->n_cpus && !is_of_device (self, cpu, event->owner))
    cpu++;
  if (cpu == self->n_cpus)
    return;

  const gboolean is_last = event + 1 == end || event[1].kind != STRATA_ATRACE_REST || !is_of_device (self, cpu, event[1].owner);

  self->running[cpu] = event->owner;
  add_switch (self, cpu, event->time_ns, get_letter (self, event->index), is_last ? STRATA_NONE : event[1].owner, STRATA_NONE);
}

/* The idle task stays: that shows what the CPU does until its first event. Threads that rest or stop may have shown it already. */
static void
take_idle (StrataAtraceSwitches *self,
           const StrataAtraceEvent *event)
{
  if (!self->is_begun[event->owner] && !self->is_lost[event->owner])
    add_switch (self, event->owner, event->time_ns, 'R', STRATA_NONE, STRATA_NONE);
}

/* Whether other events have to be written before @thread may run at the same time. */
static gboolean
is_more_pending (const StrataAtraceEvent *event,
                 const StrataAtraceEvent *end,
                 guint32 thread)
{
  for (const StrataAtraceEvent *other = event + 1; other < end && other->time_ns == event->time_ns && other->kind <= STRATA_ATRACE_WAKE; other++)
    if (other->kind == STRATA_ATRACE_PASS || (other->kind == STRATA_ATRACE_WAKE && other->owner == thread))
      return TRUE;

  return FALSE;
}

/* The next run begins with the same line, unless its thread still has to leave another CPU or to
 * be woken, or there may be another event in between. */
static void
take_leave (StrataAtraceSwitches *self,
            const StrataAtraceEvent *event,
            const StrataAtraceEvent *end)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  const StrataCpu *cpu = &self->cpus[event->owner];
  const guint32 next = event->index + 1;
  const gboolean is_joined = next < cpu->first_run + cpu->n_runs && runs->start_ns[next] == event->time_ns && runs->end_ns[next] > event->time_ns &&
                             self->cpu_of_thread[runs->thread[next]] == STRATA_NONE && !is_more_pending (event, end, runs->thread[next]);

  add_switch (self, event->owner, event->time_ns, get_end_state (self, event->index), is_joined ? runs->thread[next] : STRATA_NONE, next);
  self->entered[event->owner] = is_joined ? next : STRATA_NONE;
}

static void
take_enter (StrataAtraceSwitches *self,
            const StrataAtraceEvent *event)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);

  if (self->entered[event->owner] == event->index)
    return;

  add_switch (self, event->owner, event->time_ns, 'R', runs->thread[event->index], event->index);
}

static void
take_pass (StrataAtraceSwitches *self,
           const StrataAtraceEvent *event)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);

  add_switch (self, event->owner, event->time_ns, 'R', runs->thread[event->index], event->index);
  add_switch (self, event->owner, event->time_ns, get_end_state (self, event->index), STRATA_NONE, STRATA_NONE);
}

/* After a gap, a CPU is treated as if nothing had been written for it. */
static void
take_gap (StrataAtraceSwitches *self,
          const StrataAtraceEvent *event)
{
  const guint32 cpu = strata_trace_find_cpu (self->trace, strata_trace_get_losses (self->trace, NULL)[event->index].cpu);

  if (cpu == STRATA_NONE)
    return;

  self->is_lost[cpu] = event->kind == STRATA_ATRACE_LOSE;
  self->is_begun[cpu] = FALSE;
}

/**
 * strata_atrace_switches_take:
 * @self: the switches
 * @event: an event; events have to be taken in their order
 * @end: the end of the events
 * @switches: (out caller-allocates): array of %STRATA_ATRACE_MAX_SWITCHES switches
 *
 * Finds the switches of an event.
 *
 * Returns: how many there are
 */
guint
strata_atrace_switches_take (StrataAtraceSwitches *self,
                             const StrataAtraceEvent *event,
                             const StrataAtraceEvent *end,
                             StrataAtraceSwitch *switches)
{
  self->found = switches;
  self->n_found = 0;
  if (event->kind == STRATA_ATRACE_REST)
    take_rest (self, event, end);
  else if (event->kind == STRATA_ATRACE_IDLE)
    take_idle (self, event);
  else if (event->kind == STRATA_ATRACE_STOP)
    take_stop (self, event);
  else if (event->kind == STRATA_ATRACE_LEAVE)
    take_leave (self, event, end);
  else if (event->kind == STRATA_ATRACE_PASS)
    take_pass (self, event);
  else if (event->kind == STRATA_ATRACE_ENTER)
    take_enter (self, event);
  else if (event->kind == STRATA_ATRACE_LOSE || event->kind == STRATA_ATRACE_RESUME)
    take_gap (self, event);

  return self->n_found;
}
