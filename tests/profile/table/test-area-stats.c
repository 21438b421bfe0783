/* test-area-stats.c - sums of an area, compared with a slow implementation
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-area-stats.h"

#include "profile-fixture.h"

#define N_ROUNDS 100
#define N_NAMES 5
#define N_THREADS 3
#define N_CPUS 2

static StrataTrace *
make_random_trace (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 running[N_CPUS] = { STRATA_NONE, STRATA_NONE };
  gint64 time_ns = 0;

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < 300; i++)
    {
      const guint32 thread = strata_trace_builder_get_thread (builder, 100 + g_rand_int_range (random, 0, N_THREADS));
      const guint32 cpu = (guint32) g_rand_int_range (random, 0, N_CPUS);
      const char name[2] = { (char) ('a' + g_rand_int_range (random, 0, N_NAMES)), '\0' };
      const int what = g_rand_int_range (random, 0, 5);

      time_ns += g_rand_int_range (random, 0, 4);
      if (what < 2)
        strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, fixture_intern (builder, name), STRATA_ATTRS_NONE);
      else if (what < 4)
        strata_trace_builder_end_slice (builder, thread, time_ns, STRATA_NO_TIME, 0);
      else if (running[0] != thread && running[1] != thread)
        {
          strata_trace_builder_switch_cpu (builder, cpu, time_ns, running[cpu], 'S', thread);
          running[cpu] = thread;
        }
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* The expected value of a row, found by checking everything. */
typedef struct
{
  StrataTrace *trace;
  const StrataAreaScope *scope;
  StrataAreaRow row;
} Slow;

static gboolean
is_listed (const guint32 *list,
           guint n,
           guint32 wanted)
{
  for (guint i = 0; i < n; i++)
    if (list[i] == wanted)
      return TRUE;

  return FALSE;
}

static void
slow_add (Slow *slow,
          guint32 index,
          gint64 begin_ns,
          gint64 end_ns)
{
  const StrataSpan span = slow->scope->span;
  const gint64 inside_ns = MIN (end_ns, span.end_ns) - MAX (begin_ns, span.begin_ns);

  if (begin_ns >= span.end_ns || (end_ns <= span.begin_ns && begin_ns < span.begin_ns))
    return;

  slow->row.n_items++;
  slow->row.total_ns += inside_ns;
  if (inside_ns > slow->row.longest_ns)
    {
      slow->row.longest_ns = inside_ns;
      slow->row.longest = index;
    }
}

static void
slow_sum (Slow *slow)
{
  const StrataSliceTable *slices = strata_trace_get_slices (slow->trace);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (slow->trace);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (slow->trace, &n_cpus);

  for (guint32 i = 0; slow->row.kind == STRATA_AREA_SLICES && i < slices->n_slices; i++)
    if (slices->name[i] == slow->row.key && is_listed (slow->scope->tracks, slow->scope->n_tracks, strata_trace_find_track (slow->trace, i)))
      slow_add (slow, i, slices->start_ns[i], strata_slice_table_get_end_ns (slices, i));

  for (guint32 cpu = 0; slow->row.kind == STRATA_AREA_RUNS && cpu < n_cpus; cpu++)
    for (guint32 i = cpus[cpu].first_run; i < cpus[cpu].first_run + cpus[cpu].n_runs; i++)
      if (runs->thread[i] == slow->row.key && is_listed (slow->scope->cpus, slow->scope->n_cpus, cpu))
        slow_add (slow, i, runs->start_ns[i], runs->end_ns[i]);
}

static guint64
check_row (StrataTrace *trace,
           const StrataAreaScope *scope,
           const StrataAreaRow *row)
{
  Slow slow = { trace, scope, { .kind = row->kind, .key = row->key, .longest = STRATA_NONE, .longest_ns = -1 } };

  slow_sum (&slow);
  g_assert_cmpuint (row->n_items, ==, slow.row.n_items);
  g_assert_cmpint (row->total_ns, ==, slow.row.total_ns);
  g_assert_cmpint (row->longest_ns, ==, slow.row.longest_ns);
  g_assert_cmpuint (row->longest, ==, slow.row.longest);
  return row->n_items;
}

static guint64
slow_count (StrataTrace *trace,
            const StrataAreaScope *scope)
{
  guint64 n_items = 0;

  for (guint32 key = 0; key < strata_string_pool_get_n_strings (strata_trace_get_strings (trace)); key++)
    {
      Slow slices = { trace, scope, { .kind = STRATA_AREA_SLICES, .key = key } };

      slow_sum (&slices);
      n_items += slices.row.n_items;
    }

  for (guint32 key = 0; key < N_THREADS; key++)
    {
      Slow runs = { trace, scope, { .kind = STRATA_AREA_RUNS, .key = key } };

      slow_sum (&runs);
      n_items += runs.row.n_items;
    }

  return n_items;
}

static void
check_scope (StrataTrace *trace,
             const StrataAreaScope *scope)
{
  g_autoptr (GArray) rows = strata_area_stats_compute (trace, scope, NULL);
  guint64 n_items = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const StrataAreaRow *row = &g_array_index (rows, StrataAreaRow, i);

      n_items += check_row (trace, scope, row);
      if (i > 0 && row[-1].kind == row->kind)
        g_assert_cmpint (row[-1].total_ns, >=, row->total_ns);
    }

  g_assert_cmpuint (n_items, ==, slow_count (trace, scope));
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (StrataTrace) trace = make_random_trace (random);
      const guint32 all[] = { 0, 1, 2 };
      guint n_tracks;
      guint n_cpus;
      const gint64 begin_ns = g_rand_int_range (random, -10, 400);
      StrataAreaScope scope = { .span = { begin_ns, begin_ns + g_rand_int_range (random, 0, 200) }, .tracks = all, .cpus = all };

      strata_trace_get_tracks (trace, &n_tracks);
      strata_trace_get_cpus (trace, &n_cpus);
      scope.n_tracks = (guint) g_rand_int_range (random, 0, (gint32) MIN (n_tracks, 3) + 1);
      scope.n_cpus = (guint) g_rand_int_range (random, 0, (gint32) MIN (n_cpus, 2) + 1);
      check_scope (trace, &scope);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/area-stats/random", test_random);

  return g_test_run ();
}
