/* strata-load-job.c - loads a file for a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-load-job.h"

#include "strata-job.h"
#include "strata-opening.h"
#include "strata-task-settings.h"
#include "strata-trace-files.h"

/* Loads and indexes in one worker: a session indexes its trace, which takes too long for the main
 * thread with millions of slices. */
struct _StrataLoadJob
{
  StrataJob *job; /* owned */
  StrataLoadDone done;
  gpointer user_data;       /* borrowed: its owner cancels before it goes away */
  StrataProgress *progress; /* borrowed from the request */
};

typedef struct
{
  GPtrArray *files; /* (element-type StrataLoadInput) owned */
  GFile *mapping;   /* owned; nullable */
  StrataReading reading;
  StrataProgress progress;
  GError *error; /* owned: written by the worker */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_ptr_array_unref (request->files);
  g_clear_object (&request->mapping);
  g_clear_error (&request->error);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  Request *request = data;
  const StrataLoadOptions options = {
    .mapping = request->mapping,
    .find_mapping = TRUE,
    .keep_lines = TRUE,
    .rebuild_callers = request->reading.rebuilds_callers,
    .by_weight = request->reading.is_by_weight,
    .event = request->reading.event,
    .sample_interval_ms = request->reading.sample_interval_ms,
  };
  g_autofree StrataLoadInput *inputs = g_new (StrataLoadInput, request->files->len);

  for (guint i = 0; i < request->files->len; i++)
    inputs[i] = *(const StrataLoadInput *) g_ptr_array_index (request->files, i);

  g_autoptr (StrataTrace) trace = strata_load_files (inputs, request->files->len, &options, &request->progress, cancellable, &request->error);

  if (trace == NULL || g_cancellable_is_cancelled (cancellable))
    return NULL;

  StrataSession *session = strata_session_new (trace);

  strata_findings_find_frames (strata_session_get_findings (session));
  strata_opening_arrange (session);

  return session;
}

static void
on_loaded (gpointer result,
           gpointer data,
           gpointer user_data)
{
  StrataLoadJob *self = user_data;
  const Request *request = data;
  g_autoptr (StrataSession) session = result;

  if (session != NULL)
    strata_task_settings_apply (session);
  self->done (session, request->error, self->user_data);
  strata_load_job_cancel (self);
}

static const StrataJobKind load_job = {
  .name = "[strata] load",
  .run = run,
  .done = on_loaded,
  .free_data = request_free,
  .free_result = g_object_unref,
};

/**
 * strata_load_job_start:
 * @files: (element-type StrataLoadInput): the files to load
 * @mapping: (nullable): a mapping of method names; without one, the mapping next to the file is used
 * @reading: how to read them
 * @done: (scope async): called with a session of the trace or the error, on the main thread; the job is freed afterwards
 * @user_data: for @done
 *
 * Starts to load files into one trace in the background.
 *
 * Returns: (transfer none): the job, which lives until @done is called or it is cancelled
 */
StrataLoadJob *
strata_load_job_start (GPtrArray *files,
                       GFile *mapping,
                       StrataReading reading,
                       StrataLoadDone done,
                       gpointer user_data)
{
  StrataLoadJob *self = g_new0 (StrataLoadJob, 1);
  Request *request = g_new0 (Request, 1);

  request->files = strata_trace_files_copy (files);
  request->mapping = mapping != NULL ? g_object_ref (mapping) : NULL;
  request->reading = reading;
  self->job = strata_job_new (&load_job, self);
  self->done = done;
  self->user_data = user_data;
  self->progress = &request->progress;
  strata_job_start (self->job, request, 0);

  return self;
}

/**
 * strata_load_job_cancel:
 * @self: (transfer full): the job
 *
 * Stops loading and frees the job; @done is not called.
 */
void
strata_load_job_cancel (StrataLoadJob *self)
{
  strata_job_free (self->job);
  g_free (self);
}

/* Returns its progress, valid as long as the job. */
StrataProgress *
strata_load_job_get_progress (StrataLoadJob *self)
{
  return self->progress;
}
