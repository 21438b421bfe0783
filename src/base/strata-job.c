/* strata-job.c - background work of which only the newest request counts
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-job.h"

/* A job has at most one request that counts, the newest. A request first waits for
 * its delay, then it runs in a worker, then its result goes to the owner of the job.
 * A newer request replaces a waiting one and cancels a running one. The result of a cancelled
 * request is dropped, so a worker need not react at once.
 *
 * Jobs belong to the main thread; only `run` is called elsewhere. A running request
 * keeps the job in memory, but not its owner: after strata_job_free() nothing is
 * called for the owner any more. */

/* All results are delivered at GDK's priority for drawing: a pending frame goes first, and an
 * animation cannot delay the result for ever. */
#define PRIORITY (G_PRIORITY_HIGH_IDLE + 20)

#define PROGRESS_MS 60

typedef struct
{
  StrataJob *job;            /* owned */
  gpointer data;             /* owned */
  gpointer result;           /* owned: written by the worker */
  GCancellable *cancellable; /* owned */
} Request;

struct _StrataJob
{
  const StrataJobKind *kind; /* borrowed: static */
  gpointer user_data;        /* borrowed: the owner frees the job first */
  Request *newest;           /* NULL when idle; owned while it waits, then by its task */
  guint delay_id;            /* 0 unless the newest request waits */
  guint progress_id;
};

static void
request_free (Request *request)
{
  const StrataJobKind *kind = request->job->kind;

  if (kind->free_result != NULL)
    g_clear_pointer (&request->result, kind->free_result);
  if (kind->free_data != NULL)
    g_clear_pointer (&request->data, kind->free_data);
  g_object_unref (request->cancellable);
  g_rc_box_release (request->job);
  g_free (request);
}

static void
run_request (GTask *task,
             gpointer source_object,
             gpointer task_data,
             GCancellable *cancellable)
{
  Request *request = task_data;

  /* it may have been cancelled while all workers were busy */
  if (!g_cancellable_is_cancelled (cancellable))
    request->result = request->job->kind->run (request->data, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
on_run (GObject *source,
        GAsyncResult *result,
        gpointer user_data)
{
  Request *request = user_data;
  StrataJob *self = request->job;

  if (self->newest == request)
    {
      self->newest = NULL;
      g_clear_handle_id (&self->progress_id, g_source_remove);
      if (self->kind->done != NULL)
        self->kind->done (g_steal_pointer (&request->result), request->data, self->user_data);
    }

  request_free (request);
}

static gboolean
on_progress (gpointer user_data)
{
  StrataJob *self = user_data;

  self->kind->progress (self->newest->data, self->user_data);

  return G_SOURCE_CONTINUE;
}

static void
start_worker (StrataJob *self)
{
  Request *request = self->newest;
  g_autoptr (GTask) task = g_task_new (NULL, request->cancellable, on_run, request);

  if (self->kind->progress != NULL)
    self->progress_id = g_timeout_add (PROGRESS_MS, on_progress, self);
  g_task_set_source_tag (task, strata_job_start);
  g_task_set_name (task, self->kind->name);
  g_task_set_priority (task, PRIORITY);
  g_task_set_task_data (task, request, NULL);
  g_task_run_in_thread (task, run_request);
}

static gboolean
on_delay_over (gpointer user_data)
{
  StrataJob *self = user_data;

  self->delay_id = 0;
  start_worker (self);

  return G_SOURCE_REMOVE;
}

/**
 * strata_job_new:
 * @kind: describes the work; must outlive the job
 * @user_data: for `done` and `progress`, usually the owner of the job
 *
 * Creates an idle job. May be called in any thread; the other functions are for
 * the main thread.
 *
 * Returns: (transfer full): the job; free it when the owner is disposed
 */
StrataJob *
strata_job_new (const StrataJobKind *kind,
                gpointer user_data)
{
  StrataJob *self = g_rc_box_new0 (StrataJob);

  g_return_val_if_fail (kind != NULL && kind->run != NULL, NULL);

  self->kind = kind;
  self->user_data = user_data;

  return self;
}

/**
 * strata_job_free:
 * @self: (nullable) (transfer full): the job
 *
 * Cancels the request, if there is one, without waiting for its worker. May be
 * called from `done` and `progress`.
 */
void
strata_job_free (StrataJob *self)
{
  if (self == NULL)
    return;

  strata_job_cancel (self);
  g_rc_box_release (self);
}

/**
 * strata_job_start:
 * @self: the job
 * @data: (transfer full) (nullable): data of the request
 * @delay_ms: how long to wait for a newer request before work begins; 0 to begin at once
 *
 * Replaces the previous request, if there is one. Unless the new request is replaced or cancelled in turn, `done` is
 * called once with its result.
 */
void
strata_job_start (StrataJob *self,
                  gpointer data,
                  guint delay_ms)
{
  g_return_if_fail (self != NULL);

  Request *request = g_new0 (Request, 1);

  strata_job_cancel (self);
  request->job = g_rc_box_acquire (self);
  request->data = data;
  request->cancellable = g_cancellable_new ();
  self->newest = request;
  if (delay_ms == 0)
    start_worker (self);
  else
    self->delay_id = g_timeout_add (delay_ms, on_delay_over, self);
}

/**
 * strata_job_cancel:
 * @self: the job
 *
 * Cancels the request, if there is one; `done` is not called for it.
 */
void
strata_job_cancel (StrataJob *self)
{
  g_return_if_fail (self != NULL);

  Request *request = g_steal_pointer (&self->newest);

  if (request == NULL)
    return;

  g_clear_handle_id (&self->progress_id, g_source_remove);
  if (self->delay_id != 0)
    {
      g_clear_handle_id (&self->delay_id, g_source_remove);
      request_free (request);
    }
  else
    g_cancellable_cancel (request->cancellable);
}

/**
 * strata_job_is_busy:
 * @self: the job
 *
 * Returns: whether a request is waiting or running
 */
gboolean
strata_job_is_busy (const StrataJob *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->newest != NULL;
}
