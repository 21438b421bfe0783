/* strata-trace-request.c - requests to a worker about a part of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-request.h"

/**
 * strata_trace_request_new:
 * @trace: a trace
 * @index: index of a slice or a counter, for example; or %STRATA_NONE
 * @span: the time to examine
 *
 * Returns: (transfer full): a request for strata_job_start()
 */
StrataTraceRequest *
strata_trace_request_new (StrataTrace *trace,
                          guint32 index,
                          StrataSpan span)
{
  StrataTraceRequest *self = g_new (StrataTraceRequest, 1);

  *self = (StrataTraceRequest){ g_object_ref (trace), index, span };
  return self;
}

void
strata_trace_request_free (StrataTraceRequest *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->trace);
  g_free (self);
}
