/* strata-session-signals.c - signal handlers that follow the session of a widget
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-signals.h"

/**
 * strata_session_signals_new:
 *
 * Returns: (transfer full): signal groups without a target
 */
StrataSessionSignals *
strata_session_signals_new (void)
{
  StrataSessionSignals *self = g_new (StrataSessionSignals, 1);

  *self = (StrataSessionSignals){
    .session = g_signal_group_new (STRATA_TYPE_SESSION),
    .view = g_signal_group_new (STRATA_TYPE_VIEW),
    .selection = g_signal_group_new (STRATA_TYPE_SELECTION),
    .marks = g_signal_group_new (STRATA_TYPE_MARKS),
    .findings = g_signal_group_new (STRATA_TYPE_FINDINGS),
  };
  return self;
}

/**
 * strata_session_signals_free:
 * @self: (nullable) (transfer full): the groups
 *
 * Disconnects all handlers. Call it in dispose, before data that the handlers use is freed.
 */
void
strata_session_signals_free (StrataSessionSignals *self)
{
  if (self == NULL)
    return;

  strata_session_signals_set_session (self, NULL);
  g_object_unref (self->session);
  g_object_unref (self->view);
  g_object_unref (self->selection);
  g_object_unref (self->marks);
  g_object_unref (self->findings);
  g_free (self);
}

/**
 * strata_session_signals_set_session:
 * @self: the groups
 * @session: (nullable): the session to listen to from now on; not kept alive by this
 *
 * Moves all handlers to the parts of another session.
 */
void
strata_session_signals_set_session (StrataSessionSignals *self,
                                    StrataSession *session)
{
  g_signal_group_set_target (self->session, session);
  g_signal_group_set_target (self->view, session != NULL ? strata_session_get_view (session) : NULL);
  g_signal_group_set_target (self->selection, session != NULL ? strata_session_get_selection (session) : NULL);
  g_signal_group_set_target (self->marks, session != NULL ? strata_session_get_marks (session) : NULL);
  g_signal_group_set_target (self->findings, session != NULL ? strata_session_get_findings (session) : NULL);
}
