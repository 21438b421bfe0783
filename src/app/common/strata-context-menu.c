/* strata-context-menu.c - a menu at the pointer, or by the menu key
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-context-menu.h"

#include <glib/gi18n-lib.h>

#include "strata-menu-model.h"

static void
show_at (GtkWidget *widget,
         double x_px,
         double y_px)
{
  GtkWidget *menu = strata_context_menu_find (widget);

  if (menu == NULL)
    return;

  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &(GdkRectangle){ (int) x_px, (int) y_px, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (menu));
}

/* Lists select rows only with the primary button, so the secondary one is handled here. */
static void
on_secondary_press (GtkGestureClick *gesture,
                    int n_press,
                    double x_px,
                    double y_px,
                    gpointer user_data)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *picked = gtk_widget_pick (widget, x_px, y_px, GTK_PICK_DEFAULT);

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (picked != NULL)
    gtk_widget_activate_action (picked, "listitem.select", "(bb)", FALSE, FALSE);

  show_at (widget, x_px, y_px);
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant *arguments,
             gpointer user_data)
{
  show_at (widget, gtk_widget_get_width (widget) / 4.0, gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

static GMenuModel *
build_menu (const StrataContextEntry *entries,
            guint n_entries)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < n_entries; i++)
    {
      if (entries[i].label == NULL)
        {
          g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
          section = g_menu_new ();
          continue;
        }

      g_autoptr (GMenuItem) item = g_menu_item_new (_ (entries[i].label), entries[i].action);

      if (entries[i].key != NULL)
        g_menu_item_set_attribute (item, "accel", "s", entries[i].key);
      g_menu_append_item (section, item);
    }

  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}

static void
add_key (GtkEventController *controller,
         const StrataContextEntry *entry)
{
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (entry->key), gtk_named_action_new (entry->action)));
}

static void
add_keys (GtkWidget *widget,
          const StrataContextEntry *entries,
          guint n_entries)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < n_entries; i++)
    if (entries[i].key != NULL)
      add_key (controller, &entries[i]);

  gtk_widget_add_controller (widget, controller);
}

/**
 * strata_context_menu_find:
 * @widget: any widget
 *
 * Returns: (transfer none) (nullable): the menu added by strata_context_menu_add()
 */
GtkWidget *
strata_context_menu_find (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  while (child != NULL && !GTK_IS_POPOVER_MENU (child))
    child = gtk_widget_get_next_sibling (child);

  return child;
}

/**
 * strata_context_menu_add:
 * @widget: a widget without such a menu
 * @model: its commands
 *
 * Adds a menu to a widget, but not as its last child: GTK 4.8 can scroll a column
 * view only by an action of its list, which is found as the last child.
 *
 * Returns: (transfer none): the menu, a child of @widget; its owner unparents it
 */
GtkWidget *
strata_context_menu_add (GtkWidget *widget,
                         GMenuModel *model)
{
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  strata_menu_model_own (menu, model);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_widget_insert_before (menu, widget, gtk_widget_get_last_child (widget));

  return menu;
}

/**
 * strata_context_menu_add_openers:
 * @widget: a widget that makes its menu on request
 *
 * Makes the secondary button, Menu and Shift+F10 open it. A press selects its row first.
 */
void
strata_context_menu_add_openers (GtkWidget *widget)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_press), NULL);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"), gtk_callback_action_new (on_menu_key, NULL, NULL)));
  gtk_widget_add_controller (widget, keys);
}

/**
 * strata_context_menu_attach:
 * @widget: a widget that takes the focus
 * @entries: (array length=n_entries): its commands
 * @n_entries: how many
 *
 * Gives a widget a menu and keys, which work while it has the focus.
 *
 * Returns: (transfer none): the menu, a child of @widget; its owner unparents it on dispose
 */
GtkWidget *
strata_context_menu_attach (GtkWidget *widget,
                            const StrataContextEntry *entries,
                            guint n_entries)
{
  g_autoptr (GMenuModel) model = build_menu (entries, n_entries);

  strata_context_menu_add_openers (widget);
  add_keys (widget, entries, n_entries);

  return strata_context_menu_add (widget, model);
}

/**
 * strata_context_menu_add_pane_keys:
 * @pane: the pane with the widget of the menu
 * @entries: (array length=n_entries): its commands
 * @n_entries: how many
 *
 * Makes the menu's keys with Ctrl, Alt and a letter work anywhere in a pane.
 * Buttons and texts use other keys themselves.
 */
void
strata_context_menu_add_pane_keys (GtkWidget *pane,
                                   const StrataContextEntry *entries,
                                   guint n_entries)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < n_entries; i++)
    if (entries[i].key != NULL && g_str_has_prefix (entries[i].key, "<Control><Alt>"))
      add_key (controller, &entries[i]);

  gtk_widget_add_controller (pane, controller);
}
