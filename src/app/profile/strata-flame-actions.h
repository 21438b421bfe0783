/* strata-flame-actions.h - actions of flame graphs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-flame-canvas.h"

G_BEGIN_DECLS

/* The first and the last entries of context menus of flame graphs. */
#define STRATA_FLAME_WALK_ENTRIES                                                                                 \
  { N_ ("_Zoom to Selected"), "flame.zoom-in", "Return" }, { N_ ("Zoom _Out"), "flame.zoom-out", "BackSpace" },   \
      { N_ ("Zoom to _All"), "flame.zoom-all", "Home" }, { NULL }, { N_ ("_Inner Call"), "flame.inner", "Down" }, \
      { N_ ("Out_er Call"), "flame.outer", "Up" }, { N_ ("_Next Call"), "flame.next", "Right" },                  \
  {                                                                                                               \
    N_ ("_Previous Call"), "flame.previous", "Left"                                                               \
  }
#define STRATA_FLAME_LAST_ENTRIES                                                                                               \
  { N_ ("Show _Longest Call"), "flame.show-longest-call", "<Control>l" }, { N_ ("Fi_nd"), "flame.focus-search", "<Control>f" }, \
  {                                                                                                                             \
    N_ ("E_xport Picture…"), "flame.export", NULL                                                                               \
  }

void strata_flame_actions_install (GtkWidgetClass *widget_class);
StrataFlameCanvas *strata_flame_actions_add_canvas (GtkWidget *pane, GtkBox *picture);
void strata_flame_actions_update (GtkWidget *pane);
gboolean strata_flame_actions_export (StrataFlameCanvas *canvas, GFile *file, GError **error);

G_END_DECLS
