/* strata-scene-measure.c - cursors and measured spans on the ruler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include <math.h>

#include "strata-scene-private.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"
#include "strata-units.h"

/* A measured span has a bar at the bottom of the ruler, with its length in a box in the middle.
 * Each cursor has a handle; the handle of the left cursor is to its left, so that they do not hide
 * each other. Boxes of a layer must not overlap. */

#define BAR_PX 4
#define FLAG_PX 7
#define HANDLE_PX STRATA_SCENE_HANDLE_PX
#define PX_A_CHARACTER 7
#define PADDING_PX 6

static double
get_column (const StrataPen *pen,
            gint64 time_ns)
{
  return CLAMP (strata_grid_time_to_column (&pen->grid, time_ns), -1.0, pen->grid.n_columns + 1.0);
}

static int
get_bar_top (const StrataPen *pen)
{
  return strata_draw_list_get_device_height (pen->list) - strata_pen_to_device (pen, BAR_PX);
}

/* A line of text on its own box, so that it is readable over the ticks. */
static void
add_label (StrataPen *pen,
           StrataRulerBoxes *boxes,
           int x,
           int width,
           const char *string)
{
  const StrataDrawText text = {
    .x = x,
    .y = 0,
    .width = width,
    .height = get_bar_top (pen),
    .color = pen->palette->background,
    .detail_color = pen->palette->background,
    .flags = STRATA_TEXT_CENTRED,
  };

  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ x, 0, width, get_bar_top (pen), pen->palette->selection });
  strata_draw_list_add_text (pen->list, STRATA_LAYER_OVER, text, string, NULL);
  boxes->begin[boxes->n_boxes] = x;
  boxes->end[boxes->n_boxes++] = x + width;
}

/* Puts the length in the middle of the visible part of the span; if that is too narrow, right of
 * it, else left of it. @gap is left free at both edges. */
static void
add_length (StrataPen *pen,
            StrataRulerBoxes *boxes,
            double begin,
            double end,
            int gap,
            gint64 length_ns)
{
  char string[STRATA_UNITS_BYTES];
  const double left = MAX (begin, 0.0);
  const double right = MIN (end, pen->grid.n_columns);

  strata_units_amount (length_ns, strata_trace_get_unit (strata_session_get_trace (pen->session)), string);

  const int width = strata_pen_to_device (pen, PX_A_CHARACTER * (double) g_utf8_strlen (string, -1) + 2 * PADDING_PX);
  double column = (left + right - width) / 2;

  if (right - left < width)
    column = right + gap + width <= pen->grid.n_columns ? right + gap : left - gap - width;
  if (column < 0 || column + width > pen->grid.n_columns)
    return;

  add_label (pen, boxes, pen->x + (int) column, width, string);
}

static void
add_bar (StrataPen *pen,
         double begin,
         double end,
         StrataColor color)
{
  const int first = (int) floor (CLAMP (begin, 0.0, pen->grid.n_columns));
  const int last = (int) floor (CLAMP (end, 0.0, pen->grid.n_columns));

  if (last > first)
    strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER,
                              (StrataBox){ pen->x + first, get_bar_top (pen), last - first, strata_pen_to_device (pen, BAR_PX), color });
}

static gboolean
is_left_cursor (StrataPen *pen,
                StrataCursor cursor)
{
  StrataSpan span;
  gint64 time_ns;

  strata_marks_get_cursor (strata_session_get_marks (pen->session), cursor, &time_ns);
  return strata_session_get_measure (pen->session, &span) && (span.begin_ns != span.end_ns ? time_ns == span.begin_ns : cursor == STRATA_CURSOR_A);
}

static void
add_handle (StrataPen *pen,
            StrataRulerBoxes *boxes,
            StrataCursor cursor)
{
  static const char *const names[STRATA_N_CURSORS] = { "A", "B" };
  const int width = strata_pen_to_device (pen, HANDLE_PX);
  const int line = MAX (strata_pen_to_device (pen, 1), 1);
  gint64 time_ns;

  if (!strata_marks_get_cursor (strata_session_get_marks (pen->session), cursor, &time_ns))
    return;

  const double column = get_column (pen, time_ns);

  if (column < 0 || column > pen->grid.n_columns)
    return;

  const int x = pen->x + (int) floor (column);

  add_label (pen, boxes, is_left_cursor (pen, cursor) ? MAX (x - width + line, pen->x) : x, width, names[cursor]);
}

/* A pole with a flag at its top. */
void
strata_scene_add_flags (StrataPen *pen)
{
  const int line = MAX (strata_pen_to_device (pen, 1), 1);
  guint n_bookmarks;
  int last_x = -1;

  strata_marks_get_bookmarks (strata_session_get_marks (pen->session), &n_bookmarks);
  for (guint i = 0; i < n_bookmarks; i++)
    {
      gint64 time_ns;

      if (!strata_session_get_bookmark_time (pen->session, i, &time_ns))
        continue;

      const double column = get_column (pen, time_ns);
      const int x = pen->x + (int) floor (column);

      if (column < 0 || column >= pen->grid.n_columns || x == last_x)
        continue;

      last_x = x;
      strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, (StrataBox){ x, 0, line, strata_draw_list_get_device_height (pen->list), pen->palette->highlight });
      strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT,
                                (StrataBox){ x + line, line, strata_pen_to_device (pen, FLAG_PX), strata_pen_to_device (pen, FLAG_PX - 1), pen->palette->highlight });
    }
}

/* The measure of the cursors takes precedence over the area: there is room for one. */
void
strata_scene_add_measure (StrataPen *pen,
                          StrataRulerBoxes *boxes)
{
  StrataSpan span;
  const gboolean has_measure = strata_session_get_measure (pen->session, &span);
  const gboolean has_area = !has_measure && strata_session_get_area (pen->session, &span);

  if (has_measure || has_area)
    {
      const double begin = get_column (pen, span.begin_ns);
      const double end = get_column (pen, span.end_ns);

      add_bar (pen, begin, end, has_measure ? pen->palette->selection : pen->palette->overview_window);
      if (end > 0 && begin < pen->grid.n_columns)
        add_length (pen, boxes, begin, end, has_measure ? strata_pen_to_device (pen, HANDLE_PX) : 0, strata_span_get_length_ns (span));
    }

  for (guint i = 0; i < STRATA_N_CURSORS; i++)
    add_handle (pen, boxes, i);
}
