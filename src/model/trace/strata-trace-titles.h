/* strata-trace-titles.h - titles of threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Ids from here on are of threads of samples. No system and no file uses them; titles leave them out. */
#define STRATA_SAMPLES_TID 0x70000000

char *strata_trace_titles_dup_thread (StrataTrace *trace, guint32 thread);
char *strata_trace_titles_dup_process (StrataTrace *trace, guint32 process);

G_END_DECLS
