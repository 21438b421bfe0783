/* strata-session-lanes.c - which lanes of a session are laid out
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-private.h"

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
 * Opens the group of a lane, and shows the lane if it is not always shown.
 */
void
strata_session_open_lane (StrataSession *self,
                          guint32 lane)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_session_set_collapsed (self, strata_lanes_get (strata_session_get_lanes (self), NULL)[lane].group, FALSE);
  if (strata_lanes_show_lane (strata_session_get_lanes (self), lane))
    strata_session_emit_lanes_changed (self);
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
