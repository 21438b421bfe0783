/* strata-flame-draw.c - the boxes of a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

#include <math.h>

#include "strata-draw-list-private.h"
#include "strata-export.h"
#include "strata-flame-private.h"
#include "strata-name-parts.h"

/* Left-heavy: the children of a node begin at its left edge, the longest first, as in the tree.
 * Once one is too narrow to be visible, all after it are, so these are drawn as one grey box. The
 * cost of a frame depends on what is visible. Places are not kept but found by adding up widths
 * from the root on. */
#define NARROWEST_PX 0.5
#define MIN_LABEL_PX 24
#define MIN_DETAIL_PX 160
#define PADDING_PX 4
#define CHAR_PX 7.0 /* slightly wider than most texts */

/* A picture being drawn; places are pixels with fractions. */
typedef struct
{
  const StrataFlame *self;
  const StrataFlameFrame *frame;
  const StrataPalette *palette;
  StrataDrawList *list;
} Pen;

static double
get_level_y (const StrataFlameFrame *frame,
             guint32 depth)
{
  double y_px = (double) depth * STRATA_FLAME_ROW_PX - frame->scroll_px;

  return frame->is_upwards ? frame->height_px - STRATA_FLAME_ROW_PX - y_px : y_px;
}

static gboolean
is_level_seen (const StrataFlameFrame *frame,
               guint32 depth)
{
  double y_px = get_level_y (frame, depth);

  return y_px > -STRATA_FLAME_ROW_PX && y_px < frame->height_px;
}

static gboolean
is_below_seen (const StrataFlameFrame *frame,
               guint32 depth)
{
  return (double) depth * STRATA_FLAME_ROW_PX - frame->scroll_px >= frame->height_px;
}

static StrataBox
get_box (const StrataFlameFrame *frame,
         const double rect[4])
{
  int begin = (int) round (rect[0] * frame->scale);
  int end = (int) round ((rect[0] + rect[2]) * frame->scale);
  int top = (int) round (rect[1] * frame->scale);
  int bottom = (int) round ((rect[1] + rect[3]) * frame->scale);

  return (StrataBox){ .x = begin, .y = top, .width = MAX (end - begin, 1), .height = bottom - top - 1 };
}

static StrataBox
get_level_box (const StrataFlameFrame *frame,
               guint32 depth,
               double begin_px,
               double end_px)
{
  const double rect[4] = { begin_px, get_level_y (frame, depth), end_px - begin_px, STRATA_FLAME_ROW_PX };

  return get_box (frame, rect);
}

static StrataColor
get_color (const Pen *pen,
           guint32 node)
{
  const guint8 hue = pen->self->hues[node];

  if (hue == STRATA_FLAME_HUE_OF_REST)
    return pen->palette->group_background;

  const StrataColor color = pen->self->changes != NULL ? pen->palette->changes[hue] : strata_palette_get_hue_color (pen->palette, hue);

  return pen->self->is_found != NULL && !pen->self->is_found[node] ? strata_color_mix (color, pen->palette->background, 0.75) : color;
}

/* Leaves out the parameters if they hardly fit. */
static void
drop_parameters (const Pen *pen,
                 char *label,
                 int width_px)
{
  const char *parameters = strata_name_find_parameters (label);

  if (parameters != NULL && (double) g_utf8_strlen (label, -1) * CHAR_PX * pen->frame->scale > width_px)
    label[parameters - label] = '\0';
}

static void
add_label (const Pen *pen,
           guint32 node,
           StrataBox box)
{
  int padding = (int) round (PADDING_PX * pen->frame->scale);
  gboolean is_grey = pen->self->hues[node] == STRATA_FLAME_HUE_OF_REST || (pen->self->is_found != NULL && !pen->self->is_found[node]);
  gboolean has_detail = box.width >= MIN_DETAIL_PX * pen->frame->scale;

  if (box.width < MIN_LABEL_PX * pen->frame->scale)
    return;

  g_autofree char *label = strata_flame_dup_label (pen->self, node);
  g_autofree char *detail = has_detail ? strata_flame_dup_detail (pen->self, node) : NULL;
  StrataColor color = is_grey ? pen->palette->header_dim_text : pen->palette->slice_text;
  StrataDrawText text = {
    .x = box.x + padding,
    .y = box.y,
    .width = box.width - 2 * padding,
    .height = box.height,
    .color = color,
    .detail_color = strata_palette_get_detail_color (pen->palette, color),
    .flags = strata_name_has_path (label) ? STRATA_TEXT_END : 0,
  };

  drop_parameters (pen, label, text.width);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, label, detail);
}

static void
add_node (const Pen *pen,
          guint32 node,
          guint32 depth,
          double begin_px,
          double end_px)
{
  StrataBox box = get_level_box (pen->frame, depth, begin_px, end_px);

  if (!is_level_seen (pen->frame, depth) || node == STRATA_CALL_TREE_ROOT)
    return;

  if (box.width > 2)
    box.width--;

  box.color = get_color (pen, node);
  strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, box);
  strata_flame_add_contrast (pen->list, pen->palette, box, pen->frame->scale);
  add_label (pen, node, box);
}

/* Draws all boxes that are too narrow as one. */
static void
add_tail (const Pen *pen,
          guint32 depth,
          double begin_px,
          double end_px)
{
  StrataBox box = get_level_box (pen->frame, depth, begin_px, end_px);

  if (end_px - begin_px < NARROWEST_PX || !is_level_seen (pen->frame, depth))
    return;

  box.color = strata_color_mix (pen->palette->header_dim_text, pen->palette->background, 0.6);
  strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, box);
}

/* A node whose children are still to be drawn, at a level. */
typedef struct
{
  guint32 node;
  guint32 level;
  double begin_px;
  double end_px;
} Open;

static double
get_px_per_ns (const StrataFlame *self,
               const Open *open)
{
  gint64 value = strata_call_tree_get_value (self->tree, open->node);

  return value > 0 ? (open->end_px - open->begin_px) / (double) value : 0.0;
}

static void
add_children (const Pen *pen,
              const Open *open,
              GArray *stack)
{
  const StrataCallTree *tree = pen->self->tree;
  double px_per_ns = get_px_per_ns (pen->self, open);
  double begin_px = open->begin_px;
  double tail_px = 0.0;
  StrataCallNode node;

  strata_call_tree_get_node (tree, open->node, &node);

  for (guint32 i = node.first_child; i < node.first_child + node.n_children; i++)
    {
      double end_px = begin_px + (double) strata_call_tree_get_value (tree, i) * px_per_ns;

      /* the longest come first: all from here on are invisible, except the rest, which is last */
      if (end_px - begin_px < NARROWEST_PX)
        tail_px += end_px - begin_px;
      else
        {
          add_node (pen, i, open->level, begin_px, end_px);
          if (!is_below_seen (pen->frame, open->level + 1))
            g_array_append_val (stack, ((Open){ i, open->level + 1, begin_px, end_px }));
        }

      begin_px = end_px;
    }

  add_tail (pen, open->level, begin_px - tail_px, begin_px);
}

static guint32
get_depth (const StrataFlame *self,
           guint32 node)
{
  StrataCallNode values;

  strata_call_tree_get_node (self->tree, node, &values);
  return values.depth;
}

/* The root of the picture and its callers fill the width. */
static void
add_callers (const Pen *pen,
             guint32 node)
{
  StrataCallNode values;

  for (; node != STRATA_CALL_TREE_ROOT; node = values.parent)
    {
      strata_call_tree_get_node (pen->self->tree, node, &values);
      add_node (pen, node, values.depth - 1, 0.0, pen->frame->width_px);
    }
}

static void
begin_list (const StrataFlameFrame *frame,
            StrataDrawList *list)
{
  strata_draw_list_reset (list, frame->width_px, frame->height_px);
  list->scale = frame->scale;
}

/**
 * strata_flame_build:
 * @self: a flame graph
 * @frame: its view
 * @palette: the colours
 * @list: becomes the picture
 *
 * Draws a flame graph. The outermost calls are the first level.
 */
void
strata_flame_build (const StrataFlame *self,
                    const StrataFlameFrame *frame,
                    const StrataPalette *palette,
                    StrataDrawList *list)
{
  Pen pen = { self, frame, palette, list };
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Open));
  Open root = { frame->root, self->chart != NULL ? 0 : get_depth (self, frame->root), 0.0, frame->width_px };

  begin_list (frame, list);
  if (self->chart != NULL)
    {
      strata_flame_chart_build (self->chart, self->is_found, frame, palette, list);
      return;
    }

  strata_draw_list_add_box (list, STRATA_LAYER_GROUND,
                            (StrataBox){ 0, 0, strata_draw_list_get_device_width (list), strata_draw_list_get_device_height (list), palette->background });
  add_callers (&pen, frame->root);
  g_array_append_val (stack, root);

  while (stack->len > 0)
    {
      Open open = g_array_index (stack, Open, stack->len - 1);

      g_array_set_size (stack, stack->len - 1);
      add_children (&pen, &open, stack);
    }
}

/* Finds the place of a node below the root, from the left edges of its callers. */
static gboolean
find_place (const StrataFlame *self,
            const StrataFlameFrame *frame,
            guint32 node,
            Open *place)
{
  StrataCallNode values;
  StrataCallNode parent;

  if (node == frame->root)
    {
      *place = (Open){ node, get_depth (self, node), 0.0, frame->width_px };
      return TRUE;
    }
  if (node == STRATA_CALL_TREE_ROOT)
    return FALSE;

  strata_call_tree_get_node (self->tree, node, &values);
  if (!find_place (self, frame, values.parent, place))
    return FALSE;

  double px_per_ns = get_px_per_ns (self, place);
  double begin_px = place->begin_px;

  strata_call_tree_get_node (self->tree, values.parent, &parent);
  for (guint32 i = parent.first_child; i < node; i++)
    begin_px += (double) strata_call_tree_get_value (self->tree, i) * px_per_ns;

  *place = (Open){ node, values.depth, begin_px, begin_px + (double) strata_call_tree_get_value (self->tree, node) * px_per_ns };
  return TRUE;
}

static gboolean
is_above_root (const StrataFlame *self,
               const StrataFlameFrame *frame,
               guint32 node)
{
  StrataCallNode values;

  for (guint32 i = frame->root; i != STRATA_NONE; i = values.parent)
    {
      if (i == node)
        return TRUE;

      strata_call_tree_get_node (self->tree, i, &values);
    }

  return FALSE;
}

/**
 * strata_flame_get_rect:
 * @self: a flame graph
 * @frame: its view
 * @node: a node
 * @rect: (out) (array fixed-size=4): its box: x, y, width, height in pixels
 *
 * Returns: %FALSE if @node is not below the root of the frame
 */
gboolean
strata_flame_get_rect (const StrataFlame *self,
                       const StrataFlameFrame *frame,
                       guint32 node,
                       double rect[4])
{
  if (node == STRATA_CALL_TREE_ROOT)
    return FALSE;
  if (self->chart != NULL)
    return strata_flame_chart_get_rect (self->chart, frame, node, rect);

  Open place = { node, get_depth (self, node), 0.0, frame->width_px };

  if (!is_above_root (self, frame, node) && !find_place (self, frame, node, &place))
    return FALSE;

  rect[0] = place.begin_px;
  rect[1] = get_level_y (frame, place.level - 1);
  rect[2] = place.end_px - place.begin_px;
  rect[3] = STRATA_FLAME_ROW_PX;
  return TRUE;
}

static void
add_outline (const Pen *pen,
             guint32 node,
             StrataColor color,
             double width_px)
{
  double rect[4];

  if (node == STRATA_NONE || !strata_flame_get_rect (pen->self, pen->frame, node, rect))
    return;

  StrataBox box = get_box (pen->frame, rect);

  box.color = color;
  strata_draw_list_add_outline (pen->list, STRATA_LAYER_OVER, box, MAX ((int) round (width_px * pen->frame->scale), 1));
}

/**
 * strata_flame_build_marks:
 * @self: a flame graph
 * @frame: its view
 * @palette: the colours
 * @selected: the selected node, or %STRATA_NONE
 * @hovered: the node under the pointer, or %STRATA_NONE
 * @list: becomes the marks, to be drawn over the picture
 *
 * Draws the selection and the hover, which change with each motion of the pointer.
 */
void
strata_flame_build_marks (const StrataFlame *self,
                          const StrataFlameFrame *frame,
                          const StrataPalette *palette,
                          guint32 selected,
                          guint32 hovered,
                          StrataDrawList *list)
{
  Pen pen = { self, frame, palette, list };

  begin_list (frame, list);
  if (hovered != selected)
    add_outline (&pen, hovered, palette->hover, 1.0);
  add_outline (&pen, selected, palette->selection, 2.0);
}

static guint32
find_child_at (const StrataFlame *self,
               Open *place,
               double x_px)
{
  double px_per_ns = get_px_per_ns (self, place);
  double begin_px = place->begin_px;
  StrataCallNode node;

  strata_call_tree_get_node (self->tree, place->node, &node);
  for (guint32 i = node.first_child; i < node.first_child + node.n_children; i++)
    {
      double end_px = begin_px + (double) strata_call_tree_get_value (self->tree, i) * px_per_ns;

      if (x_px < end_px)
        {
          *place = (Open){ i, place->level + 1, begin_px, end_px };
          return i;
        }

      begin_px = end_px;
    }

  return STRATA_NONE;
}

static guint32
get_caller_at (const StrataFlame *self,
               guint32 node,
               guint32 level)
{
  StrataCallNode values;

  strata_call_tree_get_node (self->tree, node, &values);
  for (; values.depth > level + 1; strata_call_tree_get_node (self->tree, node, &values))
    node = values.parent;

  return node;
}

/**
 * strata_flame_find:
 * @self: a flame graph
 * @frame: its view
 * @x_px: a place
 * @y_px: the same
 *
 * Returns: the node there, or %STRATA_NONE
 */
guint32
strata_flame_find (const StrataFlame *self,
                   const StrataFlameFrame *frame,
                   double x_px,
                   double y_px)
{
  if (self->chart != NULL)
    return strata_flame_chart_find (self->chart, frame, x_px, y_px);

  double from_px = frame->is_upwards ? frame->height_px - y_px : y_px;
  double level = floor ((from_px + frame->scroll_px) / STRATA_FLAME_ROW_PX);
  Open place = { frame->root, get_depth (self, frame->root), 0.0, frame->width_px };

  if (level < 0 || level >= self->n_levels || x_px < 0 || x_px >= frame->width_px)
    return STRATA_NONE;
  if (level < place.level)
    return get_caller_at (self, frame->root, (guint32) level);

  guint32 node = STRATA_NONE;

  while (place.level <= level)
    if ((node = find_child_at (self, &place, x_px)) == STRATA_NONE)
      return STRATA_NONE;

  return node;
}

typedef struct
{
  const StrataFlame *self;
  const StrataFlameFrame *frame;
  const StrataPalette *palette;
} Picture;

static void
draw_picture (cairo_t *cr,
              StrataPainter *painter,
              gpointer data)
{
  const Picture *picture = data;
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();

  strata_flame_build (picture->self, picture->frame, picture->palette, list);
  strata_painter_draw (painter, cr, list);
}

/**
 * strata_flame_export:
 * @self: a flame graph
 * @width_px: width of the picture
 * @frame: its view, except for the width
 * @palette: the colours
 * @name: a name whose suffix chooses the format: .svg, .png or .pdf
 * @error: return location for an error
 *
 * Makes a picture of all levels, or of as many as fit the height of @frame.
 *
 * Returns: (transfer full): the file's content, or %NULL
 */
GBytes *
strata_flame_export (const StrataFlame *self,
                     int width_px,
                     const StrataFlameFrame *frame,
                     const StrataPalette *palette,
                     const char *name,
                     GError **error)
{
  StrataFlameFrame whole = *frame;
  Picture picture = { self, &whole, palette };

  whole.width_px = width_px;
  whole.height_px = MAX (strata_flame_get_height_px (self), STRATA_FLAME_ROW_PX);
  if (frame->height_px > 0.0)
    whole.height_px = MIN (whole.height_px, frame->height_px);
  whole.scroll_px = 0.0;
  whole.scale = 1.0;

  return strata_export_drawing (width_px, (int) whole.height_px, draw_picture, &picture, name, NULL, error);
}
