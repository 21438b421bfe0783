/* strata-strip.h - a strip of scene above the lanes, shared by ruler and overview
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-painter.h"
#include "strata-pictures.h"
#include "strata-palette.h"
#include "strata-scene.h"
#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataStripBuild:
 *
 * Builds the draw list of a strip, such as strata_scene_build_ruler().
 */
typedef void (*StrataStripBuild) (StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);

/* Embedded in its widget: the shown session, and its picture, which is kept until the view
 * changes. */
typedef struct
{
  GtkWidget *widget; /* borrowed: the widget that contains the strip */
  StrataStripBuild build;
  StrataSession *session;       /* owned */
  const StrataPalette *palette; /* borrowed: static */
  StrataDrawList *list;         /* owned */
  StrataPainter *painter;       /* owned, nullable until the first frame */
  StrataPictures pictures;
  double header_px;    /* width of the lane headers */
  GskRenderNode *node; /* owned, nullable: NULL if it has to be drawn again */
} StrataStrip;

void strata_strip_init (StrataStrip *self, StrataSession *session, GtkWidget *widget, StrataStripBuild build);
void strata_strip_dispose (StrataStrip *self);
void strata_strip_clear (StrataStrip *self);
void strata_strip_set_palette (StrataStrip *self, const StrataPalette *palette);
void strata_strip_set_header_px (StrataStrip *self, double header_px);
void strata_strip_invalidate (StrataStrip *self);
void strata_strip_update_font (StrataStrip *self);
void strata_strip_get_frame (StrataStrip *self, StrataSceneRegion *frame);
void strata_strip_snapshot (StrataStrip *self, GtkSnapshot *snapshot);

G_END_DECLS
