/* strata-signal-event.h - signals as names of instants, and back
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

char *strata_signal_event_dup_name (StrataText args, gboolean is_delivered);
char *strata_signal_event_dup_args (const char *name, gboolean *is_delivered);

G_END_DECLS
