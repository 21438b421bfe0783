/* strata-tree-job.c - keeps the call tree of a session up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-job.h"

#include "strata-scope-job.h"

/* Computes in two steps: the tree when the scope changes, and from it the view, which does not need
 * another pass over the calls. */
struct _StrataTreeJob
{
  StrataTreeReady ready;    /* never NULL */
  gpointer user_data;       /* borrowed */
  StrataScopeJob *base_job; /* owned */
  StrataJob *view_job;      /* owned */
  StrataCallTree *base;     /* owned; nullable: the newest tree */
  StrataCallTreeView *view; /* owned */
};

typedef struct
{
  StrataCallTree *base;     /* owned */
  StrataCallTreeView *view; /* owned */
} ViewRequest;

static void
view_request_free (gpointer data)
{
  ViewRequest *request = data;

  strata_call_tree_unref (request->base);
  strata_call_tree_view_free (request->view);
  g_free (request);
}

static gpointer
run_view (gpointer data,
          GCancellable *cancellable)
{
  const ViewRequest *request = data;

  return strata_call_tree_new_view (request->base, request->view, cancellable);
}

static void
on_viewed (gpointer result,
           gpointer data,
           gpointer user_data)
{
  StrataTreeJob *self = user_data;
  g_autoptr (StrataCallTree) tree = result;

  self->ready (tree, self->user_data);
}

static const StrataJobKind view_job = {
  .name = "[strata] view of a call tree",
  .run = run_view,
  .done = on_viewed,
  .free_data = view_request_free,
  .free_result = (GDestroyNotify) strata_call_tree_unref,
};

static void
compute_view (StrataTreeJob *self)
{
  ViewRequest *request = g_new (ViewRequest, 1);

  *request = (ViewRequest){ strata_call_tree_ref (self->base), strata_call_tree_view_copy (self->view) };
  strata_job_start (self->view_job, request, 0);
}

static gpointer
run_base (gpointer data,
          GCancellable *cancellable)
{
  const StrataScopeRequest *request = data;

  return strata_call_tree_new (request->trace, &request->scope, request->by, cancellable);
}

static void
on_base_computed (gpointer result,
                  gpointer data,
                  gpointer user_data)
{
  StrataTreeJob *self = user_data;

  g_clear_pointer (&self->base, strata_call_tree_unref);
  self->base = result;
  compute_view (self);
}

static void
on_empty (gpointer user_data)
{
  StrataTreeJob *self = user_data;

  strata_job_cancel (self->view_job);
  self->ready (NULL, self->user_data);
}

static const StrataJobKind base_job = {
  .name = "[strata] call tree",
  .run = run_base,
  .done = on_base_computed,
  .free_data = (GDestroyNotify) strata_scope_request_free,
  .free_result = (GDestroyNotify) strata_call_tree_unref,
};

/**
 * strata_tree_job_new:
 * @session: the session whose trace to use
 * @ready: (scope forever): called with each tree
 * @user_data: for @ready
 *
 * Returns: (transfer full): a job, which is not active
 */
StrataTreeJob *
strata_tree_job_new (StrataSession *session,
                     StrataTreeReady ready,
                     gpointer user_data)
{
  StrataTreeJob *self = g_new0 (StrataTreeJob, 1);

  self->ready = ready;
  self->user_data = user_data;
  self->base_job = strata_scope_job_new (session, &base_job, on_empty, self);
  self->view_job = strata_job_new (&view_job, self);
  self->view = strata_call_tree_view_copy (&(StrataCallTreeView){ 0 });

  return self;
}

/**
 * strata_tree_job_free:
 * @self: (nullable) (transfer full): the job
 *
 * Cancels a running computation.
 */
void
strata_tree_job_free (StrataTreeJob *self)
{
  if (self == NULL)
    return;

  strata_scope_job_free (self->base_job);
  strata_job_free (self->view_job);
  g_clear_pointer (&self->base, strata_call_tree_unref);
  strata_call_tree_view_free (self->view);
  g_free (self);
}

static gboolean
is_sampled_only (const StrataSliceTable *slices)
{
  for (guint32 i = 0; i < slices->n_slices; i++)
    if ((strata_slice_table_get_flags (slices, i) & STRATA_SLICE_SAMPLED) == 0)
      return FALSE;

  return slices->n_slices > 0;
}

/**
 * strata_tree_job_get_usual_by:
 * @session: the session
 *
 * Each frame's marker contains a different number, so grouping by name would give each
 * frame its own tree. Sampled names are functions, and the numbers in them are
 * their locations.
 *
 * Returns: the default grouping
 */
StrataProfileBy
strata_tree_job_get_usual_by (StrataSession *session)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (session));

  return is_sampled_only (slices) ? STRATA_PROFILE_BY_NAME : STRATA_PROFILE_BY_SHAPE;
}

/* Sets the grouping of calls into nodes. */
void
strata_tree_job_set_by (StrataTreeJob *self,
                        StrataProfileBy by)
{
  strata_scope_job_set_by (self->base_job, by);
}

/**
 * strata_tree_job_set_view:
 * @self: the job
 * @view: the view of the tree
 *
 * Sets the view.
 */
void
strata_tree_job_set_view (StrataTreeJob *self,
                          const StrataCallTreeView *view)
{
  strata_call_tree_view_free (self->view);
  self->view = strata_call_tree_view_copy (view);

  if (self->base != NULL && !strata_scope_job_is_stale (self->base_job))
    compute_view (self);
}

/* Enables or pauses the computation. */
void
strata_tree_job_set_active (StrataTreeJob *self,
                            gboolean is_active)
{
  strata_scope_job_set_active (self->base_job, is_active);
}
