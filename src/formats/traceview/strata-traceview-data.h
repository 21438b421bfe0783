/* strata-traceview-data.h - the binary part of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-traceview-key.h"

G_BEGIN_DECLS

gboolean strata_traceview_read_summary (StrataTraceviewKey *key, StrataSource *source, StrataTraceBuilder *builder, StrataTraceviewCalls *calls, GError **error);
void strata_traceview_set_start_time (StrataTraceBuilder *builder, guint64 start_us);
gboolean strata_traceview_data_read (StrataTraceviewKey *key, StrataSource *source, StrataTraceBuilder *builder, StrataTraceviewCalls *calls, GError **error);

G_END_DECLS
