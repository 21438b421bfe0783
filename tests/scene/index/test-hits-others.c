/* test-hits-others.c - instants and counters found by a search, drawn and stepped through
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "scene-fixture.h"
#include "strata-scene.h"
#include "strata-search-row.h"
#include "strata-session-found.h"

typedef struct
{
  StrataTrace *trace;
  StrataSession *session;
  StrataDrawList *list;
} Fixture;

static void
set_up_with (Fixture *fixture,
             StrataTrace *trace)
{
  fixture->trace = trace;
  fixture->session = strata_session_new (trace);
  fixture->list = strata_draw_list_new ();
  strata_view_set_width (strata_session_get_view (fixture->session), 800);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  set_up_with (fixture, fixture_trace_new ());
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  strata_draw_list_free (fixture->list);
  g_object_unref (fixture->session);
  g_object_unref (fixture->trace);
}

static void
search (Fixture *fixture,
        const char *text)
{
  strata_findings_search (strata_session_get_findings (fixture->session), text);
  while (strata_findings_is_search_running (strata_session_get_findings (fixture->session)))
    g_main_context_iteration (NULL, TRUE);
}

static guint32
count_hits (Fixture *fixture,
            const char *text)
{
  search (fixture, text);
  g_assert_null (strata_findings_get_search_error (strata_session_get_findings (fixture->session)));
  g_assert_cmpuint (strata_findings_get_n_hits (strata_session_get_findings (fixture->session), NULL), ==, strata_findings_get_hits (strata_session_get_findings (fixture->session))->n_hits);
  return strata_findings_get_hits (strata_session_get_findings (fixture->session))->n_hits;
}

static const StrataLane *
get_lane (Fixture *fixture,
          StrataItem item)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);

  g_assert_cmpuint (item.lane, <, n_lanes);
  return &lanes[item.lane];
}

static void
test_count (Fixture *fixture,
            gconstpointer data)
{
  const guint32 n_instants = strata_trace_get_instants (fixture->trace)->n_instants;
  const guint32 n_samples = strata_trace_get_samples (fixture->trace)->n_samples;

  g_assert_cmpuint (count_hits (fixture, "vsync"), ==, n_instants);
  g_assert_cmpuint (count_hits (fixture, "is:instant thread:nobody"), ==, 0);
  g_assert_cmpuint (count_hits (fixture, "heap"), ==, 1);
  g_assert_cmpuint (count_hits (fixture, "value>0"), ==, n_samples);
  g_assert_cmpuint (count_hits (fixture, "heap or vsync or AnrHelper"), ==, 2 + n_instants);
}

static gint64
get_time_ns (Fixture *fixture,
             StrataItem item)
{
  StrataSpan span;

  g_assert_true (strata_session_get_item_span (fixture->session, item, &span));
  return span.begin_ns;
}

/* Steps visit slices, instants and samples in time order. */
static void
test_walk (Fixture *fixture,
           gconstpointer data)
{
  const guint32 n_hits = count_hits (fixture, "draw or vsync or value>4000");
  gint64 before_ns = G_MININT64;
  guint n_of[3] = { 0 };

  for (guint32 i = 0; i < n_hits; i++)
    {
      g_assert_true (strata_session_select_hit (fixture->session, 1));
      g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, i);

      const StrataItem item = strata_session_get_selected_item (fixture->session);

      g_assert_cmpint (get_time_ns (fixture, item), >=, before_ns);
      before_ns = get_time_ns (fixture, item);
      n_of[item.kind == STRATA_ITEM_SLICE ? 0 : item.kind == STRATA_ITEM_INSTANT ? 1
                                                                                 : 2]++;
      g_assert_cmpint (get_lane (fixture, item)->kind, ==, item.kind == STRATA_ITEM_SLICE ? STRATA_LANE_THREAD : item.kind == STRATA_ITEM_INSTANT ? STRATA_LANE_INSTANTS
                                                                                                                                                  : STRATA_LANE_COUNTER);
    }

  g_assert_cmpuint (n_of[0], >, 100);
  g_assert_cmpuint (n_of[1], ==, strata_trace_get_instants (fixture->trace)->n_instants);
  g_assert_cmpuint (n_of[2], >, 1);
  g_assert_true (strata_session_select_hit (fixture->session, 1));
  g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, 0);
}

/* Steps visit runs on CPUs in time order too, each on the lane of its CPU. */
static void
test_walk_runs (Fixture *fixture,
                gconstpointer data)
{
  const guint32 n_runs = strata_trace_get_cpu_runs (fixture->trace)->n_runs;
  gint64 before_ns = G_MININT64;

  g_assert_cmpuint (n_runs, >, 1);
  g_assert_cmpuint (count_hits (fixture, "is:run"), ==, n_runs);
  for (guint32 i = 0; i < n_runs; i++)
    {
      g_assert_true (strata_session_select_hit (fixture->session, 1));
      g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, i);

      const StrataItem item = strata_session_get_selected_item (fixture->session);

      g_assert_cmpint (item.kind, ==, STRATA_ITEM_CPU_RUN);
      g_assert_cmpint (get_lane (fixture, item)->kind, ==, STRATA_LANE_CPU);
      g_assert_cmpint (get_time_ns (fixture, item), >=, before_ns);
      before_ns = get_time_ns (fixture, item);
    }
}

/* A hit of a whole counter shows the counter's lane. */
static void
test_whole_counter (Fixture *fixture,
                    gconstpointer data)
{
  const StrataSpan span = { 1200000000, 1210000000 };

  g_assert_cmpuint (count_hits (fixture, "heap"), ==, 1);
  strata_view_show_span (strata_session_get_view (fixture->session), span, 0.0);
  g_assert_true (strata_session_select_hit (fixture->session, 1));

  const StrataItem item = strata_session_get_selected_item (fixture->session);
  const StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (fixture->session));
  StrataSpan held;

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SAMPLE);
  g_assert_cmpint (visible.begin_ns, ==, span.begin_ns);
  g_assert_true (strata_session_get_item_span (fixture->session, item, &held));
  g_assert_cmpint (held.begin_ns, <=, span.begin_ns);
  g_assert_cmpint (held.end_ns, >, span.begin_ns);
  g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, 0);
}

static void
test_lanes (Fixture *fixture,
            gconstpointer data)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);
  g_autoptr (GString) with_hits = g_string_new (NULL);

  search (fixture, "is:counter or vsync");
  for (guint32 i = 0; i < n_lanes; i++)
    if (strata_findings_has_hit (strata_session_get_findings (fixture->session), i) && lanes[i].kind != STRATA_LANE_GROUP)
      g_string_append_printf (with_hits, "%s;", lanes[i].title);

  g_assert_cmpstr (with_hits->str, ==, "heap;Instants;");
}

static char *
draw (Fixture *fixture)
{
  const StrataSceneRegion frame = { .width_px = 1000, .height_px = 1000, .header_px = 200, .scale = 1 };

  strata_scene_build_lanes (fixture->session, &frame, strata_palette_get_light (), fixture->list);
  return strata_draw_list_to_string (fixture->list);
}

static guint
count_parts (const char *text,
             const char *part)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at++)
    n++;

  return n;
}

static guint
count_instants (const char *drawn)
{
  g_autofree char *color = g_strdup_printf ("%08x", strata_palette_get_light ()->instant);

  return count_parts (drawn, color);
}

static guint
count_graphs (const char *drawn)
{
  g_autofree char *color = g_strdup_printf ("%08x", strata_palette_get_light ()->counter_line);

  return count_parts (drawn, color);
}

/* Hits look as usual; other items are pale or hidden. */
static void
test_drawn (Fixture *fixture,
            gconstpointer data)
{
  static const struct
  {
    const char *text;
    StrataOthers others;
    gboolean has_instants;
    gboolean has_graphs;
    gboolean has_diamonds; /* if there are only pale ones */
  } cases[] = {
    { "", STRATA_OTHERS_DIMMED, TRUE, TRUE, TRUE },
    { "vsync", STRATA_OTHERS_DIMMED, TRUE, FALSE, TRUE },
    { "heap", STRATA_OTHERS_DIMMED, FALSE, TRUE, TRUE },
    { "value>4000", STRATA_OTHERS_DIMMED, FALSE, TRUE, TRUE },
    { "draw", STRATA_OTHERS_DIMMED, FALSE, FALSE, TRUE },
    { "draw", STRATA_OTHERS_HIDDEN, FALSE, FALSE, FALSE },
    { "vsync", STRATA_OTHERS_HIDDEN, TRUE, FALSE, TRUE },
    { "heap", STRATA_OTHERS_HIDDEN, FALSE, TRUE, FALSE },
    { "value>4000", STRATA_OTHERS_HIDDEN, FALSE, TRUE, FALSE },
    { "draw", STRATA_OTHERS_SHOWN, TRUE, TRUE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      strata_findings_set_others (strata_session_get_findings (fixture->session), cases[i].others);
      search (fixture, cases[i].text);

      g_autofree char *drawn = draw (fixture);

      g_test_message ("“%s” %d", cases[i].text, cases[i].others);
      g_assert_cmpint (count_instants (drawn) > 0, ==, cases[i].has_instants);
      g_assert_cmpint (count_graphs (drawn) > 0, ==, cases[i].has_graphs);
      g_assert_cmpint (strstr (drawn, " diamond ") != NULL, ==, cases[i].has_diamonds);
    }
}

/* Only the samples that were found. */
static void
test_sample_columns (Fixture *fixture,
                     gconstpointer data)
{
  strata_findings_set_others (strata_session_get_findings (fixture->session), STRATA_OTHERS_HIDDEN);
  search (fixture, "value>=0");
  g_autofree char *all = draw (fixture);

  search (fixture, "heap");
  g_autofree char *whole = draw (fixture);

  search (fixture, "value>5000");
  g_autofree char *some = draw (fixture);

  g_assert_cmpuint (count_graphs (all), ==, count_graphs (whole));
  g_assert_cmpstr (some, !=, all);
  g_assert_cmpuint (strlen (some), <, strlen (all));
}

static StrataTrace *
make_many_instants (guint32 n_instants,
                    guint32 needle)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 1, "p", 1, "t");

  for (guint32 i = 0; i < n_instants; i++)
    strata_trace_builder_add_instant (builder, thread, 0, 0, i * 1000, fixture_name (builder, i == needle ? "needle" : "hay"));

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* A hit among many in the same column is drawn as one, and can be pointed at. */
static void
test_narrow (void)
{
  const StrataSceneRegion frame = { .width_px = 1000, .height_px = 300, .header_px = 200, .scale = 1 };
  Fixture fixture;
  StrataHit hit;
  double rect[4];

  set_up_with (&fixture, make_many_instants (100000, 50003));
  search (&fixture, "needle");

  g_autofree char *drawn = draw (&fixture);

  g_assert_cmpuint (count_instants (drawn), ==, 1);
  g_assert_true (strata_session_select_hit (fixture.session, 1));

  const StrataItem item = strata_session_get_selected_item (fixture.session);

  g_assert_true (strata_scene_get_item_rect (fixture.session, &frame, item, rect));
  strata_scene_hit (fixture.session, &frame, rect[0] + 0.5, rect[1] + rect[3] / 2, &hit);
  g_assert_cmpint (hit.item.kind, ==, STRATA_ITEM_INSTANT);
  g_assert_cmpuint (hit.item.index, ==, 50003);

  strata_findings_set_others (strata_session_get_findings (fixture.session), STRATA_OTHERS_HIDDEN);
  strata_scene_hit (fixture.session, &frame, rect[0] + 100, rect[1] + rect[3] / 2, &hit);
  g_assert_cmpint (hit.item.kind, ==, STRATA_ITEM_NONE);
  tear_down (&fixture, NULL);
}

static void
test_overview (Fixture *fixture,
               gconstpointer data)
{
  const StrataSceneRegion frame = { .width_px = 1000, .height_px = 40, .header_px = 200, .scale = 1 };

  search (fixture, "no such thing");
  strata_scene_build_overview (fixture->session, &frame, strata_palette_get_light (), fixture->list);
  g_autofree char *before = strata_draw_list_to_string (fixture->list);

  search (fixture, "vsync");
  strata_scene_build_overview (fixture->session, &frame, strata_palette_get_light (), fixture->list);
  g_autofree char *after = strata_draw_list_to_string (fixture->list);

  g_assert_cmpuint (count_parts (before, "c01c28"), ==, 0);
  g_assert_cmpuint (count_parts (after, "c01c28"), ==, strata_trace_get_instants (fixture->trace)->n_instants);
}

static StrataTrace *
make_random_trace (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 1, "p", 1, "t");

  for (gint64 time_ns = 0; time_ns < 3000; time_ns += g_rand_int_range (random, 0, 6))
    {
      g_autofree char *name = g_strdup_printf ("n%d", g_rand_int_range (random, 0, 8));
      const guint32 string = fixture_name (builder, name);

      switch (g_rand_int_range (random, 0, 3))
        {
        case 0:
          fixture_slice (builder, thread, time_ns, time_ns, name);
          break;
        case 1:
          strata_trace_builder_add_instant (builder, thread, 0, 0, time_ns, string);
          break;
        default:
          strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, 0, -1, string), time_ns, g_rand_int_range (random, 0, 9));
          break;
        }
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer user_data)
{
  const guint32 row_a = *(const guint32 *) a;
  const guint32 row_b = *(const guint32 *) b;
  const gint64 a_ns = strata_search_row_get_time_ns (user_data, row_a);
  const gint64 b_ns = strata_search_row_get_time_ns (user_data, row_b);

  if (a_ns != b_ns)
    return a_ns < b_ns ? -1 : 1;

  return row_a < row_b ? -1 : row_a > row_b;
}

static gboolean
is_named (StrataTrace *trace,
          guint32 row,
          const char *name)
{
  guint32 index;
  guint32 string = 0;

  switch (strata_search_row_get_kind (trace, row, &index))
    {
    case STRATA_SEARCH_SLICES:
      string = strata_trace_get_slices (trace)->name[index];
      break;
    case STRATA_SEARCH_INSTANTS:
      string = strata_trace_get_instants (trace)->name[index];
      break;
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      string = strata_trace_get_counters (trace, NULL)[strata_trace_find_counter (trace, index)].name;
      break;
    case STRATA_SEARCH_RUNS:
      string = strata_trace_get_threads (trace, NULL)[strata_trace_get_cpu_runs (trace)->thread[index]].name;
      break;
    }

  return strcmp (strata_trace_get_string (trace, string), name) == 0;
}

/* The expected result for a row: every sample with a value, otherwise the first of a counter. */
static gboolean
is_expected (StrataTrace *trace,
             guint32 row,
             gboolean is_by_sample)
{
  guint32 index;

  if (strata_search_row_get_kind (trace, row, &index) != STRATA_SEARCH_SAMPLES)
    return is_named (trace, row, "n1") || is_named (trace, row, "n2");
  if (is_by_sample)
    return is_named (trace, row, "n1") || (is_named (trace, row, "n2") && strata_trace_get_samples (trace)->value[index] > 4);

  return (is_named (trace, row, "n1") || is_named (trace, row, "n2")) &&
         strata_trace_get_counters (trace, NULL)[strata_trace_find_counter (trace, index)].first_sample == index;
}

static void
check_random (Fixture *fixture,
              const char *text,
              gboolean is_by_sample)
{
  const guint32 n_rows = strata_search_row_from_sample (fixture->trace, strata_trace_get_samples (fixture->trace)->n_samples);
  const guint32 n_hits = count_hits (fixture, text);
  const StrataHits *hits = strata_findings_get_hits (strata_session_get_findings (fixture->session));
  g_autofree guint32 *expected = g_new (guint32, n_rows + 1);
  guint32 n_expected = 0;

  for (guint32 row = 0; row < n_rows; row++)
    {
      if (is_expected (fixture->trace, row, is_by_sample))
        expected[n_expected++] = row;
      else
        g_assert_cmpuint (strata_hits_find_rank (hits, row), ==, STRATA_NONE);
    }

  g_assert_cmpuint (n_hits, ==, n_expected);
  g_qsort_with_data (expected, (int) n_expected, sizeof *expected, compare_rows, fixture->trace);
  for (guint32 i = 0; i < n_expected; i++)
    {
      g_assert_cmpuint (hits->by_start[i], ==, expected[i]);
      g_assert_cmpuint (strata_hits_find_rank (hits, expected[i]), ==, i);
    }
}

static void
test_random (void)
{
  for (guint round = 0; round < 20; round++)
    {
      GRand *random = g_rand_new_with_seed (g_test_rand_int ());
      Fixture fixture;

      set_up_with (&fixture, make_random_trace (random));
      check_random (&fixture, "n1 or n2", FALSE);
      check_random (&fixture, "n1 or (n2 value>4) or (n2 -is:counter)", TRUE);
      tear_down (&fixture, NULL);
      g_rand_free (random);
    }
}

static void
add (const char *path,
     void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/hits/others/count", test_count);
  add ("/hits/others/walk", test_walk);
  add ("/hits/others/whole-counter", test_whole_counter);
  add ("/hits/others/lanes", test_lanes);
  add ("/hits/others/drawn", test_drawn);
  add ("/hits/others/walk-runs", test_walk_runs);
  add ("/hits/others/sample-columns", test_sample_columns);
  add ("/hits/others/overview", test_overview);
  g_test_add_func ("/hits/others/narrow", test_narrow);
  g_test_add_func ("/hits/others/random", test_random);

  return g_test_run ();
}
