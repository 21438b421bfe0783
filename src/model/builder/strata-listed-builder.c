/* strata-listed-builder.c - collects processes and threads without events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-listed-builder.h"

#include "strata-trace-builder-private.h"

/**
 * strata_trace_builder_list_process:
 * @self: the builder
 * @pid: id of a process without events
 * @name: string id of its name
 *
 * Adds a process of the current device that only SQL shows.
 *
 * Returns: its index, with %STRATA_LISTED
 */
guint32
strata_trace_builder_list_process (StrataTraceBuilder *self,
                                   gint64 pid,
                                   guint32 name)
{
  GArray *processes = self->trace->listed.processes;
  const StrataProcess process = {
    .pid = pid,
    .name = name,
    .parent = STRATA_NONE,
    .uid = -1,
    .start_ns = STRATA_NO_TIME,
    .end_ns = STRATA_NO_TIME,
    .device = self->device < STRATA_MAX_DEVICES ? self->device : STRATA_NONE,
  };

  g_array_append_val (processes, process);
  return STRATA_LISTED | (processes->len - 1);
}

/**
 * strata_trace_builder_list_thread:
 * @self: the builder
 * @tid: id of a thread without events
 * @process: index of its process, of either kind
 * @name: string id of its name
 * @end_ns: when it ended, or %STRATA_NO_TIME
 *
 * Adds a thread of the current device that only SQL shows.
 *
 * Returns: its index among these threads
 */
guint32
strata_trace_builder_list_thread (StrataTraceBuilder *self,
                                  gint64 tid,
                                  guint32 process,
                                  guint32 name,
                                  gint64 end_ns)
{
  GArray *threads = self->trace->listed.threads;
  const StrataThread thread = {
    .tid = tid,
    .process = process,
    .name = name,
    .track = STRATA_NONE,
    .first_ns = STRATA_NO_TIME,
    .last_ns = STRATA_NO_TIME,
    .start_ns = STRATA_NO_TIME,
    .end_ns = end_ns,
    .device = self->device < STRATA_MAX_DEVICES ? self->device : STRATA_NONE,
  };

  g_array_append_val (threads, thread);
  return threads->len - 1;
}

/**
 * strata_trace_builder_list_main_threads:
 * @self: the builder
 *
 * Lets each process have its main thread in SQL, whether that has events or not.
 */
void
strata_trace_builder_list_main_threads (StrataTraceBuilder *self)
{
  self->has_lists = TRUE;
}

/* Returns: (transfer none): a process without events, until the next one is added */
StrataProcess *
strata_trace_builder_get_listed_process (StrataTraceBuilder *self,
                                         guint32 process)
{
  return &g_array_index (self->trace->listed.processes, StrataProcess, process & ~STRATA_LISTED);
}

/**
 * strata_trace_builder_set_listed_parent:
 * @self: the builder
 * @process: index of a process with events
 * @parent: index of one without
 *
 * Sets which process started another one.
 */
void
strata_trace_builder_set_listed_parent (StrataTraceBuilder *self,
                                        guint32 process,
                                        guint32 parent)
{
  if (self->trace->listed.parents == NULL)
    self->trace->listed.parents = g_hash_table_new (NULL, NULL);

  g_hash_table_insert (self->trace->listed.parents, GUINT_TO_POINTER (process), GUINT_TO_POINTER (parent));
}

static void
settle (const StrataTrace *trace,
        guint32 *process)
{
  if (*process == STRATA_LISTED_IDLE)
    *process = trace->processes->len + trace->listed.processes->len;
  else if (*process != STRATA_NONE && (*process & STRATA_LISTED) != 0)
    *process = trace->processes->len + (*process & ~STRATA_LISTED);
}

static void
settle_parents (const StrataTrace *trace,
                GHashTable *parents)
{
  GHashTableIter iter;
  gpointer parent;

  g_hash_table_iter_init (&iter, parents);
  while (g_hash_table_iter_next (&iter, NULL, &parent))
    {
      guint32 process = GPOINTER_TO_UINT (parent);

      settle (trace, &process);
      g_hash_table_iter_replace (&iter, GUINT_TO_POINTER (process));
    }
}

/* Command lines and labels are found by process. */
static void
settle_strings (const StrataTrace *trace,
                GHashTable *strings)
{
  const guint32 n_busy = trace->processes->len;

  for (guint32 i = 0; strings != NULL && i < trace->listed.processes->len; i++)
    {
      const gpointer string = g_hash_table_lookup (strings, GUINT_TO_POINTER (STRATA_LISTED | i));

      if (string == NULL)
        continue;

      g_hash_table_remove (strings, GUINT_TO_POINTER (STRATA_LISTED | i));
      g_hash_table_insert (strings, GUINT_TO_POINTER (n_busy + i), string);
    }
}

static void
mark_main_threads (const StrataTrace *trace,
                   const GArray *threads,
                   guint8 *have_main)
{
  for (guint32 i = 0; i < threads->len; i++)
    {
      const StrataThread *thread = &g_array_index (threads, StrataThread, i);
      const guint32 n_busy = trace->processes->len;

      if (thread->process == STRATA_NONE)
        continue;

      const StrataProcess *process = thread->process < n_busy ? &g_array_index (trace->processes, StrataProcess, thread->process)
                                                              : &g_array_index (trace->listed.processes, StrataProcess, thread->process - n_busy);

      have_main[thread->process] |= process->pid == thread->tid;
    }
}

static void
add_main_threads (StrataTraceBuilder *self)
{
  const StrataTrace *trace = self->trace;
  const guint32 n_busy = trace->processes->len;
  const guint32 n_processes = n_busy + trace->listed.processes->len;
  g_autofree guint8 *have_main = g_new0 (guint8, MAX (n_processes, 1));

  mark_main_threads (trace, trace->threads, have_main);
  mark_main_threads (trace, trace->listed.threads, have_main);
  for (guint32 i = 0; i < n_processes; i++)
    {
      const StrataProcess *process = i < n_busy ? &g_array_index (trace->processes, StrataProcess, i) : &g_array_index (trace->listed.processes, StrataProcess, i - n_busy);

      if (have_main[i] || process->pid <= 0)
        continue;

      const guint32 thread = strata_trace_builder_list_thread (self, process->pid, i, STRATA_STRING_EMPTY, STRATA_NO_TIME);

      g_array_index (trace->listed.threads, StrataThread, thread).device = process->device;
    }
}

void
strata_trace_builder_finish_listed (StrataTraceBuilder *self)
{
  StrataListedTasks *listed = &self->trace->listed;

  for (guint32 i = 0; i < listed->processes->len; i++)
    settle (self->trace, &g_array_index (listed->processes, StrataProcess, i).parent);
  for (guint32 i = 0; i < listed->threads->len; i++)
    settle (self->trace, &g_array_index (listed->threads, StrataThread, i).process);
  if (listed->parents != NULL)
    settle_parents (self->trace, listed->parents);

  settle_strings (self->trace, self->trace->command_lines);
  settle_strings (self->trace, self->trace->process_labels);
  if (self->has_lists)
    add_main_threads (self);
}
