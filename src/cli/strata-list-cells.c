/* strata-list-cells.c - cells that several kinds of list share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-list.h"

/**
 * strata_list_add_string:
 * @table: a table
 * @trace: the trace
 * @id: a string id
 */
void
strata_list_add_string (StrataTable *table,
                        StrataTrace *trace,
                        guint32 id)
{
  strata_table_text (table, strata_trace_get_string (trace, id));
}

/**
 * strata_list_add_pid:
 * @table: a table
 * @trace: the trace
 * @process: index of a process, or %STRATA_NONE
 */
void
strata_list_add_pid (StrataTable *table,
                     StrataTrace *trace,
                     guint32 process)
{
  const StrataProcess *processes = strata_trace_get_processes (trace, NULL);

  if (process == STRATA_NONE || processes[process].pid < 0)
    strata_table_unknown (table);
  else
    strata_table_number (table, processes[process].pid);
}

/**
 * strata_list_add_tid:
 * @table: a table
 * @trace: the trace
 * @thread: index of a thread, or %STRATA_NONE
 */
void
strata_list_add_tid (StrataTable *table,
                     StrataTrace *trace,
                     guint32 thread)
{
  if (thread == STRATA_NONE)
    strata_table_unknown (table);
  else
    strata_table_number (table, strata_trace_get_threads (trace, NULL)[thread].tid);
}

/**
 * strata_list_add_process_name:
 * @table: a table
 * @trace: the trace
 * @process: index of a process, or %STRATA_NONE
 */
void
strata_list_add_process_name (StrataTable *table,
                              StrataTrace *trace,
                              guint32 process)
{
  guint32 name = process != STRATA_NONE ? strata_trace_get_processes (trace, NULL)[process].name : STRATA_NONE;

  strata_list_add_string (table, trace, name);
}

/**
 * strata_list_add_thread_name:
 * @table: a table
 * @trace: the trace
 * @thread: index of a thread, or %STRATA_NONE
 */
void
strata_list_add_thread_name (StrataTable *table,
                             StrataTrace *trace,
                             guint32 thread)
{
  guint32 name = thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].name : STRATA_NONE;

  strata_list_add_string (table, trace, name);
}

typedef struct
{
  gint64 time_ns;
  guint32 index;
} Entry;

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *entry_a = a;
  const Entry *entry_b = b;

  if (entry_a->time_ns != entry_b->time_ns)
    return entry_a->time_ns < entry_b->time_ns ? -1 : 1;

  return entry_a->index < entry_b->index ? -1 : entry_a->index > entry_b->index;
}

/**
 * strata_list_sort_by_time:
 * @time_ns: a column of times
 * @begin: first index to look at
 * @end: one past the last
 *
 * Returns: (transfer full) (array): the indices, earliest first, and in their own order where times are equal
 */
guint32 *
strata_list_sort_by_time (const gint64 *time_ns,
                          guint32 begin,
                          guint32 end)
{
  guint32 n = end - begin;
  g_autofree Entry *entries = g_new (Entry, n);
  guint32 *indices = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    entries[i] = (Entry){ time_ns[begin + i], begin + i };

  if (n > 1)
    qsort (entries, n, sizeof *entries, compare_entries);
  for (guint32 i = 0; i < n; i++)
    indices[i] = entries[i].index;

  return indices;
}
