/* strata-scope-watch.c - watches the scope of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-watch.h"

#include "strata-scope-model.h"

struct _StrataScopeWatch
{
  StrataScopeChanged changed;
  gpointer user_data;             /* borrowed */
  StrataSession *session;         /* owned */
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
 * @session: the session whose scope to watch
 * @changed: (scope forever): called for each change of the scope, and for changes of view options that change numbers
 * @user_data: for @changed
 *
 * Returns: (transfer full): a watch
 */
StrataScopeWatch *
strata_scope_watch_new (StrataSession *session,
                        StrataScopeChanged changed,
                        gpointer user_data)
{
  StrataScopeWatch *self = g_new0 (StrataScopeWatch, 1);

  self->session = g_object_ref (session);
  self->changed = changed;
  self->user_data = user_data;
  g_signal_connect (strata_session_get_view (session), "options-changed", G_CALLBACK (on_view_options_changed), self);
  g_signal_connect (strata_scope_model_get (session), "changed", G_CALLBACK (on_scope_changed), self);

  return self;
}

void
strata_scope_watch_free (StrataScopeWatch *self)
{
  g_signal_handlers_disconnect_by_data (strata_session_get_view (self->session), self);
  g_signal_handlers_disconnect_by_data (strata_scope_model_get (self->session), self);
  g_object_unref (self->session);
  g_free (self);
}

/**
 * strata_scope_watch_new_request:
 * @self: a watch
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
