/* strata-profile-compute.c - one pass over the calls adds up the rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"

#include "strata-column.h"
#include "strata-select.h"

/* Slices come in pre-order, so the open calls are a stack, and its height is
 * the depth of the next slice. Each row counts how often it is on the stack:
 * a slice whose row is not on it yet is an outermost call. Exclusive time needs
 * no work at the end of a call: a slice adds its time to its own row and takes
 * it from its parent's. There is no recursion in C and no hashing.
 *
 * The durations of finished calls are kept for each row until the percentile is
 * taken from them: 4 bytes each, and 8 for the few of more than four seconds.
 * What every slice touches stands first and without branches, because which
 * call is recursive and how deep the next one lies is not to be guessed. */
typedef struct
{
  gint64 exclusive_ns;
  gint64 exclusive_cpu_ns;
  gint64 inclusive_ns;
  gint64 inclusive_cpu_ns;
  gint64 longest_ns;
  gint64 finished_ns;
  StrataColumn finished; /* owned: guint32 each, in ns */
  guint32 n_on_stack;
  guint32 n_outermost;
  guint32 n_calls;

  guint32 key;
  guint32 longest_slice;
  guint32 n_unfinished;
  StrataColumn finished_long; /* owned: gint64 each, those that do not fit into 4 bytes */
} Sum;

typedef struct
{
  StrataProfile *profile; /* borrowed */
  StrataColumn sums;      /* owned: Sum each */
  guint32 *stack;         /* owned: sums of the open calls */
  guint32 n_open;
  gboolean is_by_cpu;
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

  *sum = (Sum){ .key = key, .longest_slice = STRATA_NONE, .longest_ns = -1 };

  return (guint32) pass->sums.n - 1;
}

static void
close_calls (Pass *pass,
             guint32 depth)
{
  while (pass->n_open > depth)
    get_sum (pass, pass->stack[--pass->n_open])->n_on_stack--;
}

static inline void
add_duration (Sum *sum,
              const StrataSliceWalk *walk,
              gint64 duration_ns,
              guint32 depth_flags)
{
  if (G_UNLIKELY (duration_ns > sum->longest_ns))
    {
      sum->longest_ns = duration_ns;
      sum->longest_slice = walk->slice;
    }

  if (G_UNLIKELY (depth_flags & STRATA_SLICE_UNFINISHED))
    {
      sum->n_unfinished++;
      return;
    }

  sum->finished_ns += duration_ns;
  if (G_LIKELY (duration_ns <= G_MAXUINT32))
    strata_column_push_u32 (&sum->finished, (guint32) duration_ns);
  else
    strata_column_push_i64 (&sum->finished_long, duration_ns);
}

static inline void
charge_parent (Pass *pass,
               const StrataSliceWalk *walk)
{
  if (pass->n_open == 0)
    {
      pass->profile->total_ns += walk->axis_ns;
      pass->profile->total_cpu_ns += walk->cpu_ns;
      return;
    }

  Sum *parent = get_sum (pass, pass->stack[pass->n_open - 1]);

  parent->exclusive_ns -= walk->axis_ns;
  if (walk->has_cpu)
    parent->exclusive_cpu_ns -= walk->cpu_ns;
}

static inline void
add_slice (Pass *pass,
           const StrataSliceWalk *walk)
{
  guint32 depth_flags = walk->depth_flags;
  guint32 key = strata_profile_keys_get (&pass->profile->keys, walk->name);
  guint32 *index = strata_profile_get_row_of_key (pass->profile, key);

  if (G_UNLIKELY (*index == STRATA_NONE))
    *index = add_sum (pass, key);

  close_calls (pass, depth_flags >> 8);
  charge_parent (pass, walk);

  Sum *sum = get_sum (pass, *index);
  guint32 is_outermost = sum->n_on_stack++ == 0;
  gint64 mask = -(gint64) is_outermost;

  sum->exclusive_ns += walk->axis_ns;
  sum->inclusive_ns += walk->axis_ns & mask;
  sum->n_outermost += is_outermost;
  sum->n_calls++;

  if (walk->has_cpu)
    {
      sum->exclusive_cpu_ns += walk->cpu_ns;
      sum->inclusive_cpu_ns += walk->cpu_ns & mask;
    }

  add_duration (sum, walk, pass->is_by_cpu ? walk->cpu_ns : walk->axis_ns, depth_flags);
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

/**
 * strata_profile_is_by_cpu:
 * @self: a profile
 *
 * Returns: whether CPU times sort its rows although the axis is another: because that is
 *   wanted, or because the axis is no clock of the calls but what all threads together have run
 */
gboolean
strata_profile_is_by_cpu (const StrataProfile *self)
{
  gboolean is_wanted = self->scope.clock == STRATA_CLOCK_CPU || !(strata_trace_get_clocks (self->trace) & STRATA_CLOCK_WALL);

  return is_wanted && strata_trace_get_base (self->trace) == self->trace && strata_ns_column_exists (&strata_trace_get_slices (self->trace)->cpu);
}

/* The place of the nearest-rank percentile in n sorted values, from 0. */
static gsize
get_p95_rank (gsize n)
{
  return n - n / 20 - 1;
}

static int
compare_ns (gconstpointer a,
            gconstpointer b)
{
  gint64 ns_a = *(const gint64 *) a;
  gint64 ns_b = *(const gint64 *) b;

  return ns_a < ns_b ? -1 : ns_a > ns_b;
}

/* All long durations come after all short ones. */
static void
finish_durations (Sum *sum,
                  StrataProfileRow *row)
{
  guint32 *values = sum->finished.data;
  gint64 *long_values = sum->finished_long.data;
  gsize n = sum->finished.n;
  gsize n_long = sum->finished_long.n;

  row->min_ns = row->mean_ns = row->p95_ns = row->max_ns = STRATA_NO_TIME;
  if (n + n_long == 0)
    return;

  gsize rank = get_p95_rank (n + n_long);
  StrataRange range = strata_select_get_range (values, n);

  if (n_long > 0)
    qsort (long_values, n_long, sizeof *long_values, compare_ns);

  row->min_ns = n > 0 ? range.min : long_values[0];
  row->max_ns = n_long > 0 ? long_values[n_long - 1] : range.max;
  row->mean_ns = (gint64) (((guint64) sum->finished_ns + (n + n_long) / 2) / (n + n_long));
  row->p95_ns = rank < n ? strata_select (values, n, rank, range) : long_values[rank - n];
}

/**
 * strata_profile_name_clocks:
 * @trace: a trace
 * @wall_ns: (inout): time on the axis of the trace; becomes wall time
 * @cpu_ns: (inout): time of the other clock; becomes CPU time
 *
 * Says which time is which; %STRATA_NO_TIME for what the trace does not tell.
 */
void
strata_profile_name_clocks (StrataTrace *trace,
                            gint64 *wall_ns,
                            gint64 *cpu_ns)
{
  StrataClocks clocks = strata_trace_get_clocks (trace);
  gint64 axis_ns = *wall_ns;

  if (strata_trace_get_base (trace) != trace)
    {
      *wall_ns = *cpu_ns;
      *cpu_ns = axis_ns;
    }

  if (!(clocks & STRATA_CLOCK_CPU))
    *cpu_ns = STRATA_NO_TIME;
  else if (!strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu))
    *cpu_ns = axis_ns;

  if (!(clocks & STRATA_CLOCK_WALL))
    *wall_ns = STRATA_NO_TIME;
}

static void
sum_clear (Sum *sum)
{
  strata_column_clear (&sum->finished);
  strata_column_clear (&sum->finished_long);
}

static void
finish_row (Sum *sum,
            StrataProfileRow *row)
{
  *row = (StrataProfileRow){
    .key = sum->key,
    .longest_slice = sum->longest_slice,
    .n_calls = sum->n_outermost,
    .n_recursive_calls = sum->n_calls - sum->n_outermost,
    .n_unfinished = sum->n_unfinished,
    .inclusive_ns = sum->inclusive_ns,
    .exclusive_ns = sum->exclusive_ns,
    .inclusive_cpu_ns = sum->inclusive_cpu_ns,
    .exclusive_cpu_ns = sum->exclusive_cpu_ns,
  };

  finish_durations (sum, row);
  sum_clear (sum);
}

static int
compare_by_cpu (gconstpointer a,
                gconstpointer b)
{
  const StrataProfileRow *row_a = a;
  const StrataProfileRow *row_b = b;

  if (row_a->inclusive_cpu_ns != row_b->inclusive_cpu_ns)
    return row_a->inclusive_cpu_ns > row_b->inclusive_cpu_ns ? -1 : 1;

  return row_a->key < row_b->key ? -1 : row_a->key > row_b->key;
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

  profile->n_rows = (guint32) pass->sums.n;
  profile->rows = g_new (StrataProfileRow, profile->n_rows);

  for (guint32 i = 0; i < profile->n_rows; i++)
    finish_row (get_sum (pass, i), &profile->rows[i]);

  if (profile->n_rows > 0)
    qsort (profile->rows, profile->n_rows, sizeof *profile->rows, pass->is_by_cpu ? compare_by_cpu : compare_rows);

  for (guint32 i = 0; i < profile->n_rows; i++)
    {
      StrataProfileRow *row = &profile->rows[i];

      *strata_profile_get_row_of_key (profile, row->key) = i;
      strata_profile_name_clocks (profile->trace, &row->inclusive_ns, &row->inclusive_cpu_ns);
      strata_profile_name_clocks (profile->trace, &row->exclusive_ns, &row->exclusive_cpu_ns);
    }

  strata_profile_name_clocks (profile->trace, &profile->total_ns, &profile->total_cpu_ns);
}

static void
pass_clear (Pass *pass)
{
  for (guint32 i = 0; i < pass->sums.n; i++)
    sum_clear (get_sum (pass, i));

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
  Pass pass = {
    .profile = self,
    .stack = strata_profile_new_stack (self),
    .is_by_cpu = strata_profile_is_by_cpu (self),
  };

  strata_slice_walk_init (&walk, self->trace, self->scope.span, self->switches);

  gboolean is_complete = add_tracks (&pass, &walk, cancellable, error);

  if (is_complete)
    finish_rows (&pass);

  pass_clear (&pass);
  return is_complete;
}
