/* strata-view-history.c - visited views, back and forward
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-history.h"

/* Views in the order in which they were visited, and the place of the current one. Noting another
 * one forgets the views ahead. Views that hardly differ are merged into the later one. */

#define MOST_VIEWS 200

/* A move or zoom by less than this part of the view's length does not make another view. */
#define LEAST_DIFFERENCE_FRAC 0.05

struct _StrataViewHistory
{
  GArray *views; /* (element-type StrataSpan) */
  guint place;   /* of the current one; 0 while there is none */
};

/**
 * strata_view_history_new:
 *
 * Returns: (transfer full): a history without a view
 */
StrataViewHistory *
strata_view_history_new (void)
{
  StrataViewHistory *self = g_new0 (StrataViewHistory, 1);

  self->views = g_array_new (FALSE, FALSE, sizeof (StrataSpan));
  return self;
}

void
strata_view_history_free (StrataViewHistory *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->views);
  g_free (self);
}

/**
 * strata_view_history_clear:
 * @self: a history
 *
 * Forgets all views. For when the trace or the clock has changed.
 */
void
strata_view_history_clear (StrataViewHistory *self)
{
  g_array_set_size (self->views, 0);
  self->place = 0;
}

static gboolean
is_alike (StrataSpan a,
          StrataSpan b)
{
  const double length_ns = (double) strata_span_get_length_ns (a);
  const double moved_ns = MAX (ABS ((double) a.begin_ns - (double) b.begin_ns), ABS ((double) a.end_ns - (double) b.end_ns));

  return moved_ns <= length_ns * LEAST_DIFFERENCE_FRAC && moved_ns <= (double) strata_span_get_length_ns (b) * LEAST_DIFFERENCE_FRAC;
}

/**
 * strata_view_history_note:
 * @self: a history
 * @view: the current view, once it has not changed for a while
 *
 * Notes a view.
 */
void
strata_view_history_note (StrataViewHistory *self,
                          StrataSpan view)
{
  if (self->views->len > 0 && is_alike (g_array_index (self->views, StrataSpan, self->place), view))
    {
      g_array_index (self->views, StrataSpan, self->place) = view;
      return;
    }

  if (self->views->len > 0)
    g_array_set_size (self->views, self->place + 1);
  if (self->views->len == MOST_VIEWS)
    g_array_remove_index (self->views, 0);

  g_array_append_val (self->views, view);
  self->place = self->views->len - 1;
}

/**
 * strata_view_history_can_go:
 * @self: a history
 * @direction: below 0 for back, above for forward
 *
 * Returns: whether there is a view in that direction
 */
gboolean
strata_view_history_can_go (const StrataViewHistory *self,
                            int direction)
{
  return direction < 0 ? self->place > 0 : self->place + 1 < self->views->len;
}

/**
 * strata_view_history_go:
 * @self: a history
 * @direction: below 0 for back, above for forward
 * @view: (out): the view to show
 *
 * Goes one view back or forward.
 *
 * Returns: whether there is one
 */
gboolean
strata_view_history_go (StrataViewHistory *self,
                        int direction,
                        StrataSpan *view)
{
  if (!strata_view_history_can_go (self, direction))
    return FALSE;

  self->place = direction < 0 ? self->place - 1 : self->place + 1;
  *view = g_array_index (self->views, StrataSpan, self->place);
  return TRUE;
}
