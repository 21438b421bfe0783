/* strata-traceview-input.h - the source and the targets of the parts of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"
#include "strata-traceview-calls.h"
#include "strata-traceview-key.h"

G_BEGIN_DECLS

/* A method trace. It owns none of these. */
struct _StrataTraceviewInput
{
  StrataTraceviewKey *key;     /* the contents of the key */
  StrataSource *source;        /* the bytes to read */
  StrataTraceBuilder *builder; /* receives warnings */
  StrataTraceviewCalls *calls; /* receives methods, threads and records */
};

/**
 * StrataTraceviewMeasure:
 * @reader: the reader passed by the caller
 * @data: the start of a packet
 * @n_bytes: how many bytes are available
 *
 * Returns: the length of the packet as far as it is known: it is called again with that many
 *   bytes; 0 if there is no such packet
 */
typedef gsize (*StrataTraceviewMeasure) (gconstpointer reader, const guint8 *data, gsize n_bytes);

void strata_traceview_input_report (const StrataTraceviewInput *self, StrataDiagnosticKind kind, const char *sample);
const guint8 *strata_traceview_input_peek (const StrataTraceviewInput *self, gsize n_wanted, gsize *n_bytes, GError **error);
const guint8 *strata_traceview_input_peek_packet (const StrataTraceviewInput *self, StrataTraceviewMeasure measure, gconstpointer reader, gsize *n_bytes, gsize *n_packet, GError **error);
void strata_traceview_input_set_start_time (const StrataTraceviewInput *self, guint64 start_us);

G_END_DECLS
