/* strata-report-records.h - the protobuf of "simpleperf report-sample" and of "hiperf report --proto"
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"
#include "strata-stack-samples.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* Length of both magics. */
#define STRATA_REPORT_MAGIC_BYTES 10
#define STRATA_REPORT_SIMPLEPERF "SIMPLEPERF"
#define STRATA_REPORT_HIPERF "HIPERF_PB_"

gboolean strata_report_has_magic (const guint8 *data, gsize n_bytes, const char *magic);
gboolean strata_report_read_records (StrataStackSamples *samples, StrataSource *source, StrataTraceBuilder *builder, GError **error);

G_END_DECLS
