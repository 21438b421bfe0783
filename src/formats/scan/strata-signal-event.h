/* strata-signal-event.h - converts signals to names of instants and back
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

char *strata_signal_event_format (gint64 number, StrataText comm, gint64 tid, gboolean is_delivered);
gboolean strata_signal_event_find_receiver (StrataText args, StrataText *comm, gint64 *tid);
char *strata_signal_event_dup_args (const char *name, gboolean *is_delivered);

G_END_DECLS
