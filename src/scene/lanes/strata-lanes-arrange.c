/* strata-lanes-arrange.c - the user's changes to lanes: pinned, hidden, moved, low and high
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include <string.h>

#include "strata-column.h"
#include "strata-span.h"

/* A lane can be moved among its siblings: a pinned lane among pinned ones, a group among groups,
 * any other lane among the lanes of its group. A group takes its lanes with it. */

static StrataLane *
get_lane (StrataLanes *self,
          guint32 lane)
{
  return lane < self->lanes->len ? &g_array_index (self->lanes, StrataLane, lane) : NULL;
}

static gboolean
find_in (const GArray *lanes,
         guint32 lane,
         guint *place)
{
  for (*place = 0; *place < lanes->len; (*place)++)
    if (g_array_index (lanes, guint32, *place) == lane)
      return TRUE;

  return FALSE;
}

static gboolean
is_root (const StrataLanes *self,
         guint32 lane)
{
  guint place;

  return find_in (self->pinned, lane, &place);
}

static void
arrange (StrataLanes *self)
{
  strata_lanes_put_in_order (self);
  strata_lanes_refilter (self);
}

/**
 * strata_lanes_set_pinned:
 * @self: the lanes
 * @lane: index of a lane; a group is pinned with its lanes
 * @is_pinned: whether it is to be above all lanes that are not pinned
 *
 * Pins a lane below the pinned ones, or unpins it. A lane pinned with its group
 * is unpinned with it.
 *
 * Returns: whether anything changed
 */
gboolean
strata_lanes_set_pinned (StrataLanes *self,
                         guint32 lane,
                         gboolean is_pinned)
{
  const StrataLane *found = get_lane (self, lane);
  guint place;

  if (found == NULL || found->is_pinned == is_pinned)
    return FALSE;

  if (is_pinned)
    g_array_append_val (self->pinned, lane);
  else if (find_in (self->pinned, lane, &place) || find_in (self->pinned, found->group, &place))
    g_array_remove_index (self->pinned, place);

  arrange (self);
  strata_lanes_report (self, STRATA_LANES_ORDER | STRATA_LANES_LAYOUT);
  return TRUE;
}

/**
 * strata_lanes_set_hidden:
 * @self: the lanes
 * @lane: index of a lane; a group is hidden with its lanes
 * @is_hidden: whether it is to be hidden
 *
 * Hides a lane or shows it again.
 *
 * Returns: whether anything changed
 */
gboolean
strata_lanes_set_hidden (StrataLanes *self,
                         guint32 lane,
                         gboolean is_hidden)
{
  StrataLane *found = get_lane (self, lane);

  if (found == NULL || found->is_hidden == is_hidden)
    return FALSE;

  found->is_hidden = is_hidden;
  strata_lanes_lay_out (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
  return TRUE;
}

/**
 * strata_lanes_show_hidden:
 * @self: the lanes
 *
 * Shows all lanes that the user has hidden.
 *
 * Returns: whether there were any
 */
gboolean
strata_lanes_show_hidden (StrataLanes *self)
{
  gboolean was_any = FALSE;

  strata_lanes_freeze (self);
  for (guint32 i = 0; i < self->lanes->len; i++)
    was_any |= strata_lanes_set_hidden (self, i, FALSE);
  strata_lanes_thaw (self);

  return was_any;
}

/**
 * strata_lanes_get_n_hidden:
 * @self: the lanes
 *
 * Returns: how many lanes the user's hiding removes; groups are not counted, but their lanes are
 */
guint
strata_lanes_get_n_hidden (const StrataLanes *self)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;
  guint n_hidden = 0;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      const gboolean is_alone = lanes[i].is_pinned && !lanes[lanes[i].group].is_pinned;

      if (!strata_lane_is_group (&lanes[i]) && !lanes[i].is_filtered_out)
        n_hidden += lanes[i].is_hidden || (lanes[lanes[i].group].is_hidden && !is_alone);
    }

  return n_hidden;
}

/* The siblings of a lane, from top to bottom. */
static GArray *
list_siblings (const StrataLanes *self,
               guint32 lane)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;
  const gboolean is_group = strata_lane_is_group (&lanes[lane]);
  GArray *siblings = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (is_root (self, lane))
    {
      g_array_append_vals (siblings, self->pinned->data, self->pinned->len);
      return siblings;
    }

  for (guint i = 0; i < self->base->len; i++)
    {
      const guint32 other = g_array_index (self->base, guint32, i);
      const gboolean is_sibling = is_group ? strata_lane_is_group (&lanes[other]) : other != lanes[other].group && lanes[other].group == lanes[lane].group;

      if (is_sibling && !is_root (self, other))
        g_array_append_val (siblings, other);
    }

  return siblings;
}

/* Puts the groups in the order of @groups, each followed by its lanes. */
static void
take_groups (StrataLanes *self,
             const GArray *groups)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;
  GArray *base = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *begin = strata_new_nones (self->lanes->len);

  for (guint i = 0; i < self->base->len; i++)
    {
      const guint32 lane = g_array_index (self->base, guint32, i);

      if (lanes[lane].group == lane)
        begin[lane] = i;
    }

  for (guint i = 0; i < groups->len; i++)
    {
      const guint32 group = g_array_index (groups, guint32, i);

      for (guint k = begin[group]; k < self->base->len && lanes[g_array_index (self->base, guint32, k)].group == group; k++)
        g_array_append_val (base, g_array_index (self->base, guint32, k));
    }

  g_array_unref (self->base);
  self->base = base;
}

static GArray *
list_groups (const StrataLanes *self)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->base->len; i++)
    if (strata_lane_is_group (&lanes[g_array_index (self->base, guint32, i)]))
      g_array_append_val (groups, g_array_index (self->base, guint32, i));

  return groups;
}

/* Reorders the members of @all that are in @siblings into the order of @siblings. */
static void
replace (GArray *all,
         const GArray *siblings)
{
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < siblings->len; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (g_array_index (siblings, guint32, i)));

  for (guint i = 0; i < all->len && n < siblings->len; i++)
    if (g_hash_table_contains (set, GUINT_TO_POINTER (g_array_index (all, guint32, i))))
      g_array_index (all, guint32, i) = g_array_index (siblings, guint32, n++);
}

static void
take_siblings (StrataLanes *self,
               guint32 lane,
               const GArray *siblings)
{
  StrataLane *moved = get_lane (self, lane);

  if (is_root (self, lane))
    replace (self->pinned, siblings);
  else if (!strata_lane_is_group (moved))
    {
      replace (self->base, siblings);
      get_lane (self, moved->group)->has_own_order = TRUE;
    }
  else
    {
      g_autoptr (GArray) groups = list_groups (self);

      replace (groups, siblings);
      take_groups (self, groups);
      self->are_moved = TRUE;
    }

  arrange (self);
}

/**
 * strata_lanes_move:
 * @self: the lanes
 * @lane: index of a lane
 * @other: index of one of its siblings
 * @is_after: whether it is to be below @other, else above
 *
 * Moves a lane; a group takes its lanes with it.
 *
 * Returns: whether anything changed; never if @other is not a sibling
 */
gboolean
strata_lanes_move (StrataLanes *self,
                   guint32 lane,
                   guint32 other,
                   gboolean is_after)
{
  guint from;
  guint to;

  if (get_lane (self, lane) == NULL || lane == other)
    return FALSE;

  g_autoptr (GArray) siblings = list_siblings (self, lane);

  if (!find_in (siblings, lane, &from) || !find_in (siblings, other, &to))
    return FALSE;

  to += is_after ? 1 : 0;
  to -= to > from ? 1 : 0;
  if (to == from)
    return FALSE;

  g_array_remove_index (siblings, from);
  g_array_insert_val (siblings, to, lane);
  take_siblings (self, lane, siblings);
  strata_lanes_report (self, STRATA_LANES_ORDER | STRATA_LANES_LAYOUT);
  return TRUE;
}

/**
 * strata_lanes_move_by:
 * @self: the lanes
 * @lane: index of a lane
 * @direction: below 0 for up, above for down
 *
 * Moves a lane past its next shown sibling.
 *
 * Returns: whether there was one
 */
gboolean
strata_lanes_move_by (StrataLanes *self,
                      guint32 lane,
                      int direction)
{
  guint place;

  if (get_lane (self, lane) == NULL)
    return FALSE;

  g_autoptr (GArray) siblings = list_siblings (self, lane);

  find_in (siblings, lane, &place);
  for (guint i = direction < 0 ? place - 1 : place + 1; i < siblings->len; i += direction < 0 ? -1 : 1)
    {
      const guint32 other = g_array_index (siblings, guint32, i);

      if (get_lane (self, other)->is_visible)
        return strata_lanes_move (self, lane, other, direction > 0);
    }

  return FALSE;
}

/* The bottom of a lane, or of a group with its lanes. */
static int
get_end_px (const StrataLanes *self,
            guint32 lane)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;
  int end_px = lanes[lane].y_px + lanes[lane].height_px;

  for (guint i = self->place[lane] + 1; strata_lane_is_group (&lanes[lane]) && i < self->lanes->len; i++)
    {
      const StrataLane *next = &lanes[self->order[i]];

      if (next->group != lane)
        break;

      end_px = next->y_px + next->height_px;
    }

  return end_px;
}

/**
 * strata_lanes_find_sibling:
 * @self: the lanes
 * @lane: index of a lane
 * @y_px: a place, from the top of all lanes
 * @is_after: (out): whether the place is below it
 * @edge_px: (out): where the lane would go, from the top of all lanes
 *
 * Finds the sibling above or below which a lane dragged to a place is dropped.
 *
 * Returns: index of a sibling, which may be the lane itself; %STRATA_NONE if none is shown
 */
guint32
strata_lanes_find_sibling (const StrataLanes *self,
                           guint32 lane,
                           double y_px,
                           gboolean *is_after,
                           int *edge_px)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;

  g_return_val_if_fail (lane < self->lanes->len, STRATA_NONE);

  g_autoptr (GArray) siblings = list_siblings (self, lane);
  guint32 found = STRATA_NONE;

  for (guint i = 0; i < siblings->len; i++)
    {
      const guint32 other = g_array_index (siblings, guint32, i);
      const int end_px = get_end_px (self, other);

      if (!lanes[other].is_visible)
        continue;

      found = other;
      *is_after = y_px >= (lanes[other].y_px + end_px) / 2.0;
      *edge_px = *is_after ? end_px : lanes[other].y_px;
      if (!*is_after)
        break;
    }

  return found;
}

/* Returns how processes are sorted, unless the user moved them. */
StrataLaneSort
strata_lanes_get_sort (const StrataLanes *self)
{
  return self->sort;
}

typedef struct
{
  const StrataLanes *lanes;
  StrataLaneSort sort;
  gint64 *activity_ns; /* owned, nullable: by lane */
} Sorting;

/* Unknown ids are last. */
static gint64
get_pid (const StrataLanes *self,
         const StrataLane *group)
{
  const StrataProcess *processes = strata_trace_get_processes (self->trace, NULL);

  return group->index == STRATA_NONE || processes[group->index].pid < 0 ? G_MAXINT64 : processes[group->index].pid;
}

static int
compare_sorted (const Sorting *sorting,
                guint32 a,
                guint32 b)
{
  const StrataLane *lanes = (const StrataLane *) sorting->lanes->lanes->data;
  const gint64 pid_a = get_pid (sorting->lanes, &lanes[a]);
  const gint64 pid_b = get_pid (sorting->lanes, &lanes[b]);
  int by_name;

  switch (sorting->sort)
    {
    case STRATA_LANE_SORT_ACTIVITY:
      return (sorting->activity_ns[a] < sorting->activity_ns[b]) - (sorting->activity_ns[a] > sorting->activity_ns[b]);
    case STRATA_LANE_SORT_NAME:
      by_name = pid_a == G_MAXINT64 || pid_b == G_MAXINT64 ? 0 : g_utf8_collate (lanes[a].title, lanes[b].title);
      return by_name != 0 ? by_name : (pid_a > pid_b) - (pid_a < pid_b);
    case STRATA_LANE_SORT_ID:
      return (pid_a > pid_b) - (pid_a < pid_b);
    case STRATA_LANE_SORT_FILE:
      return (lanes[a].index > lanes[b].index) - (lanes[a].index < lanes[b].index);
    case STRATA_LANE_SORT_SLICES:
    case STRATA_N_LANE_SORTS:
      break;
    }

  return 0;
}

/* By default groups are in the order in which they were made: the most slices first. */
static int
compare_groups (gconstpointer a,
                gconstpointer b,
                gpointer user_data)
{
  const Sorting *sorting = user_data;
  const guint32 lane_a = *(const guint32 *) a;
  const guint32 lane_b = *(const guint32 *) b;
  const guint32 first = sorting->lanes->first_process;
  int by_sort = lane_a >= first && lane_b >= first ? compare_sorted (sorting, lane_a, lane_b) : 0;

  return by_sort != 0 ? by_sort : (lane_a > lane_b) - (lane_a < lane_b);
}

/**
 * strata_lanes_set_sort:
 * @self: the lanes
 * @sort: how processes are to be sorted
 *
 * Sorts the processes. Undoes moves of groups.
 *
 * Returns: whether anything changed
 */
gboolean
strata_lanes_set_sort (StrataLanes *self,
                       StrataLaneSort sort)
{
  if (sort >= STRATA_N_LANE_SORTS || (self->sort == sort && !self->are_moved))
    return FALSE;

  g_autoptr (GArray) groups = list_groups (self);
  g_autofree gint64 *activity_ns = sort == STRATA_LANE_SORT_ACTIVITY ? strata_lanes_measure_activity (self) : NULL;
  Sorting sorting = { self, sort, activity_ns };

  self->sort = sort;
  self->are_moved = FALSE;
  g_array_sort_with_data (groups, compare_groups, &sorting);
  take_groups (self, groups);
  arrange (self);
  strata_lanes_report (self, STRATA_LANES_ORDER | STRATA_LANES_LAYOUT);
  return TRUE;
}

static int
compare_ranks (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const gint64 *ranks = user_data;
  const gint64 rank_a = ranks[*(const guint32 *) a];
  const gint64 rank_b = ranks[*(const guint32 *) b];

  return (rank_a > rank_b) - (rank_a < rank_b);
}

/* Sorts the members of @all that have a rank, among the places that they have. Returns whether
 * there are any. */
static gboolean
sort_ranked (GArray *all,
             const gint64 *ranks)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < all->len; i++)
    if (ranks[g_array_index (all, guint32, i)] > 0)
      g_array_append_val (ranked, g_array_index (all, guint32, i));

  g_array_sort_with_data (ranked, compare_ranks, (gpointer) ranks);
  replace (all, ranked);
  return ranked->len > 0;
}

void
strata_lanes_take_ranks (StrataLanes *self,
                         const gint64 *ranks)
{
  g_autoptr (GArray) groups = list_groups (self);
  g_autoptr (GArray) base = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->are_moved = sort_ranked (groups, ranks);
  take_groups (self, groups);

  for (guint i = 0; i < groups->len; i++)
    {
      const guint32 group = g_array_index (groups, guint32, i);
      g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));

      for (guint k = base->len + 1; k < self->base->len && get_lane (self, g_array_index (self->base, guint32, k))->group == group; k++)
        g_array_append_val (members, g_array_index (self->base, guint32, k));

      get_lane (self, group)->has_own_order = sort_ranked (members, ranks);
      g_array_append_val (base, group);
      g_array_append_vals (base, members->data, members->len);
    }

  if (base->len > 0)
    memcpy (self->base->data, base->data, base->len * sizeof (guint32));
}

/**
 * strata_lanes_get_height:
 * @self: the lanes
 * @lane: index of a lane, or %STRATA_NONE
 *
 * Returns: its height, or the height of lanes without one of their own
 */
StrataLaneHeight
strata_lanes_get_height (const StrataLanes *self,
                         guint32 lane)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;

  if (lane >= self->lanes->len)
    return self->height;
  if (lanes[lane].own_height != STRATA_LANE_HEIGHT_INHERITED)
    return lanes[lane].own_height;

  return lanes[lanes[lane].group].own_height != STRATA_LANE_HEIGHT_INHERITED ? lanes[lanes[lane].group].own_height : self->height;
}

/* Whether a setting for @meant applies to a lane: itself, its group, or any. */
static gboolean
is_meant (const StrataLane *lane,
          guint32 index,
          guint32 meant)
{
  return meant == STRATA_NONE || index == meant || lane->group == meant;
}

static gboolean
report_if (StrataLanes *self,
           gboolean has_changed)
{
  strata_lanes_report (self, has_changed ? STRATA_LANES_LAYOUT : 0);
  return has_changed;
}

/**
 * strata_lanes_set_height:
 * @self: the lanes
 * @lane: index of a lane, or of a group for all lanes in it; %STRATA_NONE for all
 * @height: their new height
 *
 * Sets the height of lanes.
 *
 * Returns: whether anything changed
 */
gboolean
strata_lanes_set_height (StrataLanes *self,
                         guint32 lane,
                         StrataLaneHeight height)
{
  const int before_px = self->height_px;

  if ((lane != STRATA_NONE && get_lane (self, lane) == NULL) || height >= STRATA_N_LANE_HEIGHTS || (lane == STRATA_NONE && height == STRATA_LANE_HEIGHT_INHERITED))
    return FALSE;

  const StrataLaneHeight before = strata_lanes_get_height (self, lane);

  for (guint32 i = 0; i < self->lanes->len; i++)
    if (is_meant (get_lane (self, i), i, lane))
      get_lane (self, i)->own_height = i == lane ? height : STRATA_LANE_HEIGHT_INHERITED;

  if (lane == STRATA_NONE)
    self->height = height;

  strata_lanes_lay_out (self);
  return report_if (self, before != strata_lanes_get_height (self, lane) || before_px != self->height_px);
}

/**
 * strata_lanes_get_depth:
 * @self: the lanes
 * @lane: index of a lane, or %STRATA_NONE
 *
 * Returns: the most rows of calls that it shows, or that lanes without a depth of their own show
 */
guint32
strata_lanes_get_depth (const StrataLanes *self,
                        guint32 lane)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;

  if (lane >= self->lanes->len)
    return self->depth;
  if (lanes[lane].own_depth != 0)
    return lanes[lane].own_depth;

  return lanes[lanes[lane].group].own_depth != 0 ? lanes[lanes[lane].group].own_depth : self->depth;
}

/**
 * strata_lanes_set_depth:
 * @self: the lanes
 * @lane: index of a lane, or of a group for all lanes in it; %STRATA_NONE for all
 * @n_rows: the most rows of calls to show; 0 for the general limit, or for all
 *
 * Shows only the outermost calls.
 *
 * Returns: whether anything changed
 */
gboolean
strata_lanes_set_depth (StrataLanes *self,
                        guint32 lane,
                        guint32 n_rows)
{
  const int before_px = self->height_px;

  if (lane != STRATA_NONE && get_lane (self, lane) == NULL)
    return FALSE;

  const guint32 before = strata_lanes_get_depth (self, lane);

  for (guint32 i = 0; i < self->lanes->len; i++)
    if (is_meant (get_lane (self, i), i, lane))
      get_lane (self, i)->own_depth = i == lane ? MIN (n_rows, STRATA_LANE_MAX_ROWS) : 0;

  if (lane == STRATA_NONE)
    self->depth = n_rows == 0 ? STRATA_LANE_MAX_ROWS : MIN (n_rows, STRATA_LANE_MAX_ROWS);

  strata_lanes_lay_out (self);
  return report_if (self, before != strata_lanes_get_depth (self, lane) || before_px != self->height_px);
}
