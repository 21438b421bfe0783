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

/* Returns why the trace was written, if it is a freeze log; nullable. */
const char *strata_headline_get_freeze_reason (const StrataFrames *frames);

G_END_DECLS
