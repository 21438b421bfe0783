/* test-links.c - links of a chain, and steps along them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "scene-fixture.h"
#include "strata-scene-private.h"

static guint32
find_slice (StrataSession *session,
            const char *name)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (g_str_equal (strata_trace_get_string (trace, slices->name[i]), name))
      return i;

  g_assert_not_reached ();
}

static const char *
get_name (StrataSession *session,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (session);

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SLICE);
  return strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[item.index]);
}

static char *
print_links (StrataSession *session)
{
  GString *out = g_string_new (NULL);
  guint n_links;
  guint n_all;
  const StrataLink *links = strata_selection_get_links (strata_session_get_selection (session), &n_links, &n_all);

  for (guint i = 0; i < n_links; i++)
    g_string_append_printf (out, "%s>%s;", get_name (session, links[i].from), get_name (session, links[i].to));

  g_assert_cmpuint (n_links, ==, n_all);
  return g_string_free (out, FALSE);
}

static void
test_links (void)
{
  static const struct
  {
    const char *selected;
    const char *links;
  } rows[] = {
    { "request", "request>answer;answer>read;answer>read again;request>draw;draw>clean up;" },
    { "read", "answer>read;request>answer;answer>read again;request>draw;draw>clean up;" },
    { "clean up", "draw>clean up;request>draw;answer>read again;answer>read;request>answer;" },
    { "alone", "" },
  };
  g_autoptr (StrataTrace) trace = fixture_chain_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      strata_session_select_slice (session, find_slice (session, rows[i].selected));

      g_autofree char *links = print_links (session);

      g_test_message ("%s", rows[i].selected);
      g_assert_cmpstr (links, ==, rows[i].links);
    }
}

static void
test_times (void)
{
  g_autoptr (StrataTrace) trace = fixture_chain_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  guint n_links;
  guint n_all;

  strata_session_select_slice (session, find_slice (session, "clean up"));

  const StrataLink *links = strata_selection_get_links (strata_session_get_selection (session), &n_links, &n_all);

  /* It left when the drawing was over, and arrived later. */
  g_assert_cmpint (links[0].from_ns, ==, 4000000);
  g_assert_cmpint (links[0].to_ns, ==, 8000000);
  g_assert_cmpint (links[1].from_ns, ==, 2900000);
  g_assert_cmpint (links[1].to_ns, ==, 2900000);
}

static void
test_walk (void)
{
  static const char *const order[] = { "answer", "read", "read again", "draw", "clean up" };
  g_autoptr (StrataTrace) trace = fixture_chain_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);

  g_assert_false (strata_session_select_chain_parent (session));
  g_assert_false (strata_session_select_chain_neighbour (session, 1));

  strata_session_select_slice (session, find_slice (session, "alone"));
  g_assert_false (strata_session_select_chain_parent (session));
  g_assert_false (strata_session_select_chain_neighbour (session, 1));

  strata_session_select_slice (session, find_slice (session, "request"));
  g_assert_false (strata_session_select_chain_parent (session));
  g_assert_false (strata_session_select_chain_neighbour (session, -1));
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_assert_true (strata_session_select_chain_neighbour (session, 1));
      g_assert_cmpstr (get_name (session, strata_session_get_selected_item (session)), ==, order[i]);
    }

  g_assert_false (strata_session_select_chain_neighbour (session, 1));
  g_assert_true (strata_session_select_chain_neighbour (session, -1));
  g_assert_cmpstr (get_name (session, strata_session_get_selected_item (session)), ==, "draw");
  g_assert_true (strata_session_select_chain_parent (session));
  g_assert_cmpstr (get_name (session, strata_session_get_selected_item (session)), ==, "request");
}

static StrataTrace *
make_large_trace (guint32 n,
                  gboolean is_deep)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 threads[7];

  for (guint32 i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = fixture_thread (builder, 10 * (i + 1), "process", 10 * (i + 1), "main");

  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *chain = g_strdup_printf ("c,%x,%x", i, is_deep ? MAX (i, 1) - 1 : 0);

      fixture_chain_slice (builder, threads[i % G_N_ELEMENTS (threads)], 10 * i, 10 * i + 8, "step", chain);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* Of a large chain the nearest links are taken, on both sides. */
static void
test_large (void)
{
  for (guint is_deep = 0; is_deep < 2; is_deep++)
    {
      g_autoptr (StrataTrace) trace = make_large_trace (20000, is_deep);
      g_autoptr (StrataSession) session = strata_session_new (trace);
      const StrataChains *chains = strata_trace_get_chains (trace);
      guint n_links;
      guint n_all;
      guint n_before = 0;
      gint64 middle_ns = strata_trace_get_slices (trace)->start_ns[chains->slice[10000]];

      strata_session_select_slice (session, chains->slice[10000]);

      const StrataLink *links = strata_selection_get_links (strata_session_get_selection (session), &n_links, &n_all);

      g_assert_cmpuint (n_links, ==, 200);
      g_assert_cmpuint (n_all, ==, 19999);
      for (guint i = 0; i < n_links; i++)
        {
          g_assert_cmpint (ABS (links[i].to_ns - middle_ns), <=, 10 * 100);
          n_before += links[i].to_ns < middle_ns;
        }

      g_assert_cmpuint (n_before, ==, 99);
    }
}

static guint
count_lines (const char *text,
             const char *begin)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_has_prefix (lines[i], begin) ? 1 : 0;

  return n;
}

/* In any view, arrows stay inside the time area, and invisible ones are left out. */
static void
test_views (void)
{
  g_autoptr (StrataTrace) trace = fixture_chain_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();

  strata_session_select_slice (session, find_slice (session, "answer"));
  for (guint i = 0; i < 2000; i++)
    {
      gint64 begin_ns = g_test_rand_int_range (1000000, 9900000);
      StrataSceneRegion frame = { g_test_rand_int_range (0, 2000), g_test_rand_int_range (0, 500), 120, g_test_rand_int_range (-500, 1000), 1 + i % 2 };

      strata_view_set_width (strata_session_get_view (session), MAX (frame.width_px - 120, 1));
      strata_view_show_span (strata_session_get_view (session), (StrataSpan){ begin_ns, begin_ns + g_test_rand_int_range (1, 10000000) }, 0);
      strata_lanes_set_collapsed (strata_session_get_lanes (session), 0, i % 3 == 0);
      strata_scene_build_marks (session, &frame, strata_palette_get_light (), list);

      const StrataColumn *arrows = &list->layers[STRATA_LAYER_OVER].arrows;
      const int right = MAX ((int) (frame.width_px * frame.scale), (int) (120 * frame.scale));

      g_assert_cmpuint (arrows->n, <=, 5);
      for (gsize k = 0; k < arrows->n; k++)
        for (guint p = 0; p < 4; p++)
          {
            const StrataArrow *arrow = &strata_column_at (arrows, StrataArrow, k);

            g_assert_cmpint (arrow->x[p], >=, (int) (120 * frame.scale));
            g_assert_cmpint (arrow->x[p], <=, right);
          }
    }
}

static void
test_note (void)
{
  g_autoptr (StrataTrace) trace = make_large_trace (1000, FALSE);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  const StrataSceneRegion frame = { 800, 400, 120, 0, 1 };

  strata_session_select_slice (session, 500);
  strata_scene_build_marks (session, &frame, strata_palette_get_light (), list);

  g_autofree char *text = strata_draw_list_to_string (list);

  g_assert_nonnull (strstr (text, "The nearest 200 of 999 arrows"));
  g_assert_cmpuint (count_lines (text, "over arrow"), >, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/links/links", test_links);
  g_test_add_func ("/links/times", test_times);
  g_test_add_func ("/links/walk", test_walk);
  g_test_add_func ("/links/large", test_large);
  g_test_add_func ("/links/views", test_views);
  g_test_add_func ("/links/note", test_note);

  return g_test_run ();
}
