/* test-view-options.c - clocks, colours, and slices with the same name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-hues.h"
#include "strata-inclusive.h"
#include "strata-palette-private.h"
#include "strata-session.h"

#define BOTH (STRATA_CLOCK_WALL | STRATA_CLOCK_CPU)

typedef struct
{
  gint64 begin_ns;
  gint64 begin_cpu_ns;
  gint64 end_ns;
  gint64 end_cpu_ns;
  const char *name;
} Call;

static StrataTrace *
make_trace (const Call *calls,
            guint n_calls,
            StrataClocks clocks)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 threads[2];

  strata_trace_builder_set_clocks (builder, clocks);
  threads[0] = fixture_thread (builder, 1, "p", 1, "t");
  threads[1] = fixture_thread (builder, 2, "q", 2, "u");

  /* every third is on the other thread */
  for (guint i = 0; i < n_calls; i++)
    {
      guint32 thread = threads[i % 3 == 2];

      strata_trace_builder_begin_slice (builder, thread, calls[i].begin_ns, calls[i].begin_cpu_ns, fixture_name (builder, calls[i].name), STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, calls[i].end_ns, calls[i].end_cpu_ns, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_THREAD_END);
}

/* By wall time 5, 20, 20, 1 ms on threads 1, 1, 2, 1; by CPU 4, 1, 2, 1. In the
 * trace they are slices 0, 1 and 2 of thread 1, and 3 of thread 2. */
static const Call four[] = {
  { 0, 0, 5000000, 4000000, "a.b.C.m ()V" },
  { 10000000, 4000000, 30000000, 5000000, "a.b.C.m ()V" },
  { 12000000, 0, 32000000, 2000000, "a.b.C.m ()V" },
  { 40000000, 5000000, 41000000, 6000000, "a.b.C.m ()V" },
};

static StrataSession *
make_session (StrataClocks clocks)
{
  g_autoptr (StrataTrace) trace = make_trace (four, G_N_ELEMENTS (four), clocks);
  StrataSession *session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 800);
  return session;
}

static void
test_alike (void)
{
  static const struct
  {
    guint32 slice;
    StrataAlikeStep step;
    StrataClocks clock;
    guint32 found;
  } cases[] = {
    { 0, STRATA_ALIKE_NEXT, STRATA_CLOCK_WALL, 1 },
    { 1, STRATA_ALIKE_NEXT, STRATA_CLOCK_WALL, 3 },
    { 3, STRATA_ALIKE_NEXT, STRATA_CLOCK_WALL, 2 },
    { 2, STRATA_ALIKE_NEXT, STRATA_CLOCK_WALL, STRATA_NONE },
    { 2, STRATA_ALIKE_PREVIOUS, STRATA_CLOCK_WALL, 3 },
    { 3, STRATA_ALIKE_PREVIOUS, STRATA_CLOCK_WALL, 1 },
    { 0, STRATA_ALIKE_PREVIOUS, STRATA_CLOCK_WALL, STRATA_NONE },
    { 2, STRATA_ALIKE_LONGEST, STRATA_CLOCK_WALL, 1 },
    { 1, STRATA_ALIKE_SHORTER, STRATA_CLOCK_WALL, 3 },
    { 3, STRATA_ALIKE_SHORTER, STRATA_CLOCK_WALL, 0 },
    { 0, STRATA_ALIKE_SHORTER, STRATA_CLOCK_WALL, 2 },
    { 2, STRATA_ALIKE_SHORTER, STRATA_CLOCK_WALL, STRATA_NONE },
    { 2, STRATA_ALIKE_LONGER, STRATA_CLOCK_WALL, 0 },
    { 3, STRATA_ALIKE_LONGER, STRATA_CLOCK_WALL, 1 },
    { 1, STRATA_ALIKE_LONGER, STRATA_CLOCK_WALL, STRATA_NONE },
    { 2, STRATA_ALIKE_LONGEST, STRATA_CLOCK_CPU, 0 },
    { 0, STRATA_ALIKE_SHORTER, STRATA_CLOCK_CPU, 3 },
    { 3, STRATA_ALIKE_SHORTER, STRATA_CLOCK_CPU, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataSession) session = make_session (BOTH);

      strata_view_set_options (strata_session_get_view (session), (StrataViewOptions){ .clock = cases[i].clock });
      g_assert_cmpuint (strata_alike_find (strata_session_get_trace (session), cases[i].slice, cases[i].step), ==, cases[i].found);
    }
}

static void
count (guint *n_changes)
{
  ++*n_changes;
}

/* Takes a step, twice like a key that repeats, and waits for its target slice. */
static guint32
step_alike (StrataSession *session,
            StrataAlikeStep step)
{
  guint n_changes = 0;
  const gulong id = g_signal_connect_swapped (strata_session_get_selection (session), "item-changed", G_CALLBACK (count), &n_changes);

  g_assert_true (strata_session_select_alike (session, step));
  g_assert_true (strata_session_select_alike (session, step));
  while (n_changes == 0)
    g_main_context_iteration (NULL, TRUE);

  g_signal_handler_disconnect (strata_session_get_selection (session), id);
  return strata_session_get_selected_item (session).index;
}

static void
test_select_alike (void)
{
  g_autoptr (StrataSession) session = make_session (BOTH);

  g_assert_false (strata_session_select_alike (session, STRATA_ALIKE_NEXT)); /* nothing to start from */

  strata_selection_set_highlight (strata_session_get_selection (session), strata_trace_get_slices (strata_session_get_trace (session))->name[0]);
  strata_selection_find_highlighted_now (strata_session_get_selection (session));
  g_assert_cmpuint (step_alike (session, STRATA_ALIKE_NEXT), ==, 1); /* the longest of the underlined slices */
  g_assert_cmpuint (step_alike (session, STRATA_ALIKE_SHORTER), ==, 3);

  /* another selection in between is kept */
  g_assert_true (strata_session_select_alike (session, STRATA_ALIKE_LONGER));
  strata_session_select_slice (session, 0);
  g_assert_cmpuint (step_alike (session, STRATA_ALIKE_SHORTER), ==, 2);
}

/* Names rank by their inclusive time. */
static void
test_ranks_by_time (void)
{
  static const Call calls[] = {
    { 0, 0, 10, 0, "short" },
    { 20, 0, 50, 0, "long" },
    { 0, 0, 25, 0, "other" },
    { 60, 0, 70, 0, "short" },
  };
  g_autoptr (StrataTrace) trace = make_trace (calls, G_N_ELEMENTS (calls), STRATA_CLOCK_WALL);
  g_autofree guint32 *ranks = strata_inclusive_rank_names (trace);
  const StrataStringPool *strings = strata_trace_get_strings (trace);

  g_assert_cmpuint (ranks[strata_string_pool_lookup (strings, "long")], ==, 0);
  g_assert_cmpuint (ranks[strata_string_pool_lookup (strings, "other")], ==, 1);
  g_assert_cmpuint (ranks[strata_string_pool_lookup (strings, "short")], ==, 2);
}

static void
test_recursion_counts_once (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 thread = fixture_thread (builder, 1, "p", 1, "t");
  guint32 name = fixture_name (builder, "again");

  strata_trace_builder_begin_slice (builder, thread, 0, STRATA_NO_TIME, name, STRATA_ATTRS_NONE);
  strata_trace_builder_begin_slice (builder, thread, 1, STRATA_NO_TIME, name, STRATA_ATTRS_NONE);
  strata_trace_builder_end_slice (builder, thread, 9, STRATA_NO_TIME, 0);
  strata_trace_builder_end_slice (builder, thread, 10, STRATA_NO_TIME, 0);
  fixture_slice (builder, thread, 20, 35, "once");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autofree guint32 *ranks = strata_inclusive_rank_names (trace);

  g_assert_cmpuint (ranks[name], ==, 1);
}

static void
test_hues (void)
{
  static const Call calls[] = {
    { 0, 0, 10, 0, "a.b.C.m ()V" },
    { 20, 0, 50, 0, "a.b.D.n ()V" },
    { 0, 0, 25, 0, "x.y.Z.n ()V" },
  };
  g_autoptr (StrataTrace) trace = make_trace (calls, G_N_ELEMENTS (calls), STRATA_CLOCK_WALL);
  const guint32 *names = strata_trace_get_slices (trace)->name;
  StrataHues hues;

  strata_hues_init (&hues, trace, STRATA_COLORING_PACKAGE, 2);
  g_assert_cmpuint (hues.by_name[names[0]], ==, hues.by_name[names[1]]);
  g_assert_cmpuint (hues.by_name[names[0]], ==, strata_palette_get_name_hue ("a.b"));
  strata_hues_clear (&hues);

  strata_hues_init (&hues, trace, STRATA_COLORING_TIME, 2);
  g_assert_cmpuint (hues.by_name[names[1]], ==, 0);
  g_assert_cmpuint (hues.by_name[names[2]], !=, hues.by_name[names[1]]);
  strata_hues_clear (&hues);

  strata_hues_init (&hues, trace, STRATA_COLORING_PROCESS, 2);
  g_assert_cmpuint (hues.by_row[0], ==, strata_palette_get_name_hue ("p"));
  g_assert_cmpuint (hues.by_row[1], ==, strata_palette_get_name_hue ("q"));
  strata_hues_clear (&hues);
}

static void
test_ids (void)
{
  for (StrataColoring i = 0; i < STRATA_N_COLORINGS; i++)
    {
      StrataColoring found;

      g_assert_true (strata_coloring_from_id (strata_coloring_get_id (i), &found));
      g_assert_cmpint (found, ==, i);
    }

  g_assert_false (strata_coloring_from_id ("odd", &(StrataColoring){ 0 }));
  g_assert_false (strata_coloring_from_id (NULL, &(StrataColoring){ 0 }));
}

/* The selection stays selected, at the same size. */
static void
test_change_of_clock (void)
{
  g_autoptr (StrataSession) session = make_session (BOTH);
  guint n_changed = 0;

  g_signal_connect_swapped (strata_session_get_view (session), "options-changed", G_CALLBACK (count), &n_changed);
  g_assert_true (strata_view_has_both_clocks (strata_session_get_view (session)));
  strata_session_select_slice (session, 1);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 0, 40000000 }, 0);
  strata_view_set_options (strata_session_get_view (session), (StrataViewOptions){ .clock = STRATA_CLOCK_CPU });

  StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (session));
  StrataSpan span;

  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpuint (strata_session_get_selected_item (session).index, ==, 1);
  g_assert_true (strata_session_get_item_span (session, strata_session_get_selected_item (session), &span));
  g_assert_cmpint (span.begin_ns, ==, 4000000);
  g_assert_cmpint (span.end_ns, ==, 5000000);
  g_assert_cmpint (strata_span_get_length_ns (visible), <=, 2100000);
  g_assert_cmpint (visible.begin_ns, <=, span.begin_ns);
  g_assert_cmpint (visible.end_ns, >=, span.end_ns);

  g_autofree char *text = strata_session_describe_item (session, strata_session_get_selected_item (session));

  g_assert_nonnull (strstr (text, "CPU time: 1.00"));
  g_assert_nonnull (strstr (text, "Duration: 20.0"));

  strata_view_set_options (strata_session_get_view (session), (StrataViewOptions){ .clock = STRATA_CLOCK_WALL });
  g_assert_true (strata_session_get_item_span (session, strata_session_get_selected_item (session), &span));
  g_assert_cmpint (span.begin_ns, ==, 10000000);
}

static void
test_one_clock (void)
{
  g_autoptr (StrataSession) session = make_session (STRATA_CLOCK_WALL);

  g_assert_false (strata_view_has_both_clocks (strata_session_get_view (session)));
  strata_view_set_options (strata_session_get_view (session), (StrataViewOptions){ .clock = STRATA_CLOCK_CPU, .has_switches = TRUE });
  g_assert_cmpint (strata_trace_get_axis (strata_session_get_trace (session)), ==, STRATA_CLOCK_WALL);
}

static void
on_view_options_changed (GMainLoop *loop)
{
  g_main_loop_quit (loop);
}

/* The newest options win; the session keeps the old ones until they are ready. */
static void
test_background (void)
{
  g_autoptr (StrataSession) session = make_session (BOTH);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint n_changed = 0;

  g_signal_connect_swapped (strata_session_get_view (session), "options-changed", G_CALLBACK (count), &n_changed);
  g_signal_connect_swapped (strata_session_get_view (session), "options-changed", G_CALLBACK (on_view_options_changed), loop);
  for (StrataColoring i = 1; i < STRATA_N_COLORINGS; i++)
    strata_view_want_options (strata_session_get_view (session), (StrataViewOptions){ .clock = STRATA_CLOCK_CPU, .coloring = i });

  g_assert_cmpint (strata_view_get_wanted_options (strata_session_get_view (session)).clock, ==, STRATA_CLOCK_CPU);
  g_assert_cmpint (strata_view_get_options (strata_session_get_view (session)).clock, ==, STRATA_CLOCK_WALL);
  g_main_loop_run (loop);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpint (strata_view_get_options (strata_session_get_view (session)).clock, ==, STRATA_CLOCK_CPU);
  g_assert_cmpint (strata_view_get_options (strata_session_get_view (session)).coloring, ==, STRATA_N_COLORINGS - 1);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/look/alike", test_alike);
  g_test_add_func ("/look/select-alike", test_select_alike);
  g_test_add_func ("/look/ranks-by-time", test_ranks_by_time);
  g_test_add_func ("/look/recursion-counts-once", test_recursion_counts_once);
  g_test_add_func ("/look/hues", test_hues);
  g_test_add_func ("/look/ids", test_ids);
  g_test_add_func ("/look/change-of-clock", test_change_of_clock);
  g_test_add_func ("/look/one-clock", test_one_clock);
  g_test_add_func ("/look/background", test_background);

  return g_test_run ();
}
