/* test-profile.c - profiles of traces whose numbers are easy to see
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile.h"

#include "profile-fixture.h"

#define NO STRATA_NO_TIME
#define WALL STRATA_CLOCK_WALL
#define CPU STRATA_CLOCK_CPU

typedef struct
{
  const char *name;
  const char *script;
  StrataClocks clocks;
  StrataSpan span; /* everything if both are 0 */
  StrataProfileBy by;
  const char *row; /* the row to check */
  gint64 inclusive_ns, exclusive_ns, inclusive_cpu_ns, exclusive_cpu_ns;
  guint64 n_calls, n_recursive_calls, n_unfinished;
  gint64 min_ns, mean_ns, p95_ns, max_ns;
} Case;

#define NEST "0 a;5 b;10 -;12 b;19 -;20 -;30 a;36 -"
#define TWO_CLOCKS "0/0 a;10/4 b;30/14 -;40/20 -"

static const Case cases[] = {
  { "outer", NEST, WALL, { 0, 0 }, STRATA_PROFILE_BY_NAME, "a", 26, 14, NO, NO, 2, 0, 0, 6, 13, 20, 20 },
  { "inner", NEST, WALL, { 0, 0 }, STRATA_PROFILE_BY_NAME, "b", 12, 12, NO, NO, 2, 0, 0, 5, 6, 7, 7 },
  { "recursion", "0 a;1 b;2 a;3 a;5 -;7 -;8 -;10 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_NAME, "a", 10, 8, NO, NO, 1, 2, 0, 2, 6, 10, 10 },
  { "inside-recursion", "0 a;1 b;2 a;3 a;5 -;7 -;8 -;10 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_NAME, "b", 7, 2, NO, NO, 1, 0, 0, 7, 7, 7, 7 },
  { "unfinished", "0 a;4 -;6 a;10 b;11 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_NAME, "a", 9, 8, NO, NO, 2, 0, 1, 4, 4, 4, 4 },
  { "unfinished-alone", "0 x;3 -;4 a", WALL, { 0, 0 }, STRATA_PROFILE_BY_NAME, "a", 0, 0, NO, NO, 1, 0, 1, NO, NO, NO, NO },
  { "two-clocks", TWO_CLOCKS, WALL | CPU, { 0, 0 }, STRATA_PROFILE_BY_NAME, "a", 40, 20, 20, 10, 1, 0, 0, 40, 40, 40, 40 },
  { "cpu-alone", NEST, CPU, { 0, 0 }, STRATA_PROFILE_BY_NAME, "a", NO, NO, 26, 14, 2, 0, 0, 6, 13, 20, 20 },
  { "cut-at-begin", NEST, WALL, { 7, 36 }, STRATA_PROFILE_BY_NAME, "b", 10, 10, NO, NO, 2, 0, 0, 3, 5, 7, 7 },
  { "cut-at-end", NEST, WALL, { 0, 15 }, STRATA_PROFILE_BY_NAME, "a", 15, 7, NO, NO, 1, 0, 0, 15, 15, 15, 15 },
  { "cut-within-one", NEST, WALL, { 6, 8 }, STRATA_PROFILE_BY_NAME, "a", 2, 0, NO, NO, 1, 0, 0, 2, 2, 2, 2 },
  { "cut-before-others", NEST, WALL, { 20, 36 }, STRATA_PROFILE_BY_NAME, "a", 6, 6, NO, NO, 1, 0, 0, 6, 6, 6, 6 },
  /* self time of a: 10 wall, 4 CPU before b, 10 and 6 after; 20 and 10 in total. b: 20 wall, 10 CPU */
  { "cut-cpu-child", TWO_CLOCKS, WALL | CPU, { 20, 40 }, STRATA_PROFILE_BY_NAME, "b", 10, 10, 5, 5, 1, 0, 0, 10, 10, 10, 10 },
  { "cut-cpu-parent", TWO_CLOCKS, WALL | CPU, { 20, 40 }, STRATA_PROFILE_BY_NAME, "a", 20, 10, 10, 5, 1, 0, 0, 20, 20, 20, 20 },
  { "point-at-begin", "0 x;5 -;5 a;5 -;6 y;9 -", WALL, { 5, 8 }, STRATA_PROFILE_BY_NAME, "a", 0, 0, NO, NO, 1, 0, 0, 0, 0, 0, 0 },
  { "point-at-trace-end", "0 x;5 -;5 a;5 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_NAME, "a", 0, 0, NO, NO, 1, 0, 0, 0, 0, 0, 0 },
  { "class", "0 p/q/C.m ()V;5 p/q/C.n ()V;10 -;20 -;30 p/q/D.m ()V;31 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_CLASS, "p/q/C", 20, 20, NO, NO, 1, 1, 0, 5, 13, 20, 20 },
  { "class-of-no-method", "0 draw frame;5 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_CLASS, "draw frame", 5, 5, NO, NO, 1, 0, 0, 5, 5, 5, 5 },
  { "package", "0 p.q.C.m ()V;5 p.q.D.n ()V;10 -;20 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_PACKAGE, "p.q", 20, 20, NO, NO, 1, 1, 0, 10 - 5, 13, 20, 20 },
  { "no-package", "0 draw;5 p.q.D.n ()V;10 -;20 -", WALL, { 0, 0 }, STRATA_PROFILE_BY_PACKAGE, "(no package)", 20, 15, NO, NO, 1, 0, 0, 20, 20, 20, 20 },
  { "thread", NEST, WALL, { 0, 0 }, STRATA_PROFILE_BY_THREAD, "1", 26, 26, NO, NO, 2, 2, 0, 5, 10, 20, 20 },
  { "process", NEST, WALL, { 0, 0 }, STRATA_PROFILE_BY_PROCESS, "1", 26, 26, NO, NO, 2, 2, 0, 5, 10, 20, 20 },
};

static StrataProfile *
make_profile (StrataTrace *trace,
              StrataSpan span,
              StrataProfileBy by)
{
  StrataScope scope = strata_scope_everything (trace);

  if (span.begin_ns != 0 || span.end_ns != 0)
    scope.span = span;

  StrataProfile *profile = strata_profile_new (trace, &scope, by, NULL);

  g_assert_nonnull (profile);
  return profile;
}

static const StrataProfileRow *
find_row (StrataProfile *profile,
          const char *name)
{
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *row_name = strata_profile_dup_name (profile, rows[i].key);

      g_assert_cmpuint (strata_profile_find_row (profile, rows[i].key), ==, i);
      if (strcmp (row_name, name) == 0)
        return &rows[i];
    }

  g_error ("no row %s", name);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (StrataTrace) trace = fixture_trace (c->script, c->clocks);
  g_autoptr (StrataProfile) profile = make_profile (trace, c->span, c->by);
  const StrataProfileRow *row = find_row (profile, c->row);

  g_assert_cmpint (row->inclusive_ns, ==, c->inclusive_ns);
  g_assert_cmpint (row->exclusive_ns, ==, c->exclusive_ns);
  g_assert_cmpint (row->inclusive_cpu_ns, ==, c->inclusive_cpu_ns);
  g_assert_cmpint (row->exclusive_cpu_ns, ==, c->exclusive_cpu_ns);
  g_assert_cmpuint (row->n_calls, ==, c->n_calls);
  g_assert_cmpuint (row->n_recursive_calls, ==, c->n_recursive_calls);
  g_assert_cmpuint (row->n_unfinished, ==, c->n_unfinished);
  g_assert_cmpint (row->min_ns, ==, c->min_ns);
  g_assert_cmpint (row->mean_ns, ==, c->mean_ns);
  g_assert_cmpint (row->p95_ns, ==, c->p95_ns);
  g_assert_cmpint (row->max_ns, ==, c->max_ns);
}

static void
test_empty (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("", WALL);
  g_autoptr (StrataProfile) profile = make_profile (trace, (StrataSpan){ 0, 0 }, STRATA_PROFILE_BY_NAME);
  guint n_rows;

  strata_profile_get_rows (profile, &n_rows);
  g_assert_cmpuint (n_rows, ==, 0);
  g_assert_cmpint (strata_profile_get_total_ns (profile), ==, 0);
  g_assert_cmpint (strata_profile_get_total_cpu_ns (profile), ==, NO);
}

static void
test_empty_span (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace (NEST, WALL);
  g_autoptr (StrataProfile) profile = make_profile (trace, (StrataSpan){ 7, 7 }, STRATA_PROFILE_BY_NAME);
  guint n_rows;

  strata_profile_get_rows (profile, &n_rows);
  g_assert_cmpuint (n_rows, ==, 0);
}

/* Two processes with a thread each, and a third thread in the second. */
static StrataTrace *
make_three_threads (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  static const struct
  {
    gint64 tid, pid;
    const char *script;
  } threads[] = {
    { 10, 10, "0 a;10 -" },
    { 20, 20, "0 a;3 b;5 -;20 -" },
    { 21, 20, "0 a;40 -" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      guint32 thread = strata_trace_builder_get_thread (builder, threads[i].tid);

      strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, threads[i].pid));
      fixture_play (builder, thread, threads[i].script);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static guint32
find_thread (StrataTrace *trace,
             gint64 tid)
{
  guint n;
  const StrataThread *threads = strata_trace_get_threads (trace, &n);

  for (guint i = 0; i < n; i++)
    if (threads[i].tid == tid)
      return i;

  return STRATA_NONE;
}

static void
test_scope (void)
{
  g_autoptr (StrataTrace) trace = make_three_threads ();
  static const struct
  {
    gint64 tid; /* 0 for all */
    gint64 tid_of_process;
    gint64 total_ns;
  } scopes[] = { { 0, 0, 70 }, { 0, 20, 60 }, { 21, 0, 40 }, { 21, 10, 0 }, { 0, 10, 10 } };

  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    {
      StrataScope scope = strata_scope_everything (trace);

      if (scopes[i].tid != 0)
        scope.thread = find_thread (trace, scopes[i].tid);
      if (scopes[i].tid_of_process != 0)
        scope.process = strata_trace_get_threads (trace, NULL)[find_thread (trace, scopes[i].tid_of_process)].process;

      g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);

      g_assert_cmpint (strata_profile_get_total_ns (profile), ==, scopes[i].total_ns);
      g_assert_cmpuint (strata_profile_get_scope (profile)->thread, ==, scope.thread);
      g_assert_true (strata_profile_get_trace (profile) == trace);
    }
}

static void
test_order_and_longest (void)
{
  g_autoptr (StrataTrace) trace = make_three_threads ();
  g_autoptr (StrataProfile) profile = make_profile (trace, (StrataSpan){ 0, 0 }, STRATA_PROFILE_BY_THREAD);
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);
  const char *const names[] = { "21", "20", "10" };

  g_assert_cmpuint (n_rows, ==, 3);
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *name = strata_profile_dup_name (profile, rows[i].key);

      g_assert_cmpstr (name, ==, names[i]);
      g_assert_cmpint (strata_slice_table_get_wall_ns (strata_trace_get_slices (trace), rows[i].longest_slice), ==, rows[i].max_ns);
    }
}

static void
test_deep (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);
  guint32 name = fixture_intern (builder, "deep");
  const gint64 n = 100000;

  for (gint64 i = 0; i < n; i++)
    strata_trace_builder_begin_slice (builder, thread, i, NO, name, STRATA_ATTRS_NONE);
  for (gint64 i = 0; i < n; i++)
    strata_trace_builder_end_slice (builder, thread, n + i, NO, 0);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  for (guint cut = 0; cut < 2; cut++)
    {
      StrataSpan span = { cut ? 5 : 0, cut ? 2 * n - 6 : 0 };
      g_autoptr (StrataProfile) profile = make_profile (trace, span, STRATA_PROFILE_BY_NAME);
      const StrataProfileRow *row = find_row (profile, "deep");
      g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, row->key, NULL);

      g_assert_cmpuint (row->n_calls, ==, 1);
      g_assert_cmpint (row->n_recursive_calls, ==, n - 1);
      g_assert_cmpint (row->inclusive_ns, ==, row->exclusive_ns);
      g_assert_cmpint (row->inclusive_ns, ==, cut ? 2 * n - 11 : 2 * n - 1);
      g_assert_cmpuint (relatives->len, ==, 5);
    }
}

typedef struct
{
  StrataRelation relation;
  const char *name;
  guint64 n_calls, n_total_calls;
  gint64 inclusive_ns;
} Expected;

static void
check_relatives (const char *script,
                 const char *row,
                 const Expected *expected,
                 guint n_expected)
{
  g_autoptr (StrataTrace) trace = fixture_trace (script, WALL);
  g_autoptr (StrataProfile) profile = make_profile (trace, (StrataSpan){ 0, 0 }, STRATA_PROFILE_BY_NAME);
  g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, find_row (profile, row)->key, NULL);

  g_assert_cmpuint (relatives->len, ==, n_expected);
  for (guint i = 0; i < n_expected; i++)
    {
      const StrataRelative *relative = &g_array_index (relatives, StrataRelative, i);
      g_autofree char *name = relative->key == STRATA_NONE ? NULL : strata_profile_dup_name (profile, relative->key);

      g_assert_cmpint (relative->relation, ==, expected[i].relation);
      g_assert_cmpstr (name, ==, expected[i].name);
      g_assert_cmpuint (relative->n_calls, ==, expected[i].n_calls);
      g_assert_cmpuint (relative->n_total_calls, ==, expected[i].n_total_calls);
      g_assert_cmpint (relative->inclusive_ns, ==, expected[i].inclusive_ns);
      g_assert_cmpint (relative->inclusive_cpu_ns, ==, NO);
    }
}

static void
test_relatives (void)
{
  static const Expected of_b[] = {
    { STRATA_RELATION_PARENT, "a", 2, 3, 12 },
    { STRATA_RELATION_PARENT, NULL, 1, 3, 4 },
    { STRATA_RELATION_SELF, NULL, 3, 3, 13 },
    { STRATA_RELATION_CHILD, "c", 1, 2, 3 },
  };

  check_relatives ("0 a;5 b;6 c;9 -;10 -;12 b;19 -;20 c;21 -;22 -;30 b;34 -", "b", of_b, G_N_ELEMENTS (of_b));
}

static void
test_recursive_relatives (void)
{
  static const Expected of_a[] = {
    { STRATA_RELATION_PARENT, NULL, 1, 3, 20 },
    { STRATA_RELATION_SELF, NULL, 1, 3, 7 },
    { STRATA_RELATION_CHILD, "b", 1, 1, 10 },
    { STRATA_RELATION_CHILD, "a", 1, 3, 3 },
    { STRATA_RELATION_RECURSIVE_PARENT, "b", 1, 3, 5 },
    { STRATA_RELATION_RECURSIVE_PARENT, "a", 1, 3, 3 },
    { STRATA_RELATION_RECURSIVE_CHILD, "c", 1, 1, 2 },
  };

  /* a calls b, which calls a, which calls c; then a calls itself */
  check_relatives ("0 a;1 b;2 a;3 c;5 -;7 -;11 -;15 a;18 -;20 -", "a", of_a, G_N_ELEMENTS (of_a));
}

static void
test_relatives_of_unknown (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 a;1 -", WALL);
  g_autoptr (StrataProfile) profile = make_profile (trace, (StrataSpan){ 0, 0 }, STRATA_PROFILE_BY_NAME);
  g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, STRATA_STRING_EMPTY, NULL);

  g_assert_cmpuint (relatives->len, ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace (NEST, WALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  StrataScope scope = strata_scope_everything (trace);

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, cancellable));
}

/* Sums that do not fit become the largest number; they do not wrap. */
static void
test_huge (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  for (gint64 tid = 1; tid <= 3; tid++)
    fixture_play (builder, strata_trace_builder_get_thread (builder, tid), "0 a;10 b;9000000000000000000 -;9000000000000000001 -");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataProfile) profile = make_profile (trace, (StrataSpan){ 0, 0 }, STRATA_PROFILE_BY_NAME);

  g_assert_cmpint (find_row (profile, "a")->inclusive_ns, ==, G_MAXINT64);
  g_assert_cmpint (find_row (profile, "b")->exclusive_ns, ==, G_MAXINT64);
  g_assert_cmpint (strata_profile_get_total_ns (profile), ==, G_MAXINT64);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/profile/rows/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/profile/empty", test_empty);
  g_test_add_func ("/profile/empty-span", test_empty_span);
  g_test_add_func ("/profile/scope", test_scope);
  g_test_add_func ("/profile/order-and-longest", test_order_and_longest);
  g_test_add_func ("/profile/deep", test_deep);
  g_test_add_func ("/profile/huge", test_huge);
  g_test_add_func ("/profile/relatives", test_relatives);
  g_test_add_func ("/profile/relatives/recursive", test_recursive_relatives);
  g_test_add_func ("/profile/relatives/unknown", test_relatives_of_unknown);
  g_test_add_func ("/profile/cancel", test_cancel);

  return g_test_run ();
}
