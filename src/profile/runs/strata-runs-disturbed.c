/* strata-runs-disturbed.c - finds runs in which nearly everything took longer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-run-test.h"
#include "strata-runs-private.h"

/* Something else took the CPU, or the device was hot: this happens in one run in twenty, and three
 * such runs on one side hide a change that the other runs show. Medians and intervals, which are
 * robust, include such a run; tests do not.
 *
 * A run is disturbed if its median name is far from the other runs of its side, by more than those
 * vary. The decision uses neither the side nor a single name, so it does not bias the tests. If all
 * runs of a side are slower, none of them is far from the others. */
#define FAR_SPREADS 5.0
#define FAR_FRAC 0.05
/* Fewer runs or names do not show it. */
#define LEAST_RUNS 8
#define LEAST_NAMES 10
/* If more runs are far from the rest, they are not the exception. */
#define MOST_PART 0.25

/* The self time of a name in each used run, per unit; FALSE if a run does not have it. */
static gboolean
list_times (const StrataRunsDiff *self,
            guint side,
            const char *name,
            double *times)
{
  guint n = 0;

  for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
    if (strata_run_set_is_used (self->set, side, i))
      {
        times[n] = strata_run_sums_get (strata_run_set_get (self->set, side, i)->sums, STRATA_RUN_NAME, name, strata_runs_get_own_metric (self)) / self->units[side][i];
        if (!(times[n++] > 0.0))
          return FALSE;
      }

  return n > 0;
}

static const StrataRunSums *
find_first_used (const StrataRunsDiff *self,
                 guint side)
{
  for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
    if (strata_run_set_is_used (self->set, side, i))
      return strata_run_set_get (self->set, side, i)->sums;

  return NULL;
}

/* Returns (element-type GArray): for each run, how far each name is from its median, as logarithms. */
static GPtrArray *
list_distances (const StrataRunsDiff *self,
                guint side)
{
  const guint n = strata_run_set_count_used (self->set, side);
  const GArray *rows = find_first_used (self, side)->rows;
  GPtrArray *distances = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree double *times = g_new (double, n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (distances, g_array_new (FALSE, FALSE, sizeof (double)));

  for (guint i = 0; i < rows->len; i++)
    {
      const StrataRunRow *row = &g_array_index (rows, StrataRunRow, i);

      if (row->kind != STRATA_RUN_NAME || !list_times (self, side, row->name, times))
        continue;

      const double median = strata_run_test_get_median (times, n);

      for (guint j = 0; j < n; j++)
        {
          const double distance = log (times[j] / median);

          g_array_append_val (g_ptr_array_index (distances, j), distance);
        }
    }

  return distances;
}

/* A set without runs has no factors. */
double *
strata_runs_list_factors (const StrataRunsDiff *self,
                          guint side,
                          guint least_names)
{
  const guint n = strata_run_set_count_used (self->set, side);

  if (n == 0)
    return NULL;

  g_autoptr (GPtrArray) distances = list_distances (self, side);
  g_autofree double *factors = g_new (double, n);

  for (guint i = 0; i < n; i++)
    {
      const GArray *of_run = g_ptr_array_index (distances, i);

      if (of_run->len < least_names)
        return NULL;

      factors[i] = strata_run_test_get_median ((const double *) (gpointer) of_run->data, of_run->len);
    }

  const double middle = strata_run_test_get_median (factors, n);

  for (guint i = 0; i < n; i++)
    factors[i] -= middle;
  return g_steal_pointer (&factors);
}

/* How far each run is from the others of its side; NULL if that is not known. */
static double *
find_factors (const StrataRunsDiff *self,
              guint side)
{
  return strata_run_set_count_used (self->set, side) >= LEAST_RUNS ? strata_runs_list_factors (self, side, LEAST_NAMES) : NULL;
}

static void
mark (StrataRunsDiff *self,
      guint side,
      const double *factors,
      double limit)
{
  const guint n = strata_run_set_get_n (self->set, side);
  guint used = 0;
  guint n_marked = 0;

  for (guint i = 0; i < n; i++)
    if (strata_run_set_is_used (self->set, side, i))
      {
        if (fabs (factors[used]) > limit)
          {
            self->disturbances[side][i] = expm1 (factors[used]);
            n_marked++;
          }
        used++;
      }

  if (n_marked > MOST_PART * used)
    for (guint i = 0; i < n; i++)
      self->disturbances[side][i] = 0.0;
  else
    self->n_disturbed += n_marked;
}

void
strata_runs_find_disturbed (StrataRunsDiff *self)
{
  g_autofree double *factors_a = NULL;
  g_autofree double *factors_b = NULL;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    self->disturbances[side] = g_new0 (double, strata_run_set_get_n (self->set, side));

  factors_a = find_factors (self, STRATA_DIFF_A);
  factors_b = factors_a != NULL ? find_factors (self, STRATA_DIFF_B) : NULL;
  if (factors_b == NULL)
    return;

  const double spread_a = strata_run_test_get_spread (factors_a, strata_run_set_count_used (self->set, STRATA_DIFF_A));
  const double spread_b = strata_run_test_get_spread (factors_b, strata_run_set_count_used (self->set, STRATA_DIFF_B));
  const double limit = fmax (FAR_SPREADS * (spread_a + spread_b) / 2.0, log1p (FAR_FRAC));

  mark (self, STRATA_DIFF_A, factors_a, limit);
  mark (self, STRATA_DIFF_B, factors_b, limit);
}
