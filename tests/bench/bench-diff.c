/* bench-diff.c - the time to compare two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-diff [MEGABYTES | A [B]]
 *
 * Times are the best of a few runs, after loading. Also printed are the comparison's CPU time of
 * all threads, since other programs may be running, the time of one side's profile, which is a
 * lower bound for a comparison, and the time of both call trees for the flame graph of the
 * differences.
 */
#include <time.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "bench-input.h"
#include "strata-diff-tree.h"
#include "strata-loader.h"

#define N_RUNS 5
#define DEFAULT_MEGABYTES 181

static StrataTrace *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  StrataProgress progress = { 0 };
  StrataTrace *trace = strata_load_file (file, NULL, &progress, NULL, &error);

  if (trace == NULL)
    g_error ("%s", error->message);

  return trace;
}

static void
print_ms (const char *name,
          gint64 time_us)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_print ("bench diff.%s %s ms\n", name, g_ascii_formatd (text, sizeof text, "%.1f", (double) time_us / 1000.0));
}

static gint64
time_profile (StrataTrace *trace)
{
  const StrataScope scope = strata_scope_everything (trace);
  gint64 begin_us = g_get_monotonic_time ();

  strata_profile_unref (strata_profile_new (trace, &scope, STRATA_PROFILE_BY_SHAPE, NULL));
  return g_get_monotonic_time () - begin_us;
}

/* Of all threads. */
static gint64
get_cpu_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void
time_diff (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
           gint64 *diff_us,
           gint64 *cpu_us,
           gint64 *tree_us)
{
  const StrataScope scopes[] = { strata_scope_everything (traces[0]), strata_scope_everything (traces[1]) };
  const gint64 begin_us = g_get_monotonic_time ();
  const gint64 begin_cpu_us = get_cpu_us ();
  g_autoptr (StrataDiff) diff = strata_diff_new (traces, scopes, &(StrataDiffOptions){ .by = STRATA_PROFILE_BY_SHAPE }, NULL);
  const gint64 end_us = g_get_monotonic_time ();

  *cpu_us = MIN (*cpu_us, get_cpu_us () - begin_cpu_us);
  *diff_us = MIN (*diff_us, end_us - begin_us);
  strata_diff_tree_unref (strata_diff_tree_new (diff, NULL));
  *tree_us = MIN (*tree_us, g_get_monotonic_time () - end_us);
}

int
main (int argc,
      char **argv)
{
  g_autofree char *made = g_build_filename (g_get_tmp_dir (), "strata-bench-diff.ftrace", NULL);
  g_autoptr (GError) error = NULL;
  const char *paths[STRATA_N_DIFF_SIDES] = { NULL, NULL };
  StrataTrace *traces[STRATA_N_DIFF_SIDES];
  gint64 profile_us = G_MAXINT64;
  gint64 diff_us = G_MAXINT64;
  gint64 cpu_us = G_MAXINT64;
  gint64 tree_us = G_MAXINT64;
  const gboolean is_given = argc > 1 && !g_ascii_isdigit (argv[1][0]);
  const gsize n_megabytes = argc > 1 && !is_given ? g_ascii_strtoull (argv[1], NULL, 10) : DEFAULT_MEGABYTES;

  if (!is_given && !bench_write_ftrace (made, n_megabytes * 1000000, &error))
    g_error ("%s", error->message);

  paths[0] = is_given ? argv[1] : made;
  paths[1] = argc > 2 ? argv[2] : paths[0];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    traces[side] = load (paths[side]);

  for (guint i = 0; i < N_RUNS; i++)
    {
      profile_us = MIN (profile_us, time_profile (traces[0]));
      time_diff (traces, &diff_us, &cpu_us, &tree_us);
    }

  g_print ("bench diff.slices %u slices\n", strata_trace_get_slices (traces[0])->n_slices);
  print_ms ("profile_of_one", profile_us);
  print_ms ("whole", diff_us);
  print_ms ("whole_cpu", cpu_us);
  print_ms ("trees", tree_us);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_object_unref (traces[side]);
  if (!is_given)
    g_unlink (made);
  return 0;
}
