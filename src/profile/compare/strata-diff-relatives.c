/* strata-diff-relatives.c - callers and callees of a name on both sides
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-private.h"

#include "strata-order.h"

static void
relative_free (gpointer data)
{
  StrataDiffRelative *relative = data;

  g_free (relative->name);
  g_free (relative);
}

static StrataDiffRelative *
find (GPtrArray *list,
      StrataRelation relation,
      const char *name)
{
  for (guint i = 0; i < list->len; i++)
    {
      StrataDiffRelative *relative = g_ptr_array_index (list, i);

      if (relative->relation == relation && g_strcmp0 (relative->name, name) == 0)
        return relative;
    }

  return NULL;
}

/* A relative that a side lacks has a time of 0 there, if the side has that clock. */
static StrataDiffRelative *
add (GPtrArray *list,
     StrataRelation relation,
     char *name,
     const gint64 missing_ns[STRATA_N_DIFF_SIDES],
     const gint64 missing_cpu_ns[STRATA_N_DIFF_SIDES])
{
  StrataDiffRelative *relative = g_new0 (StrataDiffRelative, 1);

  relative->relation = relation;
  relative->name = name;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      relative->inclusive_ns[side] = missing_ns[side];
      relative->inclusive_cpu_ns[side] = missing_cpu_ns[side];
    }

  g_ptr_array_add (list, relative);
  return relative;
}

static gint64
get_missing (gint64 total_ns)
{
  return total_ns == STRATA_NO_TIME ? STRATA_NO_TIME : 0;
}

static void
add_side (const StrataDiff *self,
          StrataDiffSide side,
          guint32 row,
          GPtrArray *list)
{
  const StrataProfile *profile = self->profiles[side];
  gint64 missing_ns[STRATA_N_DIFF_SIDES];
  gint64 missing_cpu_ns[STRATA_N_DIFF_SIDES];
  guint n_rows;
  g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, strata_profile_get_rows (profile, &n_rows)[row].key, NULL);

  for (guint i = 0; i < STRATA_N_DIFF_SIDES; i++)
    {
      missing_ns[i] = get_missing (strata_profile_get_total_ns (self->profiles[i]));
      missing_cpu_ns[i] = get_missing (strata_profile_get_total_cpu_ns (self->profiles[i]));
    }

  for (guint i = 0; i < relatives->len; i++)
    {
      const StrataRelative *relative = &g_array_index (relatives, StrataRelative, i);
      g_autofree char *name = relative->key != STRATA_NONE ? strata_profile_dup_name (profile, relative->key) : NULL;
      StrataDiffRelative *both = find (list, relative->relation, name);

      if (both == NULL)
        both = add (list, relative->relation, g_steal_pointer (&name), missing_ns, missing_cpu_ns);

      both->n_calls[side] = relative->n_calls;
      both->inclusive_ns[side] = relative->inclusive_ns;
      both->inclusive_cpu_ns[side] = relative->inclusive_cpu_ns;
    }
}

static gint64
get_change_size (const StrataDiffRelative *relative,
                 gboolean is_by_cpu)
{
  const gint64 *times_ns = is_by_cpu ? relative->inclusive_cpu_ns : relative->inclusive_ns;

  if (times_ns[STRATA_DIFF_A] == STRATA_NO_TIME || times_ns[STRATA_DIFF_B] == STRATA_NO_TIME)
    return 0;

  return ABS (times_ns[STRATA_DIFF_B] - times_ns[STRATA_DIFF_A]);
}

static int
compare_relatives (gconstpointer a,
                   gconstpointer b,
                   gpointer user_data)
{
  const StrataDiffRelative *relative_a = *(StrataDiffRelative *const *) a;
  const StrataDiffRelative *relative_b = *(StrataDiffRelative *const *) b;
  const StrataDiff *self = user_data;
  const gboolean is_by_cpu = self->clock == STRATA_CLOCK_CPU;
  const gint64 size_a = get_change_size (relative_a, is_by_cpu);
  const gint64 size_b = get_change_size (relative_b, is_by_cpu);

  if (relative_a->relation != relative_b->relation)
    return (int) relative_a->relation - (int) relative_b->relation;
  return STRATA_ORDER (size_b, size_a) ?: g_strcmp0 (relative_a->name, relative_b->name);
}

/**
 * strata_diff_list_relatives:
 * @self: a comparison
 * @row: one of its rows
 *
 * Finds callers and callees of a name on both sides, in one pass over the calls of each.
 *
 * Returns: (transfer full) (element-type StrataDiffRelative): parents, self, children and recursive calls, largest
 *   change first within each
 */
GPtrArray *
strata_diff_list_relatives (const StrataDiff *self,
                            const StrataDiffRow *row)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (relative_free);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (row->row[side] != STRATA_NONE)
      add_side (self, side, row->row[side], list);

  g_ptr_array_sort_with_data (list, compare_relatives, (gpointer) self);
  return list;
}
