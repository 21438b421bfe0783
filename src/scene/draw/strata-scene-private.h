/* strata-scene-private.h - shared by the files of the scene
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-draw-list-private.h"
#include "strata-item-class.h"
#include "strata-palette-private.h"
#include "strata-scene.h"

G_BEGIN_DECLS

/* The source and the target of a drawing. All places are device pixels of the picture unless a
 * name says otherwise. */
struct _StrataPen
{
  StrataSession *session;
  const StrataSceneIndex *index;
  StrataTrace *trace;
  const StrataSceneRegion *frame;
  const StrataPalette *palette;
  StrataDrawList *list;
  StrataGrid grid;                   /* columns of the time area */
  int x;                             /* first device pixel of the time area */
  double scroll_px;                  /* how far the lanes of the part that is drawn are scrolled down */
  double top_px;                     /* top of the part that is drawn */
  StrataColor fills[STRATA_N_FILLS]; /* the colour of each hue */
  StrataColumn runs;                 /* (element-type StrataRun): reused from row to row */
};

typedef struct
{
  gint64 origin_ns; /* start of the trace */
  gint64 step_ns;
  gint64 first_ns; /* the first tick at or after the left edge, since the start of the trace */
  guint n_minor;   /* minor ticks to a step */
} StrataTicks;

/* Sets up the pen for one part of a frame. Everything it is given is borrowed and must outlive
 * it. Clear it afterwards. */
void strata_pen_init (StrataPen *self, StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);

/* Frees the memory of the pen. */
void strata_pen_clear (StrataPen *self);

/* Starts a walk over the lanes in the part of the frame that is drawn. */
void strata_pen_walk (const StrataPen *self, StrataLaneWalk *walk);

/* Converts logical to device pixels. */
int strata_pen_to_device (const StrataPen *self, double px);
/* The same for sizes that grow with the text scale. */
int strata_pen_text_to_device (const StrataPen *self, int px);

/* Converts a height among the lanes (logical pixels, unscrolled) to device pixels of the frame. */
int strata_pen_get_y (const StrataPen *self, double lanes_y_px);

/* Returns the column of the time area, clamped to one outside at either end: -1 to n_columns. */
int strata_pen_get_column (const StrataPen *self, gint64 time_ns);

/* Returns the finest ticks, at steps of 1, 2 or 5, whose labels fit. @unit: of the trace, %NULL
 * for time. */
StrataTicks strata_scene_find_ticks (const StrataViewport *viewport, gint64 origin_ns, const char *unit);

/* Finds the column of the tick @i steps after the first, and its time since the start of the trace. Returns %FALSE
 * behind the last column, and where times end. */
gboolean strata_scene_find_tick (const StrataTicks *ticks, const StrataGrid *grid, gint64 i, gint64 *offset_ns, double *column);

/* The text of a lane's header. */
struct _StrataLaneTitle
{
  const char *name; /* borrowed: the name of the lane */
  char *detail;     /* nullable: less important text, such as an id; owned */
};

/* Draws the header of a lane; its title stays visible while any part of the lane is. */
void strata_scene_add_header (StrataPen *pen, const StrataLane *lane);

/* Draws the note below the last lane that says how many lanes are hidden, if any are. */
void strata_scene_add_hidden_note (StrataPen *pen);

/* Returns the layout of a line in a header, from @x to its right edge. Device pixels. */
StrataDrawText strata_scene_make_header_text (StrataPen *pen, int x, int y, int height);

/* One row of slices and how it is drawn. */
typedef struct
{
  const StrataSliceTable *table; /* the slices of the row */
  StrataLayer layer;             /* where it is drawn */
  int y;                         /* its top */
  int height;                    /* its height */
  const StrataColor *colors;     /* nullable: the colour of each hue, or NULL for the palette's */
  StrataColor *pixels;           /* nullable: NULL if boxes are drawn. strata_scene_add_row() sets this and all below */
  const StrataHits *hits;        /* nullable: NULL if all slices look alike */
  /* (array length=STRATA_N_FILLS) nullable: the colours of slices that do not match; NULL if they
   * are hidden */
  const StrataColor *pale;
} StrataSceneRow;

/* Draws a row of @lod: boxes with labels where items are few, else one strip. */
void strata_scene_add_row (StrataPen *pen, const StrataLodIndex *lod, guint32 row_index, StrataSceneRow row, gboolean has_labels);

/* Returns the item drawn at @column of a row, of kind NONE if there is none. Hits of a search
 * are above other slices. */
StrataItem strata_scene_find_in_row (const StrataPen *pen, const StrataLodIndex *lod, const StrataSliceTable *table, guint32 row, int column);

/* As above; also finds an item a few columns beside @column. */
StrataItem strata_scene_find_near (const StrataPen *pen, const StrataLodIndex *lod, const StrataSliceTable *table, guint32 row, int column);

/* Draws the strip of thread states of a lane. */
void strata_scene_add_states (StrataPen *pen, const StrataLane *lane);

/* Returns the state drawn at @column, the longest if several share it; else the sleep behind them. */
StrataItem strata_scene_find_state (const StrataPen *pen, const StrataLane *lane, int column);

/* A search for the edge that is nearest to the pointer. */
struct _StrataSnap
{
  const StrataPen *pen; /* the pen of the lanes; borrowed */
  gint64 time_ns;       /* at the pointer */
  double x_px;          /* of the pointer, in the time area */
  double best_px;       /* distance of the best edge so far */
  gint64 best_ns;       /* its time */
  double bonus_px;      /* bonus of the current row, see strata_snap_enter_row() */
};

/* Call before the edges of a row are tried. @is_pointed: the pointer is in this row, so its
 * edges are preferred. */
void strata_snap_enter_row (StrataSnap *self, gboolean is_pointed);

/* Tries the edges of the slices around the pointer, among those from @begin to @end in the drawing
 * order of @table. */
void strata_snap_try_slices (StrataSnap *self, const StrataSliceTable *table, guint32 begin, guint32 end);

/* Finds top and height of an item in @lane, in logical pixels among the lanes; FALSE if its row
 * is not shown. */
gboolean strata_scene_get_extent (StrataSession *session, StrataItem item, const StrataLane *lane, StrataItemExtent *extent);

/* Draws an arrow between two items, if any part of it is visible. @alpha: 0 to 1. */
void strata_scene_add_arrow (StrataPen *pen, const StrataLink *link, double alpha);

/* Draws the arrows of the selection; those that touch the selected item are opaque. */
void strata_scene_add_links (StrataPen *pen);

/* Draws the ticks of raw events on the visible lanes. */
void strata_scene_add_events (StrataPen *pen);

/* Returns the raw event whose tick is at a place, of kind NONE if there is none. @y_px: among
 * the lanes. */
StrataItem strata_scene_find_event (const StrataPen *pen, const StrataLane *lane, double y_px, int column);

/* Draws the critical path at the foot of a lane. Does nothing without a path. */
void strata_scene_add_path (StrataPen *pen, const StrataLane *lane);

/* Draws the wake-ups along the critical path. */
void strata_scene_add_path_links (StrataPen *pen);

/* Returns the segment of the critical path at @column. */
StrataItem strata_scene_find_on_path (const StrataPen *pen, int column);

/* Returns where the critical path of a lane begins, in logical pixels among the lanes. */
double strata_scene_get_path_top_px (const StrataLane *lane);

/* Returns the hits of the search, borrowed, if slices that do not match are to be dimmed or
 * hidden; else %NULL. */
const StrataHits *strata_scene_get_hits (const StrataPen *pen);

/* The same for instants and counters. */
const StrataHits *strata_scene_get_other_hits (const StrataPen *pen);

/* Returns @color as it is drawn for items that do not match the search. */
StrataColor strata_scene_get_pale (const StrataPen *pen, StrataColor color);

/* Reports which of the @n_bins equal parts of the trace, [begin, end), a column of the overview
 * shows; FALSE for none. */
gboolean strata_scene_get_overview_bins (const StrataPen *pen, int column, int n_bins, int *begin, int *end);

/* Marks at the top of the overview where hits begin. */
void strata_scene_add_hit_marks (StrataPen *pen);

/* Returns how bad a verdict is; the worst of a column is drawn. 0 means no frame. */
guint8 strata_scene_get_severity (StrataFrameVerdict verdict);

/* Returns the colour of the verdict with a severity, see the table of severities in
 * strata-scene-frames.c. */
StrataColor strata_scene_get_severity_color (const StrataPalette *palette, guint8 severity);

/* Draws a stripe behind all lanes for every other VSYNC period, if the view shows them. */
void strata_scene_add_vsyncs (StrataPen *pen);

/* Marks slow frames at the bottom of the overview, and long tasks above them. */
void strata_scene_add_slow_marks (StrataPen *pen);

/* Boxes with text on the ruler, in device pixels. Ticks below them have no labels. */
typedef struct
{
  guint n_boxes;
  int begin[3];
  int end[3];
} StrataRulerBoxes;

/* Draws the bookmarks as flags on the ruler. */
void strata_scene_add_flags (StrataPen *pen);

/* Draws the bar and length of the cursors, or of the area if there is no measure, and stores
 * the boxes for hit tests in @boxes. */
void strata_scene_add_measure (StrataPen *pen, StrataRulerBoxes *boxes);

/* Sizes of lane headers. */
#define STRATA_HEADER_INDENT_PX 24
#define STRATA_HEADER_PADDING_PX 8
#define STRATA_HEADER_TEXT_PX 18

G_END_DECLS
