/* bench-names.c - how long a table of a million names blocks a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-names [NAMES]
 *
 * The time of the main thread when a profile arrives, is sorted by another column, and while a
 * filter is typed, and the time until the result is listed. Elapsed time, the longest of a few.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "strata-profile-list.h"
#include "strata-trace-builder.h"

#define N_ROUNDS 3

static StrataTrace *
make_trace (guint n_names)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  const guint32 thread = strata_trace_builder_get_thread (builder, 100);
  gint64 now_ns = 0;

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < n_names; i++)
    {
      g_autofree char *text = g_strdup_printf ("com/example/part%u/Class%u.method%u (I)V", i % 20, i % 3000, i);
      const guint32 name = strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));

      strata_trace_builder_begin_slice (builder, thread, now_ns, STRATA_NO_TIME, name, STRATA_ATTRS_NONE);
      now_ns += g_rand_int_range (random, 100, 20000);
      strata_trace_builder_end_slice (builder, thread, now_ns, STRATA_NO_TIME, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

typedef struct
{
  gint64 stall_us; /* of the main thread, without interruption */
  gint64 until_listed_us;
} Longest;

/* Waits after the main thread has started something at @begin_us. */
static void
wait_until_listed (StrataProfileList *list,
                   gint64 begin_us,
                   Longest *longest)
{
  gint64 now_us = g_get_monotonic_time ();

  longest->stall_us = MAX (longest->stall_us, now_us - begin_us);
  while (strata_profile_list_is_busy (list))
    {
      const gint64 step_us = g_get_monotonic_time ();
      const gboolean has_run = g_main_context_iteration (NULL, FALSE);

      now_us = g_get_monotonic_time ();
      if (has_run)
        longest->stall_us = MAX (longest->stall_us, now_us - step_us);
      else
        g_usleep (500);
    }

  longest->until_listed_us = MAX (longest->until_listed_us, now_us - begin_us);
}

static void
print_longest (const char *name,
               const Longest *longest)
{
  g_print ("bench %s %.1f ms\n", name, (double) longest->stall_us / 1e3);
  g_print ("bench %s-listed %.0f ms\n", name, (double) longest->until_listed_us / 1e3);
}

static void
time_arrival (StrataProfileList *list,
              StrataProfile *profile)
{
  Longest longest = { 0 };

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      const gint64 begin_us = g_get_monotonic_time ();

      strata_profile_list_set_profile (list, profile);
      wait_until_listed (list, begin_us, &longest);
    }

  print_longest ("names-arrive", &longest);
}

static void
time_sort (StrataProfileList *list,
           const char *name,
           StrataProfileColumn column)
{
  Longest longest = { 0 };

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      const gint64 begin_us = g_get_monotonic_time ();

      strata_profile_list_sort (list, column, i % 2 == 0);
      wait_until_listed (list, begin_us, &longest);
    }

  print_longest (name, &longest);
}

static void
time_typing (StrataProfileList *list)
{
  static const char *const typed[] = { "m", "me", "met", "Class1", "Class12.", "zzz", "" };
  Longest longest = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      const gint64 begin_us = g_get_monotonic_time ();

      strata_profile_list_set_filter (list, typed[i]);
      wait_until_listed (list, begin_us, &longest);
    }

  print_longest ("names-type", &longest);
}

int
main (int argc,
      char **argv)
{
  const guint n_names = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 1000000;
  g_autoptr (StrataTrace) trace = make_trace (n_names);
  const StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
  g_autoptr (StrataProfileList) list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);

  time_arrival (list, profile);
  time_sort (list, "names-sort-exclusive", STRATA_PROFILE_COLUMN_EXCLUSIVE);
  time_sort (list, "names-sort-calls", STRATA_PROFILE_COLUMN_CALLS);
  time_typing (list);
  time_sort (list, "names-sort-name", STRATA_PROFILE_COLUMN_NAME);

  return EXIT_SUCCESS;
}
