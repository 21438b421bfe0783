/* strata-perf-data.h - a perf.data as a part of another file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-stack-samples.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

gboolean strata_perf_data_is (const guint8 *data, gsize n_bytes);
guint32 strata_perf_data_get_clock (const guint8 *data, gsize n_bytes, guint32 fallback);
gboolean strata_perf_data_read (StrataTraceBuilder *builder, StrataStackSamples *samples, const guint8 *data, gsize n_bytes, gint64 shift_ns, guint64 most_bytes, guint64 *n_yielded, GError **error);

G_END_DECLS
