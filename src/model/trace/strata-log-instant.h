/* strata-log-instant.h - which instants are lines of a log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The name of the tracks with lines of logs. */
#define STRATA_LOG_TRACK "log"

gboolean strata_log_instant_is (StrataTrace *trace, guint32 instant);

G_END_DECLS
