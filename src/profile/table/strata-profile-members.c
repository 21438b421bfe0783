/* strata-profile-members.c - the names in a row of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"

/* A profile by shape has the key of each name; the times of a name are in a profile by name, which
 * is made on demand. */

static guint32
count_names (const StrataProfile *self)
{
  return strata_string_pool_get_n_strings (strata_trace_get_strings (self->trace));
}

/**
 * strata_profile_find_key:
 * @self: a profile
 * @name: string id of a name of the trace
 *
 * Returns: the key of the row with slices of that name: @name itself if by name, %STRATA_NONE if names do not decide or
 *   no slice has it
 */
guint32
strata_profile_find_key (const StrataProfile *self,
                         guint32 name)
{
  if (self->keys.by == STRATA_PROFILE_BY_NAME)
    return name;
  if (self->keys.by != STRATA_PROFILE_BY_SHAPE || name >= count_names (self))
    return STRATA_NONE;

  return self->keys.key_of[name];
}

/**
 * strata_profile_find_only_name:
 * @self: a profile by name or by shape
 * @key: key of a row
 *
 * Returns: string id of the name if the row has only one, else %STRATA_NONE
 */
guint32
strata_profile_find_only_name (const StrataProfile *self,
                               guint32 key)
{
  const guint32 n_names = count_names (self);
  guint32 found = STRATA_NONE;

  if (self->keys.by == STRATA_PROFILE_BY_NAME)
    return key;

  for (guint32 name = 0; name < n_names; name++)
    {
      if (strata_profile_find_key (self, name) != key)
        continue;
      if (found != STRATA_NONE)
        return STRATA_NONE;

      found = name;
    }

  return found;
}

static StrataRelative
make_relative (const StrataProfileRow *row,
               guint64 n_total_calls)
{
  return (StrataRelative){
    .relation = STRATA_RELATION_NAME,
    .key = row->key,
    .n_calls = row->n_calls + row->n_recursive_calls,
    .n_total_calls = n_total_calls,
    .inclusive_ns = row->inclusive_ns,
    .inclusive_cpu_ns = row->inclusive_cpu_ns,
  };
}

/* A time may be known for some names only. */
static gint64
add_known (gint64 a_ns,
           gint64 b_ns)
{
  if (a_ns == STRATA_NO_TIME || b_ns == STRATA_NO_TIME)
    return a_ns == STRATA_NO_TIME ? b_ns : a_ns;

  return strata_time_add (a_ns, b_ns);
}

static void
add_to_rest (StrataRelative *rest,
             const StrataRelative *name)
{
  rest->n_calls += name->n_calls;
  rest->inclusive_ns = add_known (rest->inclusive_ns, name->inclusive_ns);
  rest->inclusive_cpu_ns = add_known (rest->inclusive_cpu_ns, name->inclusive_cpu_ns);
}

/**
 * strata_profile_list_names:
 * @self: a profile
 * @key: key of a row
 * @n_most: how many names to list individually
 * @cancellable: (nullable): stops it
 *
 * Finds the names of a row of a profile by shape, and their times. If a name is inside
 * another one of the row, both count.
 *
 * Returns: (transfer full) (element-type StrataRelative): the names, longest first, with
 *   string ids as keys, then all others as one with %STRATA_NONE; empty for other profiles,
 *   and if the row is a single unchanged name; %NULL if it was cancelled
 */
GArray *
strata_profile_list_names (const StrataProfile *self,
                           guint32 key,
                           guint n_most,
                           GCancellable *cancellable)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (StrataRelative));
  const guint32 row = strata_profile_find_row (self, key);
  guint n_rows;

  if (self->keys.by != STRATA_PROFILE_BY_SHAPE || row == STRATA_NONE)
    return g_steal_pointer (&list);

  const guint32 only = strata_profile_find_only_name (self, key);
  g_autofree char *shape = strata_profile_dup_name (self, key);

  if (only != STRATA_NONE && g_str_equal (strata_trace_get_string (self->trace, only), shape))
    return g_steal_pointer (&list);

  g_autoptr (StrataProfile) by_name = strata_profile_new (self->trace, &self->scope, STRATA_PROFILE_BY_NAME, cancellable);

  if (by_name == NULL)
    return NULL;

  const StrataProfileRow *rows = strata_profile_get_rows (by_name, &n_rows);
  const guint64 n_total_calls = self->rows[row].n_calls + self->rows[row].n_recursive_calls;
  StrataRelative rest = { STRATA_RELATION_NAME, STRATA_NONE, 0, n_total_calls, 0, 0 };

  for (guint i = 0; i < n_rows; i++)
    {
      const StrataRelative name = make_relative (&rows[i], n_total_calls);

      if (strata_profile_find_key (self, name.key) != key)
        continue;
      if (list->len < n_most)
        g_array_append_val (list, name);
      else
        add_to_rest (&rest, &name);
    }

  if (rest.n_calls > 0)
    g_array_append_val (list, rest);

  return g_steal_pointer (&list);
}
