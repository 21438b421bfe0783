/* strata-traceview-packets.h - reads method traces of Android 16
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-traceview-input.h"

G_BEGIN_DECLS

gboolean strata_traceview_packets_read_summary (const StrataTraceviewInput *input, GError **error);
gboolean strata_traceview_packets_are_at (const guint8 *data, gsize n_bytes);
gboolean strata_traceview_packets_read (const StrataTraceviewInput *input, GError **error);

G_END_DECLS
