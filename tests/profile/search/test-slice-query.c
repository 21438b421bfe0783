/* test-slice-query.c - lists some slices of a trace, in some order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-radix-sort.h"
#include "strata-slice-query.h"

#include "profile-fixture.h"

/* a [0,100) with B [10,30) and b [40,45); a [200,210); c [300,…) unfinished, to 400. */
#define SCRIPT "0 a;10 B;30 -;40 b;45 -;100 -;200 a;210 -;300 c;400 d;400 -"

static guint32
find_name (StrataTrace *trace,
           const char *name)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < table->n_slices; i++)
    if (g_str_equal (strata_trace_get_string (trace, table->name[i]), name))
      return table->name[i];

  return STRATA_NONE;
}

/* The start times of the slices found, in order. */
static char *
dup_starts (const StrataSliceListing *listing)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < listing->n_rows; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", strata_trace_get_slices (listing->trace)->start_ns[listing->rows[i]]);

  return g_string_free (text, FALSE);
}

static void
test_filters (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    StrataSpan span;
    gint64 least_ns;
    gint64 below_ns;
    guint32 root;
    const char *starts;
  } cases[] = {
    { NULL, NULL, { G_MININT64, G_MAXINT64 }, G_MININT64, G_MAXINT64, STRATA_NONE, "0 10 40 200 300 400" },
    { "a", NULL, { G_MININT64, G_MAXINT64 }, G_MININT64, G_MAXINT64, STRATA_NONE, "0 200" },
    { NULL, "b", { G_MININT64, G_MAXINT64 }, G_MININT64, G_MAXINT64, STRATA_NONE, "10 40" },
    { NULL, "", { G_MININT64, G_MAXINT64 }, 10, 21, STRATA_NONE, "10 200" },
    { NULL, NULL, { 45, 200 }, G_MININT64, G_MAXINT64, STRATA_NONE, "0" },
    { NULL, NULL, { 44, 201 }, G_MININT64, G_MAXINT64, STRATA_NONE, "0 40 200" },
    { NULL, NULL, { 400, 401 }, G_MININT64, G_MAXINT64, STRATA_NONE, "400" },
    { NULL, NULL, { G_MININT64, G_MAXINT64 }, G_MININT64, G_MAXINT64, 0, "0 10 40" },
    { NULL, NULL, { G_MININT64, G_MAXINT64 }, G_MININT64, G_MAXINT64, 1, "10" },
    { "a", "b", { G_MININT64, G_MAXINT64 }, G_MININT64, G_MAXINT64, STRATA_NONE, "" },
  };
  g_autoptr (StrataTrace) trace = fixture_trace (SCRIPT, STRATA_CLOCK_WALL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

      query.name = cases[i].name != NULL ? find_name (trace, cases[i].name) : STRATA_NONE;
      query.search = cases[i].text != NULL ? strata_search_new (cases[i].text, NULL) : NULL;
      query.span = cases[i].span;
      query.least_ns = cases[i].least_ns;
      query.below_ns = cases[i].below_ns;
      query.root = cases[i].root;

      g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);
      g_autofree char *starts = dup_starts (listing);

      g_assert_cmpstr (starts, ==, cases[i].starts);
    }
}

/* Slices of two threads of two processes. */
static void
test_places (void)
{
  static const guint8 both[] = { 1, 1 };
  static const guint8 second[] = { 0, 1 };
  static const struct
  {
    guint32 thread;
    guint32 process;
    const guint8 *threads;
    const char *starts;
  } cases[] = {
    { STRATA_NONE, STRATA_NONE, NULL, "0 5 10" },
    { STRATA_NONE, 0, NULL, "0 10" },
    { STRATA_NONE, 1, NULL, "5" },
    { STRATA_NONE, STRATA_NONE, both, "0 5 10" },
    { STRATA_NONE, STRATA_NONE, second, "5" },
    { STRATA_NONE, 0, second, "" },
    { 1, STRATA_NONE, both, "5" },
  };
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  for (gint64 tid = 1; tid <= 2; tid++)
    strata_trace_builder_set_thread_process (builder, strata_trace_builder_get_thread (builder, tid), strata_trace_builder_get_process (builder, tid));
  fixture_play (builder, 0, "0 a;10 b;20 -;30 -");
  fixture_play (builder, 1, "5 c;8 -");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

      query.thread = cases[i].thread;
      query.process = cases[i].process;
      query.threads = cases[i].threads != NULL ? g_bytes_new_static (cases[i].threads, 2) : NULL;

      g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);
      g_autofree char *starts = dup_starts (listing);

      g_assert_cmpstr (starts, ==, cases[i].starts);
    }
}

static void
test_orders (void)
{
  static const struct
  {
    StrataSliceColumn column;
    gboolean is_descending;
    const char *starts;
  } cases[] = {
    { STRATA_SLICE_COLUMN_START, TRUE, "400 300 200 40 10 0" },
    { STRATA_SLICE_COLUMN_DURATION, FALSE, "400 40 200 10 0 300" },
    { STRATA_SLICE_COLUMN_DURATION, TRUE, "0 300 10 200 40 400" },
    { STRATA_SLICE_COLUMN_SELF, TRUE, "300 0 10 200 40 400" },
    { STRATA_SLICE_COLUMN_NAME, FALSE, "0 200 10 40 300 400" },
    { STRATA_SLICE_COLUMN_NAME, TRUE, "400 300 40 10 0 200" },
    { STRATA_SLICE_COLUMN_DEPTH, TRUE, "10 40 400 0 200 300" },
    { STRATA_SLICE_COLUMN_THREAD, TRUE, "0 10 40 200 300 400" },
    { STRATA_SLICE_COLUMN_PROCESS, FALSE, "0 10 40 200 300 400" },
    { STRATA_SLICE_COLUMN_CPU, FALSE, "0 10 40 200 300 400" },
    { STRATA_SLICE_COLUMN_LEVEL, FALSE, "0 10 40 200 300 400" },
    { STRATA_SLICE_COLUMN_CATEGORY, TRUE, "0 10 40 200 300 400" },
    { STRATA_SLICE_COLUMN_ARGS, FALSE, "0 10 40 200 300 400" },
  };
  g_autoptr (StrataTrace) trace = fixture_trace (SCRIPT, STRATA_CLOCK_WALL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

      query.sort = cases[i].column;
      query.is_descending = cases[i].is_descending;

      g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);
      g_autofree char *starts = dup_starts (listing);

      g_assert_cmpstr (starts, ==, cases[i].starts);
    }
}

/* 1 to 100 ns; an unfinished slice counts separately. */
static void
test_durations (void)
{
  GString *script = g_string_new (NULL);

  for (int i = 1; i <= 100; i++)
    g_string_append_printf (script, "%d f;%d -;", i * 1000, i * 1000 + i);
  g_string_append (script, "200000 f;300000 g;300000 -");

  g_autoptr (StrataTrace) trace = fixture_trace (script->str, STRATA_CLOCK_WALL);
  g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

  query.name = find_name (trace, "f");

  g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);
  const StrataDurations *durations = &listing->durations;
  guint32 n = 0;

  g_assert_cmpuint (durations->n_finished, ==, 100);
  g_assert_cmpuint (durations->n_unfinished, ==, 1);
  g_assert_cmpint (durations->total_ns, ==, 5050);
  g_assert_cmpint (durations->min_ns, ==, 1);
  g_assert_cmpint (durations->mean_ns, ==, 51);
  g_assert_cmpint (durations->p50_ns, ==, 50);
  g_assert_cmpint (durations->p90_ns, ==, 90);
  g_assert_cmpint (durations->p95_ns, ==, 95);
  g_assert_cmpint (durations->p99_ns, ==, 99);
  g_assert_cmpint (durations->max_ns, ==, 100);

  for (guint i = 0; i < listing->histogram.n_bins; i++)
    n += listing->histogram.bins[i].n_slices;
  g_assert_cmpuint (n, ==, 101);
  g_string_free (script, TRUE);
}

/* With a search, also instants and counters: in the same span, of the same thread, in the same order. */
static void
test_others (void)
{
  static const struct
  {
    const char *text;
    StrataSpan span;
    guint32 thread;
    StrataSliceColumn sort;
    gint64 least_ns;
    const char *found; /* by number: slices 0 and 1, instants 2 and 3, samples 4 to 6 */
  } cases[] = {
    { "", { G_MININT64, G_MAXINT64 }, STRATA_NONE, STRATA_SLICE_COLUMN_START, G_MININT64, "0 1" },
    { "a", { G_MININT64, G_MAXINT64 }, STRATA_NONE, STRATA_SLICE_COLUMN_START, G_MININT64, "0 4 2 1 3" },
    { "a", { G_MININT64, G_MAXINT64 }, STRATA_NONE, STRATA_SLICE_COLUMN_KIND, G_MININT64, "0 1 2 3 4" },
    { "a", { G_MININT64, G_MAXINT64 }, STRATA_NONE, STRATA_SLICE_COLUMN_NAME, G_MININT64, "2 3 0 1 4" },
    { "a", { G_MININT64, G_MAXINT64 }, STRATA_NONE, STRATA_SLICE_COLUMN_DURATION, G_MININT64, "4 2 3 0 1" },
    { "a", { G_MININT64, G_MAXINT64 }, 0, STRATA_SLICE_COLUMN_START, G_MININT64, "0 2 1 3" },
    { "a", { G_MININT64, G_MAXINT64 }, STRATA_NONE, STRATA_SLICE_COLUMN_START, 1, "0 1" },
    { "a", { 45, 60 }, STRATA_NONE, STRATA_SLICE_COLUMN_START, G_MININT64, "4 1 3" },
    { "a", { 10, 25 }, STRATA_NONE, STRATA_SLICE_COLUMN_START, G_MININT64, "0 4 2" },
    { "value<7", { G_MININT64, G_MAXINT64 }, STRATA_NONE, STRATA_SLICE_COLUMN_VALUE, G_MININT64, "6 4" },
    { "value<7", { 30, 60 }, STRATA_NONE, STRATA_SLICE_COLUMN_START, G_MININT64, "6" },
  };
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 thread = strata_trace_builder_get_thread (builder, 1);
  const guint32 process = strata_trace_builder_get_process (builder, 1);
  const gint64 values[] = { 5, 9, 3 };

  strata_trace_builder_set_thread_process (builder, thread, process);
  fixture_play (builder, thread, "0 ba;20 -;40 ba;70 -");
  strata_trace_builder_add_instant (builder, thread, process, 0, 15, fixture_intern (builder, "a"));
  strata_trace_builder_add_instant (builder, thread, process, 0, 55, fixture_intern (builder, "a"));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, process, -1, fixture_intern (builder, "ca")), 10 + 20 * i, values[i]);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (StrataSliceQuery) query = strata_slice_query_everything ();
      g_autoptr (GString) found = g_string_new (NULL);

      query.search = strata_search_new (cases[i].text, NULL);
      query.span = cases[i].span;
      query.thread = cases[i].thread;
      query.sort = cases[i].sort;
      query.least_ns = cases[i].least_ns;

      g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);

      for (guint32 k = 0; k < listing->n_rows; k++)
        g_string_append_printf (found, "%s%u", k > 0 ? " " : "", listing->rows[k]);
      g_test_message ("%u: %s", i, cases[i].text);
      g_assert_cmpstr (found->str, ==, cases[i].found);
    }
}

static void
test_nothing (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace (SCRIPT, STRATA_CLOCK_WALL);
  g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

  query.least_ns = 1000000;

  g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);

  g_assert_cmpuint (listing->n_rows, ==, 0);
  g_assert_cmpuint (listing->histogram.n_bins, ==, 0);
  g_assert_cmpint (listing->durations.max_ns, ==, STRATA_NO_TIME);
}

static void
test_cancelled (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace (SCRIPT, STRATA_CLOCK_WALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_slice_listing_new (trace, &query, cancellable));
}

/* More than are sorted at once: on three threads, with various lengths, many of them equal. */
static StrataTrace *
make_many (guint n_slices)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  gint64 now_ns[3] = { 0, 500, 500 };

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < n_slices; i++)
    {
      const guint which = i % 3;
      const guint32 thread = strata_trace_builder_get_thread (builder, 1 + which);
      const gint64 length_ns = i % 2 == 0 ? 100 : (gint64) (g_rand_int (random) >> (g_rand_int (random) % 32)) * (i % 1000 == 1 ? 4096 : 1);

      strata_trace_builder_begin_slice (builder, thread, now_ns[which], STRATA_NO_TIME, fixture_intern (builder, i % 7 == 0 ? "a" : "b"), STRATA_ATTRS_NONE);
      now_ns[which] += length_ns;
      strata_trace_builder_end_slice (builder, thread, now_ns[which], STRATA_NO_TIME, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static gint64
get_column (const StrataSliceListing *listing,
            StrataSliceColumn column,
            guint32 at)
{
  const StrataSliceTable *table = strata_trace_get_slices (listing->trace);
  const guint32 slice = listing->rows[at];

  if (column == STRATA_SLICE_COLUMN_NAME)
    return *strata_trace_get_string (listing->trace, table->name[slice]);

  return column == STRATA_SLICE_COLUMN_START ? table->start_ns[slice] : strata_slice_table_get_wall_ns (table, slice);
}

/* Equal slices are ordered by time, then by number. */
static void
check_order (const StrataSliceListing *listing,
             const StrataSliceQuery *query)
{
  g_autofree guint8 *seen = g_new0 (guint8, listing->n_rows);

  for (guint32 i = 0; i < listing->n_rows; i++)
    {
      g_assert_cmpuint (seen[listing->rows[i]]++, ==, 0);
      if (i == 0)
        continue;

      const gint64 difference = get_column (listing, query->sort, i) - get_column (listing, query->sort, i - 1);
      const gint64 start_difference = get_column (listing, STRATA_SLICE_COLUMN_START, i) - get_column (listing, STRATA_SLICE_COLUMN_START, i - 1);

      g_assert_cmpint (query->is_descending ? -difference : difference, >=, 0);
      if (difference == 0)
        g_assert_cmpint (start_difference, >=, 0);
      if (difference == 0 && start_difference == 0)
        g_assert_cmpuint (listing->rows[i], >, listing->rows[i - 1]);
    }
}

static void
test_many (void)
{
  const guint n_slices = (1 << 20) + 150000;
  g_autoptr (StrataTrace) trace = make_many (n_slices);
  static const struct
  {
    StrataSliceColumn column;
    gboolean is_descending;
  } orders[] = {
    { STRATA_SLICE_COLUMN_START, FALSE },
    { STRATA_SLICE_COLUMN_START, TRUE },
    { STRATA_SLICE_COLUMN_NAME, FALSE },
    { STRATA_SLICE_COLUMN_DURATION, TRUE },
    { STRATA_SLICE_COLUMN_DURATION, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

      query.sort = orders[i].column;
      query.is_descending = orders[i].is_descending;

      g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);
      const StrataDurations *durations = &listing->durations;

      g_assert_cmpuint (listing->n_rows, ==, n_slices);
      check_order (listing, &query);
      if (query.sort != STRATA_SLICE_COLUMN_DURATION || query.is_descending)
        continue;

      g_assert_cmpint (durations->min_ns, ==, get_column (listing, query.sort, 0));
      g_assert_cmpint (durations->p50_ns, ==, get_column (listing, query.sort, n_slices - n_slices * 50ull / 100 - 1));
      g_assert_cmpint (durations->p90_ns, ==, get_column (listing, query.sort, n_slices - n_slices * 10ull / 100 - 1));
      g_assert_cmpint (durations->p95_ns, ==, get_column (listing, query.sort, n_slices - n_slices * 5ull / 100 - 1));
      g_assert_cmpint (durations->p99_ns, ==, get_column (listing, query.sort, n_slices - n_slices / 100 - 1));
      g_assert_cmpint (durations->max_ns, ==, get_column (listing, query.sort, n_slices - 1));
    }
}

typedef struct
{
  guint64 key;
  guint32 value;
} Pair;

static int
compare_pairs (gconstpointer a,
               gconstpointer b)
{
  const Pair *pair_a = a;
  const Pair *pair_b = b;

  if (pair_a->key != pair_b->key)
    return pair_a->key < pair_b->key ? -1 : 1;

  return pair_a->value < pair_b->value ? -1 : pair_a->value > pair_b->value;
}

/* Random keys of random widths, many of them equal, compared with qsort(). */
static void
test_radix_sort (void)
{
  for (guint round = 0; round < 200; round++)
    {
      const guint n = (guint) g_test_rand_int_range (0, 300);
      const guint shift = (guint) g_test_rand_int_range (0, 64);
      g_autofree Pair *pairs = g_new (Pair, n);
      g_autofree guint64 *keys = g_new (guint64, n);
      g_autofree guint32 *values = g_new (guint32, n);

      for (guint i = 0; i < n; i++)
        {
          keys[i] = ((guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ()) >> shift;
          values[i] = i;
          pairs[i] = (Pair){ keys[i], i };
        }

      g_assert_true (strata_radix_sort (keys, values, n, NULL));
      if (n > 1)
        qsort (pairs, n, sizeof *pairs, compare_pairs);

      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (keys[i], ==, pairs[i].key);
          g_assert_cmpuint (values[i], ==, pairs[i].value);
        }
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice-query/filters", test_filters);
  g_test_add_func ("/slice-query/places", test_places);
  g_test_add_func ("/slice-query/orders", test_orders);
  g_test_add_func ("/slice-query/durations", test_durations);
  g_test_add_func ("/slice-query/many", test_many);
  g_test_add_func ("/slice-query/others", test_others);
  g_test_add_func ("/slice-query/nothing", test_nothing);
  g_test_add_func ("/slice-query/cancelled", test_cancelled);
  g_test_add_func ("/slice-query/radix-sort", test_radix_sort);

  return g_test_run ();
}
