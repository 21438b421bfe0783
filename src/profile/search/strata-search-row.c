/* strata-search-row.c - one numbering of all rows that a search can find
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-search-row.h"

static guint32
get_process (StrataTrace *trace,
             guint32 thread)
{
  return thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].process : STRATA_NONE;
}

static guint32
get_thread_name (StrataTrace *trace,
                 guint32 thread)
{
  return thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].name : STRATA_STRING_EMPTY;
}

/* Returns its number among all rows. */
guint32
strata_search_row_from_instant (StrataTrace *trace,
                                guint32 instant)
{
  return strata_trace_get_slices (trace)->n_slices + instant;
}

/* Returns its number among all rows. */
guint32
strata_search_row_from_sample (StrataTrace *trace,
                               guint32 sample)
{
  return strata_search_row_from_instant (trace, strata_trace_get_instants (trace)->n_instants) + sample;
}

/* Returns its number among all rows. */
guint32
strata_search_row_from_run (StrataTrace *trace,
                            guint32 run)
{
  return strata_search_row_from_sample (trace, strata_trace_get_samples (trace)->n_samples) + run;
}

/**
 * strata_search_row_get_kind:
 * @trace: a trace
 * @row: number of a row
 * @index: (out): its index among those of its kind
 *
 * Returns: %STRATA_SEARCH_SLICES, %STRATA_SEARCH_INSTANTS, %STRATA_SEARCH_SAMPLES or %STRATA_SEARCH_RUNS
 */
StrataSearchKind
strata_search_row_get_kind (StrataTrace *trace,
                            guint32 row,
                            guint32 *index)
{
  const guint32 first_instant = strata_search_row_from_instant (trace, 0);
  const guint32 first_sample = strata_search_row_from_sample (trace, 0);
  const guint32 first_run = strata_search_row_from_run (trace, 0);

  if (row < first_instant)
    {
      *index = row;
      return STRATA_SEARCH_SLICES;
    }

  if (row >= first_run)
    {
      *index = row - first_run;
      return STRATA_SEARCH_RUNS;
    }

  *index = row - (row < first_sample ? first_instant : first_sample);
  return row < first_sample ? STRATA_SEARCH_INSTANTS : STRATA_SEARCH_SAMPLES;
}

/**
 * strata_search_row_get_time_ns:
 * @trace: a trace
 * @row: number of a row
 *
 * Returns: its time, or when it began
 */
gint64
strata_search_row_get_time_ns (StrataTrace *trace,
                               guint32 row)
{
  guint32 index;

  switch (strata_search_row_get_kind (trace, row, &index))
    {
    case STRATA_SEARCH_SLICES:
      return strata_trace_get_slices (trace)->start_ns[index];
    case STRATA_SEARCH_INSTANTS:
      return strata_trace_get_instants (trace)->time_ns[index];
    case STRATA_SEARCH_RUNS:
      return strata_trace_get_cpu_runs (trace)->start_ns[index];
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      break;
    }

  return strata_trace_get_samples (trace)->time_ns[index];
}

/**
 * strata_search_row_find_thread:
 * @trace: a trace
 * @row: number of a row
 *
 * Returns: the index of its thread, or %STRATA_NONE
 */
guint32
strata_search_row_find_thread (StrataTrace *trace,
                               guint32 row)
{
  guint32 index;

  switch (strata_search_row_get_kind (trace, row, &index))
    {
    case STRATA_SEARCH_SLICES:
      return strata_trace_find_thread (trace, index);
    case STRATA_SEARCH_INSTANTS:
      return strata_trace_get_instants (trace)->thread[index];
    case STRATA_SEARCH_RUNS:
      return strata_trace_get_cpu_runs (trace)->thread[index];
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      break;
    }

  return STRATA_NONE;
}

/**
 * strata_search_row_find_process:
 * @trace: a trace
 * @row: number of a row
 *
 * Returns: the index of its process, or %STRATA_NONE
 */
guint32
strata_search_row_find_process (StrataTrace *trace,
                                guint32 row)
{
  guint32 index;

  switch (strata_search_row_get_kind (trace, row, &index))
    {
    case STRATA_SEARCH_SLICES:
      return strata_trace_find_process (trace, index);
    case STRATA_SEARCH_INSTANTS:
      return strata_trace_get_instants (trace)->process[index];
    case STRATA_SEARCH_RUNS:
      return get_process (trace, strata_trace_get_cpu_runs (trace)->thread[index]);
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      break;
    }

  return strata_trace_get_counters (trace, NULL)[strata_trace_find_counter (trace, index)].process;
}

/**
 * strata_search_row_get_name:
 * @trace: a trace
 * @row: number of a row
 *
 * Returns: the string id of its name; for a sample, of its counter's name
 */
guint32
strata_search_row_get_name (StrataTrace *trace,
                            guint32 row)
{
  guint32 index;

  switch (strata_search_row_get_kind (trace, row, &index))
    {
    case STRATA_SEARCH_SLICES:
      return strata_trace_get_slices (trace)->name[index];
    case STRATA_SEARCH_INSTANTS:
      return strata_trace_get_instants (trace)->name[index];
    case STRATA_SEARCH_RUNS:
      return get_thread_name (trace, strata_trace_get_cpu_runs (trace)->thread[index]);
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      break;
    }

  return strata_trace_get_counters (trace, NULL)[strata_trace_find_counter (trace, index)].name;
}
