/* strata-profile-relatives.c - who calls a row and whom it calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"

/* The same walk as the profile's, with the rows of the open calls on a stack
 * and the number of those that are the row in question. Each relation has one
 * relative a row of the profile, found by the row's index; one more is for "no
 * caller". */
typedef struct
{
  const StrataProfile *profile; /* borrowed */
  guint32 row;
  guint32 *stack; /* owned: rows of the open calls */
  guint32 n_open;
  guint32 n_on_stack;
  StrataRelative *relatives[STRATA_RELATION_RECURSIVE_CHILD + 1]; /* owned; none for SELF */
} Pass;

static void
add_to (Pass *pass,
        StrataRelation relation,
        guint32 row,
        const StrataSliceWalk *walk)
{
  StrataRelative *relative = &pass->relatives[relation][MIN (row, pass->profile->n_rows)];

  relative->n_calls++;
  relative->inclusive_ns += walk->axis_ns;
  relative->inclusive_cpu_ns += walk->cpu_ns;
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

static void
add_tracks (Pass *pass)
{
  const StrataProfile *profile = pass->profile;
  StrataProfileKeys keys = profile->keys;
  const StrataTrack *tracks = strata_trace_get_tracks (profile->trace, NULL);
  g_autoptr (GArray) pieces = strata_scope_list_pieces (&profile->scope, profile->trace);
  g_auto (StrataSliceWalk) walk;

  strata_slice_walk_init (&walk, profile->trace, &profile->scope, profile->switches);

  for (guint i = 0; i < pieces->len; i++)
    {
      const StrataScopePiece *piece = &g_array_index (pieces, StrataScopePiece, i);

      strata_slice_walk_enter (&walk, piece);
      strata_profile_keys_enter (&keys, &tracks[piece->track]);

      while (strata_slice_walk_next (&walk))
        add_slice (pass, &walk, *strata_profile_get_row_of_key (profile, strata_profile_keys_get (&keys, walk.slice, walk.name)));

      close_calls (pass, 0);
    }
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
      StrataRelative relative = pass->relatives[relation][row];

      if (relative.n_calls == 0)
        continue;

      relative.relation = relation;
      relative.key = row < profile->n_rows ? profile->rows[row].key : STRATA_NONE;
      relative.n_total_calls = get_n_total_calls (&profile->rows[is_parent ? pass->row : row]);
      strata_scope_name_clocks (profile->trace, &relative.inclusive_ns, &relative.inclusive_cpu_ns);
      g_array_append_val (list, relative);
    }
}

/* What the children of the outermost calls do not account for. */
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
    .inclusive_cpu_ns = row->inclusive_cpu_ns,
  };

  for (guint i = 0; i < list->len; i++)
    {
      const StrataRelative *child = &g_array_index (list, StrataRelative, i);

      if (child->relation != STRATA_RELATION_CHILD)
        continue;

      if (self.inclusive_ns != STRATA_NO_TIME)
        self.inclusive_ns -= child->inclusive_ns;
      if (self.inclusive_cpu_ns != STRATA_NO_TIME)
        self.inclusive_cpu_ns -= child->inclusive_cpu_ns;
    }

  g_array_append_val (list, self);
}

static int
compare_times (gint64 a_ns,
               gint64 b_ns)
{
  return a_ns > b_ns ? -1 : a_ns < b_ns;
}

/* The longest first, by the clock of the scope. */
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

/**
 * strata_profile_list_relatives:
 * @self: a profile
 * @key: key of a row
 *
 * Finds callers and callees of a row, in one pass over the calls in scope.
 * Recursive calls, which are inside another call of the row, stand apart.
 *
 * Returns: (transfer full) (element-type StrataRelative): parents, self, children and the
 *   recursive ones, each with the longest first; empty when there is no such row
 */
GArray *
strata_profile_list_relatives (const StrataProfile *self,
                               guint32 key)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (StrataRelative));
  Pass pass = { .profile = self, .row = strata_profile_find_row (self, key) };

  if (pass.row == STRATA_NONE)
    return list;

  pass.stack = strata_scope_new_stack (&self->scope, self->trace);
  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    pass.relatives[relations[i]] = g_new0 (StrataRelative, (gsize) self->n_rows + 1);

  add_tracks (&pass);
  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    {
      append_relation (&pass, relations[i], list);
      g_free (pass.relatives[relations[i]]);
    }

  append_self (&pass, list);
  g_array_sort_with_data (list, compare_relatives, (gpointer) self);
  g_free (pass.stack);

  return list;
}

/**
 * strata_relation_get_id:
 * @relation: what something is to a row
 *
 * Returns: (transfer none): what programs call it, a contract
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
  };

  return ids[relation];
}
