/* strata-call-tree-job.c - a call tree in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree.h"

typedef struct
{
  StrataTrace *trace; /* owned; nullable */
  StrataScope scope;  /* with a reference to its threads */
  StrataProfileBy by;
  StrataCallTree *base;     /* owned; nullable */
  StrataCallTreeView *view; /* owned; nullable */
} TreeJob;

static void
tree_job_free (gpointer data)
{
  TreeJob *job = data;

  g_clear_object (&job->trace);
  g_clear_pointer (&job->scope.threads, g_bytes_unref);
  strata_call_tree_unref (job->base);
  strata_call_tree_view_free (job->view);
  g_free (job);
}

static void
run_tree_job (GTask *task,
              gpointer source_object,
              gpointer task_data,
              GCancellable *cancellable)
{
  const TreeJob *job = task_data;
  GError *error = NULL;
  StrataCallTree *tree;

  if (job->base != NULL)
    tree = strata_call_tree_new_view (job->base, job->view, cancellable, &error);
  else
    tree = strata_call_tree_new (job->trace, &job->scope, job->by, cancellable, &error);

  if (tree != NULL)
    g_task_return_pointer (task, tree, (GDestroyNotify) strata_call_tree_unref);
  else
    g_task_return_error (task, error);
}

static void
start (TreeJob *job,
       gpointer source_tag,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, source_tag);
  g_task_set_name (task, "[strata] call tree");
  g_task_set_task_data (task, job, tree_job_free);
  g_task_run_in_thread (task, run_tree_job);
}

/**
 * strata_call_tree_new_async:
 * @trace: a trace
 * @scope: what to look at
 * @by: what belongs together
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as [ctor@Strata.CallTree.new], in another thread.
 */
void
strata_call_tree_new_async (StrataTrace *trace,
                            const StrataScope *scope,
                            StrataProfileBy by,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_return_if_fail (STRATA_IS_TRACE (trace));
  g_return_if_fail (scope != NULL);

  TreeJob *job = g_new0 (TreeJob, 1);

  job->trace = g_object_ref (trace);
  job->scope = *scope;
  if (scope->threads != NULL)
    g_bytes_ref (scope->threads);
  job->by = by;
  start (job, strata_call_tree_new_async, cancellable, callback, user_data);
}

/**
 * strata_call_tree_new_view_async:
 * @base: a tree from the top down, of everything
 * @view: how to look at it
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as [ctor@Strata.CallTree.new_view], in another thread.
 */
void
strata_call_tree_new_view_async (StrataCallTree *base,
                                 const StrataCallTreeView *view,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  TreeJob *job = g_new0 (TreeJob, 1);

  job->base = strata_call_tree_ref (base);
  job->view = strata_call_tree_view_copy (view);
  start (job, strata_call_tree_new_view_async, cancellable, callback, user_data);
}

/**
 * strata_call_tree_new_finish:
 * @result: what the callback was given
 * @error: where to put that it was cancelled
 *
 * Returns: (transfer full): the tree, or %NULL when it was cancelled
 */
StrataCallTree *
strata_call_tree_new_finish (GAsyncResult *result,
                             GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
