/* test-chart.c - places of the boxes of a call chart
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

#include <string.h>

#include "strata-trace-builder.h"

#include "slow-profile.h"

#define WIDTH_PX 20000.0
#define N_CHART_THREADS 3

static StrataTrace *
make_trace (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  StrataStringPool *strings = strata_trace_builder_get_strings (builder);
  gint64 time_ns = 1000;

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < 300; i++)
    {
      guint32 thread = strata_trace_builder_get_thread (builder, g_rand_int_range (random, 1, N_CHART_THREADS + 1));
      char name = (char) ('a' + g_rand_int_range (random, 0, 6));

      strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 1));
      time_ns += g_rand_int_range (random, 1, 9);
      if (g_rand_int_range (random, 0, 100) < 50)
        strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, strata_string_pool_intern (strings, &name, 1), STRATA_ATTRS_NONE);
      else
        strata_trace_builder_end_slice (builder, thread, time_ns, STRATA_NO_TIME, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static StrataScope
choose_scope (StrataTrace *trace,
              GRand *random,
              guint kind)
{
  StrataScope scope = strata_scope_everything (trace);
  gint64 length_ns = scope.span.end_ns - scope.span.begin_ns;

  if (kind == 1)
    {
      scope.span.begin_ns += g_rand_int_range (random, 0, (gint32) length_ns / 2);
      scope.span.end_ns -= g_rand_int_range (random, 0, (gint32) length_ns / 2);
    }
  if (kind == 2)
    strata_scope_set_subtree (&scope, trace, (guint32) g_rand_int_range (random, 0, (gint32) strata_trace_get_slices (trace)->first_async));
  if (kind == 3)
    scope.thread = 1;

  return scope;
}

/* The slow, obviously correct way to decide which calls are in scope. */
static gboolean
is_in_scope (StrataTrace *trace,
             const StrataScope *scope,
             guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (scope->end_slice != 0 && (slice < scope->first_slice || slice >= scope->end_slice))
    return FALSE;
  if (scope->thread != STRATA_NONE && strata_trace_find_thread (trace, slice) != scope->thread)
    return FALSE;

  return slices->start_ns[slice] < scope->span.end_ns && strata_slice_table_get_end_ns (slices, slice) > scope->span.begin_ns;
}

static void
assert_rect (StrataTrace *trace,
             const StrataFlame *flame,
             const StrataFlameFrame *frame,
             StrataSpan span,
             guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  double ns_per_px = (double) (span.end_ns - span.begin_ns) / WIDTH_PX;
  double begin_px = (double) (MAX (slices->start_ns[slice], span.begin_ns) - span.begin_ns) / ns_per_px;
  double end_px = (double) (MIN (strata_slice_table_get_end_ns (slices, slice), span.end_ns) - span.begin_ns) / ns_per_px;
  double rect[4];
  double above[4];

  g_assert_true (strata_flame_get_rect (flame, frame, slice + 1, rect));
  g_assert_cmpfloat_with_epsilon (rect[0], begin_px, 1e-6);
  g_assert_cmpfloat_with_epsilon (rect[0] + rect[2], end_px, 1e-6);
  g_assert_cmpuint (strata_flame_find (flame, frame, rect[0] + rect[2] / 2, rect[1] + rect[3] / 2), ==, slice + 1);

  guint32 parent = strata_flame_get_parent (flame, slice + 1);

  if (parent != STRATA_CALL_TREE_ROOT)
    {
      g_assert_true (strata_flame_get_rect (flame, frame, parent, above));
      g_assert_cmpfloat_with_epsilon (rect[1], above[1] + STRATA_FLAME_ROW_PX, 1e-6);
    }
}

/* Each call in scope is at its time, below its caller, and is hit there; others do not exist. */
static void
test_places (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (StrataTrace) trace = make_trace (random);
      StrataScope scope = choose_scope (trace, random, round % 4);
      g_autoptr (StrataFlame) flame = strata_flame_new_chart (trace, &scope, STRATA_COLORING_NAME);
      StrataFlameFrame frame = { .width_px = WIDTH_PX, .height_px = strata_flame_get_height_px (flame), .scale = 1.0 };

      g_assert_true (strata_flame_is_chart (flame));
      for (guint32 slice = 0; slice < strata_trace_get_slices (trace)->first_async; slice++)
        {
          gboolean is_there = is_in_scope (trace, &scope, slice);

          /* a call without length has a place, but takes no space */
          if (strata_slice_table_get_wall_ns (strata_trace_get_slices (trace), slice) == 0)
            continue;

          g_assert_cmpuint (strata_flame_find_slice (flame, slice), ==, is_there ? slice + 1 : STRATA_NONE);
          if (is_there)
            assert_rect (trace, flame, &frame, scope.span, slice);
        }
    }
}

/* The zoomed call fills the width. */
static void
test_zoom (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  g_autoptr (StrataTrace) trace = make_trace (random);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataFlame) flame = strata_flame_new_chart (trace, &scope, STRATA_COLORING_PROCESS);

  for (guint32 slice = 0; slice < slices->first_async; slice++)
    {
      StrataFlameFrame frame = { .width_px = WIDTH_PX, .height_px = 900, .scale = 1.0, .root = slice + 1 };
      StrataSpan span = { slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) };

      if (span.begin_ns < span.end_ns)
        assert_rect (trace, flame, &frame, span, slice);
    }
}

/* Steps down, and to the right until a row ends, reach all rows, each in time order. */
static void
test_steps (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (StrataTrace) trace = make_trace (random);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataFlame) flame = strata_flame_new_chart (trace, &scope, STRATA_COLORING_NAME);
  guint32 node = STRATA_NONE;
  guint n_threads = 0;
  guint32 thread = STRATA_NONE;

  for (guint32 inner = strata_flame_step (flame, node, STRATA_CALL_TREE_ROOT, 1, 0); inner != STRATA_NONE; inner = strata_flame_step (flame, node, STRATA_CALL_TREE_ROOT, 1, 0))
    {
      guint32 beside = strata_flame_step (flame, inner, STRATA_CALL_TREE_ROOT, 0, 1);

      node = inner;
      if (strata_trace_find_thread (trace, node - 1) != thread)
        n_threads++;
      thread = strata_trace_find_thread (trace, node - 1);

      if (beside == STRATA_NONE)
        continue;

      g_assert_cmpuint (strata_slice_table_get_depth (slices, beside - 1), ==, strata_slice_table_get_depth (slices, node - 1));
      g_assert_cmpint (slices->start_ns[beside - 1], >=, strata_slice_table_get_end_ns (slices, node - 1));
      g_assert_cmpuint (strata_flame_step (flame, beside, STRATA_CALL_TREE_ROOT, 0, -1), ==, node);
    }

  g_assert_cmpuint (n_threads, ==, N_CHART_THREADS);
  for (guint32 outer = node; outer != STRATA_NONE; outer = strata_flame_step (flame, outer, STRATA_CALL_TREE_ROOT, -1, 0))
    node = outer;
  g_assert_cmpuint (strata_slice_table_get_depth (slices, node - 1), ==, 0);
}

/* The time found for a name is its inclusive time in the profile. */
static void
test_search (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);

  for (guint kind = 0; kind < 4; kind++)
    {
      g_autoptr (StrataTrace) trace = make_trace (random);
      StrataScope scope = choose_scope (trace, random, kind);
      g_autoptr (StrataFlame) flame = strata_flame_new_chart (trace, &scope, STRATA_COLORING_NAME);
      g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
      guint n_rows;
      const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

      for (guint i = 0; i < n_rows; i++)
        {
          g_autofree char *name = strata_profile_dup_name (profile, rows[i].key);

          strata_flame_search (flame, name);
          g_assert_cmpint (strata_flame_get_found_ns (flame), ==, rows[i].inclusive_ns);
        }
    }
}

static char *
dup_picture (StrataFlame *flame)
{
  const StrataFlameFrame frame = { .width_px = WIDTH_PX, .height_px = strata_flame_get_height_px (flame), .scale = 1.0 };
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();

  strata_flame_build (flame, &frame, strata_palette_get_light (), list);
  return strata_draw_list_to_string (list);
}

/* Results of a search are not shown before they are taken; a cancelled search ends early. */
static void
check_search_aside (StrataFlame *flame,
                    StrataFlame *other,
                    const char *text)
{
  g_autoptr (StrataFlameSearch) search = strata_flame_search_new (other, text);
  g_autoptr (StrataFlameSearch) cancelled = strata_flame_search_new (other, "nothing");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  strata_flame_search (flame, text);
  strata_flame_search (other, "");
  strata_flame_search_run (search, NULL);
  g_assert_true (strata_flame_is_search (other, ""));
  g_cancellable_cancel (cancellable);
  strata_flame_search_run (cancelled, cancellable);
  g_assert_true (strata_flame_is_search (other, ""));

  strata_flame_take_search (other, search);
  g_assert_true (strata_flame_is_search (other, text));
  g_assert_cmpint (strata_flame_get_found_ns (other), ==, strata_flame_get_found_ns (flame));

  g_autofree char *picture = dup_picture (flame);
  g_autofree char *other_picture = dup_picture (other);

  g_assert_cmpstr (other_picture, ==, picture);
}

static void
test_search_aside (void)
{
  static const char *const texts[] = { "a", "B", "nothing", "c" };
  g_autoptr (GRand) random = g_rand_new_with_seed (10);
  g_autoptr (StrataTrace) trace = make_trace (random);
  const StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (StrataFlame) chart = strata_flame_new_chart (trace, &scope, STRATA_COLORING_NAME);
      g_autoptr (StrataFlame) other_chart = strata_flame_new_chart (trace, &scope, STRATA_COLORING_NAME);
      g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_NAME);
      g_autoptr (StrataFlame) other_flame = strata_flame_new (tree, STRATA_COLORING_NAME);

      check_search_aside (chart, other_chart, texts[i]);
      check_search_aside (flame, other_flame, texts[i]);
      g_assert_cmpuint (strata_flame_get_n_boxes (chart), ==, strata_trace_get_slices (trace)->first_async);
    }
}

/* Flat profile, tree, flame graph and chart agree on every name, in any scope. */
static void
check_agreement (StrataTrace *trace,
                 const StrataScope *scope)
{
  g_autoptr (StrataProfile) profile = strata_profile_new (trace, scope, STRATA_PROFILE_BY_NAME, NULL);
  g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, scope, STRATA_PROFILE_BY_NAME, NULL);
  g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_NAME);
  g_autoptr (StrataFlame) chart = strata_flame_new_chart (trace, scope, STRATA_COLORING_NAME);
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *name = strata_profile_dup_name (profile, rows[i].key);
      guint64 n_calls = 0;
      gint64 exclusive_ns = 0;

      for (guint32 j = 1; j < strata_call_tree_get_n_nodes (tree); j++)
        {
          StrataCallNode node;

          strata_call_tree_get_node (tree, j, &node);
          n_calls += node.key == rows[i].key ? node.n_calls : 0;
          exclusive_ns += node.key == rows[i].key ? node.exclusive_ns : 0;
        }

      strata_flame_search (flame, name);
      strata_flame_search (chart, name);
      g_assert_cmpint (strata_flame_get_found_ns (flame), ==, rows[i].inclusive_ns);
      g_assert_cmpint (strata_flame_get_found_ns (chart), ==, rows[i].inclusive_ns);
      g_assert_cmpint (exclusive_ns, ==, rows[i].exclusive_ns);
      g_assert_cmpuint (n_calls, ==, rows[i].n_calls + rows[i].n_recursive_calls);
    }
}

static void
test_agreement (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  for (guint round = 0; round < 40; round++)
    {
      gint64 scale = round % 3 == 0 ? 300000000 : 1;
      g_autoptr (StrataTrace) trace = make_random_trace (random, scale);

      for (guint i = 0; i < 6; i++)
        {
          StrataScope scope = make_random_scope (trace, random, scale);

          check_agreement (trace, &scope);
          g_clear_pointer (&scope.threads, g_bytes_unref);
        }
    }
}

/* With any number of calls, at most one box per column of a row; an empty chart is a picture too. */
static void
test_picture (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  g_autoptr (StrataTrace) trace = make_trace (random);
  StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataFlame) flame = strata_flame_new_chart (trace, &scope, STRATA_COLORING_CATEGORY);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  StrataFlameFrame frame = { .width_px = 20, .height_px = 400, .scale = 1.0 };
  g_autoptr (GError) error = NULL;

  strata_flame_build (flame, &frame, strata_palette_get_light (), list);

  g_autofree char *text = strata_draw_list_to_string (list);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), <, 20 * (strata_flame_get_n_levels (flame) + 2));

  scope.span.end_ns = scope.span.begin_ns;

  g_autoptr (StrataFlame) empty = strata_flame_new_chart (trace, &scope, STRATA_COLORING_NAME);
  g_autoptr (GBytes) svg = strata_flame_export (empty, 800, &frame, strata_palette_get_dark (), "a.svg", &error);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (g_bytes_get_data (svg, NULL), "<svg"));
  g_assert_cmpuint (strata_flame_step (empty, STRATA_NONE, STRATA_CALL_TREE_ROOT, 1, 0), ==, STRATA_NONE);
  g_assert_cmpuint (strata_flame_find (empty, &frame, 10, 30), ==, STRATA_NONE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/places", test_places);
  g_test_add_func ("/chart/zoom", test_zoom);
  g_test_add_func ("/chart/steps", test_steps);
  g_test_add_func ("/chart/search", test_search);
  g_test_add_func ("/chart/search-aside", test_search_aside);
  g_test_add_func ("/chart/agreement", test_agreement);
  g_test_add_func ("/chart/picture", test_picture);

  return g_test_run ();
}
