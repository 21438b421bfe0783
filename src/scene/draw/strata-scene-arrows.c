/* strata-scene-arrows.c - arrows from one item to another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-scene-private.h"
#include "strata-units.h"

/* An arrow leaves an item downwards or upwards and arrives at the left end of another from its
 * left. Items in a closed group are represented by the group's header. Items left or right of the
 * view are represented by a point at its edge, without an arrowhead. */

#define WIDTH_PX 1.5
#define HALO_PX 1.25
#define HEAD_PX 8
#define BEND_PX 20
#define FAR_ALPHA 0.65
#define NOTE_WIDTH_PX 260
#define NOTE_HEIGHT_PX 20
#define NOTE_MARGIN_PX 6

/* Beyond this an end is as good as outside; cairo's coordinates end at eight million. */
#define MAX_Y_PX 100000.0

typedef struct
{
  int x;
  int y;
  int half_height;
  gboolean is_in_view; /* by time */
} Anchor;

/* The extent of the item, or of its group's header if the group is closed. */
static StrataItemExtent
get_extent (const StrataPen *pen,
            const StrataLane *lane,
            StrataItem item)
{
  StrataItemExtent extent = { lane->y_px + STRATA_LANE_PADDING_PX, lane->height_px - 2 * STRATA_LANE_PADDING_PX, 0 };

  if (!strata_lane_is_group (lane))
    strata_scene_get_extent (pen->session, item, lane, &extent);

  return extent;
}

/* Finds where an arrow attaches to an item at a time; FALSE if its group is not laid out. */
static gboolean
find_anchor (const StrataPen *pen,
             StrataItem item,
             gint64 time_ns,
             Anchor *anchor)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (pen->session), &n_lanes);
  const guint32 index = strata_session_find_item_lane (pen->session, item);

  if (index >= n_lanes)
    return FALSE;

  const StrataLane *lane = lanes[index].is_visible ? &lanes[index] : &lanes[lanes[index].group];

  if (!lane->is_visible)
    return FALSE;

  const double column = strata_grid_time_to_column (&pen->grid, time_ns);
  const StrataItemExtent extent = get_extent (pen, lane, item);
  const double middle_px = extent.top_px + extent.height_px / 2.0;

  anchor->is_in_view = column >= 0 && column < pen->grid.n_columns;
  anchor->x = pen->x + (int) floor (CLAMP (column, 0.0, MAX (pen->grid.n_columns - 1, 0)));
  anchor->half_height = strata_pen_to_device (pen, (extent.height_px - extent.gap_px) / 2.0);
  anchor->y = strata_pen_to_device (pen, CLAMP (strata_frame_from_lanes_y (pen->frame, middle_px), -MAX_Y_PX, MAX_Y_PX));
  return TRUE;
}

static gboolean
is_outside (const StrataPen *pen,
            const Anchor *from,
            const Anchor *to)
{
  const int height = strata_draw_list_get_device_height (pen->list);

  return (!from->is_in_view && !to->is_in_view && from->x == to->x) || MAX (from->y, to->y) < 0 || MIN (from->y, to->y) > height;
}

static int
clamp_x (const StrataPen *pen,
         int x)
{
  return CLAMP (x, pen->x, pen->x + MAX (pen->grid.n_columns - 1, 0));
}

/* Ends far apart in time are joined by an S-curve, close ones by a hook. */
static StrataArrow
make_curve (const StrataPen *pen,
            const Anchor *from,
            const Anchor *to)
{
  const int bend = strata_pen_to_device (pen, BEND_PX);
  const int half = (to->x - from->x) / 2;
  StrataArrow arrow = {
    .x = { from->x, from->x - bend, to->x - bend, to->x },
    .y = { from->y, from->y + (to->y - from->y) / 2, to->y, to->y },
  };

  if (half >= bend)
    {
      arrow.x[1] = from->x + half;
      arrow.x[2] = to->x - half;
      arrow.y[1] = from->y;
    }

  for (guint i = 0; i < G_N_ELEMENTS (arrow.x); i++)
    arrow.x[i] = clamp_x (pen, arrow.x[i]);

  return arrow;
}

void
strata_scene_add_arrow (StrataPen *pen,
                        const StrataLink *link,
                        double alpha)
{
  Anchor from;
  Anchor to;

  if (!find_anchor (pen, link->from, link->from_ns, &from) || !find_anchor (pen, link->to, link->to_ns, &to) ||
      (from.x == to.x && from.y == to.y) || is_outside (pen, &from, &to))
    return;

  if (from.y != to.y)
    from.y += from.y < to.y ? from.half_height : -from.half_height;

  StrataArrow arrow = make_curve (pen, &from, &to);

  arrow.width = strata_pen_to_device (pen, 2 * WIDTH_PX) / 2.0;
  arrow.halo_width = strata_pen_to_device (pen, 2 * HALO_PX) / 2.0;
  arrow.head = to.is_in_view ? strata_pen_to_device (pen, HEAD_PX) : 0;
  arrow.color = strata_color_set_alpha (pen->palette->arrow, alpha);
  arrow.halo = strata_color_set_alpha (pen->palette->background, 0.85 * alpha);
  strata_draw_list_add_arrow (pen->list, STRATA_LAYER_OVER, arrow);
}

/* Adds a note that there are more arrows than are drawn. */
static void
add_note (StrataPen *pen,
          guint n_links,
          guint n_all)
{
  const int width = MIN (strata_pen_to_device (pen, NOTE_WIDTH_PX), pen->grid.n_columns);
  const int margin = strata_pen_to_device (pen, NOTE_MARGIN_PX);
  const int x = pen->x + pen->grid.n_columns - width - margin;
  const StrataBox box = { MAX (x, pen->x), margin, width, strata_pen_to_device (pen, NOTE_HEIGHT_PX), pen->palette->group_background };
  char text[STRATA_UNITS_BYTES];
  g_autofree char *note = g_strdup_printf (_ ("The nearest %u of %s arrows"), n_links, strata_units_count (n_all, text));

  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, box);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_OVER,
                             (StrataDrawText){ .x = box.x + margin, .y = box.y, .width = box.width - 2 * margin, .height = box.height, .color = pen->palette->header_text, .flags = STRATA_TEXT_CENTRED },
                             note, NULL);
}

void
strata_scene_add_links (StrataPen *pen)
{
  const StrataItem selection = strata_session_get_selected_item (pen->session);
  guint n_links;
  guint n_all;
  const StrataLink *links = strata_selection_get_links (strata_session_get_selection (pen->session), &n_links, &n_all);

  for (guint i = n_links; i-- > 0;)
    {
      const gboolean is_near = links[i].from.index == selection.index || links[i].to.index == selection.index;

      strata_scene_add_arrow (pen, &links[i], is_near ? 1.0 : FAR_ALPHA);
    }

  if (n_links < n_all)
    add_note (pen, n_links, n_all);
}
