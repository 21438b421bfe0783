/* strata-sql-numbers.c - utid and upid: numbers of threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-numbers.h"

#include "strata-callsites.h"
#include "strata-device-names.h"
#include "strata-global-process.h"
#include "strata-listed-tasks.h"

/* In PerfettoSQL, number 0 is the idle thread and its process, so that queries leave them out with "utid != 0". Each further
 * device has an idle thread and an idle process, too; their numbers come after all others, by device. The trace has a thread
 * for the idle one of a CPU only if something is recorded on it; those of a device are one thread in SQL. */

static gboolean
is_idle_thread (StrataTrace *trace,
                const StrataThread *row)
{
  const char *name = strata_trace_get_string (trace, row->name);

  return row->tid == 0 && (g_str_equal (name, "<idle>") || g_str_has_prefix (name, "swapper"));
}

/**
 * strata_sql_numbers_hides_samples:
 * @trace: a trace
 *
 * In PerfettoSQL, sampled stacks are not slices, and have no threads of their own, unless the file has their calls as slices, too.
 *
 * Returns: whether they are in stack_sample instead
 */
gboolean
strata_sql_numbers_hides_samples (StrataTrace *trace)
{
  static const char *const formats[] = { "perfetto", "chrome", NULL };

  const StrataCallsites *callsites = strata_callsites_get (trace);

  return callsites->samples->len > 0 && !callsites->have_slices && g_strv_contains (formats, strata_trace_get_format_id (trace));
}

/* (transfer full): by thread, whether it was sampled */
static gboolean *
list_sampled (StrataTrace *trace,
              guint n_threads)
{
  const GArray *samples = strata_callsites_get (trace)->samples;
  gboolean *are_sampled = g_new0 (gboolean, MAX (n_threads, 1));

  for (guint i = 0; i < samples->len; i++)
    are_sampled[g_array_index (samples, StrataCallSample, i).thread] = TRUE;

  return are_sampled;
}

/* Whether a thread has only slices of samples; if it was not sampled itself, it was added for them. */
static gboolean
is_of_samples (StrataTrace *trace,
               const StrataThread *thread)
{
  const StrataTrack *row = thread->track != STRATA_NONE ? strata_trace_get_tracks (trace, NULL) + thread->track : NULL;

  return row != NULL && row->n_slices > 0 && (strata_slice_table_get_flags (strata_trace_get_slices (trace), row->first_slice) & STRATA_SLICE_SAMPLED) != 0;
}

static StrataSqlNumbers *
new_numbers (guint n_rows,
             guint n_devices)
{
  StrataSqlNumbers *self = g_new0 (StrataSqlNumbers, 1);

  self->number = g_new (guint32, n_rows + 1);
  self->number[n_rows] = 0; /* the idle process as a parent */
  self->index = g_new (guint32, n_rows + n_devices);
  self->index[0] = STRATA_NONE;
  self->n_busy = 1;
  return self;
}

static void
add_busy (StrataSqlNumbers *self,
          guint32 index)
{
  self->number[index] = self->n_busy;
  self->index[self->n_busy++] = index;
}

static void
begin_idle (StrataSqlNumbers *self,
            guint n_devices)
{
  self->n = self->n_busy + n_devices - 1;
  for (guint32 i = self->n_busy; i < self->n; i++)
    self->index[i] = STRATA_NONE;
}

static void
add_idle (StrataSqlNumbers *self,
          guint32 index,
          guint32 device)
{
  const guint32 number = strata_sql_numbers_get_idle (self, device);

  self->number[index] = number;
  if (self->index[number] == STRATA_NONE)
    self->index[number] = index;
}

/**
 * strata_sql_numbers_new_threads:
 * @trace: a trace
 *
 * Returns: (transfer full): the numbers of its threads
 */
StrataSqlNumbers *
strata_sql_numbers_new_threads (StrataTrace *trace)
{
  const guint n_devices = strata_device_names_count (trace);
  guint n_threads;
  g_autofree StrataThread *threads = strata_listed_tasks_dup_threads (trace, &n_threads);
  StrataSqlNumbers *self = new_numbers (n_threads, n_devices);
  const gboolean hides_samples = strata_sql_numbers_hides_samples (trace);
  g_autofree gboolean *are_sampled = list_sampled (trace, n_threads);

  for (guint32 i = 0; i < n_threads; i++)
    if (hides_samples && !are_sampled[i] && is_of_samples (trace, &threads[i]))
      self->number[i] = STRATA_NONE;
    else if (!is_idle_thread (trace, &threads[i]))
      add_busy (self, i);

  begin_idle (self, n_devices);
  for (guint32 i = 0; i < n_threads; i++)
    if (is_idle_thread (trace, &threads[i]))
      add_idle (self, i, strata_device_or_first (threads[i].device));

  return self;
}

/* Process 0 of the kernel has no threads but idle ones, and those that hold their samples; programs may have a process 0 of another kind. */
static GHashTable *
list_busy (StrataTrace *trace)
{
  GHashTable *busy = g_hash_table_new (NULL, NULL);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint32 i = 0; i < n_threads; i++)
    if (!is_idle_thread (trace, &threads[i]) && !(threads[i].tid == 0 && is_of_samples (trace, &threads[i])))
      g_hash_table_add (busy, GUINT_TO_POINTER (threads[i].process));

  return busy;
}

/* SQL does not have the process that collects threads of unknown processes, nor the one of tracks without a process. */
static gboolean
is_hidden (StrataTrace *trace,
           guint32 process,
           guint n_busy)
{
  return process < n_busy && (strata_trace_get_processes (trace, NULL)[process].pid < 0 || strata_global_process_is (trace, process));
}

/**
 * strata_sql_numbers_new_processes:
 * @trace: a trace
 *
 * Returns: (transfer full): the numbers of its processes
 */
StrataSqlNumbers *
strata_sql_numbers_new_processes (StrataTrace *trace)
{
  const guint n_devices = strata_device_names_count (trace);
  guint n_busy;
  guint n_processes;
  g_autofree StrataProcess *processes = strata_listed_tasks_dup_processes (trace, &n_processes);
  StrataSqlNumbers *self = new_numbers (n_processes, n_devices);
  g_autoptr (GHashTable) busy = list_busy (trace);

  strata_trace_get_processes (trace, &n_busy);
  for (guint32 i = 0; i < n_processes; i++)
    if (is_hidden (trace, i, n_busy))
      self->number[i] = STRATA_NONE;
    else if (processes[i].pid != 0 || g_hash_table_contains (busy, GUINT_TO_POINTER (i)))
      add_busy (self, i);

  begin_idle (self, n_devices);
  for (guint32 i = 0; i < n_processes; i++)
    if (!is_hidden (trace, i, n_busy) && processes[i].pid == 0 && !g_hash_table_contains (busy, GUINT_TO_POINTER (i)))
      add_idle (self, i, strata_device_or_first (processes[i].device));

  return self;
}

/**
 * strata_sql_numbers_free:
 * @self: (nullable): numbers
 */
void
strata_sql_numbers_free (StrataSqlNumbers *self)
{
  if (self == NULL)
    return;

  g_free (self->number);
  g_free (self->index);
  g_free (self);
}

/* Returns the index of the thread or process with it, or STRATA_NONE. */
guint32
strata_sql_numbers_find (const StrataSqlNumbers *self,
                         gint64 number)
{
  return number >= 0 && number < self->n ? self->index[number] : STRATA_NONE;
}

/* Returns the number of its idle thread or process. */
guint32
strata_sql_numbers_get_idle (const StrataSqlNumbers *self,
                             guint32 device)
{
  return device > 0 ? self->n_busy + device - 1 : 0;
}

/**
 * strata_sql_numbers_get_device:
 * @self: numbers
 * @number: a number of an idle thread or process
 *
 * Returns: its device
 */
guint32
strata_sql_numbers_get_device (const StrataSqlNumbers *self,
                               guint32 number)
{
  return number > 0 ? number - self->n_busy + 1 : 0;
}

/**
 * strata_sql_numbers_find_thread:
 * @trace: a trace
 * @utid: a thread.utid
 *
 * Returns: the index of the thread, or %STRATA_NONE if it has no events
 */
guint32
strata_sql_numbers_find_thread (StrataTrace *trace,
                                gint64 utid)
{
  g_autoptr (StrataSqlNumbers) numbers = strata_sql_numbers_new_threads (trace);
  const guint32 thread = strata_sql_numbers_find (numbers, utid);
  guint n_threads;

  strata_trace_get_threads (trace, &n_threads);
  return thread < n_threads ? thread : STRATA_NONE;
}
