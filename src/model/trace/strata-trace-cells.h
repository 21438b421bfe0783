/* strata-trace-cells.h - table cells for threads, processes and CPUs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

void strata_trace_cells_set_machine (StrataCell *cell, StrataTrace *trace, guint32 cpu);
void strata_trace_cells_add_machine (StrataTable *table, StrataTrace *trace, guint32 device);
void strata_trace_cells_add_cpu (StrataTable *table, StrataTrace *trace, guint32 cpu);
void strata_trace_cells_add_string (StrataTable *table, StrataTrace *trace, guint32 id);
void strata_trace_cells_add_pid (StrataTable *table, StrataTrace *trace, guint32 process);
void strata_trace_cells_add_tid (StrataTable *table, StrataTrace *trace, guint32 thread);
void strata_trace_cells_add_process_name (StrataTable *table, StrataTrace *trace, guint32 process);
void strata_trace_cells_add_thread_name (StrataTable *table, StrataTrace *trace, guint32 thread);
void strata_trace_cells_add_sample (StrataTable *table, StrataTrace *trace, guint32 sample);

/* The same as values, for the getters of columns. */
void strata_trace_cells_set_string (StrataCell *cell, StrataTrace *trace, guint32 id);
void strata_trace_cells_set_pid (StrataCell *cell, StrataTrace *trace, guint32 process);
void strata_trace_cells_set_tid (StrataCell *cell, StrataTrace *trace, guint32 thread);
void strata_trace_cells_set_process_name (StrataCell *cell, StrataTrace *trace, guint32 process);
void strata_trace_cells_set_thread_name (StrataCell *cell, StrataTrace *trace, guint32 thread);
void strata_trace_cells_set_known (StrataCell *cell, gboolean is_known, gint64 number);
void strata_trace_cells_set_share (StrataCell *cell, gint64 part_ns, gint64 whole_ns);

G_END_DECLS
