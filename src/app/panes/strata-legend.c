/* strata-legend.c - the legend of thread states
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-legend.h"

#include <glib/gi18n-lib.h>

#include "strata-contrast.h"
#include "strata-dialogs.h"
#include "strata-session.h"

static const StrataPalette *
get_palette (void)
{
  gboolean is_dark = FALSE;

  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &is_dark, NULL);
  return strata_contrast_get_palette (is_dark);
}

/* The coloured patch is only visual; screen readers read the name. */
static void
append_state (GtkGrid *grid,
              StrataState state)
{
  g_autofree char *markup = g_strdup_printf ("<span foreground=\"#%06x\">████</span>", get_palette ()->states[state] & 0xffffff);
  GtkWidget *patch = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "label", markup, "use-markup", TRUE, NULL);
  GtkWidget *name = gtk_label_new (strata_session_get_state_title (state));

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_grid_attach (grid, patch, 0, (int) state, 1, 1);
  gtk_grid_attach (grid, name, 1, (int) state, 1, 1);
}

/**
 * strata_legend_show:
 * @parent: the window of the timeline
 *
 * Shows the colours of thread states with their names in a non-modal
 * window.
 */
void
strata_legend_show (GtkWindow *parent)
{
  GtkWidget *window = g_object_new (GTK_TYPE_WINDOW, "title", _ ("Thread States"), "transient-for", parent,
                                    "destroy-with-parent", TRUE, "resizable", FALSE, NULL);
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_widget_set_margin_top (grid, 18);
  gtk_widget_set_margin_bottom (grid, 18);
  gtk_widget_set_margin_start (grid, 18);
  gtk_widget_set_margin_end (grid, 18);
  for (StrataState state = STRATA_STATE_RUNNING; state < STRATA_STATE_DEAD; state++)
    append_state (GTK_GRID (grid), state);

  strata_dialogs_close_by_escape (window);
  gtk_window_set_child (GTK_WINDOW (window), grid);
  gtk_window_present (GTK_WINDOW (window));
}
