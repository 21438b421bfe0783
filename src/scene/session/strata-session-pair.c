/* strata-session-pair.c - two sessions shown together
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-pair.h"

#include <math.h>

#include "strata-lane-order.h"
#include "strata-opening.h"
#include "strata-session-pair-private.h"

enum
{
  LOCK_CHANGED,
  ALIGNMENT_CHANGED,
  MATCH_CHANGED,
  CALLS_CHANGED,
  LATENCIES_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataSessionPair, strata_session_pair, G_TYPE_OBJECT)

StrataDiffSide
strata_session_pair_get_side (const StrataSessionPair *self,
                              StrataView *view)
{
  return view == strata_session_get_view (self->sessions[STRATA_DIFF_A]) ? STRATA_DIFF_A : STRATA_DIFF_B;
}

/**
 * strata_session_pair_map:
 * @self: the pair
 * @side: a side
 * @time_ns: a time of that side
 *
 * Returns: the corresponding time of the other side
 */
gint64
strata_session_pair_map (StrataSessionPair *self,
                         StrataDiffSide side,
                         gint64 time_ns)
{
  const double scale = side == STRATA_DIFF_A ? self->alignment.scale : 1.0 / self->alignment.scale;
  const gint64 distance_ns = strata_time_add (time_ns, -self->alignment.time_ns[side]);

  if (scale == 1.0)
    return strata_time_add (self->alignment.time_ns[strata_diff_side_get_other (side)], distance_ns);

  return strata_time_add (self->alignment.time_ns[strata_diff_side_get_other (side)], (gint64) CLAMP (round ((double) distance_ns * scale), -9e18, 9e18));
}

static StrataSpan
map_span (StrataSessionPair *self,
          StrataDiffSide side,
          StrataSpan span)
{
  return (StrataSpan){ strata_session_pair_map (self, side, span.begin_ns), strata_session_pair_map (self, side, span.end_ns) };
}

static void
set_bounds (StrataSession *session,
            StrataSpan bounds)
{
  StrataViewport viewport = *strata_session_get_viewport (session);

  strata_viewport_set_bounds (&viewport, bounds);
  strata_view_set_viewport (strata_session_get_view (session), &viewport);
}

static void
update_bounds (StrataSessionPair *self)
{
  StrataSpan spans[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    spans[side] = strata_trace_get_span (strata_session_get_trace (self->sessions[side]));

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const StrataSpan mapped = map_span (self, strata_diff_side_get_other (side), spans[strata_diff_side_get_other (side)]);

      set_bounds (self->sessions[side], (StrataSpan){ MIN (spans[side].begin_ns, mapped.begin_ns), MAX (spans[side].end_ns, mapped.end_ns) });
    }
}

static void
follow_view (StrataSessionPair *self,
             StrataDiffSide leader)
{
  StrataViewport view = *strata_session_get_viewport (self->sessions[leader]);
  StrataSession *follower = self->sessions[strata_diff_side_get_other (leader)];
  const double scale = leader == STRATA_DIFF_A ? self->alignment.scale : 1.0 / self->alignment.scale;
  StrataViewport other = *strata_session_get_viewport (follower);

  strata_viewport_set_view (&other, strata_session_pair_map (self, leader, view.begin_ns), view.begin_frac_ns * scale, view.ns_per_px * scale * view.width_px / other.width_px);
  self->n_following++;
  strata_view_set_viewport (strata_session_get_view (follower), &other);
  self->n_following--;
}

static void
on_viewport_changed (StrataView *view,
                     const StrataViewport *before,
                     StrataSessionPair *self)
{
  if (self->n_following == 0 && self->is_locked)
    follow_view (self, strata_session_pair_get_side (self, view));
}

static guint32
get_selected_slice (StrataSession *session)
{
  const StrataItem item = strata_session_get_selected_item (session);

  return item.kind == STRATA_ITEM_SLICE ? item.index : STRATA_NONE;
}

/* Shifts the axes but not the view of @leader, which the user is looking at. The other side moves
 * to its place even if it is not locked, since the user requested that. */
void
strata_session_pair_realign (StrataSessionPair *self,
                             const StrataAlignment *alignment,
                             StrataDiffSide leader)
{
  self->alignment = *alignment;
  if (!(alignment->scale > 1e-9 && alignment->scale < 1e9))
    self->alignment.scale = 1.0;

  self->n_following++;
  update_bounds (self);
  self->n_following--;
  follow_view (self, leader);
  g_signal_emit (self, signals[ALIGNMENT_CHANGED], 0);
}

/* Aligns the start of the counterpart with that of the selected call, so that it stays visible, and
 * in the middle, wherever the leading view goes. */
static void
bring_together (StrataSessionPair *self,
                StrataDiffSide leader,
                const guint32 slices[STRATA_N_DIFF_SIDES])
{
  StrataAlignment alignment = self->alignment;

  alignment.is_by_user = FALSE;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    alignment.time_ns[side] = strata_trace_get_slices (strata_session_get_trace (self->sessions[side]))->start_ns[slices[side]];

  strata_session_pair_realign (self, &alignment, leader);
}

/* If the user has aligned the axes, the counterpart may be outside the view. */
static void
select_counterpart (StrataSessionPair *self,
                    StrataDiffSide leader,
                    const guint32 slices[STRATA_N_DIFF_SIDES])
{
  StrataSession *follower = self->sessions[strata_diff_side_get_other (leader)];

  if (!self->alignment.is_by_user)
    bring_together (self, leader, slices);
  strata_session_select_slice (follower, slices[strata_diff_side_get_other (leader)]);
  follow_view (self, leader);
  if (self->alignment.is_by_user)
    return;

  strata_session_reveal_selection (follower);
  strata_view_arrive (strata_session_get_view (follower)); /* ends its own animation, during which it would lead */
}

static void
follow_selection (StrataSessionPair *self,
                  StrataDiffSide leader)
{
  StrataSession *follower = self->sessions[strata_diff_side_get_other (leader)];
  guint32 slices[STRATA_N_DIFF_SIDES];

  slices[leader] = get_selected_slice (self->sessions[leader]);
  slices[strata_diff_side_get_other (leader)] = slices[leader] != STRATA_NONE ? strata_session_pair_find_counterpart (self, leader, slices[leader]) : STRATA_NONE;
  self->n_following++;

  if (slices[strata_diff_side_get_other (leader)] == STRATA_NONE)
    strata_session_select (follower, (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 });
  else
    select_counterpart (self, leader, slices);

  self->n_following--;
  strata_session_pair_note_lanes (self); /* the selection may have opened a group */
}

static void
on_item_changed (StrataSelection *selection,
                 const StrataItem *item,
                 const StrataItem *before,
                 StrataSessionPair *self)
{
  if (self->n_following > 0)
    return;

  self->leader = strata_session_get_selection (self->sessions[STRATA_DIFF_A]) == selection ? STRATA_DIFF_A : STRATA_DIFF_B;
  strata_session_pair_note_selected (self, self->sessions[self->leader]);
  if (self->is_locked)
    follow_selection (self, self->leader);

  g_signal_emit (self, signals[CALLS_CHANGED], 0);
}

static void
strata_session_pair_dispose (GObject *object)
{
  StrataSessionPair *self = STRATA_SESSION_PAIR (object);

  strata_session_pair_clear_latencies (self);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_clear_object (&self->sessions[side]);
      g_clear_pointer (&self->places[side], g_array_unref);
      g_clear_pointer (&self->filters[side], g_free);
    }
  g_clear_pointer (&self->threads, strata_thread_match_unref);
  g_clear_pointer (&self->calls, strata_call_match_free);
  g_clear_pointer (&self->by_hand, g_array_unref);

  G_OBJECT_CLASS (strata_session_pair_parent_class)->dispose (object);
}

static void
strata_session_pair_class_init (StrataSessionPairClass *klass)
{
  static const char *const names[N_SIGNALS] = { "lock-changed", "alignment-changed", "match-changed", "calls-changed", "latencies-changed" };

  G_OBJECT_CLASS (klass)->dispose = strata_session_pair_dispose;

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], STRATA_TYPE_SESSION_PAIR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_session_pair_init (StrataSessionPair *self)
{
  self->alignment.scale = 1.0;
  self->is_locked = TRUE;
  self->by_hand = g_array_new (FALSE, FALSE, sizeof (StrataMatch));
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    self->places[side] = g_array_new (FALSE, FALSE, sizeof (guint8));
}

/* Puts the lanes of both in the same order. */
static void
take_match (StrataSessionPair *self,
            StrataThreadMatch *threads)
{
  StrataLaneOrder orders[STRATA_N_DIFF_SIDES];

  g_clear_pointer (&self->threads, strata_thread_match_unref);
  self->threads = threads;
  self->n_following++;
  strata_session_order_lanes (self->sessions[STRATA_DIFF_A], NULL);
  strata_lane_order_match (orders, self->sessions, self->threads);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      strata_session_order_lanes (self->sessions[side], &orders[side]);
      strata_lane_order_clear (&orders[side]);
    }

  strata_opening_arrange_pair (self->sessions, self->threads);
  self->n_following--;
  strata_session_pair_note_lanes (self);
  g_signal_emit (self, signals[MATCH_CHANGED], 0);
}

static void
match (StrataSessionPair *self)
{
  StrataTrace *const traces[] = { strata_session_get_trace (self->sessions[STRATA_DIFF_A]), strata_session_get_trace (self->sessions[STRATA_DIFF_B]) };

  take_match (self, strata_thread_match_new (traces, (const StrataMatch *) self->by_hand->data, self->by_hand->len));
}

/**
 * strata_session_pair_new:
 * @a: a session
 * @b: another
 * @threads: (nullable) (transfer full): matched threads of their traces, if a worker has found
 *   them already; finding them takes seconds with millions of slices
 *
 * Pairs two sessions: their lanes are in the same order, their begins are
 * aligned, and each follows the other.
 *
 * Returns: (transfer full): the pair
 */
StrataSessionPair *
strata_session_pair_new (StrataSession *a,
                         StrataSession *b,
                         StrataThreadMatch *threads)
{
  StrataSessionPair *self = g_object_new (STRATA_TYPE_SESSION_PAIR, NULL);
  StrataTrace *const traces[] = { strata_session_get_trace (a), strata_session_get_trace (b) };

  self->sessions[STRATA_DIFF_A] = g_object_ref (a);
  self->sessions[STRATA_DIFF_B] = g_object_ref (b);
  self->calls = strata_call_match_new (traces);
  take_match (self, threads != NULL ? threads : strata_thread_match_new (traces, NULL, 0));
  strata_session_pair_align_starts (self);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_signal_connect_object (strata_session_get_view (self->sessions[side]), "viewport-changed", G_CALLBACK (on_viewport_changed), self, 0);
      g_signal_connect_object (strata_session_get_selection (self->sessions[side]), "item-changed", G_CALLBACK (on_item_changed), self, 0);
      g_signal_connect_object (strata_session_get_view (self->sessions[side]), "lanes-changed", G_CALLBACK (strata_session_pair_on_lanes_changed), self, 0);
    }

  return self;
}

StrataSession *
strata_session_pair_get (StrataSessionPair *self,
                         StrataDiffSide side)
{
  return self->sessions[side];
}

/* Whether the views move together. */
gboolean
strata_session_pair_get_locked (StrataSessionPair *self)
{
  return self->is_locked;
}

/* Aligns the left edges of the present views. If that differs from the present alignment, it counts
 * as the user's. */
static void
adopt_views (StrataSessionPair *self)
{
  const StrataViewport *a = strata_session_get_viewport (self->sessions[STRATA_DIFF_A]);
  const StrataViewport *b = strata_session_get_viewport (self->sessions[STRATA_DIFF_B]);

  if (fabs ((double) (strata_session_pair_map (self, STRATA_DIFF_A, a->begin_ns) - b->begin_ns)) > b->ns_per_px)
    self->alignment.is_by_user = TRUE;

  self->alignment.time_ns[STRATA_DIFF_A] = a->begin_ns;
  self->alignment.time_ns[STRATA_DIFF_B] = b->begin_ns;
}

/**
 * strata_session_pair_set_locked:
 * @self: the pair
 * @is_locked: whether the views move together
 *
 * Locks the views to each other at their present places, or unlocks them.
 */
void
strata_session_pair_set_locked (StrataSessionPair *self,
                                gboolean is_locked)
{
  if (self->is_locked == is_locked)
    return;

  self->is_locked = is_locked;
  if (is_locked)
    {
      adopt_views (self);
      update_bounds (self);
      follow_view (self, STRATA_DIFF_A);
      g_signal_emit (self, signals[ALIGNMENT_CHANGED], 0);
    }

  g_signal_emit (self, signals[LOCK_CHANGED], 0);
}

/* Returns the alignment of the axes. */
StrataAlignment
strata_session_pair_get_alignment (StrataSessionPair *self)
{
  return self->alignment;
}

/**
 * strata_session_pair_get_frames:
 * @self: the pair
 *
 * Returns: (transfer none): the frames of both sides, found on the first request
 */
StrataFrames *const *
strata_session_pair_get_frames (StrataSessionPair *self)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      strata_findings_find_frames (strata_session_get_findings (self->sessions[side]));
      self->frames[side] = strata_findings_get_frames (strata_session_get_findings (self->sessions[side]));
    }

  return self->frames;
}

/* Returns the matched threads; changes with `match-changed`. */
StrataThreadMatch *
strata_session_pair_get_threads (StrataSessionPair *self)
{
  return self->threads;
}

/**
 * strata_session_pair_match_threads:
 * @self: the pair
 * @a: index of a thread of A
 * @b: index of a thread of B
 *
 * Matches two threads, and removes previous matches of either.
 */
void
strata_session_pair_match_threads (StrataSessionPair *self,
                                   guint32 a,
                                   guint32 b)
{
  const StrataMatch said = { { a, b }, STRATA_MATCH_HAND };

  for (guint i = self->by_hand->len; i > 0; i--)
    {
      const StrataMatch *before = &g_array_index (self->by_hand, StrataMatch, i - 1);

      if (before->index[STRATA_DIFF_A] == a || before->index[STRATA_DIFF_B] == b)
        g_array_remove_index (self->by_hand, i - 1);
    }

  g_array_append_val (self->by_hand, said);
  match (self);
}

/**
 * strata_session_pair_find_counterpart:
 * @self: the pair
 * @side: a side
 * @slice: index of a slice of that side
 *
 * Returns: index of the corresponding call of the other side, or %STRATA_NONE
 */
guint32
strata_session_pair_find_counterpart (StrataSessionPair *self,
                                      StrataDiffSide side,
                                      guint32 slice)
{
  return strata_call_match_find (self->calls, self->threads, side, slice);
}

/* Returns the side of the last selection, which the other may have followed. */
StrataDiffSide
strata_session_pair_get_leader (StrataSessionPair *self)
{
  return self->leader;
}

/**
 * strata_session_pair_get_calls:
 * @self: the pair
 * @slices: (out caller-allocates): the selected slice of each side, or %STRATA_NONE
 *
 * Returns: whether both have one
 */
gboolean
strata_session_pair_get_calls (StrataSessionPair *self,
                               guint32 slices[STRATA_N_DIFF_SIDES])
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    slices[side] = get_selected_slice (self->sessions[side]);

  return slices[STRATA_DIFF_A] != STRATA_NONE && slices[STRATA_DIFF_B] != STRATA_NONE;
}

static void
extend (StrataSpan *span,
        StrataSpan with)
{
  span->begin_ns = MIN (span->begin_ns, with.begin_ns);
  span->end_ns = MAX (span->end_ns, with.end_ns);
}

/**
 * strata_session_pair_get_distance:
 * @self: the pair
 * @distance_ns: (out): how much later the selected call of B begins than that of A in the current alignment, in time of B
 *
 * Returns: whether both sides have selected a call
 */
gboolean
strata_session_pair_get_distance (StrataSessionPair *self,
                                  gint64 *distance_ns)
{
  guint32 slices[STRATA_N_DIFF_SIDES];
  gint64 begin_ns[STRATA_N_DIFF_SIDES];

  if (!strata_session_pair_get_calls (self, slices))
    return FALSE;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    begin_ns[side] = strata_trace_get_slices (strata_session_get_trace (self->sessions[side]))->start_ns[slices[side]];

  *distance_ns = strata_time_add (begin_ns[STRATA_DIFF_B], -strata_session_pair_map (self, STRATA_DIFF_A, begin_ns[STRATA_DIFF_A]));
  return TRUE;
}

/* Calls whose begins are further apart than the view is long cannot be visible at the same time, so
 * they are aligned. */
static void
bring_into_one_view (StrataSessionPair *self,
                     StrataDiffSide leader)
{
  const StrataViewport *b = strata_session_get_viewport (self->sessions[STRATA_DIFF_B]);
  guint32 slices[STRATA_N_DIFF_SIDES];
  gint64 distance_ns;

  if (!self->is_locked || !strata_session_pair_get_distance (self, &distance_ns) || fabs ((double) distance_ns) < b->ns_per_px * b->width_px)
    return;

  strata_session_pair_get_calls (self, slices);
  bring_together (self, leader, slices);
}

/**
 * strata_session_pair_centre_calls:
 * @self: the pair
 * @side: the side of the last selection
 *
 * Moves the selected calls of both to the middle of their views and scrolls to their lanes.
 * The zoom changes only if they are longer than the view. Calls too far apart for
 * one view are aligned, overriding the user's alignment.
 */
void
strata_session_pair_centre_calls (StrataSessionPair *self,
                                  StrataDiffSide side)
{
  StrataSession *session = self->sessions[side];
  StrataSession *other = self->sessions[strata_diff_side_get_other (side)];
  const gint64 view_ns = strata_span_get_length_ns (strata_viewport_get_span (strata_session_get_viewport (session)));
  StrataSpan span;
  StrataSpan span_of_other;

  bring_into_one_view (self, side);
  if (!strata_session_get_item_span (session, strata_session_get_selected_item (session), &span))
    return;
  if (self->is_locked && strata_session_get_item_span (other, strata_session_get_selected_item (other), &span_of_other))
    extend (&span, map_span (self, strata_diff_side_get_other (side), span_of_other));

  const gint64 length_ns = strata_span_get_length_ns (span);
  const gint64 rest_ns = MAX (view_ns - length_ns, length_ns / 10) / 2;

  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ strata_time_add (span.begin_ns, -rest_ns), strata_time_add (span.end_ns, rest_ns) }, 0);
  strata_session_reveal_selection (session);
}

/**
 * strata_session_pair_compare_calls:
 * @self: the pair
 * @most_rows: how many rows at most
 * @is_cut: (out): whether there would have been more
 *
 * Returns: (transfer full) (nullable) (element-type StrataCallDiff): the selected calls of both and all
 *   inside them, see strata_call_match_compare(); %NULL unless both have one
 */
GArray *
strata_session_pair_compare_calls (StrataSessionPair *self,
                                   guint most_rows,
                                   gboolean *is_cut)
{
  guint32 slices[STRATA_N_DIFF_SIDES];

  return strata_session_pair_get_calls (self, slices) ? strata_call_match_compare (self->calls, slices, most_rows, is_cut) : NULL;
}
