/* strata-event-search.c - lines that pass a filter, looked for in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-search.h"

typedef struct
{
  StrataTrace *trace;      /* owned */
  StrataRawFilter *filter; /* owned */
  GArray *places;          /* (element-type StrataRawPlace) owned */
} SearchJob;

static void
search_job_free (SearchJob *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->filter, strata_raw_filter_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_free (self);
}

static gboolean
take_line (const StrataRawLine *line,
           gpointer user_data)
{
  SearchJob *self = user_data;

  if (strata_raw_filter_matches (self->filter, line))
    g_array_append_val (self->places, line->place);

  return TRUE;
}

/* Looks at cancellation once a block. */
static void
search_file (SearchJob *self,
             guint file,
             GCancellable *cancellable)
{
  const StrataLineStore *store = strata_trace_get_line_store (self->trace, file);
  StrataSpan span;
  const gboolean has_span = strata_raw_filter_get_span (self->filter, &span);

  for (guint i = 0; i < strata_line_store_get_n_blocks (store) && !g_cancellable_is_cancelled (cancellable); i++)
    if (!has_span || strata_raw_block_overlaps (store, i, span))
      strata_raw_scan_block (self->trace, file, i, take_line, self);
}

static void
run_search (GTask *task,
            gpointer source,
            gpointer task_data,
            GCancellable *cancellable)
{
  SearchJob *self = task_data;

  for (guint file = 0; file < strata_trace_get_n_line_stores (self->trace); file++)
    search_file (self, file, cancellable);

  g_task_return_pointer (task, g_steal_pointer (&self->places), (GDestroyNotify) g_array_unref);
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
  job->places = g_array_new (FALSE, FALSE, sizeof (StrataRawPlace));
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
