/* strata-htrace-samples.c - stacks sampled by hiperf, in their own container
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-error.h"
#include "strata-htrace-private.h"
#include "strata-perf-data.h"
#include "strata-stack-samples.h"

/* Such a container is a header followed by a perf.data. Its times are on the clock that it names, or else
 * on the scheduler's clock, which counts like the monotonic one. */

#define MOST_BYTES (1u << 30)

gboolean
strata_htrace_reader_keep_recording (StrataHtraceReader *self,
                                     guint64 n_bytes,
                                     gboolean *is_kept,
                                     GError **error)
{
  const gsize n_wanted = (gsize) MIN (n_bytes, MOST_BYTES);
  const guint8 *data;
  gsize n_there;

  *is_kept = FALSE;
  if (!strata_source_fill (self->source, 16, error))
    return FALSE;

  data = strata_source_get_data (self->source, &n_there);
  if (!strata_perf_data_is (data, MIN (n_there, n_wanted)))
    return TRUE;
  if (!strata_source_fill (self->source, n_wanted, error))
    return FALSE;

  data = strata_source_get_data (self->source, &n_there);
  *(StrataHtraceRecording *) strata_column_push (&self->recordings, sizeof (StrataHtraceRecording)) = (StrataHtraceRecording){
    .container = (guint32) self->clocks.n - 1,
    .offset = strata_source_get_offset (self->source),
    .bytes = g_bytes_new (data, MIN (n_there, n_wanted)),
  };
  *is_kept = TRUE;
  return TRUE;
}

static void
play_recording (StrataHtraceReader *self,
                const StrataHtraceRecording *recording,
                StrataStackSamples *samples)
{
  StrataTraceBuilder *builder = strata_event_sink_get_builder (self->sink);
  const StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, recording->container);
  gsize n_bytes;
  const guint8 *data = g_bytes_get_data (recording->bytes, &n_bytes);
  const guint32 clock = MIN (strata_perf_data_get_clock (data, n_bytes, STRATA_HTRACE_MONOTONIC), STRATA_HTRACE_N_CLOCKS - 1);
  const gint64 boot_ns = clocks->ns[STRATA_HTRACE_BOOTTIME];
  const gint64 shift_ns = boot_ns > 0 && clocks->ns[clock] > 0 ? boot_ns - clocks->ns[clock] : 0;
  guint64 n_yielded = 0;
  g_autoptr (GError) error = NULL;

  if (strata_perf_data_read (builder, samples, data, n_bytes, shift_ns, strata_source_get_n_left (self->source), &n_yielded, &error) &&
      strata_source_count_unpacked (self->source, "perf.data", n_yielded, &error))
    return;

  const gboolean is_large = g_error_matches (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (builder), is_large ? STRATA_DIAGNOSTIC_PART_LIMIT : STRATA_DIAGNOSTIC_DAMAGED_DATA, (StrataPlace){ 0, (gint64) recording->offset, STRATA_NO_TIME }, error->message, -1);
  if (is_large && self->limit == NULL)
    self->limit = g_steal_pointer (&error);
}

gboolean
strata_htrace_reader_play_samples (StrataHtraceReader *self)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (strata_event_sink_get_builder (self->sink));

  strata_stack_samples_set_beside (samples, self->sink, FALSE);
  for (gsize i = 0; i < self->recordings.n; i++)
    play_recording (self, &strata_column_at (&self->recordings, StrataHtraceRecording, i), samples);

  return strata_stack_samples_play (samples, NULL);
}
