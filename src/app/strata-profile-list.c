/* strata-profile-list.c - a profile as a list: sorted, filtered, with opened rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-list.h"

/* A permutation of the profile's rows, and between them the lines of the rows
 * that are open. Few rows are open, so each knows its place, and a position is
 * found by binary search among them. GtkSortListModel, GtkFilterListModel and
 * GtkTreeListModel would each make an object a row: seconds for large traces.
 * Many rows are filtered and sorted by a worker; what is listed stays until then,
 * and the newest wish wins. */
struct _StrataProfileList
{
  GObject parent_instance;

  StrataProfileWish wish;          /* owned; its profile is nullable */
  StrataProfileArrangement *shown; /* owned; nullable */
  GCancellable *cancellable;       /* owned; nullable: of the worker */
  GHashTable *open;                /* owned: key -> Opened, owned */
  GPtrArray *in_sight;             /* (element-type Opened) owned: those in the order, by place */
  GHashTable *items;               /* owned: items alive, see strata-profile-item.c */
};

/* So many rows take no longer than a part of a frame. */
#define FEW_ROWS 10000

enum
{
  ARRANGING,
  ARRANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* A row that is open. */
typedef struct
{
  guint32 key;
  guint32 place;    /* index of its row in the order */
  guint32 position; /* of its row in the list */
  GArray *lines;    /* (element-type StrataProfileLine) owned */
} Opened;

static void strata_profile_list_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataProfileList, strata_profile_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_profile_list_list_model_init))

static void
opened_free (gpointer data)
{
  Opened *opened = data;

  g_array_unref (opened->lines);
  g_free (opened);
}

static guint
count_lines (StrataProfileList *self)
{
  guint n_lines = strata_profile_list_get_n_shown (self);

  for (guint i = 0; i < self->in_sight->len; i++)
    {
      const Opened *opened = g_ptr_array_index (self->in_sight, i);

      n_lines += opened->lines->len;
    }

  return n_lines;
}

/* The last open row at or before a position. */
static const Opened *
find_opened (StrataProfileList *self,
             guint position)
{
  guint begin = 0;
  guint end = self->in_sight->len;

  while (begin < end)
    {
      guint middle = begin + (end - begin) / 2;
      const Opened *opened = g_ptr_array_index (self->in_sight, middle);

      if (opened->position <= position)
        begin = middle + 1;
      else
        end = middle;
    }

  return begin > 0 ? g_ptr_array_index (self->in_sight, begin - 1) : NULL;
}

static gpointer
new_row_item (StrataProfileList *self,
              guint32 row)
{
  StrataProfileLine line = { STRATA_PROFILE_LINE_ROW, row, { 0 } };
  StrataProfileItem *item = strata_profile_item_get (self->items, (guint64) row << 32, self->shown->wish.profile, &line);

  strata_profile_item_set_expanded (item, g_hash_table_contains (self->open, GUINT_TO_POINTER (self->shown->rows[row].key)));
  return item;
}

static gpointer
strata_profile_list_get_item (GListModel *model,
                              guint position)
{
  StrataProfileList *self = STRATA_PROFILE_LIST (model);
  const Opened *opened = find_opened (self, position);
  guint n_lines_before = opened != NULL ? opened->position - opened->place + opened->lines->len : 0;

  if (opened != NULL && position > opened->position && position - opened->position <= opened->lines->len)
    {
      guint index = position - opened->position - 1;
      const StrataProfileLine *line = &g_array_index (opened->lines, StrataProfileLine, index);

      return strata_profile_item_get (self->items, (guint64) line->row << 32 | (index + 1), self->shown->wish.profile, line);
    }

  if (opened != NULL && position == opened->position)
    return new_row_item (self, self->shown->order[opened->place]);

  if (position - n_lines_before >= strata_profile_list_get_n_shown (self))
    return NULL;

  return new_row_item (self, self->shown->order[position - n_lines_before]);
}

static GType
strata_profile_list_get_item_type (GListModel *model)
{
  return STRATA_TYPE_PROFILE_ITEM;
}

static guint
strata_profile_list_get_n_items (GListModel *model)
{
  return count_lines (STRATA_PROFILE_LIST (model));
}

static void
strata_profile_list_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = strata_profile_list_get_item_type;
  iface->get_n_items = strata_profile_list_get_n_items;
  iface->get_item = strata_profile_list_get_item;
}

/* Where a row stands in the order, or STRATA_NONE. */
static guint32
find_place (StrataProfileList *self,
            guint32 key)
{
  if (self->shown == NULL || key == STRATA_NONE)
    return STRATA_NONE;

  const guint32 row = strata_profile_find_row (self->shown->wish.profile, key);

  return row != STRATA_NONE ? self->shown->places[row] : STRATA_NONE;
}

static int
compare_opened (gconstpointer a,
                gconstpointer b)
{
  const Opened *opened_a = *(const Opened *const *) a;
  const Opened *opened_b = *(const Opened *const *) b;

  return opened_a->place < opened_b->place ? -1 : opened_a->place > opened_b->place;
}

/* Finds where the open rows are now. */
static void
place_opened (StrataProfileList *self)
{
  GHashTableIter iter;
  gpointer value;
  guint n_lines_before = 0;

  g_ptr_array_set_size (self->in_sight, 0);
  g_hash_table_iter_init (&iter, self->open);

  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Opened *opened = value;
      opened->place = find_place (self, opened->key);
      if (opened->place != STRATA_NONE)
        g_ptr_array_add (self->in_sight, opened);
    }

  g_ptr_array_sort (self->in_sight, compare_opened);

  for (guint i = 0; i < self->in_sight->len; i++)
    {
      Opened *opened = g_ptr_array_index (self->in_sight, i);

      opened->position = opened->place + n_lines_before;
      n_lines_before += opened->lines->len;
    }
}

/* The groups as Traceview has them, each under its heading. */
static const struct
{
  StrataRelation first;
  StrataRelation second;
} groups[] = {
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

static Opened *
opened_new (StrataProfileList *self,
            guint32 key,
            guint32 row)
{
  g_autoptr (GArray) relatives = strata_profile_list_relatives (self->shown->wish.profile, key);
  Opened *opened = g_new0 (Opened, 1);

  opened->key = key;
  opened->lines = g_array_new (FALSE, FALSE, sizeof (StrataProfileLine));

  for (guint group = 0; group < G_N_ELEMENTS (groups); group++)
    append_group (opened->lines, relatives, group, row);

  return opened;
}

/* Rows stay open from one profile to the next, with the relatives of the new one. */
static void
reopen (StrataProfileList *self)
{
  g_autoptr (GList) keys = g_hash_table_get_keys (self->open);

  g_ptr_array_set_size (self->in_sight, 0);

  for (GList *link = keys; link != NULL; link = link->next)
    {
      guint32 key = GPOINTER_TO_UINT (link->data);
      guint32 row = self->shown != NULL ? strata_profile_find_row (self->shown->wish.profile, key) : STRATA_NONE;

      if (row != STRATA_NONE)
        g_hash_table_replace (self->open, GUINT_TO_POINTER (key), opened_new (self, key, row));
      else
        g_hash_table_remove (self->open, GUINT_TO_POINTER (key));
    }
}

static void
show (StrataProfileList *self,
      StrataProfileArrangement *arrangement)
{
  g_signal_emit (self, signals[ARRANGING], 0);

  const guint n_lines_before = count_lines (self);
  g_autoptr (StrataProfileArrangement) before = g_steal_pointer (&self->shown);
  const gboolean is_other = before == NULL || arrangement == NULL || before->wish.profile != arrangement->wish.profile;

  self->shown = arrangement;
  if (is_other)
    {
      g_hash_table_unref (self->items);
      self->items = g_hash_table_new (g_int64_hash, g_int64_equal);
      reopen (self);
    }

  place_opened (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_lines_before, count_lines (self));
  g_signal_emit (self, signals[ARRANGED], 0);
}

static void
on_arranged (GObject *source,
             GAsyncResult *result,
             gpointer user_data)
{
  g_autoptr (StrataProfileList) self = user_data;
  StrataProfileArrangement *arrangement = strata_profile_arrangement_new_finish (result, NULL);

  /* there is none only when it was cancelled */
  if (arrangement == NULL)
    return;

  g_clear_object (&self->cancellable);
  show (self, arrangement);
}

static void
arrange (StrataProfileList *self)
{
  guint n_rows = 0;

  strata_profile_list_stop (self);
  if (self->wish.profile != NULL)
    strata_profile_get_rows (self->wish.profile, &n_rows);

  if (self->wish.profile == NULL)
    show (self, NULL);
  else if (n_rows <= FEW_ROWS)
    show (self, strata_profile_arrangement_new (&self->wish, self->shown, NULL, NULL));
  else
    {
      self->cancellable = g_cancellable_new ();
      strata_profile_arrangement_new_async (&self->wish, self->shown, self->cancellable, on_arranged, g_object_ref (self));
    }
}

/**
 * strata_profile_list_set_profile:
 * @self: the list
 * @profile: (nullable): what to list
 *
 * Lists another profile, at once or as soon as it is sorted.
 */
void
strata_profile_list_set_profile (StrataProfileList *self,
                                 StrataProfile *profile)
{
  g_clear_pointer (&self->wish.profile, strata_profile_unref);
  self->wish.profile = profile != NULL ? strata_profile_ref (profile) : NULL;
  arrange (self);
}

/**
 * strata_profile_list_stop:
 * @self: the list
 *
 * Leaves what is listed as it is, whatever was about to come.
 */
void
strata_profile_list_stop (StrataProfileList *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  g_clear_object (&self->cancellable);
}

/**
 * strata_profile_list_is_busy:
 * @self: the list
 *
 * Returns: whether it is going to list something else
 */
gboolean
strata_profile_list_is_busy (StrataProfileList *self)
{
  return self->cancellable != NULL;
}

/**
 * strata_profile_list_get_profile:
 * @self: the list
 *
 * Returns: (transfer none) (nullable): what it lists
 */
StrataProfile *
strata_profile_list_get_profile (StrataProfileList *self)
{
  return self->shown != NULL ? self->shown->wish.profile : NULL;
}

/**
 * strata_profile_list_set_filter:
 * @self: the list
 * @filter: (nullable): what names must contain; case counts if there is a capital in it
 *
 * Lists only some names.
 */
void
strata_profile_list_set_filter (StrataProfileList *self,
                                const char *filter)
{
  g_free (self->wish.filter);
  self->wish.filter = g_strdup (filter != NULL ? filter : "");
  arrange (self);
}

/**
 * strata_profile_list_sort:
 * @self: the list
 * @column: by what
 * @is_descending: whether the largest comes first
 *
 * Sorts the rows.
 */
void
strata_profile_list_sort (StrataProfileList *self,
                          StrataProfileColumn column,
                          gboolean is_descending)
{
  self->wish.column = column;
  self->wish.is_descending = is_descending;
  arrange (self);
}

/**
 * strata_profile_list_get_n_matching:
 * @self: the list
 *
 * Returns: how many rows pass the filter
 */
guint
strata_profile_list_get_n_matching (StrataProfileList *self)
{
  return self->shown != NULL ? self->shown->n_matching : 0;
}

/**
 * strata_profile_list_get_order:
 * @self: the list
 *
 * Returns: (transfer none): indices of the profile's rows that pass the filter, in the order in which
 *   they are listed as far as they are; valid until the list changes
 */
const guint32 *
strata_profile_list_get_order (StrataProfileList *self)
{
  return self->shown != NULL ? self->shown->order : NULL;
}

/**
 * strata_profile_list_get_n_shown:
 * @self: the list
 *
 * Returns: how many rows are listed; less than match when there are very many
 */
guint
strata_profile_list_get_n_shown (StrataProfileList *self)
{
  return self->shown != NULL ? self->shown->n_shown : 0;
}

/**
 * strata_profile_list_find_key:
 * @self: the list
 * @key: of a row
 *
 * Returns: the position of the row, or %STRATA_NONE when it is not listed
 */
guint
strata_profile_list_find_key (StrataProfileList *self,
                              guint32 key)
{
  const guint32 place = find_place (self, key);
  guint position = place;

  if (place == STRATA_NONE)
    return STRATA_NONE;

  for (guint i = 0; i < self->in_sight->len; i++)
    {
      const Opened *opened = g_ptr_array_index (self->in_sight, i);

      if (opened->place < place)
        position += opened->lines->len;
    }

  return position;
}

static void
tell_item (StrataProfileList *self,
           guint32 row,
           gboolean is_expanded)
{
  guint64 id = (guint64) row << 32;
  StrataProfileItem *item = g_hash_table_lookup (self->items, &id);

  if (item != NULL)
    strata_profile_item_set_expanded (item, is_expanded);
}

/**
 * strata_profile_list_set_expanded:
 * @self: the list
 * @key: of a row
 * @is_expanded: whether to show its relatives
 *
 * Opens or closes a row, which may be about to be listed.
 */
void
strata_profile_list_set_expanded (StrataProfileList *self,
                                  guint32 key,
                                  gboolean is_expanded)
{
  const guint position = strata_profile_list_find_key (self, key);
  const guint n_lines_before = count_lines (self);
  const guint32 row = self->shown != NULL ? strata_profile_find_row (self->shown->wish.profile, key) : STRATA_NONE;

  if (row == STRATA_NONE || (position == STRATA_NONE && !strata_profile_list_is_busy (self)) ||
      strata_profile_list_is_expanded (self, key) == is_expanded)
    return;

  if (is_expanded)
    g_hash_table_insert (self->open, GUINT_TO_POINTER (key), opened_new (self, key, row));
  else
    g_hash_table_remove (self->open, GUINT_TO_POINTER (key));

  place_opened (self);
  tell_item (self, row, is_expanded);

  const guint n_lines = count_lines (self);

  if (position == STRATA_NONE)
    return;

  if (is_expanded)
    g_list_model_items_changed (G_LIST_MODEL (self), position + 1, 0, n_lines - n_lines_before);
  else
    g_list_model_items_changed (G_LIST_MODEL (self), position + 1, n_lines_before - n_lines, 0);
}

/**
 * strata_profile_list_is_expanded:
 * @self: the list
 * @key: of a row
 *
 * Returns: whether its relatives are shown
 */
gboolean
strata_profile_list_is_expanded (StrataProfileList *self,
                                 guint32 key)
{
  return g_hash_table_contains (self->open, GUINT_TO_POINTER (key));
}

static void
strata_profile_list_finalize (GObject *object)
{
  StrataProfileList *self = STRATA_PROFILE_LIST (object);

  g_clear_pointer (&self->in_sight, g_ptr_array_unref);
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_clear_pointer (&self->items, g_hash_table_unref);
  g_clear_pointer (&self->shown, strata_profile_arrangement_unref);
  g_clear_pointer (&self->wish.profile, strata_profile_unref);
  g_clear_object (&self->cancellable);
  g_free (self->wish.filter);

  G_OBJECT_CLASS (strata_profile_list_parent_class)->finalize (object);
}

static void
strata_profile_list_class_init (StrataProfileListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_profile_list_finalize;

  /* before and after all lines change; the view should let go of the list in between */
  signals[ARRANGING] = g_signal_new ("arranging", STRATA_TYPE_PROFILE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ARRANGED] = g_signal_new ("arranged", STRATA_TYPE_PROFILE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_profile_list_init (StrataProfileList *self)
{
  self->wish = (StrataProfileWish){ NULL, g_strdup (""), STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE };
  self->open = g_hash_table_new_full (NULL, NULL, NULL, opened_free);
  self->in_sight = g_ptr_array_new ();
  self->items = g_hash_table_new (g_int64_hash, g_int64_equal);
}

/**
 * strata_profile_list_new:
 *
 * Returns: (transfer full): an empty list, sorted by inclusive time
 */
StrataProfileList *
strata_profile_list_new (void)
{
  return g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);
}
