/* strata-list-menu.c - a context menu for the rows of a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-list-menu.h"

#include <glib/gi18n-lib.h>

#include "strata-item-menu.h"
#include "strata-menu-model.h"

#define RETURN_KEY "Return"

/* Lives as long as its list. */
typedef struct
{
  GtkWidget *owner;               /* borrowed: the parent of the menu, and the data of its commands */
  GtkListBox *list;               /* borrowed: the list owns this */
  const StrataListEntry *entries; /* borrowed: static */
  guint n_entries;
  GtkWidget *menu;    /* owned by its parent, nullable */
  GtkListBoxRow *row; /* weak, nullable: the row of the menu */
} ListMenu;

static void
drop_menu (ListMenu *self)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}

static void
free_list_menu (gpointer data)
{
  ListMenu *self = data;

  g_clear_weak_pointer (&self->row);
  g_free (self);
}

static void
act (ListMenu *self,
     guint entry,
     GtkListBoxRow *row)
{
  if (row != NULL && self->entries[entry].act != NULL)
    self->entries[entry].act (row, self->owner);
  else if (row != NULL)
    g_signal_emit_by_name (row, "activate");
}

static void
on_action (GSimpleAction *action,
           GVariant *parameter,
           ListMenu *self)
{
  act (self, g_variant_get_uint32 (parameter), self->row);
}

/* The row with the focus, or with the focus inside. */
static GtkListBoxRow *
find_focus_row (ListMenu *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->list));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list)))
    return NULL;

  return GTK_LIST_BOX_ROW (GTK_IS_LIST_BOX_ROW (focus) ? focus : gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BOX_ROW));
}

static gboolean
on_key (GtkWidget *widget,
        GVariant *arguments,
        gpointer user_data)
{
  ListMenu *self = user_data;
  GtkListBoxRow *row = find_focus_row (self);

  if (row == NULL)
    return FALSE;

  act (self, g_variant_get_uint32 (arguments), row);
  return TRUE;
}

/**
 * strata_list_menu_append_timeline:
 * @menu: a menu
 *
 * Adds the commands for the selection of the timeline, as in the menus of tables.
 */
void
strata_list_menu_append_timeline (GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenuModel) items = strata_item_menu_new_elsewhere ();

  g_menu_append_submenu (section, _ ("Selection on the _Timeline"), items);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenu *
make_model (ListMenu *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < self->n_entries; i++)
    {
      const StrataListEntry *entry = &self->entries[i];

      if (entry->label == NULL)
        {
          g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
          section = g_menu_new ();
          continue;
        }

      g_autoptr (GMenuItem) item = g_menu_item_new (_ (entry->label), NULL);

      g_menu_item_set_action_and_target (item, "row.do", "u", i);
      if (entry->act == NULL || entry->key != NULL)
        g_menu_item_set_attribute (item, "accel", "s", entry->act == NULL ? RETURN_KEY : entry->key);
      g_menu_append_item (section, item);
    }

  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  strata_list_menu_append_timeline (menu);
  return menu;
}

/* Made anew for each use, as a child of the owner, since rows are added and removed. */
static void
open_menu (ListMenu *self,
           GtkListBoxRow *row,
           double x_px,
           double y_px)
{
  g_autoptr (GMenu) model = make_model (self);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("do", G_VARIANT_TYPE_UINT32);

  gtk_widget_translate_coordinates (GTK_WIDGET (self->list), self->owner, x_px, y_px, &x_px, &y_px);
  drop_menu (self);
  g_set_weak_pointer (&self->row, row);
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));
  strata_menu_model_own (self->menu, G_MENU_MODEL (model));
  g_signal_connect (action, "activate", G_CALLBACK (on_action), self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (self->menu, "row", G_ACTION_GROUP (group));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Row"), -1);
  gtk_widget_set_parent (self->menu, self->owner);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x_px, (int) y_px, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_secondary_press (GtkGestureClick *gesture,
                    int n_press,
                    double x_px,
                    double y_px,
                    ListMenu *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->list, (int) y_px);

  if (row == NULL)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  open_menu (self, row, x_px, y_px);
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant *arguments,
             gpointer user_data)
{
  ListMenu *self = user_data;
  GtkListBoxRow *row = find_focus_row (self);
  double x_px;
  double y_px;

  if (row == NULL)
    return FALSE;

  gtk_widget_translate_coordinates (GTK_WIDGET (row), GTK_WIDGET (self->list), gtk_widget_get_width (GTK_WIDGET (row)) / 4.0, gtk_widget_get_height (GTK_WIDGET (row)) / 2.0, &x_px, &y_px);
  open_menu (self, row, x_px, y_px);
  return TRUE;
}

static void
add_shortcut (GtkEventController *keys,
              const char *trigger,
              GtkShortcutFunc func,
              GVariant *arguments,
              ListMenu *self)
{
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger), gtk_callback_action_new (func, self, NULL));

  if (arguments != NULL)
    gtk_shortcut_set_arguments (shortcut, arguments);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
}

/**
 * strata_list_menu_attach:
 * @owner: the pane, passed to each act
 * @list: a list in it
 * @entries: (array length=n_entries): the commands of its rows; static
 * @n_entries: how many
 *
 * Adds a menu and keys to the rows of a list. Texts being edited in a row keep their own.
 */
void
strata_list_menu_attach (GtkWidget *owner,
                         GtkListBox *list,
                         const StrataListEntry *entries,
                         guint n_entries)
{
  ListMenu *self = g_new0 (ListMenu, 1);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  *self = (ListMenu){ .owner = owner, .list = list, .entries = entries, .n_entries = n_entries };
  g_object_set_data_full (G_OBJECT (list), "strata-list-menu", self, free_list_menu);
  g_signal_connect_swapped (list, "destroy", G_CALLBACK (drop_menu), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_press), self);
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (click));

  for (guint i = 0; i < n_entries; i++)
    if (entries[i].act != NULL && entries[i].key != NULL)
      add_shortcut (keys, entries[i].key, on_key, g_variant_new_uint32 (i), self);
  add_shortcut (keys, "Menu|<Shift>F10", on_menu_key, NULL, self);
  gtk_widget_add_controller (GTK_WIDGET (list), keys);
}
