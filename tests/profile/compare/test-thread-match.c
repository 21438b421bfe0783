/* test-thread-match.c - which threads of two traces match
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-thread-match.h"

#include "profile-fixture.h"

#define WALL STRATA_CLOCK_WALL

/* "PID PROCESS TID THREAD CALLS", one per line; "-" for no name. */
static StrataTrace *
make_trace (const char *text)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  strata_trace_builder_set_clocks (builder, WALL);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 5);
      const guint32 process = strata_trace_builder_get_process (builder, g_ascii_strtoll (words[0], NULL, 10));
      const guint32 thread = strata_trace_builder_get_thread (builder, g_ascii_strtoll (words[2], NULL, 10));

      if (!g_str_equal (words[1], "-"))
        strata_trace_builder_name_process (builder, process, fixture_intern (builder, words[1]));
      if (!g_str_equal (words[3], "-"))
        strata_trace_builder_name_thread (builder, thread, fixture_intern (builder, words[3]));
      strata_trace_builder_set_thread_process (builder, thread, process);
      if (words[4] != NULL)
        fixture_play (builder, thread, words[4]);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

typedef struct
{
  const char *name;
  const char *a;
  const char *b;
  const char *wanted; /* "TID=TID REASON", in the order of A */
} Case;

static const Case cases[] = {
  { "other-ids", "10 app 10 main\n10 app 11 render", "70 app 75 render\n70 app 70 main", "10=70 name, 11=75 name" },
  { "numbers-folded", "10 app 12 Binder:10_1\n10 app 13 Binder:10_2", "70 app 72 Binder:70_1\n70 app 73 Binder:70_2", "12=72 similar, 13=73 similar" },
  { "some-numbers-folded", "10 app 12 pool-1\n10 app 13 Thread-12", "70 app 72 pool-1\n70 app 73 Thread-15", "12=72 name, 13=73 similar" },
  { "one-more", "10 app 12 pool-1", "70 app 72 pool-1\n70 app 73 pool-2", "12=72 name, -=73 none" },
  { "main-renamed", "10 app 10 old", "70 app 70 new", "10=70 main" },
  { "worker-renamed", "10 app 11 old 0 x;9 -;10 y;12 -", "70 app 71 new 0 x;8 -;10 y;13 -", "11=71 work" },
  { "worker-renamed-ids-in-calls", "10 app 11 old 0 x 1;9 -", "70 app 71 new 0 x 2;8 -", "11=71 work" },
  { "another-worker", "10 app 11 old 0 x;9 -", "70 app 71 new 0 z;8 -", "11=- none, -=71 none" },
  { "other-process", "10 app 11 w", "70 other 71 w", "11=- none, -=71 none" },
  { "process-renamed", "10 app 10 app 0 x;9 -\n10 app 11 w\n20 b 20 b 0 y;9 -", "70 app.debug 70 app.debug 0 x;8 -\n70 app.debug 71 w\n80 c 80 c 0 z;9 -", "10=70 main, 11=71 name, 20=- none, -=80 none" },
  { "same-ids", "10 app 11 w\n10 app 12 w", "10 app 12 w\n10 app 13 w", "11=13 name, 12=12 name" },
  { "same-ids-without-processes", "10 app 11 w\n20 b 12 w", "-1 - 12 w\n-1 - 11 w\n-1 - 13 w", "11=11 name, 12=12 name, -=13 none" },
  { "same-ids-of-others", "10 app 11 w", "70 other 11 w", "11=- none, -=11 none" },
  { "same-name-in-two", "10 app 11 w\n20 other 21 w", "70 other 71 w\n80 app 81 w", "11=81 name, 21=71 name" },
};

static char *
describe (const StrataThreadMatch *match,
          StrataTrace *const traces[STRATA_N_DIFF_SIDES])
{
  GString *text = g_string_new (NULL);
  guint n;
  const StrataMatch *matches = strata_thread_match_get_threads (match, &n);

  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        {
          const guint32 index = matches[i].index[side];

          if (index == STRATA_NONE)
            g_string_append (text, "-");
          else
            g_string_append_printf (text, "%" G_GINT64_FORMAT, strata_trace_get_threads (traces[side], NULL)[index].tid);
          g_string_append (text, side == STRATA_DIFF_A ? "=" : " ");
        }
      g_string_append (text, strata_match_reason_get_id (matches[i].reason));
    }

  return g_string_free (text, FALSE);
}

/* Each thread is in exactly one match, and is found from either side. */
static void
check_whole (const StrataThreadMatch *match,
             StrataTrace *const traces[STRATA_N_DIFF_SIDES])
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (traces[STRATA_DIFF_A], &n_threads);

  g_assert_nonnull (threads);
  for (guint32 i = 0; i < n_threads; i++)
    {
      const guint32 other = strata_thread_match_find (match, STRATA_DIFF_A, i);

      if (other != STRATA_NONE)
        g_assert_cmpuint (strata_thread_match_find (match, STRATA_DIFF_B, other), ==, i);
    }
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (StrataTrace) a = make_trace (test->a);
  g_autoptr (StrataTrace) b = make_trace (test->b);
  StrataTrace *const traces[] = { a, b };
  g_autoptr (StrataThreadMatch) match = strata_thread_match_new (traces, NULL, 0);
  g_autofree char *found = describe (match, traces);

  g_assert_cmpstr (found, ==, test->wanted);
  check_whole (match, traces);
}

static void
test_by_hand (void)
{
  g_autoptr (StrataTrace) a = make_trace ("10 app 10 main\n10 app 11 w");
  g_autoptr (StrataTrace) b = make_trace ("70 renamed 70 start\n70 renamed 71 w");
  StrataTrace *const traces[] = { a, b };
  const StrataMatch by_hand[] = { { { 0, 0 }, STRATA_MATCH_HAND }, { { 0, 1 }, STRATA_MATCH_HAND }, { { 7, 0 }, STRATA_MATCH_HAND } };
  g_autoptr (StrataThreadMatch) match = strata_thread_match_new (traces, by_hand, G_N_ELEMENTS (by_hand));
  g_autofree char *found = describe (match, traces);

  /* the processes follow, and with them the other threads; nothing is matched twice */
  g_assert_cmpstr (found, ==, "10=70 hand, 11=71 name");
  g_assert_cmpuint (strata_thread_match_find_process (match, STRATA_DIFF_A, 0), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/thread-match/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/thread-match/by-hand", test_by_hand);

  return g_test_run ();
}
