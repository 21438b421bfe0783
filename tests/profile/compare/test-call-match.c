/* test-call-match.c - finds the same call in another trace, and common subsequences
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-match.h"

#include "profile-fixture.h"
#include "strata-sequence-match.h"

#define WALL STRATA_CLOCK_WALL
#define MOST 24

/* The length of the longest common subsequence, by the table of all prefixes. */
static guint
slow_length (const guint32 *a,
             guint n_a,
             const guint32 *b,
             guint n_b)
{
  guint lengths[MOST + 1][MOST + 1] = { { 0 } };

  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      lengths[i + 1][j + 1] = a[i] == b[j] ? lengths[i][j] + 1 : MAX (lengths[i][j + 1], lengths[i + 1][j]);

  return lengths[n_a][n_b];
}

static guint
check_pairs (const guint32 *a,
             guint n_a,
             const guint32 *b,
             guint n_b,
             const guint32 *b_of_a)
{
  guint n = 0;
  gint64 last = -1;

  for (guint i = 0; i < n_a; i++)
    {
      if (b_of_a[i] == STRATA_SEQUENCE_NONE)
        continue;

      g_assert_cmpuint (b_of_a[i], <, n_b);
      g_assert_cmpuint (a[i], ==, b[b_of_a[i]]);
      g_assert_cmpint (b_of_a[i], >, last);
      last = b_of_a[i];
      n++;
    }

  return n;
}

/* Empty sequences, without memory, have nothing in common. */
static void
test_no_sequence (void)
{
  const guint32 a[] = { 1, 2 };
  guint32 b_of_a[] = { 0, 0 };

  strata_sequence_match (NULL, 0, NULL, 0, NULL);
  strata_sequence_match (NULL, 0, a, 2, NULL);
  strata_sequence_match (a, 2, NULL, 0, b_of_a);
  g_assert_cmpuint (b_of_a[0], ==, STRATA_SEQUENCE_NONE);
  g_assert_cmpuint (b_of_a[1], ==, STRATA_SEQUENCE_NONE);
}

static void
test_random_sequences (void)
{
  for (guint round = 0; round < 3000; round++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (round);
      const guint n_a = (guint) g_rand_int_range (random, 0, MOST + 1);
      const guint n_b = (guint) g_rand_int_range (random, 0, MOST + 1);
      const gint32 n_kinds = g_rand_int_range (random, 1, 6);
      guint32 a[MOST] = { 0 };
      guint32 b[MOST] = { 0 };
      guint32 b_of_a[MOST] = { 0 };

      for (guint i = 0; i < n_a; i++)
        a[i] = (guint32) g_rand_int_range (random, 0, n_kinds);
      for (guint i = 0; i < n_b; i++)
        b[i] = (guint32) g_rand_int_range (random, 0, n_kinds);

      strata_sequence_match (a, n_a, b, n_b, b_of_a);
      g_assert_cmpuint (check_pairs (a, n_a, b, n_b, b_of_a), ==, slow_length (a, n_a, b, n_b));
    }
}

/* Nothing common in order: each element is matched with the one of its kind. */
static void
test_reversed_sequence (void)
{
  const guint n = 5000;
  g_autofree guint32 *a = g_new (guint32, n);
  g_autofree guint32 *b = g_new (guint32, n);
  g_autofree guint32 *b_of_a = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      a[i] = i;
      b[n - 1 - i] = i;
    }

  strata_sequence_match (a, n, b, n, b_of_a);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (a[i], ==, b[b_of_a[i]]);
}

typedef struct
{
  const char *name;
  const char *a;
  const char *b;
  guint32 slice;  /* of A, in the order of begins */
  guint32 wanted; /* of B; STRATA_NONE for none */
} Case;

#define FRAMES "0 f 1;2 m;3 -;4 d;6 -;8 -;10 f 2;12 m;13 -;14 d;16 -;18 -"

static const Case cases[] = {
  { "itself", FRAMES, FRAMES, 4, 4 },
  { "other-ids", "0 f 1;8 -;10 f 2;18 -", "0 f 71;8 -;10 f 72;18 -", 1, 1 },
  { "one-more-before", FRAMES, "0 x;1 -;2 f 1;3 m;4 -;5 d;6 -;8 -;10 f 2;12 m;13 -;14 d;16 -;18 -", 5, 6 },
  { "one-less-inside", FRAMES, "0 f 1;4 d;6 -;8 -;10 f 2;12 m;13 -;14 d;16 -;18 -", 2, 1 },
  { "gone", FRAMES, "0 f 1;4 d;6 -;8 -;10 f 2;12 m;13 -;14 d;16 -;18 -", 1, STRATA_NONE },
  { "caller-gone", FRAMES, "0 f 1;8 -", 4, STRATA_NONE },
  { "nested-alike", "0 a;1 a;2 a;3 -;4 -;5 -", "0 a;1 a;2 a;3 -;4 -;5 -", 2, 2 },
};

static void
test_find (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (StrataTrace) a = fixture_trace (test->a, WALL);
  g_autoptr (StrataTrace) b = fixture_trace (test->b, WALL);
  StrataTrace *const traces[] = { a, b };
  const StrataMatch by_hand = { { 0, 0 }, STRATA_MATCH_HAND };
  g_autoptr (StrataThreadMatch) threads = strata_thread_match_new (traces, &by_hand, 1);
  g_autoptr (StrataCallMatch) match = strata_call_match_new (traces);
  const guint32 found = strata_call_match_find (match, threads, STRATA_DIFF_A, test->slice);

  g_assert_cmpuint (found, ==, test->wanted);
  if (found != STRATA_NONE)
    g_assert_cmpuint (strata_call_match_find (match, threads, STRATA_DIFF_B, found), ==, test->slice);
}

static void
test_nth (void)
{
  g_autoptr (StrataTrace) a = fixture_trace (FRAMES, WALL);
  StrataTrace *const traces[] = { a, a };
  g_autoptr (StrataCallMatch) match = strata_call_match_new (traces);

  g_assert_cmpuint (strata_call_match_find_nth (match, STRATA_DIFF_A, "f 9", 0), ==, 0);
  g_assert_cmpuint (strata_call_match_find_nth (match, STRATA_DIFF_B, "f 9", 1), ==, 3);
  g_assert_cmpuint (strata_call_match_find_nth (match, STRATA_DIFF_A, "f 9", 2), ==, STRATA_NONE);
  g_assert_cmpuint (strata_call_match_find_nth (match, STRATA_DIFF_A, "none", 0), ==, STRATA_NONE);
}

/* "DEPTH CHANGE NAME" of each row. */
static char *
describe (GArray *rows,
          StrataTrace *const traces[STRATA_N_DIFF_SIDES])
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const StrataCallDiff *row = &g_array_index (rows, StrataCallDiff, i);
      const StrataDiffSide side = row->slice[STRATA_DIFF_A] != STRATA_NONE ? STRATA_DIFF_A : STRATA_DIFF_B;
      const guint32 name = strata_trace_get_slices (traces[side])->name[row->slice[side]];

      g_string_append_printf (text, "%s%u %s %s", i > 0 ? ", " : "", row->depth, strata_call_change_get_id (row->change), strata_trace_get_string (traces[side], name));
    }

  return g_string_free (text, FALSE);
}

static void
test_compare (void)
{
  g_autoptr (StrataTrace) a = fixture_trace ("0 f 1;10 m;30 -;30 old;35 in old;36 -;40 -;40 d;60 -;60 e;80 -;100 -", WALL);
  g_autoptr (StrataTrace) b = fixture_trace ("0 f 2;10 m;50 -;50 d;71 -;71 new;80 -;80 e;90 -;105 -", WALL);
  StrataTrace *const traces[] = { a, b };
  const guint32 slices[] = { 0, 0 };
  g_autoptr (StrataCallMatch) match = strata_call_match_new (traces);
  g_autoptr (GArray) rows = strata_call_match_compare (match, slices, G_MAXUINT, NULL);
  g_autofree char *found = describe (rows, traces);

  g_assert_cmpstr (found, ==, "0 similar f 1, 1 slower m, 1 removed old, 1 similar d, 1 added new, 1 faster e");
  g_assert_cmpint (strata_call_match_get_ns (match, STRATA_DIFF_B, 1), ==, 40);
  g_assert_cmpint (strata_call_match_get_ns (match, STRATA_DIFF_A, STRATA_NONE), ==, STRATA_NO_TIME);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/call-match/find/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_find);
    }

  g_test_add_func ("/call-match/sequence/none", test_no_sequence);
  g_test_add_func ("/call-match/sequence/random", test_random_sequences);
  g_test_add_func ("/call-match/sequence/reversed", test_reversed_sequence);
  g_test_add_func ("/call-match/nth", test_nth);
  g_test_add_func ("/call-match/compare", test_compare);

  return g_test_run ();
}
