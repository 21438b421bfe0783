/* strata-perfetto-out-lives.c - threads and processes that get the ids of earlier ones
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include "strata-atrace-events.h"

/* Other programs look up the owner of a track when they get to its description, and the thread of a kernel event when
 * they get to the event. So the descriptions of a later thread of an id, and of all that belongs to it, have the time
 * of its birth; all others have no time, and come first. At equal times descriptions come before kernel events, so
 * those that follow a task_newtask are later by 1 ns. */

static gint64 *
new_times (guint n)
{
  gint64 *times = g_new (gint64, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    times[i] = STRATA_NO_TIME;

  return times;
}

/**
 * strata_perfetto_out_is_new_task:
 * @self: where packets go
 * @thread: index of a thread that has the id of an earlier one
 * @parent: (out) (optional): index of the thread that started it
 *
 * A task_newtask means that a thread is runnable from then on, and that it belongs to the process of its parent if it is not
 * a main thread.
 *
 * Returns: whether the birth of @thread can be such an event
 */
gboolean
strata_perfetto_out_is_new_task (const StrataPerfettoOut *self,
                                 guint32 thread,
                                 guint32 *parent)
{
  const StrataThread *threads = strata_trace_get_threads (self->trace, NULL);
  const StrataStates *states = strata_trace_get_states (self->trace);
  const guint32 first = threads[thread].first_state;
  const guint32 waker = threads[thread].n_states > 0 ? states->detail[first] : STRATA_NONE;

  if (waker == STRATA_NONE || strata_states_get (states, first) != STRATA_STATE_RUNNABLE || states->start_ns[first] != threads[thread].first_ns)
    return FALSE;
  if (parent != NULL)
    *parent = waker;

  return strata_trace_is_main_thread (self->trace, &threads[thread]) || (threads[thread].process != STRATA_NONE && threads[waker].process == threads[thread].process);
}

/**
 * strata_perfetto_out_list_births:
 * @self: where packets go
 * @clip: the part of the trace that is written
 *
 * Finds out since when ids mean threads and processes.
 */
void
strata_perfetto_out_list_births (StrataPerfettoOut *self,
                                 const StrataClip *clip)
{
  guint n_threads;
  guint n_processes;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);
  g_autofree guint8 *reuse = strata_atrace_find_reuse (self->trace, clip);
  g_autofree gint64 *births = strata_atrace_list_births (self->trace, clip);

  strata_trace_get_processes (self->trace, &n_processes);
  self->births = new_times (n_threads);
  self->process_births = new_times (n_processes);
  for (guint i = 0; i < n_threads; i++)
    {
      if (reuse[i] != STRATA_ATRACE_REUSE_LATER)
        continue;

      self->births[i] = births[i] + strata_perfetto_out_is_new_task (self, i, NULL);
      if (strata_trace_is_main_thread (self->trace, &threads[i]))
        self->process_births[threads[i].process] = self->births[i];
    }
}

/* Returns since when a thread and its process have their ids. */
static gint64
get_thread_birth (const StrataPerfettoOut *self,
                  guint32 thread)
{
  const guint32 process = strata_trace_get_threads (self->trace, NULL)[thread].process;

  return MAX (MAX (self->births[thread], self->begin_ns), process != STRATA_NONE ? self->process_births[process] : self->begin_ns);
}

/**
 * strata_perfetto_out_get_birth:
 * @self: where packets go
 * @uuid: number of the track of a thread, a process, or a place in a process
 *
 * Returns: when its owner has the id that the track names, or the start of the trace
 */
gint64
strata_perfetto_out_get_birth (const StrataPerfettoOut *self,
                               guint64 uuid)
{
  const guint32 index = (guint32) uuid;
  const guint32 part = (guint32) (uuid >> 32) & STRATA_PERFETTO_OUT_MAX_PART;

  if (uuid >> 60 == STRATA_PERFETTO_OUT_THREAD)
    return get_thread_birth (self, index);
  if (uuid >> 60 == STRATA_PERFETTO_OUT_PROCESS)
    return MAX (self->process_births[index], self->begin_ns);
  if (uuid >> 60 == STRATA_PERFETTO_OUT_PLACE && part > 0 && part < STRATA_PERFETTO_OUT_MAX_PART)
    return MAX (self->process_births[part - 1], self->begin_ns);

  return self->begin_ns;
}
