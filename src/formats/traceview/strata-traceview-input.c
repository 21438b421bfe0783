/* strata-traceview-input.c - the source and the targets of the parts of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-input.h"

/* Start times before 2000 are not dates: ART writes the uptime when it streams. */
#define LEAST_START_US (G_GINT64_CONSTANT (946684800) * G_USEC_PER_SEC)

/**
 * strata_traceview_input_report:
 * @self: the input
 * @kind: the problem at the start of the window
 * @sample: (nullable): its description
 *
 * Counts a warning.
 */
void
strata_traceview_input_report (const StrataTraceviewInput *self,
                               StrataDiagnosticKind kind,
                               const char *sample)
{
  const StrataPlace place = { 0, (gint64) strata_source_get_offset (self->source), STRATA_NO_TIME };

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, place, sample, -1);
}

/**
 * strata_traceview_input_peek:
 * @self: the input
 * @n_wanted: how many bytes are needed
 * @n_bytes: (out): how many are available, fewer only at the end of the input
 * @error: return location for an error
 *
 * Returns: (transfer none) (nullable): the window; %NULL if the source failed
 */
const guint8 *
strata_traceview_input_peek (const StrataTraceviewInput *self,
                             gsize n_wanted,
                             gsize *n_bytes,
                             GError **error)
{
  if (!strata_source_fill (self->source, n_wanted, error))
    return NULL;

  return strata_source_get_data (self->source, n_bytes);
}

/**
 * strata_traceview_input_peek_packet:
 * @self: the input
 * @measure: returns the length of a packet
 * @reader: for @measure
 * @n_bytes: (out): how many bytes are available
 * @n_packet: (out): the length of the packet; more than available at the end of the input
 * @error: return location for an error
 *
 * Returns: (transfer none) (nullable): the window; %NULL if the source failed
 */
const guint8 *
strata_traceview_input_peek_packet (const StrataTraceviewInput *self,
                                    StrataTraceviewMeasure measure,
                                    gconstpointer reader,
                                    gsize *n_bytes,
                                    gsize *n_packet,
                                    GError **error)
{
  const guint8 *data = strata_source_get_data (self->source, n_bytes);

  for (*n_packet = measure (reader, data, *n_bytes); *n_packet > *n_bytes; *n_packet = measure (reader, data, *n_bytes))
    {
      if (strata_source_is_at_end (self->source))
        return data;

      data = strata_traceview_input_peek (self, *n_packet, n_bytes, error);
      if (data == NULL)
        return NULL;
    }

  return data;
}

/**
 * strata_traceview_input_set_start_time:
 * @self: the input
 * @start_us: start time in a header
 *
 * Stores the start of tracing, as a calendar time or as uptime of the device.
 */
void
strata_traceview_input_set_start_time (const StrataTraceviewInput *self,
                                       guint64 start_us)
{
  if (start_us >= LEAST_START_US && start_us <= G_MAXINT64)
    {
      strata_trace_builder_set_start_time_us (self->builder, (gint64) start_us);
      strata_trace_builder_tell_start (self->builder, TRUE, (gint64) start_us);
    }
  else
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, start_us);

      strata_trace_builder_add_property (self->builder, "start-uptime-usec", text);

      if (start_us > 0)
        strata_trace_builder_tell_start (self->builder, FALSE, (gint64) start_us);
    }
}
