/* strata-trace-cells.c - cells of tables that say which thread or process
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-cells.h"

/**
 * strata_trace_cells_add_string:
 * @table: a table
 * @trace: the trace
 * @id: a string id
 *
 * Writes a string of the trace.
 */
void
strata_trace_cells_add_string (StrataTable *table,
                               StrataTrace *trace,
                               guint32 id)
{
  strata_table_text (table, strata_trace_get_string (trace, id));
}

/**
 * strata_trace_cells_add_pid:
 * @table: a table
 * @trace: the trace
 * @process: index of a process, or %STRATA_NONE
 *
 * Writes the id of a process, if it is known.
 */
void
strata_trace_cells_add_pid (StrataTable *table,
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
 * strata_trace_cells_add_tid:
 * @table: a table
 * @trace: the trace
 * @thread: index of a thread, or %STRATA_NONE
 *
 * Writes the id of a thread, if there is one.
 */
void
strata_trace_cells_add_tid (StrataTable *table,
                            StrataTrace *trace,
                            guint32 thread)
{
  if (thread == STRATA_NONE)
    strata_table_unknown (table);
  else
    strata_table_number (table, strata_trace_get_threads (trace, NULL)[thread].tid);
}

/**
 * strata_trace_cells_add_process_name:
 * @table: a table
 * @trace: the trace
 * @process: index of a process, or %STRATA_NONE
 *
 * Writes the name of a process, empty without one.
 */
void
strata_trace_cells_add_process_name (StrataTable *table,
                                     StrataTrace *trace,
                                     guint32 process)
{
  guint32 name = process != STRATA_NONE ? strata_trace_get_processes (trace, NULL)[process].name : STRATA_NONE;

  strata_trace_cells_add_string (table, trace, name);
}

/**
 * strata_trace_cells_add_thread_name:
 * @table: a table
 * @trace: the trace
 * @thread: index of a thread, or %STRATA_NONE
 *
 * Writes the name of a thread, empty without one.
 */
void
strata_trace_cells_add_thread_name (StrataTable *table,
                                    StrataTrace *trace,
                                    guint32 thread)
{
  guint32 name = thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].name : STRATA_NONE;

  strata_trace_cells_add_string (table, trace, name);
}
