/* strata-run-late.c - the share of late frames on a side
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-late.h"

#include <math.h>

#include "strata-run-test.h"

/* Late frames of a run come together, so the bootstrap draws runs, not frames: a set of as many
 * runs, each drawn from those of the side, is made many times. A single run has no alternatives,
 * and runs without a late frame do not vary. So the interval is never narrower than Wilson's, which
 * takes frames as independent. The random numbers are always the same. */
#define N_DRAWS 2000
#define SEED 22
#define Z 1.959963984540054

static void
add_wilson (StrataRunLate *self)
{
  const double n = (double) self->n_judged;
  const double middle = (self->share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
  const double half = Z * sqrt (self->share * (1.0 - self->share) / n + Z * Z / (4.0 * n * n)) / (1.0 + Z * Z / n);

  self->low = fmax (fmin (middle - half, self->share), 0.0);
  self->high = fmin (fmax (middle + half, self->share), 1.0);
}

static double
draw (const GPtrArray *runs,
      GRand *random)
{
  double n_judged = 0.0;
  double n_late = 0.0;

  for (guint i = 0; i < runs->len; i++)
    {
      const StrataRunSums *run = runs->pdata[g_rand_int_range (random, 0, (int) runs->len)];

      n_judged += run->n_judged;
      n_late += run->n_late;
    }

  return n_late / n_judged;
}

static void
add_bootstrap (StrataRunLate *self,
               const GPtrArray *runs)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  g_autofree double *shares = g_new (double, N_DRAWS);

  for (guint i = 0; i < N_DRAWS; i++)
    shares[i] = draw (runs, random);

  strata_run_test_sort (shares, N_DRAWS);
  self->low = fmin (self->low, shares[N_DRAWS / 40]);
  self->high = fmax (self->high, shares[N_DRAWS - 1 - N_DRAWS / 40]);
}

/**
 * strata_run_late_init:
 * @self: (out caller-allocates): the late frames
 * @set: the runs
 * @side: a side
 *
 * Counts the late frames of all used runs of a side.
 */
void
strata_run_late_init (StrataRunLate *self,
                      const StrataRunSet *set,
                      StrataDiffSide side)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();

  *self = (StrataRunLate){ 0, 0, NAN, NAN, NAN };
  for (guint i = 0; i < strata_run_set_get_n (set, side); i++)
    {
      StrataRunSums *sums = strata_run_set_is_used (set, side, i) ? strata_run_set_get (set, side, i)->sums : NULL;

      if (sums == NULL || sums->n_judged == 0)
        continue;

      self->n_judged += sums->n_judged;
      self->n_late += sums->n_late;
      g_ptr_array_add (runs, sums);
    }

  if (self->n_judged == 0)
    return;

  self->share = (double) self->n_late / (double) self->n_judged;
  add_wilson (self);
  if (runs->len > 1)
    add_bootstrap (self, runs);
}
