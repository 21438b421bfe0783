/* strata-sql-diagnostics.c - diagnostic, stats, loss, metadata and trace_bounds
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-private.h"

STRATA_SQL_COUNT (count_kinds, STRATA_N_DIAGNOSTIC_KINDS)

/* There is a row for each kind, even if its count is 0. */
static const StrataDiagnostic *
get_diagnostic (StrataSqlSource *source,
                guint32 row)
{
  return strata_diagnostics_get (strata_trace_get_diagnostics (source->trace), (StrataDiagnosticKind) row);
}

STRATA_SQL_GETTER (gint64, get_count, (gint64) strata_diagnostics_get_count (strata_trace_get_diagnostics (source->trace), (StrataDiagnosticKind) row))
STRATA_SQL_GETTER (gboolean, is_met, get_count (source, row) > 0)
STRATA_SQL_GETTER (const char *, get_kind, strata_diagnostic_kind_get_name ((StrataDiagnosticKind) row))
STRATA_SQL_GETTER (const char *, get_severity, strata_severity_get_name (strata_diagnostic_kind_get_severity ((StrataDiagnosticKind) row)))
STRATA_SQL_GETTER (const char *, get_text, strata_diagnostic_kind_get_text ((StrataDiagnosticKind) row))
STRATA_SQL_GETTER (gint64, get_line, get_diagnostic (source, row)->first_line != 0 ? (gint64) get_diagnostic (source, row)->first_line : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, get_offset, get_diagnostic (source, row)->first_offset >= 0 ? get_diagnostic (source, row)->first_offset : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, get_ts, strata_sql_time (get_diagnostic (source, row)->first_ns))
STRATA_SQL_GETTER (const char *, get_sample, get_diagnostic (source, row)->sample)

static const StrataSqlColumn diagnostic_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the kind", STRATA_SQL_ID, strata_sql_get_row },
  { "kind", STRATA_SQL_TEXT, NULL, "Name of the kind", 0, .word = get_kind },
  { "severity", STRATA_SQL_TEXT, NULL, "info, warning or error", 0, .word = get_severity },
  { "count", STRATA_SQL_INTEGER, NULL, "How many there are", 0, get_count },
  { "text", STRATA_SQL_TEXT, NULL, "What it means", 0, .word = get_text },
  { "line", STRATA_SQL_INTEGER, NULL, "Line of the first one", 0, get_line },
  { "offset", STRATA_SQL_INTEGER, "bytes", "Place of the first one in a binary file", 0, get_offset },
  { "ts", STRATA_SQL_INTEGER, "ns", "Time of the first one", 0, get_ts },
  { "sample", STRATA_SQL_TEXT, NULL, "Text of the first one", 0, .word = get_sample },
};

const StrataSqlTable strata_sql_table_diagnostic = {
  .name = "diagnostic",
  .doc = "Import warnings",
  .columns = diagnostic_columns,
  .n_columns = G_N_ELEMENTS (diagnostic_columns),
  .count = count_kinds,
  .exists = is_met,
};

/* Counts of the input besides the diagnostics. */
static const struct
{
  const char *name;
  gsize offset; /* of a guint64 in StrataCounts */
} counts[] = {
  { "lines", G_STRUCT_OFFSET (StrataCounts, n_lines) },
  { "events", G_STRUCT_OFFSET (StrataCounts, n_events) },
  { "notes", G_STRUCT_OFFSET (StrataCounts, n_notes) },
  { "slices_closed", G_STRUCT_OFFSET (StrataCounts, slices.n_closed) },
  { "slices_unfinished", G_STRUCT_OFFSET (StrataCounts, slices.n_unfinished) },
  { "slices_unmatched_ends", G_STRUCT_OFFSET (StrataCounts, slices.n_unmatched) },
  { "async_closed", G_STRUCT_OFFSET (StrataCounts, async.n_closed) },
  { "async_unfinished", G_STRUCT_OFFSET (StrataCounts, async.n_unfinished) },
  { "async_unmatched_ends", G_STRUCT_OFFSET (StrataCounts, async.n_unmatched) },
  { "async_track_closed", G_STRUCT_OFFSET (StrataCounts, async_tracks.n_closed) },
  { "async_track_unfinished", G_STRUCT_OFFSET (StrataCounts, async_tracks.n_unfinished) },
  { "kernel_closed", G_STRUCT_OFFSET (StrataCounts, kernel.n_closed) },
  { "kernel_unfinished", G_STRUCT_OFFSET (StrataCounts, kernel.n_unfinished) },
  { "methods", G_STRUCT_OFFSET (StrataCounts, n_methods) },
};

STRATA_SQL_COUNT (count_stats, STRATA_N_DIAGNOSTIC_KINDS + G_N_ELEMENTS (counts))
STRATA_SQL_GETTER (const char *, get_stat_name, row < STRATA_N_DIAGNOSTIC_KINDS ? get_kind (source, row) : counts[row - STRATA_N_DIAGNOSTIC_KINDS].name)
STRATA_SQL_GETTER (const char *, get_stat_severity, row < STRATA_N_DIAGNOSTIC_KINDS ? get_severity (source, row) : "info")

static gint64
get_stat_value (StrataSqlSource *source,
                guint32 row)
{
  if (row < STRATA_N_DIAGNOSTIC_KINDS)
    return get_count (source, row);

  return (gint64) G_STRUCT_MEMBER (guint64, strata_trace_get_counts (source->trace), counts[row - STRATA_N_DIAGNOSTIC_KINDS].offset);
}

STRATA_SQL_GETTER (const char *, get_stat_text, row < STRATA_N_DIAGNOSTIC_KINDS ? get_text (source, row) : NULL)
STRATA_SQL_GETTER (const char *, get_source, "analysis")

static const StrataSqlColumn stat_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the row", STRATA_SQL_ID, strata_sql_get_row },
  { "name", STRATA_SQL_TEXT, NULL, "What was counted", 0, .word = get_stat_name },
  { "key", STRATA_SQL_INTEGER, NULL, "Always NULL", 0, strata_sql_get_null },
  { "idx", STRATA_SQL_INTEGER, NULL, "Always NULL", 0, strata_sql_get_null },
  { "severity", STRATA_SQL_TEXT, NULL, "info, warning or error", 0, .word = get_stat_severity },
  { "source", STRATA_SQL_TEXT, NULL, "Always analysis: counted while the file was read", 0, .word = get_source },
  { "value", STRATA_SQL_INTEGER, NULL, "How many", 0, get_stat_value },
  { "description", STRATA_SQL_TEXT, NULL, "What it means", 0, .word = get_stat_text },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Always NULL: counted over all devices", 0, strata_sql_get_null },
  { "trace_id", STRATA_SQL_INTEGER, NULL, "Always NULL", 0, strata_sql_get_null },
};

const StrataSqlTable strata_sql_table_stats = {
  .name = "stats",
  .doc = "What the file had: events, slices, and every kind of import warning",
  .columns = stat_columns,
  .n_columns = G_N_ELEMENTS (stat_columns),
  .count = count_stats,
};

static guint32
count_losses (StrataSqlSource *source)
{
  guint n_losses;

  strata_trace_get_losses (source->trace, &n_losses);
  return n_losses;
}

static const StrataLoss *
get_loss (StrataSqlSource *source,
          guint32 row)
{
  guint n_losses;

  return &strata_trace_get_losses (source->trace, &n_losses)[row];
}

STRATA_SQL_GETTER (gint64, get_loss_ts, get_loss (source, row)->begin_ns)
STRATA_SQL_GETTER (gint64, get_loss_dur, get_loss (source, row)->end_ns - get_loss (source, row)->begin_ns)
STRATA_SQL_GETTER (gint64, get_loss_cpu, strata_sql_get_ucpu (get_loss (source, row)->cpu))
STRATA_SQL_GETTER (gint64, get_loss_events, get_loss (source, row)->n_events != STRATA_LOSS_UNKNOWN ? (gint64) get_loss (source, row)->n_events : STRATA_SQL_NULL)

static const StrataSqlColumn loss_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the gap", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "Last event of the CPU before the gap", 0, get_loss_ts },
  { "dur", STRATA_SQL_INTEGER, "ns", "Until its first event after the gap", 0, get_loss_dur },
  { "cpu", STRATA_SQL_INTEGER, NULL, "Number of the CPU: cpu.ucpu", 0, get_loss_cpu },
  { "n_events", STRATA_SQL_INTEGER, NULL, "How many events are missing, if known", 0, get_loss_events },
};

const StrataSqlTable strata_sql_table_loss = {
  .name = "loss",
  .doc = "Times in which events of a CPU are missing",
  .columns = loss_columns,
  .n_columns = G_N_ELEMENTS (loss_columns),
  .count = count_losses,
};

STRATA_SQL_COUNT (count_bounds, 1)
STRATA_SQL_GETTER (gint64, get_start, strata_trace_get_span (source->trace).begin_ns)
STRATA_SQL_GETTER (gint64, get_end, strata_trace_get_span (source->trace).end_ns)

static const StrataSqlColumn bounds_columns[] = {
  { "start_ts", STRATA_SQL_INTEGER, "ns", "When the trace begins", 0, get_start },
  { "end_ts", STRATA_SQL_INTEGER, "ns", "When the trace ends", 0, get_end },
};

const StrataSqlTable strata_sql_table_trace_bounds = {
  .name = "trace_bounds",
  .doc = "The time range of the trace",
  .columns = bounds_columns,
  .n_columns = G_N_ELEMENTS (bounds_columns),
  .count = count_bounds,
};
