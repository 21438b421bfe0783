/* strata-loader.c - files become a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-loader.h"

/* What a worker thread needs, see strata_load_files_async(). */
typedef struct
{
  StrataLoadInput *inputs; /* owned, their files too */
  guint n_inputs;
  StrataLoadOptions options; /* its mapping is owned */
  StrataProgress *progress;  /* (nullable) borrowed: from the caller */
} LoadJob;

static void
load_job_free (LoadJob *self)
{
  for (guint i = 0; i < self->n_inputs; i++)
    g_clear_object (&self->inputs[i].file);

  g_free (self->inputs);
  g_clear_object (&self->options.mapping);
  g_free (self);
}

/**
 * strata_load_file:
 * @file: what to load
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the file read so far
 * @cancellable: (nullable): what cancels loading
 * @error: return location for an error
 *
 * Loads a trace; its format is found by content. Of a method trace in two files,
 * key and data, either is enough, or their name without the suffix. What was odd in it, or cut off,
 * is counted in the diagnostics of the trace. When nothing could be used, @error
 * says in one sentence which file, where and why.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_file (GFile *file,
                  const StrataLoadOptions *options,
                  StrataProgress *progress,
                  GCancellable *cancellable,
                  GError **error)
{
  const StrataLoadInput input = { .file = file };

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  return strata_load_files (&input, 1, options, progress, cancellable, error);
}

/**
 * strata_load_stream:
 * @stream: what to load, such as the standard input
 * @name: what to call it in errors
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes read so far
 * @cancellable: (nullable): what cancels loading
 * @error: return location for an error
 *
 * Loads a trace as [func@Strata.load_file] does.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_stream (GInputStream *stream,
                    const char *name,
                    const StrataLoadOptions *options,
                    StrataProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const StrataLoadInput input = { .stream = stream, .name = name };

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return strata_load_files (&input, 1, options, progress, cancellable, error);
}

static void
run_load_job (GTask *task,
              gpointer source_object,
              gpointer task_data,
              GCancellable *cancellable)
{
  const LoadJob *job = task_data;
  GError *error = NULL;
  StrataTrace *trace = strata_load_files (job->inputs, job->n_inputs, &job->options, job->progress, cancellable, &error);

  if (trace != NULL)
    g_task_return_pointer (task, trace, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * strata_load_files_async:
 * @inputs: (array length=n_inputs): what to load; files only, no streams
 * @n_inputs: how many there are, at least one
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the files read so far; must live until @callback runs
 * @cancellable: (nullable): what cancels loading
 * @callback: what to call in the caller's main context
 * @user_data: for @callback
 *
 * Loads files into one trace in a thread of its own. A cancelled one ends after
 * the block it is at. [func@Strata.load_file_finish] hands out what came of it.
 */
void
strata_load_files_async (const StrataLoadInput *inputs,
                         guint n_inputs,
                         const StrataLoadOptions *options,
                         StrataProgress *progress,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (inputs[0].file, cancellable, callback, user_data);
  LoadJob *job;

  g_return_if_fail (n_inputs > 0);

  job = g_new0 (LoadJob, 1);
  job->inputs = g_memdup2 (inputs, n_inputs * sizeof *inputs);
  job->n_inputs = n_inputs;
  job->progress = progress;
  if (options != NULL)
    job->options = *options;
  if (job->options.mapping != NULL)
    g_object_ref (job->options.mapping);
  for (guint i = 0; i < n_inputs; i++)
    g_object_ref (job->inputs[i].file);

  g_task_set_source_tag (task, strata_load_files_async);
  g_task_set_name (task, "load trace");
  g_task_set_task_data (task, job, (GDestroyNotify) load_job_free);
  g_task_run_in_thread (task, run_load_job);
}

/**
 * strata_load_file_async:
 * @file: what to load
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the file read so far; must live until @callback runs
 * @cancellable: (nullable): what cancels loading
 * @callback: what to call in the caller's main context
 * @user_data: for @callback
 *
 * Loads a trace in a thread of its own. A cancelled one ends after the block it
 * is at.
 */
void
strata_load_file_async (GFile *file,
                        const StrataLoadOptions *options,
                        StrataProgress *progress,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  const StrataLoadInput input = { .file = file };

  g_return_if_fail (G_IS_FILE (file));

  strata_load_files_async (&input, 1, options, progress, cancellable, callback, user_data);
}

/**
 * strata_load_file_finish:
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_file_finish (GAsyncResult *result,
                         GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
