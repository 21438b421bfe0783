/* test-diff.c - compares two traces, name by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff.h"

#include <math.h>

#include "profile-fixture.h"

#define WALL STRATA_CLOCK_WALL
#define NO G_MININT64 /* unknown */
#define N_CALLS 100

static StrataDiff *
compare (StrataTrace *a,
         StrataTrace *b,
         StrataProfileBy by)
{
  StrataTrace *const traces[] = { a, b };
  const StrataScope scopes[] = { strata_scope_everything (a), strata_scope_everything (b) };
  StrataDiff *diff = strata_diff_new (traces, scopes, &(StrataDiffOptions){ .by = by, .per = STRATA_DIFF_PER_TOTAL }, NULL);

  g_assert_nonnull (diff);
  return diff;
}

static const StrataDiffRow *
get_row (const StrataDiff *diff,
         const char *name)
{
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);
  const guint32 index = strata_diff_find (diff, name);

  g_assert_cmpuint (index, <, n_rows);
  g_assert_cmpstr (strata_diff_get_name (diff, &rows[index]), ==, name);
  return &rows[index];
}

typedef struct
{
  const char *metric_name;
  StrataDiffMetric metric;
  const char *name;
  gint64 a;
  gint64 b;
  gint64 delta;
} Figure;

#define A "0 f;10 g 7;14 -;20 -;30 only a;33 -"
#define B "0 f;10 g 8;18 -;26 -;30 f;31 -;40 only b;45 -"

static const Figure figures[] = {
  { "inclusive", STRATA_DIFF_INCLUSIVE, "f", 20, 27, 7 },
  { "exclusive", STRATA_DIFF_EXCLUSIVE, "f", 16, 19, 3 },
  { "calls", STRATA_DIFF_CALLS, "f", 1, 2, 1 },
  { "mean", STRATA_DIFF_MEAN, "f", 20, 14, -6 },
  { "p95", STRATA_DIFF_P95, "f", 20, 26, 6 },
  { "max", STRATA_DIFF_MAX, "f", 20, 26, 6 },
  { "cpu", STRATA_DIFF_CPU, "f", NO, NO, NO },
  { "folded", STRATA_DIFF_INCLUSIVE, "g …", 4, 8, 4 },
  { "gone", STRATA_DIFF_INCLUSIVE, "only a", 3, NO, -3 },
  { "gone-calls", STRATA_DIFF_CALLS, "only a", 1, NO, -1 },
  { "gone-mean", STRATA_DIFF_MEAN, "only a", 3, NO, NO },
  { "new", STRATA_DIFF_EXCLUSIVE, "only b", NO, 5, 5 },
  { "new-cpu", STRATA_DIFF_CPU, "only b", NO, NO, NO },
};

static void
assert_value (double value,
              gint64 expected)
{
  if (expected == NO)
    g_assert_true (isnan (value));
  else
    g_assert_cmpfloat (value, ==, (double) expected);
}

static void
test_figure (gconstpointer data)
{
  const Figure *figure = data;
  g_autoptr (StrataTrace) a = fixture_trace (A, WALL);
  g_autoptr (StrataTrace) b = fixture_trace (B, WALL);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  const StrataDiffRow *row = get_row (diff, figure->name);

  assert_value (strata_diff_get_value (diff, row, STRATA_DIFF_A, figure->metric), figure->a);
  assert_value (strata_diff_get_value (diff, row, STRATA_DIFF_B, figure->metric), figure->b);
  assert_value (strata_diff_get_delta (diff, row, figure->metric), figure->delta);
}

/* A call that never ends has no time: it is neither 0 nor faster. */
static void
test_unfinished (void)
{
  g_autoptr (StrataTrace) a = fixture_trace ("0 f;10 -;20 g;30 -;40 h", WALL);
  g_autoptr (StrataTrace) b = fixture_trace ("0 f;10 -;20 g;30 f;40 -;50 h", WALL);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  g_autofree char *of_g = strata_diff_dup_note (diff, get_row (diff, "g"));
  g_autofree char *of_h = strata_diff_dup_note (diff, get_row (diff, "h"));

  assert_value (strata_diff_get_value (diff, get_row (diff, "g"), STRATA_DIFF_A, STRATA_DIFF_INCLUSIVE), 10);
  for (guint metric = STRATA_DIFF_INCLUSIVE; metric < STRATA_DIFF_CALLS; metric++)
    {
      assert_value (strata_diff_get_value (diff, get_row (diff, "g"), STRATA_DIFF_B, metric), NO);
      assert_value (strata_diff_get_delta (diff, get_row (diff, "g"), metric), NO);
    }
  assert_value (strata_diff_get_value (diff, get_row (diff, "g"), STRATA_DIFF_B, STRATA_DIFF_CALLS), 1);
  g_assert_cmpstr (of_g, ==, "not finished in B");
  g_assert_cmpstr (of_h, ==, "not finished in A and B");
}

static void
test_change (void)
{
  g_autoptr (StrataTrace) a = fixture_trace (A, WALL);
  g_autoptr (StrataTrace) b = fixture_trace (B, WALL);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  double change_frac = NAN;

  g_assert_true (strata_diff_get_change (diff, get_row (diff, "g …"), STRATA_DIFF_INCLUSIVE, &change_frac));
  g_assert_cmpfloat_with_epsilon (change_frac, 1.0, 1e-12);
  g_assert_true (strata_diff_get_change (diff, get_row (diff, "only a"), STRATA_DIFF_INCLUSIVE, &change_frac));
  g_assert_cmpfloat_with_epsilon (change_frac, -1.0, 1e-12);
  g_assert_false (strata_diff_get_change (diff, get_row (diff, "only b"), STRATA_DIFF_INCLUSIVE, &change_frac));
  g_assert_false (strata_diff_get_change (diff, get_row (diff, "f"), STRATA_DIFF_CPU, &change_frac));
}

/* Calls of "f" with "g" inside: the self times of f and g, each with 5 % of jitter. */
static StrataTrace *
make_calls (guint32 seed,
            guint n_calls,
            double f_ns,
            double g_ns)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) script = g_string_new (NULL);
  gint64 time_ns = 0;

  for (guint i = 0; i < n_calls; i++)
    {
      const gint64 begin_ns = time_ns;
      const gint64 inner_ns = begin_ns + (gint64) (f_ns * g_rand_double_range (random, 0.95, 1.05));

      time_ns = inner_ns + (gint64) (g_ns * g_rand_double_range (random, 0.95, 1.05));
      g_string_append_printf (script, "%s%" G_GINT64_FORMAT " f;%" G_GINT64_FORMAT " g;%" G_GINT64_FORMAT " -;%" G_GINT64_FORMAT " -",
                              i > 0 ? ";" : "", begin_ns, inner_ns, time_ns, time_ns);
      time_ns += 10;
    }

  return fixture_trace (script->str, WALL);
}

typedef struct
{
  const char *name;
  guint n_calls_a;
  guint n_calls_b;
  double f_frac; /* B's time divided by A's */
  double g_frac;
  StrataDiffVerdict f;
  StrataDiffVerdict g;
  const char *first; /* the top row */
} Verdict;

static const Verdict verdicts[] = {
  { "nothing", N_CALLS, N_CALLS, 1.0, 1.0, STRATA_DIFF_NOISE, STRATA_DIFF_NOISE, NULL },
  { "callee-slower", N_CALLS, N_CALLS, 1.0, 1.3, STRATA_DIFF_SLOWER_INSIDE, STRATA_DIFF_SLOWER, "g" },
  { "callee-faster", N_CALLS, N_CALLS, 1.0, 0.7, STRATA_DIFF_FASTER_INSIDE, STRATA_DIFF_FASTER, "g" },
  { "caller-slower", N_CALLS, N_CALLS, 1.3, 1.0, STRATA_DIFF_SLOWER, STRATA_DIFF_NOISE, "f" },
  { "both", N_CALLS, N_CALLS, 0.7, 1.4, STRATA_DIFF_FASTER, STRATA_DIFF_SLOWER, "g" },
  { "more-calls", N_CALLS, 2 * N_CALLS, 1.0, 1.0, STRATA_DIFF_MORE_CALLS, STRATA_DIFF_MORE_CALLS, NULL },
  { "fewer-calls", 2 * N_CALLS, N_CALLS, 1.0, 1.0, STRATA_DIFF_FEWER_CALLS, STRATA_DIFF_FEWER_CALLS, NULL },
  { "too-few", 3, 3, 2.0, 2.0, STRATA_DIFF_TOO_FEW, STRATA_DIFF_TOO_FEW, NULL },
};

static void
test_verdict (gconstpointer data)
{
  const Verdict *verdict = data;
  g_autoptr (StrataTrace) a = make_calls (3, verdict->n_calls_a, 1e6, 1e6);
  g_autoptr (StrataTrace) b = make_calls (4, verdict->n_calls_b, 1e6 * verdict->f_frac, 1e6 * verdict->g_frac);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);

  g_assert_cmpuint (n_rows, ==, 2);
  g_assert_cmpint (get_row (diff, "f")->verdict, ==, verdict->f);
  g_assert_cmpint (get_row (diff, "g")->verdict, ==, verdict->g);
  g_assert_cmpuint (strata_diff_get_n_verdicts (diff, verdict->f), ==, verdict->f == verdict->g ? 2 : 1);
  if (verdict->first != NULL)
    g_assert_cmpstr (strata_diff_get_name (diff, &rows[0]), ==, verdict->first);
}

/* Calls of “often”, then three of “rarely”. */
static StrataTrace *
make_often_and_rarely (gint64 often_ns,
                       gint64 rarely_ns)
{
  g_autoptr (GString) script = g_string_new (NULL);
  gint64 time_ns = 0;

  for (guint i = 0; i < N_CALLS + 3; i++)
    {
      const gint64 end_ns = time_ns + (i < N_CALLS ? often_ns + i % 7 * 100 : rarely_ns + i % 3 * 100);

      g_string_append_printf (script, "%s%" G_GINT64_FORMAT " %s;%" G_GINT64_FORMAT " -", i > 0 ? ";" : "", time_ns, i < N_CALLS ? "often" : "rarely", end_ns);
      time_ns = end_ns + 1000;
    }

  return fixture_trace (script->str, WALL);
}

/* A significant change comes before a larger difference that may be chance. */
static void
test_sure_first (void)
{
  g_autoptr (StrataTrace) a = make_often_and_rarely (100000, 1000000);
  g_autoptr (StrataTrace) b = make_often_and_rarely (130000, 99000000);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);

  g_assert_cmpuint (n_rows, ==, 2);
  g_assert_cmpstr (strata_diff_get_name (diff, &rows[0]), ==, "often");
  g_assert_cmpint (rows[0].verdict, ==, STRATA_DIFF_SLOWER);
  g_assert_cmpint (rows[1].verdict, ==, STRATA_DIFF_TOO_FEW);
}

/* Calls of f with g inside, which takes @typical_ns, except every 30th call. */
static StrataTrace *
make_mixed_calls (guint n_calls,
                  gint64 typical_ns,
                  gint64 longest_ns)
{
  g_autoptr (GString) script = g_string_new (NULL);
  gint64 time_ns = 0;

  for (guint i = 0; i < n_calls; i++)
    {
      const gint64 end_ns = time_ns + (i % 30 == 0 ? longest_ns : typical_ns + i % 7 * 100);

      g_string_append_printf (script, "%s%" G_GINT64_FORMAT " f;%" G_GINT64_FORMAT " g;%" G_GINT64_FORMAT " -;%" G_GINT64_FORMAT " -", i > 0 ? ";" : "", time_ns, time_ns, end_ns, end_ns);
      time_ns = end_ns + 1000;
    }

  return fixture_trace (script->str, WALL);
}

/* Typical calls get longer, but a few long ones so much shorter that the mean falls: neither is reported
 * for the name or its caller. */
static void
test_contradicted (void)
{
  g_autoptr (StrataTrace) a = make_mixed_calls (120, 100000, 5000000);
  g_autoptr (StrataTrace) b = make_mixed_calls (130, 150000, 1000000);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  const StrataDiffRow *row = get_row (diff, "f");

  g_assert_cmpfloat (row->total.effect, >, 0.5);
  g_assert_cmpfloat (row->total.adjusted, >, STRATA_DIFF_LEVEL);
  g_assert_cmpint (row->verdict, ==, STRATA_DIFF_NOISE);
  g_assert_cmpint (get_row (diff, "g")->verdict, ==, STRATA_DIFF_NOISE);
}

/* 200 names with nothing but jitter: none may be called slower or faster. */
static void
test_no_false_alarm (void)
{
  GString *const scripts[] = { g_string_new (NULL), g_string_new (NULL) };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  guint n_rows;

  for (guint side = 0; side < 2; side++)
    {
      gint64 time_ns = 0;

      for (guint i = 0; i < 200 * 40; i++)
        {
          const gint64 end_ns = time_ns + g_rand_int_range (random, 9500, 10500);

          /* letters, since numbers are folded */
          g_string_append_printf (scripts[side], "%s%" G_GINT64_FORMAT " %c%c;%" G_GINT64_FORMAT " -", i > 0 ? ";" : "", time_ns, 'a' + (char) (i % 200 / 20), 'a' + (char) (i % 20), end_ns);
          time_ns = end_ns;
        }
    }

  g_autoptr (StrataTrace) a = fixture_trace (scripts[0]->str, WALL);
  g_autoptr (StrataTrace) b = fixture_trace (scripts[1]->str, WALL);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);

  g_string_free (scripts[0], TRUE);
  g_string_free (scripts[1], TRUE);
  strata_diff_get_rows (diff, &n_rows);
  g_assert_cmpuint (n_rows, ==, 200);
  g_assert_cmpuint (strata_diff_get_n_verdicts (diff, STRATA_DIFF_NOISE), ==, 200);
}

/* Of captures that differ only by jitter, at most one in twenty may show a change, and then only one. */
static void
test_family_level (void)
{
  guint n_alarms = 0;

  for (guint32 seed = 0; seed < 200; seed++)
    {
      g_autoptr (StrataTrace) a = make_calls (2 * seed, N_CALLS, 1e6, 1e6);
      g_autoptr (StrataTrace) b = make_calls (2 * seed + 1, 2 * N_CALLS, 1e6, 1e6);
      g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);

      n_alarms += strata_diff_get_n_verdicts (diff, STRATA_DIFF_MORE_CALLS) < 2;
    }

  g_test_message ("%u alarms in 200 captures", n_alarms);
  g_assert_cmpuint (n_alarms, <, 20);
}

static void
test_itself (void)
{
  g_autoptr (StrataTrace) a = make_calls (1, N_CALLS, 500.0, 700.0);
  g_autoptr (StrataDiff) diff = compare (a, a, STRATA_PROFILE_BY_SHAPE);
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);

  g_assert_cmpuint (n_rows, ==, 2);
  for (guint i = 0; i < n_rows; i++)
    {
      g_assert_cmpint (rows[i].verdict, ==, STRATA_DIFF_SAME);
      g_assert_cmpfloat (rows[i].total.p_value, ==, 1.0);
      for (guint metric = 0; metric < STRATA_N_DIFF_METRICS; metric++)
        {
          const double delta = strata_diff_get_delta (diff, &rows[i], metric);

          g_assert_true (delta == 0.0 || isnan (delta));
        }
    }
}

static void
test_exact_names (void)
{
  g_autoptr (StrataTrace) a = fixture_trace (A, WALL);
  g_autoptr (StrataTrace) b = fixture_trace (B, WALL);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_NAME);

  g_assert_cmpint (get_row (diff, "g 7")->verdict, ==, STRATA_DIFF_REMOVED);
  g_assert_cmpint (get_row (diff, "g 8")->verdict, ==, STRATA_DIFF_ADDED);
  g_assert_cmpuint (strata_diff_find (diff, "g …"), ==, STRATA_NONE);
}

static void
test_relatives (void)
{
  g_autoptr (StrataTrace) a = fixture_trace ("0 f;10 g 7;14 -;15 old;16 -;20 -", WALL);
  g_autoptr (StrataTrace) b = fixture_trace ("0 f;10 g 8;18 -;26 -", WALL);
  g_autoptr (StrataDiff) diff = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  g_autoptr (GPtrArray) of_f = strata_diff_list_relatives (diff, get_row (diff, "f"));
  g_autoptr (GPtrArray) of_g = strata_diff_list_relatives (diff, get_row (diff, "g …"));
  static const StrataRelation relations[] = { STRATA_RELATION_PARENT, STRATA_RELATION_SELF, STRATA_RELATION_CHILD, STRATA_RELATION_CHILD };
  static const char *const names[] = { NULL, NULL, "g …", "old" };
  static const gint64 times_ns[][2] = { { 20, 26 }, { 15, 18 }, { 4, 8 }, { 1, 0 } };

  g_assert_cmpuint (of_f->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < of_f->len; i++)
    {
      const StrataDiffRelative *relative = g_ptr_array_index (of_f, i);

      g_assert_cmpint (relative->relation, ==, relations[i]);
      g_assert_cmpstr (relative->name, ==, names[i]);
      g_assert_cmpint (relative->inclusive_ns[STRATA_DIFF_A], ==, times_ns[i][0]);
      g_assert_cmpint (relative->inclusive_ns[STRATA_DIFF_B], ==, times_ns[i][1]);
      g_assert_cmpint (relative->inclusive_cpu_ns[STRATA_DIFF_A], ==, NO);
    }

  g_assert_cmpstr (((StrataDiffRelative *) g_ptr_array_index (of_g, 0))->name, ==, "f");
}

static void
test_empty (void)
{
  g_autoptr (StrataTrace) none = fixture_trace ("0 a", WALL);
  StrataTrace *const traces[] = { none, none };
  StrataScope scopes[] = { strata_scope_everything (none), strata_scope_everything (none) };
  guint n_rows;

  scopes[0].span = scopes[1].span = (StrataSpan){ 100, 100 };

  g_autoptr (StrataDiff) diff = strata_diff_new (traces, scopes, &(StrataDiffOptions){ .by = STRATA_PROFILE_BY_SHAPE }, NULL);

  strata_diff_get_rows (diff, &n_rows);
  g_assert_cmpuint (n_rows, ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr (StrataTrace) a = fixture_trace (A, WALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  StrataTrace *const traces[] = { a, a };
  const StrataScope scopes[] = { strata_scope_everything (a), strata_scope_everything (a) };

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_diff_new (traces, scopes, &(StrataDiffOptions){ .by = STRATA_PROFILE_BY_SHAPE }, cancellable));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *path = g_strconcat ("/diff/figure/", figures[i].metric_name, NULL);

      g_test_add_data_func (path, &figures[i], test_figure);
    }

  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      g_autofree char *path = g_strconcat ("/diff/verdict/", verdicts[i].name, NULL);

      g_test_add_data_func (path, &verdicts[i], test_verdict);
    }

  g_test_add_func ("/diff/unfinished", test_unfinished);
  g_test_add_func ("/diff/change", test_change);
  g_test_add_func ("/diff/no-false-alarm", test_no_false_alarm);
  g_test_add_func ("/diff/sure-first", test_sure_first);
  g_test_add_func ("/diff/contradicted", test_contradicted);
  g_test_add_func ("/diff/family-level", test_family_level);
  g_test_add_func ("/diff/itself", test_itself);
  g_test_add_func ("/diff/exact-names", test_exact_names);
  g_test_add_func ("/diff/relatives", test_relatives);
  g_test_add_func ("/diff/empty", test_empty);
  g_test_add_func ("/diff/cancel", test_cancel);

  return g_test_run ();
}
