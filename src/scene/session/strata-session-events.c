/* strata-session-events.c - marks of single events on the lanes of their threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-events.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-session-private.h"
#include "strata-units.h"

/* Events of which nothing is made live in the text alone. Whoever wants them on
 * the timeline reads them for the visible time and gives them here, thread by
 * thread, one for each place where there are any: they are as many as a picture
 * can show, however many lines there are. */

/**
 * strata_session_take_events:
 * @self: the session
 * @events: (nullable) (transfer full) (element-type StrataEventMark): by thread and time, or %NULL for none
 *
 * Shows events on the lanes of their threads, in place of those before. Emits
 * ::events-changed.
 */
void
strata_session_take_events (StrataSession *self,
                            GArray *events)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  GArray **kept = strata_session_get_event_array (self);

  if (*kept == NULL && events == NULL)
    return;

  if (strata_session_get_hover (self).kind == STRATA_ITEM_EVENT)
    strata_session_set_hover (self, (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 });

  g_clear_pointer (kept, g_array_unref);
  *kept = events;
  g_signal_emit_by_name (self, "events-changed");
}

/**
 * strata_session_get_events:
 * @self: the session
 * @n_events: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_events): the events that are shown, by thread and time
 */
const StrataEventMark *
strata_session_get_events (StrataSession *self,
                           guint *n_events)
{
  const GArray *events = *strata_session_get_event_array (self);

  *n_events = events != NULL ? events->len : 0;
  return events != NULL ? (const StrataEventMark *) (const void *) events->data : NULL;
}

/**
 * strata_session_find_event:
 * @self: the session
 * @thread: index of a thread
 * @time_ns: when
 *
 * Returns: the first event of a thread at a time or after it, or what follows the thread's last
 */
guint
strata_session_find_event (StrataSession *self,
                           guint32 thread,
                           gint64 time_ns)
{
  guint end;
  const StrataEventMark *events = strata_session_get_events (self, &end);
  guint begin = 0;

  while (begin < end)
    {
      const guint middle = begin + (end - begin) / 2;

      if (events[middle].thread < thread || (events[middle].thread == thread && events[middle].time_ns < time_ns))
        begin = middle + 1;
      else
        end = middle;
    }

  return begin;
}
