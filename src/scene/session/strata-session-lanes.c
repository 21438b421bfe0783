/* strata-session-lanes.c - which lanes of a session are laid out
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-area.h"
#include "strata-session-private.h"

/* An area is a run of lanes; where these stand in another order it means nothing. */
static void
tell_order (StrataSession *self,
            gboolean has_changed)
{
  if (!has_changed)
    return;

  strata_session_clear_area (self);
  strata_session_emit_lanes_changed (self);
}

static void
tell (StrataSession *self,
      gboolean has_changed)
{
  if (has_changed)
    strata_session_emit_lanes_changed (self);
}

/**
 * strata_session_set_collapsed:
 * @self: the session
 * @group: index of a group's lane
 * @is_collapsed: whether it is to be closed
 *
 * Opens or closes a group.
 */
void
strata_session_set_collapsed (StrataSession *self,
                              guint32 group,
                              gboolean is_collapsed)
{
  guint n_lanes;

  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self), &n_lanes);

  if (group >= n_lanes || lanes[group].kind != STRATA_LANE_GROUP || lanes[group].is_collapsed == is_collapsed)
    return;

  strata_lanes_set_collapsed (strata_session_get_lanes (self), group, is_collapsed);
  strata_session_emit_lanes_changed (self);
}

/**
 * strata_session_set_all_collapsed:
 * @self: the session
 * @is_collapsed: whether they are to be closed
 *
 * Opens or closes all groups.
 */
void
strata_session_set_all_collapsed (StrataSession *self,
                                  gboolean is_collapsed)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_lanes_set_all_collapsed (strata_session_get_lanes (self), is_collapsed);
  strata_session_emit_lanes_changed (self);
}

/**
 * strata_session_open_lane:
 * @self: the session
 * @lane: index of a lane
 *
 * Opens the group of a lane, and shows the lane if it is not always shown, or hidden.
 */
void
strata_session_open_lane (StrataSession *self,
                          guint32 lane)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_session_set_collapsed (self, strata_lanes_get (strata_session_get_lanes (self), NULL)[lane].group, FALSE);
  strata_session_hide_lane (self, strata_lanes_get (strata_session_get_lanes (self), NULL)[lane].group, FALSE);
  strata_session_hide_lane (self, lane, FALSE);
  tell (self, strata_lanes_show_lane (strata_session_get_lanes (self), lane));
}

/**
 * strata_session_set_shown:
 * @self: the session
 * @shown: which lanes to show that are not always shown
 *
 * Shows or hides lanes of a kind.
 */
void
strata_session_set_shown (StrataSession *self,
                          StrataLaneExtras shown)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  if (shown == strata_lanes_get_shown (strata_session_get_lanes (self)))
    return;

  strata_lanes_set_shown (strata_session_get_lanes (self), shown);
  strata_session_emit_lanes_changed (self);
}

/**
 * strata_session_filter_lanes:
 * @self: the session
 * @patterns: (nullable): see [method@Strata.Lanes.filter]
 *
 * Shows only the lanes whose titles match.
 *
 * Returns: how many they are
 */
guint
strata_session_filter_lanes (StrataSession *self,
                             const char *patterns)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), 0);

  guint n_left = strata_lanes_filter (strata_session_get_lanes (self), patterns);

  strata_session_emit_lanes_changed (self);
  return n_left;
}

/**
 * strata_session_set_counter_mode:
 * @self: the session
 * @lane: index of a lane; others than those of counters are left alone
 * @mode: what to show of it
 *
 * Shows values, changes or rates of a counter.
 */
void
strata_session_set_counter_mode (StrataSession *self,
                                 guint32 lane,
                                 StrataCounterMode mode)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  if (strata_lanes_set_counter_mode (strata_session_get_lanes (self), lane, mode))
    strata_session_emit_lanes_changed (self);
}

/**
 * strata_session_set_scale_shared:
 * @self: the session
 * @lane: index of a lane; others than those of counters are left alone
 * @is_shared: whether it is drawn on one scale with all counters of its name
 *
 * Draws all counters of a name on one scale, or each on its own.
 */
void
strata_session_set_scale_shared (StrataSession *self,
                                 guint32 lane,
                                 gboolean is_shared)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  if (strata_lanes_set_scale_shared (strata_session_get_lanes (self), lane, is_shared))
    strata_session_emit_lanes_changed (self);
}

/**
 * strata_session_set_hit_lanes:
 * @self: the session
 * @has_hits: (nullable): for each lane, whether a search found anything in it; %NULL for all lanes
 *
 * Shows only lanes with hits, and what is pinned.
 */
void
strata_session_set_hit_lanes (StrataSession *self,
                              const guint8 *has_hits)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell (self, strata_lanes_set_hits (strata_session_get_lanes (self), has_hits));
}

/**
 * strata_session_pin_lane:
 * @self: the session
 * @lane: index of a lane; a group is pinned with its lanes
 * @is_pinned: whether it is to stand above what is not pinned
 *
 * Pins a lane or lets it go back.
 */
void
strata_session_pin_lane (StrataSession *self,
                         guint32 lane,
                         gboolean is_pinned)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell_order (self, strata_lanes_set_pinned (strata_session_get_lanes (self), lane, is_pinned));
}

/**
 * strata_session_hide_lane:
 * @self: the session
 * @lane: index of a lane; a group is hidden with its lanes
 * @is_hidden: whether it is to be hidden
 *
 * Hides a lane or shows it again.
 */
void
strata_session_hide_lane (StrataSession *self,
                          guint32 lane,
                          gboolean is_hidden)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell (self, strata_lanes_set_hidden (strata_session_get_lanes (self), lane, is_hidden));
}

/**
 * strata_session_show_hidden_lanes:
 * @self: the session
 *
 * Shows all lanes that somebody has hidden.
 */
void
strata_session_show_hidden_lanes (StrataSession *self)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell (self, strata_lanes_show_hidden (strata_session_get_lanes (self)));
}

/**
 * strata_session_move_lane:
 * @self: the session
 * @lane: index of a lane
 * @other: index of one of its siblings, see strata_lanes_move()
 * @is_after: whether it is to stand below @other, else above
 *
 * Moves a lane.
 */
void
strata_session_move_lane (StrataSession *self,
                          guint32 lane,
                          guint32 other,
                          gboolean is_after)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell_order (self, strata_lanes_move (strata_session_get_lanes (self), lane, other, is_after));
}

/**
 * strata_session_move_lane_by:
 * @self: the session
 * @lane: index of a lane
 * @direction: below 0 for up, above for down
 *
 * Moves a lane over the next of its siblings that is shown.
 */
void
strata_session_move_lane_by (StrataSession *self,
                             guint32 lane,
                             int direction)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell_order (self, strata_lanes_move_by (strata_session_get_lanes (self), lane, direction));
}

/**
 * strata_session_sort_lanes:
 * @self: the session
 * @sort: how processes are to be sorted
 *
 * Sorts the processes, and puts back what was moved.
 */
void
strata_session_sort_lanes (StrataSession *self,
                           StrataLaneSort sort)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell_order (self, strata_lanes_set_sort (strata_session_get_lanes (self), sort));
}

/**
 * strata_session_set_lane_height:
 * @self: the session
 * @lane: index of a lane or a group, or %STRATA_NONE for all lanes
 * @height: how high it is to be
 *
 * Makes lanes low or high.
 */
void
strata_session_set_lane_height (StrataSession *self,
                                guint32 lane,
                                StrataLaneHeight height)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell (self, strata_lanes_set_height (strata_session_get_lanes (self), lane, height));
}

/**
 * strata_session_set_lane_depth:
 * @self: the session
 * @lane: index of a lane or a group, or %STRATA_NONE for all lanes
 * @n_rows: how many rows of calls to show at most, see strata_lanes_set_depth()
 *
 * Shows only the outermost calls.
 */
void
strata_session_set_lane_depth (StrataSession *self,
                               guint32 lane,
                               guint32 n_rows)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  tell (self, strata_lanes_set_depth (strata_session_get_lanes (self), lane, n_rows));
}

/**
 * strata_session_arrange_lanes:
 * @self: the session
 * @arrangement: how lanes are to be arranged
 *
 * Arranges all lanes at once.
 */
void
strata_session_arrange_lanes (StrataSession *self,
                              const StrataLaneArrangement *arrangement)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_lanes_set_arrangement (strata_session_get_lanes (self), arrangement);
  tell_order (self, TRUE);
}
