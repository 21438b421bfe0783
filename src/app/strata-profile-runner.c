/* strata-profile-runner.c - the profile of a session, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-runner.h"

#include "strata-scope-watch.h"

/* Computes in the background, and anew whenever the scope is another. The newest
 * request wins. Kept alive by its owner and by each computation that has yet to
 * report. */
struct _StrataProfileRunner
{
  StrataProfileReady ready;  /* NULL once freed */
  gpointer user_data;        /* borrowed */
  StrataScopeWatch *watch;   /* owned */
  GCancellable *cancellable; /* owned; of the newest computation */
  StrataProfileBy by;
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
    self->ready (profile, self->user_data);

  strata_profile_runner_unref (self);
}

static void
compute (StrataProfileRunner *self)
{
  cancel (self);

  if (!strata_scope_watch_has_session (self->watch))
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

/**
 * strata_profile_runner_new:
 * @ready: (scope forever): told each profile, or %NULL when nothing is selected that it could be about
 * @user_data: for @ready
 *
 * Returns: (transfer full): a runner without a session
 */
StrataProfileRunner *
strata_profile_runner_new (StrataProfileReady ready,
                           gpointer user_data)
{
  StrataProfileRunner *self = g_rc_box_new0 (StrataProfileRunner);

  self->ready = ready;
  self->user_data = user_data;
  self->watch = strata_scope_watch_new (on_changed, self);

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
  g_clear_pointer (&self->watch, strata_scope_watch_free);
  strata_profile_runner_unref (self);
}

/**
 * strata_profile_runner_set_session:
 * @self: the runner
 * @session: (nullable): whose trace to profile
 *
 * Begins to compute the profile of a session.
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
