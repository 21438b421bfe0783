/* bench-runs.c - how often a comparison of generated sets finds a change, with and without one
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "strata-runs-diff.h"

/* bench-runs TRIALS CHANGE-PERCENT DISTURBED prints one line per trial: the number of significant rows, and the
 * rank of the one that takes CHANGE-PERCENT longer (0: not significant). bench-runs.py counts them.
 *
 * The runs vary like real ones. In usual-1 and usual-3 of tests/cli/recorded, two runs of one program, the time
 * of a method differs by the square root of two times 1.1, 1.4, 1.4, 2.0, 3.0, 3.9 and 15 %. Here, too, half of
 * the names vary by less than 2 % from run to run and one in seven by 15 %: each has a separate part, all names
 * of a run share 1 % (the clock of the CPU), and single calls vary by 35 %. The changed name varies by 2 %, like
 * the median one. In a fraction DISTURBED of the runs, other load takes 10 to 30 % of the CPU from all names. */
#define N_RUNS 20
#define N_NAMES 150
#define CHANGED 4

typedef struct
{
  double own_ns;  /* of a call */
  double n_calls; /* per frame */
  double spread;  /* from run to run */
} Name;

static double
draw_normal (GRand *random)
{
  return sqrt (-2.0 * log (1.0 - g_rand_double (random))) * cos (2.0 * G_PI * g_rand_double (random));
}

/* Few names take most of the time. */
static void
make_names (GRand *random,
            Name names[N_NAMES])
{
  for (guint i = 0; i < N_NAMES; i++)
    names[i] = (Name){
      .own_ns = 4e5 / pow (i + 1.0, 0.9) * g_rand_double_range (random, 0.5, 1.5),
      .n_calls = i % 7 == 0 ? 0.05 : g_rand_int_range (random, 1, 6),
      .spread = i == CHANGED ? 0.0125 : i % 7 == 3 ? 0.15
                                                   : g_rand_double_range (random, 0.005, 0.025),
    };

  names[CHANGED].n_calls = 4.0;
}

static char *
dup_name (guint index)
{
  return g_strdup_printf ("com.example.Type%c.method%c", 'A' + index / 26, 'A' + index % 26);
}

static StrataRunSums *
make_run (GRand *random,
          const Name names[N_NAMES],
          double change,
          double disturbed)
{
  StrataRunSums *sums = strata_run_sums_new ("made");
  const guint n_frames = (guint) g_rand_int_range (random, 180, 240);
  const double speed = exp (0.01 * draw_normal (random)) * (g_rand_double (random) < disturbed ? g_rand_double_range (random, 1.1, 1.3) : 1.0);
  g_autofree double *times_ns = g_new (double, n_frames);
  guint n_late = 0;

  for (guint i = 0; i < n_frames; i++)
    {
      times_ns[i] = 9e6 * speed * exp (0.3 * draw_normal (random));
      n_late += times_ns[i] > 16.7e6;
    }

  sums->seconds = n_frames / 60.0;
  strata_run_sums_set_frames (sums, n_frames, n_frames, n_late, times_ns, n_frames);
  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = dup_name (i);
      const double n_calls = MAX (rint (names[i].n_calls * n_frames), 1.0);
      const double of_calls = 1.0 + 0.35 / sqrt (n_calls) * draw_normal (random);
      StrataRunRow *row = strata_run_sums_add (sums, STRATA_RUN_NAME, name);

      row->values[STRATA_RUN_EXCLUSIVE] = names[i].own_ns * n_calls * speed * exp (names[i].spread * draw_normal (random)) * MAX (of_calls, 0.05) * (i == CHANGED ? change : 1.0);
      row->values[STRATA_RUN_INCLUSIVE] = row->values[STRATA_RUN_EXCLUSIVE];
      row->values[STRATA_RUN_CALLS] = n_calls;
      row->values[STRATA_RUN_MEAN] = row->values[STRATA_RUN_EXCLUSIVE] / n_calls;
    }

  return sums;
}

static StrataRunsDiff *
compare (GRand *random,
         double change,
         double disturbed)
{
  const StrataRunsOptions options = { .metric = STRATA_N_RUN_METRICS };
  g_autoptr (StrataRunSet) set = strata_run_set_new ();
  Name names[N_NAMES];

  make_names (random, names);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < N_RUNS; i++)
      strata_run_set_take (set, side, make_run (random, names, side == STRATA_DIFF_B ? change : 1.0, disturbed));

  return strata_runs_diff_new (set, &options, NULL);
}

static void
run_trial (guint seed,
           double change,
           double disturbed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (StrataRunsDiff) diff = compare (random, change, disturbed);
  g_autofree char *name = dup_name (CHANGED);
  const StrataRunsRow *changed = strata_runs_diff_find (diff, STRATA_RUN_NAME, name);
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (diff, &n_rows);
  guint n_sure = 0;

  for (guint i = 0; i < n_rows; i++)
    n_sure += rows[i].is_sure;

  g_print ("%u %u %u\n", n_sure, changed->is_sure && changed->change > 0.0 ? (guint) (changed - rows) + 1 : 0, strata_runs_diff_get_n_tested (diff));
}

int
main (int argc,
      char **argv)
{
  const guint n_trials = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 20;
  const double percent = argc > 2 ? g_ascii_strtod (argv[2], NULL) : 5.0;

  const double disturbed = argc > 3 ? g_ascii_strtod (argv[3], NULL) : 0.0;

  for (guint i = 0; i < n_trials; i++)
    run_trial (1000 + i, 1.0 + percent / 100.0, disturbed);

  return 0;
}
