/* fuzz.c - functions shared by the fuzz targets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "strata-loader.h"

/* libFuzzer catches abort(), but not the trap of g_error(). */
void
fuzz_fail (const char *file,
           int line,
           const char *expression)
{
  g_printerr ("%s:%d: not true: %s\n", file, line, expression);
  abort ();
}

/* A critical is a bug in our code, so the fuzzer must detect it. */
static GLogWriterOutput
fail_on_log (GLogLevelFlags level,
             const GLogField *fields,
             gsize n_fields,
             gpointer user_data)
{
  const GLogWriterOutput result = g_log_writer_default (level, fields, n_fields, user_data);

  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING))
    abort ();
  return result;
}

int
LLVMFuzzerInitialize (int *argc,
                      char ***argv)
{
  g_log_set_writer_func (fail_on_log, NULL, NULL);
  return 0;
}

StrataSource *
fuzz_source_new (const guint8 *data,
                 gsize n_bytes,
                 gsize read_bytes)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) n_bytes, NULL);

  return strata_source_new (stream, read_bytes, FUZZ_MAX_BYTES, NULL);
}

static guint32
hash_bytes (guint32 hash,
            const guint8 *data,
            gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    hash = (hash ^ data[i]) * 16777619u;

  return hash;
}

/* Reads to the end, or to an error such as the limit. */
gboolean
fuzz_source_drain (StrataSource *source,
                   guint32 *hash)
{
  g_autoptr (GError) error = NULL;
  const guint8 *data;
  gsize n_bytes;

  *hash = 2166136261u;
  while (strata_source_fill (source, 1, &error))
    {
      data = strata_source_get_data (source, &n_bytes);
      if (n_bytes == 0)
        return TRUE;
      *hash = hash_bytes (*hash, data, n_bytes);
      strata_source_skip (source, n_bytes);
    }
  fuzz_assert (error != NULL);

  return FALSE;
}

static void
check_slices (StrataTrace *trace,
              guint32 n_strings)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  fuzz_assert (slices->first_async <= slices->n_slices);
  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const guint32 subtree_end = slices->subtree_end[i];

      fuzz_assert (strata_slice_table_get_wall_ns (slices, i) >= 0);
      fuzz_assert (slices->name[i] < n_strings);
      fuzz_assert (subtree_end > i && subtree_end <= slices->n_slices);
      if (subtree_end > i + 1)
        {
          const guint32 child = i + 1;

          fuzz_assert (strata_slice_table_get_depth (slices, child) == strata_slice_table_get_depth (slices, i) + 1);
          fuzz_assert (slices->subtree_end[child] <= subtree_end);
          fuzz_assert (slices->start_ns[child] >= slices->start_ns[i]);
          fuzz_assert (strata_slice_table_get_end_ns (slices, child) <= strata_slice_table_get_end_ns (slices, i));
        }
    }
}

/* Drawing relies on this: the slices of a row are ascending and do not overlap. */
static void
check_row (StrataTrace *trace,
           const StrataTrack *track,
           guint32 depth)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, track, depth, &begin, &end);
  fuzz_assert (begin <= end && end <= slices->n_slices);
  for (guint32 i = begin; i < end; i++)
    {
      const guint32 slice = slices->order[i];

      fuzz_assert (slice >= track->first_slice && slice - track->first_slice < track->n_slices);
      fuzz_assert (strata_slice_table_get_depth (slices, slice) == depth);
      fuzz_assert (i == begin || strata_slice_table_get_end_ns (slices, slices->order[i - 1]) <= slices->start_ns[slice]);
    }
}

static void
check_tracks (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint64 n_slices = 0;

  for (guint i = 0; i < n_tracks; i++)
    {
      n_slices += tracks[i].n_slices;
      for (guint32 depth = 0; depth < tracks[i].n_rows; depth++)
        check_row (trace, &tracks[i], depth);
    }
  fuzz_assert (n_slices == slices->n_slices);
}

/* No line of a text is lost silently. Lists of processes are counted here, but are not lines of the trace. */
static void
check_lines (StrataTrace *trace,
             const StrataCounts *counts)
{
  static const StrataDiagnosticKind kinds[] = { STRATA_DIAGNOSTIC_UNKNOWN_LINE, STRATA_DIAGNOSTIC_BAD_LINE, STRATA_DIAGNOSTIC_TIME_LIMIT, STRATA_DIAGNOSTIC_CONTINUED_LINE, STRATA_DIAGNOSTIC_MARKER_ALONE, STRATA_DIAGNOSTIC_BAD_FRAME };
  guint64 n_accounted = counts->n_events + counts->n_notes;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    n_accounted += strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), kinds[i]);

  fuzz_assert (counts->n_lines <= n_accounted);
}

static void
check_losses (StrataTrace *trace)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);

  for (guint i = 0; i < n_losses; i++)
    {
      fuzz_assert (losses[i].begin_ns <= losses[i].end_ns);
      fuzz_assert (i == 0 || losses[i - 1].cpu < losses[i].cpu || (losses[i - 1].cpu == losses[i].cpu && losses[i - 1].end_ns <= losses[i].begin_ns));
    }
}

static void
check_counts (StrataTrace *trace)
{
  const StrataCounts *counts = strata_trace_get_counts (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  check_lines (trace, counts);
  fuzz_assert (counts->slices.n_closed + counts->slices.n_unfinished == slices->first_async);
  fuzz_assert (counts->async.n_closed + counts->async.n_unfinished + counts->async_tracks.n_closed + counts->async_tracks.n_unfinished == slices->first_kernel - slices->first_async);
  fuzz_assert (counts->kernel.n_closed + counts->kernel.n_unfinished == slices->n_slices - slices->first_kernel);
}

static void
check_cpu_runs (StrataTrace *trace)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);

  for (guint i = 0; i < n_cpus; i++)
    for (guint32 k = 0; k < cpus[i].n_runs; k++)
      {
        const guint32 run = cpus[i].first_run + k;

        fuzz_assert (run < runs->n_runs && runs->start_ns[run] <= runs->end_ns[run]);
        fuzz_assert (k == 0 || runs->end_ns[run - 1] <= runs->start_ns[run]);
      }
}

static void
check_samples (StrataTrace *trace)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    for (guint32 k = 0; k < counters[i].n_samples; k++)
      {
        const guint32 sample = counters[i].first_sample + k;

        fuzz_assert (sample < samples->n_samples);
        fuzz_assert (samples->value[sample] >= counters[i].min && samples->value[sample] <= counters[i].max);
        fuzz_assert (k == 0 || samples->time_ns[sample - 1] <= samples->time_ns[sample]);
      }
}

static void
check_chains (StrataTrace *trace)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  guint32 n_rows = 0;

  for (guint32 i = 0; i < chains->n_chains; i++)
    {
      fuzz_assert (chains->chains[i].first_row == n_rows && chains->chains[i].n_rows > 0);
      fuzz_assert (chains->chains[i].n_spans > 0 && chains->chains[i].n_spans <= chains->chains[i].n_rows);
      n_rows += chains->chains[i].n_rows;
    }

  fuzz_assert (n_rows == chains->n_rows);

  for (guint32 row = 0; row < chains->n_rows; row++)
    {
      const guint32 parent = chains->parent[row];

      fuzz_assert (strata_chains_find_row (chains, chains->slice[row]) == row);
      fuzz_assert (chains->subtree_end[row] > row && chains->subtree_end[row] <= n_rows);
      fuzz_assert (parent == STRATA_NONE ? chains->depth[row] == 0 : parent < row && chains->depth[row] == chains->depth[parent] + 1);
    }
}

/* Checks what all users of a trace rely on. */
void
fuzz_check_trace (StrataTrace *trace)
{
  const StrataSpan span = strata_trace_get_span (trace);

  fuzz_assert (span.begin_ns <= span.end_ns);
  check_slices (trace, strata_string_pool_get_n_strings (strata_trace_get_strings (trace)));
  check_tracks (trace);
  check_counts (trace);
  check_cpu_runs (trace);
  check_losses (trace);
  check_samples (trace);
  check_chains (trace);
}

/* The way a file is read must not matter. */
void
fuzz_compare_traces (StrataTrace *a,
                     StrataTrace *b)
{
  const StrataSpan a_span = strata_trace_get_span (a);
  const StrataSpan b_span = strata_trace_get_span (b);

  fuzz_assert (memcmp (strata_trace_get_counts (a), strata_trace_get_counts (b), sizeof (StrataCounts)) == 0);
  fuzz_assert (a_span.begin_ns == b_span.begin_ns && a_span.end_ns == b_span.end_ns);
  fuzz_assert (strata_string_pool_get_n_strings (strata_trace_get_strings (a)) == strata_string_pool_get_n_strings (strata_trace_get_strings (b)));
  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    fuzz_assert (strata_diagnostics_get_count (strata_trace_get_diagnostics (a), kind) == strata_diagnostics_get_count (strata_trace_get_diagnostics (b), kind));
}

static StrataTrace *
load (const StrataFormat *format,
      const guint8 *data,
      gsize n_bytes,
      gsize read_bytes)
{
  g_autoptr (StrataSource) source = fuzz_source_new (data, n_bytes, read_bytes);
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GError) error = NULL;

  if (!strata_source_open (source, NULL))
    return NULL;
  if (!format->load (source, builder, &error))
    {
      fuzz_assert (error != NULL);
      return NULL;
    }

  StrataTrace *trace = strata_trace_builder_finish (builder, format->unfinished_end);

  fuzz_check_trace (trace);
  return trace;
}

/* Loads any bytes as a file of a format, at once and in small pieces. */
void
fuzz_load_twice (const StrataFormat *format,
                 const guint8 *data,
                 gsize n_bytes)
{
  g_autoptr (StrataTrace) whole = load (format, data, n_bytes, 0);
  g_autoptr (StrataTrace) bit_by_bit = load (format, data, n_bytes, 7);

  fuzz_assert ((whole == NULL) == (bit_by_bit == NULL));
  if (whole != NULL)
    fuzz_assert (memcmp (strata_trace_get_counts (whole), strata_trace_get_counts (bit_by_bit), sizeof (StrataCounts)) == 0);
}

/* Loads any bytes as a file whose beginning determines the format. */
void
fuzz_load_file (const guint8 *start,
                gsize n_start_bytes,
                const guint8 *data,
                gsize n_bytes)
{
  const StrataLoadOptions options = { .max_bytes = FUZZ_MAX_BYTES };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_byte_array_append (bytes, start, (guint) n_start_bytes);
  g_byte_array_append (bytes, data, (guint) n_bytes);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, (gssize) bytes->len, NULL);
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fuzz", &options, NULL, NULL, &error);

  fuzz_assert ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_check_trace (trace);
}
