/* strata-flame-job.c - a call chart in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

typedef struct
{
  StrataTrace *trace; /* owned */
  StrataScope scope;  /* with a reference to its threads */
  StrataColoring coloring;
  char *search; /* owned */
} ChartJob;

static void
chart_job_free (gpointer data)
{
  ChartJob *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->scope.threads, g_bytes_unref);
  g_free (job->search);
  g_free (job);
}

static void
run_chart_job (GTask *task,
               gpointer source_object,
               gpointer task_data,
               GCancellable *cancellable)
{
  const ChartJob *job = task_data;

  if (g_task_return_error_if_cancelled (task))
    return;

  StrataFlame *chart = strata_flame_new_chart (job->trace, &job->scope, job->coloring);

  strata_flame_search (chart, job->search);
  g_task_return_pointer (task, chart, (GDestroyNotify) strata_flame_unref);
}

/**
 * strata_flame_new_chart_async:
 * @trace: a trace
 * @scope: what to show of it
 * @coloring: what the colours mean
 * @search: what to look for in names, see strata_flame_search()
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as [ctor@Strata.Flame.new_chart], and searches it, in another thread.
 */
void
strata_flame_new_chart_async (StrataTrace *trace,
                              const StrataScope *scope,
                              StrataColoring coloring,
                              const char *search,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  ChartJob *job = g_new0 (ChartJob, 1);

  job->trace = g_object_ref (trace);
  job->scope = *scope;
  if (scope->threads != NULL)
    g_bytes_ref (scope->threads);
  job->coloring = coloring;
  job->search = g_strdup (search);
  g_task_set_source_tag (task, strata_flame_new_chart_async);
  g_task_set_name (task, "[strata] call chart");
  g_task_set_task_data (task, job, chart_job_free);
  g_task_run_in_thread (task, run_chart_job);
}

/**
 * strata_flame_new_chart_finish:
 * @result: what the callback was given
 * @error: where to put that it was cancelled
 *
 * Returns: (transfer full): the chart, or %NULL when it was cancelled
 */
StrataFlame *
strata_flame_new_chart_finish (GAsyncResult *result,
                               GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
