/* test-session-states.c - thread states in words, and steps between them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-scene.h"
#include "strata-session.h"
#include "strata-slice-states.h"
#include "strata-state-hues.h"

/* "main" sleeps at 200, is woken at 500 by "waker", which an interrupt had woken, gets CPU 1 at
 * 600, is preempted at 700 and continues at 800. */
static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 thread = fixture_thread (builder, 10, "app", 10, "main");
  guint32 waker = fixture_thread (builder, 10, "app", 12, "waker");
  guint32 other = fixture_thread (builder, 20, "other", 20, "other");

  strata_trace_builder_switch_cpu (builder, 0, 100, STRATA_NONE, 0, thread);
  strata_trace_builder_switch_cpu (builder, 1, 100, STRATA_NONE, 0, other);
  strata_trace_builder_begin_slice (builder, thread, 150, STRATA_NO_TIME, fixture_name (builder, "frame"), STRATA_ATTRS_NONE);
  strata_trace_builder_switch_cpu (builder, 0, 200, thread, 'S', STRATA_NONE);
  strata_trace_builder_wake (builder, waker, 300, other, TRUE);
  strata_trace_builder_switch_cpu (builder, 0, 400, STRATA_NONE, 0, waker);
  strata_trace_builder_wake (builder, thread, 500, waker, FALSE);
  strata_trace_builder_switch_cpu (builder, 1, 600, other, 'S', thread);
  strata_trace_builder_switch_cpu (builder, 1, 700, thread, 'R' | STRATA_END_STATE_PREEMPTED, other);
  strata_trace_builder_switch_cpu (builder, 1, 800, other, 'S', thread);
  strata_trace_builder_end_slice (builder, thread, 850, STRATA_NO_TIME, 0);
  strata_trace_builder_switch_cpu (builder, 1, 900, thread, 'S', STRATA_NONE);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static StrataSession *
make_session (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();

  return strata_session_new (trace);
}

/* The state of a thread at a time. */
static StrataItem
find_state (StrataSession *session,
            gint64 tid,
            gint64 time_ns)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  guint32 thread = 0;

  while (threads[thread].tid != tid)
    thread++;

  const guint32 state = strata_state_index_find_at (&strata_session_get_index (session)->states, strata_trace_get_states (trace), thread, time_ns);

  return (StrataItem){ STRATA_ITEM_STATE, state, strata_lanes_find_thread (strata_session_get_lanes (session), thread), 1 };
}

/* Returns the text with plain spaces. */
static char *
dup_spaced (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\302\240", -1);

  return g_strjoinv (" ", parts);
}

static void
test_describe (void)
{
  static const struct
  {
    gint64 tid;
    gint64 time_ns;
    const char *text;
  } rows[] = {
    { 10, 150, "Running\nCPU: 0\nDuration: 100 ns\nStart: 0 µs\nThread: main 10\nProcess: app 10" },
    { 10, 250, "Sleeping\nDuration: 300 ns\nStart: 100 ns\nWoken by: waker 12\nWake-up latency: 100 ns\nThread: main 10\nProcess: app 10" },
    { 10, 550, "Runnable: waiting for a CPU\nDuration: 100 ns\nStart: 400 ns\nWoken by: waker 12\nWake-up latency: 100 ns\nThread: main 10\nProcess: app 10" },
    { 10, 750, "Preempted: waiting for a CPU\nDuration: 100 ns\nStart: 600 ns\nWoken by: waker 12\nWake-up latency: 100 ns\nThread: main 10\nProcess: app 10" },
    { 12, 350, "Runnable: waiting for a CPU\nDuration: 100 ns\nStart: 200 ns\nWoken by an interrupt\nInterrupted: other 20\nWake-up latency: 100 ns\nThread: waker 12\nProcess: app 10" },
  };
  g_autoptr (StrataSession) session = make_session ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = strata_session_describe_item (session, find_state (session, rows[i].tid, rows[i].time_ns));

      g_autofree char *spaced = dup_spaced (text);

      g_assert_cmpstr (spaced, ==, rows[i].text);
    }
}

static void
assert_selected (StrataSession *session,
                 gint64 tid,
                 gint64 begin_ns)
{
  const StrataItem item = strata_session_get_selected_item (session);
  StrataTrace *trace = strata_session_get_trace (session);
  StrataSpan span;

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_STATE);
  g_assert_true (strata_session_get_item_span (session, item, &span));
  g_assert_cmpint (span.begin_ns, ==, begin_ns);
  g_assert_cmpint (strata_trace_get_threads (trace, NULL)[strata_session_find_item_thread (session, item)].tid, ==, tid);
  g_assert_true (strata_lanes_get (strata_session_get_lanes (session), NULL)[item.lane].is_visible);
}

/* Random switches and nested calls, to be coloured. */
static StrataTrace *
make_random_trace (GRand *rand)
{
  static const guint16 end_states[] = { 'S', 'D', 'R', 'R' | STRATA_END_STATE_PREEMPTED, 'T' };
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 thread = fixture_thread (builder, 10, "app", 10, "main");
  guint32 other = fixture_thread (builder, 20, "other", 20, "other");
  gint64 time_ns = g_rand_int_range (rand, 0, 100);
  gboolean is_running = FALSE;
  guint depth = 0;

  for (guint i = 0; i < 200; i++)
    {
      const int what = g_rand_int_range (rand, 0, 4);

      time_ns += g_rand_int_range (rand, 0, 20);
      if (what == 0 && depth > 0)
        strata_trace_builder_end_slice (builder, thread, time_ns, STRATA_NO_TIME, 0);
      else if (what <= 1)
        strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, fixture_name (builder, "call"), STRATA_ATTRS_NONE);
      else if (is_running)
        strata_trace_builder_switch_cpu (builder, 0, time_ns, thread, end_states[g_rand_int_range (rand, 0, G_N_ELEMENTS (end_states))], other);
      else
        strata_trace_builder_switch_cpu (builder, 0, time_ns, other, 'S', thread);

      depth += what == 0 && depth > 0 ? -1 : what <= 1 ? 1
                                                       : 0;
      is_running = what > 1 ? !is_running : is_running;
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* Colours by state use the longest state of each slice's split. */
static void
test_state_hues (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  guint n_split = 0;

  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (StrataTrace) trace = make_random_trace (rand);
      g_autofree guint8 *hues = strata_state_hues_new (trace);

      for (guint32 i = 0; i < strata_trace_get_slices (trace)->n_slices; i++)
        {
          g_autoptr (StrataSliceStates) split = strata_slice_states_new (trace, i);
          gint64 most_ns = 0;
          gboolean is_found = split == NULL;

          for (guint state = 0; split != NULL && state < STRATA_N_STATES; state++)
            most_ns = MAX (most_ns, split->states_ns[state]);
          for (guint state = 0; split != NULL && state < STRATA_N_STATES; state++)
            is_found = is_found || most_ns == 0 || (split->states_ns[state] == most_ns && strata_state_hues_get (state) == hues[i]);

          g_assert_true (is_found);
          n_split += split != NULL && most_ns > 0 ? 1 : 0;
        }
    }

  g_assert_cmpuint (n_split, >, 1000);
}

/* From a wait or a run to the thread that ended or began it, until an interrupt did. */
static void
test_waker (void)
{
  static const gint64 times_ns[] = { 250, 550, 650, 750, 850 };
  g_autoptr (StrataSession) session = make_session ();

  for (guint i = 0; i < G_N_ELEMENTS (times_ns); i++)
    {
      strata_session_select (session, find_state (session, 10, times_ns[i]));
      g_assert_true (strata_session_select_waker (session));
      assert_selected (session, 12, 400);
      g_assert_false (strata_session_select_waker (session));
      assert_selected (session, 12, 400);
    }

  /* before the first switch the state is unknown, and there is no waker */
  strata_session_select (session, find_state (session, 10, 150));
  g_assert_false (strata_session_select_waker (session));
  strata_session_select (session, (StrataItem){ STRATA_ITEM_NONE, 0, STRATA_NONE, 1 });
  g_assert_false (strata_session_select_waker (session));
}

static void
test_run_and_back (void)
{
  static const struct
  {
    gint64 at_ns;
    gint64 run_ns;
    guint32 lane; /* of the CPU */
  } rows[] = { { 150, 100, 1 }, { 250, 600, 2 }, { 650, 600, 2 }, { 750, 800, 2 } };
  g_autoptr (StrataSession) session = make_session ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      StrataSpan span;

      strata_session_select (session, find_state (session, 10, rows[i].at_ns));
      g_assert_true (strata_session_select_run (session));

      const StrataItem item = strata_session_get_selected_item (session);

      g_assert_cmpint (item.kind, ==, STRATA_ITEM_CPU_RUN);
      g_assert_cmpuint (item.lane, ==, rows[i].lane);
      strata_session_get_item_span (session, item, &span);
      g_assert_cmpint (span.begin_ns, ==, rows[i].run_ns);
      g_assert_true (strata_session_select_thread (session));
      assert_selected (session, 10, rows[i].run_ns);
    }

  /* after the last run there is none */
  strata_session_select (session, find_state (session, 10, 900));
  g_assert_false (strata_session_select_run (session));

  /* a slice leads to the run in which it begins */
  strata_session_select_slice (session, 0);
  g_assert_true (strata_session_select_thread (session));
  assert_selected (session, 10, 100);
}

static void
test_neighbours (void)
{
  static const gint64 begins_ns[] = { 200, 500, 600, 700, 800, 900 };
  g_autoptr (StrataSession) session = make_session ();

  strata_session_select (session, find_state (session, 10, 100));
  for (guint i = 0; i < G_N_ELEMENTS (begins_ns); i++)
    {
      strata_session_select_neighbour (session, 1);
      assert_selected (session, 10, begins_ns[i]);
    }

  strata_session_select_neighbour (session, 1);
  assert_selected (session, 10, 900);
  strata_session_select_neighbour (session, -1);
  assert_selected (session, 10, 800);
}

/* The other thread has no slices, so going there shows its lane. */
static void
test_reveal (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataItem item = find_state (session, 12, 350);
  const StrataLane *lane = &strata_lanes_get (strata_session_get_lanes (session), NULL)[item.lane];
  StrataSceneRegion frame = { 600, 300, 100, 0, 1 };
  double rect[4];

  g_assert_false (lane->is_visible);
  strata_session_select (session, item);
  strata_session_reveal_selection (session);
  g_assert_true (lane->is_visible);
  g_assert_true (strata_scene_get_item_rect (session, &frame, item, rect));
  g_assert_cmpfloat (rect[1], ==, lane->y_px + lane->strip_top_px);
  g_assert_cmpfloat (rect[3], ==, lane->strip_height_px);
}

/* An arrow leads from the waker's activity to the wakeup, whichever part of the wait is selected. */
static void
test_wakeup_arrow (void)
{
  static const gint64 times_ns[] = { 250, 550, 650 };
  g_autoptr (StrataSession) session = make_session ();
  guint n_links;
  guint n_all;

  for (guint i = 0; i < G_N_ELEMENTS (times_ns); i++)
    {
      strata_session_select (session, find_state (session, 10, times_ns[i]));

      const StrataLink *link = strata_selection_get_links (strata_session_get_selection (session), &n_links, &n_all);

      g_assert_cmpuint (n_links, ==, 1);
      g_assert_cmpuint (n_all, ==, 1);
      g_assert_cmpuint (link->from.index, ==, find_state (session, 12, 450).index);
      g_assert_cmpuint (link->to.index, ==, find_state (session, 10, 550).index);
      g_assert_cmpint (link->from_ns, ==, 500);
      g_assert_cmpint (link->to_ns, ==, 500);
    }

  /* an interrupt has no place for an arrow to begin */
  strata_session_select (session, find_state (session, 12, 350));
  strata_selection_get_links (strata_session_get_selection (session), &n_links, &n_all);
  g_assert_cmpuint (n_links, ==, 0);
}

static void
add_binder (StrataTraceBuilder *builder,
            guint32 thread,
            gint64 cookie,
            gint64 begin_ns,
            const char *lane)
{
  StrataAsyncKey key = { .cookie = cookie, .process = thread, .name = fixture_name (builder, lane), .kind = STRATA_ASYNC_THREAD };

  strata_trace_builder_begin_async (builder, &key, thread, begin_ns, key.name, fixture_name (builder, "call"), STRATA_ATTRS_NONE);
  strata_trace_builder_end_async (builder, &key, begin_ns + 50);
}

/* From the caller to the callee, whichever is selected; other lanes may have the same numbers. */
static void
test_binder_arrow (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 caller = fixture_thread (builder, 10, "app", 10, "main");
  guint32 callee = fixture_thread (builder, 20, "server", 20, "binder:20_1");

  add_binder (builder, caller, 7, 100, "binder");
  add_binder (builder, callee, 7, 110, "binder");
  add_binder (builder, callee, 8, 200, "binder");
  add_binder (builder, callee, 8, 210, "workqueue");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (slices->n_slices, ==, 4);
  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      guint n_links;
      guint n_all;

      strata_session_select_slice (session, i);

      const StrataLink *link = strata_selection_get_links (strata_session_get_selection (session), &n_links, &n_all);

      g_assert_cmpuint (n_links, ==, slices->start_ns[i] < 200 ? 1 : 0);
      if (n_links == 0)
        continue;

      g_assert_cmpint (link->from_ns, ==, 100);
      g_assert_cmpint (link->to_ns, ==, 110);
      g_assert_cmpint (slices->start_ns[link->from.index], ==, 100);
      g_assert_cmpint (slices->start_ns[link->to.index], ==, 110);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session-states/describe", test_describe);
  g_test_add_func ("/session-states/state-hues", test_state_hues);
  g_test_add_func ("/session-states/waker", test_waker);
  g_test_add_func ("/session-states/run-and-back", test_run_and_back);
  g_test_add_func ("/session-states/neighbours", test_neighbours);
  g_test_add_func ("/session-states/reveal", test_reveal);
  g_test_add_func ("/session-states/wakeup-arrow", test_wakeup_arrow);
  g_test_add_func ("/session-states/binder-arrow", test_binder_arrow);

  return g_test_run ();
}
