/* strata-export.h - pictures as files, of the timeline and others
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-painter.h"
#include "strata-palette.h"
#include "strata-progress.h"
#include "strata-session.h"

G_BEGIN_DECLS

/* Options of strata_export(). */
typedef struct
{
  StrataSpan span;              /* the time to show; the whole trace if both ends are 0 */
  int width_px;                 /* width of the picture */
  int height_px;                /* height of the picture; 0 for as high as the lanes need, up to a limit */
  const StrataPalette *palette; /* the colours */
  gboolean is_of_area;          /* whether to draw only the lanes of the selected area, if there is one */
} StrataExportOptions;

/* The format follows from the suffix of @path: .png, .svg or .pdf. */
gboolean strata_export (StrataSession *session, const StrataExportOptions *options, const char *path, GError **error);

/* The format follows from the suffix of @name. */
GBytes *strata_export_to_bytes (StrataSession *session, const StrataExportOptions *options, const char *name, GError **error);

/* The same in two steps; another thread may do the second. */
typedef struct _StrataExportPicture StrataExportPicture;

StrataExportPicture *strata_export_picture_new (StrataSession *session, const StrataExportOptions *options, const char *name, GError **error);
void strata_export_picture_free (StrataExportPicture *self);
GBytes *strata_export_picture_draw (StrataExportPicture *self, StrataProgress *progress, GCancellable *cancellable, GError **error);

/* Draws a picture of the requested size. */
typedef void (*StrataExportDraw) (cairo_t *cr, StrataPainter *painter, gpointer data);

gboolean strata_export_check (int width_px, int height_px, const char *name, GError **error);
GBytes *strata_export_drawing (int width_px, int height_px, StrataExportDraw drawing, gpointer data, const char *name, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataExportPicture, strata_export_picture_free)

G_END_DECLS
