/* strata-trace-request.h - requests to a worker about a part of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The data of a job about a trace. */
typedef struct
{
  StrataTrace *trace; /* the trace; owned */
  guint32 index;      /* index of a slice or a counter, for example; or STRATA_NONE */
  StrataSpan span;    /* the time to examine */
} StrataTraceRequest;

StrataTraceRequest *strata_trace_request_new (StrataTrace *trace, guint32 index, StrataSpan span);
void strata_trace_request_free (StrataTraceRequest *self);

G_END_DECLS
