/* test-usage-index.c - CPU usage, by columns and by spans
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "random-usage.h"
#include "strata-scene-index.h"
#include "strata-thread-runs.h"
#include "strata-usage.h"

#define N_TRACES 60
#define N_SPANS 20

/* Disjoint spans, some empty and some touching, in rows that may be empty. */
typedef struct
{
  guint32 n;
  gint64 begin_ns[2000];
  gint64 end_ns[2000];
  guint32 row_begin[5];
} Spans;

static void
fill_spans (Spans *self,
            GRand *random,
            gint64 origin_ns)
{
  self->n = 0;
  for (guint row = 0; row < 4; row++)
    {
      const int n = row == 1 ? 0 : g_rand_int_range (random, 0, 500);
      gint64 now_ns = origin_ns;

      self->row_begin[row] = self->n;
      for (int i = 0; i < n; i++)
        {
          self->begin_ns[self->n] = now_ns += g_rand_int_range (random, 0, 3) * g_rand_int_range (random, 0, 50);
          self->end_ns[self->n++] = now_ns += g_rand_int_range (random, 0, 40);
        }
    }

  self->row_begin[4] = self->n;
}

static gint64
count_ns (const Spans *spans,
          guint row,
          StrataSpan span)
{
  gint64 sum_ns = 0;

  for (guint32 i = spans->row_begin[row]; i < spans->row_begin[row + 1]; i++)
    sum_ns += MAX (MIN (spans->end_ns[i], span.end_ns) - MAX (spans->begin_ns[i], span.begin_ns), 0);

  return sum_ns;
}

static void
check_columns (const Spans *spans,
               const StrataCoverage *coverage,
               guint row,
               const StrataGrid *grid)
{
  double columns_ns[64] = { 0 };

  strata_coverage_add_columns (coverage, row, grid, columns_ns);
  for (int i = 0; i < grid->n_columns; i++)
    {
      const StrataSpan column = { strata_grid_column_to_time (grid, i), strata_grid_column_to_time (grid, i + 1) };

      g_assert_cmpfloat (columns_ns[i], ==, (double) count_ns (spans, row, column));
    }
}

/* Compared with the slow, simple sum over all. */
static void
test_coverage (void)
{
  static const double scales[] = { 0.07, 0.9, 3, 40, 900 };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree Spans *spans = g_new (Spans, 1);

  for (guint turn = 0; turn < 100; turn++)
    {
      const gint64 origin_ns = turn % 2 == 0 ? 0 : G_GINT64_CONSTANT (8000000000000000000);
      StrataCoverage coverage;

      fill_spans (spans, random, origin_ns);
      strata_coverage_init (&coverage, spans->begin_ns, spans->end_ns, spans->row_begin, 4);
      for (guint i = 0; i < 40; i++)
        {
          const guint row = i % 4;
          const gint64 begin_ns = origin_ns + g_rand_int_range (random, -100, 20000);
          const StrataSpan span = { begin_ns, begin_ns + g_rand_int_range (random, -5, 9000) };
          const StrataGrid grid = { begin_ns, g_rand_double (random), scales[g_rand_int_range (random, 0, G_N_ELEMENTS (scales))], 64 };

          g_assert_cmpint (strata_coverage_get_ns (&coverage, row, span), ==, count_ns (spans, row, span));
          check_columns (spans, &coverage, row, &grid);
        }

      strata_coverage_clear (&coverage);
    }
}

/* Long rows, zoomed out: less than a fiftieth of a column off, and nothing is lost in total. */
static void
test_long_rows (void)
{
  enum
  {
    N = 200000
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  g_autofree gint64 *begin_ns = g_new (gint64, N);
  g_autofree gint64 *end_ns = g_new (gint64, N);
  const guint32 row_begin[] = { 0, 0, N };
  StrataCoverage coverage;
  gint64 now_ns = 500;

  for (guint32 i = 0; i < N; i++)
    {
      begin_ns[i] = now_ns += g_rand_int_range (random, 0, 60);
      end_ns[i] = now_ns += g_rand_int_range (random, 0, 40 + (int) (i / 1000));
    }

  strata_coverage_init (&coverage, begin_ns, end_ns, row_begin, 2);
  for (double scale = 1.0; scale > 0.001; scale /= 2.0)
    {
      const StrataGrid grid = { g_rand_int_range (random, -1000, 1000), 0.0, scale * (double) now_ns / 100, 110 };
      double columns_ns[110] = { 0 };
      double sum_ns = 0.0;

      strata_coverage_add_columns (&coverage, 1, &grid, columns_ns);
      for (int i = 0; i < grid.n_columns; i++)
        {
          const StrataSpan span = { strata_grid_column_to_time (&grid, i), strata_grid_column_to_time (&grid, i + 1) };

          g_assert_cmpfloat_with_epsilon (columns_ns[i], (double) strata_coverage_get_ns (&coverage, 1, span), grid.ns_per_column * 0.02);
          sum_ns += columns_ns[i];
        }

      const StrataSpan all = { strata_grid_column_to_time (&grid, 0), strata_grid_column_to_time (&grid, grid.n_columns) };

      g_assert_cmpfloat_with_epsilon (sum_ns, (double) strata_coverage_get_ns (&coverage, 1, all), grid.ns_per_column * 0.02);
    }

  g_assert_cmpuint (strata_coverage_get_n_bytes (&coverage), <, 2 * N);
  strata_coverage_clear (&coverage);
}

static void
check_span (StrataTrace *trace,
            const StrataUsageIndex *index,
            StrataSpan span)
{
  g_autoptr (StrataUsage) usage = strata_usage_new (trace, span, NULL);
  guint n_cpus;
  const StrataUsageCpu *cpus = strata_usage_get_cpus (usage, &n_cpus);
  const StrataUsageCpu *system = strata_usage_get_system (usage);

  g_assert_cmpuint (n_cpus, ==, index->n_cpus);
  for (guint i = 0; i < n_cpus; i++)
    {
      const StrataUsageShare share = strata_usage_index_get (index, i, span);

      g_assert_cmpfloat (share.running_ns, ==, (double) cpus[i].running_ns);
      g_assert_cmpfloat (share.unknown_ns, ==, (double) cpus[i].unknown_ns);
      g_assert_cmpfloat (share.all_ns, ==, (double) strata_span_get_length_ns (span));
    }

  const StrataUsageShare all = strata_usage_index_get (index, STRATA_NONE, span);

  g_assert_cmpfloat (all.running_ns, ==, (double) system->running_ns);
  g_assert_cmpfloat (all.unknown_ns, ==, (double) system->unknown_ns);
}

/* The columns of a picture add up to their span. */
static void
check_sum (const StrataUsageIndex *index,
           guint32 cpu,
           StrataSpan span)
{
  const StrataGrid grid = { span.begin_ns, 0.0, (double) strata_span_get_length_ns (span) / 37, 37 };
  const StrataUsageShare expected = strata_usage_index_get (index, cpu, (StrataSpan){ span.begin_ns, strata_grid_column_to_time (&grid, 37) });
  StrataUsageShare columns[37];
  StrataUsageShare sum = { 0 };

  strata_usage_index_fill (index, cpu, &grid, columns);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      sum.running_ns += columns[i].running_ns;
      sum.unknown_ns += columns[i].unknown_ns;
      sum.all_ns += columns[i].all_ns;
      g_assert_cmpfloat (columns[i].running_ns, <=, columns[i].all_ns);
    }

  g_assert_cmpfloat (sum.running_ns, ==, expected.running_ns);
  g_assert_cmpfloat (sum.unknown_ns, ==, expected.unknown_ns);
  g_assert_cmpfloat (sum.all_ns, ==, expected.all_ns);
}

/* The drawn usage equals the usage of the period, also with lost events. */
static void
test_usage (void)
{
  const StrataViewOptions view_options = STRATA_VIEW_OPTIONS_INIT;

  for (guint seed = 0; seed < N_TRACES; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = new_random_trace (random);
      g_autoptr (StrataSceneIndex) index = strata_scene_index_new (trace, &view_options);
      const StrataSpan all = strata_trace_get_span (trace);

      for (guint i = 0; i < N_SPANS; i++)
        {
          const gint64 begin_ns = all.begin_ns + g_rand_int_range (random, 0, (int) strata_span_get_length_ns (all));
          const StrataSpan span = { begin_ns, begin_ns + 1 + g_rand_int_range (random, 0, (int) (all.end_ns - begin_ns)) };

          check_span (trace, &index->usage, (StrataSpan){ span.begin_ns, MIN (span.end_ns, all.end_ns) });
          check_sum (&index->usage, i % 2 == 0 ? STRATA_NONE : 0, (StrataSpan){ span.begin_ns, MIN (span.end_ns, all.end_ns) });
        }

      check_span (trace, &index->usage, all);
    }
}

static gint64
count_runs_ns (StrataTrace *trace,
               const StrataCpu *cpu,
               guint32 thread,
               StrataSpan span)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  gint64 sum_ns = 0;

  for (guint32 i = cpu->first_run; i < cpu->first_run + cpu->n_runs; i++)
    if (runs->thread[i] == thread)
      sum_ns += MAX (MIN (runs->end_ns[i], span.end_ns) - MAX (runs->start_ns[i], span.begin_ns), 0);

  return sum_ns;
}

/* The runs of a thread from its states equal those from the CPUs. */
static void
test_thread_runs (void)
{
  StrataThreadRuns runs = { .thread = STRATA_NONE };

  for (guint seed = 0; seed < N_TRACES; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = new_random_trace (random);
      const StrataSpan all = strata_trace_get_span (trace);
      guint n_cpus;
      guint n_threads;
      const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);
      const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

      for (guint32 thread = 0; thread < n_threads; thread++)
        {
          strata_thread_runs_set (&runs, trace, thread);
          g_assert_cmpuint (runs.thread, ==, threads[thread].n_states > 0 ? thread : STRATA_NONE);
          for (guint cpu = 0; cpu < n_cpus && runs.thread != STRATA_NONE; cpu++)
            {
              const gint64 begin_ns = all.begin_ns + g_rand_int_range (random, 0, (int) strata_span_get_length_ns (all));
              const StrataSpan span = { begin_ns, all.end_ns };

              g_assert_cmpint (strata_coverage_get_ns (&runs.coverage, cpu, span), ==, count_runs_ns (trace, &cpus[cpu], thread, span));
            }
        }
    }

  strata_thread_runs_clear (&runs);
}

/* A trace without CPUs does not have idle ones. */
static void
test_no_cpus (void)
{
  const StrataViewOptions view_options = STRATA_VIEW_OPTIONS_INIT;
  const StrataGrid grid = { 0, 0.0, 1.0, 4 };
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSceneIndex) index = strata_scene_index_new (trace, &view_options);
  StrataUsageShare columns[4];

  strata_usage_index_fill (&index->usage, STRATA_NONE, &grid, columns);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_assert_cmpfloat (columns[i].all_ns, ==, 0.0);

  g_assert_cmpuint (strata_usage_index_get_n_bytes (&index->usage), <=, 64);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/usage-index/coverage", test_coverage);
  g_test_add_func ("/usage-index/long-rows", test_long_rows);
  g_test_add_func ("/usage-index/usage", test_usage);
  g_test_add_func ("/usage-index/thread-runs", test_thread_runs);
  g_test_add_func ("/usage-index/no-cpus", test_no_cpus);

  return g_test_run ();
}
