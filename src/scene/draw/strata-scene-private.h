/* strata-scene-private.h - what the parts of the scene share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-draw-list-private.h"
#include "strata-palette-private.h"
#include "strata-scene.h"
#include "strata-session-private.h"

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
typedef struct
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
} StrataPen;

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
int strata_pen_get_y (const StrataPen *self, double lanes_y_px);

StrataTicks strata_scene_find_ticks (const StrataViewport *viewport, gint64 origin_ns);

void strata_scene_add_header (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_hidden_note (StrataPen *pen);
void strata_scene_add_group (StrataPen *pen, const StrataLane *group);
void strata_scene_add_slices (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_summary (StrataPen *pen, const StrataTrack *track, int y, int height);
void strata_scene_add_cpu (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_states (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_usage (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_activity (StrataPen *pen, guint32 process, int y, int height);
void strata_scene_add_hatch (StrataPen *pen, const guint8 *marks, int y, int height);
void strata_scene_add_losses (StrataPen *pen, guint32 cpu_index, int y, int height);
void strata_scene_add_counter (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_instants (StrataPen *pen, const StrataLane *lane);

guint32 strata_scene_find_lane (StrataSession *session, StrataItem item);
void strata_scene_add_arrow (StrataPen *pen, const StrataLink *link, double alpha);
void strata_scene_add_links (StrataPen *pen);
void strata_scene_add_events (StrataPen *pen);
StrataItem strata_scene_find_event (const StrataPen *pen, const StrataLane *lane, double y_px, int column);

void strata_scene_add_path (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_path_links (StrataPen *pen);
void strata_scene_add_frames (StrataPen *pen, const StrataLane *lane);
const StrataHits *strata_scene_get_hits (const StrataPen *pen);
const StrataHits *strata_scene_get_other_hits (const StrataPen *pen);
StrataColor strata_scene_get_pale (const StrataPen *pen, StrataColor color);
void strata_scene_add_hit_marks (StrataPen *pen);
void strata_scene_add_phases (StrataPen *pen, const StrataLane *lane);
void strata_scene_add_vsyncs (StrataPen *pen);
void strata_scene_add_slow_marks (StrataPen *pen);
StrataItem strata_scene_find_frame (const StrataPen *pen, const StrataLane *lane, int column);
StrataItem strata_scene_find_phase (const StrataPen *pen, const StrataLane *lane, double y_px, int column);

StrataItem strata_scene_find_on_path (const StrataPen *pen, int column);
double strata_scene_get_path_top_px (const StrataLane *lane);

/* What of the ruler is taken by boxes with text, in device pixels: ticks there have no labels. */
typedef struct
{
  guint n_boxes;
  int begin[3];
  int end[3];
} StrataRulerBoxes;

void strata_scene_add_flags (StrataPen *pen);
void strata_scene_add_measure (StrataPen *pen, StrataRulerBoxes *boxes);

guint32 strata_scene_find_loss (StrataTrace *trace, guint32 cpu, gint64 time_ns);

/* Space above and below the rows of a lane. */
#define STRATA_LANE_PADDING_PX 3

/* How high the idle states are in the lane of a CPU. */
#define STRATA_IDLE_PX 4

G_END_DECLS
