/* strata-timeline-cursor.c - the pointer of one timeline, shown in another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-timeline-cursor.h"

#include "strata-timeline-actions.h"

/* One way of the link. Lives with the canvas whose pointer it follows. */
typedef struct
{
  StrataCanvas *from;      /* borrowed: owns the link */
  StrataCanvas *to;        /* weak */
  StrataSessionPair *pair; /* weak */
  StrataDiffSide side;     /* of from */
} Link;

#define CURSOR_PX 2

static void
link_free (gpointer data,
           GClosure *closure)
{
  Link *link = data;

  g_clear_weak_pointer (&link->to);
  g_clear_weak_pointer (&link->pair);
  g_free (link);
}

/* The other timeline need not be locked: the line is at the time under the pointer. */
static void
on_pointer_moved (StrataCanvas *from,
                  const Link *link)
{
  double x_px;
  double y_px;

  if (link->to == NULL || link->pair == NULL)
    return;

  if (!strata_canvas_get_pointer (from, &x_px, &y_px) || x_px < strata_canvas_get_header_px (from))
    {
      strata_canvas_set_band (link->to, 0, 0);
      return;
    }

  const StrataDiffSide other = link->side == STRATA_DIFF_A ? STRATA_DIFF_B : STRATA_DIFF_A;
  const StrataViewport *view = strata_view_get_viewport (strata_session_get_view (strata_session_pair_get (link->pair, link->side)));
  const StrataViewport *other_view = strata_view_get_viewport (strata_session_get_view (strata_session_pair_get (link->pair, other)));
  const gint64 time_ns = strata_session_pair_map (link->pair, link->side, strata_viewport_x_to_time (view, x_px - strata_canvas_get_header_px (from)));
  const double other_px = strata_viewport_time_to_x (other_view, time_ns) + strata_canvas_get_header_px (link->to);

  strata_canvas_set_band (link->to, other_px, other_px + CURSOR_PX);
}

static void
link_one_way (StrataTimeline *from,
              StrataTimeline *to,
              StrataSessionPair *pair,
              StrataDiffSide side)
{
  Link *made = g_new0 (Link, 1);

  made->from = strata_timeline_get_canvas (GTK_WIDGET (from));
  made->side = side;
  g_set_weak_pointer (&made->to, strata_timeline_get_canvas (GTK_WIDGET (to)));
  g_set_weak_pointer (&made->pair, pair);
  g_signal_connect_data (made->from, "pointer-moved", G_CALLBACK (on_pointer_moved), made, link_free, 0);
}

/**
 * strata_timeline_link_cursors:
 * @a: the timeline of A
 * @b: the timeline of B
 * @pair: their sessions
 *
 * Shows in each timeline the time that the pointer is at in the other.
 */
void
strata_timeline_link_cursors (StrataTimeline *a,
                              StrataTimeline *b,
                              StrataSessionPair *pair)
{
  link_one_way (a, b, pair, STRATA_DIFF_A);
  link_one_way (b, a, pair, STRATA_DIFF_B);
}
