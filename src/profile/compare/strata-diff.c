/* strata-diff.c - compares two profiles, name by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strata-diff-private.h"
#include "strata-weights.h"

/* Each side has its profile, computed in its own thread, and rows are paired by name. A comparison
 * is complete and immutable once it is returned; any thread may read it. */

typedef struct
{
  StrataTrace *trace; /* borrowed */
  const StrataScope *scope;
  StrataProfileBy by;
  GCancellable *cancellable;

  StrataProfile *profile;
  StrataDiffSamples samples;
  gboolean is_complete; /* FALSE if it was cancelled */
} SideJob;

static gpointer
run_side (gpointer data)
{
  SideJob *job = data;

  job->profile = strata_profile_new (job->trace, job->scope, job->by, job->cancellable);
  job->is_complete = job->profile != NULL && strata_diff_samples_init (&job->samples, job->profile, job->cancellable);

  return NULL;
}

static gboolean
run_sides (SideJob jobs[STRATA_N_DIFF_SIDES])
{
  GThread *thread = g_thread_new ("strata diff", run_side, &jobs[STRATA_DIFF_A]);

  run_side (&jobs[STRATA_DIFF_B]);
  g_thread_join (thread);

  /* cppcheck-suppress memleak */
  return jobs[STRATA_DIFF_A].is_complete && jobs[STRATA_DIFF_B].is_complete;
}

static void
side_job_clear (SideJob *job)
{
  strata_diff_samples_clear (&job->samples);
  g_clear_pointer (&job->profile, strata_profile_unref);
}

/* A name and its row on each side; those of A come first. */
typedef struct
{
  StrataDiff *diff;
  GArray *rows;     /* StrataDiffRow */
  GPtrArray *names; /* owned strings */
} Joining;

static void
add_row (Joining *joining,
         StrataDiffSide side,
         guint32 row,
         char *name)
{
  gpointer known;

  if (g_hash_table_lookup_extended (joining->diff->row_of_name, name, NULL, &known))
    {
      g_array_index (joining->rows, StrataDiffRow, GPOINTER_TO_UINT (known)).row[side] = row;
      g_free (name);
      return;
    }

  static const StrataDiffTest none = { NAN, NAN, NAN };
  StrataDiffRow new_row = { { STRATA_NONE, STRATA_NONE }, STRATA_NONE, STRATA_DIFF_SAME, none, none, none, none, none, NAN, NAN, NAN, FALSE };

  new_row.row[side] = row;
  g_hash_table_insert (joining->diff->row_of_name, name, GUINT_TO_POINTER (joining->rows->len));
  g_array_append_val (joining->rows, new_row);
  g_ptr_array_add (joining->names, name);
}

static void
join_rows (StrataDiff *self)
{
  Joining joining = { self, g_array_new (FALSE, FALSE, sizeof (StrataDiffRow)), g_ptr_array_new () };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_rows;
      const StrataProfileRow *rows = strata_profile_get_rows (self->profiles[side], &n_rows);

      for (guint32 i = 0; i < n_rows; i++)
        add_row (&joining, side, i, strata_profile_dup_name (self->profiles[side], rows[i].key));
    }

  self->n_rows = joining.rows->len;
  self->rows = (StrataDiffRow *) g_array_free (joining.rows, FALSE);
  self->names = (char **) g_ptr_array_free (joining.names, FALSE);
}

/* Changes come first, by size; then undecided names, which at a glance look like changes; then insignificant changes;
 * then names that are equal on both sides, by size. */
typedef struct
{
  guint32 index;
  guint8 rank;
  gboolean is_worse;
  double size_ns;
} Order;

static guint8
get_rank (StrataDiffVerdict verdict)
{
  switch (verdict)
    {
    case STRATA_DIFF_SLOWER:
    case STRATA_DIFF_ADDED:
    case STRATA_DIFF_FASTER:
    case STRATA_DIFF_REMOVED:
    case STRATA_DIFF_MORE_CALLS:
    case STRATA_DIFF_FEWER_CALLS:
    case STRATA_DIFF_SLOWER_TAIL:
    case STRATA_DIFF_FASTER_TAIL:
    case STRATA_DIFF_SLOWER_INSIDE:
    case STRATA_DIFF_FASTER_INSIDE:
      break;
    case STRATA_DIFF_TOO_FEW:
      return 1;
    case STRATA_DIFF_SMALL:
    case STRATA_DIFF_NOISE:
      return 2;
    case STRATA_DIFF_SAME:
      return 3;
    }

  return 0;
}

static Order
get_order (const StrataDiff *self,
           guint32 index)
{
  const StrataDiffRow *row = &self->rows[index];
  const StrataDiffMetric metric = strata_diff_get_own_metric (self);
  const double size_ns = row->verdict == STRATA_DIFF_SAME ? strata_diff_get_value (self, row, STRATA_DIFF_A, metric) : strata_diff_get_delta (self, row, metric);

  return (Order){ index, get_rank (row->verdict), strata_diff_verdict_is_worse (row->verdict), isnan (size_ns) ? 0.0 : fabs (size_ns) };
}

static int
compare_orders (gconstpointer a,
                gconstpointer b)
{
  const Order *order_a = a;
  const Order *order_b = b;

  if (order_a->rank != order_b->rank)
    return (int) order_a->rank - (int) order_b->rank;
  if (order_a->size_ns != order_b->size_ns)
    return order_a->size_ns > order_b->size_ns ? -1 : 1;

  if (order_a->is_worse != order_b->is_worse)
    return order_a->is_worse ? -1 : 1;

  return order_a->index < order_b->index ? -1 : 1;
}

static void
sort_rows (StrataDiff *self)
{
  g_autofree Order *orders = g_new (Order, self->n_rows);
  g_autofree StrataDiffRow *old_rows = g_steal_pointer (&self->rows);
  g_autofree char **old_names = g_steal_pointer (&self->names);

  self->rows = old_rows;
  for (guint32 i = 0; i < self->n_rows; i++)
    orders[i] = get_order (self, i);
  if (self->n_rows > 0)
    qsort (orders, self->n_rows, sizeof *orders, compare_orders);

  self->rows = g_new (StrataDiffRow, self->n_rows);
  self->names = g_new (char *, self->n_rows);
  for (guint32 i = 0; i < self->n_rows; i++)
    {
      self->rows[i] = old_rows[orders[i].index];
      self->names[i] = old_names[orders[i].index];
      g_hash_table_insert (self->row_of_name, self->names[i], GUINT_TO_POINTER (i));
    }
}

/* CPU time if requested, or if it is the only clock that both have. */
static StrataClocks
choose_clock (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
              const StrataScope scopes[STRATA_N_DIFF_SIDES])
{
  StrataClocks common = strata_trace_get_clocks (traces[STRATA_DIFF_A]) & strata_trace_get_clocks (traces[STRATA_DIFF_B]);

  if (!(common & STRATA_CLOCK_WALL))
    return STRATA_CLOCK_CPU;

  return scopes[STRATA_DIFF_A].clock == STRATA_CLOCK_CPU && (common & STRATA_CLOCK_CPU) ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL;
}

static gboolean
is_of_weights (StrataTrace *const traces[STRATA_N_DIFF_SIDES])
{
  return strata_trace_is_laid_by_weight (traces[STRATA_DIFF_A]) && strata_trace_is_laid_by_weight (traces[STRATA_DIFF_B]);
}

static gint64
get_weight (const StrataDiff *self,
            StrataDiffSide side)
{
  return strata_profile_get_total_ns (self->profiles[side]);
}

static void
choose_units (StrataDiff *self,
              StrataDiffPer per,
              StrataTrace *const traces[STRATA_N_DIFF_SIDES],
              const StrataScope scopes[STRATA_N_DIFF_SIDES],
              GCancellable *cancellable)
{
  guint64 n_calls[STRATA_N_DIFF_SIDES] = { 0 };

  if (is_of_weights (traces))
    {
      const gint64 weights[STRATA_N_DIFF_SIDES] = { get_weight (self, STRATA_DIFF_A), get_weight (self, STRATA_DIFF_B) };

      self->units = strata_diff_units_choose_for_weights (per, weights);
      return;
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_rows;
      const StrataProfileRow *rows = strata_profile_get_rows (self->profiles[side], &n_rows);

      for (guint i = 0; i < n_rows; i++)
        n_calls[side] += rows[i].n_calls + rows[i].n_recursive_calls;
    }

  self->units = strata_diff_units_choose (per, traces, scopes, n_calls, cancellable);
}

/**
 * strata_diff_new:
 * @traces: the traces to compare
 * @scopes: the scope of each; A's clock is used for both if both have it
 * @options: the options
 * @cancellable: (nullable): stops it
 *
 * Compares the calls of two traces by name. Any thread may call it.
 *
 * Returns: (transfer full): the comparison, or %NULL if it was cancelled
 */
StrataDiff *
strata_diff_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                 const StrataScope scopes[STRATA_N_DIFF_SIDES],
                 const StrataDiffOptions *options,
                 GCancellable *cancellable)
{
  g_autoptr (StrataDiff) self = g_new0 (StrataDiff, 1);
  StrataScope used[STRATA_N_DIFF_SIDES];
  SideJob jobs[STRATA_N_DIFF_SIDES];

  g_atomic_ref_count_init (&self->ref_count);
  self->clock = choose_clock (traces, scopes);
  self->row_of_name = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      used[side] = scopes[side];
      used[side].clock = self->clock;
      jobs[side] = (SideJob){ .trace = traces[side], .scope = &used[side], .by = options->by, .cancellable = cancellable };
    }

  self->floor_ns = strata_diff_options_get_floor_ns (&scopes[STRATA_DIFF_A]);
  self->has_default_limit = options->limit_ns == 0 && options->limit_frac == 0.0;

  const gboolean is_complete = run_sides (jobs);

  if (is_complete)
    {
      StrataDiffSamples samples[] = { jobs[STRATA_DIFF_A].samples, jobs[STRATA_DIFF_B].samples };

      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        {
          self->profiles[side] = g_steal_pointer (&jobs[side].profile);
          self->unfinished[side] = g_steal_pointer (&jobs[side].samples.unfinished);
        }

      choose_units (self, options->per, traces, scopes, cancellable);
      self->limit_ns = strata_diff_options_get_limit_ns (options, is_of_weights (traces) ? get_weight (self, STRATA_DIFF_A) : strata_span_get_length_ns (scopes[STRATA_DIFF_A].span));
      join_rows (self);
      strata_diff_test_rows (self, samples);
      sort_rows (self);
      strata_diff_find_moves (self);
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    side_job_clear (&jobs[side]);

  return is_complete ? g_steal_pointer (&self) : NULL;
}

StrataDiff *
strata_diff_ref (StrataDiff *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_diff_unref (StrataDiff *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&self->profiles[side], strata_profile_unref);
      g_clear_pointer (&self->unfinished[side], g_free);
    }

  g_hash_table_unref (self->row_of_name);
  for (guint32 i = 0; i < self->n_rows; i++)
    g_free (self->names[i]);
  g_free (self->names);
  g_free (self->rows);
  g_free (self);
}

/**
 * strata_diff_get_rows:
 * @self: a comparison
 * @n_rows: (out): how many
 *
 * Returns: (transfer none) (array length=n_rows): its rows by the change of their self time: first changes,
 *   then undecided names, then changes that are insignificant or too small to matter, then equal ones
 */
const StrataDiffRow *
strata_diff_get_rows (const StrataDiff *self,
                      guint *n_rows)
{
  *n_rows = self->n_rows;
  return self->rows;
}

const StrataDiffRow *
strata_diff_get_row (const StrataDiff *self,
                     guint row)
{
  return &self->rows[row];
}

const StrataProfile *
strata_diff_get_profile (const StrataDiff *self,
                         StrataDiffSide side)
{
  return self->profiles[side];
}

/* Returns the clock by which rows are sorted and tested, and of the mean, 95th percentile and
 * longest call. */
StrataClocks
strata_diff_get_clock (const StrataDiff *self)
{
  return self->clock;
}

/* Returns the units that its sums are divided by. */
StrataDiffUnits
strata_diff_get_units (const StrataDiff *self)
{
  return self->units;
}

/* Returns the unit of lengths, as in strata_trace_get_unit(); NULL if there is none. */
const char *
strata_diff_get_unit (const StrataDiff *self)
{
  return strata_trace_get_unit (strata_profile_get_trace (self->profiles[STRATA_DIFF_A]));
}

/* Returns the least change of a name's time in the scope of A that matters. */
gint64
strata_diff_get_limit_ns (const StrataDiff *self)
{
  return self->limit_ns;
}

/* Returns how many rows have it. */
guint
strata_diff_get_n_verdicts (const StrataDiff *self,
                            StrataDiffVerdict verdict)
{
  return self->n_verdicts[verdict];
}

const char *
strata_diff_get_name (const StrataDiff *self,
                      const StrataDiffRow *row)
{
  return self->names[row - self->rows];
}

/**
 * strata_diff_find:
 * @self: a comparison
 * @name: a name from strata_diff_get_name()
 *
 * Returns: the index of its row, or %STRATA_NONE
 */
guint32
strata_diff_find (const StrataDiff *self,
                  const char *name)
{
  gpointer row;

  return g_hash_table_lookup_extended (self->row_of_name, name, NULL, &row) ? GPOINTER_TO_UINT (row) : STRATA_NONE;
}

/* The time of calls that did not end is not known, rather than 0. */
static gint64
get_from_row (const StrataProfileRow *row,
              const StrataDiffUnfinished *unfinished,
              StrataDiffMetric metric)
{
  if (metric < STRATA_DIFF_CALLS && strata_diff_is_unfinished (row))
    return STRATA_NO_TIME;

  switch (metric)
    {
    case STRATA_DIFF_INCLUSIVE:
      return row->inclusive_ns == STRATA_NO_TIME ? STRATA_NO_TIME : row->inclusive_ns - unfinished->outermost_ns[0];
    case STRATA_DIFF_EXCLUSIVE:
      return row->exclusive_ns == STRATA_NO_TIME ? STRATA_NO_TIME : row->exclusive_ns - unfinished->own_ns[0];
    case STRATA_DIFF_CPU:
      return !strata_diff_knows_cpu (row) ? STRATA_NO_TIME : row->inclusive_cpu_ns - unfinished->outermost_ns[1];
    case STRATA_DIFF_EXCLUSIVE_CPU:
      return !strata_diff_knows_own_cpu (row) ? STRATA_NO_TIME : row->exclusive_cpu_ns - unfinished->own_ns[1];
    case STRATA_DIFF_CALLS:
      return (gint64) (row->n_calls + row->n_recursive_calls);
    case STRATA_DIFF_MEAN:
      return row->mean_ns;
    case STRATA_DIFF_P95:
      return row->p95_ns;
    case STRATA_DIFF_MAX:
      return row->max_ns;
    }

  g_return_val_if_reached (STRATA_NO_TIME);
}

/* The divisor of a sum; figures of single calls are not divided. */
static double
get_unit (const StrataDiff *self,
          const StrataProfileRow *row,
          StrataDiffSide side,
          StrataDiffMetric metric)
{
  if (metric >= STRATA_DIFF_MEAN)
    return 1.0;
  if (self->units.per == STRATA_DIFF_PER_CALL)
    return metric == STRATA_DIFF_CALLS ? 1.0 : (double) MAX (strata_diff_count_finished (row), 1);
  if (self->units.per == STRATA_DIFF_PER_WEIGHT && metric == STRATA_DIFF_CALLS)
    return 1.0;

  return self->units.n[side];
}

/**
 * strata_diff_get_value:
 * @self: a comparison
 * @row: one of its rows
 * @side: one of its sides
 * @metric: a metric
 *
 * Sums of times exclude unfinished calls.
 *
 * Returns: a time in ns or a number of calls, divided by the units of the comparison unless it is of single calls; NaN
 *   if the side does not have it
 */
double
strata_diff_get_value (const StrataDiff *self,
                       const StrataDiffRow *row,
                       StrataDiffSide side,
                       StrataDiffMetric metric)
{
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (self->profiles[side], &n_rows);
  const guint32 index = row->row[side];

  if (index == STRATA_NONE)
    return NAN;

  const gint64 value = get_from_row (&rows[index], &self->unfinished[side][index], metric);

  return value != STRATA_NO_TIME ? (double) value / get_unit (self, &rows[index], side, metric) : NAN;
}

/* Sums of a missing name are 0, if the trace has that clock at all. */
static double
get_sum (const StrataDiff *self,
         const StrataDiffRow *row,
         StrataDiffSide side,
         StrataDiffMetric metric)
{
  const StrataProfile *profile = self->profiles[side];
  const gboolean is_cpu = metric == STRATA_DIFF_CPU || metric == STRATA_DIFF_EXCLUSIVE_CPU;
  const gint64 total_ns = is_cpu ? strata_profile_get_total_cpu_ns (profile) : strata_profile_get_total_ns (profile);

  if (row->row[side] != STRATA_NONE || metric >= STRATA_DIFF_MEAN)
    return strata_diff_get_value (self, row, side, metric);

  return metric == STRATA_DIFF_CALLS || total_ns != STRATA_NO_TIME ? 0.0 : NAN;
}

/* Returns how much larger it is in B; in sums, a name that a side does not have counts as 0; NaN
 * if it is not known. */
double
strata_diff_get_delta (const StrataDiff *self,
                       const StrataDiffRow *row,
                       StrataDiffMetric metric)
{
  return get_sum (self, row, STRATA_DIFF_B, metric) - get_sum (self, row, STRATA_DIFF_A, metric);
}

/**
 * strata_diff_get_change:
 * @self: a comparison
 * @row: one of its rows
 * @metric: a metric
 * @change_frac: (out): how much larger it is in B, as a fraction of A's
 *
 * Returns: %FALSE if that is not known, or A's is 0 and B's is not
 */
gboolean
strata_diff_get_change (const StrataDiff *self,
                        const StrataDiffRow *row,
                        StrataDiffMetric metric,
                        double *change_frac)
{
  const double a = get_sum (self, row, STRATA_DIFF_A, metric);
  const double delta = strata_diff_get_delta (self, row, metric);

  if (isnan (delta) || (a == 0.0 && delta != 0.0))
    return FALSE;

  *change_frac = delta == 0.0 ? 0.0 : delta / a;
  return TRUE;
}
