/* test-diff-frames.c - which frames of two captures are aligned
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-frames.h"

#include <math.h>

#include "frames-script.h"
#include "strata-rank-test.h"

/* "early" has its frames early, "late" late, and a third process has one only in A. */
#define FRAME " Choreographer#doFrame;"
#define A                                                                                 \
  "process 10 early\nthread 10 10 100" FRAME "110 -;300" FRAME "310 -\n"                  \
  "process 20 late\nthread 20 20 200" FRAME "210 -;900" FRAME "910 -;950" FRAME "960 -\n" \
  "process 30 alone\nthread 30 30 150" FRAME "160 -"
#define B                                                                \
  "process 11 early\nthread 11 11 120" FRAME "130 -;320" FRAME "330 -\n" \
  "process 21 late\nthread 21 21 240" FRAME "250 -;940" FRAME "950 -"

typedef struct
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES];
  StrataFrames *frames[STRATA_N_DIFF_SIDES];
  StrataThreadMatch *match;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  static const char *const scripts[STRATA_N_DIFF_SIDES] = { A, B };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      fixture->traces[side] = script_trace (scripts[side]);
      fixture->frames[side] = strata_frames_new (fixture->traces[side], NULL);
    }
  fixture->match = strata_thread_match_new (fixture->traces, NULL, 0);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  strata_thread_match_unref (fixture->match);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      strata_frames_unref (fixture->frames[side]);
      g_object_unref (fixture->traces[side]);
    }
}

static void
check (Fixture *fixture,
       StrataSpan span,
       guint n,
       gint64 a,
       gint64 b)
{
  const StrataSpan spans[] = { { span.begin_ns * SCRIPT_NS, span.end_ns * SCRIPT_NS }, { span.begin_ns * SCRIPT_NS, span.end_ns * SCRIPT_NS } };
  gint64 begin_ns[STRATA_N_DIFF_SIDES];

  g_assert_true (strata_diff_frames_find_nth (fixture->frames, fixture->match, spans, n, begin_ns));
  g_assert_cmpint (begin_ns[STRATA_DIFF_A], ==, a * SCRIPT_NS);
  g_assert_cmpint (begin_ns[STRATA_DIFF_B], ==, b * SCRIPT_NS);
}

/* The visible application counts, wherever its n-th frame is. */
static void
test_in_view (Fixture *fixture,
              gconstpointer data)
{
  const StrataSpan whole[] = { { 0, 1000 * SCRIPT_NS }, { 0, 1000 * SCRIPT_NS } };
  gint64 begin_ns[STRATA_N_DIFF_SIDES];

  check (fixture, (StrataSpan){ 50, 150 }, 0, 100, 120);
  check (fixture, (StrataSpan){ 800, 1000 }, 0, 200, 240);
  check (fixture, (StrataSpan){ 800, 1000 }, 1, 900, 940);
  g_assert_false (strata_diff_frames_find_nth (fixture->frames, fixture->match, whole, 2, begin_ns));
}

/* A row has its own frames; frames of only one capture cannot be aligned. */
static void
test_of_row (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GArray) rows = strata_diff_frames_new (fixture->frames, fixture->match);
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 begin_ns[STRATA_N_DIFF_SIDES];

  for (guint i = 0; i < rows->len; i++)
    {
      const StrataDiffFrames *row = &g_array_index (rows, StrataDiffFrames, i);
      const gboolean is_of_both = row->group[STRATA_DIFF_A] != STRATA_NONE && row->group[STRATA_DIFF_B] != STRATA_NONE;

      g_assert_true (strata_diff_frames_get_nth (row, fixture->frames, 1, begin_ns) == is_of_both);
      if (is_of_both)
        g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", begin_ns[STRATA_DIFF_A] / SCRIPT_NS, begin_ns[STRATA_DIFF_B] / SCRIPT_NS);
    }

  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_nonnull (strstr (text->str, "300 320\n"));
  g_assert_nonnull (strstr (text->str, "900 940\n"));
}

/* All take 1 ms: three frames of "late" in A and two in B, two of "early" in each, and one of "alone" in A. */
static void
test_spread (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GArray) rows = strata_diff_frames_new (fixture->frames, fixture->match);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      StrataDiffSpread spread;

      strata_diff_frames_spread (&g_array_index (rows, StrataDiffFrames, i), fixture->frames, STRATA_FRAME_WHOLE, &spread);
      g_assert_cmpuint (spread.n_bins, ==, 1);
      g_assert_cmpfloat_with_epsilon (spread.edges_ns[0], 10.0 * SCRIPT_NS, 0.01 * SCRIPT_NS);
      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        g_assert_cmpuint (spread.n_calls[side][0], ==, spread.n_all[side]);
      g_string_append_printf (text, "%u:%u;", spread.n_all[STRATA_DIFF_A], spread.n_all[STRATA_DIFF_B]);
    }

  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_nonnull (strstr (text->str, "3:2;"));
  g_assert_nonnull (strstr (text->str, "2:2;"));
  g_assert_nonnull (strstr (text->str, "1:0;"));
}

/* Bins of times grow by a fixed factor, here 10^(1/32): the shortest time is in the first bin, the longest in the last. */
static void
test_bins (void)
{
  static const gint64 times_ns[STRATA_N_DIFF_SIDES][4] = { { 1000, 1000, 10000, 3000 }, { 10000, 10000, 9900, 1000 } };
  g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) b = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *const both[] = { a, b };
  StrataDiffSpread spread;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < G_N_ELEMENTS (times_ns[side]); i++)
      {
        const guint32 value = strata_rank_test_value (times_ns[side][i]);

        g_array_append_val (both[side], value);
      }

  strata_diff_spread_init_times (&spread, (const GArray *const[]){ a, b });
  g_assert_cmpuint (spread.n_bins, ==, STRATA_SPREAD_BINS);
  g_assert_cmpfloat_with_epsilon (spread.edges_ns[1] / spread.edges_ns[0], pow (10.0, 1.0 / STRATA_SPREAD_BINS), 1e-3);
  g_assert_cmpuint (spread.n_calls[STRATA_DIFF_A][0], ==, 2);
  g_assert_cmpuint (spread.n_calls[STRATA_DIFF_A][STRATA_SPREAD_BINS - 1], ==, 1);
  g_assert_cmpuint (spread.n_calls[STRATA_DIFF_B][0], ==, 1);
  g_assert_cmpuint (spread.n_calls[STRATA_DIFF_B][STRATA_SPREAD_BINS - 1], ==, 3);

  strata_diff_spread_init_times (&spread, (const GArray *const[]){ none, none });
  g_assert_cmpuint (spread.n_bins, ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/diff-frames/in-view", Fixture, NULL, set_up, test_in_view, tear_down);
  g_test_add ("/diff-frames/of-row", Fixture, NULL, set_up, test_of_row, tear_down);
  g_test_add ("/diff-frames/spread", Fixture, NULL, set_up, test_spread, tear_down);
  g_test_add_func ("/diff-frames/bins", test_bins);

  return g_test_run ();
}
