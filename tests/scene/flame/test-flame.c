/* test-flame.c - places of the boxes of a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

#include <string.h>

#include "strata-trace-builder.h"

#define WIDTH_PX 4000.0

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static StrataCallTree *
make_tree (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);
  gint64 time_ns = 0;

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 1));
  for (guint i = 0; i < 300; i++)
    {
      char name[2] = { (char) ('a' + g_rand_int_range (random, 0, 6)), '\0' };

      time_ns += g_rand_int_range (random, 0, 9);
      if (g_rand_int_range (random, 0, 100) < 50)
        strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, intern (builder, name), STRATA_ATTRS_NONE);
      else
        strata_trace_builder_end_slice (builder, thread, time_ns, STRATA_NO_TIME, 0);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  StrataScope scope = strata_scope_everything (trace);

  return strata_call_tree_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
}

/* Widths are shares of the root's time, children are inside their callers without overlap, and the
 * box drawn at a place is the one hit there. */
static void
check (const StrataFlame *flame,
       const StrataFlameFrame *frame)
{
  StrataCallTree *tree = strata_flame_get_tree (flame);
  double root_value = (double) strata_call_tree_get_value (tree, frame->root);

  for (guint32 i = 1; i < strata_call_tree_get_n_nodes (tree); i++)
    {
      StrataCallNode node;
      double rect[4];
      double above[4];

      strata_call_tree_get_node (tree, i, &node);
      if (!strata_flame_get_rect (flame, frame, i, rect))
        continue;

      if (rect[2] < WIDTH_PX)
        g_assert_cmpfloat_with_epsilon (rect[2], (double) strata_call_tree_get_value (tree, i) / root_value * WIDTH_PX, 1e-6);

      g_assert_cmpfloat_with_epsilon (rect[1], frame->is_upwards ? frame->height_px - node.depth * STRATA_FLAME_ROW_PX : (node.depth - 1) * STRATA_FLAME_ROW_PX, 1e-6);

      if (strata_flame_get_rect (flame, frame, node.parent, above))
        {
          g_assert_cmpfloat (rect[0], >=, above[0] - 1e-6);
          g_assert_cmpfloat (rect[0] + rect[2], <=, above[0] + above[2] + 1e-6);
        }

      if (rect[2] > 0.0)
        g_assert_cmpuint (strata_flame_find (flame, frame, rect[0] + rect[2] / 2, rect[1] + rect[3] / 2), ==, i);
    }
}

static void
test_places (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (StrataCallTree) tree = make_tree (random);
      g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_NAME);
      StrataFlameFrame frame = { .width_px = WIDTH_PX, .height_px = strata_flame_get_height_px (flame), .scale = 1.0, .is_upwards = round % 2 == 1 };

      check (flame, &frame);
      for (guint i = 0; i < 5; i++)
        {
          frame.root = (guint32) g_rand_int_range (random, 1, (gint32) strata_call_tree_get_n_nodes (tree));
          if (strata_call_tree_get_value (tree, frame.root) > 0)
            check (flame, &frame);
        }
    }
}

/* Each visible level is full up to where self time begins; at most one box per column. */
static void
test_picture (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  g_autoptr (StrataCallTree) tree = make_tree (random);
  g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_TIME);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  StrataFlameFrame frame = { .width_px = 20, .height_px = 400, .scale = 1.0 };

  strata_flame_build (flame, &frame, strata_palette_get_light (), list);

  g_autofree char *text = strata_draw_list_to_string (list);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), <, 20 * (strata_flame_get_n_levels (flame) + 2));
}

static guint
count_outlines (const StrataPalette *palette,
                const StrataFlame *flame,
                double width_px)
{
  const StrataFlameFrame frame = { .width_px = width_px, .height_px = 400, .scale = 1.0 };
  g_autofree char *color = g_strdup_printf (" %08x", palette->outline);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();

  strata_flame_build (flame, &frame, palette, list);

  g_autofree char *text = strata_draw_list_to_string (list);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_has_prefix (lines[i], "over box") && strstr (lines[i], color) != NULL;

  return n;
}

/* With high contrast, boxes have edges if they are wide enough. */
static void
test_contrast (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  g_autoptr (StrataCallTree) tree = make_tree (random);
  g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_NAME);

  for (guint is_dark = 0; is_dark < 2; is_dark++)
    {
      const guint n = count_outlines (strata_palette_get_contrast (is_dark), flame, 400);

      g_assert_cmpuint (n, >, 0);
      g_assert_cmpuint (n % 4, ==, 0);
      g_assert_cmpuint (count_outlines (strata_palette_get_contrast (is_dark), flame, 6), ==, 0);
    }

  g_assert_cmpuint (count_outlines (strata_palette_get_light (), flame, 400), ==, 0);
}

/* A long name loses its parameters, then its beginning, so that the last part stays. */
static void
test_long_name (void)
{
  static const struct
  {
    const char *name;
    double width_px;
    const char *expected;
  } cases[] = {
    { "bool os::Proxy::GetName(const int)", 400.0, "flags 32 “bool os::Proxy::GetName(const int)”" },
    { "bool os::Proxy::GetName(const int)", 120.0, "flags 32 “bool os::Proxy::GetName”" },
    { "a::b::c", 40.0, "flags 32 “a::b::c”" },
    { "RV Scroll", 40.0, "flags 0 “RV Scroll”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
      const guint32 thread = strata_trace_builder_get_thread (builder, 1);
      const StrataFlameFrame frame = { .width_px = cases[i].width_px, .height_px = 40, .scale = 1.0 };

      strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
      strata_trace_builder_begin_slice (builder, thread, 0, STRATA_NO_TIME, intern (builder, cases[i].name), STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, 1000, STRATA_NO_TIME, 0);

      g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
      const StrataScope scope = strata_scope_everything (trace);
      g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
      g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_NAME);
      g_autoptr (StrataDrawList) list = strata_draw_list_new ();

      strata_flame_build (flame, &frame, strata_palette_get_light (), list);

      g_autofree char *text = strata_draw_list_to_string (list);

      g_assert_nonnull (strstr (text, cases[i].expected));
    }
}

static void
test_search (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  g_autoptr (StrataCallTree) tree = make_tree (random);
  g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_NAME);
  g_autoptr (StrataProfile) profile = strata_profile_new (strata_call_tree_get_trace (tree), strata_call_tree_get_scope (tree), STRATA_PROFILE_BY_NAME, NULL);
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *name = strata_profile_dup_name (profile, rows[i].key);

      strata_flame_search (flame, name);
      g_assert_cmpint (strata_flame_get_found_ns (flame), ==, rows[i].inclusive_ns);
    }

  strata_flame_search (flame, "none");
  g_assert_cmpint (strata_flame_get_found_ns (flame), ==, 0);
}

static void
test_export (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  g_autoptr (StrataCallTree) tree = make_tree (random);
  g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_PACKAGE);
  StrataFlameFrame frame = { .root = STRATA_CALL_TREE_ROOT };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) svg = strata_flame_export (flame, 800, &frame, strata_palette_get_light (), "a.svg", &error);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (g_bytes_get_data (svg, NULL), "<svg"));
  g_assert_null (strata_flame_export (flame, 800, &frame, strata_palette_get_light (), "a.txt", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
}

static StrataTrace *
make_calls (int g_ns)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 1));
  for (gint64 i = 0; i < 40; i++)
    {
      const gint64 begin_ns = 10000 * i;

      strata_trace_builder_begin_slice (builder, thread, begin_ns, STRATA_NO_TIME, intern (builder, "f"), STRATA_ATTRS_NONE);
      strata_trace_builder_begin_slice (builder, thread, begin_ns + 10, STRATA_NO_TIME, intern (builder, "g"), STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, begin_ns + 10 + g_ns + i % 7, STRATA_NO_TIME, 0);
      strata_trace_builder_begin_slice (builder, thread, begin_ns + 4000, STRATA_NO_TIME, intern (builder, g_ns > 1000 ? "new" : "old"), STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, begin_ns + 4010, STRATA_NO_TIME, 0);
      strata_trace_builder_end_slice (builder, thread, begin_ns + 5000, STRATA_NO_TIME, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* Widths and boxes are those of one side; colours and descriptions use both sides. */
static void
test_changes (void)
{
  g_autoptr (StrataTrace) a = make_calls (1000);
  g_autoptr (StrataTrace) b = make_calls (1500);
  StrataTrace *const traces[] = { a, b };
  const StrataScope scopes[] = { strata_scope_everything (a), strata_scope_everything (b) };
  g_autoptr (StrataDiff) diff = strata_diff_new (traces, scopes, &(StrataDiffOptions){ .by = STRATA_PROFILE_BY_SHAPE }, NULL);
  g_autoptr (StrataDiffTree) tree = strata_diff_tree_new (diff, NULL);
  static const char *const expected[STRATA_N_DIFF_SIDES][3] = {
    { "f: 200.0\302\240µs in A, 200.0\302\240µs in B (0 %), the same; calls: 40 in A, 40 in B",
      "g: 40.1\302\240µs in A, 60.1\302\240µs in B (+49.9 %), slower; calls: 40 in A, 40 in B",
      "old: 400\302\240ns in A, not called this way in B, only in A; calls: 40 in A" },
    { "f: 200.0\302\240µs in A, 200.0\302\240µs in B (0 %), the same; calls: 40 in A, 40 in B",
      "g: 40.1\302\240µs in A, 60.1\302\240µs in B (+49.9 %), slower; calls: 40 in A, 40 in B",
      "new: not called this way in A, 400\302\240ns in B, only in B; calls: 40 in B" },
  };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autoptr (StrataFlame) flame = strata_flame_new_diff (tree, side);
      StrataDiffSide widths;

      g_assert_true (strata_flame_get_tree (flame) == strata_diff_tree_get_tree (tree, side));
      g_assert_true (strata_flame_get_changes (flame, &widths) == tree);
      g_assert_cmpint (widths, ==, side);
      for (guint32 node = 1; node <= 3; node++)
        {
          g_autofree char *text = strata_flame_dup_description (flame, node);

          g_assert_cmpstr (text, ==, expected[side][node - 1]);
        }

      g_autofree char *detail = strata_flame_dup_detail (flame, 2);

      g_assert_true (g_str_has_suffix (detail, " +49.9 %"));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flame/places", test_places);
  g_test_add_func ("/flame/picture", test_picture);
  g_test_add_func ("/flame/contrast", test_contrast);
  g_test_add_func ("/flame/long-name", test_long_name);
  g_test_add_func ("/flame/search", test_search);
  g_test_add_func ("/flame/changes", test_changes);
  g_test_add_func ("/flame/export", test_export);

  return g_test_run ();
}
