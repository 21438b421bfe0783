/* strata-profile-compute.c - computes the rows of a profile in one pass over the calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"
#include "strata-order.h"
#include "strata-profile-sums.h"
#include "strata-workers.h"

/* Slices come in pre-order, so the open calls are a stack, and its height is the depth of the next
 * slice. Each row counts how often it is on the stack: a slice whose row is not on it yet is an
 * outermost call. Exclusive time needs no work at the end of a call: a slice adds its time to its
 * own row and subtracts it from its parent's. There is no recursion in C and no hashing.
 *
 * Workers divide the calls among themselves, even those of one thread. If a worker begins inside
 * calls, these go onto its stack without being counted; the times that it subtracts from them are
 * balanced when the sums of all workers are added.
 *
 * The fields that every slice touches come first, and the code for them has no branches, because
 * recursion and the depth of the next call cannot be predicted. */
typedef struct
{
  StrataProfile *profile;    /* borrowed */
  GArray *pieces;            /* borrowed: the pieces of this worker */
  GCancellable *cancellable; /* borrowed; nullable */
  StrataProfileKeys keys;    /* a copy */
  StrataColumn sums;         /* owned: StrataProfileSum each */
  guint32 *sum_of_key;       /* owned: as the profile's row_of_key */
  guint32 *n_calls_of_key;   /* owned: how many durations each row will have; includes calls outside the scope */
  guint32 *stack;            /* owned: sums of the open calls */
  gboolean *are_unknown;     /* owned: whether the self time of each open call is not known */
  guint32 n_open;
  guint32 piece; /* number of the current piece, from 1 */
  gboolean is_by_cpu;
  gint64 total_ns;
  gint64 total_cpu_ns;
} Pass;

static inline StrataProfileSum *
get_sum (Pass *pass,
         guint32 index)
{
  return &strata_column_at (&pass->sums, StrataProfileSum, index);
}

static guint32
add_sum (Pass *pass,
         guint32 key)
{
  StrataProfileSum *sum = strata_column_push (&pass->sums, sizeof *sum);

  strata_profile_sum_init (sum, key);
  strata_column_reserve (&sum->finished, sizeof (guint32), pass->n_calls_of_key[MIN (key, pass->profile->n_keys)]);
  return (guint32) pass->sums.n - 1;
}

static inline guint32
find_sum (Pass *pass,
          guint32 key)
{
  guint32 *index = &pass->sum_of_key[MIN (key, pass->profile->n_keys)];

  if (G_UNLIKELY (*index == STRATA_NONE))
    *index = add_sum (pass, key);

  return *index;
}

static void
close_calls (Pass *pass,
             guint32 depth)
{
  while (pass->n_open > depth)
    get_sum (pass, pass->stack[--pass->n_open])->n_on_stack--;
}

static inline void
add_duration (StrataProfileSum *sum,
              const StrataSliceWalk *walk,
              gboolean is_by_cpu,
              guint32 depth_flags)
{
  const gint64 duration_ns = is_by_cpu ? walk->cpu_ns : walk->axis_ns;

  if (G_UNLIKELY (duration_ns > sum->longest_ns))
    {
      sum->longest_ns = duration_ns;
      sum->longest_slice = walk->slice;
    }

  if (G_UNLIKELY (!walk->knows_cpu))
    {
      sum->n_unknown_cpu++;
      if (is_by_cpu)
        return;
    }

  if (G_UNLIKELY (depth_flags & STRATA_SLICE_UNFINISHED))
    {
      sum->n_unfinished++;
      return;
    }

  sum->finished_ns = strata_time_add (sum->finished_ns, duration_ns);
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
      pass->total_ns = strata_time_add (pass->total_ns, walk->axis_ns);
      pass->total_cpu_ns = strata_time_add (pass->total_cpu_ns, walk->cpu_ns);
      return;
    }

  StrataProfileSum *parent = get_sum (pass, pass->stack[pass->n_open - 1]);

  parent->exclusive_ns = strata_time_add (parent->exclusive_ns, -walk->axis_ns);
  if (walk->has_cpu && G_LIKELY (!pass->are_unknown[pass->n_open - 1]))
    parent->exclusive_cpu_ns = strata_time_add (parent->exclusive_cpu_ns, -walk->cpu_ns);
}

static inline void
add_slice (Pass *pass,
           const StrataSliceWalk *walk)
{
  guint32 depth_flags = walk->depth_flags;
  guint32 index = find_sum (pass, strata_profile_keys_get (&pass->keys, walk->slice, walk->name));

  close_calls (pass, depth_flags >> 8);
  charge_parent (pass, walk);

  StrataProfileSum *sum = get_sum (pass, index);
  guint32 is_outermost = sum->n_on_stack++ == 0;
  gint64 mask = -(gint64) is_outermost;

  sum->exclusive_ns = strata_time_add (sum->exclusive_ns, walk->axis_ns);
  sum->inclusive_ns = strata_time_add (sum->inclusive_ns, walk->axis_ns & mask);
  sum->n_outermost += is_outermost;
  sum->n_calls++;

  if (walk->has_cpu)
    {
      if (G_LIKELY (walk->knows_self_cpu))
        sum->exclusive_cpu_ns = strata_time_add (sum->exclusive_cpu_ns, walk->cpu_ns);
      else
        sum->n_unknown_self_cpu++;

      sum->inclusive_cpu_ns = strata_time_add (sum->inclusive_cpu_ns, walk->cpu_ns & mask);
    }

  if (G_UNLIKELY (sum->piece != pass->piece))
    strata_profile_sum_enter (sum, walk->slices, pass->piece, walk->slice);

  sum->last_slice = walk->slice;
  add_duration (sum, walk, pass->is_by_cpu, depth_flags);
  pass->are_unknown[pass->n_open] = !walk->knows_self_cpu;
  pass->stack[pass->n_open++] = index;
}

static void
open_callers (Pass *pass,
              const StrataSliceWalk *walk)
{
  g_autoptr (GArray) callers = strata_slice_walk_list_callers (walk);

  for (guint i = 0; i < callers->len; i++)
    {
      guint32 slice = g_array_index (callers, guint32, i);
      guint32 index = find_sum (pass, strata_profile_keys_get (&pass->keys, slice, walk->slices->name[slice]));

      get_sum (pass, index)->n_on_stack++;
      pass->are_unknown[pass->n_open] = !strata_slice_table_knows_self_cpu (walk->slices, slice);
      pass->stack[pass->n_open++] = index;
    }
}

/* Returns FALSE if cancelled. */
static gboolean
add_piece (Pass *pass,
           StrataSliceWalk *walk,
           const StrataScopePiece *piece)
{
  pass->piece++;
  strata_slice_walk_enter (walk, piece);
  strata_profile_keys_enter (&pass->keys, strata_trace_get_tracks (pass->profile->trace, NULL) + piece->track);
  open_callers (pass, walk);

  while (strata_slice_walk_next_unless (walk, pass->cancellable))
    add_slice (pass, walk);

  close_calls (pass, 0);
  return !g_cancellable_is_cancelled (pass->cancellable);
}

/* Reserving the exact number of durations avoids spare room, which is half of their memory. */
static void
count_calls (Pass *pass,
             const StrataScopePiece *piece)
{
  const guint32 *names = strata_trace_get_slices (pass->profile->trace)->name;

  strata_profile_keys_enter (&pass->keys, strata_trace_get_tracks (pass->profile->trace, NULL) + piece->track);
  for (guint32 i = piece->begin; i < piece->end; i++)
    pass->n_calls_of_key[MIN (strata_profile_keys_get (&pass->keys, i, names[i]), pass->profile->n_keys)]++;
}

static void
run_pass (gpointer data)
{
  Pass *pass = data;
  StrataProfile *profile = pass->profile;
  g_auto (StrataSliceWalk) walk;

  strata_slice_walk_init (&walk, profile->trace, &profile->scope, profile->switches);

  for (guint i = 0; i < pass->pieces->len; i++)
    count_calls (pass, &g_array_index (pass->pieces, StrataScopePiece, i));

  for (guint i = 0; i < pass->pieces->len; i++)
    if (!add_piece (pass, &walk, &g_array_index (pass->pieces, StrataScopePiece, i)))
      return;
}

static int
compare_by_cpu (gconstpointer a,
                gconstpointer b)
{
  const StrataProfileRow *row_a = a;
  const StrataProfileRow *row_b = b;

  return STRATA_ORDER (row_b->inclusive_cpu_ns, row_a->inclusive_cpu_ns) ?: STRATA_ORDER (row_a->key, row_b->key);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const StrataProfileRow *row_a = a;
  const StrataProfileRow *row_b = b;

  return STRATA_ORDER (row_b->inclusive_ns, row_a->inclusive_ns) ?: (STRATA_ORDER (row_b->inclusive_cpu_ns, row_a->inclusive_cpu_ns) ?: STRATA_ORDER (row_a->key, row_b->key));
}

static void
pass_init (Pass *pass,
           StrataProfile *profile,
           GArray *pieces,
           GCancellable *cancellable)
{
  gsize n_keys = (gsize) profile->n_keys + 1;

  *pass = (Pass){
    .profile = profile,
    .pieces = pieces,
    .cancellable = cancellable,
    .keys = profile->keys,
    .sum_of_key = g_new (guint32, n_keys),
    .n_calls_of_key = g_new0 (guint32, n_keys),
    .stack = strata_scope_new_stack (&profile->scope, profile->trace),
    .are_unknown = g_new0 (gboolean, strata_scope_get_stack_height (&profile->scope, profile->trace)),
    .is_by_cpu = strata_scope_is_by_cpu (&profile->scope, profile->trace),
  };
  memset (pass->sum_of_key, 0xff, sizeof (guint32) * n_keys);
}

static void
pass_clear (Pass *pass)
{
  for (guint32 i = 0; i < pass->sums.n; i++)
    strata_profile_sum_clear (get_sum (pass, i));

  strata_column_clear (&pass->sums);
  g_free (pass->sum_of_key);
  g_free (pass->n_calls_of_key);
  g_free (pass->stack);
  g_free (pass->are_unknown);
}

static void
merge_pass (Pass *pass,
            Pass *other)
{
  const StrataSliceTable *slices = strata_trace_get_slices (pass->profile->trace);

  pass->total_ns = strata_time_add (pass->total_ns, other->total_ns);
  pass->total_cpu_ns = strata_time_add (pass->total_cpu_ns, other->total_cpu_ns);

  for (guint32 i = 0; i < other->sums.n; i++)
    {
      StrataProfileSum *sum = get_sum (other, i);

      strata_profile_sum_merge (get_sum (pass, find_sum (pass, sum->key)), slices, sum);
    }
}

/* Finishes every n-th row. */
typedef struct
{
  Pass *pass; /* borrowed: with the sums of all workers */
  guint first;
  guint step;
} Finish;

static void
run_finish (gpointer data)
{
  const Finish *finish = data;
  Pass *pass = finish->pass;
  const StrataSliceTable *slices = strata_trace_get_slices (pass->profile->trace);

  for (guint32 i = finish->first; i < pass->sums.n; i += finish->step)
    strata_profile_sum_finish (get_sum (pass, i), slices, &pass->profile->rows[i]);
}

static void
finish_rows (Pass *pass,
             guint n_workers)
{
  StrataProfile *profile = pass->profile;
  g_autofree Finish *parts = g_new (Finish, n_workers);

  profile->n_rows = (guint32) pass->sums.n;
  profile->rows = g_new (StrataProfileRow, profile->n_rows);
  profile->total_ns = pass->total_ns;
  profile->total_cpu_ns = pass->total_cpu_ns;

  for (guint i = 0; i < n_workers; i++)
    parts[i] = (Finish){ pass, i, n_workers };

  strata_workers_run (run_finish, parts, sizeof *parts, n_workers);
}

static void
sort_rows (StrataProfile *profile,
           gboolean is_by_cpu)
{
  if (profile->n_rows > 0)
    qsort (profile->rows, profile->n_rows, sizeof *profile->rows, is_by_cpu ? compare_by_cpu : compare_rows);

  for (guint32 i = 0; i < profile->n_rows; i++)
    {
      StrataProfileRow *row = &profile->rows[i];

      *strata_profile_get_row_of_key (profile, row->key) = i;
      strata_scope_name_clocks (profile->trace, &row->inclusive_ns, &row->inclusive_cpu_ns);
      strata_scope_name_clocks (profile->trace, &row->exclusive_ns, &row->exclusive_cpu_ns);
    }

  strata_scope_name_clocks (profile->trace, &profile->total_ns, &profile->total_cpu_ns);
}

gboolean
strata_profile_compute (StrataProfile *self,
                        guint n_workers,
                        GCancellable *cancellable)
{
  g_autoptr (GPtrArray) parts = strata_scope_split (&self->scope, self->trace, n_workers);
  g_autofree Pass *passes = g_new (Pass, n_workers);

  for (guint i = 0; i < n_workers; i++)
    pass_init (&passes[i], self, g_ptr_array_index (parts, i), cancellable);

  strata_workers_run (run_pass, passes, sizeof *passes, n_workers);

  gboolean is_complete = !g_cancellable_is_cancelled (cancellable);

  if (is_complete)
    {
      for (guint i = 1; i < n_workers; i++)
        merge_pass (&passes[0], &passes[i]);

      finish_rows (&passes[0], n_workers);
      sort_rows (self, passes[0].is_by_cpu);
    }

  for (guint i = 0; i < n_workers; i++)
    pass_clear (&passes[i]);

  return is_complete;
}
