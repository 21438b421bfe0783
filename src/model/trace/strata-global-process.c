/* strata-global-process.c - the process of tracks without a process
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-global-process.h"

/**
 * strata_global_process_is:
 * @trace: a trace
 * @process: index of a process
 *
 * Returns: whether it is only the placeholder for tracks without a process
 */
gboolean
strata_global_process_is (StrataTrace *trace,
                          guint32 process)
{
  const StrataProcess *row = strata_trace_get_processes (trace, NULL) + process;

  return row->pid == 0 && g_str_equal (strata_trace_get_string (trace, row->name), STRATA_GLOBAL_PROCESS_NAME);
}

/**
 * strata_global_process_count_others:
 * @trace: a trace
 *
 * Returns: how many processes there are, without that placeholder
 */
guint
strata_global_process_count_others (StrataTrace *trace)
{
  guint n_processes;
  guint n_others = 0;

  strata_trace_get_processes (trace, &n_processes);
  for (guint32 i = 0; i < n_processes; i++)
    n_others += !strata_global_process_is (trace, i);

  return n_others;
}
