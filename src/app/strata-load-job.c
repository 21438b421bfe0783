/* strata-load-job.c - a file being loaded for a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-load-job.h"

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
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer user_data)
{
  StrataLoadJob *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_file_finish (result, &error);
  StrataLoadDone done = g_steal_pointer (&self->done);

  if (done != NULL)
    {
      done (trace, error, self->user_data);
      strata_load_job_unref (self);
    }

  strata_load_job_unref (self);
}

/**
 * strata_load_job_start:
 * @file: what to load
 * @done: (scope async): told the trace or the error, on the main thread; the job is gone thereafter
 * @user_data: for @done
 *
 * Begins to load a file in the background.
 *
 * Returns: (transfer none): the job, which lives until @done is called or it is cancelled
 */
StrataLoadJob *
strata_load_job_start (GFile *file,
                       StrataLoadDone done,
                       gpointer user_data)
{
  StrataLoadJob *self = g_rc_box_new0 (StrataLoadJob);

  self->cancellable = g_cancellable_new ();
  self->done = done;
  self->user_data = user_data;
  strata_load_file_async (file, NULL, &self->progress, self->cancellable, on_loaded, g_rc_box_acquire (self));

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
