/* test-lod-index.c - in every column the longest slice wins
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "scene-fixture.h"
#include "strata-lod-index.h"

#define N_COLUMNS 400

typedef struct
{
  const char *name;
  guint n_slices;
  gint64 max_wall_ns;
  gint64 max_gap_ns;
  guint burst; /* every so often, this many slices of almost no length */
} Case;

static const Case cases[] = {
  { "few", 20, 100000, 1000000, 0 },
  { "touching", 3000, 10000, 1, 0 },
  { "many", 20000, 40000, 40000, 0 },
  { "many-short", 20000, 300, 90000, 0 },
  { "uneven", 5000, 5000000, 200, 0 },
  { "bursts", 3000, 100000, 2000000, 900 },
};

typedef struct
{
  StrataTrace *trace;
  StrataLodIndex *lod;
  guint8 *hues;
  guint32 row_begin[2];
  StrataColumn runs;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  const Case *row = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (42);
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 thread = fixture_thread (builder, 1, "p", 1, "t");
  gint64 now_ns = 1000000;

  for (guint i = 0; i < row->n_slices; i++)
    {
      gboolean is_burst = row->burst > 0 && i / row->burst % 2 == 1;
      gint64 wall_ns = is_burst ? (gint64) i % 3 : g_rand_int_range (random, 0, (gint32) row->max_wall_ns);

      fixture_slice (builder, thread, now_ns, now_ns + wall_ns, i % 2 == 0 ? "a" : "b");
      now_ns += wall_ns + (is_burst ? 1 : (gint64) g_rand_int_range (random, 0, (gint32) row->max_gap_ns));
    }

  fixture->trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  fixture->hues = g_new0 (guint8, strata_string_pool_get_n_strings (strata_trace_get_strings (fixture->trace)));
  strata_trace_get_row (fixture->trace, strata_trace_get_tracks (fixture->trace, NULL), 0, &fixture->row_begin[0], &fixture->row_begin[1]);
  fixture->lod = strata_lod_index_new (strata_trace_get_slices (fixture->trace), fixture->row_begin, 1, &(StrataHues){ .by_name = fixture->hues });
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  strata_lod_index_free (fixture->lod);
  g_object_unref (fixture->trace);
  g_free (fixture->hues);
  strata_column_clear (&fixture->runs);
}

/* Checks every slice for the longest one that begins in each column. */
static void
find_longest (const Fixture *fixture,
              const StrataGrid *grid,
              gint64 longest_ns[N_COLUMNS])
{
  const StrataSliceTable *table = strata_trace_get_slices (fixture->trace);

  for (int i = 0; i < N_COLUMNS; i++)
    longest_ns[i] = -1;

  for (guint32 i = 0; i < table->n_slices; i++)
    {
      double column = floor (strata_grid_time_to_column (grid, table->start_ns[i]));

      if (column >= 0 && column < N_COLUMNS)
        longest_ns[(int) column] = MAX (longest_ns[(int) column], strata_slice_table_get_wall_ns (table, i));
    }
}

static void
check_runs (const Fixture *fixture,
            const StrataGrid *grid)
{
  const StrataSliceTable *table = strata_trace_get_slices (fixture->trace);
  const StrataRun *runs = fixture->runs.data;
  gint64 shown_ns[N_COLUMNS + 2];
  gint64 longest_ns[N_COLUMNS];
  int last_end = 0;

  for (int i = 0; i < N_COLUMNS + 2; i++)
    shown_ns[i] = -1;

  for (gsize i = 0; i < fixture->runs.n; i++)
    {
      guint32 slice = table->order[runs[i].place];
      double begin = strata_grid_time_to_column (grid, table->start_ns[slice]);

      /* In order, inside the columns, and at the right place. */
      g_assert_cmpint (runs[i].begin, >=, last_end);
      g_assert_cmpint (runs[i].end, >, runs[i].begin);
      g_assert_cmpint (runs[i].end, <=, N_COLUMNS);
      g_assert_cmpfloat (runs[i].begin, >=, MIN (floor (begin), 0.0));
      if (runs[i].begin > 0)
        g_assert_cmpfloat (ABS (runs[i].begin - floor (begin)), <=, 1.0);

      last_end = runs[i].end;
      for (int column = runs[i].begin; column < runs[i].end; column++)
        shown_ns[column + 1] = strata_slice_table_get_wall_ns (table, slice);
    }

  /* Nothing is lost: a slice that began in a column is there or right beside it, or a longer one replaced it. */
  find_longest (fixture, grid, longest_ns);
  for (int i = 0; i < N_COLUMNS; i++)
    {
      gint64 near_ns = MAX (shown_ns[i + 1], i + 1 < N_COLUMNS ? shown_ns[i + 2] : G_MAXINT64);

      g_assert_cmpint (near_ns, >=, longest_ns[i] - longest_ns[i] / 32768);
    }
}

/* Where slices are visited one by one, columns and winners are exact, except for differences below the precision of
 * keys. */
static void
check_exact_runs (const Fixture *fixture,
                  const StrataGrid *grid)
{
  const StrataSliceTable *table = strata_trace_get_slices (fixture->trace);
  gint64 longest_ns[N_COLUMNS];

  find_longest (fixture, grid, longest_ns);
  for (gsize i = 0; i < fixture->runs.n; i++)
    {
      const StrataRun *run = &strata_column_at (&fixture->runs, StrataRun, i);
      const guint32 slice = table->order[run->place];
      const double begin = floor (strata_grid_time_to_column (grid, table->start_ns[slice]));
      const double end = floor (strata_grid_time_to_column (grid, strata_slice_table_get_end_ns (table, slice)));

      g_assert_cmpfloat (run->begin, ==, MAX (begin, 0.0));
      g_assert_cmpfloat (run->end, ==, MIN (MAX (end, run->begin + 1), N_COLUMNS));
      if (longest_ns[run->begin] >= 0)
        g_assert_cmpint (strata_slice_table_get_wall_ns (table, slice), >=, longest_ns[run->begin] - longest_ns[run->begin] / 32768);
      longest_ns[run->begin] = -1;
    }

  for (int i = 0; i < N_COLUMNS; i++)
    g_assert_cmpint (longest_ns[i], ==, -1);
}

static void
test_longest_wins (Fixture *fixture,
                   gconstpointer data)
{
  const Case *row = data;
  StrataSpan span = strata_trace_get_span (fixture->trace);
  double length_ns = (double) strata_span_get_length_ns (span);

  for (double zoom = 0.7; zoom < 1e6; zoom *= 1.7)
    for (double from = -0.1; from < 1.0; from += 0.23)
      {
        StrataGrid grid = { span.begin_ns + (gint64) (from * length_ns), 0.25, length_ns / zoom / N_COLUMNS, N_COLUMNS };

        strata_lod_index_walk (fixture->lod, 0, &grid, &fixture->runs);
        check_runs (fixture, &grid);
        if (grid.ns_per_column * row->n_slices < 1.9 * length_ns)
          check_exact_runs (fixture, &grid);
      }
}

/* A hit finds the longest slice that begins in the column. */
static void
test_find_at (Fixture *fixture,
              gconstpointer data)
{
  const StrataSliceTable *table = strata_trace_get_slices (fixture->trace);
  StrataSpan span = strata_trace_get_span (fixture->trace);
  double length_ns = (double) strata_span_get_length_ns (span);
  StrataGrid grid = { span.begin_ns, 0.0, length_ns / N_COLUMNS, N_COLUMNS };
  gint64 longest_ns[N_COLUMNS];

  find_longest (fixture, &grid, longest_ns);
  for (int i = 0; i < N_COLUMNS; i++)
    {
      guint32 n_folded;
      gint64 begin_ns = strata_grid_column_to_time (&grid, i);
      gint64 end_ns = strata_grid_column_to_time (&grid, i + 1);
      guint32 place = strata_lod_index_find_at (fixture->lod, 0, begin_ns, end_ns, &n_folded);

      g_assert_cmpuint (n_folded, >=, 1);
      if (longest_ns[i] >= 0)
        g_assert_cmpint (strata_slice_table_get_wall_ns (table, table->order[place]), ==, longest_ns[i]);
      else if (place != STRATA_NONE)
        g_assert_cmpint (strata_slice_table_get_end_ns (table, table->order[place]), >, begin_ns);
    }
}

static void
test_memory (Fixture *fixture,
             gconstpointer data)
{
  const Case *row = data;

  g_assert_cmpuint (strata_lod_index_get_n_bytes (fixture->lod), <=, 128 + 14 * row->n_slices);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *longest = g_strdup_printf ("/fold/longest-wins/%s", cases[i].name);
      g_autofree char *find = g_strdup_printf ("/fold/find-at/%s", cases[i].name);
      g_autofree char *memory = g_strdup_printf ("/fold/memory/%s", cases[i].name);

      g_test_add (longest, Fixture, &cases[i], set_up, test_longest_wins, tear_down);
      g_test_add (find, Fixture, &cases[i], set_up, test_find_at, tear_down);
      g_test_add (memory, Fixture, &cases[i], set_up, test_memory, tear_down);
    }

  return g_test_run ();
}
