/* strata-tooltip.h - tooltips without requests for the pointer's position
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For each tooltip of a visible widget GTK 4.8 asks the X server for the pointer's position, a
 * round trip for every window below it. Widgets that are just being made are not under it, so they
 * get their tooltips while they are hidden. */
static inline void
strata_tooltip_set (GtkWidget *widget,
                    const char *text)
{
  const gboolean is_visible = gtk_widget_get_visible (widget);

  gtk_widget_set_visible (widget, FALSE);
  gtk_widget_set_tooltip_text (widget, text);
  gtk_widget_set_visible (widget, is_visible);
}

void strata_tooltip_set_of_cell (GtkWidget *cell, const char *text);

G_END_DECLS
