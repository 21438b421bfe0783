/* strata-event-search.c - lines that pass a filter, looked for in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-search.h"

#include "strata-raw-list.h"

typedef struct
{
  StrataTrace *trace;      /* owned */
  StrataRawFilter *filter; /* owned */
} SearchJob;

static void
search_job_free (SearchJob *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->filter, strata_raw_filter_unref);
  g_free (self);
}

static void
run_search (GTask *task,
            gpointer source,
            gpointer task_data,
            GCancellable *cancellable)
{
  SearchJob *self = task_data;

  g_task_return_pointer (task, strata_raw_list (self->trace, self->filter, cancellable), (GDestroyNotify) g_array_unref);
}

/**
 * strata_event_search_async:
 * @trace: a trace with its lines
 * @filter: what lines have to be; not to be changed any more
 * @cancellable: (nullable): what cancels the search
 * @callback: what to call in the caller's main context
 * @user_data: for @callback
 *
 * Looks through all lines in a thread of its own.
 */
void
strata_event_search_async (StrataTrace *trace,
                           StrataRawFilter *filter,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  SearchJob *job = g_new0 (SearchJob, 1);

  job->trace = g_object_ref (trace);
  job->filter = strata_raw_filter_ref (filter);
  g_task_set_source_tag (task, strata_event_search_async);
  g_task_set_name (task, "strata-event-search");
  g_task_set_task_data (task, job, (GDestroyNotify) search_job_free);
  g_task_run_in_thread (task, run_search);
}

/**
 * strata_event_search_finish:
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Returns: (transfer full) (element-type StrataRawPlace): the places of the lines, or %NULL when the search was cancelled
 */
GArray *
strata_event_search_finish (GAsyncResult *result,
                            GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
