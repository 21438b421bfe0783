/* strata-file-button.c - a button that opens a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-file-button.h"

static GtkWidget *
new_line (const char *text,
          const char *css_class,
          PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_widget_add_css_class (label, css_class);

  return label;
}

/**
 * strata_file_button_new:
 * @uri: the address of a file
 * @title: its name
 * @description: what it is, or where
 *
 * Returns: (transfer floating): a button that activates win.open-uri
 */
GtkWidget *
strata_file_button_new (const char *uri,
                        const char *title,
                        const char *description)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *button = gtk_button_new ();

  gtk_box_append (GTK_BOX (lines), new_line (title, "file-title", PANGO_ELLIPSIZE_MIDDLE));
  gtk_box_append (GTK_BOX (lines), new_line (description, "dim-label", PANGO_ELLIPSIZE_END));
  gtk_button_set_child (GTK_BUTTON (button), lines);
  gtk_widget_add_css_class (button, "file");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", uri);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);

  return button;
}
