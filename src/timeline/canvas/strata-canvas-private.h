/* strata-canvas-private.h - shared by the files of the canvas
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-canvas.h"
#include "strata-painter.h"
#include "strata-pictures.h"
#include "strata-session.h"

G_BEGIN_DECLS

/* The movement of the view. Steps (keys) are remaining distances, of which each frame takes a
 * share, so repeated keys add up and no step has to end before the next begins. A show moves from
 * one view to another in a fixed time. Inertia (drags, touchpads) is a speed that decays. */
typedef struct
{
  guint tick_id;
  gint64 last_us;
  StrataViewport left_view; /* of the previous frame; if anything else has moved the view since, it takes over */

  double zoom_left_log; /* natural logarithm of the remaining factor */
  double zoom_x_px;     /* the place that does not move */
  double pan_left_px;
  double scroll_left_px;
  gboolean is_revealing; /* the remaining scrolling reveals the selection */

  double pan_px_per_s;
  double scroll_px_per_s;

  gboolean is_showing;
  gboolean is_far; /* the views do not overlap */
  gint64 show_begin_us;
  gint64 base_ns; /* offsets are relative to this, as doubles cannot hold absolute times */
  double from_offset_ns;
  double from_ns_per_px;
  double to_offset_ns;
  double to_ns_per_px;
  StrataSpan to_span;
} StrataMotion;

/* A drag on the lanes, and its recent speed. */
typedef struct
{
  gboolean is_active;
  double last_dx_px;
  double last_dy_px;
  guint32 last_ms;
  double pan_px_per_s;
  double scroll_px_per_s;
} StrataDrag;

/* What a drag that begins now does. */
typedef enum
{
  STRATA_DRAG_PAN,
  STRATA_DRAG_AREA,
  STRATA_DRAG_MEASURE,
  STRATA_DRAG_MOVE,
} StrataDragKind;

/* A drag that selects an area, with its start. */
typedef struct
{
  gboolean is_active;
  gboolean is_on_header;
  gint64 begin_ns;
  guint32 begin_lane;
} StrataAreaDrag;

/* A drag of a lane by its header, and where the lane would go. */
typedef struct
{
  gboolean is_active;
  guint32 lane;
  guint32 sibling; /* STRATA_NONE for nowhere */
  gboolean is_after;
  int edge_px; /* from the top of all lanes */
} StrataMoveDrag;

struct _StrataCanvas
{
  GtkWidget parent_instance;

  StrataSession *session;       /* owned */
  const StrataPalette *palette; /* borrowed: static */
  GtkAdjustment *vadjustment;   /* owned */

  StrataDrawList *list;    /* owned: reused by every build */
  StrataPainter *painter;  /* owned, nullable until first needed */
  StrataPictures pictures; /* of the content */
  double header_px;        /* width of the lane headers */
  GskRenderNode *content;  /* owned, nullable: NULL if it has to be drawn again */
  GskRenderNode *dims;     /* owned, nullable: the same */
  GskRenderNode *marks;    /* owned, nullable: the same */
  GtkWidget *menu;         /* owned, nullable: opened last */
  guint32 dimmed_for;      /* index of the thread that the dims are made for, or STRATA_NONE */

  StrataSpan seen; /* the visible time of the last frame */

  double band_begin_px; /* of the canvas; the band shows while they differ */
  double band_end_px;

  /* The lane that stays in place when others open and close, and how far its top is below the top
   * of the canvas. */
  guint32 anchor_lane;
  double anchor_px;
  guint n_quiet; /* above 0, the user does not cause scrolling */

  gboolean is_pointer_inside;
  double pointer_x_px;
  double pointer_y_px;
  gboolean is_wheel_zooming;     /* the wheel zooms, and scrolls with Ctrl */
  gboolean has_scrolled_zooming; /* the touchpad's last scroll zoomed: no inertia */
  double pinch_scale;
  StrataDrag drag;
  gboolean is_area_tool; /* every drag selects an area */
  StrataAreaDrag area_drag;
  gboolean is_measuring; /* a drag moves cursor B */
  StrataMoveDrag move_drag;
  StrataMotion motion;
};

/* The snapshot vfunc. */
void strata_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

/* Returns its painter, which is made when first needed. */
StrataPainter *strata_canvas_get_painter (StrataCanvas *self);

/* Adds the gesture of the context menu. Like the other init functions, called once by the
 * instance's init. */
void strata_canvas_init_menu (StrataCanvas *self);

/* Adds the controllers for pointer, scrolling and gestures. */
void strata_canvas_init_input (StrataCanvas *self);

/* Adds the drag that marks an area. */
void strata_canvas_init_area (StrataCanvas *self);

/* Returns what a drag that begins now does, by modifiers, tool and place. Only the handlers of
 * that kind claim the gesture. */
StrataDragKind strata_canvas_find_drag_kind (StrataCanvas *self, GtkGesture *gesture);

/* Begin and current place of a drag, in pixels of the canvas. */
typedef struct
{
  double begin_x_px;
  double begin_y_px;
  double x_px;
  double y_px;
} StrataDragPath;

/* A kind of drag. begin() refuses by returning FALSE; update() is called with a session, and when the
 * pointer has moved far enough for a drag or is_active() is TRUE. */
typedef struct
{
  StrataDragKind kind;
  gboolean (*begin) (StrataCanvas *self, double x_px, double y_px);
  gboolean (*is_active) (StrataCanvas *self);
  void (*update) (StrataCanvas *self, GtkGestureDrag *gesture, StrataDragPath path);
  void (*end) (StrataCanvas *self);
} StrataCanvasDrag;

/* Adds a gesture for such drags; @drag is static. The canvas owns it. */
GtkGesture *strata_canvas_add_drag (StrataCanvas *self, const StrataCanvasDrag *drag);

/* Adds the drag that moves lanes by their headers. */
void strata_canvas_init_move (StrataCanvas *self);

/* Draws the header that is dragged and the line where it will be dropped. Does nothing
 * otherwise. */
void strata_canvas_append_move (StrataCanvas *self, GtkSnapshot *snapshot, const StrataSceneRegion *frame);

/* Adds the drag that measures between two cursors. */
void strata_canvas_init_measure (StrataCanvas *self);

/* Draws the cursors, one pixel wide. */
void strata_canvas_append_cursors (StrataCanvas *self, GtkSnapshot *snapshot, const StrataSceneRegion *frame);

/* Sets the pointer's shape for the current tool. */
void strata_canvas_update_cursor (StrataCanvas *self);

/* Draws the area over the kept content. */
void strata_canvas_append_area (StrataCanvas *self, GtkSnapshot *snapshot, const StrataSceneRegion *frame);

/* Finds the item under the pointer again and updates the hover. Call it when the pointer or the
 * view has moved. */
void strata_canvas_update_hover (StrataCanvas *self);

/* Returns (nullable) a lane; NULL if there is no such lane. */
const StrataLane *strata_canvas_get_lane (StrataCanvas *self, guint32 lane);

/* Updates the vertical adjustment to the height of lanes and canvas. Its value stays within the
 * new range. */
void strata_canvas_configure_scroll (StrataCanvas *self);

/* Call it after heights or the order of lanes changed: scrolls so that the remembered lane
 * stays in place, unless it is pinned now. */
void strata_canvas_keep_anchor (StrataCanvas *self);

/* Remembers the lane under the pointer, or else the topmost that scrolls, and its position. */
void strata_canvas_update_anchor (StrataCanvas *self);

/* Scrolls like strata_canvas_scroll_by(), to show the selection. */
void strata_canvas_scroll_to_reveal (StrataCanvas *self, double delta_px);

/* Starts to pan and scroll at a speed that decays, in pixels per second. No effect without
 * animations. */
void strata_canvas_set_inertia (StrataCanvas *self, double pan_px_per_s, double scroll_px_per_s);

G_END_DECLS
