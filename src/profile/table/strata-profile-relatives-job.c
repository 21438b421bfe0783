/* strata-profile-relatives-job.c - callers and callees of a row in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"

typedef struct
{
  StrataProfile *profile; /* owned */
  guint32 key;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  strata_profile_unref (job->profile);
  g_free (job);
}

static void
run_job (GTask *task,
         gpointer source_object,
         gpointer task_data,
         GCancellable *cancellable)
{
  const Job *job = task_data;
  const guint n_workers = strata_scope_count_parts (&job->profile->scope, job->profile->trace);
  GError *error = NULL;
  GArray *relatives = strata_profile_list_relatives_parallel (job->profile, job->key, n_workers, cancellable, &error);

  if (relatives != NULL)
    g_task_return_pointer (task, relatives, (GDestroyNotify) g_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * strata_profile_list_relatives_async:
 * @self: a profile
 * @key: key of a row
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as [method@Strata.Profile.list_relatives], in another thread.
 */
void
strata_profile_list_relatives_async (StrataProfile *self,
                                     guint32 key,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new (Job, 1);

  *job = (Job){ strata_profile_ref (self), key };
  g_task_set_source_tag (task, strata_profile_list_relatives_async);
  g_task_set_name (task, "[strata] relatives of a row");
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

/**
 * strata_profile_list_relatives_finish:
 * @result: what the callback was given
 * @error: where to put that it was cancelled
 *
 * Returns: (transfer full) (element-type StrataRelative): as from
 *   [method@Strata.Profile.list_relatives], or %NULL when it was cancelled
 */
GArray *
strata_profile_list_relatives_finish (GAsyncResult *result,
                                      GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
