/* strata-draw-list-private.h - the layout of a draw list, for the scene and its painter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-draw-list.h"

G_BEGIN_DECLS

/* Layers are painted one after the other. Within a layer, boxes come first in unspecified order,
 * then strips, graphs, shapes, arrows and texts. So elements of the same kind must not overlap,
 * and can be painted one colour at a time. */
typedef enum
{
  STRATA_LAYER_GROUND,  /* backgrounds */
  STRATA_LAYER_LINES,   /* lines and grid */
  STRATA_LAYER_CONTENT, /* slices, runs, graphs and their texts */
  STRATA_LAYER_OVER,    /* everything over the content */
  STRATA_N_LAYERS,
} StrataLayer;

/* All places and sizes below are in device pixels. */

typedef struct
{
  int x;
  int y;
  int width;
  int height;
  StrataColor color;
} StrataBox;

/* A row of pixels, each @height high. */
typedef struct
{
  int x;
  int y;
  int height;
  guint32 n_pixels;  /* how many there are; a pixel of 0 is empty */
  gsize first_pixel; /* place of its first pixel in the list's pixels */
} StrataStrip;

/* A column of a graph. @top is -1 if nothing is known. */
typedef struct
{
  gint16 top;    /* pixels from the graph's top to the largest value of the column */
  gint16 bottom; /* pixels from the top to the smallest; above @top + 1 or equal */
} StrataLevel;

/* A step graph with one level per column. */
typedef struct
{
  int x;
  int y;
  int height;
  int above_px; /* height of the base line above its bottom; the graph is filled between base line and level */
  guint32 n_columns;
  gsize first_level;
  StrataColor fill;
  StrataColor line;
} StrataGraph;

typedef enum
{
  STRATA_SHAPE_TRIANGLE_RIGHT,
  STRATA_SHAPE_TRIANGLE_DOWN,
  STRATA_SHAPE_DIAMOND,
} StrataShapeKind;

/* A small shape inside a square of @size pixels at x, y. */
typedef struct
{
  StrataShapeKind kind;
  int x;
  int y;
  int size;
  StrataColor color;
} StrataShape;

/* A bent arrow. */
typedef struct
{
  int x[4];          /* the four points of a Bézier curve */
  int y[4];          /* the same */
  int head;          /* length of the head at its end; 0 for none */
  double width;      /* of the line */
  double halo_width; /* how far the halo reaches around line and head */
  StrataColor color; /* of line and head */
  StrataColor halo;  /* separates it from the content below */
} StrataArrow;

typedef enum
{
  STRATA_TEXT_BOLD = 1 << 0,         /* the text, not its detail */
  STRATA_TEXT_DETAIL_RIGHT = 1 << 1, /* the detail is at the right end, else after the text */
  STRATA_TEXT_DETAIL_FIRST = 1 << 2, /* the text gives way to the detail, else the detail to the text */
  STRATA_TEXT_CENTRED = 1 << 3,
  STRATA_TEXT_MIDDLE = 1 << 4, /* shortened in the middle, since names often differ at their ends */
  STRATA_TEXT_END = 1 << 5,    /* shortened at its start */
} StrataTextFlags;

#define STRATA_NO_TEXT G_MAXSIZE

/* A line of text in the middle of a box, shortened to its width. */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
  StrataColor color;
  StrataColor detail_color;
  guint flags;
  gsize text;   /* place of the text in the list's bytes */
  gsize detail; /* place of a second, dimmer text, or STRATA_NO_TEXT */
} StrataDrawText;

typedef struct
{
  StrataColumn boxes;
  StrataColumn strips;
  StrataColumn graphs;
  StrataColumn shapes;
  StrataColumn arrows;
  StrataColumn texts;
} StrataLayerColumns;

struct _StrataDrawList
{
  double width_px;
  double height_px;
  double scale;
  StrataLayerColumns layers[STRATA_N_LAYERS];
  StrataColumn pixels; /* StrataColor */
  StrataColumn levels; /* StrataLevel */
  StrataColumn bytes;  /* NUL-ended texts */
};

/* Returns the width in device pixels, rounded up. */
int strata_draw_list_get_device_width (const StrataDrawList *self);

/* Returns the height in device pixels, rounded up. */
int strata_draw_list_get_device_height (const StrataDrawList *self);

/* Adds a filled box, clipped to one pixel around the list. Device pixels, as all positions
 * below. */
void strata_draw_list_add_box (StrataDrawList *self, StrataLayer layer, StrataBox box);

/* Adds the four edges of a box, inside it, @line pixels wide, in the colour of the box. */
void strata_draw_list_add_outline (StrataDrawList *self, StrataLayer layer, StrataBox box, int line);

/* Adds a row of pixels and returns them, transparent at first. Write them before anything else
 * is added. */
StrataColor *strata_draw_list_add_strip (StrataDrawList *self, StrataLayer layer, int x, int y, int height, guint32 n_pixels);

/* Adds a graph and returns its columns, all 0 at first. Write them before anything else is
 * added. */
StrataLevel *strata_draw_list_add_graph (StrataDrawList *self, StrataLayer layer, StrataGraph graph);

/* Adds a copy of a shape. */
void strata_draw_list_add_shape (StrataDrawList *self, StrataLayer layer, StrataShape shape);

/* Adds a copy of an arrow. */
void strata_draw_list_add_arrow (StrataDrawList *self, StrataLayer layer, StrataArrow arrow);

/* Adds a label; @string and @detail (nullable) are copied. No effect without width. */
void strata_draw_list_add_text (StrataDrawList *self, StrataLayer layer, StrataDrawText text, const char *string, const char *detail);

G_END_DECLS
