/* bench-names.c - how long a table of a million names keeps a window waiting
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-names [NAMES]
 *
 * What the main thread does when a profile arrives, is sorted by another column,
 * and while a filter is typed. Elapsed time, the longest of a few.
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

static void
print_longest (const char *name,
               gint64 longest_us)
{
  g_print ("bench %s %.0f ms\n", name, (double) longest_us / 1e3);
}

static void
time_arrival (StrataProfileList *list,
              StrataProfile *profile)
{
  gint64 longest_us = 0;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      const gint64 begin_us = g_get_monotonic_time ();

      strata_profile_list_set_profile (list, profile);
      longest_us = MAX (longest_us, g_get_monotonic_time () - begin_us);
    }

  print_longest ("names-arrive", longest_us);
}

static void
time_sort (StrataProfileList *list,
           const char *name,
           StrataProfileColumn column)
{
  gint64 longest_us = 0;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      const gint64 begin_us = g_get_monotonic_time ();

      strata_profile_list_sort (list, column, i % 2 == 0);
      longest_us = MAX (longest_us, g_get_monotonic_time () - begin_us);
    }

  print_longest (name, longest_us);
}

static void
time_typing (StrataProfileList *list)
{
  static const char *const typed[] = { "m", "me", "met", "Class1", "Class12.", "zzz", "" };
  gint64 longest_us = 0;

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      const gint64 begin_us = g_get_monotonic_time ();

      strata_profile_list_set_filter (list, typed[i]);
      longest_us = MAX (longest_us, g_get_monotonic_time () - begin_us);
    }

  print_longest ("names-type", longest_us);
}

int
main (int argc,
      char **argv)
{
  const guint n_names = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 1000000;
  g_autoptr (StrataTrace) trace = make_trace (n_names);
  const StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL, NULL);
  g_autoptr (StrataProfileList) list = strata_profile_list_new ();

  time_arrival (list, profile);
  time_sort (list, "names-sort-exclusive", STRATA_PROFILE_COLUMN_EXCLUSIVE);
  time_sort (list, "names-sort-calls", STRATA_PROFILE_COLUMN_CALLS);
  time_typing (list);
  time_sort (list, "names-sort-name", STRATA_PROFILE_COLUMN_NAME);

  return EXIT_SUCCESS;
}
