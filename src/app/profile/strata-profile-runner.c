/* strata-profile-runner.c - the profile of a session, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-runner.h"

#include "strata-scope-watch.h"

/* Computes in the background, and anew whenever the scope is another. The newest
 * request wins. While nobody sees the result nothing is computed. Kept alive by its owner and by each computation that has yet to
 * report. */
struct _StrataProfileRunner
{
  StrataProfileReady ready;  /* NULL once freed */
  gpointer user_data;        /* borrowed */
  GtkWidget *viewer;         /* borrowed: outlives its runner */
  StrataScopeWatch *watch;   /* owned */
  GCancellable *cancellable; /* owned; of the newest computation */
  StrataProfileBy by;
  gboolean is_active;
  gboolean is_stale; /* what was told last is not of the scope */
};

static void
strata_profile_runner_unref (StrataProfileRunner *self)
{
  g_rc_box_release (self);
}

static void
cancel (StrataProfileRunner *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  g_clear_object (&self->cancellable);
}

static void
on_computed (GObject *source,
             GAsyncResult *result,
             gpointer user_data)
{
  StrataProfileRunner *self = user_data;
  g_autoptr (StrataProfile) profile = strata_profile_new_finish (result, NULL);

  /* there is no profile only when the request was cancelled */
  if (profile != NULL && self->ready != NULL)
    {
      self->is_stale = FALSE;
      self->ready (profile, self->user_data);
    }

  strata_profile_runner_unref (self);
}

static void
compute (StrataProfileRunner *self)
{
  cancel (self);
  self->is_stale = TRUE;

  if (!strata_scope_watch_has_session (self->watch) || !self->is_active)
    return;

  StrataTrace *trace;
  StrataScope scope;

  if (!strata_scope_watch_resolve (self->watch, &trace, &scope))
    {
      self->ready (NULL, self->user_data);
      return;
    }

  self->cancellable = g_cancellable_new ();
  strata_profile_new_async (trace, &scope, self->by, self->cancellable, on_computed, g_rc_box_acquire (self));
  g_clear_pointer (&scope.threads, g_bytes_unref);
}

static void
on_changed (gpointer user_data)
{
  compute (user_data);
}

static void
on_map (StrataProfileRunner *self)
{
  self->is_active = TRUE;
  if (self->is_stale)
    compute (self);
}

static void
on_unmap (StrataProfileRunner *self)
{
  self->is_active = FALSE;
}

/**
 * strata_profile_runner_new:
 * @viewer: the widget that shows what is computed, which outlives the runner
 * @ready: (scope forever): told each profile, or %NULL when nothing is selected that it could be about
 * @user_data: for @ready
 *
 * Returns: (transfer full): a runner without a session; it computes while @viewer is mapped
 */
StrataProfileRunner *
strata_profile_runner_new (GtkWidget *viewer,
                           StrataProfileReady ready,
                           gpointer user_data)
{
  StrataProfileRunner *self = g_rc_box_new0 (StrataProfileRunner);

  self->viewer = viewer;
  self->ready = ready;
  self->user_data = user_data;
  self->watch = strata_scope_watch_new (on_changed, self);
  self->is_active = gtk_widget_get_mapped (viewer);
  g_signal_connect_swapped (viewer, "map", G_CALLBACK (on_map), self);
  g_signal_connect_swapped (viewer, "unmap", G_CALLBACK (on_unmap), self);

  return self;
}

/**
 * strata_profile_runner_free:
 * @self: (nullable) (transfer full): the runner
 *
 * Stops computing; nobody will be told.
 */
void
strata_profile_runner_free (StrataProfileRunner *self)
{
  if (self == NULL)
    return;

  self->ready = NULL;
  cancel (self);
  g_signal_handlers_disconnect_by_data (self->viewer, self);
  g_clear_pointer (&self->watch, strata_scope_watch_free);
  strata_profile_runner_unref (self);
}

/**
 * strata_profile_runner_set_session:
 * @self: the runner
 * @session: (nullable): whose trace to profile
 *
 * Chooses the session.
 */
void
strata_profile_runner_set_session (StrataProfileRunner *self,
                                   StrataSession *session)
{
  if (strata_scope_watch_set_session (self->watch, session))
    compute (self);
}

/**
 * strata_profile_runner_set_by:
 * @self: the runner
 * @by: what the rows are to be about
 *
 * Chooses what belongs together.
 */
void
strata_profile_runner_set_by (StrataProfileRunner *self,
                              StrataProfileBy by)
{
  if (self->by == by)
    return;

  self->by = by;
  compute (self);
}
