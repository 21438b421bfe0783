/* strata-trace-titles.c - titles of threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-titles.h"

static char *
dup_title (StrataTrace *trace,
           guint32 name,
           gint64 id)
{
  g_autofree char *text = g_utf8_make_valid (strata_trace_get_string (trace, name), -1);

  if (id < 0 || (strata_is_samples_tid (id) && *text != '\0'))
    return g_steal_pointer (&text);

  return *text != '\0' ? g_strdup_printf ("%s %" G_GINT64_FORMAT, text, id) : g_strdup_printf ("%" G_GINT64_FORMAT, id);
}

/**
 * strata_trace_titles_dup_thread:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: (transfer full): its name and id, such as "RenderThread 3690"; the id alone without a name
 */
char *
strata_trace_titles_dup_thread (StrataTrace *trace,
                                guint32 thread)
{
  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];

  return dup_title (trace, row->name, row->tid);
}

/**
 * strata_trace_titles_dup_process:
 * @trace: a trace
 * @process: index of a process
 *
 * Returns: (transfer full): its name and id; only one if the other is not known
 */
char *
strata_trace_titles_dup_process (StrataTrace *trace,
                                 guint32 process)
{
  const StrataProcess *row = &strata_trace_get_processes (trace, NULL)[process];

  return dup_title (trace, row->name, row->pid);
}
