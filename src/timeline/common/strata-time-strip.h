/* strata-time-strip.h - a strip of the scene above the lanes: the base of ruler and overview
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-painter.h"
#include "strata-palette.h"
#include "strata-pictures.h"
#include "strata-scene.h"
#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TIME_STRIP (strata_time_strip_get_type ())
#define STRATA_TIME_STRIP(object) (G_TYPE_CHECK_INSTANCE_CAST ((object), STRATA_TYPE_TIME_STRIP, StrataTimeStrip))
#define STRATA_TIME_STRIP_CLASS(klass) (G_TYPE_CHECK_CLASS_CAST ((klass), STRATA_TYPE_TIME_STRIP, StrataTimeStripClass))

/* A widget that shows a session. Its picture is kept until the view changes. Ruler and overview
 * read its session, palette and width of headers. */
typedef struct
{
  GtkWidget parent_instance;

  StrataSession *session;       /* owned */
  const StrataPalette *palette; /* borrowed: static */
  double header_px;             /* width of the lane headers below it */

  /* private */
  StrataDrawList *list;   /* owned */
  StrataPainter *painter; /* owned, nullable until the first frame */
  StrataPictures pictures;
  GskRenderNode *node; /* owned, nullable: NULL if it has to be drawn again */
} StrataTimeStrip;

typedef struct
{
  GtkWidgetClass parent_class;

  /* builds its picture, such as strata_scene_build_ruler() */
  void (*build) (StrataSession *session, const StrataSceneRegion *frame, const StrataPalette *palette, StrataDrawList *list);
} StrataTimeStripClass;

GType strata_time_strip_get_type (void);
void strata_time_strip_set_session (StrataTimeStrip *self, StrataSession *session);
void strata_time_strip_set_palette (StrataTimeStrip *self, const StrataPalette *palette);
void strata_time_strip_set_header_px (StrataTimeStrip *self, double header_px);
void strata_time_strip_invalidate (StrataTimeStrip *self);
void strata_time_strip_get_frame (StrataTimeStrip *self, StrataSceneRegion *frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataTimeStrip, g_object_unref)

G_END_DECLS
