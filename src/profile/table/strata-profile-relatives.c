/* strata-profile-relatives.c - callers and callees of a row
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"
#include "strata-workers.h"

/* Calls between this row and another one. */
typedef struct
{
  guint64 n_calls;
  gint64 inclusive_ns;
  gint64 inclusive_cpu_ns;
  guint64 n_unknown_cpu;
} Tally;

/* The same walk as the profile's, with the rows of the open calls on a stack and the number of
 * those that are this row. Each relation has one tally per row of the profile, found by the row's
 * index, and one more for "no caller". Workers divide the calls as in the profile; calls around a
 * worker's begin go onto its stack without being counted. */
typedef struct
{
  const StrataProfile *profile; /* borrowed */
  GArray *pieces;               /* borrowed: the pieces of this worker */
  GCancellable *cancellable;    /* borrowed; nullable */
  StrataProfileKeys keys;       /* a copy */
  guint32 row;
  guint32 *stack; /* owned: rows of the open calls */
  guint32 n_open;
  guint32 n_on_stack;
  Tally *tallies[STRATA_RELATION_RECURSIVE_CHILD + 1]; /* owned; none for SELF */
} Pass;

static void
add_to (Pass *pass,
        StrataRelation relation,
        guint32 row,
        const StrataSliceWalk *walk)
{
  Tally *tally = &pass->tallies[relation][MIN (row, pass->profile->n_rows)];

  tally->n_calls++;
  tally->inclusive_ns = strata_time_add (tally->inclusive_ns, walk->axis_ns);
  tally->inclusive_cpu_ns = strata_time_add (tally->inclusive_cpu_ns, walk->cpu_ns);
  tally->n_unknown_cpu += !walk->knows_cpu;
}

static void
close_calls (Pass *pass,
             guint32 depth)
{
  while (pass->n_open > depth)
    pass->n_on_stack -= pass->stack[--pass->n_open] == pass->row;
}

static void
add_slice (Pass *pass,
           const StrataSliceWalk *walk,
           guint32 row)
{
  close_calls (pass, walk->depth_flags >> 8);

  guint32 parent = pass->n_open > 0 ? pass->stack[pass->n_open - 1] : STRATA_NONE;

  if (parent == pass->row)
    add_to (pass, pass->n_on_stack == 1 ? STRATA_RELATION_CHILD : STRATA_RELATION_RECURSIVE_CHILD, row, walk);

  if (row == pass->row)
    add_to (pass, pass->n_on_stack++ == 0 ? STRATA_RELATION_PARENT : STRATA_RELATION_RECURSIVE_PARENT, parent, walk);

  pass->stack[pass->n_open++] = row;
}

static guint32
find_row (const Pass *pass,
          guint32 slice,
          guint32 name)
{
  return *strata_profile_get_row_of_key (pass->profile, strata_profile_keys_get (&pass->keys, slice, name));
}

static void
open_callers (Pass *pass,
              const StrataSliceWalk *walk)
{
  g_autoptr (GArray) callers = strata_slice_walk_list_callers (walk);

  for (guint i = 0; i < callers->len; i++)
    {
      const guint32 slice = g_array_index (callers, guint32, i);
      const guint32 row = find_row (pass, slice, walk->slices->name[slice]);

      pass->n_on_stack += row == pass->row;
      pass->stack[pass->n_open++] = row;
    }
}

/* Returns FALSE if cancelled. */
static gboolean
add_piece (Pass *pass,
           StrataSliceWalk *walk,
           const StrataScopePiece *piece)
{
  strata_slice_walk_enter (walk, piece);
  strata_profile_keys_enter (&pass->keys, strata_trace_get_tracks (pass->profile->trace, NULL) + piece->track);
  open_callers (pass, walk);

  while (strata_slice_walk_next_unless (walk, pass->cancellable))
    add_slice (pass, walk, find_row (pass, walk->slice, walk->name));

  close_calls (pass, 0);
  return !g_cancellable_is_cancelled (pass->cancellable);
}

static void
run_pass (gpointer data)
{
  Pass *pass = data;
  const StrataProfile *profile = pass->profile;
  g_auto (StrataSliceWalk) walk;

  strata_slice_walk_init (&walk, profile->trace, &profile->scope, profile->switches);

  for (guint i = 0; i < pass->pieces->len; i++)
    if (!add_piece (pass, &walk, &g_array_index (pass->pieces, StrataScopePiece, i)))
      return;
}

static guint64
get_n_total_calls (const StrataProfileRow *row)
{
  return row->n_calls + row->n_recursive_calls;
}

static void
append_relation (const Pass *pass,
                 StrataRelation relation,
                 GArray *list)
{
  const StrataProfile *profile = pass->profile;
  gboolean is_parent = relation == STRATA_RELATION_PARENT || relation == STRATA_RELATION_RECURSIVE_PARENT;

  for (guint32 row = 0; row <= profile->n_rows; row++)
    {
      const Tally *tally = &pass->tallies[relation][row];

      if (tally->n_calls == 0)
        continue;

      StrataRelative relative = {
        .relation = relation,
        .key = row < profile->n_rows ? profile->rows[row].key : STRATA_NONE,
        .n_calls = tally->n_calls,
        .n_total_calls = get_n_total_calls (&profile->rows[is_parent ? pass->row : row]),
        .inclusive_ns = tally->inclusive_ns,
        .inclusive_cpu_ns = tally->n_unknown_cpu < tally->n_calls ? tally->inclusive_cpu_ns : STRATA_NO_TIME,
      };

      strata_scope_name_clocks (profile->trace, &relative.inclusive_ns, &relative.inclusive_cpu_ns);
      g_array_append_val (list, relative);
    }
}

/* Appends the time of the outermost calls that is not in their children. */
static void
append_self (const Pass *pass,
             GArray *list)
{
  const StrataProfileRow *row = &pass->profile->rows[pass->row];
  StrataRelative self = {
    .relation = STRATA_RELATION_SELF,
    .key = STRATA_NONE,
    .n_calls = row->n_calls,
    .n_total_calls = get_n_total_calls (row),
    .inclusive_ns = row->inclusive_ns,
    .inclusive_cpu_ns = row->n_unknown_self_cpu == 0 ? row->inclusive_cpu_ns : STRATA_NO_TIME,
  };

  for (guint i = 0; i < list->len; i++)
    {
      const StrataRelative *child = &g_array_index (list, StrataRelative, i);

      if (child->relation != STRATA_RELATION_CHILD)
        continue;

      if (self.inclusive_ns != STRATA_NO_TIME)
        self.inclusive_ns = strata_time_add (self.inclusive_ns, -child->inclusive_ns);
      if (self.inclusive_cpu_ns != STRATA_NO_TIME && child->inclusive_cpu_ns != STRATA_NO_TIME)
        self.inclusive_cpu_ns = strata_time_add (self.inclusive_cpu_ns, -child->inclusive_cpu_ns);
    }

  g_array_append_val (list, self);
}

static int
compare_times (gint64 a_ns,
               gint64 b_ns)
{
  return a_ns > b_ns ? -1 : a_ns < b_ns;
}

/* Longest first, by the clock of the scope. */
static int
compare_relatives (gconstpointer a,
                   gconstpointer b,
                   gpointer user_data)
{
  const StrataRelative *relative_a = a;
  const StrataRelative *relative_b = b;
  const StrataProfile *profile = user_data;
  int by_wall = compare_times (relative_a->inclusive_ns, relative_b->inclusive_ns);
  int by_cpu = compare_times (relative_a->inclusive_cpu_ns, relative_b->inclusive_cpu_ns);
  int first = profile->scope.clock == STRATA_CLOCK_CPU ? by_cpu : by_wall;

  if (relative_a->relation != relative_b->relation)
    return (int) relative_a->relation - (int) relative_b->relation;
  if (first != 0)
    return first;
  if (by_wall != by_cpu)
    return by_wall + by_cpu;

  return relative_a->key < relative_b->key ? -1 : relative_a->key > relative_b->key;
}

static const StrataRelation relations[] = {
  STRATA_RELATION_PARENT,
  STRATA_RELATION_CHILD,
  STRATA_RELATION_RECURSIVE_PARENT,
  STRATA_RELATION_RECURSIVE_CHILD,
};

static void
pass_init (Pass *pass,
           const StrataProfile *profile,
           guint32 row,
           GArray *pieces,
           GCancellable *cancellable)
{
  *pass = (Pass){
    .profile = profile,
    .pieces = pieces,
    .cancellable = cancellable,
    .keys = profile->keys,
    .row = row,
    .stack = strata_scope_new_stack (&profile->scope, profile->trace),
  };

  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    pass->tallies[relations[i]] = g_new0 (Tally, (gsize) profile->n_rows + 1);
}

static void
pass_clear (Pass *pass)
{
  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    g_free (pass->tallies[relations[i]]);

  g_free (pass->stack);
}

static void
merge_pass (Pass *pass,
            const Pass *other)
{
  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    for (guint32 row = 0; row <= pass->profile->n_rows; row++)
      {
        Tally *tally = &pass->tallies[relations[i]][row];
        const Tally *more = &other->tallies[relations[i]][row];

        if (more->n_calls == 0)
          continue;

        tally->n_calls += more->n_calls;
        tally->inclusive_ns = strata_time_add (tally->inclusive_ns, more->inclusive_ns);
        tally->inclusive_cpu_ns = strata_time_add (tally->inclusive_cpu_ns, more->inclusive_cpu_ns);
        tally->n_unknown_cpu += more->n_unknown_cpu;
      }
}

static GArray *
list_all (const Pass *pass)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (StrataRelative));

  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    append_relation (pass, relations[i], list);

  append_self (pass, list);
  g_array_sort_with_data (list, compare_relatives, (gpointer) pass->profile);

  return list;
}

GArray *
strata_profile_list_relatives_parallel (const StrataProfile *self,
                                        guint32 key,
                                        guint n_workers,
                                        GCancellable *cancellable)
{
  const guint32 row = strata_profile_find_row (self, key);

  if (row == STRATA_NONE)
    return g_array_new (FALSE, FALSE, sizeof (StrataRelative));

  g_autoptr (GPtrArray) parts = strata_scope_split (&self->scope, self->trace, n_workers);
  g_autofree Pass *passes = g_new (Pass, n_workers);
  GArray *list = NULL;

  for (guint i = 0; i < n_workers; i++)
    pass_init (&passes[i], self, row, g_ptr_array_index (parts, i), cancellable);

  strata_workers_run (run_pass, passes, sizeof *passes, n_workers);

  for (guint i = 1; i < n_workers; i++)
    merge_pass (&passes[0], &passes[i]);

  if (!g_cancellable_is_cancelled (cancellable))
    list = list_all (&passes[0]);

  for (guint i = 0; i < n_workers; i++)
    pass_clear (&passes[i]);

  return list;
}

/**
 * strata_profile_list_relatives:
 * @self: a profile
 * @key: key of a row
 * @cancellable: (nullable): stops it
 *
 * Finds callers and callees of a row, in one pass over the calls in scope. Recursive calls, inside another call of the
 * row, are separate.
 *
 * Returns: (transfer full) (element-type StrataRelative): parents, self, children and recursive calls, longest first
 *   within each; empty if there is no such row; %NULL if it was cancelled
 */
GArray *
strata_profile_list_relatives (const StrataProfile *self,
                               guint32 key,
                               GCancellable *cancellable)
{
  return strata_profile_list_relatives_parallel (self, key, strata_scope_count_parts (&self->scope, self->trace), cancellable);
}

/**
 * strata_relation_get_id:
 * @relation: a relation
 *
 * Returns: (transfer none): its stable name for programs
 */
const char *
strata_relation_get_id (StrataRelation relation)
{
  static const char *const ids[] = {
    [STRATA_RELATION_PARENT] = "parent",
    [STRATA_RELATION_SELF] = "self",
    [STRATA_RELATION_CHILD] = "child",
    [STRATA_RELATION_RECURSIVE_PARENT] = "recursive-parent",
    [STRATA_RELATION_RECURSIVE_CHILD] = "recursive-child",
    [STRATA_RELATION_NAME] = "name",
  };

  return ids[relation];
}
