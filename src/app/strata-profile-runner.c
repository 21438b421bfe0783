/* strata-profile-runner.c - the profile of a session, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-runner.h"

#include "strata-scope-model.h"

/* Computes in the background, and anew whenever the scope is another. The newest
 * request wins. Kept alive by its owner and by each computation that has yet to
 * report. */

/* The rows of a profile take longer to lay out than the rest of a window, so the
 * timeline of a trace that was just loaded is painted before they come. */
#define FIRST_PICTURE_MS 30

struct _StrataProfileRunner
{
  StrataProfileReady ready;  /* NULL once freed */
  gpointer user_data;        /* borrowed */
  StrataSession *session;    /* owned; nullable */
  GSignalGroup *signals;     /* owned: of the session */
  GSignalGroup *scope;       /* owned: of what is chosen in it */
  GCancellable *cancellable; /* owned; of the newest computation */
  StrataProfileBy by;
  StrataLook look; /* of the newest computation */
  guint rest_id;
};

static void
strata_profile_runner_clear (gpointer data)
{
  StrataProfileRunner *self = data;

  g_clear_object (&self->signals);
  g_clear_object (&self->scope);
  g_clear_object (&self->session);
}

static void
strata_profile_runner_unref (StrataProfileRunner *self)
{
  g_rc_box_release_full (self, strata_profile_runner_clear);
}

static void
cancel (StrataProfileRunner *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);

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

  if (self->session == NULL)
    return;

  StrataTrace *trace;
  StrataScope scope;

  self->look = strata_session_get_look (self->session);
  if (!strata_scope_model_resolve (strata_scope_model_get (self->session), &trace, &scope))
    {
      self->ready (NULL, self->user_data);
      return;
    }

  self->cancellable = g_cancellable_new ();
  strata_profile_new_async (trace, &scope, self->by, self->cancellable, on_computed, g_rc_box_acquire (self));
  g_clear_pointer (&scope.threads, g_bytes_unref);
}

static gboolean
on_rest (gpointer user_data)
{
  StrataProfileRunner *self = user_data;

  self->rest_id = 0;
  compute (self);

  return G_SOURCE_REMOVE;
}

/* Colours alone change no number. */
static void
on_look_changed (StrataSession *session,
                 StrataProfileRunner *self)
{
  StrataLook look = strata_session_get_look (session);

  if (look.clock != self->look.clock || look.has_switches != self->look.has_switches)
    compute (self);
}

static void
on_scope_changed (StrataScopeModel *scope,
                  StrataProfileRunner *self)
{
  compute (self);
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
  self->signals = g_signal_group_new (STRATA_TYPE_SESSION);
  g_signal_group_connect (self->signals, "look-changed", G_CALLBACK (on_look_changed), self);
  self->scope = g_signal_group_new (STRATA_TYPE_SCOPE_MODEL);
  g_signal_group_connect (self->scope, "changed", G_CALLBACK (on_scope_changed), self);

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
  g_signal_group_set_target (self->signals, NULL);
  g_signal_group_set_target (self->scope, NULL);
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
  if (!g_set_object (&self->session, session))
    return;

  g_signal_group_set_target (self->signals, session);
  g_signal_group_set_target (self->scope, session != NULL ? strata_scope_model_get (session) : NULL);
  cancel (self);
  self->rest_id = g_timeout_add (FIRST_PICTURE_MS, on_rest, self);
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
