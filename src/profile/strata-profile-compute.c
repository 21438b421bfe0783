/* strata-profile-compute.c - one pass over the calls adds up the rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"

#include "strata-column.h"

/* Slices come in pre-order, so the open calls are a stack, and its height is
 * the depth of the next slice. Each row counts how often it is on the stack:
 * a slice whose row is not on it yet is an outermost call. Exclusive time needs
 * no work at the end of a call: a slice adds its time to its own row and takes
 * it from its parent's. There is no recursion in C and no hashing.
 *
 * The durations of finished calls are kept in a column for each row, until the
 * percentile is taken from it. */
typedef struct
{
  StrataProfileRow row;
  guint32 n_on_stack;
  gint64 longest_ns;
  gint64 finished_ns;
  StrataColumn finished; /* owned: gint64 each */
} Sum;

typedef struct
{
  StrataProfile *profile; /* borrowed */
  StrataColumn sums;      /* owned: Sum each */
  guint32 *stack;         /* owned: sums of the open calls */
  guint32 n_open;
} Pass;

#define SLICES_BETWEEN_CHECKS 65536

static inline Sum *
get_sum (Pass *pass,
         guint32 index)
{
  return &strata_column_at (&pass->sums, Sum, index);
}

static guint32
add_sum (Pass *pass,
         guint32 key)
{
  Sum *sum = strata_column_push (&pass->sums, sizeof *sum);

  *sum = (Sum){
    .row = { .key = key, .longest_slice = STRATA_NONE, .min_ns = STRATA_NO_TIME, .mean_ns = STRATA_NO_TIME, .p95_ns = STRATA_NO_TIME, .max_ns = STRATA_NO_TIME },
    .longest_ns = -1,
  };

  return (guint32) pass->sums.n - 1;
}

static void
close_calls (Pass *pass,
             guint32 depth)
{
  while (pass->n_open > depth)
    get_sum (pass, pass->stack[--pass->n_open])->n_on_stack--;
}

static void
add_duration (Sum *sum,
              const StrataSliceWalk *walk,
              guint32 depth_flags)
{
  if (walk->axis_ns > sum->longest_ns)
    {
      sum->longest_ns = walk->axis_ns;
      sum->row.longest_slice = walk->slice;
    }

  if (depth_flags & STRATA_SLICE_UNFINISHED)
    {
      sum->row.n_unfinished++;
      return;
    }

  sum->finished_ns += walk->axis_ns;
  strata_column_push_i64 (&sum->finished, walk->axis_ns);
}

static void
charge_parent (Pass *pass,
               const StrataSliceWalk *walk)
{
  if (pass->n_open == 0)
    {
      pass->profile->total_ns += walk->axis_ns;
      pass->profile->total_cpu_ns += walk->cpu_ns;
      return;
    }

  StrataProfileRow *parent = &get_sum (pass, pass->stack[pass->n_open - 1])->row;

  parent->exclusive_ns -= walk->axis_ns;
  parent->exclusive_cpu_ns -= walk->cpu_ns;
}

static void
add_slice (Pass *pass,
           const StrataSliceWalk *walk)
{
  guint32 depth_flags = walk->slices->depth_flags[walk->slice];
  guint32 key = strata_profile_keys_get (&pass->profile->keys, walk->slices->name[walk->slice]);
  guint32 *index = strata_profile_get_row_of_key (pass->profile, key);

  if (G_UNLIKELY (*index == STRATA_NONE))
    *index = add_sum (pass, key);

  close_calls (pass, depth_flags >> 8);
  charge_parent (pass, walk);

  Sum *sum = get_sum (pass, *index);

  sum->row.exclusive_ns += walk->axis_ns;
  sum->row.exclusive_cpu_ns += walk->cpu_ns;

  if (sum->n_on_stack++ == 0)
    {
      sum->row.n_calls++;
      sum->row.inclusive_ns += walk->axis_ns;
      sum->row.inclusive_cpu_ns += walk->cpu_ns;
    }
  else
    sum->row.n_recursive_calls++;

  add_duration (sum, walk, depth_flags);
  pass->stack[pass->n_open++] = *index;
}

static gboolean
add_tracks (Pass *pass,
            StrataSliceWalk *walk,
            GCancellable *cancellable,
            GError **error)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (pass->profile->trace, &n_tracks);
  guint32 n_left = SLICES_BETWEEN_CHECKS;

  for (guint i = 0; i < n_tracks; i++)
    {
      if (!strata_profile_has_track (pass->profile, &tracks[i]))
        continue;

      strata_slice_walk_enter (walk, &tracks[i]);
      strata_profile_keys_enter (&pass->profile->keys, &tracks[i]);

      while (strata_slice_walk_next (walk))
        {
          add_slice (pass, walk);

          if (G_UNLIKELY (--n_left == 0))
            {
              n_left = SLICES_BETWEEN_CHECKS;
              if (g_cancellable_set_error_if_cancelled (cancellable, error))
                return FALSE;
            }
        }

      close_calls (pass, 0);
    }

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* The place of the nearest-rank percentile in n sorted values, from 0. */
static gsize
get_p95_rank (gsize n)
{
  return n - n / 20 - 1;
}

static void
finish_durations (Sum *sum)
{
  gint64 *values = sum->finished.data;
  gsize n = sum->finished.n;
  gint64 min_ns = G_MAXINT64;
  gint64 max_ns = 0;

  if (n == 0)
    return;

  for (gsize i = 0; i < n; i++)
    {
      min_ns = MIN (min_ns, values[i]);
      max_ns = MAX (max_ns, values[i]);
    }

  sum->row.min_ns = min_ns;
  sum->row.max_ns = max_ns;
  sum->row.mean_ns = (gint64) (((guint64) sum->finished_ns + n / 2) / n);
  sum->row.p95_ns = strata_select_ns (values, n, get_p95_rank (n));
}

/* A trace with the CPU clock alone has it as its axis. */
static void
name_clocks (StrataClocks clocks,
             gboolean has_cpu_column,
             gint64 *wall_ns,
             gint64 *cpu_ns)
{
  if (!(clocks & STRATA_CLOCK_CPU))
    *cpu_ns = STRATA_NO_TIME;
  else if (!has_cpu_column)
    *cpu_ns = *wall_ns;

  if (!(clocks & STRATA_CLOCK_WALL))
    *wall_ns = STRATA_NO_TIME;
}

static void
finish_row (Sum *sum,
            StrataClocks clocks,
            gboolean has_cpu_column)
{
  StrataProfileRow *row = &sum->row;

  finish_durations (sum);
  strata_column_clear (&sum->finished);
  name_clocks (clocks, has_cpu_column, &row->inclusive_ns, &row->inclusive_cpu_ns);
  name_clocks (clocks, has_cpu_column, &row->exclusive_ns, &row->exclusive_cpu_ns);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const StrataProfileRow *row_a = a;
  const StrataProfileRow *row_b = b;

  if (row_a->inclusive_ns != row_b->inclusive_ns)
    return row_a->inclusive_ns > row_b->inclusive_ns ? -1 : 1;
  if (row_a->inclusive_cpu_ns != row_b->inclusive_cpu_ns)
    return row_a->inclusive_cpu_ns > row_b->inclusive_cpu_ns ? -1 : 1;

  return row_a->key < row_b->key ? -1 : row_a->key > row_b->key;
}

static void
finish_rows (Pass *pass)
{
  StrataProfile *profile = pass->profile;
  StrataClocks clocks = strata_trace_get_clocks (profile->trace);
  gboolean has_cpu_column = strata_ns_column_exists (&strata_trace_get_slices (profile->trace)->cpu);

  profile->n_rows = (guint32) pass->sums.n;
  profile->rows = g_new (StrataProfileRow, profile->n_rows);

  for (guint32 i = 0; i < profile->n_rows; i++)
    {
      finish_row (get_sum (pass, i), clocks, has_cpu_column);
      profile->rows[i] = get_sum (pass, i)->row;
    }

  qsort (profile->rows, profile->n_rows, sizeof *profile->rows, compare_rows);
  for (guint32 i = 0; i < profile->n_rows; i++)
    *strata_profile_get_row_of_key (profile, profile->rows[i].key) = i;

  name_clocks (clocks, has_cpu_column, &profile->total_ns, &profile->total_cpu_ns);
}

static void
pass_clear (Pass *pass)
{
  for (guint32 i = 0; i < pass->sums.n; i++)
    strata_column_clear (&get_sum (pass, i)->finished);

  strata_column_clear (&pass->sums);
  g_free (pass->stack);
}

/**
 * strata_profile_compute:
 * @self: a profile with everything but its rows
 * @cancellable: (nullable): to stop it
 * @error: where to put that it was cancelled
 *
 * Adds up the rows.
 *
 * Returns: %FALSE when it was cancelled
 */
gboolean
strata_profile_compute (StrataProfile *self,
                        GCancellable *cancellable,
                        GError **error)
{
  g_auto (StrataSliceWalk) walk;
  Pass pass = { .profile = self, .stack = strata_profile_new_stack (self) };

  strata_slice_walk_init (&walk, self->trace, self->scope.span);

  gboolean is_complete = add_tracks (&pass, &walk, cancellable, error);

  if (is_complete)
    finish_rows (&pass);

  pass_clear (&pass);
  return is_complete;
}
