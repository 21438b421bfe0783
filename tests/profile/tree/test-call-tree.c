/* test-call-tree.c - call trees of random calls, compared with a slow implementation
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree-private.h"
#include "strata-profile-private.h"

#include "slow-profile.h"

#define N_ROUNDS 25

/* The values of a stack. Stacks consist of the letters of their names, which have one letter each. */
typedef struct
{
  gint64 inclusive_ns;
  gint64 exclusive_ns;
  gint64 exclusive_cpu_ns;
  guint64 n_calls;
} Worth;

typedef struct
{
  GHashTable *stacks; /* (element-type utf8 Worth) */
  const StrataCallTreeView *view;
} Oracle;

static Worth *
get_worth (Oracle *oracle,
           const char *stack,
           gsize n)
{
  g_autofree char *key = g_strndup (stack, n);
  Worth *worth = g_hash_table_lookup (oracle->stacks, key);

  if (worth == NULL)
    {
      worth = g_new0 (Worth, 1);
      g_hash_table_insert (oracle->stacks, g_steal_pointer (&key), worth);
    }

  return worth;
}

/* The names of a slice and its callers in scope, the outermost first. */
static char *
dup_stack (const Slow *slow,
           guint32 slice)
{
  GString *stack = g_string_new (NULL);

  for (; slice != STRATA_NONE && slow_is_in_scope (slow, slice); slice = strata_trace_find_parent (slow->trace, slice))
    g_string_prepend (stack, strata_trace_get_string (slow->trace, slow->slices->name[slice]));

  return g_string_free (stack, FALSE);
}

/* Removes hidden names, and folds recursion to the first occurrence of a name. */
static gboolean
change_stack (const StrataCallTreeView *view,
              char *stack,
              gboolean *is_hidden)
{
  const char *from = view->focus != NULL ? strstr (stack, view->focus) : stack;
  gsize n = 0;

  *is_hidden = FALSE;
  if (from == NULL)
    return FALSE;

  for (const char *at = from; *at != '\0'; at++)
    {
      char name[2] = { *at, '\0' };
      char *same = n > 0 && view->folds_recursion ? memchr (stack, *at, n) : NULL;

      *is_hidden = view->hidden != NULL && g_strv_contains ((const char *const *) view->hidden, name) && !(view->focus != NULL && at == from);
      if (*is_hidden)
        continue;

      if (same != NULL)
        n = (gsize) (same - stack) + 1;
      else
        stack[n++] = *at;
    }

  stack[n] = '\0';
  return TRUE;
}

static void
add_slice (Oracle *oracle,
           const Slow *slow,
           guint32 slice)
{
  const StrataCallTreeView *view = oracle->view;
  g_autofree char *stack = dup_stack (slow, slice);
  gint64 own_ns = slow_exclusive (slow, slice);
  gint64 own_cpu_ns = slow_cpu (slow, slice);
  gboolean is_hidden;

  for (guint32 i = slice + 1; i < slow->slices->subtree_end[slice]; i++)
    if (strata_trace_find_parent (slow->trace, i) == slice)
      own_cpu_ns -= slow_cpu (slow, i);

  if (view->filter != NULL && strstr (stack, view->filter) == NULL)
    return;
  if (!change_stack (view, stack, &is_hidden))
    return;
  if (view->is_bottom_up)
    g_strreverse (stack);

  for (gsize n = 0; n <= strlen (stack); n++)
    {
      get_worth (oracle, stack, n)->inclusive_ns += own_ns;
      if (n > 0 && !is_hidden && (view->is_bottom_up || n == strlen (stack)))
        get_worth (oracle, stack, n)->n_calls++;
    }

  get_worth (oracle, stack, strlen (stack))->exclusive_ns += own_ns;
  get_worth (oracle, stack, strlen (stack))->exclusive_cpu_ns += own_cpu_ns;
}

static char *
dup_node_stack (const StrataCallTree *tree,
                guint32 node)
{
  GString *stack = g_string_new (NULL);
  StrataCallNode values;

  for (; node != STRATA_CALL_TREE_ROOT; node = values.parent)
    {
      strata_call_tree_get_node (tree, node, &values);

      g_autofree char *name = strata_call_tree_dup_name (tree, values.key);

      g_string_prepend (stack, name);
    }

  return g_string_free (stack, FALSE);
}

static void
check_node (const StrataCallTree *tree,
            guint32 node,
            Oracle *oracle)
{
  g_autofree char *stack = dup_node_stack (tree, node);
  const Worth *worth = g_hash_table_lookup (oracle->stacks, stack);
  StrataCallNode values;

  strata_call_tree_get_node (tree, node, &values);
  g_assert_nonnull (worth);
  g_assert_cmpint (values.inclusive_ns, ==, worth->inclusive_ns);
  g_assert_cmpint (values.exclusive_ns, ==, worth->exclusive_ns);
  g_assert_cmpuint (values.depth, ==, strlen (stack));

  if (oracle->view->filter == NULL)
    {
      g_assert_cmpuint (values.n_calls, ==, worth->n_calls);

      /* shares of time in cut slices are rounded individually */
      g_assert_cmpint (ABS (values.exclusive_cpu_ns - worth->exclusive_cpu_ns), <=, worth->n_calls + 1);
    }

  for (guint32 i = 0; i < values.n_children; i++)
    {
      StrataCallNode child;

      strata_call_tree_get_node (tree, values.first_child + i, &child);
      g_assert_cmpuint (child.parent, ==, node);
      if (i > 0)
        g_assert_cmpint (strata_call_tree_get_value (tree, values.first_child + i), <=, strata_call_tree_get_value (tree, values.first_child + i - 1));
    }
}

static Oracle
new_oracle (const Slow *slow,
            const StrataCallTreeView *view)
{
  Oracle oracle = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), view };

  get_worth (&oracle, "", 0)->n_calls = 0;
  for (guint32 i = 0; i < slow->slices->first_async; i++)
    if (slow_is_inside (slow, i))
      add_slice (&oracle, slow, i);

  return oracle;
}

static void
check_view (StrataCallTree *base,
            const Slow *slow,
            const StrataCallTreeView *view)
{
  g_autoptr (StrataCallTree) tree = strata_call_tree_new_view (base, view, NULL);
  Oracle oracle = new_oracle (slow, view);

  g_assert_cmpuint (strata_call_tree_get_n_nodes (tree), ==, g_hash_table_size (oracle.stacks));
  for (guint32 node = 0; node < strata_call_tree_get_n_nodes (tree); node++)
    check_node (tree, node, &oracle);

  g_assert_cmpuint (strata_call_tree_get_n_rest (tree), ==, 0);
  g_hash_table_unref (oracle.stacks);
}

/* All children of a node exist, or a single one for the rest, which counts its calls. Returns that count. */
static guint64
check_rest (const StrataCallTree *tree,
            guint32 node)
{
  StrataCallNode values;

  strata_call_tree_get_node (tree, node, &values);
  for (guint32 i = 0; i < values.n_children; i++)
    {
      StrataCallNode child;

      strata_call_tree_get_node (tree, values.first_child + i, &child);
      if (child.key != STRATA_CALL_TREE_REST)
        continue;

      g_assert_cmpuint (values.n_children, ==, 1);
      g_assert_cmpuint (child.n_children, ==, 0);
      g_assert_cmpint (child.inclusive_ns, ==, values.inclusive_ns - values.exclusive_ns);
      return child.n_calls;
    }

  return 0;
}

/* With any number of workers, and any limits, the values of the existing callers are the same.
 * Without limits there is no rest. */
static void
check_limits (const StrataCallTree *base,
              const Slow *slow,
              GRand *random)
{
  const StrataCallTreeView view = { .is_bottom_up = TRUE };
  const StrataCallTreeLimits limits[] = {
    { (guint) g_rand_int_range (random, 1, 9), G_MAXUINT32, G_MAXUINT32 },
    { (guint) g_rand_int_range (random, 1, 4), (guint32) g_rand_int_range (random, 0, 400), G_MAXUINT32 },
    { (guint) g_rand_int_range (random, 1, 4), G_MAXUINT32, (guint64) g_rand_int_range (random, 0, 2000) },
  };
  Oracle oracle = new_oracle (slow, &view);

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (StrataCallTree) tree = strata_call_tree_turn_over (base, &limits[i], NULL);
      guint64 n_rest = 0;

      for (guint32 node = 0; node < strata_call_tree_get_n_nodes (tree); node++)
        {
          StrataCallNode values;

          strata_call_tree_get_node (tree, node, &values);
          if (values.key != STRATA_CALL_TREE_REST)
            check_node (tree, node, &oracle);

          n_rest += check_rest (tree, node);
        }

      g_assert_cmpuint (strata_call_tree_get_n_rest (tree), ==, n_rest);
      if (i == 0)
        g_assert_cmpuint (strata_call_tree_get_n_nodes (tree), ==, g_hash_table_size (oracle.stacks));
    }

  g_hash_table_unref (oracle.stacks);
}

static gboolean
is_within_same (const StrataCallTree *tree,
                const StrataCallNode *values)
{
  StrataCallNode caller = *values;

  while (caller.parent != STRATA_NONE)
    {
      strata_call_tree_get_node (tree, caller.parent, &caller);
      if (caller.key == values->key)
        return TRUE;
    }

  return FALSE;
}

/* The flat profile has the same values for every name. */
static void
check_flat (StrataCallTree *tree,
            guint n_workers)
{
  g_autoptr (StrataProfile) profile = strata_profile_new_parallel (strata_call_tree_get_trace (tree), strata_call_tree_get_scope (tree),
                                                                   STRATA_PROFILE_BY_NAME, n_workers, NULL);
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      StrataProfileRow sum = { 0 };

      for (guint32 node = 1; node < strata_call_tree_get_n_nodes (tree); node++)
        {
          StrataCallNode values;

          strata_call_tree_get_node (tree, node, &values);
          if (values.key != rows[i].key)
            continue;

          sum.exclusive_ns += values.exclusive_ns;
          sum.exclusive_cpu_ns += values.exclusive_cpu_ns;
          if (is_within_same (tree, &values))
            sum.n_recursive_calls += values.n_calls;
          else
            {
              sum.n_calls += values.n_calls;
              sum.inclusive_ns += values.inclusive_ns;
              sum.inclusive_cpu_ns += values.inclusive_cpu_ns;
            }
        }

      g_assert_cmpuint (sum.n_calls, ==, rows[i].n_calls);
      g_assert_cmpuint (sum.n_recursive_calls, ==, rows[i].n_recursive_calls);
      g_assert_cmpint (sum.inclusive_ns, ==, rows[i].inclusive_ns);
      g_assert_cmpint (sum.exclusive_ns, ==, rows[i].exclusive_ns);
      g_assert_cmpint (sum.inclusive_cpu_ns, ==, rows[i].inclusive_cpu_ns);
      g_assert_cmpint (sum.exclusive_cpu_ns, ==, rows[i].exclusive_cpu_ns);
    }
}

/* All exclusive times add up to the root's inclusive time, which is the time covered by outermost calls. */
static void
check_totals (const StrataCallTree *tree,
              const Slow *slow)
{
  StrataCallNode root;
  gint64 exclusive_ns = 0;
  gint64 covered_ns = 0;

  strata_call_tree_get_node (tree, STRATA_CALL_TREE_ROOT, &root);
  for (guint32 node = 0; node < strata_call_tree_get_n_nodes (tree); node++)
    {
      StrataCallNode values;

      strata_call_tree_get_node (tree, node, &values);
      exclusive_ns += values.exclusive_ns;
      g_assert_cmpint (values.exclusive_ns, >=, 0);
    }

  for (guint32 i = 0; i < slow->slices->first_async; i++)
    {
      guint32 parent = strata_trace_find_parent (slow->trace, i);

      if (slow_is_inside (slow, i) && (parent == STRATA_NONE || !slow_is_in_scope (slow, parent)))
        covered_ns += slow_axis (slow, i);
    }

  g_assert_cmpint (exclusive_ns, ==, root.inclusive_ns);
  g_assert_cmpint (covered_ns, ==, root.inclusive_ns);
  g_assert_cmpint (root.exclusive_ns, ==, 0);
}

static void
check_scope (StrataTrace *trace,
             StrataScope scope,
             guint n_workers,
             GRand *random)
{
  g_autoptr (StrataCallTree) tree = strata_call_tree_new_parallel (trace, &scope, STRATA_PROFILE_BY_NAME, n_workers, 0, NULL);
  Slow slow = { trace, strata_trace_get_slices (trace), scope, scope.span };
  char names[][2] = { { (char) ('a' + g_rand_int_range (random, 0, N_NAMES)), '\0' }, { (char) ('a' + g_rand_int_range (random, 0, N_NAMES)), '\0' } };
  char *hidden[] = { names[0], NULL };
  const StrataCallTreeView views[] = {
    { 0 },
    { .is_bottom_up = TRUE },
    { .folds_recursion = TRUE },
    { .hidden = hidden },
    { .focus = names[0] },
    { .filter = names[0] },
    { .is_bottom_up = TRUE, .folds_recursion = TRUE, .hidden = hidden },
    { .focus = names[1], .hidden = hidden, .folds_recursion = TRUE },
    { .is_bottom_up = TRUE, .focus = names[1], .filter = names[0] },
  };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    check_view (tree, &slow, &views[i]);

  check_limits (tree, &slow, random);
  check_totals (tree, &slow);
  check_flat (tree, n_workers);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gint64 scale = round % 3 == 0 ? 300000000 : 1;
      g_autoptr (StrataTrace) trace = make_random_trace (random, scale);

      check_scope (trace, strata_scope_everything (trace), 1 + round % 5, random);
      for (guint i = 0; i < 4; i++)
        {
          StrataScope scope = make_random_scope (trace, random, scale);

          check_scope (trace, scope, 1 + (round + i) % 5, random);
          g_clear_pointer (&scope.threads, g_bytes_unref);
        }
    }
}

/* With too many nodes, calls without a node are reported, and sums stay the same. */
static void
test_rest (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 30; round++)
    {
      g_autoptr (StrataTrace) trace = make_random_trace (random, 1);
      StrataScope scope = strata_scope_everything (trace);
      Slow slow = { trace, strata_trace_get_slices (trace), scope, scope.span };
      g_autoptr (StrataCallTree) tree = strata_call_tree_new_parallel (trace, &scope, STRATA_PROFILE_BY_NAME, 1 + round % 4, 10, NULL);
      StrataCallTreeView view = { .is_bottom_up = TRUE };
      g_autoptr (StrataCallTree) callers = strata_call_tree_new_view (tree, &view, NULL);
      guint64 n_calls = 0;

      for (guint32 node = 1; node < strata_call_tree_get_n_nodes (tree); node++)
        {
          StrataCallNode values;

          strata_call_tree_get_node (tree, node, &values);
          n_calls += values.n_calls;
          if (values.key == STRATA_CALL_TREE_REST)
            g_assert_cmpuint (values.n_children, ==, 0);
        }

      g_assert_cmpuint (n_calls, ==, slow.slices->first_async);
      g_assert_cmpuint (strata_call_tree_get_n_rest (tree), >, 0);
      g_assert_cmpint (strata_call_tree_get_value (callers, STRATA_CALL_TREE_ROOT), ==, strata_call_tree_get_value (tree, STRATA_CALL_TREE_ROOT));
      check_totals (tree, &slow);
    }
}

/* A name that calls itself in every call is followed only to a certain depth. */
static void
test_deep_recursion (void)
{
  const guint n_calls = 200000;
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 thread = strata_trace_builder_get_thread (builder, 100);
  const guint32 name = fixture_intern (builder, "f");
  const StrataCallTreeView view = { .is_bottom_up = TRUE };

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < n_calls; i++)
    strata_trace_builder_begin_slice (builder, thread, i, STRATA_NO_TIME, name, STRATA_ATTRS_NONE);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
  g_autoptr (StrataCallTree) callers = strata_call_tree_new_view (tree, &view, NULL);
  StrataCallNode values;

  strata_call_tree_get_node (callers, 1, &values);
  g_assert_cmpuint (values.n_calls, ==, n_calls);
  g_assert_cmpint (values.inclusive_ns, ==, n_calls - 1);
  g_assert_cmpuint (strata_call_tree_get_n_nodes (callers), >, 80);
  g_assert_cmpuint (strata_call_tree_get_n_rest (callers), >, 0);
}

static void
test_packages (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 a/b/C.m ();10 a/b/d/E.n ();20 a/bc/F.o ();30 -;50 -;60 -", STRATA_CLOCK_WALL);
  StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
  char package[] = "a/b";
  char *packages[] = { package, NULL };
  StrataCallTreeView view = { .hidden_packages = packages };
  g_autoptr (StrataCallTree) hidden = strata_call_tree_new_view (tree, &view, NULL);
  StrataCallNode values;

  /* no name is left for the time, so it belongs to the root */
  g_assert_cmpuint (strata_call_tree_get_n_nodes (hidden), ==, 2);
  strata_call_tree_get_node (hidden, STRATA_CALL_TREE_ROOT, &values);
  g_assert_cmpint (values.inclusive_ns, ==, 60);
  g_assert_cmpint (values.exclusive_ns, ==, 50);
  strata_call_tree_get_node (hidden, 1, &values);
  g_assert_cmpint (values.inclusive_ns, ==, 10);
}

static void
test_cancelled (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 a;10 -", STRATA_CLOCK_WALL);
  StrataScope scope = strata_scope_everything (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_call_tree_new (trace, &scope, STRATA_PROFILE_BY_NAME, cancellable));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-tree/random", test_random);
  g_test_add_func ("/call-tree/rest", test_rest);
  g_test_add_func ("/call-tree/deep-recursion", test_deep_recursion);
  g_test_add_func ("/call-tree/packages", test_packages);
  g_test_add_func ("/call-tree/cancelled", test_cancelled);

  return g_test_run ();
}
