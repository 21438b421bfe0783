/* strata-hit-rows.c - a table of search results for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hit-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-sample-rows.h"
#include "strata-search-row.h"
#include "strata-trace-cells.h"

static void
write_unknown (StrataTable *table,
               guint n_cells)
{
  for (guint i = 0; i < n_cells; i++)
    strata_table_unknown (table);
}

static void
write_texts (StrataTable *table,
             guint n_cells)
{
  for (guint i = 0; i < n_cells; i++)
    strata_table_text (table, "");
}

static void
write_name (StrataTable *table,
            StrataTrace *trace,
            guint32 row)
{
  guint32 index;

  if (strata_search_row_get_kind (trace, row, &index) != STRATA_SEARCH_SAMPLES)
    {
      strata_trace_cells_add_string (table, trace, strata_search_row_get_name (trace, row));
      return;
    }

  g_autofree char *name = strata_sample_rows_dup_name (trace, strata_trace_find_counter (trace, index));

  strata_table_text (table, name);
}

/* Besides slices, only runs have a duration. */
static void
write_duration (StrataTable *table,
                StrataTrace *trace,
                guint32 row)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint32 index;

  if (strata_search_row_get_kind (trace, row, &index) == STRATA_SEARCH_RUNS)
    strata_table_number (table, runs->end_ns[index] - runs->start_ns[index]);
  else
    strata_table_unknown (table);
}

/* Writes the cells of a slice that other kinds of rows have, too. */
static void
write_other (StrataTable *table,
             StrataTrace *trace,
             guint32 row)
{
  const guint32 process = strata_search_row_find_process (trace, row);
  const guint32 thread = strata_search_row_find_thread (trace, row);

  strata_table_number (table, strata_search_row_get_time_ns (trace, row));
  write_duration (table, trace, row);
  write_unknown (table, 2);
  strata_trace_cells_add_pid (table, trace, process);
  strata_trace_cells_add_tid (table, trace, thread);
  strata_trace_cells_add_process_name (table, trace, process);
  strata_trace_cells_add_thread_name (table, trace, thread);
  strata_table_unknown (table);
  write_name (table, trace, row);
  write_texts (table, 6);
}

static const char *
get_kind_name (StrataSearchKind kind,
               gboolean is_by_sample)
{
  switch (kind)
    {
    case STRATA_SEARCH_SLICES:
      return "slice";
    case STRATA_SEARCH_INSTANTS:
      return "instant";
    case STRATA_SEARCH_RUNS:
      return "run";
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      break;
    }

  return is_by_sample ? "sample" : "counter";
}

/**
 * strata_hit_rows_write:
 * @table: where to write
 * @trace: a trace
 * @writer: writes its slices
 * @row: number of a row, see strata-search-row.h
 * @is_by_sample: whether a sample's row is the sample, not its whole counter
 *
 * Writes a slice, an instant, a run, or a counter or one of its samples.
 */
void
strata_hit_rows_write (StrataTable *table,
                       StrataTrace *trace,
                       StrataSliceWriter *writer,
                       guint32 row,
                       gboolean is_by_sample)
{
  guint32 index;
  const StrataSearchKind kind = strata_search_row_get_kind (trace, row, &index);

  if (kind == STRATA_SEARCH_SLICES)
    strata_slice_writer_write (writer, table, index);
  else
    write_other (table, trace, row);

  strata_table_text (table, get_kind_name (kind, is_by_sample));
  if (kind == STRATA_SEARCH_SAMPLES && is_by_sample)
    strata_trace_cells_add_sample (table, trace, index);
  else if (kind == STRATA_SEARCH_RUNS && strata_trace_get_cpu_runs (trace)->rank[index] != 0)
    strata_table_number (table, STRATA_RANK_PRIORITY (strata_trace_get_cpu_runs (trace)->rank[index]));
  else
    strata_table_unknown (table);
}
