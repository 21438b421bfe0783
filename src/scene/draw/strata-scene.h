/* strata-scene.h - a session becomes a draw list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-draw-list.h"
#include "strata-palette.h"
#include "strata-session.h"

G_BEGIN_DECLS

/* A part of a frame. */
typedef enum
{
  STRATA_FRAME_ALL,    /* all of it */
  STRATA_FRAME_PINNED, /* the pinned lanes above */
  STRATA_FRAME_REST,   /* the lanes that scroll below them */
} StrataSceneRegionPart;

/* The part of the lanes that a picture shows. Time comes from the session's viewport, whose width
 * must be @width_px - @header_px. */
typedef struct
{
  double width_px;            /* width of the picture, lane headers included */
  double height_px;           /* height of the picture */
  double header_px;           /* width of the lane headers at its left; 0 for none */
  double scroll_px;           /* how far the lanes are scrolled down */
  double scale;               /* device pixels per logical pixel */
  double pinned_px;           /* height of the pinned lanes at the top, which do not scroll */
  StrataSceneRegionPart part; /* which part is drawn; each is a picture of its own in the same place, to be clipped */
} StrataSceneRegion;

guint strata_frame_split (const StrataSceneRegion *self, StrataSceneRegion parts[2]);
void strata_frame_get_clip (const StrataSceneRegion *self, double *begin_px, double *end_px);
double strata_frame_to_lanes_y (const StrataSceneRegion *self, double y_px);
double strata_frame_from_lanes_y (const StrataSceneRegion *self, double lanes_y_px);

/* The layers of a frame. Content is kept between frames and painted again only when the view
 * changes; dims also when another thread is selected. Marks (selection, hover) change often and
 * cost little. */
void strata_scene_build_lanes (StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);
gboolean strata_scene_build_dims (StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list, double *begin_px, double *end_px);
void strata_scene_build_marks (StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);
void strata_scene_build_ruler (StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);
void strata_scene_build_overview (StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);

typedef struct
{
  guint32 lane;       /* index of the lane at the place, or STRATA_NONE */
  gboolean is_header; /* whether the place is on the lane's header */
  gint64 time_ns;     /* the time at the place */
  StrataItem item;    /* the item drawn there */
} StrataHit;

gboolean strata_scene_is_on_note (StrataSession *session, const StrataSceneRegion *frame, double y_px);
void strata_scene_hit (StrataSession *session, const StrataSceneRegion *frame, double x_px, double y_px, StrataHit *hit);

/* The overview shows the bounds of the viewport between the lane headers and the right edge. */
gint64 strata_scene_overview_x_to_time (StrataSession *session, const StrataSceneRegion *frame, double x_px);
double strata_scene_overview_time_to_x (StrataSession *session, const StrataSceneRegion *frame, gint64 time_ns);

gboolean strata_scene_get_area_rect (StrataSession *session, const StrataSceneRegion *frame, double rect[4]);
gboolean strata_scene_get_item_rect (StrataSession *session, const StrataSceneRegion *frame, StrataItem item, double rect[4]);

#define STRATA_SCENE_HEADER_PX 220
#define STRATA_SCENE_RULER_PX 26
#define STRATA_SCENE_NOTE_PX 30   /* height of the note below all lanes that some are hidden */
#define STRATA_SCENE_HANDLE_PX 14 /* of a cursor, on the ruler */
#define STRATA_SCENE_OVERVIEW_PX 44

gint64 strata_scene_snap (StrataSession *session, const StrataSceneRegion *region, double x_px, double y_px);

G_END_DECLS
