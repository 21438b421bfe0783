/* strata-diff-figures-table.c - tables of the counters and latencies of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-figures-table.h"

#include <math.h>

#include <glib/gi18n-lib.h>

static const StrataTableColumn counter_columns[] = {
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "a_mean", N_ ("Mean A"), STRATA_CELL_FIGURE },
  { "b_mean", N_ ("B"), STRATA_CELL_FIGURE },
  { "change_mean", N_ ("Δ"), STRATA_CELL_FIGURE },
  { "a_min", N_ ("Min A"), STRATA_CELL_FIGURE },
  { "b_min", N_ ("B"), STRATA_CELL_FIGURE },
  { "a_max", N_ ("Max A"), STRATA_CELL_FIGURE },
  { "b_max", N_ ("B"), STRATA_CELL_FIGURE },
  { "a_integral", N_ ("Value × s A"), STRATA_CELL_FIGURE },
  { "b_integral", N_ ("B"), STRATA_CELL_FIGURE },
  { "a_slope", N_ ("Slope per s A"), STRATA_CELL_FIGURE },
  { "b_slope", N_ ("B"), STRATA_CELL_FIGURE },
};

static void
write_both (StrataTable *table,
            const StrataDiffCounter *counter,
            StrataDiffCounterMetric metric)
{
  strata_table_real (table, strata_diff_counter_get (counter, STRATA_DIFF_A, metric));
  strata_table_real (table, strata_diff_counter_get (counter, STRATA_DIFF_B, metric));
}

static void
write_counter (StrataTable *table,
               const StrataDiffCounter *counter)
{
  static const StrataDiffCounterMetric others[] = {
    STRATA_DIFF_COUNTER_MIN,
    STRATA_DIFF_COUNTER_MAX,
    STRATA_DIFF_COUNTER_INTEGRAL,
    STRATA_DIFF_COUNTER_SLOPE,
  };

  strata_table_text (table, counter->name);
  strata_table_text (table, counter->process);
  if (counter->cpu >= 0)
    strata_table_number (table, counter->cpu);
  else
    strata_table_unknown (table);

  write_both (table, counter, STRATA_DIFF_COUNTER_MEAN);
  strata_table_real (table, strata_diff_counter_get (counter, STRATA_DIFF_B, STRATA_DIFF_COUNTER_MEAN) - strata_diff_counter_get (counter, STRATA_DIFF_A, STRATA_DIFF_COUNTER_MEAN));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    write_both (table, counter, others[i]);
}

/**
 * strata_diff_figures_write_counters:
 * @output: where to write
 * @counters: (element-type StrataDiffCounter): counters of both
 * @style: how
 *
 * Writes the counters of two captures, in their own units.
 */
void
strata_diff_figures_write_counters (StrataOutput *output,
                                    GArray *counters,
                                    StrataTableStyle style)
{
  StrataTable *table = strata_table_new (output, style, counter_columns, G_N_ELEMENTS (counter_columns));

  for (guint i = 0; i < counters->len; i++)
    write_counter (table, &g_array_index (counters, StrataDiffCounter, i));

  strata_table_close (table);
}

static const StrataTableColumn latency_columns[] = {
  { "from", N_ ("From"), STRATA_CELL_TEXT },
  { "to", N_ ("To"), STRATA_CELL_TEXT },
  { "a_n", N_ ("Times A"), STRATA_CELL_NUMBER },
  { "b_n", N_ ("B"), STRATA_CELL_NUMBER },
  { "a_mean_ns", N_ ("Mean A"), STRATA_CELL_DURATION },
  { "b_mean_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "change_ns", N_ ("Δ mean"), STRATA_CELL_DURATION },
  { "change_low_ns", N_ ("at least"), STRATA_CELL_DURATION },
  { "change_high_ns", N_ ("at most"), STRATA_CELL_DURATION },
  { "p_value", N_ ("p"), STRATA_CELL_FIGURE },
  { "a_p50_ns", N_ ("Median A"), STRATA_CELL_DURATION },
  { "b_p50_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "a_p95_ns", N_ ("95 % A"), STRATA_CELL_DURATION },
  { "b_p95_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "a_max_ns", N_ ("Longest A"), STRATA_CELL_DURATION },
  { "b_max_ns", N_ ("B"), STRATA_CELL_DURATION },
};

static void
write_time (StrataTable *table,
            double time_ns)
{
  if (isfinite (time_ns))
    strata_table_number (table, (gint64) rint (time_ns));
  else
    strata_table_unknown (table);
}

static void
write_times (StrataTable *table,
             const double times_ns[STRATA_N_DIFF_SIDES])
{
  write_time (table, times_ns[STRATA_DIFF_A]);
  write_time (table, times_ns[STRATA_DIFF_B]);
}

/**
 * strata_diff_figures_write_latency:
 * @output: where to write
 * @latency: latencies of both
 * @from: where they begin
 * @to: where they end
 * @style: how
 *
 * Writes the latencies from one marker to another.
 */
void
strata_diff_figures_write_latency (StrataOutput *output,
                                   const StrataDiffLatency *latency,
                                   const char *from,
                                   const char *to,
                                   StrataTableStyle style)
{
  StrataTable *table = strata_table_new (output, style, latency_columns, G_N_ELEMENTS (latency_columns));

  strata_table_text (table, from);
  strata_table_text (table, to);
  strata_table_number (table, latency->n[STRATA_DIFF_A]);
  strata_table_number (table, latency->n[STRATA_DIFF_B]);
  write_times (table, latency->mean_ns);
  write_time (table, latency->change_ns);
  write_time (table, latency->change_ns - latency->error_ns);
  write_time (table, latency->change_ns + latency->error_ns);
  strata_table_real (table, latency->p_value);
  write_times (table, latency->p50_ns);
  write_times (table, latency->p95_ns);
  write_times (table, latency->max_ns);
  strata_table_close (table);
}
