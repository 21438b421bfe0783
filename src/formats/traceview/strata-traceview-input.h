/* strata-traceview-input.h - what the parts of a method trace are read from, and into
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"
#include "strata-traceview-calls.h"
#include "strata-traceview-key.h"

G_BEGIN_DECLS

/**
 * StrataTraceviewInput:
 * @key: what the key says
 * @source: where to read
 * @builder: where warnings go
 * @calls: where methods, threads and records go
 *
 * A method trace. Nothing of it is owned.
 */
struct _StrataTraceviewInput
{
  StrataTraceviewKey *key;
  StrataSource *source;
  StrataTraceBuilder *builder;
  StrataTraceviewCalls *calls;
};

/**
 * StrataTraceviewMeasure:
 * @reader: that of the caller
 * @data: the begin of a packet
 * @n_bytes: how much of it is there
 *
 * Returns: how many bytes the packet has, as far as that shows: it is asked again with
 * so many; 0 if there is no such packet
 */
typedef gsize (*StrataTraceviewMeasure) (gconstpointer reader, const guint8 *data, gsize n_bytes);

void strata_traceview_input_report (const StrataTraceviewInput *self, StrataDiagnosticKind kind, const char *sample);
const guint8 *strata_traceview_input_peek (const StrataTraceviewInput *self, gsize n_wanted, gsize *n_bytes, GError **error);
const guint8 *strata_traceview_input_peek_packet (const StrataTraceviewInput *self, StrataTraceviewMeasure measure, gconstpointer reader, gsize *n_bytes, gsize *n_packet, GError **error);
void strata_traceview_input_set_start_time (const StrataTraceviewInput *self, guint64 start_us);

G_END_DECLS
