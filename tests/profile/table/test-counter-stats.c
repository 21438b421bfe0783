/* test-counter-stats.c - a counter's statistics in a span, compared with a check of each moment
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-stats.h"

#include "profile-fixture.h"

#define N_ROUNDS 200
#define LENGTH_NS 60

static StrataTrace *
make_random_trace (GRand *random,
                   gint64 *values,
                   gboolean *is_set)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 counter = strata_trace_builder_get_counter (builder, STRATA_NONE, -1, fixture_intern (builder, "c"));
  const guint32 other = strata_trace_builder_get_counter (builder, STRATA_NONE, -1, fixture_intern (builder, "d"));

  for (gint64 i = 0; i < LENGTH_NS; i++)
    {
      is_set[i] = g_rand_int_range (random, 0, 5) == 0;
      values[i] = g_rand_int_range (random, -50, 50);
      strata_trace_builder_add_sample (builder, other, i, 1000);
      if (is_set[i])
        strata_trace_builder_add_sample (builder, counter, i, values[i]);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* Checks each nanosecond for the value that applies. */
static gboolean
find_slowly (const gint64 *values,
             const gboolean *is_set,
             StrataSpan span,
             StrataCounterStats *stats)
{
  gboolean has_value = FALSE;
  gboolean is_known = FALSE;
  gint64 value = 0;
  double sum = 0;

  *stats = (StrataCounterStats){ .span = span };
  for (gint64 i = 0; i <= span.end_ns; i++)
    {
      const gboolean is_new = is_set[i];

      if (is_new)
        value = values[i];
      if (i < span.begin_ns || !(has_value || is_new))
        {
          has_value |= is_new;
          continue;
        }

      if (!is_known)
        {
          is_known = TRUE;
          stats->span.begin_ns = i;
          stats->min = stats->max = stats->first = value;
        }

      stats->n_samples += is_new;
      stats->min = MIN (stats->min, value);
      stats->max = MAX (stats->max, value);
      stats->last = value;
      sum += i < span.end_ns ? (double) value : 0.0;
      has_value = TRUE;
    }

  stats->mean = stats->span.end_ns > stats->span.begin_ns ? sum / (double) (stats->span.end_ns - stats->span.begin_ns) : (double) stats->last;
  return is_known;
}

static void
test_random (void)
{
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (round);
      gint64 values[LENGTH_NS];
      gboolean is_set[LENGTH_NS];
      g_autoptr (StrataTrace) trace = make_random_trace (random, values, is_set);
      const gint64 begin_ns = g_rand_int_range (random, 0, LENGTH_NS);
      const StrataSpan span = { begin_ns, g_rand_int_range (random, (gint32) begin_ns, 2 * LENGTH_NS) };
      const StrataSpan known = { begin_ns, MIN (span.end_ns, LENGTH_NS - 1) };
      StrataCounterStats stats = { 0 };
      StrataCounterStats wanted;
      const gboolean is_known = find_slowly (values, is_set, known, &wanted);

      g_assert_cmpint (strata_counter_stats_find (trace, 0, span, NULL, &stats), ==, is_known);
      if (!is_known)
        continue;

      g_assert_cmpint (stats.span.begin_ns, ==, wanted.span.begin_ns);
      g_assert_cmpint (stats.span.end_ns, ==, wanted.span.end_ns);
      g_assert_cmpuint (stats.n_samples, ==, wanted.n_samples);
      g_assert_cmpfloat (stats.min, ==, wanted.min);
      g_assert_cmpfloat (stats.max, ==, wanted.max);
      g_assert_cmpfloat (stats.first, ==, wanted.first);
      g_assert_cmpfloat (stats.last, ==, wanted.last);
      g_assert_cmpfloat_with_epsilon (stats.mean, wanted.mean, 1e-9);
    }
}

/* Extreme integers neither overflow nor trap. */
static void
test_extremes (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 counter = strata_trace_builder_get_counter (builder, STRATA_NONE, -1, fixture_intern (builder, "c"));
  const StrataSpan all = { G_MININT64, G_MAXINT64 };
  StrataCounterStats stats;

  strata_trace_builder_add_sample (builder, counter, 0, G_MAXINT64);
  strata_trace_builder_add_sample (builder, counter, 10, G_MININT64);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  g_assert_true (strata_counter_stats_find (trace, 0, all, NULL, &stats));
  g_assert_cmpfloat (stats.min, ==, (double) G_MININT64);
  g_assert_cmpfloat (stats.max, ==, (double) G_MAXINT64);
  g_assert_cmpuint (stats.n_samples, ==, 2);
}

/* The values of a process end with it. */
static void
test_exit (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 process = strata_trace_builder_get_process (builder, 7);
  const guint32 thread = strata_trace_builder_get_thread (builder, 7);
  const guint32 counter = strata_trace_builder_get_counter (builder, process, -1, fixture_intern (builder, "rss"));
  StrataCounterStats stats;

  strata_trace_builder_set_thread_process (builder, thread, process);
  strata_trace_builder_add_sample (builder, counter, 10, 100);
  strata_trace_builder_add_sample (builder, counter, 20, 300);
  strata_trace_builder_end_thread (builder, thread, 40);
  strata_trace_builder_see_time (builder, 1000);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  g_assert_cmpint (strata_trace_get_counter_end_ns (trace, strata_trace_get_counters (trace, NULL)), ==, 40);
  g_assert_true (strata_counter_stats_find (trace, 0, (StrataSpan){ 0, 1000 }, NULL, &stats));
  g_assert_cmpint (stats.span.end_ns, ==, 40);
  g_assert_cmpfloat_with_epsilon (stats.mean, (10 * 100 + 20 * 300) / 30.0, 1e-9);
  g_assert_false (strata_counter_stats_find (trace, 0, (StrataSpan){ 41, 1000 }, NULL, &stats));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/counter-stats/random", test_random);
  g_test_add_func ("/counter-stats/extremes", test_extremes);
  g_test_add_func ("/counter-stats/exit", test_exit);

  return g_test_run ();
}
