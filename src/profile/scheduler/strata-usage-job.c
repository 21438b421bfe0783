/* strata-usage-job.c - a usage in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage.h"

static void
run_usage_job (GTask *task,
               gpointer source_object,
               gpointer task_data,
               GCancellable *cancellable)
{
  const StrataSpan *span = task_data;
  GError *error = NULL;
  StrataUsage *usage = strata_usage_new (STRATA_TRACE (source_object), *span, cancellable, &error);

  if (usage != NULL)
    g_task_return_pointer (task, usage, (GDestroyNotify) strata_usage_unref);
  else
    g_task_return_error (task, error);
}

/**
 * strata_usage_new_async:
 * @trace: a trace
 * @span: the period
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as [ctor@Strata.Usage.new], in another thread.
 */
void
strata_usage_new_async (StrataTrace *trace,
                        StrataSpan span,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_return_if_fail (STRATA_IS_TRACE (trace));

  g_autoptr (GTask) task = g_task_new (trace, cancellable, callback, user_data);

  g_task_set_source_tag (task, strata_usage_new_async);
  g_task_set_name (task, "[strata] usage");
  g_task_set_task_data (task, g_memdup2 (&span, sizeof span), g_free);
  g_task_run_in_thread (task, run_usage_job);
}

/**
 * strata_usage_new_finish:
 * @result: what the callback was given
 * @error: where to put that it was cancelled
 *
 * Returns: (transfer full): the usage, or %NULL when it was cancelled
 */
StrataUsage *
strata_usage_new_finish (GAsyncResult *result,
                         GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
