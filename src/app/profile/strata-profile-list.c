/* strata-profile-list.c - a profile as a list: sorted, filtered, with opened rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-list.h"

#include "strata-job.h"
#include "strata-pair-key.h"
#include "strata-profile-opened.h"

/* A permutation of the profile's rows, with the lines of open rows between them. Few rows are open,
 * so each stores its place, and a position is found by binary search among them. GtkSortListModel,
 * GtkFilterListModel and GtkTreeListModel would each create an object per row: seconds for large
 * traces. If there are many rows, a worker filters and sorts them; the old list stays until then,
 * and the newest request wins. The relatives of open rows are found the same way: if there are many
 * calls, a worker finds them, one row after the other, the row opened last first. */
struct _StrataProfileList
{
  GObject parent_instance;

  StrataProfileWish wish;          /* owned; its profile is nullable */
  StrataProfileArrangement *shown; /* owned; nullable */
  StrataJob *arrange_job;          /* owned */
  GHashTable *open;                /* owned: key -> StrataProfileOpened, owned */
  GPtrArray *in_sight;             /* (element-type StrataProfileOpened) owned: open rows that are listed, by place */
  GHashTable *items;               /* owned: living items of rows, see strata-profile-item.c */
  StrataJob *search_job;           /* owned: finds relatives */
  guint32 searched_key;            /* key of its row */
};

/* At most this many names of a row are listed. */
#define MOST_NAMES 20

/* This many rows take only a fraction of a frame. */
#define FEW_ROWS 10000
#define FEW_CALLS 100000

enum
{
  ARRANGING,
  ARRANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void strata_profile_list_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataProfileList, strata_profile_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_profile_list_list_model_init))

static guint
count_lines (StrataProfileList *self)
{
  guint n_lines = strata_profile_list_get_n_shown (self);

  for (guint i = 0; i < self->in_sight->len; i++)
    {
      StrataProfileOpened *opened = g_ptr_array_index (self->in_sight, i);

      n_lines += opened->n_lines;
    }

  return n_lines;
}

static gpointer
new_row_item (StrataProfileList *self,
              guint32 row)
{
  StrataProfileLine line = { STRATA_PROFILE_LINE_ROW, row, { 0 } };
  StrataProfileItem *item = strata_profile_item_get (self->items, row, self->shown->wish.profile, &line);

  strata_profile_item_set_expanded (item, g_hash_table_contains (self->open, GUINT_TO_POINTER (self->shown->rows[row].key)));
  return item;
}

static gpointer
strata_profile_list_get_item (GListModel *model,
                              guint position)
{
  StrataProfileList *self = STRATA_PROFILE_LIST (model);
  StrataProfileOpened *opened = strata_profile_opened_find_at (self->in_sight, position);
  guint n_lines_before = opened != NULL ? opened->position - opened->place + opened->n_lines : 0;

  if (opened != NULL && position > opened->position && position - opened->position <= opened->n_lines)
    return strata_profile_opened_get_item (opened, position - opened->position - 1);

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

/* The place of a row in the order, or STRATA_NONE. */
static guint32
find_place (StrataProfileList *self,
            guint32 key)
{
  if (self->shown == NULL || key == STRATA_NONE)
    return STRATA_NONE;

  const guint32 row = strata_profile_find_row (self->shown->wish.profile, key);

  return row != STRATA_NONE ? self->shown->places[row] : STRATA_NONE;
}

static void
list_in_sight (StrataProfileList *self)
{
  GHashTableIter iter;
  gpointer value;

  g_ptr_array_set_size (self->in_sight, 0);
  g_hash_table_iter_init (&iter, self->open);

  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      StrataProfileOpened *opened = value;
      opened->place = find_place (self, opened->key);
      if (opened->place != STRATA_NONE)
        g_ptr_array_add (self->in_sight, opened);
    }

  strata_profile_opened_sort (self->in_sight);
}

static gboolean
is_stale (StrataProfileList *self,
          const StrataProfileOpened *opened)
{
  return opened->profile != self->shown->wish.profile;
}

/* The first open row without relatives of the current profile. */
static StrataProfileOpened *
find_stale (StrataProfileList *self)
{
  for (guint i = 0; i < self->in_sight->len; i++)
    if (is_stale (self, g_ptr_array_index (self->in_sight, i)))
      return g_ptr_array_index (self->in_sight, i);

  return NULL;
}

/* Whether the relatives of this many rows are found without noticeable delay. */
static gboolean
is_quick (StrataProfileList *self,
          guint n_rows)
{
  const StrataProfile *profile = self->shown->wish.profile;

  return strata_scope_count_slices (strata_profile_get_scope (profile), strata_profile_get_trace (profile)) * n_rows <= FEW_CALLS;
}

/* All lines below a row. */
static GArray *
list_lines (const StrataProfile *profile,
            guint32 key,
            GCancellable *cancellable)
{
  g_autoptr (GArray) names = strata_profile_list_names (profile, key, MOST_NAMES, cancellable);
  g_autoptr (GArray) relatives = names != NULL ? strata_profile_list_relatives (profile, key, cancellable) : NULL;

  if (relatives != NULL)
    g_array_append_vals (relatives, names->data, names->len);

  return g_steal_pointer (&relatives);
}

static void
fill (StrataProfileList *self,
      StrataProfileOpened *opened)
{
  StrataProfile *profile = self->shown->wish.profile;
  g_autoptr (GArray) relatives = list_lines (profile, opened->key, NULL);

  strata_profile_opened_set_relatives (opened, profile, relatives);
}

/* Updates the places of the open rows. */
static void
place_opened (StrataProfileList *self)
{
  guint n_lines_before = 0;

  list_in_sight (self);

  for (guint i = 0; i < self->in_sight->len; i++)
    {
      StrataProfileOpened *opened = g_ptr_array_index (self->in_sight, i);

      opened->position = opened->place + n_lines_before;
      n_lines_before += opened->n_lines;
    }
}

typedef struct
{
  StrataProfile *profile; /* owned */
  guint32 key;
} SearchRequest;

static void
search_request_free (gpointer data)
{
  SearchRequest *request = data;

  strata_profile_unref (request->profile);
  g_free (request);
}

static gpointer
run_search (gpointer data,
            GCancellable *cancellable)
{
  const SearchRequest *request = data;

  return list_lines (request->profile, request->key, cancellable);
}

static void
search (StrataProfileList *self,
        const StrataProfileOpened *opened)
{
  SearchRequest *request = g_new (SearchRequest, 1);

  *request = (SearchRequest){ strata_profile_ref (self->shown->wish.profile), opened->key };
  self->searched_key = opened->key;
  strata_job_start (self->search_job, request, 0);
}

static void
search_next (StrataProfileList *self)
{
  const StrataProfileOpened *opened = find_stale (self);

  if (!strata_job_is_busy (self->search_job) && opened != NULL)
    search (self, opened);
}

static void
replace_lines (StrataProfileList *self,
               StrataProfileOpened *opened,
               const GArray *relatives)
{
  const guint n_lines_before = opened->n_lines;

  strata_profile_opened_set_relatives (opened, self->shown->wish.profile, relatives);
  place_opened (self);
  if (opened->place != STRATA_NONE)
    g_list_model_items_changed (G_LIST_MODEL (self), opened->position + 1, n_lines_before, opened->n_lines);
}

/* Not called for a row that was closed, since closing cancels the search. */
static void
on_relatives (gpointer result,
              gpointer data,
              gpointer user_data)
{
  StrataProfileList *self = user_data;
  const SearchRequest *request = data;
  g_autoptr (GArray) relatives = result;

  replace_lines (self, g_hash_table_lookup (self->open, GUINT_TO_POINTER (request->key)), relatives);
  search_next (self);
}

static const StrataJobKind search_job = {
  .name = "[strata] relatives of a row",
  .run = run_search,
  .done = on_relatives,
  .free_data = search_request_free,
  .free_result = (GDestroyNotify) g_array_unref,
};

static gboolean
is_gone (gpointer key,
         gpointer value,
         gpointer user_data)
{
  StrataProfileList *self = user_data;

  return self->shown == NULL || strata_profile_find_row (self->shown->wish.profile, GPOINTER_TO_UINT (key)) == STRATA_NONE;
}

/* Keeps rows open from one profile to the next. */
static void
reopen (StrataProfileList *self)
{
  strata_job_cancel (self->search_job);
  g_ptr_array_set_size (self->in_sight, 0);
  g_hash_table_foreach_remove (self->open, is_gone, self);
}

static void
fill_if_quick (StrataProfileList *self)
{
  StrataProfileOpened *opened = find_stale (self);

  if (opened == NULL || !is_quick (self, self->in_sight->len))
    return;

  for (; opened != NULL; opened = find_stale (self))
    fill (self, opened);

  place_opened (self);
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
  /* never reuse an item that a view still has in its old place: it must not have an item twice */
  g_hash_table_unref (self->items);
  self->items = g_hash_table_new (strata_int64_hash, g_int64_equal);
  if (is_other)
    reopen (self);

  place_opened (self);
  fill_if_quick (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_lines_before, count_lines (self));
  g_signal_emit (self, signals[ARRANGED], 0);
  search_next (self);
}

typedef struct
{
  StrataProfileWish wish;           /* owned */
  StrataProfileArrangement *before; /* owned; nullable */
} ArrangeRequest;

static void
arrange_request_free (gpointer data)
{
  ArrangeRequest *request = data;

  strata_profile_unref (request->wish.profile);
  g_free (request->wish.filter);
  strata_profile_arrangement_unref (request->before);
  g_free (request);
}

static gpointer
run_arrange (gpointer data,
             GCancellable *cancellable)
{
  const ArrangeRequest *request = data;

  return strata_profile_arrangement_new (&request->wish, request->before, cancellable);
}

static void
on_arranged (gpointer result,
             gpointer data,
             gpointer user_data)
{
  show (user_data, result);
}

static const StrataJobKind arrange_job = {
  .name = "[strata] rows of a profile",
  .run = run_arrange,
  .done = on_arranged,
  .free_data = arrange_request_free,
  .free_result = (GDestroyNotify) strata_profile_arrangement_unref,
};

static void
start_arranging (StrataProfileList *self)
{
  ArrangeRequest *request = g_new (ArrangeRequest, 1);

  request->wish = self->wish;
  request->wish.profile = strata_profile_ref (self->wish.profile);
  request->wish.filter = g_strdup (self->wish.filter);
  request->before = self->shown != NULL ? strata_profile_arrangement_ref (self->shown) : NULL;
  strata_job_start (self->arrange_job, request, 0);
}

static void
arrange (StrataProfileList *self)
{
  guint n_rows = 0;

  strata_job_cancel (self->arrange_job);
  if (self->wish.profile != NULL)
    strata_profile_get_rows (self->wish.profile, &n_rows);

  if (self->wish.profile == NULL)
    show (self, NULL);
  else if (n_rows <= FEW_ROWS)
    show (self, strata_profile_arrangement_new (&self->wish, self->shown, NULL));
  else
    start_arranging (self);
}

/**
 * strata_profile_list_set_profile:
 * @self: the list
 * @profile: (nullable): the profile to list
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
 * Cancels pending changes and keeps the current list.
 */
void
strata_profile_list_stop (StrataProfileList *self)
{
  strata_job_cancel (self->arrange_job);
  strata_job_cancel (self->search_job);
}

/* Whether a change is pending. */
gboolean
strata_profile_list_is_busy (StrataProfileList *self)
{
  return strata_job_is_busy (self->arrange_job);
}

/* Returns the listed profile; NULL if there is none. */
StrataProfile *
strata_profile_list_get_profile (StrataProfileList *self)
{
  return self->shown != NULL ? self->shown->wish.profile : NULL;
}

/**
 * strata_profile_list_set_filter:
 * @self: the list
 * @filter: (nullable): text that names must contain; case-sensitive if it has a capital
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
 * @column: the column to sort by
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

/* Returns how many rows pass the filter. */
guint
strata_profile_list_get_n_matching (StrataProfileList *self)
{
  return self->shown != NULL ? self->shown->n_matching : 0;
}

/* Returns the indices of the profile's rows that pass the filter; the listed ones are in list
 * order; valid until the list changes. */
const guint32 *
strata_profile_list_get_order (StrataProfileList *self)
{
  return self->shown != NULL ? self->shown->order : NULL;
}

/* Returns how many rows are listed; fewer than match if there are very many. */
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
 * Returns: the position of the row, or %STRATA_NONE if it is not listed
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
      StrataProfileOpened *opened = g_ptr_array_index (self->in_sight, i);

      if (opened->place < place)
        position += opened->n_lines;
    }

  return position;
}

static void
tell_item (StrataProfileList *self,
           guint32 row,
           gboolean is_expanded)
{
  const guint64 id = row;
  StrataProfileItem *item = g_hash_table_lookup (self->items, &id);

  if (item != NULL)
    strata_profile_item_set_expanded (item, is_expanded);
}

static void
open_row (StrataProfileList *self,
          guint32 key,
          guint position)
{
  StrataProfileOpened *opened = strata_profile_opened_new (key);

  g_hash_table_insert (self->open, GUINT_TO_POINTER (key), opened);
  if (is_quick (self, 1))
    fill (self, opened);

  place_opened (self);

  if (position == STRATA_NONE)
    return;

  if (is_stale (self, opened))
    search (self, opened);
  else
    g_list_model_items_changed (G_LIST_MODEL (self), position + 1, 0, opened->n_lines);
}

static void
close_row (StrataProfileList *self,
           guint32 key,
           guint position)
{
  const StrataProfileOpened *opened = g_hash_table_lookup (self->open, GUINT_TO_POINTER (key));
  const guint n_lines = opened->n_lines;

  if (strata_job_is_busy (self->search_job) && self->searched_key == key)
    strata_job_cancel (self->search_job);

  g_hash_table_remove (self->open, GUINT_TO_POINTER (key));
  place_opened (self);

  if (position != STRATA_NONE && n_lines > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position + 1, n_lines, 0);

  search_next (self);
}

/**
 * strata_profile_list_set_expanded:
 * @self: the list
 * @key: of a row
 * @is_expanded: whether to show its relatives
 *
 * Opens or closes a row, which may not be listed yet. The relatives appear at
 * once or when they are found.
 */
void
strata_profile_list_set_expanded (StrataProfileList *self,
                                  guint32 key,
                                  gboolean is_expanded)
{
  const guint position = strata_profile_list_find_key (self, key);
  const guint32 row = self->shown != NULL ? strata_profile_find_row (self->shown->wish.profile, key) : STRATA_NONE;

  if (row == STRATA_NONE || (position == STRATA_NONE && !strata_profile_list_is_busy (self)) ||
      strata_profile_list_is_expanded (self, key) == is_expanded)
    return;

  if (is_expanded)
    open_row (self, key, position);
  else
    close_row (self, key, position);

  tell_item (self, row, is_expanded);
}

/* Whether its relatives are shown. */
gboolean
strata_profile_list_is_expanded (StrataProfileList *self,
                                 guint32 key)
{
  return g_hash_table_contains (self->open, GUINT_TO_POINTER (key));
}

/* Whether the relatives of an open row are being searched for. */
gboolean
strata_profile_list_is_searching (StrataProfileList *self)
{
  return strata_job_is_busy (self->search_job);
}

/**
 * strata_profile_list_is_opening:
 * @self: the list
 * @key: of a row
 *
 * Returns: whether its relatives are being searched for the first time
 */
gboolean
strata_profile_list_is_opening (StrataProfileList *self,
                                guint32 key)
{
  const StrataProfileOpened *opened = g_hash_table_lookup (self->open, GUINT_TO_POINTER (key));

  return strata_job_is_busy (self->search_job) && opened != NULL && opened->profile == NULL;
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
  strata_job_free (self->arrange_job);
  strata_job_free (self->search_job);
  g_free (self->wish.filter);

  G_OBJECT_CLASS (strata_profile_list_parent_class)->finalize (object);
}

static void
strata_profile_list_class_init (StrataProfileListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_profile_list_finalize;

  /* emitted before and after all lines change; in between, the view should not show the list */
  signals[ARRANGING] = g_signal_new ("arranging", STRATA_TYPE_PROFILE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ARRANGED] = g_signal_new ("arranged", STRATA_TYPE_PROFILE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_profile_list_init (StrataProfileList *self)
{
  self->wish = (StrataProfileWish){ NULL, g_strdup (""), STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE };
  self->open = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) strata_profile_opened_free);
  self->in_sight = g_ptr_array_new ();
  self->items = g_hash_table_new (strata_int64_hash, g_int64_equal);
  self->arrange_job = strata_job_new (&arrange_job, self);
  self->search_job = strata_job_new (&search_job, self);
}
