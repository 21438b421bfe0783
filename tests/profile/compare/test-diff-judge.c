/* test-diff-judge.c - verdicts on intentional changes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff.h"

#include <math.h>

#include "profile-fixture.h"

/* Calls of some names one after another, with widely spread times, that can be played with changes. */
#define N_NAMES 8
#define N_ROUNDS 200

typedef struct
{
  guint changed;           /* the name that changes */
  double factor;           /* the factor of its times */
  guint every;             /* every how many calls the change applies, or 0 for all */
  guint n_rounds;          /* number of rounds played */
  const char *renamed;     /* the new name of the changed name */
  gboolean is_unfinished;  /* a call stays open for a long time */
  gboolean is_rarely_long; /* each 20th call of any name is randomly 6 times as long */
} Plant;

static StrataTrace *
play (const Plant *plant,
      guint32 noise_seed)
{
  g_autoptr (GRand) times = g_rand_new_with_seed (1);
  g_autoptr (GRand) noise = g_rand_new_with_seed (noise_seed);
  g_autoptr (GString) script = g_string_new (NULL);
  gint64 time_ns = 0;

  for (guint i = 0; i < plant->n_rounds * N_NAMES; i++)
    {
      const guint name = i % N_NAMES;
      const guint round = i / N_NAMES;
      double duration_ns = exp (g_rand_double_range (times, 11.0, 15.0)) * g_rand_double_range (noise, 0.97, 1.03);
      const gboolean is_changed = name == plant->changed;

      if (plant->is_rarely_long && g_rand_double (noise) < 0.05)
        duration_ns *= 6.0;
      if (is_changed && (plant->every == 0 || round % plant->every == 0))
        duration_ns *= plant->factor;

      g_string_append_printf (script, "%s%" G_GINT64_FORMAT " %s%c;", i > 0 ? ";" : "", time_ns, is_changed && plant->renamed != NULL ? plant->renamed : "View#draw", is_changed && plant->renamed != NULL ? 'x' : 'a' + (char) name);
      time_ns += (gint64) duration_ns;
      g_string_append_printf (script, "%" G_GINT64_FORMAT " -", time_ns);
    }

  if (plant->is_unfinished)
    g_string_append_printf (script, ";%" G_GINT64_FORMAT " View#drawa;%" G_GINT64_FORMAT " end;%" G_GINT64_FORMAT " -", time_ns, time_ns + 50000000, time_ns + 50000010);

  return fixture_trace (script->str, STRATA_CLOCK_WALL);
}

static StrataDiff *
compare_seeds (const Plant *a,
               const Plant *b,
               const StrataDiffOptions *options,
               guint32 noise_seed)
{
  g_autoptr (StrataTrace) trace_a = play (a, noise_seed);
  g_autoptr (StrataTrace) trace_b = play (b, noise_seed + 1);
  StrataTrace *const traces[] = { trace_a, trace_b };
  const StrataScope scopes[] = { strata_scope_everything (trace_a), strata_scope_everything (trace_b) };

  return strata_diff_new (traces, scopes, options, NULL);
}

static StrataDiff *
compare (const Plant *a,
         const Plant *b,
         const StrataDiffOptions *options)
{
  return compare_seeds (a, b, options, 2);
}

static const StrataDiffOptions automatic = { .by = STRATA_PROFILE_BY_SHAPE };
static const Plant nothing = { .n_rounds = N_ROUNDS, .factor = 1.0 };

static guint
count_real (const StrataDiff *diff)
{
  guint n = 0;

  for (guint verdict = 0; verdict < STRATA_N_DIFF_VERDICTS; verdict++)
    if (strata_diff_verdict_is_real (verdict))
      n += strata_diff_get_n_verdicts (diff, verdict);

  return n;
}

static const StrataDiffRow *
get_first (const StrataDiff *diff)
{
  guint n_rows;

  return strata_diff_get_rows (diff, &n_rows);
}

/* A change of any size in any name is on top, and the only one. */
static void
test_sizes (void)
{
  static const double factors[] = { 1.05, 1.1, 1.2, 1.3, 1.5, 0.9, 0.7 };

  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    for (guint name = 0; name < N_NAMES; name++)
      {
        const Plant plant = { .n_rounds = N_ROUNDS, .changed = name, .factor = factors[i] };
        const char expected[] = { 'a' + (char) name, '\0' };
        g_autofree char *full_name = g_strconcat ("View#draw", expected, NULL);
        g_autoptr (StrataDiff) diff = compare (&nothing, &plant, &automatic);

        g_assert_cmpstr (strata_diff_get_name (diff, get_first (diff)), ==, full_name);
        g_assert_cmpint (get_first (diff)->verdict, ==, factors[i] > 1.0 ? STRATA_DIFF_SLOWER : STRATA_DIFF_FASTER);
        g_assert_true (get_first (diff)->is_paired);
        g_assert_cmpfloat_with_epsilon (get_first (diff)->mean_change_frac, factors[i] - 1.0, 0.01);
        g_assert_cmpfloat (fabs (get_first (diff)->mean_change_ns), >, get_first (diff)->mean_error_ns);
        g_assert_cmpuint (count_real (diff), ==, 1);
      }
}

static void
test_nothing (void)
{
  g_autoptr (StrataDiff) diff = compare (&nothing, &nothing, &automatic);

  g_assert_cmpuint (count_real (diff), ==, 0);
}

/* Every 20th call takes 6 times as long. */
static void
test_tail (void)
{
  const Plant before = { .n_rounds = 2 * N_ROUNDS, .factor = 1.0 };
  const Plant plant = { .n_rounds = 2 * N_ROUNDS, .changed = 3, .factor = 6.0, .every = 20 };
  g_autoptr (StrataDiff) diff = compare (&before, &plant, &automatic);

  g_assert_cmpstr (strata_diff_get_name (diff, get_first (diff)), ==, "View#drawd");
  g_assert_cmpint (get_first (diff)->verdict, ==, STRATA_DIFF_SLOWER_TAIL);
}

/* Seven such calls of 140 are significant, since no other name can have such a tail; five of 100 are not. */
static void
test_short_tail (void)
{
  static const struct
  {
    guint n_rounds;
    StrataDiffVerdict expected;
  } cases[] = { { 140, STRATA_DIFF_SLOWER_TAIL }, { 100, STRATA_DIFF_TOO_FEW } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Plant before = { .n_rounds = cases[i].n_rounds, .factor = 1.0 };
      const Plant plant = { .n_rounds = cases[i].n_rounds, .changed = 3, .factor = 6.0, .every = 20 };
      g_autoptr (StrataDiff) diff = compare (&before, &plant, &automatic);

      g_assert_cmpstr (strata_diff_get_name (diff, get_first (diff)), ==, "View#drawd");
      g_assert_cmpint (get_first (diff)->verdict, ==, cases[i].expected);
    }
}

/* Long calls come and go on both sides: of 40 comparisons, hardly one raises an alarm. */
static void
test_rare_calls (void)
{
  const Plant plant = { .n_rounds = N_ROUNDS, .factor = 1.0, .is_rarely_long = TRUE };
  guint n_alarms = 0;

  for (guint32 i = 0; i < 40; i++)
    {
      g_autoptr (StrataDiff) diff = compare_seeds (&plant, &plant, &automatic, 100 + 2 * i);

      n_alarms += count_real (diff) > 0;
    }

  g_assert_cmpuint (n_alarms, <=, 4);
}

/* A significant change below the limit is named, but does not count. */
static void
test_limit (void)
{
  const Plant plant = { .n_rounds = N_ROUNDS, .changed = 3, .factor = 1.1 };
  StrataDiffOptions options = automatic;

  g_assert_true (strata_diff_options_parse_limit (&options, "500ms"));

  g_autoptr (StrataDiff) diff = compare (&nothing, &plant, &options);
  const StrataDiffRow *row = get_first (diff) + strata_diff_find (diff, "View#drawd");
  g_autofree char *note = strata_diff_dup_note (diff, row);

  g_assert_cmpuint (count_real (diff), ==, 0);
  g_assert_cmpint (row->verdict, ==, STRATA_DIFF_SMALL);
  g_assert_nonnull (strstr (note, "500"));
  g_assert_false (strata_diff_options_parse_limit (&options, "much"));
  g_assert_false (strata_diff_options_parse_limit (&options, "-3ms"));
  g_assert_false (strata_diff_options_parse_limit (&options, "0%"));
}

/* A capture compared with its first four fifths: nothing has changed. */
static void
test_length (void)
{
  const Plant shorter = { .n_rounds = N_ROUNDS * 4 / 5, .factor = 1.0 };
  g_autoptr (StrataDiff) diff = compare (&nothing, &shorter, &automatic);
  StrataDiffOptions in_total = automatic;

  g_assert_cmpint (strata_diff_get_units (diff).per, ==, STRATA_DIFF_PER_SECOND);
  g_assert_cmpuint (count_real (diff), ==, 0);

  in_total.per = STRATA_DIFF_PER_TOTAL;

  g_autoptr (StrataDiff) totals = compare (&nothing, &shorter, &in_total);

  g_assert_cmpint (strata_diff_get_units (totals).per, ==, STRATA_DIFF_PER_TOTAL);
  g_assert_cmpfloat (strata_diff_get_delta (totals, get_first (totals), STRATA_DIFF_CALLS), ==, -N_ROUNDS / 5.0);
}

static void
test_rename (void)
{
  const Plant plant = { .n_rounds = N_ROUNDS, .changed = 3, .factor = 1.0, .renamed = "onDraw" };
  g_autoptr (StrataDiff) diff = compare (&nothing, &plant, &automatic);
  const StrataDiffRow *lost = get_first (diff) + strata_diff_find (diff, "View#drawd");
  const StrataDiffRow *gained = get_first (diff) + strata_diff_find (diff, "onDrawx");
  g_autofree char *note = strata_diff_dup_note (diff, lost);

  g_assert_cmpint (lost->verdict, ==, STRATA_DIFF_REMOVED);
  g_assert_cmpint (gained->verdict, ==, STRATA_DIFF_ADDED);
  g_assert_true (get_first (diff) + lost->moved == gained);
  g_assert_true (get_first (diff) + gained->moved == lost);
  g_assert_nonnull (strstr (note, "onDrawx"));
}

/* Two names with a few calls have equal counts by chance. */
static void
test_rename_of_few (void)
{
  const Plant before = { .n_rounds = 3, .factor = 1.0 };
  const Plant after = { .n_rounds = 3, .changed = 3, .factor = 1.0, .renamed = "onDraw" };
  g_autoptr (StrataDiff) diff = compare (&before, &after, &automatic);
  const StrataDiffRow *lost = get_first (diff) + strata_diff_find (diff, "View#drawd");

  g_assert_cmpint (lost->verdict, ==, STRATA_DIFF_REMOVED);
  g_assert_cmpuint (lost->moved, ==, STRATA_NONE);
}

/* Stopping the capture at another time is not a change. */
static void
test_unfinished (void)
{
  const Plant open = { .n_rounds = N_ROUNDS, .factor = 1.0, .is_unfinished = TRUE };
  StrataDiffOptions in_total = automatic;

  in_total.per = STRATA_DIFF_PER_TOTAL;

  g_autoptr (StrataDiff) diff = compare (&nothing, &open, &in_total);
  const StrataDiffRow *row = get_first (diff) + strata_diff_find (diff, "View#drawa");

  g_assert_cmpfloat (fabs (strata_diff_get_delta (diff, row, STRATA_DIFF_INCLUSIVE)), <, 10e6);
  g_assert_cmpfloat (fabs (strata_diff_get_delta (diff, row, STRATA_DIFF_EXCLUSIVE)), <, 10e6);
  g_assert_false (strata_diff_verdict_is_real (row->verdict));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/diff-judge/sizes", test_sizes);
  g_test_add_func ("/diff-judge/nothing", test_nothing);
  g_test_add_func ("/diff-judge/tail", test_tail);
  g_test_add_func ("/diff-judge/short-tail", test_short_tail);
  g_test_add_func ("/diff-judge/rare-calls", test_rare_calls);
  g_test_add_func ("/diff-judge/limit", test_limit);
  g_test_add_func ("/diff-judge/length", test_length);
  g_test_add_func ("/diff-judge/rename", test_rename);
  g_test_add_func ("/diff-judge/rename-of-few", test_rename_of_few);
  g_test_add_func ("/diff-judge/unfinished", test_unfinished);

  return g_test_run ();
}
