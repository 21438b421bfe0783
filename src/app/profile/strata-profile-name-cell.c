/* strata-profile-name-cell.c - expander and name of a line of the profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-name-cell.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-short-text.h"
#include "strata-tooltip.h"

struct _StrataProfileNameCell
{
  GtkWidget parent_instance;

  GtkWidget *expander;
  GtkWidget *name;
  StrataProfileItem *item; /* owned; nullable */
  GSignalGroup *signals;   /* owned */
};

G_DEFINE_FINAL_TYPE (StrataProfileNameCell, strata_profile_name_cell, GTK_TYPE_WIDGET)

static void
update_expander (StrataProfileNameCell *self)
{
  gboolean is_expanded = strata_profile_item_is_expanded (self->item);

  const char *icon = is_expanded ? "pan-down-symbolic" : "pan-end-symbolic";

  if (g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (self->expander)), icon) != 0)
    gtk_button_set_icon_name (GTK_BUTTON (self->expander), icon);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, is_expanded ? _ ("Close") : _ ("Show names, parents and children"),
                                  -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_STATE_EXPANDED, is_expanded, -1);
}

static void
update_classes (StrataProfileNameCell *self)
{
  const gboolean is_group = strata_profile_item_get_line (self->item)->kind == STRATA_PROFILE_LINE_GROUP;
  const gboolean is_link = strata_profile_item_get_target_key (self->item) != STRATA_NONE;

  strata_profile_item_mark_cell (self->item, GTK_WIDGET (self));
  gtk_widget_remove_css_class (GTK_WIDGET (self), is_group ? "profile-name" : "profile-group");
  gtk_widget_add_css_class (GTK_WIDGET (self), is_group ? "profile-group" : "profile-name");
  if (is_link)
    gtk_widget_add_css_class (GTK_WIDGET (self), "profile-link");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "profile-link");
  gtk_widget_set_cursor_from_name (self->name, is_link ? "pointer" : NULL);
  gtk_widget_set_visible (self->expander, strata_profile_item_get_line (self->item)->kind == STRATA_PROFILE_LINE_ROW);
}

/**
 * strata_profile_name_cell_set_item:
 * @self: a cell
 * @item: (nullable): what to show
 *
 * Shows a line of the profile.
 */
void
strata_profile_name_cell_set_item (StrataProfileNameCell *self,
                                   StrataProfileItem *item)
{
  g_set_object (&self->item, item);
  g_signal_group_set_target (self->signals, item);

  if (item == NULL)
    return;

  g_autofree char *name = strata_short_text_cut (strata_profile_item_dup_text (item, STRATA_PROFILE_COLUMN_NAME));
  g_autofree char *tooltip = strata_short_text_cut (strata_profile_item_dup_tooltip (item));

  strata_cell_text_set (GTK_INSCRIPTION (self->name), name);
  strata_tooltip_set_of_cell (self->name, tooltip);
  update_classes (self);
  update_expander (self);
}

static void
on_expander_clicked (StrataProfileNameCell *self)
{
  if (self->item != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "profile.toggle-key", "u", strata_profile_item_get_row_key (self->item));
}

/* Claimed at once, or the list takes the click for itself to select the line. */
static void
on_name_pressed (GtkGesture *gesture,
                 int n_press,
                 double x_px,
                 double y_px,
                 StrataProfileNameCell *self)
{
  if (self->item != NULL && strata_profile_item_get_target_key (self->item) != STRATA_NONE)
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_name_released (StrataProfileNameCell *self,
                  int n_press)
{
  guint32 key = self->item != NULL ? strata_profile_item_get_target_key (self->item) : STRATA_NONE;

  if (key != STRATA_NONE && n_press == 1)
    gtk_widget_activate_action (GTK_WIDGET (self), "profile.follow", "(uu)", strata_profile_item_get_row_key (self->item), key);
}

static void
strata_profile_name_cell_dispose (GObject *object)
{
  StrataProfileNameCell *self = STRATA_PROFILE_NAME_CELL (object);

  if (self->signals != NULL)
    g_signal_group_set_target (self->signals, NULL);

  g_clear_object (&self->signals);
  g_clear_object (&self->item);
  g_clear_pointer (&self->expander, gtk_widget_unparent);
  g_clear_pointer (&self->name, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_profile_name_cell_parent_class)->dispose (object);
}

static void
strata_profile_name_cell_class_init (StrataProfileNameCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_profile_name_cell_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
strata_profile_name_cell_init (StrataProfileNameCell *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_add_css_class (GTK_WIDGET (self), "profile-cell");
  self->signals = g_signal_group_new (STRATA_TYPE_PROFILE_ITEM);
  g_signal_group_connect_swapped (self->signals, "notify::is-expanded", G_CALLBACK (update_expander), self);

  self->expander = gtk_button_new_from_icon_name ("pan-end-symbolic");
  gtk_widget_add_css_class (self->expander, "flat");
  gtk_widget_add_css_class (self->expander, "profile-expander");
  gtk_widget_set_valign (self->expander, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (self->expander, FALSE);
  g_signal_connect_object (self->expander, "clicked", G_CALLBACK (on_expander_clicked), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->expander, GTK_WIDGET (self));

  self->name = strata_cell_text_new (GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (self->name), 20);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (self->name), 40);
  gtk_widget_set_hexpand (self->name, TRUE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_name_pressed), self, 0);
  g_signal_connect_object (click, "released", G_CALLBACK (on_name_released), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->name, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_parent (self->name, GTK_WIDGET (self));
}

GtkWidget *
strata_profile_name_cell_new (void)
{
  return g_object_new (STRATA_TYPE_PROFILE_NAME_CELL, NULL);
}
