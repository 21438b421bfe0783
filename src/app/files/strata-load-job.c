/* strata-load-job.c - a file being loaded for a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-load-job.h"

#include "strata-opening.h"
#include "strata-session-frames.h"
#include "strata-task-settings.h"

/* Shared by the window, until it is told or cancels, and by the worker, which
 * may write the progress for a while longer. */
struct _StrataLoadJob
{
  StrataProgress progress;
  GCancellable *cancellable; /* owned */
  StrataLoadDone done;       /* NULL once cancelled */
  gpointer user_data;        /* borrowed: whoever goes away cancels first */
};

static void
strata_load_job_clear (gpointer data)
{
  StrataLoadJob *self = data;

  g_clear_object (&self->cancellable);
}

static void
strata_load_job_unref (StrataLoadJob *self)
{
  g_rc_box_release_full (self, strata_load_job_clear);
}

static void
tell (StrataLoadJob *self,
      StrataSession *session,
      const GError *error)
{
  StrataLoadDone done = g_steal_pointer (&self->done);

  if (done != NULL)
    {
      done (session, error, self->user_data);
      strata_load_job_unref (self);
    }
}

static void
on_session_made (GObject *source,
                 GAsyncResult *result,
                 gpointer user_data)
{
  StrataLoadJob *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataSession) session = g_task_propagate_pointer (G_TASK (result), &error);

  if (session != NULL)
    strata_task_settings_apply (session);
  tell (self, session, error);
  strata_load_job_unref (self);
}

/* A session indexes its trace, which takes too long for the main thread when
 * there are millions of slices. Nobody else knows the session yet. */
static void
make_session (GTask *task,
              gpointer source,
              gpointer task_data,
              GCancellable *cancellable)
{
  StrataSession *session = strata_session_new (task_data);

  strata_session_find_frames (session);
  strata_opening_arrange (session);
  g_task_return_pointer (task, session, g_object_unref);
}

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer user_data)
{
  StrataLoadJob *self = user_data;
  g_autoptr (GError) error = NULL;
  StrataTrace *trace = strata_load_file_finish (result, &error);

  if (trace == NULL)
    {
      tell (self, NULL, error);
      strata_load_job_unref (self);
      return;
    }

  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, on_session_made, self);

  g_task_set_source_tag (task, on_loaded);
  g_task_set_name (task, "strata-make-session");
  g_task_set_task_data (task, trace, g_object_unref);
  g_task_run_in_thread (task, make_session);
}

/**
 * strata_load_job_start:
 * @files: (element-type StrataLoadInput): what to load
 * @mapping: (nullable): what names its methods; without one, that beside the file does
 * @rebuilds_callers: whether to make calls of exits whose entries precede a method trace
 * @done: (scope async): told a session of the trace or the error, on the main thread; the job is gone thereafter
 * @user_data: for @done
 *
 * Begins to load files into one trace in the background.
 *
 * Returns: (transfer none): the job, which lives until @done is called or it is cancelled
 */
StrataLoadJob *
strata_load_job_start (GPtrArray *files,
                       GFile *mapping,
                       gboolean rebuilds_callers,
                       StrataLoadDone done,
                       gpointer user_data)
{
  StrataLoadJob *self = g_rc_box_new0 (StrataLoadJob);
  g_autofree StrataLoadInput *inputs = g_new (StrataLoadInput, files->len);
  const StrataLoadOptions options = { .mapping = mapping, .find_mapping = TRUE, .keep_lines = TRUE, .rebuild_callers = rebuilds_callers };

  self->cancellable = g_cancellable_new ();
  self->done = done;
  self->user_data = user_data;

  for (guint i = 0; i < files->len; i++)
    inputs[i] = *(const StrataLoadInput *) g_ptr_array_index (files, i);

  strata_load_files_async (inputs, files->len, &options, &self->progress, self->cancellable, on_loaded, g_rc_box_acquire (self));

  return self;
}

/**
 * strata_load_job_cancel:
 * @self: (transfer full): the job
 *
 * Stops loading; the job is gone and nobody will be told.
 */
void
strata_load_job_cancel (StrataLoadJob *self)
{
  self->done = NULL;
  g_cancellable_cancel (self->cancellable);
  strata_load_job_unref (self);
}

/**
 * strata_load_job_get_progress:
 * @self: the job
 *
 * Returns: (transfer none): how far it has come, as long as the job lives
 */
StrataProgress *
strata_load_job_get_progress (StrataLoadJob *self)
{
  return &self->progress;
}
