/* strata-session-view.c - moving the view of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include "strata-session-private.h"

/* The session moves at once, so that what follows knows where it is. Whoever shows
 * it may go back to what people see and take them there, and says with each step
 * where that will end: another leap then starts from there and not from half way. */

/**
 * strata_session_zoom_at:
 * @self: the session
 * @x_px: place in the time area that stays where it is
 * @factor: how much larger things become; below 1 zooms out
 *
 * Zooms.
 */
void
strata_session_zoom_at (StrataSession *self,
                        double x_px,
                        double factor)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataViewport viewport = *strata_session_get_viewport (self);

  strata_viewport_zoom_at (&viewport, x_px, factor);
  strata_session_set_viewport (self, &viewport);
}

/**
 * strata_session_pan:
 * @self: the session
 * @delta_px: how far to go to later times
 *
 * Moves the view.
 */
void
strata_session_pan (StrataSession *self,
                    double delta_px)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataViewport viewport = *strata_session_get_viewport (self);

  strata_viewport_pan (&viewport, delta_px);
  strata_session_set_viewport (self, &viewport);
}

/**
 * strata_session_show_span:
 * @self: the session
 * @span: what to show
 * @margin_frac: part of the width to leave free at each side
 *
 * Fits the view to a span of time.
 */
void
strata_session_show_span (StrataSession *self,
                          StrataSpan span,
                          double margin_frac)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataViewport viewport = *strata_session_get_viewport (self);

  strata_viewport_show (&viewport, span, margin_frac);
  strata_session_set_viewport (self, &viewport);
}

/**
 * strata_session_show_all:
 * @self: the session
 *
 * Shows the whole trace.
 */
void
strata_session_show_all (StrataSession *self)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataViewport viewport = *strata_session_get_viewport (self);

  strata_viewport_init (&viewport, viewport.bounds, viewport.width_px);
  strata_session_set_viewport (self, &viewport);
}

/**
 * strata_session_set_destination:
 * @self: the session
 * @span: (nullable): what will be seen when the view has come to rest
 *
 * Says that the view is on its way, or with %NULL that it is not. Whatever moves
 * the view ends that, too.
 */
void
strata_session_set_destination (StrataSession *self,
                                const StrataSpan *span)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataDestination *destination = strata_session_get_destination (self);

  destination->is_set = span != NULL;
  if (span != NULL)
    destination->span = *span;
}

/**
 * strata_session_get_settled_span:
 * @self: the session
 *
 * Returns: what is seen, or will be once the view has come to rest
 */
StrataSpan
strata_session_get_settled_span (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), ((StrataSpan){ 0 }));

  const StrataDestination *destination = strata_session_get_destination (self);

  return destination->is_set ? destination->span : strata_viewport_get_span (strata_session_get_viewport (self));
}

/* Goes to the end of the way that the view is on, if any, for another one to begin there. */
void
strata_session_arrive (StrataSession *self)
{
  if (strata_session_get_destination (self)->is_set)
    strata_session_show_span (self, strata_session_get_settled_span (self), 0);
}

/**
 * strata_session_go_to_span:
 * @self: the session
 * @span: what to show
 *
 * Fits the view to a span of time, and emits ::leapt for people to be taken there.
 */
void
strata_session_go_to_span (StrataSession *self,
                           StrataSpan span)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_session_show_span (self, span, 0);
  g_signal_emit_by_name (self, "leapt");
}

/**
 * strata_session_go_to_time:
 * @self: the session
 * @time_ns: a time
 *
 * Brings a time to the middle of the view, which keeps its length, and emits ::leapt.
 */
void
strata_session_go_to_time (StrataSession *self,
                           gint64 time_ns)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const gint64 length_ns = strata_span_get_length_ns (strata_session_get_settled_span (self));
  const gint64 begin_ns = strata_time_add (time_ns, -length_ns / 2);

  strata_session_go_to_span (self, (StrataSpan){ begin_ns, strata_time_add (begin_ns, length_ns) });
}
