/* strata-profile-job.c - a profile in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile.h"

#include "strata-priority.h"

typedef struct
{
  StrataTrace *trace; /* owned */
  StrataScope scope;
  StrataProfileBy by;
} ProfileJob;

static void
profile_job_free (gpointer data)
{
  ProfileJob *job = data;

  g_clear_pointer (&job->scope.threads, g_bytes_unref);
  g_object_unref (job->trace);
  g_free (job);
}

static void
run_profile_job (GTask *task,
                 gpointer source_object,
                 gpointer task_data,
                 GCancellable *cancellable)
{
  const ProfileJob *job = task_data;
  GError *error = NULL;
  StrataProfile *profile = strata_profile_new (job->trace, &job->scope, job->by, cancellable, &error);

  if (profile != NULL)
    g_task_return_pointer (task, profile, (GDestroyNotify) strata_profile_unref);
  else
    g_task_return_error (task, error);
}

/**
 * strata_profile_new_async:
 * @trace: a trace
 * @scope: what to look at
 * @by: what the rows are about
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as [ctor@Strata.Profile.new], in another thread. What is to be drawn is drawn
 * before it is told: to make the rows of a table takes longer than a frame.
 */
void
strata_profile_new_async (StrataTrace *trace,
                          const StrataScope *scope,
                          StrataProfileBy by,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_return_if_fail (STRATA_IS_TRACE (trace));
  g_return_if_fail (scope != NULL);

  g_autoptr (GTask) task = g_task_new (trace, cancellable, callback, user_data);
  ProfileJob *job = g_new (ProfileJob, 1);

  *job = (ProfileJob){ g_object_ref (trace), *scope, by };
  if (scope->threads != NULL)
    g_bytes_ref (scope->threads);
  g_task_set_source_tag (task, strata_profile_new_async);
  g_task_set_name (task, "[strata] profile");
  g_task_set_priority (task, STRATA_PRIORITY_OF_FRAMES);
  g_task_set_task_data (task, job, profile_job_free);
  g_task_run_in_thread (task, run_profile_job);
}

/**
 * strata_profile_new_finish:
 * @result: what the callback was given
 * @error: where to put that it was cancelled
 *
 * Returns: (transfer full): the profile, or %NULL when it was cancelled
 */
StrataProfile *
strata_profile_new_finish (GAsyncResult *result,
                           GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
