/* strata-global-process.h - the process of tracks without a process
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The name of the process, number 0, of tracks without a process. */
#define STRATA_GLOBAL_PROCESS_NAME "Global tracks"

gboolean strata_global_process_is (StrataTrace *trace, guint32 process);
guint strata_global_process_count_others (StrataTrace *trace);

G_END_DECLS
