/* strata-diff-job.c - a comparison in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff.h"

typedef struct
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES]; /* owned */
  StrataScope scopes[STRATA_N_DIFF_SIDES];
  StrataProfileBy by;
} DiffJob;

static void
diff_job_free (gpointer data)
{
  DiffJob *job = data;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&job->scopes[side].threads, g_bytes_unref);
      g_object_unref (job->traces[side]);
    }
  g_free (job);
}

static void
run_diff_job (GTask *task,
              gpointer source_object,
              gpointer task_data,
              GCancellable *cancellable)
{
  const DiffJob *job = task_data;
  GError *error = NULL;
  StrataDiff *diff = strata_diff_new (job->traces, job->scopes, job->by, cancellable, &error);

  if (diff != NULL)
    g_task_return_pointer (task, diff, (GDestroyNotify) strata_diff_unref);
  else
    g_task_return_error (task, error);
}

/**
 * strata_diff_new_async:
 * @traces: what to compare
 * @scopes: what to look at in each
 * @by: what the rows are about
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as [ctor@Strata.Diff.new], in another thread.
 */
void
strata_diff_new_async (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                       const StrataScope scopes[STRATA_N_DIFF_SIDES],
                       StrataProfileBy by,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (traces[STRATA_DIFF_A], cancellable, callback, user_data);
  DiffJob *job = g_new (DiffJob, 1);

  job->by = by;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      job->traces[side] = g_object_ref (traces[side]);
      job->scopes[side] = scopes[side];
      if (scopes[side].threads != NULL)
        g_bytes_ref (scopes[side].threads);
    }

  g_task_set_source_tag (task, strata_diff_new_async);
  g_task_set_name (task, "[strata] diff");
  g_task_set_task_data (task, job, diff_job_free);
  g_task_run_in_thread (task, run_diff_job);
}

/**
 * strata_diff_new_finish:
 * @result: what the callback was given
 * @error: where to put that it was cancelled
 *
 * Returns: (transfer full): the comparison, or %NULL when it was cancelled
 */
StrataDiff *
strata_diff_new_finish (GAsyncResult *result,
                        GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
