/* strata-session-pair-lanes.c - pins, hides, collapses and filters lanes on both sides
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-pair.h"

#include "strata-session-pair-private.h"

/* While the timelines are locked, pinning, hiding or collapsing a lane does the same to its
 * counterpart, and both share a filter. No signal reports which lane has changed, so the previous
 * state of each is kept. The counterpart of a thread is its match; CPUs, counters and other lanes
 * are matched by title within the same process. */

static StrataLanes *
get_all_lanes (StrataSessionPair *self,
               StrataDiffSide side)
{
  return strata_session_get_lanes (self->sessions[side]);
}

static const StrataLane *
get_lanes (StrataSessionPair *self,
           StrataDiffSide side,
           guint *n_lanes)
{
  return strata_lanes_get (get_all_lanes (self, side), n_lanes);
}

/* Finds the first lane of the same kind and title in a group; with STRATA_NONE, such a group. */
static guint32
find_lane (StrataSessionPair *self,
           StrataDiffSide side,
           const StrataLane *like,
           guint32 group)
{
  guint n_lanes;
  const StrataLane *lanes = get_lanes (self, side, &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    if (lanes[i].kind == like->kind && lanes[i].group == (group != STRATA_NONE ? group : i) && g_str_equal (lanes[i].title, like->title))
      return i;

  return STRATA_NONE;
}

static guint32
find_process_group (StrataSessionPair *self,
                    StrataDiffSide side,
                    guint32 process)
{
  guint n_lanes;
  const StrataLane *lanes = get_lanes (self, side, &n_lanes);

  for (guint32 i = 0; process != STRATA_NONE && i < n_lanes; i++)
    if (strata_lane_is_group (&lanes[i]) && lanes[i].index == process)
      return i;

  return STRATA_NONE;
}

static guint32
find_group (StrataSessionPair *self,
            StrataDiffSide side,
            const StrataLane *group)
{
  if (group->index == STRATA_NONE)
    return find_lane (self, strata_diff_side_get_other (side), group, STRATA_NONE);

  return find_process_group (self, strata_diff_side_get_other (side), strata_thread_match_find_process (self->threads, side, group->index));
}

static guint32
get_lane_thread (StrataSessionPair *self,
                 StrataDiffSide side,
                 const StrataLane *lane)
{
  return strata_lane_find_thread (lane, strata_session_get_trace (self->sessions[side]));
}

static guint32
find_thread_lane (StrataSessionPair *self,
                  StrataDiffSide side,
                  guint32 thread)
{
  guint n_lanes;
  const StrataLane *lanes = get_lanes (self, side, &n_lanes);

  for (guint32 i = 0; thread != STRATA_NONE && i < n_lanes; i++)
    if (get_lane_thread (self, side, &lanes[i]) == thread)
      return i;

  return STRATA_NONE;
}

/**
 * strata_session_pair_find_lane:
 * @self: the pair
 * @side: a side
 * @index: index of a lane of that side
 *
 * Returns: the index of its counterpart on the other side, or %STRATA_NONE
 */
guint32
strata_session_pair_find_lane (StrataSessionPair *self,
                               StrataDiffSide side,
                               guint32 index)
{
  const StrataLane *lanes = get_lanes (self, side, NULL);
  const StrataLane *lane = &lanes[index];
  const guint32 thread = get_lane_thread (self, side, lane);

  if (strata_lane_is_group (lane))
    return find_group (self, side, lane);
  if (thread != STRATA_NONE)
    return find_thread_lane (self, strata_diff_side_get_other (side), strata_thread_match_find (self->threads, side, thread));

  const guint32 group = find_group (self, side, &lanes[lane->group]);

  return group != STRATA_NONE ? find_lane (self, strata_diff_side_get_other (side), lane, group) : STRATA_NONE;
}

static void
follow_lane (StrataSessionPair *self,
             StrataDiffSide side,
             guint32 index)
{
  const StrataLane *lane = &get_lanes (self, side, NULL)[index];
  StrataLanes *follower = get_all_lanes (self, strata_diff_side_get_other (side));
  const guint32 other = strata_session_pair_find_lane (self, side, index);

  if (other == STRATA_NONE)
    return;
  if (get_lanes (self, strata_diff_side_get_other (side), NULL)[other].is_pinned != lane->is_pinned)
    strata_lanes_set_pinned (follower, other, lane->is_pinned);
  if (get_lanes (self, strata_diff_side_get_other (side), NULL)[other].is_hidden != lane->is_hidden)
    strata_lanes_set_hidden (follower, other, lane->is_hidden);
  strata_lanes_set_collapsed (follower, other, lane->is_collapsed);
}

static guint8
get_place (const StrataLane *lane)
{
  return (guint8) ((lane->is_pinned ? 1 : 0) | (lane->is_hidden ? 2 : 0) | (lane->is_collapsed ? 4 : 0));
}

/* Stores the current state of the lanes of a side. */
static void
note_lanes (StrataSessionPair *self,
            StrataDiffSide side)
{
  guint n_lanes;
  const StrataLane *lanes = get_lanes (self, side, &n_lanes);

  g_array_set_size (self->places[side], n_lanes);
  for (guint i = 0; i < n_lanes; i++)
    g_array_index (self->places[side], guint8, i) = get_place (&lanes[i]);

  g_free (self->filters[side]);
  self->filters[side] = g_strdup (strata_lanes_get_filter (get_all_lanes (self, side)));
}

void
strata_session_pair_note_lanes (StrataSessionPair *self)
{
  note_lanes (self, STRATA_DIFF_A);
  note_lanes (self, STRATA_DIFF_B);
}

/* If all groups of a side were opened or closed at once, groups that only the other side has follow
 * too. */
static gboolean
follow_all_groups (StrataSessionPair *self,
                   StrataDiffSide side)
{
  guint n_lanes;
  const StrataLane *lanes = get_lanes (self, side, &n_lanes);
  const StrataLane *group = NULL;
  guint n_changed = 0;

  for (guint32 i = 0; i < MIN (n_lanes, self->places[side]->len); i++)
    if (strata_lane_is_group (&lanes[i]))
      {
        if (group != NULL && group->is_collapsed != lanes[i].is_collapsed)
          return FALSE;

        group = &lanes[i];
        n_changed += get_place (group) != g_array_index (self->places[side], guint8, i);
      }

  if (n_changed < 2)
    return FALSE;

  strata_lanes_set_all_collapsed (get_all_lanes (self, strata_diff_side_get_other (side)), group->is_collapsed);
  return TRUE;
}

/* A filter that matches no lane of the other side is not applied there: it would hide everything. */
static void
follow_filter (StrataSessionPair *self,
               StrataDiffSide side)
{
  const char *filter = strata_lanes_get_filter (get_all_lanes (self, side));
  StrataLanes *follower = get_all_lanes (self, strata_diff_side_get_other (side));
  g_autofree char *before = g_strdup (strata_lanes_get_filter (follower));

  if (g_strcmp0 (filter, self->filters[side]) == 0 || g_strcmp0 (filter, before) == 0)
    return;
  if (strata_lanes_filter (follower, filter) == 0 && filter != NULL)
    strata_lanes_filter (follower, before);
}

/* Groups come before their lanes, which are pinned with them. */
static void
follow_lanes (StrataSessionPair *self,
              StrataDiffSide side)
{
  StrataLanes *follower = get_all_lanes (self, strata_diff_side_get_other (side));
  guint n_lanes;

  strata_lanes_freeze (follower);
  follow_filter (self, side);
  get_lanes (self, side, &n_lanes);
  if (!follow_all_groups (self, side))
    for (guint32 i = 0; i < MIN (n_lanes, self->places[side]->len); i++)
      if (get_place (&get_lanes (self, side, NULL)[i]) != g_array_index (self->places[side], guint8, i))
        follow_lane (self, side, i);
  strata_lanes_thaw (follower);
}

void
strata_session_pair_on_lanes_changed (StrataView *view,
                                      StrataLanesChange change,
                                      StrataSessionPair *self)
{
  const StrataDiffSide side = strata_session_pair_get_side (self, view);

  if (self->n_following > 0)
    return;

  if (self->is_locked)
    {
      self->n_following++;
      follow_lanes (self, side);
      self->n_following--;
    }

  strata_session_pair_note_lanes (self);
}
