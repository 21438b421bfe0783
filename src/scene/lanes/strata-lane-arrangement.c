/* strata-lane-arrangement.c - saves and restores how the user arranged lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-arrangement.h"

#include "strata-lanes-private.h"
#include "strata-span.h"

/* Only differences from the default lanes are listed. Keys that match no lane are ignored: the file
 * may be of another version, or written by hand. */

static const char *const list_names[STRATA_N_LANE_LISTS] = {
  [STRATA_LANE_LIST_PINNED] = "pinned",
  [STRATA_LANE_LIST_HIDDEN] = "hidden",
  [STRATA_LANE_LIST_COLLAPSED] = "collapsed",
  [STRATA_LANE_LIST_ORDER] = "order",
  [STRATA_LANE_LIST_COMPACT] = "compact",
  [STRATA_LANE_LIST_NORMAL] = "normal",
  [STRATA_LANE_LIST_TALL] = "tall",
  [STRATA_LANE_LIST_DEPTH] = "depths",
  [STRATA_LANE_LIST_CHANGE] = "change",
  [STRATA_LANE_LIST_RATE] = "rate",
  [STRATA_LANE_LIST_SHARED] = "shared",
  [STRATA_LANE_LIST_UNSHARED] = "unshared",
};

static const char *const height_ids[STRATA_N_LANE_HEIGHTS] = { "inherited", "compact", "normal", "tall" };
static const char *const sort_ids[STRATA_N_LANE_SORTS] = { "slices", "activity", "name", "id", "file" };

static gboolean
find_id (const char *const *ids,
         guint n_ids,
         const char *id,
         guint *found)
{
  for (guint i = 0; i < n_ids; i++)
    if (g_strcmp0 (ids[i], id) == 0)
      {
        *found = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * strata_lane_height_get_id:
 * @height: a height
 *
 * Returns: (transfer none): its name in files and actions
 */
const char *
strata_lane_height_get_id (StrataLaneHeight height)
{
  g_return_val_if_fail (height < STRATA_N_LANE_HEIGHTS, NULL);

  return height_ids[height];
}

/**
 * strata_lane_height_from_id:
 * @id: (nullable): a name
 * @height: (out): the height of that name
 *
 * Returns: whether @id is known
 */
gboolean
strata_lane_height_from_id (const char *id,
                            StrataLaneHeight *height)
{
  guint found;

  if (!find_id (height_ids, STRATA_N_LANE_HEIGHTS, id, &found))
    return FALSE;

  *height = (StrataLaneHeight) found;
  return TRUE;
}

/**
 * strata_lane_sort_get_id:
 * @sort: a way of sorting
 *
 * Returns: (transfer none): its name in files and actions
 */
const char *
strata_lane_sort_get_id (StrataLaneSort sort)
{
  g_return_val_if_fail (sort < STRATA_N_LANE_SORTS, NULL);

  return sort_ids[sort];
}

/**
 * strata_lane_sort_from_id:
 * @id: (nullable): a name
 * @sort: (out): the way of sorting of that name
 *
 * Returns: whether @id is known
 */
gboolean
strata_lane_sort_from_id (const char *id,
                          StrataLaneSort *sort)
{
  guint found;

  if (!find_id (sort_ids, STRATA_N_LANE_SORTS, id, &found))
    return FALSE;

  *sort = (StrataLaneSort) found;
  return TRUE;
}

/**
 * strata_lane_arrangement_new:
 *
 * Returns: (transfer full): the default arrangement
 */
StrataLaneArrangement *
strata_lane_arrangement_new (void)
{
  StrataLaneArrangement *self = g_new0 (StrataLaneArrangement, 1);

  self->height = STRATA_LANE_HEIGHT_NORMAL;
  self->depth = STRATA_LANE_MAX_ROWS;
  for (guint i = 0; i < STRATA_N_LANE_LISTS; i++)
    self->lists[i] = g_ptr_array_new_with_free_func (g_free);

  return self;
}

void
strata_lane_arrangement_free (StrataLaneArrangement *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < STRATA_N_LANE_LISTS; i++)
    g_ptr_array_unref (self->lists[i]);
  g_free (self);
}

/**
 * strata_lane_arrangement_save:
 * @self: an arrangement
 * @file: where to write
 * @group: the group to write into
 *
 * Writes an arrangement into a key file.
 */
void
strata_lane_arrangement_save (const StrataLaneArrangement *self,
                              GKeyFile *file,
                              const char *group)
{
  g_key_file_set_string (file, group, "sort", strata_lane_sort_get_id (self->sort));
  g_key_file_set_string (file, group, "height", strata_lane_height_get_id (self->height));
  g_key_file_set_integer (file, group, "depth", (int) self->depth);

  for (guint i = 0; i < STRATA_N_LANE_LISTS; i++)
    if (self->lists[i]->len > 0)
      g_key_file_set_string_list (file, group, list_names[i], (const char *const *) self->lists[i]->pdata, self->lists[i]->len);
}

static void
load_list (GKeyFile *file,
           const char *group,
           const char *name,
           GPtrArray *list)
{
  g_auto (GStrv) keys = g_key_file_get_string_list (file, group, name, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    g_ptr_array_add (list, g_strdup (keys[i]));
}

/**
 * strata_lane_arrangement_load:
 * @file: where to read
 * @group: the group to read
 *
 * Reads an arrangement; missing and invalid entries get their defaults.
 *
 * Returns: (transfer full): the arrangement
 */
StrataLaneArrangement *
strata_lane_arrangement_load (GKeyFile *file,
                              const char *group)
{
  StrataLaneArrangement *self = strata_lane_arrangement_new ();
  g_autofree char *sort = g_key_file_get_string (file, group, "sort", NULL);
  g_autofree char *height = g_key_file_get_string (file, group, "height", NULL);
  const int depth = g_key_file_get_integer (file, group, "depth", NULL);

  strata_lane_sort_from_id (sort, &self->sort);
  strata_lane_height_from_id (height, &self->height);
  if (self->height == STRATA_LANE_HEIGHT_INHERITED)
    self->height = STRATA_LANE_HEIGHT_NORMAL;
  if (depth > 0)
    self->depth = MIN ((guint32) depth, STRATA_LANE_MAX_ROWS);

  for (guint i = 0; i < STRATA_N_LANE_LISTS; i++)
    load_list (file, group, list_names[i], self->lists[i]);

  return self;
}

static void
list_lane (const StrataLanes *self,
           const StrataLane *lane,
           const char *key,
           StrataLaneArrangement *out)
{
  static const StrataLaneList of_height[] = { [STRATA_LANE_HEIGHT_COMPACT] = STRATA_LANE_LIST_COMPACT, [STRATA_LANE_HEIGHT_NORMAL] = STRATA_LANE_LIST_NORMAL, [STRATA_LANE_HEIGHT_TALL] = STRATA_LANE_LIST_TALL };
  const gboolean is_counter = strata_lane_get_counter (lane) != STRATA_NONE;

  if (lane->is_hidden)
    g_ptr_array_add (out->lists[STRATA_LANE_LIST_HIDDEN], g_strdup (key));
  if (lane->is_collapsed)
    g_ptr_array_add (out->lists[STRATA_LANE_LIST_COLLAPSED], g_strdup (key));
  if (lane->own_height != STRATA_LANE_HEIGHT_INHERITED)
    g_ptr_array_add (out->lists[of_height[lane->own_height]], g_strdup (key));
  if (lane->own_depth != 0)
    g_ptr_array_add (out->lists[STRATA_LANE_LIST_DEPTH], g_strdup_printf ("%u %s", lane->own_depth, key));
  if (is_counter && lane->mode != STRATA_COUNTER_VALUE)
    g_ptr_array_add (out->lists[lane->mode == STRATA_COUNTER_CHANGE ? STRATA_LANE_LIST_CHANGE : STRATA_LANE_LIST_RATE], g_strdup (key));
  if (is_counter && lane->is_scale_shared != strata_lanes_is_frequency (self, lane))
    g_ptr_array_add (out->lists[lane->is_scale_shared ? STRATA_LANE_LIST_SHARED : STRATA_LANE_LIST_UNSHARED], g_strdup (key));
}

/**
 * strata_lanes_get_arrangement:
 * @self: the lanes
 *
 * Returns: (transfer full): their arrangement
 */
StrataLaneArrangement *
strata_lanes_get_arrangement (const StrataLanes *self)
{
  StrataLaneArrangement *out = strata_lane_arrangement_new ();
  g_autoptr (GPtrArray) keys = strata_lanes_list_keys (self);
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;

  out->sort = self->sort;
  out->height = self->height;
  out->depth = self->depth;
  for (guint i = 0; i < self->pinned->len; i++)
    g_ptr_array_add (out->lists[STRATA_LANE_LIST_PINNED], g_strdup (keys->pdata[g_array_index (self->pinned, guint32, i)]));

  for (guint i = 0; i < self->base->len; i++)
    {
      const guint32 lane = g_array_index (self->base, guint32, i);
      const gboolean is_group = strata_lane_is_group (&lanes[lane]);

      if (is_group ? self->are_moved : lanes[lanes[lane].group].has_own_order)
        g_ptr_array_add (out->lists[STRATA_LANE_LIST_ORDER], g_strdup (keys->pdata[lane]));
      list_lane (self, &lanes[lane], keys->pdata[lane], out);
    }

  return out;
}

static guint32
find_key (GHashTable *lane_of_key,
          const char *key)
{
  gpointer found;

  return g_hash_table_lookup_extended (lane_of_key, key, NULL, &found) ? GPOINTER_TO_UINT (found) : STRATA_NONE;
}

static void
apply_to_lane (StrataLanes *self,
               guint32 lane,
               StrataLaneList list,
               guint32 depth)
{
  StrataLane *found = &g_array_index (self->lanes, StrataLane, lane);

  switch (list)
    {
    case STRATA_LANE_LIST_PINNED:
      /* duplicate keys: the first one counts */
      if (!found->is_pinned)
        g_array_append_val (self->pinned, lane);
      found->is_pinned = TRUE;
      return;
    case STRATA_LANE_LIST_HIDDEN:
      found->is_hidden = TRUE;
      return;
    case STRATA_LANE_LIST_COLLAPSED:
      found->is_collapsed = strata_lane_is_group (found);
      return;
    case STRATA_LANE_LIST_COMPACT:
    case STRATA_LANE_LIST_NORMAL:
    case STRATA_LANE_LIST_TALL:
      found->own_height = (StrataLaneHeight) (STRATA_LANE_HEIGHT_COMPACT + (list - STRATA_LANE_LIST_COMPACT));
      return;
    case STRATA_LANE_LIST_DEPTH:
      found->own_depth = CLAMP (depth, 1, STRATA_LANE_MAX_ROWS);
      return;
    case STRATA_LANE_LIST_CHANGE:
    case STRATA_LANE_LIST_RATE:
      strata_lanes_set_counter_mode (self, lane, list == STRATA_LANE_LIST_CHANGE ? STRATA_COUNTER_CHANGE : STRATA_COUNTER_RATE);
      return;
    case STRATA_LANE_LIST_SHARED:
    case STRATA_LANE_LIST_UNSHARED:
      strata_lanes_set_scale_shared (self, lane, list == STRATA_LANE_LIST_SHARED);
      return;
    case STRATA_LANE_LIST_ORDER:
    case STRATA_N_LANE_LISTS:
      return;
    }
}

static void
apply_list (StrataLanes *self,
            const GPtrArray *keys,
            StrataLaneList list,
            GHashTable *lane_of_key)
{
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = keys->pdata[i];
      char *rest = (char *) key;
      const guint64 depth = list == STRATA_LANE_LIST_DEPTH ? g_ascii_strtoull (key, &rest, 10) : 0;
      const guint32 lane = find_key (lane_of_key, list == STRATA_LANE_LIST_DEPTH && *rest == ' ' ? rest + 1 : key);

      if (lane != STRATA_NONE)
        apply_to_lane (self, lane, list, (guint32) MIN (depth, STRATA_LANE_MAX_ROWS));
    }
}

/* Resets lanes to the default arrangement. */
static void
reset (StrataLanes *self)
{
  g_array_set_size (self->pinned, 0);
  for (guint32 i = 0; i < self->lanes->len; i++)
    {
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      g_array_index (self->base, guint32, i) = i;
      lane->is_hidden = lane->is_pinned = lane->is_collapsed = lane->has_own_order = FALSE;
      lane->own_height = STRATA_LANE_HEIGHT_INHERITED;
      lane->own_depth = 0;
      strata_lanes_set_counter_mode (self, i, STRATA_COUNTER_VALUE);
      if (strata_lane_get_counter (lane) != STRATA_NONE)
        strata_lanes_set_scale_shared (self, i, strata_lanes_is_frequency (self, lane));
    }
}

/* Moves the listed lanes into the order of the list, among the lanes that exist. */
static void
apply_order (StrataLanes *self,
             const GPtrArray *keys,
             GHashTable *lane_of_key)
{
  g_autofree gint64 *rank = g_new0 (gint64, (gsize) self->lanes->len + 1);

  for (guint i = 0; i < keys->len; i++)
    {
      const guint32 lane = find_key (lane_of_key, keys->pdata[i]);

      if (lane != STRATA_NONE && rank[lane] == 0)
        rank[lane] = (gint64) i + 1;
    }

  strata_lanes_take_ranks (self, rank);
}

/**
 * strata_lanes_set_arrangement:
 * @self: the lanes
 * @arrangement: the new arrangement
 *
 * Replaces the arrangement of the lanes.
 */
void
strata_lanes_set_arrangement (StrataLanes *self,
                              const StrataLaneArrangement *arrangement)
{
  g_autoptr (GPtrArray) keys = strata_lanes_list_keys (self);
  g_autoptr (GHashTable) lane_of_key = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < keys->len; i++)
    g_hash_table_insert (lane_of_key, keys->pdata[i], GUINT_TO_POINTER (i));

  strata_lanes_freeze (self);
  reset (self);
  self->height = arrangement->height;
  self->depth = arrangement->depth;
  self->sort = STRATA_LANE_SORT_SLICES;
  self->are_moved = TRUE;
  strata_lanes_set_sort (self, arrangement->sort);
  apply_order (self, arrangement->lists[STRATA_LANE_LIST_ORDER], lane_of_key);
  for (guint i = 0; i < STRATA_N_LANE_LISTS; i++)
    apply_list (self, arrangement->lists[i], (StrataLaneList) i, lane_of_key);

  strata_lanes_put_in_order (self);
  strata_lanes_refilter (self);
  strata_lanes_report (self, STRATA_LANES_ORDER | STRATA_LANES_LAYOUT);
  strata_lanes_thaw (self);
}
