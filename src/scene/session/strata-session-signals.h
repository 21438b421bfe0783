/* strata-session-signals.h - signal handlers that follow the session of a widget
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataSessionSignals:
 * @session: signals of the session itself
 * @view: signals of its view
 * @selection: signals of its selection
 * @marks: signals of cursors and bookmarks
 * @findings: signals of its findings
 *
 * Signal groups whose targets are the parts of one session. A widget connects its
 * handlers once, when it is made, and sets the session whenever it gets another.
 */
typedef struct
{
  GSignalGroup *session;   /* owned */
  GSignalGroup *view;      /* owned */
  GSignalGroup *selection; /* owned */
  GSignalGroup *marks;     /* owned */
  GSignalGroup *findings;  /* owned */
} StrataSessionSignals;

StrataSessionSignals *strata_session_signals_new (void);
void strata_session_signals_free (StrataSessionSignals *self);
void strata_session_signals_set_session (StrataSessionSignals *self, StrataSession *session);

G_END_DECLS
