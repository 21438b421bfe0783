/* strata-runs-moves.c - finds where the work of a name removed in all runs went
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-diff-moves.h"
#include "strata-order.h"
#include "strata-run-names.h"
#include "strata-runs-private.h"

/* As in a comparison of two captures: a name that is removed in B was renamed to one that is new there, if both take
 * about as long, and either share a word or are called equally often. */
#define MOST_CANDIDATES 500
/* Larger than any other fit. */
#define SAME_NAME_FIT 10.0

typedef struct
{
  guint32 row;
  double time;
  double n_calls;
} Candidate;

static double
get_median (const StrataRunsDiff *self,
            const StrataRunsRow *row,
            StrataRunMetric metric,
            StrataDiffSide side)
{
  g_auto (StrataRunsRow) compared;

  strata_runs_diff_compare (self, row->kind, row->name, metric, &compared);
  return compared.median[side];
}

static GArray *
list_candidates (const StrataRunsDiff *self,
                 StrataRunsVerdict verdict,
                 StrataDiffSide side)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (self, &n_rows);

  for (guint i = 0; i < n_rows && candidates->len < MOST_CANDIDATES; i++)
    if (rows[i].verdict == verdict)
      {
        const Candidate candidate = { i, get_median (self, &rows[i], strata_runs_get_own_metric (self), side), get_median (self, &rows[i], STRATA_RUN_CALLS, side) };

        g_array_append_val (candidates, candidate);
      }

  return candidates;
}

/* A name that moved to another thread is still the same name: that fits better than a similar one. */
static double
get_fit (const StrataRunsDiff *self,
         const Candidate *lost,
         const Candidate *gained)
{
  const StrataRunsRow *rows = (const StrataRunsRow *) (gpointer) self->rows->data;
  const char *roles[STRATA_N_DIFF_SIDES];
  g_autofree char *name_a = strata_run_names_split (rows[lost->row].name, &roles[STRATA_DIFF_A]);
  g_autofree char *name_b = strata_run_names_split (rows[gained->row].name, &roles[STRATA_DIFF_B]);
  const StrataDiffMove move = {
    .names = { name_a, name_b },
    .times = { lost->time, gained->time },
    .n_calls = { lost->n_calls, gained->n_calls },
    .is_both = TRUE,
  };
  const double fit = strata_diff_move_get_fit (&move);

  return fit > 0.0 && g_str_equal (name_a, name_b) ? fit + SAME_NAME_FIT : fit;
}

typedef struct
{
  guint32 lost;
  guint32 gained;
  double fit;
} Pair;

static int
compare_pairs (gconstpointer a,
               gconstpointer b)
{
  const Pair *pair_a = a;
  const Pair *pair_b = b;

  return STRATA_ORDER (pair_b->fit, pair_a->fit) ?: (STRATA_ORDER (pair_a->lost, pair_b->lost) ?: STRATA_ORDER (pair_a->gained, pair_b->gained));
}

static GArray *
list_pairs (const StrataRunsDiff *self)
{
  g_autoptr (GArray) lost = list_candidates (self, STRATA_RUNS_REMOVED, STRATA_DIFF_A);
  g_autoptr (GArray) gained = list_candidates (self, STRATA_RUNS_ADDED, STRATA_DIFF_B);
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (guint i = 0; i < lost->len; i++)
    for (guint j = 0; j < gained->len; j++)
      {
        const Candidate *candidate = &g_array_index (lost, Candidate, i);
        const Candidate *other = &g_array_index (gained, Candidate, j);
        const Pair pair = { candidate->row, other->row, get_fit (self, candidate, other) };

        if (pair.fit > 0.0)
          g_array_append_val (pairs, pair);
      }

  g_array_sort (pairs, compare_pairs);
  return pairs;
}

void
strata_runs_find_moves (StrataRunsDiff *self)
{
  g_autoptr (GArray) pairs = list_pairs (self);
  StrataRunsRow *rows = (StrataRunsRow *) (gpointer) self->rows->data;

  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);

      if (rows[pair->lost].moved == STRATA_NONE && rows[pair->gained].moved == STRATA_NONE)
        {
          rows[pair->lost].moved = pair->gained;
          rows[pair->gained].moved = pair->lost;
        }
    }
}
