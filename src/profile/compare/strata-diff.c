/* strata-diff.c - two profiles, name by name
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

/* Each side has its profile, made in a thread of its own, and rows are put
 * together by their names. A comparison is complete when it is handed out and
 * does not change after; any thread may read it. */

typedef struct
{
  StrataTrace *trace; /* borrowed */
  const StrataScope *scope;
  StrataProfileBy by;
  GCancellable *cancellable;

  StrataProfile *profile;
  StrataDiffSamples samples;
  GError *error;
} SideJob;

static gpointer
run_side (gpointer data)
{
  SideJob *job = data;

  job->profile = strata_profile_new (job->trace, job->scope, job->by, job->cancellable, &job->error);
  if (job->profile != NULL)
    strata_diff_samples_init (&job->samples, job->profile, job->cancellable, &job->error);

  return NULL;
}

static gboolean
run_sides (SideJob jobs[STRATA_N_DIFF_SIDES],
           GError **error)
{
  GThread *thread = g_thread_new ("strata diff", run_side, &jobs[STRATA_DIFF_A]);

  run_side (&jobs[STRATA_DIFF_B]);
  g_thread_join (thread);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (jobs[side].error != NULL)
      {
        g_propagate_error (error, g_steal_pointer (&jobs[side].error));
        return FALSE;
      }

  return TRUE;
}

static void
side_job_clear (SideJob *job)
{
  strata_diff_samples_clear (&job->samples);
  g_clear_pointer (&job->profile, strata_profile_unref);
  g_clear_error (&job->error);
}

/* A name and where it is; those of A come first. */
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
  StrataDiffRow new_row = { { STRATA_NONE, STRATA_NONE }, STRATA_DIFF_SAME, none, none, none };

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

/* Regressions, improvements, more or fewer calls, callers of these, the rest. */
static const guint8 verdict_ranks[] = {
  [STRATA_DIFF_SLOWER] = 0,
  [STRATA_DIFF_ADDED] = 0,
  [STRATA_DIFF_FASTER] = 1,
  [STRATA_DIFF_REMOVED] = 1,
  [STRATA_DIFF_MORE_CALLS] = 2,
  [STRATA_DIFF_FEWER_CALLS] = 3,
  [STRATA_DIFF_SLOWER_INSIDE] = 4,
  [STRATA_DIFF_FASTER_INSIDE] = 5,
  [STRATA_DIFF_TOO_FEW] = 6,
  [STRATA_DIFF_NOISE] = 7,
  [STRATA_DIFF_SAME] = 8,
};

typedef struct
{
  guint32 index;
  guint8 rank;
  gint64 size_ns;
} Order;

static Order
get_order (const StrataDiff *self,
           guint32 index)
{
  const StrataDiffRow *row = &self->rows[index];
  const gboolean is_inside = row->verdict == STRATA_DIFF_SLOWER_INSIDE || row->verdict == STRATA_DIFF_FASTER_INSIDE;
  StrataDiffMetric metric = strata_diff_get_own_metric (self);

  if (is_inside)
    metric = self->clock == STRATA_CLOCK_CPU ? STRATA_DIFF_CPU : STRATA_DIFF_INCLUSIVE;

  gint64 size_ns = strata_diff_get_delta (self, row, metric);

  if (row->verdict == STRATA_DIFF_SAME)
    size_ns = strata_diff_get_value (self, row, STRATA_DIFF_A, metric);

  return (Order){ index, verdict_ranks[row->verdict], size_ns != STRATA_NO_TIME ? ABS (size_ns) : 0 };
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

/* CPU time where it is asked for, or the only clock that both have. */
static StrataClocks
choose_clock (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
              const StrataScope scopes[STRATA_N_DIFF_SIDES])
{
  StrataClocks common = strata_trace_get_clocks (traces[STRATA_DIFF_A]) & strata_trace_get_clocks (traces[STRATA_DIFF_B]);

  if (!(common & STRATA_CLOCK_WALL))
    return STRATA_CLOCK_CPU;

  return scopes[STRATA_DIFF_A].clock == STRATA_CLOCK_CPU && (common & STRATA_CLOCK_CPU) ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL;
}

/**
 * strata_diff_new:
 * @traces: what to compare
 * @scopes: what to look at in each; the clock of A's chooses that of both where both have it
 * @by: what the rows are about: usually %STRATA_PROFILE_BY_SHAPE
 * @cancellable: (nullable): to stop it
 * @error: where to put that it was cancelled
 *
 * Compares the calls of two traces by their names. May run in any thread.
 *
 * Returns: (transfer full): the comparison, or %NULL when it was cancelled
 */
StrataDiff *
strata_diff_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                 const StrataScope scopes[STRATA_N_DIFF_SIDES],
                 StrataProfileBy by,
                 GCancellable *cancellable,
                 GError **error)
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
      jobs[side] = (SideJob){ .trace = traces[side], .scope = &used[side], .by = by, .cancellable = cancellable };
    }

  const gboolean is_complete = run_sides (jobs, error);

  if (is_complete)
    {
      StrataDiffSamples samples[] = { jobs[STRATA_DIFF_A].samples, jobs[STRATA_DIFF_B].samples };

      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        self->profiles[side] = g_steal_pointer (&jobs[side].profile);

      join_rows (self);
      strata_diff_test_rows (self, samples);
      sort_rows (self);
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    side_job_clear (&jobs[side]);

  return is_complete ? g_steal_pointer (&self) : NULL;
}

/**
 * strata_diff_ref:
 * @self: a comparison
 *
 * Returns: (transfer full): @self
 */
StrataDiff *
strata_diff_ref (StrataDiff *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * strata_diff_unref:
 * @self: (nullable) (transfer full): a comparison
 */
void
strata_diff_unref (StrataDiff *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&self->profiles[side], strata_profile_unref);

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
 * Returns: (transfer none) (array length=n_rows): its rows: what got slower itself or is new comes
 *   first, then what got faster itself or is gone, then names with more or fewer calls, callers of
 *   all these, and what is chance; each by the size of the change
 */
const StrataDiffRow *
strata_diff_get_rows (const StrataDiff *self,
                      guint *n_rows)
{
  *n_rows = self->n_rows;
  return self->rows;
}

/**
 * strata_diff_get_profile:
 * @self: a comparison
 * @side: one of its sides
 *
 * Returns: (transfer none): the profile of that side
 */
const StrataProfile *
strata_diff_get_profile (const StrataDiff *self,
                         StrataDiffSide side)
{
  return self->profiles[side];
}

/**
 * strata_diff_get_clock:
 * @self: a comparison
 *
 * Returns: the clock whose times sort the rows, are tested, and are those of mean, 95 % and longest
 */
StrataClocks
strata_diff_get_clock (const StrataDiff *self)
{
  return self->clock;
}

/**
 * strata_diff_get_n_verdicts:
 * @self: a comparison
 * @verdict: what is said
 *
 * Returns: of how many rows it is said
 */
guint
strata_diff_get_n_verdicts (const StrataDiff *self,
                            StrataDiffVerdict verdict)
{
  return self->n_verdicts[verdict];
}

/**
 * strata_diff_get_name:
 * @self: a comparison
 * @row: one of its rows
 *
 * Returns: (transfer none): the name that the row is about
 */
const char *
strata_diff_get_name (const StrataDiff *self,
                      const StrataDiffRow *row)
{
  return self->names[row - self->rows];
}

/**
 * strata_diff_find:
 * @self: a comparison
 * @name: a name as strata_diff_get_name() tells it
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

static gint64
get_from_row (const StrataProfileRow *row,
              StrataDiffMetric metric)
{
  switch (metric)
    {
    case STRATA_DIFF_INCLUSIVE:
      return row->inclusive_ns;
    case STRATA_DIFF_EXCLUSIVE:
      return row->exclusive_ns;
    case STRATA_DIFF_CPU:
      return row->inclusive_cpu_ns;
    case STRATA_DIFF_EXCLUSIVE_CPU:
      return row->exclusive_cpu_ns;
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

/**
 * strata_diff_get_value:
 * @self: a comparison
 * @row: one of its rows
 * @side: one of its sides
 * @metric: what of it
 *
 * Returns: a time in ns, or a number of calls; %STRATA_NO_TIME when the side does not have it
 */
gint64
strata_diff_get_value (const StrataDiff *self,
                       const StrataDiffRow *row,
                       StrataDiffSide side,
                       StrataDiffMetric metric)
{
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (self->profiles[side], &n_rows);

  return row->row[side] != STRATA_NONE ? get_from_row (&rows[row->row[side]], metric) : STRATA_NO_TIME;
}

/* Sums of a name that is missing are 0, if the trace has that clock at all. */
static gint64
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

  return metric == STRATA_DIFF_CALLS || total_ns != STRATA_NO_TIME ? 0 : STRATA_NO_TIME;
}

/**
 * strata_diff_get_delta:
 * @self: a comparison
 * @row: one of its rows
 * @metric: what of it
 *
 * Returns: by how much it is more in B than in A; a name that a side does not have counts as
 *   0 in sums; %STRATA_NO_TIME when that is not known
 */
gint64
strata_diff_get_delta (const StrataDiff *self,
                       const StrataDiffRow *row,
                       StrataDiffMetric metric)
{
  const gint64 a = get_sum (self, row, STRATA_DIFF_A, metric);
  const gint64 b = get_sum (self, row, STRATA_DIFF_B, metric);

  return a != STRATA_NO_TIME && b != STRATA_NO_TIME ? b - a : STRATA_NO_TIME;
}

/**
 * strata_diff_get_change:
 * @self: a comparison
 * @row: one of its rows
 * @metric: what of it
 * @change_frac: (out): by what part of A's it is more in B
 *
 * Returns: %FALSE when that is not known, or A's is 0 and B's is not
 */
gboolean
strata_diff_get_change (const StrataDiff *self,
                        const StrataDiffRow *row,
                        StrataDiffMetric metric,
                        double *change_frac)
{
  const gint64 a = get_sum (self, row, STRATA_DIFF_A, metric);
  const gint64 delta = strata_diff_get_delta (self, row, metric);

  if (delta == STRATA_NO_TIME || (a == 0 && delta != 0))
    return FALSE;

  *change_frac = delta == 0 ? 0.0 : (double) delta / (double) a;
  return TRUE;
}
