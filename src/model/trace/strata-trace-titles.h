/* strata-trace-titles.h - titles of threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Ids from here to %G_MAXINT32 are of threads of samples. No system and no file uses them; titles leave them out. */
#define STRATA_SAMPLES_TID 0x70000000

static inline gboolean
strata_is_samples_tid (gint64 tid)
{
  return tid >= STRATA_SAMPLES_TID && tid <= G_MAXINT32;
}

const char *strata_trace_titles_skip_folder (const char *name);
char *strata_trace_titles_dup_thread (StrataTrace *trace, guint32 thread);
char *strata_trace_titles_dup_thread_within (StrataTrace *trace, guint32 thread);
char *strata_trace_titles_dup_process (StrataTrace *trace, guint32 process);

G_END_DECLS
