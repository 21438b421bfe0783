/* test-session.c - selection, underlines and descriptions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-session.h"

typedef struct
{
  StrataTrace *trace;
  StrataSession *session;
  guint n_viewport;
  guint n_lanes;
  guint n_selection;
  guint n_highlight;
  guint n_hover;
  guint n_reveal;
} Fixture;

static void
count (guint *counter)
{
  (*counter)++;
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->trace = fixture_trace_new ();
  fixture->session = strata_session_new (fixture->trace);
  strata_view_set_width (strata_session_get_view (fixture->session), 800);
  g_signal_connect_swapped (strata_session_get_view (fixture->session), "viewport-changed", G_CALLBACK (count), &fixture->n_viewport);
  g_signal_connect_swapped (strata_session_get_view (fixture->session), "lanes-changed", G_CALLBACK (count), &fixture->n_lanes);
  g_signal_connect_swapped (strata_session_get_selection (fixture->session), "item-changed", G_CALLBACK (count), &fixture->n_selection);
  g_signal_connect_swapped (strata_session_get_selection (fixture->session), "highlight-changed", G_CALLBACK (count), &fixture->n_highlight);
  g_signal_connect_swapped (strata_session_get_selection (fixture->session), "hover-changed", G_CALLBACK (count), &fixture->n_hover);
  g_signal_connect_swapped (fixture->session, "reveal-requested", G_CALLBACK (count), &fixture->n_reveal);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_object_unref (fixture->session);
  g_object_unref (fixture->trace);
}

static guint32
find_slice (Fixture *fixture,
            const char *name,
            guint nth)
{
  const StrataSliceTable *table = strata_trace_get_slices (fixture->trace);

  for (guint32 i = 0; i < table->n_slices; i++)
    if (g_str_equal (strata_trace_get_string (fixture->trace, table->name[i]), name) && nth-- == 0)
      return i;

  g_assert_not_reached ();
}

static const char *
get_selected_name (Fixture *fixture)
{
  StrataItem item = strata_session_get_selected_item (fixture->session);

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SLICE);
  return strata_trace_get_string (fixture->trace, strata_trace_get_slices (fixture->trace)->name[item.index]);
}

static void
test_signals (Fixture *fixture,
              gconstpointer data)
{
  StrataItem item = { STRATA_ITEM_SLICE, 3, 4, 1 };

  /* Only changes are signalled. */
  strata_view_show_all (strata_session_get_view (fixture->session));
  g_assert_cmpuint (fixture->n_viewport, ==, 0);
  strata_view_zoom_at (strata_session_get_view (fixture->session), 400, 2);
  strata_view_pan (strata_session_get_view (fixture->session), 10);
  g_assert_cmpuint (fixture->n_viewport, ==, 2);

  for (int i = 0; i < 2; i++)
    {
      strata_session_select (fixture->session, item);
      strata_selection_set_hover (strata_session_get_selection (fixture->session), item);
      strata_lanes_set_collapsed (strata_session_get_lanes (fixture->session), 3, TRUE);
      strata_selection_set_highlight (strata_session_get_selection (fixture->session), 1);
    }

  g_assert_cmpuint (fixture->n_selection, ==, 1);
  g_assert_cmpuint (fixture->n_hover, ==, 1);
  g_assert_cmpuint (fixture->n_lanes, ==, 1);
  g_assert_cmpuint (fixture->n_highlight, ==, 1);
  g_assert_cmpuint (fixture->n_reveal, ==, 0);

  strata_session_select (fixture->session, (StrataItem){ .kind = STRATA_ITEM_NONE });
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);
  g_assert_cmpuint (fixture->n_selection, ==, 2);
}

static void
test_navigation (Fixture *fixture,
                 gconstpointer data)
{
  strata_session_select_slice (fixture->session, find_slice (fixture, "doFrame", 25));

  strata_session_select_relative (fixture->session, 1);
  g_assert_cmpstr (get_selected_name (fixture), ==, "inflate");
  strata_session_select_neighbour (fixture->session, -1);
  g_assert_cmpstr (get_selected_name (fixture), ==, "measure");
  strata_session_select_relative (fixture->session, -1);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, find_slice (fixture, "doFrame", 25));
  strata_session_select_neighbour (fixture->session, 1);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, find_slice (fixture, "doFrame", 26));

  /* At an end the selection stays. */
  strata_session_select_slice (fixture->session, find_slice (fixture, "doFrame", 0));
  strata_session_select_neighbour (fixture->session, -1);
  strata_session_select_relative (fixture->session, -1);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, find_slice (fixture, "doFrame", 0));
}

static void
test_first_key (Fixture *fixture,
                gconstpointer data)
{
  strata_session_select_neighbour (fixture->session, 1);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, find_slice (fixture, "doFrame", 0));
}

static void
test_reveal (Fixture *fixture,
             gconstpointer data)
{
  guint32 slice = find_slice (fixture, "doFrame", 39);
  StrataSpan span;

  strata_lanes_set_all_collapsed (strata_session_get_lanes (fixture->session), TRUE);
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 1000000000, 1010000000 }, 0.0);
  strata_session_select_slice (fixture->session, slice);

  StrataItem item = strata_session_get_selected_item (fixture->session);
  StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (fixture->session));

  g_assert_true (strata_session_get_item_span (fixture->session, item, &span));
  g_assert_cmpint (span.begin_ns, <, visible.end_ns);
  g_assert_cmpint (span.end_ns, >, visible.begin_ns);
  g_assert_true (strata_lanes_get (strata_session_get_lanes (fixture->session), NULL)[item.lane].is_visible);
  g_assert_cmpuint (fixture->n_reveal, ==, 1);

  /* The zoom set by the user is kept. */
  g_assert_cmpfloat_with_epsilon ((double) strata_span_get_length_ns (visible), 1e7, 2e4);

  g_assert_true (strata_session_show_selection (fixture->session));
  visible = strata_viewport_get_span (strata_session_get_viewport (fixture->session));
  g_assert_cmpint (visible.begin_ns, <, span.begin_ns);
  g_assert_cmpint (visible.end_ns, >, span.end_ns);
  g_assert_cmpint (strata_span_get_length_ns (visible), <, 2 * strata_span_get_length_ns (span));
}

static void
test_highlight (Fixture *fixture,
                gconstpointer data)
{
  guint32 name = strata_string_pool_lookup (strata_trace_get_strings (fixture->trace), "layout");
  StrataSelection *selection = strata_session_get_selection (fixture->session);

  strata_selection_set_highlight (selection, 1);
  strata_selection_set_highlight (selection, name);
  g_assert_null (strata_selection_get_highlighted (selection));
  while (strata_selection_get_highlighted (selection) == NULL)
    g_main_context_iteration (NULL, TRUE);

  const StrataHighlight *highlight = strata_selection_get_highlighted (selection);

  g_assert_cmpuint (highlight->n_slices, ==, 39);
  for (guint i = 0; i < highlight->n_slices; i++)
    g_assert_cmpuint (strata_trace_get_slices (fixture->trace)->name[highlight->slices[i]], ==, name);

  strata_selection_set_highlight (selection, STRATA_NONE);
  g_assert_null (strata_selection_get_highlighted (selection));
}

static void
assert_described (Fixture *fixture,
                  StrataItem item,
                  const char *expected)
{
  g_autofree char *text = strata_session_describe_item (fixture->session, item);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_describe (Fixture *fixture,
               gconstpointer data)
{
  assert_described (fixture, (StrataItem){ STRATA_ITEM_SLICE, find_slice (fixture, "doFrame", 25), 4, 3 },
                    "doFrame\n"
                    "Duration: 15.0\302\240ms\n"
                    "Self time: 1.50\302\240ms\n"
                    "CPU time: 10.0\302\240ms\n"
                    "Start: 400.000\302\240ms\n"
                    "Thread: main 100\n"
                    "Process: com.example.app 100\n"
                    "3 items here; showing the longest");
  assert_described (fixture, (StrataItem){ STRATA_ITEM_SLICE, find_slice (fixture, "left open", 0), 10, 1 },
                    "left open\n"
                    "Duration: 82.0\302\240ms\n"
                    "CPU time: 40.0\302\240ms\n"
                    "Start: 550.000\302\240ms\n"
                    "Did not finish\n"
                    "Thread: worker 207\n"
                    "Process: system_server 200");
  assert_described (fixture, (StrataItem){ STRATA_ITEM_SAMPLE, 1, 7, 1 },
                    "heap\n"
                    "Value: 4\342\200\257100\n"
                    "Change to the next value: +300 in 12.0\302\240ms, +25\342\200\257000/s\n"
                    "Start: 12.000\302\240ms\n"
                    "Process: com.example.app 100");
  assert_described (fixture, (StrataItem){ STRATA_ITEM_INSTANT, 2, 8, 1 },
                    "vsync\n"
                    "At 36.000\302\240ms\n"
                    "Thread: main 100\n"
                    "Process: com.example.app 100");
  assert_described (fixture, (StrataItem){ .kind = STRATA_ITEM_NONE }, NULL);
}

/* HiTrace data, argument by argument, but no more arguments than can be read. */
static void
test_describe_attrs (Fixture *fixture,
                     gconstpointer data)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  g_autoptr (GString) many = g_string_new ("k=v");
  guint32 thread = fixture_thread (builder, 1, "app", 1, "main");
  StrataAttrs attrs = {
    .level = 'I',
    .tags = G_GUINT64_CONSTANT (1) << 62 | G_GUINT64_CONSTANT (1) << 30,
    .side = 'S',
    .chain = fixture_name (builder, "c,1,0"),
    .args = fixture_args (builder, "user=root,id=(1,1),text,t=a: b"),
    .extra = fixture_name (builder, "later"),
  };

  strata_trace_builder_begin_slice (builder, thread, 0, STRATA_NO_TIME, fixture_name (builder, "a"),
                                    strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs));
  strata_trace_builder_end_slice (builder, thread, 1000, STRATA_NO_TIME, 0);

  for (guint i = 0; i < 34; i++)
    g_string_append (many, ",k=v");

  attrs = (StrataAttrs){ .args = fixture_args (builder, many->str) };
  strata_trace_builder_begin_slice (builder, thread, 2000, STRATA_NO_TIME, fixture_name (builder, "b"),
                                    strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs));

  attrs = (StrataAttrs){ .args = fixture_args (builder, "user=root,t=a: b") };
  strata_trace_builder_begin_slice (builder, thread, 3000, STRATA_NO_TIME, fixture_name (builder, "c"),
                                    strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs));

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autofree char *first = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_SLICE, 0, STRATA_NONE, 1 });
  g_autofree char *second = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_SLICE, 1, STRATA_NONE, 1 });

  g_assert_nonnull (strstr (first, "\nLevel: INFO\n"
                                   "Tags: ohos,app\n"
                                   "Chain: c,1,0\n"
                                   "Side: server\n"
                                   "Arguments: user=root,id=(1,1),text,t=a: b\n"
                                   "user: root\n"
                                   "id: (1,1)\n"
                                   "t: a: b\n"
                                   "More: later"));
  g_assert_nonnull (strstr (second, "\nk: v\nand 3 more arguments"));

  /* arguments that all have a line are not there twice */
  g_autofree char *third = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_SLICE, 2, STRATA_NONE, 1 });

  g_assert_nonnull (strstr (third, "\nuser: root\nt: a: b"));
  g_assert_null (strstr (third, "Arguments"));
}

/* A call to another process: 10 µs there, 30 µs of work, 60 µs back. */
static void
test_describe_hop (Fixture *fixture,
                   gconstpointer data)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 client = fixture_thread (builder, 1, "app", 1, "main");
  const guint32 server = fixture_thread (builder, 2, "service", 2, "main");
  StrataAttrs attrs = { .chain = fixture_name (builder, "c,1,0") };
  const guint32 set = strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs);

  strata_trace_builder_begin_slice (builder, client, 0, STRATA_NO_TIME, fixture_name (builder, "ask"), set);
  strata_trace_builder_begin_slice (builder, server, 10000, STRATA_NO_TIME, fixture_name (builder, "answer"), set);
  strata_trace_builder_end_slice (builder, server, 40000, STRATA_NO_TIME, 0);
  strata_trace_builder_end_slice (builder, client, 100000, STRATA_NO_TIME, 0);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autofree char *ask = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_SLICE, 0, STRATA_NONE, 1 });
  g_autofree char *answer = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_SLICE, 1, STRATA_NONE, 1 });

  g_assert_null (strstr (ask, "Way"));
  g_assert_nonnull (strstr (answer, "\nOutbound: 10.0\302\240µs\nReturn: 60.0\302\240µs"));
}

static void
test_describe_run (Fixture *fixture,
                   gconstpointer data)
{
  g_autofree char *text = strata_session_describe_item (fixture->session, (StrataItem){ STRATA_ITEM_CPU_RUN, 0, 1, 1 });

  g_assert_nonnull (strstr (text, "Running for 20.0\302\240ms"));
  g_assert_nonnull (strstr (text, "Then slept"));
}

int
main (int argc,
      char **argv)
{
  static const struct
  {
    const char *path;
    void (*function) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/session/signals", test_signals },
    { "/session/navigation", test_navigation },
    { "/session/first-key", test_first_key },
    { "/session/reveal", test_reveal },
    { "/session/highlight", test_highlight },
    { "/session/describe", test_describe },
    { "/session/describe-attrs", test_describe_attrs },
    { "/session/describe-hop", test_describe_hop },
    { "/session/describe-run", test_describe_run },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].function, tear_down);

  return g_test_run ();
}
