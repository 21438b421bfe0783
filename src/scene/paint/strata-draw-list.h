/* strata-draw-list.h - a picture as plain data
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-column.h"
#include "strata-palette.h"

G_BEGIN_DECLS

/* A picture as data: boxes, strips of pixels, lines and texts in painting order, all in pixels and
 * already clipped to the picture. The text form has one line an entry, for golden tests. The inner
 * layout is private to the scene. */
typedef struct _StrataDrawList StrataDrawList;

StrataDrawList *strata_draw_list_new (void);
void strata_draw_list_free (StrataDrawList *self);
void strata_draw_list_reset (StrataDrawList *self, double width_px, double height_px);
char *strata_draw_list_to_string (const StrataDrawList *self);
void strata_draw_list_append_json (const StrataDrawList *self, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataDrawList, strata_draw_list_free)

G_END_DECLS
