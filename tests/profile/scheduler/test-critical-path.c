/* test-critical-path.c - what a thread waited for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-critical-path.h"

#include "profile-fixture.h"

#define NONE STRATA_NONE
#define N_THREADS 6
#define N_CPUS 3

/* Plays scheduler events: "10 switch CPU FROM TO LETTER", "20 wake THREAD BY", "30 irq THREAD BY",
 * "31 reason THREAD IO"; threads are indices, 5 is the idle task by its id and - none. */
static guint32
parse_thread (const char *text)
{
  return text[0] == '-' ? NONE : (guint32) g_ascii_strtoull (text, NULL, 10);
}

static void
play (StrataTraceBuilder *builder,
      const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  const gint64 time_ns = g_ascii_strtoll (words[0], NULL, 10);
  const guint32 a = parse_thread (words[2]);
  const guint32 b = parse_thread (words[3]);

  strata_trace_builder_see_time (builder, time_ns);
  if (g_str_equal (words[1], "switch"))
    strata_trace_builder_switch_cpu (builder, a, time_ns, b, (guint8) words[5][0], parse_thread (words[4]));
  else if (g_str_equal (words[1], "reason"))
    strata_trace_builder_block_reason (builder, a, words[3][0] == '1', fixture_intern (builder, "why"));
  else
    strata_trace_builder_wake (builder, a, time_ns, b, g_str_equal (words[1], "irq"));
}

static StrataTraceBuilder *
make_builder (void)
{
  StrataTraceBuilder *builder = strata_trace_builder_new ();

  for (guint i = 0; i < N_THREADS; i++)
    strata_trace_builder_get_thread (builder, i < 5 ? 10 + i : 0);

  return builder;
}

static StrataTrace *
make_trace (const char *script)
{
  g_autoptr (StrataTraceBuilder) builder = make_builder ();
  g_auto (GStrv) lines = g_strsplit (script, ";", -1);

  strata_trace_builder_see_time (builder, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    play (builder, lines[i]);
  strata_trace_builder_see_time (builder, 100);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

typedef struct
{
  const char *name;
  const char *script;
  StrataSpan span;
  const char *segments; /* of thread 0 */
} Row;

static const Row rows[] = {
  { "nothing is known of it", "10 switch 0 - 1 R", { 0, 50 }, "0+50 0 unknown" },
  { "runs", "10 switch 0 - 0 R", { 20, 50 }, "20+30 0 running @0" },
  { "before its first event", "10 switch 0 - 0 R", { 0, 50 }, "0+10 0 unknown; 10+40 0 running @0" },
  { "an empty span", "10 switch 0 - 0 R", { 20, 20 }, "" },
  { "a span beyond the trace", "10 switch 0 - 0 R", { -50, 500 }, "0+10 0 unknown; 10+90 0 running @0" },
  { "waits for a thread, then for the CPU that it has",
    "10 switch 0 - 0 R;20 switch 0 0 1 S;40 wake 0 1;50 switch 0 1 0 S",
    { 10, 60 },
    "10+10 0 running @0; 20+20 1 running @0 ^0; 40+10 0 waiting-for-cpu @0 after 1; 50+10 0 running @0" },
  { "a chain of three",
    "5 switch 1 - 1 R;6 switch 1 1 - S;10 switch 0 - 0 R;20 switch 0 0 - S;20 switch 2 - 2 R;30 wake 1 2;32 switch 1 - 1 R;40 wake 0 1;41 switch 0 - 0 R",
    { 20, 42 },
    "20+10 2 running @2 ^1 depth 2; 30+2 1 waiting-for-cpu @1 ^0; 32+8 1 running @1 ^0; 40+1 0 waiting-for-cpu @0; 41+1 0 running @0" },
  { "the waker had done other work before",
    "5 switch 1 - 1 R;10 switch 0 - 0 R;20 switch 0 0 - S;25 switch 1 1 3 R;30 switch 1 3 1 S;40 wake 0 1",
    { 20, 40 },
    "20+5 1 running @1 ^0; 25+5 1 waiting-for-cpu @1 ^0 after 3; 30+10 1 running @1 ^0" },
  { "woken from an interrupt", "10 switch 0 - 0 R;20 switch 0 0 1 S;40 irq 0 1", { 10, 50 }, "10+10 0 running @0; 20+20 0 interrupt; 40+10 0 waiting-for-cpu" },
  { "woken by the idle task", "10 switch 0 - 0 R;20 switch 0 0 1 S;40 wake 0 5", { 20, 50 }, "20+20 0 interrupt; 40+10 0 waiting-for-cpu" },
  { "for a device, whoever tells of its end", "10 switch 0 - 0 R;20 switch 0 0 1 D;39 reason 0 1;40 wake 0 1", { 20, 40 }, "20+20 0 io in why" },
  { "in D, not for a device", "10 switch 0 - 0 R;20 switch 0 0 1 D;39 reason 0 0;40 wake 0 1", { 20, 40 }, "20+20 1 running @0 ^0" },
  { "in D until an interrupt", "10 switch 0 - 0 R;20 switch 0 0 1 D;39 reason 0 0;40 irq 0 1", { 20, 40 }, "20+20 0 interrupt in why" },
  { "never woken", "10 switch 0 - 0 R;20 switch 0 0 - S", { 10, 100 }, "10+10 0 running @0; 20+80 0 unknown" },
  { "the waker is not told", "10 switch 0 - 0 R;20 switch 0 0 - S;40 wake 0 -", { 20, 40 }, "20+20 0 unknown" },
  { "wakes itself", "10 switch 0 - 0 R;20 switch 0 0 - S;40 wake 0 0", { 20, 40 }, "20+20 0 unknown" },
  { "a circle",
    "10 switch 0 - 0 R;10 switch 1 - 1 R;20 switch 0 0 - S;20 switch 1 1 - S;40 wake 0 1;40 wake 1 0",
    { 20, 40 },
    "20+20 1 unknown ^0" },
  { "ends in a sleep that ends later", "10 switch 0 - 0 R;20 switch 0 0 1 S;40 wake 0 1", { 10, 30 }, "10+10 0 running @0; 20+10 1 running @0 ^0" },
  { "begins in a sleep", "10 switch 0 - 0 R;20 switch 0 0 1 S;40 wake 0 1", { 30, 40 }, "30+10 1 running @0 ^0" },
  { "the waker is new", "10 switch 0 - 0 R;20 switch 0 0 - S;30 switch 0 - 1 R;40 wake 0 1", { 20, 40 }, "20+10 1 unknown ^0; 30+10 1 running @0 ^0" },
  { "dead", "10 switch 0 - 0 R;20 switch 0 0 - Z", { 10, 100 }, "10+10 0 running @0; 20+80 0 unknown" },
  { "is preempted",
    "10 switch 0 - 0 R;20 switch 0 0 1 R;50 switch 0 1 0 S",
    { 10, 60 },
    "10+10 0 running @0; 20+30 0 waiting-for-cpu @0 after 1; 50+10 0 running @0" },
};

static void
describe_segment (GString *out,
                  StrataTrace *trace,
                  const StrataPathSegment *segment)
{
  g_string_append_printf (out, "%s%" G_GINT64_FORMAT "+%" G_GINT64_FORMAT " %u %s", out->len > 0 ? "; " : "",
                          segment->start_ns, segment->end_ns - segment->start_ns, segment->thread, strata_path_reason_get_name (segment->reason));

  if (segment->cpu != NONE)
    g_string_append_printf (out, " @%u", segment->cpu);
  if (segment->waiter != NONE)
    g_string_append_printf (out, " ^%u", segment->waiter);
  if (segment->depth > 1)
    g_string_append_printf (out, " depth %u", segment->depth);
  if (segment->occupant != NONE)
    g_string_append_printf (out, " after %u", segment->occupant);
  if (segment->function != STRATA_STRING_EMPTY)
    g_string_append_printf (out, " in %s", strata_trace_get_string (trace, segment->function));
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (StrataTrace) trace = make_trace (row->script);
  g_autoptr (StrataCriticalPath) path = strata_critical_path_new (trace, 0, row->span, NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  guint n_segments;
  const StrataPathSegment *segments = strata_critical_path_get_segments (path, &n_segments);

  for (guint i = 0; i < n_segments; i++)
    describe_segment (found, trace, &segments[i]);

  g_assert_cmpstr (found->str, ==, row->segments);
  g_assert_cmpint (strata_critical_path_is_cut (path), ==, FALSE);
}

static void
test_totals (void)
{
  g_autoptr (StrataTrace) trace = make_trace ("10 switch 0 - 0 R;20 switch 0 0 1 S;50 wake 0 1;60 switch 0 1 0 S");
  g_autoptr (StrataCriticalPath) path = strata_critical_path_new (trace, 0, (StrataSpan){ 10, 65 }, NULL);
  guint n_totals;
  const StrataPathTotal *totals = strata_critical_path_get_totals (path, &n_totals);

  g_assert_cmpint (n_totals, ==, 2);
  g_assert_cmpint (totals[0].thread, ==, 1);
  g_assert_cmpint (totals[0].total_ns, ==, 30);
  g_assert_cmpint (totals[1].thread, ==, 0);
  g_assert_cmpint (totals[1].total_ns, ==, 25);
  g_assert_cmpint (totals[1].by_reason_ns[STRATA_PATH_CPU], ==, 10);
  g_assert_cmpint (strata_critical_path_get_reason_ns (path, STRATA_PATH_RUNNING), ==, 45);
  g_assert_cmpint (strata_critical_path_find (path, 9), ==, NONE);
  g_assert_cmpint (strata_critical_path_find (path, 10), ==, 0);
  g_assert_cmpint (strata_critical_path_find (path, 20), ==, 1);
  g_assert_cmpint (strata_critical_path_find (path, 64), ==, 3);
  g_assert_cmpint (strata_critical_path_find (path, 65), ==, NONE);
}

static void
test_cancelled (void)
{
  g_autoptr (StrataTrace) trace = make_trace ("10 switch 0 - 0 R");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_critical_path_new (trace, 0, (StrataSpan){ 0, 50 }, cancellable));
}

/* A longer chain of wakers than is followed. */
static void
test_deep (void)
{
  enum
  {
    N = 1500
  };
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  for (guint32 i = 0; i < N; i++)
    strata_trace_builder_get_thread (builder, i + 1);
  for (guint32 i = 0; i < N; i++)
    {
      strata_trace_builder_switch_cpu (builder, 0, 1, NONE, 'R', i);
      strata_trace_builder_switch_cpu (builder, 0, 1, i, 'S', NONE);
    }
  for (guint32 i = N - 1; i-- > 0;)
    strata_trace_builder_wake (builder, i, 100000 - i, i + 1, FALSE);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataCriticalPath) path = strata_critical_path_new (trace, 0, strata_trace_get_span (trace), NULL);
  guint n_segments;
  const StrataPathSegment *segments = strata_critical_path_get_segments (path, &n_segments);

  g_assert_true (strata_critical_path_is_cut (path));
  g_assert_cmpint (segments[0].depth, ==, 1000);
  g_assert_cmpint (segments[0].reason, ==, STRATA_PATH_UNKNOWN);
}

/* Random events: lost ones, repeated ones, and contradicting ones. */
static StrataTrace *
make_random (GRand *random)
{
  static const char letters[] = "RSSSDTZI?";
  g_autoptr (StrataTraceBuilder) builder = make_builder ();
  gint64 time_ns = 1;

  for (guint i = 0; i < 300; i++)
    {
      const guint32 a = g_rand_int_range (random, 0, N_THREADS);
      const guint32 b = g_rand_int_range (random, 0, N_THREADS + 1);
      const guint32 cpu = g_rand_int_range (random, 0, N_CPUS);
      const guint32 from = g_rand_boolean (random) ? a : NONE;

      switch (g_rand_int_range (random, 0, 5))
        {
        case 0:
        case 1:
          strata_trace_builder_switch_cpu (builder, cpu, time_ns, from, (guint8) letters[g_rand_int_range (random, 0, (int) sizeof letters - 1)], b < N_THREADS ? b : NONE);
          break;
        case 2:
        case 3:
          strata_trace_builder_wake (builder, a, time_ns, b < N_THREADS ? b : NONE, g_rand_int_range (random, 0, 6) == 0);
          break;
        default:
          strata_trace_builder_block_reason (builder, a, g_rand_boolean (random), fixture_intern (builder, "why"));
        }
      time_ns += g_rand_int_range (random, 0, 4);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* The only state of a thread at a time, or NONE. */
static guint32
state_at (StrataTrace *trace,
          guint32 thread,
          gint64 time_ns)
{
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint32 i = row->first_state; i < row->first_state + row->n_states; i++)
    if (states->start_ns[i] <= time_ns && time_ns < strata_states_get_end_ns (states, row, i))
      return i;

  return NONE;
}

static StrataPathSegment
at_moment (StrataTrace *trace,
           guint32 thread,
           gint64 time_ns,
           guint32 visited)
{
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;
  const StrataStates *states = strata_trace_get_states (trace);
  const guint32 i = state_at (trace, thread, time_ns);
  const gboolean has_next = i != NONE && i + 1 < row->first_state + row->n_states && strata_states_get (states, i + 1) == STRATA_STATE_RUNNABLE;
  const guint32 waker = has_next ? states->detail[i + 1] : NONE;
  const gboolean is_interrupt = has_next && ((states->state[i + 1] & STRATA_STATES_FROM_INTERRUPT) || waker == 5);
  StrataPathSegment segment = { .thread = thread, .reason = STRATA_PATH_UNKNOWN, .state = i };

  if (i == NONE)
    return segment;

  switch ((int) strata_states_get (states, i))
    {
    case STRATA_STATE_RUNNING:
      segment.reason = STRATA_PATH_RUNNING;
      return segment;
    case STRATA_STATE_RUNNABLE:
    case STRATA_STATE_PREEMPTED:
      segment.reason = STRATA_PATH_CPU;
      return segment;
    case STRATA_STATE_BLOCKED_IO:
      segment.reason = STRATA_PATH_IO;
      return segment;
    case STRATA_STATE_UNKNOWN:
    case STRATA_STATE_DEAD:
      return segment;
    }

  if (is_interrupt)
    segment.reason = STRATA_PATH_INTERRUPT;
  else if (waker != NONE && strata_trace_get_threads (trace, NULL)[waker].n_states > 0 && !((visited | 1u << thread) & 1u << waker))
    return at_moment (trace, waker, time_ns, visited | 1u << thread);

  return segment;
}

static void
check_segment (StrataTrace *trace,
               guint32 thread,
               const StrataPathSegment *segment)
{
  g_assert_cmpint (segment->end_ns, >, segment->start_ns);

  for (gint64 t = segment->start_ns; t < segment->end_ns; t++)
    {
      const StrataPathSegment slow = at_moment (trace, thread, t, 0);

      g_assert_cmpint (segment->thread, ==, slow.thread);
      g_assert_cmpint (segment->reason, ==, slow.reason);
      g_assert_cmpint (segment->state, ==, slow.state);
    }
}

static void
check_path (StrataTrace *trace,
            guint32 thread,
            StrataSpan span)
{
  g_autoptr (StrataCriticalPath) path = strata_critical_path_new (trace, thread, span, NULL);
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;
  guint n_segments;
  const StrataPathSegment *segments = strata_critical_path_get_segments (path, &n_segments);
  gint64 time_ns = span.begin_ns;
  gint64 own_ns = 0;
  gint64 running_ns = 0;

  for (guint i = 0; i < n_segments; i++)
    {
      g_assert_cmpint (segments[i].start_ns, ==, time_ns);
      check_segment (trace, thread, &segments[i]);
      time_ns = segments[i].end_ns;
      if (segments[i].depth == 0 && segments[i].reason == STRATA_PATH_RUNNING)
        own_ns += segments[i].end_ns - segments[i].start_ns;
    }
  g_assert_cmpint (time_ns, ==, span.end_ns);

  for (guint32 i = row->first_state; i < row->first_state + row->n_states; i++)
    if (strata_states_get (states, i) == STRATA_STATE_RUNNING)
      running_ns += MAX (MIN (span.end_ns, strata_states_get_end_ns (states, row, i)) - MAX (span.begin_ns, states->start_ns[i]), 0);
  g_assert_cmpint (own_ns, ==, running_ns);
}

/* A path covers its span without gaps, contains the running time of its own thread, and at each
 * nanosecond equals a separate search. */
static void
test_random (void)
{
  for (guint32 seed = 0; seed < 200; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = make_random (random);
      const StrataSpan all = strata_trace_get_span (trace);
      const gint64 a_ns = g_rand_int_range (random, (gint32) all.begin_ns, (gint32) all.end_ns + 1);
      const gint64 b_ns = g_rand_int_range (random, (gint32) all.begin_ns, (gint32) all.end_ns + 1);

      g_test_message ("seed %u", seed);
      for (guint32 i = 0; i < N_THREADS; i++)
        {
          check_path (trace, i, all);
          check_path (trace, i, (StrataSpan){ MIN (a_ns, b_ns), MAX (a_ns, b_ns) });
        }
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/critical-path/rows/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/critical-path/totals", test_totals);
  g_test_add_func ("/critical-path/cancelled", test_cancelled);
  g_test_add_func ("/critical-path/deep", test_deep);
  g_test_add_func ("/critical-path/random", test_random);
  return g_test_run ();
}
