/* strata-trace-titles.c - titles of threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-titles.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-global-process.h"

/**
 * strata_trace_titles_skip_folder:
 * @name: name of a process
 *
 * Returns: (transfer none): the part of @name from the program on, "app --fast" of "/opt/app/bin/app --fast"
 */
const char *
strata_trace_titles_skip_folder (const char *name)
{
  const char *slash = *name == '/' ? g_strrstr_len (name, (gssize) strcspn (name, " "), "/") : NULL;

  return slash != NULL && slash[1] != '\0' && slash[1] != ' ' ? slash + 1 : name;
}

static char *
dup_title (const char *name,
           gint64 id)
{
  g_autofree char *text = g_utf8_make_valid (name, -1);

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

  return dup_title (strata_trace_get_string (trace, row->name), row->tid);
}

/**
 * strata_trace_titles_dup_thread_within:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: (transfer full): the same within a sentence, translated: "thread 42" without a name
 */
char *
strata_trace_titles_dup_thread_within (StrataTrace *trace,
                                       guint32 thread)
{
  const char *name = strata_trace_get_string (trace, strata_trace_get_threads (trace, NULL)[thread].name);
  g_autofree char *title = strata_trace_titles_dup_thread (trace, thread);

  /* Translators: the id of a thread without a name, within a sentence */
  return *name != '\0' ? g_steal_pointer (&title) : g_strdup_printf (_ ("thread %s"), title);
}

/**
 * strata_trace_titles_dup_process:
 * @trace: a trace
 * @process: index of a process
 *
 * Returns: (transfer full): its name and id; only one if the other is not known. Without the folders of its program
 */
char *
strata_trace_titles_dup_process (StrataTrace *trace,
                                 guint32 process)
{
  const StrataProcess *row = &strata_trace_get_processes (trace, NULL)[process];

  return dup_title (strata_trace_titles_skip_folder (strata_trace_get_string (trace, row->name)), strata_global_process_is (trace, process) ? -1 : row->pid);
}
