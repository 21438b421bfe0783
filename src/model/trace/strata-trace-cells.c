/* strata-trace-cells.c - table cells for threads, processes and CPUs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-cells.h"

#include "strata-device-names.h"
#include "strata-units.h"

void
strata_trace_cells_set_string (StrataCell *cell,
                               StrataTrace *trace,
                               guint32 id)
{
  strata_cell_set_text (cell, strata_trace_get_string (trace, id));
}

/**
 * strata_trace_cells_set_known:
 * @cell: an empty cell
 * @is_known: whether there is a number
 * @number: the number
 *
 * Sets a number, if it is known.
 */
void
strata_trace_cells_set_known (StrataCell *cell,
                              gboolean is_known,
                              gint64 number)
{
  if (is_known)
    strata_cell_set_number (cell, number);
}

/**
 * strata_trace_cells_set_pid:
 * @cell: an empty cell
 * @trace: the trace
 * @process: index of a process, or %STRATA_NONE
 *
 * Sets the id of a process, if it is known.
 */
void
strata_trace_cells_set_pid (StrataCell *cell,
                            StrataTrace *trace,
                            guint32 process)
{
  const StrataProcess *processes = strata_trace_get_processes (trace, NULL);

  if (process != STRATA_NONE && processes[process].pid >= 0)
    strata_cell_set_number (cell, processes[process].pid);
}

/**
 * strata_trace_cells_set_tid:
 * @cell: an empty cell
 * @trace: the trace
 * @thread: index of a thread, or %STRATA_NONE
 *
 * Sets the id of a thread, if there is one.
 */
void
strata_trace_cells_set_tid (StrataCell *cell,
                            StrataTrace *trace,
                            guint32 thread)
{
  if (thread != STRATA_NONE)
    strata_cell_set_number (cell, strata_trace_get_threads (trace, NULL)[thread].tid);
}

/**
 * strata_trace_cells_set_process_name:
 * @cell: an empty cell
 * @trace: the trace
 * @process: index of a process, or %STRATA_NONE
 *
 * Sets the name of a process, empty without one.
 */
void
strata_trace_cells_set_process_name (StrataCell *cell,
                                     StrataTrace *trace,
                                     guint32 process)
{
  const guint32 name = process != STRATA_NONE ? strata_trace_get_processes (trace, NULL)[process].name : STRATA_NONE;

  strata_trace_cells_set_string (cell, trace, name);
}

/**
 * strata_trace_cells_set_thread_name:
 * @cell: an empty cell
 * @trace: the trace
 * @thread: index of a thread, or %STRATA_NONE
 *
 * Sets the name of a thread, empty without one.
 */
void
strata_trace_cells_set_thread_name (StrataCell *cell,
                                    StrataTrace *trace,
                                    guint32 thread)
{
  const guint32 name = thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].name : STRATA_NONE;

  strata_trace_cells_set_string (cell, trace, name);
}

/**
 * strata_trace_cells_set_machine:
 * @cell: an empty cell
 * @trace: the trace
 * @cpu: number of a CPU in the trace, or %STRATA_NONE
 *
 * Sets the name of a CPU's machine, empty for the first one. Each machine numbers its own CPUs.
 */
void
strata_trace_cells_set_machine (StrataCell *cell,
                                StrataTrace *trace,
                                guint32 cpu)
{
  strata_cell_take_text (cell, strata_device_names_dup_title (trace, cpu != STRATA_NONE ? cpu / STRATA_DEVICE_CPUS : 0));
}

/**
 * strata_trace_cells_add_machine:
 * @table: a table
 * @trace: the trace
 * @device: number of a device, or %STRATA_NONE
 *
 * Writes the name of a machine, empty for the first one.
 */
void
strata_trace_cells_add_machine (StrataTable *table,
                                StrataTrace *trace,
                                guint32 device)
{
  StrataCell cell = STRATA_CELL_INIT;

  strata_trace_cells_set_machine (&cell, trace, device != STRATA_NONE ? device * STRATA_DEVICE_CPUS : STRATA_NONE);
  strata_table_cell (table, &cell);
  strata_cell_clear (&cell);
}

/**
 * strata_trace_cells_add_cpu:
 * @table: a table
 * @trace: the trace
 * @cpu: number of a CPU in the trace, or %STRATA_NONE
 *
 * Writes the number of a CPU on its machine, if it is known, and the machine's name.
 */
void
strata_trace_cells_add_cpu (StrataTable *table,
                            StrataTrace *trace,
                            guint32 cpu)
{
  StrataCell number = STRATA_CELL_INIT;
  StrataCell machine = STRATA_CELL_INIT;

  strata_trace_cells_set_known (&number, cpu != STRATA_NONE, cpu % STRATA_DEVICE_CPUS);
  strata_table_cell (table, &number);
  strata_trace_cells_set_machine (&machine, trace, cpu);
  strata_table_cell (table, &machine);
  strata_cell_clear (&machine);
}

/* The value of a counter. */
static void
strata_trace_cells_set_sample (StrataCell *cell,
                               StrataTrace *trace,
                               guint32 sample)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);

  if (strata_samples_is_whole (samples, sample))
    strata_cell_set_number (cell, samples->value[sample]);
  else
    strata_cell_set_real (cell, strata_samples_get_real (samples, sample));
}

/* Adds each value in its own cell. */
#define DEFINE_ADD(what)                                                                     \
  void strata_trace_cells_add_##what (StrataTable *table, StrataTrace *trace, guint32 index) \
  {                                                                                          \
    StrataCell cell = STRATA_CELL_INIT;                                                      \
                                                                                             \
    strata_trace_cells_set_##what (&cell, trace, index);                                     \
    strata_table_cell (table, &cell);                                                        \
  }

DEFINE_ADD (string)
DEFINE_ADD (pid)
DEFINE_ADD (tid)
DEFINE_ADD (process_name)
DEFINE_ADD (thread_name)
DEFINE_ADD (sample)

void
strata_trace_cells_set_share (StrataCell *cell,
                              gint64 part_ns,
                              gint64 whole_ns)
{
  char text[STRATA_UNITS_BYTES];

  strata_cell_take_text (cell, g_strdup (strata_units_share (part_ns, whole_ns, text)));
}
