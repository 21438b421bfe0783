/* strata-tab-out.c - lets Tab leave a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tab-out.h"

/* In GTK 4.8 Tab goes from row to row, so the keyboard cannot get past a list of a million rows.
 * Arrows go from row to row, too. GTK has a property for the behaviour of Tab since 4.12. */

static gboolean
move_inside_row (GtkWidget *view,
                 GtkDirectionType direction)
{
  GtkWidget *row = gtk_widget_get_focus_child (view);

  /* a column view has its rows in a list of its own */
  if (row != NULL && GTK_IS_COLUMN_VIEW (view))
    row = gtk_widget_get_focus_child (row);

  return row != NULL && gtk_widget_child_focus (row, direction);
}

/* A widget that cannot have the focus is skipped on the way to the next. */
static void
leave (GtkWidget *view,
       GtkDirectionType direction)
{
  gtk_widget_set_can_focus (view, FALSE);
  g_signal_emit_by_name (gtk_widget_get_root (view), "move-focus", direction);
  gtk_widget_set_can_focus (view, TRUE);
}

static gboolean
on_tab (GtkWidget *view,
        GVariant *arguments,
        gpointer user_data)
{
  const GtkDirectionType direction = GPOINTER_TO_INT (user_data);

  if (!move_inside_row (view, direction))
    leave (view, direction);

  return TRUE;
}

static void
add_key (GtkEventController *controller,
         GdkModifierType modifiers,
         GtkDirectionType direction)
{
  GtkShortcutTrigger *trigger = gtk_keyval_trigger_new (GDK_KEY_Tab, modifiers);

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), gtk_shortcut_new (trigger, gtk_callback_action_new (on_tab, GINT_TO_POINTER (direction), NULL)));
}

/**
 * strata_tab_out_add:
 * @view: a list or a table
 *
 * Makes Tab and Shift+Tab leave the list forwards and backwards, once they have been
 * through the widgets of one row.
 */
void
strata_tab_out_add (GtkWidget *view)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  add_key (controller, 0, GTK_DIR_TAB_FORWARD);
  add_key (controller, GDK_SHIFT_MASK, GTK_DIR_TAB_BACKWARD);
  gtk_widget_add_controller (view, controller);
}
