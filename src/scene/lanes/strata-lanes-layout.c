/* strata-lanes-layout.c - heights and places of lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-span.h"

/* The order contains all lanes from top to bottom: pinned ones, then the others. Hidden lanes keep
 * their places in it with a height of 0, so tops ascend, which find_at relies on. */

/* Nobody needs larger text, and it would leave no room for lanes. */
#define MOST_TEXT_PERCENT 300

/* Row height of calls, and of most other rows. */
static const int row_px[STRATA_N_LANE_HEIGHTS] = {
  [STRATA_LANE_HEIGHT_COMPACT] = 12,
  [STRATA_LANE_HEIGHT_NORMAL] = 18,
  [STRATA_LANE_HEIGHT_TALL] = 28,
};

static void
set_depth (const StrataLanes *self,
           StrataLane *lane,
           guint32 index)
{
  if (strata_lane_get_track (lane) != STRATA_NONE)
    lane->n_rows = MIN (lane->n_all_rows, strata_lanes_get_depth (self, index));
}

/* A lane that is pinned by itself is shown even if its group is not. */
static gboolean
is_visible (const StrataLanes *self,
            const StrataLane *lane,
            guint32 index)
{
  const StrataLane *group = &g_array_index (self->lanes, StrataLane, lane->group);
  const gboolean is_alone = lane->is_pinned && !group->is_pinned;

  if (lane->is_filtered_out || lane->is_hidden)
    return FALSE;

  return lane->group == index || is_alone || (!group->is_collapsed && !group->is_hidden);
}

void
strata_lanes_lay_out (StrataLanes *self)
{
  int y_px = 0;

  self->pinned_px = 0;
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const guint32 index = self->order[i];
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, index);
      const StrataLaneHeight height = strata_lanes_get_height (self, index);

      lane->row_height_px = strata_lanes_scale_px (self, row_px[height]);
      set_depth (self, lane, index);

      const int height_px = strata_lane_get_class (lane)->lay_out (self, lane, height);

      lane->is_visible = is_visible (self, lane, index);
      lane->y_px = y_px;
      lane->height_px = lane->is_visible ? height_px + lane->path_px : 0;
      y_px += lane->height_px;
      if (i + 1 == self->n_pinned)
        self->pinned_px = y_px;
    }

  self->height_px = y_px;
}

/* The initial order is the one in which they were made. */
void
strata_lanes_init_order (StrataLanes *self)
{
  self->base = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pinned = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->order = g_new (guint32, self->lanes->len + 1);
  self->place = g_new (guint32, self->lanes->len + 1);
  self->height = STRATA_LANE_HEIGHT_NORMAL;
  self->text_percent = 100;
  self->depth = STRATA_LANE_MAX_ROWS;

  for (guint32 i = 0; i < self->lanes->len; i++)
    g_array_append_val (self->base, i);

  strata_lanes_put_in_order (self);
}

static void
append (StrataLanes *self,
        guint32 *n,
        guint32 lane)
{
  self->order[*n] = lane;
  self->place[lane] = (*n)++;
}

static gboolean
is_root (const StrataLanes *self,
         guint32 lane)
{
  for (guint i = 0; i < self->pinned->len; i++)
    if (g_array_index (self->pinned, guint32, i) == lane)
      return TRUE;

  return FALSE;
}

/* Appends a pinned lane, or a group with those of its lanes that are not pinned by themselves. */
static void
append_pinned (StrataLanes *self,
               guint32 *n,
               guint32 root)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;

  g_array_index (self->lanes, StrataLane, root).is_pinned = TRUE;
  append (self, n, root);
  if (!strata_lane_is_group (&lanes[root]))
    return;

  for (guint i = 0; i < self->base->len; i++)
    {
      const guint32 lane = g_array_index (self->base, guint32, i);

      if (lanes[lane].group != root || lane == root || is_root (self, lane))
        continue;

      g_array_index (self->lanes, StrataLane, lane).is_pinned = TRUE;
      append (self, n, lane);
    }
}

void
strata_lanes_put_in_order (StrataLanes *self)
{
  guint32 n = 0;

  for (guint i = 0; i < self->lanes->len; i++)
    g_array_index (self->lanes, StrataLane, i).is_pinned = FALSE;
  for (guint i = 0; i < self->pinned->len; i++)
    append_pinned (self, &n, g_array_index (self->pinned, guint32, i));

  self->n_pinned = n;
  for (guint i = 0; i < self->base->len; i++)
    if (!g_array_index (self->lanes, StrataLane, g_array_index (self->base, guint32, i)).is_pinned)
      append (self, &n, g_array_index (self->base, guint32, i));
}

static gboolean
has_results (const StrataLanes *self)
{
  return self->lanes->len > 0 && g_array_index (self->lanes, StrataLane, self->lanes->len - 1).kind == STRATA_LANE_RESULT;
}

/* New lanes, from @first on, come last. */
static void
extend_order (StrataLanes *self,
              guint32 first)
{
  self->order = g_renew (guint32, self->order, self->lanes->len + 1);
  self->place = g_renew (guint32, self->place, self->lanes->len + 1);
  if (self->hits != NULL)
    {
      self->hits = g_renew (guint8, self->hits, self->lanes->len + 1);
      memset (self->hits + first, 0, self->lanes->len - first);
    }

  for (guint32 i = first; i < self->lanes->len; i++)
    g_array_append_val (self->base, i);

  strata_lanes_put_in_order (self);
}

/**
 * strata_lanes_add_results:
 * @self: the lanes
 *
 * Adds lanes for query results below all others, unless they exist. They have no rows.
 */
void
strata_lanes_add_results (StrataLanes *self)
{
  if (has_results (self))
    return;

  const guint32 group = strata_lanes_add (self, STRATA_LANE_GROUP, STRATA_NONE, 0, 0, g_strdup (_ ("Query results")));

  for (guint32 i = 0; i < STRATA_N_RESULTS; i++)
    strata_lanes_add (self, STRATA_LANE_RESULT, i, group, 0, g_strdup_printf (_ ("Query result %u"), i + 1));

  extend_order (self, group);
  strata_lanes_refilter (self);
  strata_lanes_report (self, STRATA_LANES_ORDER | STRATA_LANES_LAYOUT);
}

/**
 * strata_lanes_set_text_percent:
 * @self: the lanes
 * @percent: size of text, in percent of normal
 *
 * Scales the height of lanes with the text, but not below their normal height.
 */
void
strata_lanes_set_text_percent (StrataLanes *self,
                               guint percent)
{
  percent = CLAMP (percent, 100, MOST_TEXT_PERCENT);
  if (percent == self->text_percent)
    return;

  self->text_percent = percent;
  strata_lanes_lay_out (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
}

/* Returns the height for text of the current size. */
int
strata_lanes_scale_px (const StrataLanes *self,
                       int px)
{
  return (px * (int) self->text_percent + 50) / 100;
}

/**
 * strata_lanes_scale_part:
 * @self: the lanes
 * @part: heights for text of the normal size
 * @top_px: (out): top of the part
 * @height_px: (out): height of the part
 *
 * Returns: the height of the lane
 */
int
strata_lanes_scale_part (const StrataLanes *self,
                         const StrataLanePart *part,
                         int *top_px,
                         int *height_px)
{
  *top_px = strata_lanes_scale_px (self, part->top_px);
  *height_px = strata_lanes_scale_px (self, part->height_px);
  return strata_lanes_scale_px (self, part->lane_px);
}

int
strata_lanes_get_height_px (const StrataLanes *self)
{
  return self->height_px;
}

/* Returns the height of the visible lanes that are pinned, which are above all others. */
int
strata_lanes_get_pinned_px (const StrataLanes *self)
{
  return self->pinned_px;
}

/**
 * strata_lanes_get_place:
 * @self: the lanes
 * @lane: index of a lane
 *
 * Returns: how many lanes are above it, hidden ones included
 */
guint32
strata_lanes_get_place (const StrataLanes *self,
                        guint32 lane)
{
  g_return_val_if_fail (lane < self->lanes->len, STRATA_NONE);

  return self->place[lane];
}

/**
 * strata_lanes_get_at_place:
 * @self: the lanes
 * @place: how many lanes are above it
 *
 * Returns: index of the lane there, or %STRATA_NONE beyond the last
 */
guint32
strata_lanes_get_at_place (const StrataLanes *self,
                           guint32 place)
{
  return place < self->lanes->len ? self->order[place] : STRATA_NONE;
}

/* The first place whose lane ends below @y_px; skips lanes without height. */
static guint32
find_place (const StrataLanes *self,
            double y_px)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;
  guint begin = 0;
  guint end = self->lanes->len;

  STRATA_BISECT (begin, end, i, lanes[self->order[i]].y_px + lanes[self->order[i]].height_px <= y_px);

  return begin;
}

/**
 * strata_lanes_find_at:
 * @self: the lanes
 * @y_px: a place, from the top of all lanes
 *
 * Returns: the index of the visible lane there, or %STRATA_NONE; O(log lanes)
 */
guint32
strata_lanes_find_at (const StrataLanes *self,
                      double y_px)
{
  return y_px < 0 || y_px >= self->height_px ? STRATA_NONE : self->order[find_place (self, y_px)];
}

/**
 * strata_lane_walk_init:
 * @self: (out caller-allocates): the walk
 * @lanes: the lanes
 * @begin_px: top of the part to visit, from the top of all lanes
 * @end_px: its bottom
 *
 * Begins a walk over the lanes that are at least partly between @begin_px and @end_px.
 */
void
strata_lane_walk_init (StrataLaneWalk *self,
                       const StrataLanes *lanes,
                       double begin_px,
                       double end_px)
{
  *self = (StrataLaneWalk){ lanes, find_place (lanes, MAX (begin_px, 0)), end_px };
}

/**
 * strata_lane_walk_next:
 * @self: a walk
 *
 * Returns: (nullable): the next lane that is laid out; its index is its place in the array
 */
const StrataLane *
strata_lane_walk_next (StrataLaneWalk *self)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->lanes->data;

  while (self->place < self->lanes->lanes->len)
    {
      const StrataLane *lane = &lanes[self->lanes->order[self->place++]];

      if (lane->y_px >= self->end_px)
        break;
      if (lane->is_visible)
        return lane;
    }

  return NULL;
}
