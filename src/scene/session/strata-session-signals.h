/* strata-session-signals.h - signal handlers that follow the session of a widget
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/* Signal groups whose targets are the parts of one session. A widget connects its handlers once,
 * when it is made, and sets the session whenever it gets another. */
typedef struct
{
  GSignalGroup *session;   /* owned: signals of the session itself */
  GSignalGroup *view;      /* owned: signals of its view */
  GSignalGroup *selection; /* owned: signals of its selection */
  GSignalGroup *marks;     /* owned: signals of cursors and bookmarks */
  GSignalGroup *findings;  /* owned: signals of its findings */
} StrataSessionSignals;

StrataSessionSignals *strata_session_signals_new (void);
void strata_session_signals_free (StrataSessionSignals *self);
void strata_session_signals_set_session (StrataSessionSignals *self, StrataSession *session);

G_END_DECLS
