/* strata-list.h - what strata-cli list can list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-long-tasks.h"
#include "strata-raw-filter.h"
#include "strata-search.h"
#include "strata-table.h"
#include "strata-trace-cells.h"

G_BEGIN_DECLS

/* Each writes all rows of its kind of @trace. */
void strata_list_slices (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_async (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_log (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_instants (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_counters (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_hits (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_cpu (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_states (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_losses (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_names (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_wakeups (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_io (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_kernel (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataSearch *where);
void strata_list_chains (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_threads (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_queues (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_processes (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_frames (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_tasks (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_phases (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_methods (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_events (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);
void strata_list_diagnostics (StrataTrace *trace, StrataOutput *output, StrataTableStyle style);

/* The rows of one chain. */
void strata_list_chain (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, guint32 chain);

void strata_list_long_tasks (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataTaskLimits *limits);
void strata_list_raw (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, const StrataRawFilter *filter);

/* The order of several kinds. */
guint32 *strata_list_sort_by_time (const gint64 *time_ns, guint32 begin, guint32 end);

G_END_DECLS
