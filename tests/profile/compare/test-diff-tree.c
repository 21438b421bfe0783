/* test-diff-tree.c - compares two call trees, path by path
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-tree.h"

#include "profile-fixture.h"

#define N_CALLS 60

static StrataDiffTree *
compare (StrataTrace *a,
         StrataTrace *b,
         StrataProfileBy by)
{
  StrataTrace *const traces[] = { a, b };
  const StrataScope scopes[] = { strata_scope_everything (a), strata_scope_everything (b) };
  g_autoptr (StrataDiff) diff = strata_diff_new (traces, scopes, &(StrataDiffOptions){ .by = by, .per = STRATA_DIFF_PER_TOTAL }, NULL);
  StrataDiffTree *tree = strata_diff_tree_new (diff, NULL);

  g_assert_nonnull (tree);
  return tree;
}

/* "a/b/c", from the outermost call. */
static char *
dup_path (const StrataCallTree *tree,
          guint32 node)
{
  StrataCallNode values;

  strata_call_tree_get_node (tree, node, &values);
  if (node == STRATA_CALL_TREE_ROOT)
    return g_strdup ("");

  g_autofree char *above = dup_path (tree, values.parent);
  g_autofree char *name = strata_call_tree_dup_name (tree, values.key);

  return g_strdup_printf ("%s/%s", above, name);
}

static guint32
find_path (const StrataCallTree *tree,
           const char *path)
{
  for (guint32 i = 0; i < strata_call_tree_get_n_nodes (tree); i++)
    {
      g_autofree char *known = dup_path (tree, i);

      if (g_str_equal (known, path))
        return i;
    }

  return STRATA_NONE;
}

static char *
make_script (GRand *random)
{
  GString *script = g_string_new (NULL);
  gint64 time_ns = 0;
  guint depth = 0;

  for (guint i = 0; i < 200; i++)
    {
      time_ns += g_rand_int_range (random, 0, 9);
      if (depth == 0 || (depth < 6 && g_rand_int_range (random, 0, 100) < 50))
        {
          g_string_append_printf (script, "%s%" G_GINT64_FORMAT " %c %d", i > 0 ? ";" : "", time_ns, 'a' + g_rand_int_range (random, 0, 5), g_rand_int_range (random, 0, 3));
          depth++;
        }
      else
        {
          g_string_append_printf (script, ";%" G_GINT64_FORMAT " -", time_ns);
          depth--;
        }
    }

  return g_string_free (script, FALSE);
}

/* Matched nodes have the same path, and equal paths are matched. */
static void
check_pairs (const StrataDiffTree *self,
             StrataDiffSide side)
{
  const StrataDiffSide other = side == STRATA_DIFF_A ? STRATA_DIFF_B : STRATA_DIFF_A;
  StrataCallTree *own = strata_diff_tree_get_tree (self, side);
  StrataCallTree *others = strata_diff_tree_get_tree (self, other);

  for (guint32 i = 0; i < strata_call_tree_get_n_nodes (own); i++)
    {
      g_autofree char *path = dup_path (own, i);
      const guint32 expected = find_path (others, path);
      StrataDiffNode both;
      StrataDiffNode back;

      strata_diff_tree_get_node (self, side, i, &both);
      g_assert_cmpuint (both.node[side], ==, i);
      g_assert_cmpuint (both.node[other], ==, expected);
      g_assert_cmpint (both.value_ns[side], ==, strata_call_tree_get_value (own, i));
      g_assert_cmpint (both.value_ns[other], ==, expected != STRATA_NONE ? strata_call_tree_get_value (others, expected) : 0);
      g_assert_cmpint (ABS (both.step), <=, STRATA_DIFF_TREE_STEPS);
      g_assert_true (both.step == 0 || (both.step > 0) == (both.value_ns[STRATA_DIFF_B] > both.value_ns[STRATA_DIFF_A]));
      if (expected == STRATA_NONE)
        continue;

      strata_diff_tree_get_node (self, other, expected, &back);
      g_assert_cmpint (back.verdict, ==, both.verdict);
      g_assert_cmpint (back.step, ==, both.step);
      g_assert_cmpuint (back.node[side], ==, i);
    }
}

static void
test_random (void)
{
  static const StrataProfileBy bys[] = { STRATA_PROFILE_BY_SHAPE, STRATA_PROFILE_BY_NAME };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 20; round++)
    {
      g_autofree char *script_a = make_script (random);
      g_autofree char *script_b = make_script (random);
      g_autoptr (StrataTrace) a = fixture_trace (script_a, STRATA_CLOCK_WALL);
      g_autoptr (StrataTrace) b = fixture_trace (script_b, STRATA_CLOCK_WALL);
      g_autoptr (StrataDiffTree) tree = compare (a, b, bys[round % 2]);

      check_pairs (tree, STRATA_DIFF_A);
      check_pairs (tree, STRATA_DIFF_B);
    }
}

/* Unfinished calls are as wide as finished ones. */
static void
test_unfinished (void)
{
  g_autoptr (StrataTrace) a = fixture_trace ("0 a;10 b;30 -;40 c;50 d;55 -;1000 e;1004 -", STRATA_CLOCK_WALL);
  g_autoptr (StrataDiffTree) tree = compare (a, a, STRATA_PROFILE_BY_NAME);
  const StrataCallTree *own = strata_diff_tree_get_tree (tree, STRATA_DIFF_A);
  static const struct
  {
    const char *path;
    gint64 inclusive_ns;
    gint64 exclusive_ns;
  } expected[] = { { "", 29, 0 }, { "/a", 29, 0 }, { "/a/b", 20, 20 }, { "/a/c", 9, 0 }, { "/a/c/d", 5, 5 }, { "/a/c/e", 4, 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      StrataCallNode node;

      strata_call_tree_get_node (own, find_path (own, expected[i].path), &node);
      g_assert_cmpint (node.inclusive_ns, ==, expected[i].inclusive_ns);
      g_assert_cmpint (node.exclusive_ns, ==, expected[i].exclusive_ns);
      g_assert_cmpuint (node.n_calls, ==, i > 0);
    }
}

/* Calls of f with g inside, which takes @g_ns; and h, called by g or by f itself. */
static StrataTrace *
make_trace (guint32 seed,
            int g_ns,
            const char *own,
            gboolean is_moved)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) script = g_string_new (NULL);
  gint64 time_ns = 0;

#define EVENT(what) g_string_append_printf (script, "%s%" G_GINT64_FORMAT " %s", script->len > 0 ? ";" : "", time_ns, what)
#define PASS(ns) time_ns += (gint64) ((ns) *g_rand_double_range (random, 0.95, 1.05))
  for (guint i = 0; i < N_CALLS; i++)
    {
      EVENT ("f");
      PASS (1000);
      EVENT ("g");
      PASS (g_ns);
      if (is_moved)
        EVENT ("-");
      EVENT ("h");
      PASS (300);
      EVENT ("-");
      if (!is_moved)
        EVENT ("-");
      EVENT (own);
      PASS (200);
      EVENT ("-");
      EVENT ("-");
      PASS (50);
    }

  return fixture_trace (script->str, STRATA_CLOCK_WALL);
}

static void
assert_node (const StrataDiffTree *tree,
             StrataDiffSide side,
             const char *path,
             StrataDiffVerdict verdict,
             int step)
{
  const guint32 node = find_path (strata_diff_tree_get_tree (tree, side), path);
  StrataDiffNode both;

  g_assert_cmpuint (node, !=, STRATA_NONE);
  strata_diff_tree_get_node (tree, side, node, &both);
  g_assert_cmpstr (strata_diff_verdict_get_id (both.verdict), ==, strata_diff_verdict_get_id (verdict));
  g_assert_cmpint (both.step, ==, step);
}

static void
test_known (void)
{
  g_autoptr (StrataTrace) a = make_trace (1, 2000, "old", FALSE);
  g_autoptr (StrataTrace) b = make_trace (2, 2600, "new", FALSE);
  g_autoptr (StrataDiffTree) tree = compare (a, b, STRATA_PROFILE_BY_SHAPE);
  g_autoptr (StrataDiffTree) reverse = compare (b, a, STRATA_PROFILE_BY_SHAPE);

  assert_node (tree, STRATA_DIFF_B, "/f", STRATA_DIFF_SLOWER_INSIDE, 2);
  assert_node (tree, STRATA_DIFF_B, "/f/g", STRATA_DIFF_SLOWER, 3);
  assert_node (tree, STRATA_DIFF_B, "/f/g/h", STRATA_DIFF_NOISE, 0);
  assert_node (tree, STRATA_DIFF_B, "/f/new", STRATA_DIFF_ADDED, 4);
  assert_node (tree, STRATA_DIFF_A, "/f/old", STRATA_DIFF_REMOVED, -4);
  assert_node (reverse, STRATA_DIFF_B, "/f/g", STRATA_DIFF_FASTER, -3);
  assert_node (reverse, STRATA_DIFF_A, "/f/g", STRATA_DIFF_FASTER, -3);
}

/* A name with as many calls of the same length, but from another caller. */
static void
test_moved (void)
{
  g_autoptr (StrataTrace) a = make_trace (1, 2000, "own", FALSE);
  g_autoptr (StrataTrace) b = make_trace (2, 2000, "own", TRUE);
  g_autoptr (StrataDiffTree) tree = compare (a, b, STRATA_PROFILE_BY_SHAPE);

  assert_node (tree, STRATA_DIFF_A, "/f/g/h", STRATA_DIFF_REMOVED, -4);
  assert_node (tree, STRATA_DIFF_B, "/f/h", STRATA_DIFF_ADDED, 4);
  assert_node (tree, STRATA_DIFF_B, "/f/own", STRATA_DIFF_NOISE, 0);
}

static void
test_itself (void)
{
  g_autoptr (StrataTrace) a = make_trace (1, 2000, "own", FALSE);
  g_autoptr (StrataDiffTree) tree = compare (a, a, STRATA_PROFILE_BY_SHAPE);

  for (guint32 i = 1; i < strata_call_tree_get_n_nodes (strata_diff_tree_get_tree (tree, STRATA_DIFF_A)); i++)
    {
      StrataDiffNode both;

      strata_diff_tree_get_node (tree, STRATA_DIFF_A, i, &both);
      g_assert_cmpuint (both.node[STRATA_DIFF_B], ==, i);
      g_assert_cmpint (both.verdict, ==, STRATA_DIFF_SAME);
      g_assert_cmpint (both.step, ==, 0);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (StrataTrace) a = make_trace (1, 2000, "own", FALSE);
  g_autoptr (StrataDiffTree) tree = compare (a, a, STRATA_PROFILE_BY_SHAPE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_diff_tree_new (strata_diff_tree_get_diff (tree), cancellable));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diff-tree/random", test_random);
  g_test_add_func ("/diff-tree/unfinished", test_unfinished);
  g_test_add_func ("/diff-tree/known", test_known);
  g_test_add_func ("/diff-tree/moved", test_moved);
  g_test_add_func ("/diff-tree/itself", test_itself);
  g_test_add_func ("/diff-tree/cancelled", test_cancelled);

  return g_test_run ();
}
