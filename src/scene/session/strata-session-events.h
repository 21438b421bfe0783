/* strata-session-events.h - marks of single events on the lanes of their threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataEventMark:
 * @time_ns: when the first one was
 * @thread: index of the thread that wrote it
 * @kind: its kind in the trace's list of kinds, or %STRATA_NONE
 * @n_events: how many there are at this place, itself included
 *
 * An event of the text that is no item of the trace, shown while somebody wants it.
 */
typedef struct
{
  gint64 time_ns;
  guint32 thread;
  guint32 kind;
  guint32 n_events;
} StrataEventMark;

void strata_session_take_events (StrataSession *self, GArray *events);
const StrataEventMark *strata_session_get_events (StrataSession *self, guint *n_events);
guint strata_session_find_event (StrataSession *self, guint32 thread, gint64 time_ns);

G_END_DECLS
