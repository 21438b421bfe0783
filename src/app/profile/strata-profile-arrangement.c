/* strata-profile-arrangement.c - filters and sorts the rows of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-arrangement.h"

#include <string.h>

/* Derived from the previous arrangement if that is of the same profile: equal rows keep their
 * order, and while the user types, only rows that passed before are checked. */
#define ROWS_BETWEEN_CHECKS 4096

static StrataProfileArrangement *
new_empty (const StrataProfileWish *wish,
           const StrataProfileArrangement *before)
{
  StrataProfileArrangement *self = g_new0 (StrataProfileArrangement, 1);
  const gboolean is_same = before != NULL && before->wish.profile == wish->profile;

  g_atomic_ref_count_init (&self->ref_count);
  self->wish = *wish;
  self->wish.profile = strata_profile_ref (wish->profile);
  self->wish.filter = g_strdup (wish->filter);
  self->names = is_same ? strata_profile_names_ref (before->names) : strata_profile_names_new (wish->profile);
  self->rows = strata_profile_get_rows (wish->profile, &self->n_rows);
  self->order = g_new (guint32, self->n_rows);
  self->places = g_new (guint32, self->n_rows);

  return self;
}

/* Rows that did not pass a shorter filter do not pass a longer one. */
static gboolean
is_narrower (const StrataProfileArrangement *self,
             const StrataProfileArrangement *before)
{
  return before != NULL && before->wish.profile == self->wish.profile && g_str_has_prefix (self->wish.filter, before->wish.filter);
}

static void
list_rows (StrataProfileArrangement *self,
           const StrataProfileArrangement *before)
{
  if (is_narrower (self, before))
    {
      self->n_matching = before->n_matching;
      memcpy (self->order, before->order, before->n_matching * sizeof *self->order);
      return;
    }

  self->n_matching = self->n_rows;
  for (guint32 row = 0; row < self->n_rows; row++)
    self->order[row] = row;
}

/* Keeps those of the sorted rows that pass the filter. */
static void
filter_rows (StrataProfileArrangement *self,
             const StrataProfileArrangement *before,
             GCancellable *cancellable)
{
  const gboolean is_same = is_narrower (self, before) && g_str_equal (self->wish.filter, before->wish.filter);
  const guint n = self->n_matching;

  if (*self->wish.filter == '\0' || is_same)
    return;

  g_autoptr (StrataProfileFilter) filter = strata_profile_filter_new (self->wish.filter);

  self->n_matching = 0;
  for (guint i = 0; i < n; i++)
    {
      if (i % ROWS_BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (cancellable))
        return;

      if (strata_profile_names_match (self->names, self->order[i], filter))
        self->order[self->n_matching++] = self->order[i];
    }
}

static void
note_places (StrataProfileArrangement *self)
{
  for (guint row = 0; row < self->n_rows; row++)
    self->places[row] = STRATA_NONE;

  for (guint place = 0; place < self->n_shown; place++)
    self->places[self->order[place]] = place;
}

/**
 * strata_profile_arrangement_new:
 * @wish: the rows and order to list
 * @before: (nullable): the current arrangement
 * @cancellable: (nullable): stops it
 *
 * Filters and sorts rows. May run in any thread.
 *
 * Returns: (transfer full): the arrangement, or %NULL if it was cancelled
 */
StrataProfileArrangement *
strata_profile_arrangement_new (const StrataProfileWish *wish,
                                const StrataProfileArrangement *before,
                                GCancellable *cancellable)
{
  g_autoptr (StrataProfileArrangement) self = new_empty (wish, before);

  strata_profile_names_lock (self->names);
  list_rows (self, before);
  filter_rows (self, before, cancellable);
  self->n_shown = MIN (self->n_matching, STRATA_PROFILE_LIST_MOST_ROWS);
  strata_profile_order_sort (&(StrataProfileOrder){ wish->profile, self->names, wish->column, wish->is_descending }, self->order, self->n_matching, self->n_shown, cancellable);
  strata_profile_names_unlock (self->names);
  note_places (self);

  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

StrataProfileArrangement *
strata_profile_arrangement_ref (StrataProfileArrangement *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_profile_arrangement_unref (StrataProfileArrangement *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  strata_profile_names_unref (self->names);
  strata_profile_unref (self->wish.profile);
  g_free (self->wish.filter);
  g_free (self->order);
  g_free (self->places);
  g_free (self);
}
