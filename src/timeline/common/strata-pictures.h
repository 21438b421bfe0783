/* strata-pictures.h - reuses image memory for widgets that change in every frame
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_N_PICTURES 2

/* Lives in the memory of its owner; zeros before the first use. */
typedef struct
{
  cairo_surface_t *images[STRATA_N_PICTURES]; /* owned; nullable: ARGB32, used alternately */
  guint next;                                 /* the one to draw into next */
} StrataPictures;

cairo_t *strata_pictures_begin (StrataPictures *self, int width_px, int height_px, int scale);
GskRenderNode *strata_pictures_end (StrataPictures *self, cairo_t *cr, GtkWidget *widget);
void strata_pictures_clear (StrataPictures *self);

G_END_DECLS
