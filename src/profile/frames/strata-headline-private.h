/* strata-headline-private.h - what finding a headline and its sentence have in common
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"

G_BEGIN_DECLS

/* Returns the thread that ran the most, or STRATA_NONE if none did; idle threads do not count. */
guint32 strata_headline_find_busiest_thread (StrataTrace *trace);

/* Returns the number of counters of a trace that has nothing else; 0 if it has calls. */
guint strata_headline_count_counters_alone (StrataTrace *trace);

/* What a log reports. */
typedef struct
{
  guint n_lines;
  guint n_errors;
  guint32 first;     /* instant of the first crash or hang, else of the first error; or STRATA_NONE */
  gboolean is_crash; /* whether it is a crash or hang */
} StrataHeadlineLog;

/* Counts the lines of the log of a trace, which may have none, and finds the one to show. */
void strata_headline_read_log (StrataTrace *trace, StrataHeadlineLog *log);

G_END_DECLS
