/* strata-scope-job.c - computes something about the scope of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-job.h"

#include "strata-scope-watch.h"

/* Computes when the scope changes, while it is active; hidden results are computed when they become
 * visible. */
struct _StrataScopeJob
{
  StrataJob *job;            /* owned */
  StrataScopeWatch *watch;   /* owned */
  StrataScopeJobEmpty empty; /* never NULL */
  gpointer user_data;        /* borrowed */
  StrataProfileBy by;
  gboolean is_active;
  gboolean is_stale; /* the last request is not for the current scope */
};

static void
compute (StrataScopeJob *self)
{
  strata_job_cancel (self->job);
  self->is_stale = TRUE;
  if (!self->is_active)
    return;

  StrataScopeRequest *request = strata_scope_watch_new_request (self->watch, self->by);

  if (request == NULL)
    {
      self->empty (self->user_data);
      return;
    }

  self->is_stale = FALSE;
  strata_job_start (self->job, request, 0);
}

static void
on_changed (gpointer user_data)
{
  compute (user_data);
}

/**
 * strata_scope_job_new:
 * @session: the session whose scope it is about
 * @kind: what to compute; the data of its requests are of type #StrataScopeRequest
 * @empty: (scope forever): called when there is nothing to compute
 * @user_data: for @empty and the functions of @kind
 *
 * Returns: (transfer full): a job, which is not active
 */
StrataScopeJob *
strata_scope_job_new (StrataSession *session,
                      const StrataJobKind *kind,
                      StrataScopeJobEmpty empty,
                      gpointer user_data)
{
  StrataScopeJob *self = g_new0 (StrataScopeJob, 1);

  self->job = strata_job_new (kind, user_data);
  self->watch = strata_scope_watch_new (session, on_changed, self);
  self->empty = empty;
  self->user_data = user_data;
  self->is_stale = TRUE;

  return self;
}

/**
 * strata_scope_job_free:
 * @self: (nullable) (transfer full): the job
 *
 * Cancels a running computation.
 */
void
strata_scope_job_free (StrataScopeJob *self)
{
  if (self == NULL)
    return;

  strata_job_free (self->job);
  strata_scope_watch_free (self->watch);
  g_free (self);
}

/**
 * strata_scope_job_set_by:
 * @self: the job
 * @by: the grouping in requests
 */
void
strata_scope_job_set_by (StrataScopeJob *self,
                         StrataProfileBy by)
{
  if (self->by == by)
    return;

  self->by = by;
  compute (self);
}

/**
 * strata_scope_job_set_active:
 * @self: the job
 * @is_active: whether the result is visible
 *
 * Computes the result again if it has changed since the job was last active. A running
 * computation is not cancelled when the job becomes inactive.
 */
void
strata_scope_job_set_active (StrataScopeJob *self,
                             gboolean is_active)
{
  if (self->is_active == is_active)
    return;

  self->is_active = is_active;
  if (is_active && self->is_stale)
    compute (self);
}

/* Whether the last result is for another scope than the current one. */
gboolean
strata_scope_job_is_stale (const StrataScopeJob *self)
{
  return self->is_stale || strata_job_is_busy (self->job);
}
