/* strata-scope-watch.c - watches the scope of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-watch.h"

#include "strata-scope-model.h"
#include "strata-session-signals.h"

struct _StrataScopeWatch
{
  StrataScopeChanged changed;
  gpointer user_data;             /* borrowed */
  StrataSession *session;         /* owned; nullable */
  StrataSessionSignals *signals;  /* owned */
  GSignalGroup *scope;            /* owned: of the session's scope model */
  StrataViewOptions view_options; /* when it was last resolved */
};

/* A change of colours only does not change numbers. */
static void
on_view_options_changed (StrataView *view,
                         const StrataViewOptions *before,
                         StrataScopeWatch *self)
{
  StrataViewOptions view_options = strata_view_get_options (view);

  if (view_options.clock != self->view_options.clock || view_options.has_switches != self->view_options.has_switches)
    self->changed (self->user_data);
}

static void
on_scope_changed (StrataScopeModel *scope,
                  StrataScopeWatch *self)
{
  self->changed (self->user_data);
}

/**
 * strata_scope_watch_new:
 * @changed: (scope forever): called for each change of the scope, and for changes of view options that change numbers
 * @user_data: for @changed
 *
 * Returns: (transfer full): a watch without a session
 */
StrataScopeWatch *
strata_scope_watch_new (StrataScopeChanged changed,
                        gpointer user_data)
{
  StrataScopeWatch *self = g_new0 (StrataScopeWatch, 1);

  self->changed = changed;
  self->user_data = user_data;
  self->signals = strata_session_signals_new ();
  g_signal_group_connect (self->signals->view, "options-changed", G_CALLBACK (on_view_options_changed), self);
  self->scope = g_signal_group_new (STRATA_TYPE_SCOPE_MODEL);
  g_signal_group_connect (self->scope, "changed", G_CALLBACK (on_scope_changed), self);

  return self;
}

void
strata_scope_watch_free (StrataScopeWatch *self)
{
  strata_scope_watch_set_session (self, NULL);
  strata_session_signals_free (self->signals);
  g_object_unref (self->scope);
  g_free (self);
}

/**
 * strata_scope_watch_set_session:
 * @self: the watch
 * @session: (nullable): the session whose scope to watch
 *
 * Returns: whether it differs from the previous session, so that nothing is known yet
 */
gboolean
strata_scope_watch_set_session (StrataScopeWatch *self,
                                StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return FALSE;

  strata_session_signals_set_session (self->signals, session);
  g_signal_group_set_target (self->scope, session != NULL ? strata_scope_model_get (session) : NULL);

  return TRUE;
}

/* Whether it has a session. */
gboolean
strata_scope_watch_has_session (const StrataScopeWatch *self)
{
  return self->session != NULL;
}

/**
 * strata_scope_watch_new_request:
 * @self: a watch with a session
 * @by: the grouping
 *
 * Returns: (transfer full) (nullable): the current scope, or %NULL if it needs a selection and there is
 *   none; see strata_scope_model_resolve()
 */
StrataScopeRequest *
strata_scope_watch_new_request (StrataScopeWatch *self,
                                StrataProfileBy by)
{
  StrataTrace *trace;
  StrataScope scope = { 0 };

  self->view_options = strata_view_get_options (strata_session_get_view (self->session));
  if (!strata_scope_model_resolve (strata_scope_model_get (self->session), &trace, &scope))
    return NULL;

  StrataScopeRequest *request = g_new (StrataScopeRequest, 1);

  *request = (StrataScopeRequest){ g_object_ref (trace), scope, by };
  return request;
}
