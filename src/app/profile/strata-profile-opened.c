/* strata-profile-opened.c - an open row of the profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-opened.h"

#include "strata-bisect.h"
#include "strata-pair-key.h"

/**
 * strata_profile_opened_new:
 * @key: of the row
 *
 * Returns: (transfer full): an open row without lines
 */
StrataProfileOpened *
strata_profile_opened_new (guint32 key)
{
  StrataProfileOpened *self = g_new0 (StrataProfileOpened, 1);

  self->key = key;
  self->lines = g_array_new (FALSE, FALSE, sizeof (StrataProfileLine));
  self->items = g_hash_table_new (strata_int64_hash, g_int64_equal);

  return self;
}

void
strata_profile_opened_free (StrataProfileOpened *self)
{
  g_clear_pointer (&self->profile, strata_profile_unref);
  g_array_unref (self->lines);
  g_hash_table_unref (self->items);
  g_free (self);
}

/* The names of a row, and groups as in Traceview, each under its heading. */
static const struct
{
  StrataRelation first;
  StrataRelation second;
} groups[] = {
  { STRATA_RELATION_NAME, STRATA_RELATION_NAME },
  { STRATA_RELATION_PARENT, STRATA_RELATION_PARENT },
  { STRATA_RELATION_SELF, STRATA_RELATION_CHILD },
  { STRATA_RELATION_RECURSIVE_PARENT, STRATA_RELATION_RECURSIVE_PARENT },
  { STRATA_RELATION_RECURSIVE_CHILD, STRATA_RELATION_RECURSIVE_CHILD },
};

static void
append_relation (GArray *lines,
                 const GArray *relatives,
                 StrataRelation relation,
                 guint32 row)
{
  for (guint i = 0; i < relatives->len; i++)
    {
      StrataProfileLine line = { STRATA_PROFILE_LINE_RELATIVE, row, g_array_index (relatives, StrataRelative, i) };

      if (line.relative.relation == relation)
        g_array_append_val (lines, line);
    }
}

static void
append_group (GArray *lines,
              const GArray *relatives,
              guint group,
              guint32 row)
{
  StrataProfileLine heading = { STRATA_PROFILE_LINE_GROUP, row, { .relation = groups[group].first, .key = STRATA_NONE } };
  guint heading_index = lines->len;

  g_array_append_val (lines, heading);
  append_relation (lines, relatives, groups[group].first, row);

  if (groups[group].second != groups[group].first)
    append_relation (lines, relatives, groups[group].second, row);

  if (lines->len == heading_index + 1)
    g_array_set_size (lines, heading_index);
}

/**
 * strata_profile_opened_set_relatives:
 * @self: an open row
 * @profile: a profile that has the row
 * @relatives: (element-type StrataRelative): the relatives of the row in it
 *
 * Replaces all lines.
 */
void
strata_profile_opened_set_relatives (StrataProfileOpened *self,
                                     StrataProfile *profile,
                                     const GArray *relatives)
{
  const guint32 row = strata_profile_find_row (profile, self->key);

  g_clear_pointer (&self->profile, strata_profile_unref);
  self->profile = strata_profile_ref (profile);
  g_array_set_size (self->lines, 0);

  for (guint group = 0; group < G_N_ELEMENTS (groups); group++)
    append_group (self->lines, relatives, group, row);

  /* items of the old lines must not be reused */
  g_hash_table_unref (self->items);
  self->items = g_hash_table_new (strata_int64_hash, g_int64_equal);
  self->n_lines = self->lines->len;
}

StrataProfileItem *
strata_profile_opened_get_item (StrataProfileOpened *self,
                                guint32 line)
{
  return strata_profile_item_get (self->items, line, self->profile, &g_array_index (self->lines, StrataProfileLine, line));
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const StrataProfileOpened *opened_a = *(const StrataProfileOpened *const *) a;
  const StrataProfileOpened *opened_b = *(const StrataProfileOpened *const *) b;

  return opened_a->place < opened_b->place ? -1 : opened_a->place > opened_b->place;
}

/**
 * strata_profile_opened_sort:
 * @rows: (element-type StrataProfileOpened): open rows
 *
 * Sorts them by place.
 */
void
strata_profile_opened_sort (GPtrArray *rows)
{
  g_ptr_array_sort (rows, compare_places);
}

/**
 * strata_profile_opened_find_at:
 * @rows: (element-type StrataProfileOpened): open rows, by place
 * @position: in the list
 *
 * Returns: (transfer none) (nullable): the last of them at or before the position
 */
StrataProfileOpened *
strata_profile_opened_find_at (GPtrArray *rows,
                               guint position)
{
  guint begin = 0;
  guint end = rows->len;

  STRATA_BISECT (begin, end, i, ((StrataProfileOpened *) g_ptr_array_index (rows, i))->position <= position);

  return begin > 0 ? g_ptr_array_index (rows, begin - 1) : NULL;
}
