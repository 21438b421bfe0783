/* strata-usage-index.c - how busy CPUs were, ready to be drawn
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-index.h"

static void
add_unknown (StrataUsageIndex *self,
             guint32 *n,
             gint64 begin_ns,
             gint64 end_ns)
{
  if (begin_ns >= end_ns)
    return;

  self->unknown_begin_ns[*n] = begin_ns;
  self->unknown_end_ns[*n] = end_ns;
  (*n)++;
}

/* Both lists are sorted by CPU and time, and losses do not overlap. */
static void
index_unknown (StrataUsageIndex *self,
               StrataTrace *trace)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);
  const StrataCpu *cpus = strata_trace_get_cpus (trace, NULL);
  guint32 n = 0;
  guint loss = 0;

  self->unknown_begin_ns = g_new (gint64, self->n_cpus + n_losses);
  self->unknown_end_ns = g_new (gint64, self->n_cpus + n_losses);
  self->unknown_row_begin = g_new0 (guint32, self->n_cpus + 1);

  for (guint i = 0; i < self->n_cpus; i++)
    {
      const gint64 known_ns = MIN (cpus[i].known_ns, self->span.end_ns);

      add_unknown (self, &n, self->span.begin_ns, known_ns);
      while (loss < n_losses && losses[loss].cpu < cpus[i].cpu)
        loss++;
      for (; loss < n_losses && losses[loss].cpu == cpus[i].cpu; loss++)
        add_unknown (self, &n, MAX (losses[loss].begin_ns, MAX (known_ns, self->span.begin_ns)), MIN (losses[loss].end_ns, self->span.end_ns));

      self->unknown_row_begin[i + 1] = n;
    }

  strata_coverage_init (&self->unknown, self->unknown_begin_ns, self->unknown_end_ns, self->unknown_row_begin, self->n_cpus);
}

/* Prepares the CPUs of @trace; @run_row_begin, which is borrowed, has the first run of each. */
void
strata_usage_index_init (StrataUsageIndex *self,
                         StrataTrace *trace,
                         const guint32 *run_row_begin)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);

  *self = (StrataUsageIndex){ .span = strata_trace_get_span (trace) };
  strata_trace_get_cpus (trace, &self->n_cpus);
  strata_coverage_init (&self->running, runs->start_ns, runs->end_ns, run_row_begin, self->n_cpus);
  index_unknown (self, trace);
}

void
strata_usage_index_clear (StrataUsageIndex *self)
{
  strata_coverage_clear (&self->running);
  strata_coverage_clear (&self->unknown);
  g_clear_pointer (&self->unknown_begin_ns, g_free);
  g_clear_pointer (&self->unknown_end_ns, g_free);
  g_clear_pointer (&self->unknown_row_begin, g_free);
}

/* Returns what a CPU did in a span of time; STRATA_NONE for all CPUs together. */
StrataUsageShare
strata_usage_index_get (const StrataUsageIndex *self,
                        guint32 cpu_index,
                        StrataSpan span)
{
  const guint begin = cpu_index == STRATA_NONE ? 0 : cpu_index;
  const guint end = cpu_index == STRATA_NONE ? self->n_cpus : cpu_index + 1;
  StrataUsageShare share = { 0 };

  span.begin_ns = MAX (span.begin_ns, self->span.begin_ns);
  span.end_ns = MIN (span.end_ns, self->span.end_ns);
  if (span.end_ns <= span.begin_ns)
    return share;

  for (guint i = begin; i < end; i++)
    {
      share.running_ns += (double) strata_coverage_get_ns (&self->running, i, span);
      share.unknown_ns += (double) strata_coverage_get_ns (&self->unknown, i, span);
    }

  share.all_ns = (double) (end - begin) * (double) ((guint64) span.end_ns - (guint64) span.begin_ns);
  return share;
}

/* Computes the same for each column of pixels; zero outside the trace.
 * @columns is (array length=grid.n_columns). */
void
strata_usage_index_fill (const StrataUsageIndex *self,
                         guint32 cpu_index,
                         const StrataGrid *grid,
                         StrataUsageShare *columns)
{
  const guint begin = cpu_index == STRATA_NONE ? 0 : cpu_index;
  const guint end = cpu_index == STRATA_NONE ? self->n_cpus : cpu_index + 1;
  g_autofree double *running_ns = g_new0 (double, (gsize) MAX (grid->n_columns, 1));
  g_autofree double *unknown_ns = g_new0 (double, (gsize) MAX (grid->n_columns, 1));

  for (guint i = begin; i < end; i++)
    {
      strata_coverage_add_columns (&self->running, i, grid, running_ns);
      strata_coverage_add_columns (&self->unknown, i, grid, unknown_ns);
    }

  for (int i = 0; i < grid->n_columns; i++)
    {
      const gint64 begin_ns = MAX (strata_grid_column_to_time (grid, i), self->span.begin_ns);
      const gint64 end_ns = MIN (strata_grid_column_to_time (grid, i + 1), self->span.end_ns);
      const double length_ns = end_ns > begin_ns ? (double) ((guint64) end_ns - (guint64) begin_ns) : 0.0;

      columns[i] = (StrataUsageShare){ running_ns[i], unknown_ns[i], length_ns * (double) (end - begin) };
    }
}

gsize
strata_usage_index_get_n_bytes (const StrataUsageIndex *self)
{
  const gsize n_unknown = self->n_cpus > 0 ? self->unknown_row_begin[self->n_cpus] : 0;

  return strata_coverage_get_n_bytes (&self->running) + strata_coverage_get_n_bytes (&self->unknown) +
         2 * n_unknown * sizeof (gint64) + (self->n_cpus + 1) * sizeof (guint32);
}
