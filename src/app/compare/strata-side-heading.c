/* strata-side-heading.c - the title of one of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-side-heading.h"

#include <glib/gi18n-lib.h>

/* "A — before.ftrace" and a button for renaming. */
struct _StrataSideHeading
{
  GtkWidget parent_instance;

  StrataDiffSide side;
  char *title; /* owned; nullable */
  GtkLabel *label;
  GtkMenuButton *button;
  GtkEditable *name;
};

enum
{
  RENAMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataSideHeading, strata_side_heading, GTK_TYPE_WIDGET)

static void
on_popover_mapped (StrataSideHeading *self)
{
  gtk_editable_set_text (self->name, self->title != NULL ? self->title : "");
  gtk_editable_select_region (self->name, 0, -1);
}

static void
on_name_activated (StrataSideHeading *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name)));

  gtk_menu_button_popdown (self->button);
  g_signal_emit (self, signals[RENAMED], 0, name);
}

static GtkWidget *
make_popover (StrataSideHeading *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Name of the file"));
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 30);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, self->side == STRATA_DIFF_A ? _ ("Name of A") : _ ("Name of B"), -1);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  g_signal_connect_object (popover, "map", G_CALLBACK (on_popover_mapped), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_name_activated), self, G_CONNECT_SWAPPED);
  self->name = GTK_EDITABLE (entry);
  return popover;
}

static void
add_button (StrataSideHeading *self)
{
  const char *hint = self->side == STRATA_DIFF_A ? _ ("Rename A") : _ ("Rename B");

  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_icon_name (self->button, "document-edit-symbolic");
  gtk_menu_button_set_has_frame (self->button, FALSE);
  gtk_menu_button_set_popover (self->button, make_popover (self));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), hint);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, hint, -1);
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
}

static void
add_label (StrataSideHeading *self)
{
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->label, 0.0f);
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "heading");
  gtk_widget_set_parent (GTK_WIDGET (self->label), GTK_WIDGET (self));
}

static void
strata_side_heading_dispose (GObject *object)
{
  StrataSideHeading *self = STRATA_SIDE_HEADING (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (strata_side_heading_parent_class)->dispose (object);
}

static void
strata_side_heading_class_init (StrataSideHeadingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_side_heading_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);

  signals[RENAMED] = g_signal_new ("renamed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
strata_side_heading_init (StrataSideHeading *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "side-heading");
}

GtkWidget *
strata_side_heading_new (StrataDiffSide side)
{
  StrataSideHeading *self = g_object_new (STRATA_TYPE_SIDE_HEADING, NULL);

  self->side = side;
  add_label (self);
  add_button (self);
  return GTK_WIDGET (self);
}

/**
 * strata_side_heading_set_title:
 * @self: the heading
 * @title: the title of the capture
 *
 * Shows the title.
 */
void
strata_side_heading_set_title (StrataSideHeading *self,
                               const char *title)
{
  g_autofree char *text = g_strdup_printf ("%s — %s", self->side == STRATA_DIFF_A ? "A" : "B", title);

  g_free (self->title);
  self->title = g_strdup (title);
  gtk_label_set_label (self->label, text);
}

const char *
strata_side_heading_get_text (StrataSideHeading *self)
{
  return gtk_label_get_label (self->label);
}
