/* strata-scene-private.h - what the parts of the scene share
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

/**
 * StrataPen:
 * @grid: columns of the time area
 * @x: first device pixel of the time area
 * @scroll_px: how far the lanes of the part that is drawn are scrolled down
 * @top_px: top of the part that is drawn
 * @fills: the colour of each hue
 * @runs: (element-type StrataRun): reused from row to row
 *
 * What a picture is drawn from and into. All places are device pixels of the
 * picture unless a name says otherwise.
 */
struct _StrataPen
{
  StrataSession *session;
  const StrataSceneIndex *index;
  StrataTrace *trace;
  const StrataSceneRegion *frame;
  const StrataPalette *palette;
  StrataDrawList *list;
  StrataGrid grid;
  int x;
  double scroll_px;
  double top_px;
  StrataColor fills[STRATA_N_FILLS];
  StrataColumn runs;
};

typedef struct
{
  gint64 step_ns;
  gint64 first_ns; /* the first tick at or after the left edge, since the begin of the trace */
  guint n_minor;   /* minor ticks to a step */
} StrataTicks;

void strata_pen_init (StrataPen *self, StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);
void strata_pen_clear (StrataPen *self);
void strata_pen_walk (const StrataPen *self, StrataLaneWalk *walk);
int strata_pen_to_device (const StrataPen *self, double px);
/* The same for what is as large as the text: grows with the text scale. */
int strata_pen_text_to_device (const StrataPen *self, int px);
int strata_pen_get_y (const StrataPen *self, double lanes_y_px);
int strata_pen_get_column (const StrataPen *self, gint64 time_ns);

StrataTicks strata_scene_find_ticks (const StrataViewport *viewport, gint64 origin_ns, const char *unit);

/**
 * StrataLaneTitle:
 * @name: (transfer none): what it is called
 * @detail: (nullable): what is less important, such as an id; owned
 *
 * What the header of a lane says.
 */
struct _StrataLaneTitle
{
  const char *name;
  char *detail;
};

void strata_scene_add_header (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_hidden_note (StrataPen *pen);
StrataText strata_scene_make_header_text (StrataPen *pen, int x, int y, int height);

/**
 * StrataSceneRow:
 * @table: the slices of the row
 * @layer: where it is drawn
 * @y: its top
 * @height: its height
 * @colors: (nullable): the colour of each hue, or %NULL for those of the palette
 * @pixels: (nullable): %NULL where boxes are drawn. This and what follows is set by strata_scene_add_row()
 * @hits: (nullable): %NULL where all slices look alike
 * @pale: (nullable) (array length=STRATA_N_FILLS): the colours of what is no hit; %NULL where that is hidden
 *
 * One row of slices and how it is drawn.
 */
typedef struct
{
  const StrataSliceTable *table;
  StrataLayer layer;
  int y;
  int height;
  const StrataColor *colors;
  StrataColor *pixels;
  const StrataHits *hits;
  const StrataColor *pale;
} StrataSceneRow;

void strata_scene_add_row (StrataPen *pen, const StrataLodIndex *lod, guint32 row_index, StrataSceneRow row, gboolean has_labels);
StrataItem strata_scene_find_in_row (const StrataPen *pen, const StrataLodIndex *lod, const StrataSliceTable *table, guint32 row, int column);
StrataItem strata_scene_find_near (const StrataPen *pen, const StrataLodIndex *lod, const StrataSliceTable *table, guint32 row, int column);

void strata_scene_add_states (StrataPen *pen, const StrataLane *lane);
StrataItem strata_scene_find_state (const StrataPen *pen, const StrataLane *lane, int column);

/**
 * StrataSnap:
 * @pen: what the lanes are drawn with; borrowed
 * @time_ns: at the pointer
 * @x_px: of the pointer, in the time area
 * @best_px: how far the best edge is away
 * @best_ns: where it is
 * @bonus_px: of the row that is being looked at, see strata_snap_enter_row()
 *
 * A search for the edge that is nearest to the pointer.
 */
struct _StrataSnap
{
  const StrataPen *pen;
  gint64 time_ns;
  double x_px;
  double best_px;
  gint64 best_ns;
  double bonus_px;
};

void strata_snap_enter_row (StrataSnap *self, gboolean is_pointed);
void strata_snap_try_edge (StrataSnap *self, gint64 edge_ns);
void strata_snap_try_slices (StrataSnap *self, const StrataSliceTable *table, guint32 begin, guint32 end);

gboolean strata_scene_get_extent (StrataSession *session, StrataItem item, const StrataLane *lane, StrataItemExtent *extent);
void strata_scene_add_arrow (StrataPen *pen, const StrataLink *link, double alpha);
void strata_scene_add_links (StrataPen *pen);
void strata_scene_add_events (StrataPen *pen);
StrataItem strata_scene_find_event (const StrataPen *pen, const StrataLane *lane, double y_px, int column);

void strata_scene_add_path (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_path_links (StrataPen *pen);
StrataItem strata_scene_find_on_path (const StrataPen *pen, int column);
double strata_scene_get_path_top_px (const StrataLane *lane);

const StrataHits *strata_scene_get_hits (const StrataPen *pen);
const StrataHits *strata_scene_get_other_hits (const StrataPen *pen);
StrataColor strata_scene_get_pale (const StrataPen *pen, StrataColor color);
void strata_scene_add_hit_marks (StrataPen *pen);

/* How bad a verdict is: of those that share a column the worst is drawn. 0 is for nothing there. */
guint8 strata_scene_get_severity (StrataFrameVerdict verdict);
StrataColor strata_scene_get_severity_color (const StrataPalette *palette, guint8 severity);
void strata_scene_add_vsyncs (StrataPen *pen);
void strata_scene_add_slow_marks (StrataPen *pen);

/* What of the ruler is taken by boxes with text, in device pixels: ticks there have no labels. */
typedef struct
{
  guint n_boxes;
  int begin[3];
  int end[3];
} StrataRulerBoxes;

void strata_scene_add_flags (StrataPen *pen);
void strata_scene_add_measure (StrataPen *pen, StrataRulerBoxes *boxes);

/* Of the headers of lanes. */
#define STRATA_HEADER_INDENT_PX 24
#define STRATA_HEADER_PADDING_PX 8
#define STRATA_HEADER_TEXT_PX 18

G_END_DECLS
