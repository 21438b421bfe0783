/* strata-main-span.h - where most of a trace is
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Times that are far from those of most other items. */
typedef struct
{
  guint64 n;       /* how many items begin or end far away */
  gint64 first_ns; /* the far time of the first one */
  guint32 name;    /* string id: its name */
} StrataFarTimes;

StrataSpan strata_trace_find_main_span (StrataTrace *trace, StrataFarTimes *far);
gboolean strata_main_span_has_slice (StrataSpan span, const StrataSliceTable *slices, guint32 slice);

G_END_DECLS
