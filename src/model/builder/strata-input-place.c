/* strata-input-place.c - places files without times among the calls of others
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-builder-private.h"

/* All calls are known by then, but not yet sorted by thread. An outermost call of a main thread is
 * a task. Such a file has only calls, on its own threads. */

static gboolean
is_of_input (StrataTraceBuilder *self,
             guint32 thread,
             guint32 input)
{
  return strata_trace_builder_thread_state (self, thread)->input == input;
}

static gboolean
is_main (const StrataTraceBuilder *self,
         guint32 thread)
{
  const StrataThread *row = &g_array_index (self->trace->threads, StrataThread, thread);

  return row->process != STRATA_NONE && g_array_index (self->trace->processes, StrataProcess, row->process).pid == row->tid;
}

static gint64
get_wall_ns (const StrataTraceBuilder *self,
             gsize slice)
{
  const gint64 wall_ns = strata_ns_log_get (&self->slices.wall, slice);

  return wall_ns != STRATA_NO_TIME ? wall_ns : self->end_ns - strata_ns_log_get (&self->slices.start, slice);
}

/**
 * strata_trace_builder_get_input_pid:
 * @self: the builder
 * @index: a file with threads of its own
 *
 * Returns: the id of its first thread's process, or -1
 */
gint64
strata_trace_builder_get_input_pid (StrataTraceBuilder *self,
                                    guint index)
{
  for (guint32 i = 0; i < self->trace->threads->len; i++)
    if (is_of_input (self, i, index))
      {
        const guint32 process = g_array_index (self->trace->threads, StrataThread, i).process;

        return process != STRATA_NONE ? g_array_index (self->trace->processes, StrataProcess, process).pid : -1;
      }

  return -1;
}

/**
 * strata_trace_builder_find_task:
 * @self: the builder
 * @device: number of its device
 * @pid: id of its process, or -1 for any
 * @min_ns: its least duration
 * @wanted_ns: its ideal duration
 * @task: (out): the task
 *
 * Finds the outermost call of a main thread that is longer than @min_ns and whose duration is nearest to @wanted_ns,
 * the first of equal ones.
 *
 * Returns: whether there is one
 */
gboolean
strata_trace_builder_find_task (StrataTraceBuilder *self,
                                guint device,
                                gint64 pid,
                                gint64 min_ns,
                                gint64 wanted_ns,
                                StrataTask *task)
{
  const StrataSliceLog *log = &self->slices;
  gint64 best_ns = G_MAXINT64;

  for (gsize i = 0; i < log->name.n; i++)
    {
      const guint32 thread = strata_column_at (&log->thread, guint32, i);
      const gint64 wall_ns = get_wall_ns (self, i);
      const gint64 distance_ns = ABS (wall_ns - wanted_ns);
      const guint32 depth_flags = strata_column_at (&log->depth_flags, guint32, i);
      const StrataThread *row = &g_array_index (self->trace->threads, StrataThread, thread);

      if (wall_ns <= min_ns || distance_ns >= best_ns || depth_flags >> 8 != 0 || (depth_flags & STRATA_SLICE_SAMPLED) != 0 ||
          row->device != device || (pid >= 0 && row->tid != pid) || !is_main (self, thread))
        continue;

      best_ns = distance_ns;
      *task = (StrataTask){ thread, strata_column_at (&log->name, guint32, i), strata_ns_log_get (&log->start, i), wall_ns };
    }

  return best_ns != G_MAXINT64;
}

static void
move_threads (StrataTraceBuilder *self,
              guint32 input,
              gint64 delta_ns)
{
  for (guint32 i = 0; i < self->trace->threads->len; i++)
    {
      StrataThreadState *state = strata_trace_builder_thread_state (self, i);

      if (!is_of_input (self, i, input) || state->last_ns == STRATA_NO_TIME)
        continue;

      state->last_ns += delta_ns;
      g_array_index (self->trace->threads, StrataThread, i).first_ns += delta_ns;
    }
}

/* The span of all files. A file that is moved counts at its new place. */
static StrataSpan
join_spans (const StrataTraceBuilder *self)
{
  StrataSpan all = { G_MAXINT64, G_MININT64 };

  for (guint i = 0; i < self->trace->inputs->len; i++)
    {
      const StrataSpan span = g_array_index (self->trace->inputs, StrataInput, i).span;

      if (span.begin_ns == 0 && span.end_ns == 0)
        continue;

      all.begin_ns = MIN (all.begin_ns, span.begin_ns);
      all.end_ns = MAX (all.end_ns, span.end_ns);
    }

  return all;
}

/**
 * strata_trace_builder_move_input:
 * @self: the builder
 * @index: a file that has been read, with only calls, on its own threads
 * @offset_ns: the total offset to add to its times
 *
 * Moves a file that has been read. The span of the trace no longer includes its old place.
 */
void
strata_trace_builder_move_input (StrataTraceBuilder *self,
                                 guint index,
                                 gint64 offset_ns)
{
  StrataInput *input = strata_trace_builder_get_input (self, index);
  const gint64 delta_ns = offset_ns - input->offset_ns;
  const StrataSpan before = join_spans (self);

  for (gsize i = 0; i < self->slices.name.n; i++)
    if (is_of_input (self, strata_column_at (&self->slices.thread, guint32, i), index))
      strata_ns_log_set (&self->slices.start, i, strata_ns_log_get (&self->slices.start, i) + delta_ns);

  move_threads (self, index, delta_ns);
  input->offset_ns = offset_ns;
  input->span.begin_ns += delta_ns;
  input->span.end_ns += delta_ns;

  const StrataSpan after = join_spans (self);

  if (self->begin_ns == before.begin_ns)
    self->begin_ns = after.begin_ns;
  if (self->end_ns == before.end_ns)
    self->end_ns = after.end_ns;
  strata_trace_builder_see_time (self, input->span.begin_ns);
  strata_trace_builder_see_time (self, input->span.end_ns);
}

/**
 * strata_trace_builder_place_input:
 * @self: the builder
 * @index: a file that has been read, with only calls, on its own threads
 * @task: the task to place it at
 *
 * Moves a file to a task, records that, and assigns its threads to the task's process if the file has none.
 */
void
strata_trace_builder_place_input (StrataTraceBuilder *self,
                                  guint index,
                                  const StrataTask *task)
{
  StrataInput *input = strata_trace_builder_get_input (self, index);
  const StrataThread main_thread = g_array_index (self->trace->threads, StrataThread, task->thread);

  strata_trace_builder_move_input (self, index, task->begin_ns - (input->span.begin_ns - input->offset_ns));
  input->rule = STRATA_CLOCK_RULE_TASK;
  input->task_name = g_utf8_make_valid (strata_string_pool_get (self->trace->strings, task->name), -1);
  input->task_ns = task->wall_ns;
  input->task_tid = main_thread.tid;

  for (guint32 i = 0; i < self->trace->threads->len; i++)
    {
      StrataThread *thread = &g_array_index (self->trace->threads, StrataThread, i);

      if (!is_of_input (self, i, index) || thread->process != STRATA_NONE)
        continue;

      thread->process = main_thread.process;
      thread->tid = main_thread.tid;
    }
}
