/* strata-tree-runner.c - the call tree of a session, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-runner.h"

#include "strata-scope-watch.h"

/* Computes in the background: the tree whenever the scope is another, and from it
 * the view of it, for which the calls need not be gone through again. The newest
 * request wins. While nobody sees the result nothing is computed. Kept alive by
 * its owner and by each computation that has yet to report. */
struct _StrataTreeRunner
{
  StrataTreeReady ready;    /* NULL once freed */
  gpointer user_data;       /* borrowed */
  StrataScopeWatch *watch;  /* owned */
  StrataCallTree *base;     /* owned; nullable: the newest tree */
  StrataCallTreeView *view; /* owned */
  StrataProfileBy by;
  GCancellable *cancellable; /* owned; of the newest computation */
  gboolean is_active;
  gboolean is_stale; /* the tree is not of the scope */
};

static void
strata_tree_runner_clear (gpointer data)
{
  StrataTreeRunner *self = data;

  g_clear_pointer (&self->base, strata_call_tree_unref);
  strata_call_tree_view_free (self->view);
}

static void
strata_tree_runner_unref (StrataTreeRunner *self)
{
  g_rc_box_release_full (self, strata_tree_runner_clear);
}

static void
cancel (StrataTreeRunner *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  g_clear_object (&self->cancellable);
}

static void
on_viewed (GObject *source,
           GAsyncResult *result,
           gpointer user_data)
{
  StrataTreeRunner *self = user_data;
  g_autoptr (StrataCallTree) tree = strata_call_tree_new_finish (result, NULL);

  /* there is none only when the request was cancelled */
  if (tree != NULL && self->ready != NULL)
    self->ready (tree, self->user_data);

  strata_tree_runner_unref (self);
}

static void
compute_view (StrataTreeRunner *self)
{
  cancel (self);
  self->cancellable = g_cancellable_new ();
  strata_call_tree_new_view_async (self->base, self->view, self->cancellable, on_viewed, g_rc_box_acquire (self));
}

static void
on_computed (GObject *source,
             GAsyncResult *result,
             gpointer user_data)
{
  StrataTreeRunner *self = user_data;
  g_autoptr (StrataCallTree) tree = strata_call_tree_new_finish (result, NULL);

  if (tree != NULL && self->ready != NULL)
    {
      g_clear_pointer (&self->base, strata_call_tree_unref);
      self->base = g_steal_pointer (&tree);
      self->is_stale = FALSE;
      compute_view (self);
    }

  strata_tree_runner_unref (self);
}

static void
compute (StrataTreeRunner *self)
{
  StrataTrace *trace;
  StrataScope scope;

  cancel (self);
  self->is_stale = TRUE;

  if (!strata_scope_watch_has_session (self->watch) || !self->is_active)
    return;

  if (!strata_scope_watch_resolve (self->watch, &trace, &scope))
    {
      self->ready (NULL, self->user_data);
      return;
    }

  self->cancellable = g_cancellable_new ();
  strata_call_tree_new_async (trace, &scope, self->by, self->cancellable, on_computed, g_rc_box_acquire (self));
  g_clear_pointer (&scope.threads, g_bytes_unref);
}

static void
on_changed (gpointer user_data)
{
  compute (user_data);
}

/**
 * strata_tree_runner_new:
 * @ready: (scope forever): told each tree
 * @user_data: for @ready
 *
 * Returns: (transfer full): a runner without a session, which is not active
 */
StrataTreeRunner *
strata_tree_runner_new (StrataTreeReady ready,
                        gpointer user_data)
{
  StrataTreeRunner *self = g_rc_box_new0 (StrataTreeRunner);

  self->ready = ready;
  self->user_data = user_data;
  self->view = strata_call_tree_view_copy (&(StrataCallTreeView){ 0 });
  self->watch = strata_scope_watch_new (on_changed, self);

  return self;
}

/**
 * strata_tree_runner_free:
 * @self: (nullable) (transfer full): the runner
 *
 * Stops computing; nobody will be told.
 */
void
strata_tree_runner_free (StrataTreeRunner *self)
{
  if (self == NULL)
    return;

  self->ready = NULL;
  cancel (self);
  g_clear_pointer (&self->watch, strata_scope_watch_free);
  strata_tree_runner_unref (self);
}

/**
 * strata_tree_runner_set_session:
 * @self: the runner
 * @session: (nullable): whose trace to look at
 *
 * Chooses the session.
 */
void
strata_tree_runner_set_session (StrataTreeRunner *self,
                                StrataSession *session)
{
  if (strata_scope_watch_set_session (self->watch, session))
    compute (self);
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
 * strata_tree_runner_get_usual_by:
 * @session: whose trace to look at
 *
 * Each frame is marked with a number of its own and would be a tree of its own by
 * name. Names that were sampled are those of functions, and their numbers are the
 * places of these.
 *
 * Returns: what belongs together unless people say otherwise
 */
StrataProfileBy
strata_tree_runner_get_usual_by (StrataSession *session)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (session));

  return is_sampled_only (slices) ? STRATA_PROFILE_BY_NAME : STRATA_PROFILE_BY_SHAPE;
}

/**
 * strata_tree_runner_set_by:
 * @self: the runner
 * @by: what belongs together
 *
 * Chooses what a node is about.
 */
void
strata_tree_runner_set_by (StrataTreeRunner *self,
                           StrataProfileBy by)
{
  if (self->by == by)
    return;

  self->by = by;
  compute (self);
}

/**
 * strata_tree_runner_set_view:
 * @self: the runner
 * @view: how to look at the tree
 *
 * Chooses the view.
 */
void
strata_tree_runner_set_view (StrataTreeRunner *self,
                             const StrataCallTreeView *view)
{
  strata_call_tree_view_free (self->view);
  self->view = strata_call_tree_view_copy (view);

  if (self->base != NULL && !self->is_stale)
    compute_view (self);
}

/**
 * strata_tree_runner_set_active:
 * @self: the runner
 * @is_active: whether anybody looks at what it computes
 *
 * Lets it compute, or rest.
 */
void
strata_tree_runner_set_active (StrataTreeRunner *self,
                               gboolean is_active)
{
  if (self->is_active == is_active)
    return;

  self->is_active = is_active;
  if (is_active && self->is_stale)
    compute (self);
}
