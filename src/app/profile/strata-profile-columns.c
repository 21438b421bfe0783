/* strata-profile-columns.c - the columns of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-columns.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-row-column.h"
#include "strata-short-text.h"
#include "strata-shown-column.h"
#include "strata-tooltip.h"

/* Expander and name of a line of the profile. */

#define STRATA_TYPE_PROFILE_NAME_CELL (strata_profile_name_cell_get_type ())
G_DECLARE_FINAL_TYPE (StrataProfileNameCell, strata_profile_name_cell, STRATA, PROFILE_NAME_CELL, GtkWidget)

/* Activates profile.toggle-key of a row, profile.follow of a parent or child. */

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

/* Shows a line of the profile. */
static void
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

/* Claimed at once, since the list would otherwise use the click to select the line. */
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

/* Extra data of the pane for the columns of the rows. */
typedef struct
{
  const char *id;     /* in settings and actions */
  StrataClocks needs; /* clock without which the column is empty */
  StrataClocks usual; /* clocks with which it is shown by default */
} ColumnInfo;

#define WALL STRATA_CLOCK_WALL
#define CPU STRATA_CLOCK_CPU

static const ColumnInfo infos[STRATA_N_PROFILE_COLUMNS] = {
  [STRATA_PROFILE_COLUMN_NAME] = { "name", 0, WALL | CPU },
  [STRATA_PROFILE_COLUMN_INCLUSIVE] = { "inclusive", WALL, WALL | CPU },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE] = { "inclusive-share", WALL, WALL },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE] = { "exclusive", WALL, WALL | CPU },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE] = { "exclusive-share", WALL, WALL },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_CPU] = { "inclusive-cpu", CPU, WALL | CPU },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_CPU_SHARE] = { "inclusive-cpu-share", CPU, CPU },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU] = { "exclusive-cpu", CPU, WALL | CPU },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU_SHARE] = { "exclusive-cpu-share", CPU, CPU },
  [STRATA_PROFILE_COLUMN_CALLS] = { "calls", 0, WALL | CPU },
  [STRATA_PROFILE_COLUMN_PER_CALL] = { "per-call", WALL, 0 },
  [STRATA_PROFILE_COLUMN_CPU_PER_CALL] = { "cpu-per-call", CPU, 0 },
  [STRATA_PROFILE_COLUMN_MEAN] = { "mean", 0, WALL | CPU },
  [STRATA_PROFILE_COLUMN_MEDIAN] = { "median", 0, WALL | CPU },
  [STRATA_PROFILE_COLUMN_P95] = { "p95", 0, WALL | CPU },
  [STRATA_PROFILE_COLUMN_MAX] = { "max", 0, WALL | CPU },
  [STRATA_PROFILE_COLUMN_FIRST] = { "first", 0, 0 },
  [STRATA_PROFILE_COLUMN_LAST] = { "last", 0, 0 },
};

static const StrataTableColumn *
get_column (StrataProfileColumn column)
{
  return &strata_profile_rows_class.columns[column];
}

/* Returns its name for programs. */
const char *
strata_profile_column_get_id (StrataProfileColumn column)
{
  return infos[column].id;
}

/**
 * strata_profile_column_from_id:
 * @id: (nullable): name of a column for programs
 *
 * Returns: the column, or %STRATA_N_PROFILE_COLUMNS if there is none
 */
StrataProfileColumn
strata_profile_column_from_id (const char *id)
{
  StrataProfileColumn column = STRATA_PROFILE_COLUMN_NAME;

  while (column < STRATA_N_PROFILE_COLUMNS && g_strcmp0 (infos[column].id, id) != 0)
    column++;

  return column;
}

static void
on_setup_name (GtkSignalListItemFactory *factory,
               GtkListItem *list_item)
{
  gtk_list_item_set_child (list_item, g_object_new (STRATA_TYPE_PROFILE_NAME_CELL, NULL));
}

static void
on_bind_name (GtkSignalListItemFactory *factory,
              GtkListItem *list_item)
{
  strata_profile_name_cell_set_item (STRATA_PROFILE_NAME_CELL (gtk_list_item_get_child (list_item)), gtk_list_item_get_item (list_item));
}

static void
on_unbind_name (GtkSignalListItemFactory *factory,
                GtkListItem *list_item)
{
  strata_profile_name_cell_set_item (STRATA_PROFILE_NAME_CELL (gtk_list_item_get_child (list_item)), NULL);
}

static void
on_setup_number (GtkSignalListItemFactory *factory,
                 GtkListItem *list_item,
                 gpointer user_data)
{
  GtkWidget *cell = strata_row_column_new_cell (get_column (GPOINTER_TO_UINT (user_data)));

  /* its tint fills the row */
  gtk_widget_set_valign (cell, GTK_ALIGN_FILL);
  gtk_widget_add_css_class (cell, "profile-number");
  gtk_list_item_set_child (list_item, cell);
}

static void
on_bind_number (GtkSignalListItemFactory *factory,
                GtkListItem *list_item,
                gpointer user_data)
{
  StrataProfileItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  g_autofree char *text = strata_profile_item_dup_text (item, GPOINTER_TO_UINT (user_data));

  strata_cell_text_set_number (GTK_INSCRIPTION (cell), text);
  strata_profile_item_mark_cell (item, cell);
}

static GtkListItemFactory *
new_factory (StrataProfileColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  if (column == STRATA_PROFILE_COLUMN_NAME)
    {
      g_signal_connect (factory, "setup", G_CALLBACK (on_setup_name), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (on_bind_name), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind_name), NULL);
    }
  else
    {
      g_signal_connect (factory, "setup", G_CALLBACK (on_setup_number), GUINT_TO_POINTER (column));
      g_signal_connect (factory, "bind", G_CALLBACK (on_bind_number), GUINT_TO_POINTER (column));
    }

  return factory;
}

/**
 * strata_profile_columns_add:
 * @view: an empty view
 *
 * Adds the columns of a profile to a view.
 */
void
strata_profile_columns_add (GtkColumnView *view)
{
  for (StrataProfileColumn column = 0; column < STRATA_N_PROFILE_COLUMNS; column++)
    strata_row_column_append_sorted (view, get_column (column), new_factory (column));
}

const char *
strata_profile_column_get_title (StrataProfileColumn column)
{
  return _ (get_column (column)->title);
}

/* Whether the trace has values for it. */
gboolean
strata_profile_column_is_known (StrataProfileColumn column,
                                StrataClocks known)
{
  return (infos[column].needs & ~known) == 0;
}

/* Whether it is shown by default with this clock. */
gboolean
strata_profile_column_is_usual (StrataProfileColumn column,
                                StrataClocks clock)
{
  return (infos[column].usual & clock) != 0;
}

/**
 * strata_profile_column_by_clock:
 * @column: a column
 * @clock: the clock in use
 *
 * Returns: the corresponding column for this clock
 */
StrataProfileColumn
strata_profile_column_by_clock (StrataProfileColumn column,
                                StrataClocks clock)
{
  static const StrataProfileColumn pairs[][2] = {
    { STRATA_PROFILE_COLUMN_INCLUSIVE, STRATA_PROFILE_COLUMN_INCLUSIVE_CPU },
    { STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE, STRATA_PROFILE_COLUMN_INCLUSIVE_CPU_SHARE },
    { STRATA_PROFILE_COLUMN_EXCLUSIVE, STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU },
    { STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE, STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU_SHARE },
    { STRATA_PROFILE_COLUMN_PER_CALL, STRATA_PROFILE_COLUMN_CPU_PER_CALL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (column == pairs[i][0] || column == pairs[i][1])
      return pairs[i][clock == STRATA_CLOCK_CPU];

  return column;
}

/**
 * strata_profile_columns_show:
 * @view: a view with the columns of a profile
 * @is_shown: (array fixed-size=18): by column, whether to show it
 *
 * Shows some of the columns; the name is always shown.
 */
void
strata_profile_columns_show (GtkColumnView *view,
                             const gboolean is_shown[STRATA_N_PROFILE_COLUMNS])
{
  for (StrataProfileColumn column = STRATA_PROFILE_COLUMN_NAME + 1; column < STRATA_N_PROFILE_COLUMNS; column++)
    strata_shown_column_set (view, column, is_shown[column]);
}

/**
 * strata_profile_columns_build_sort_menu:
 * @known: the clocks of the trace
 *
 * Returns: (transfer full): a menu to sort by any column with values
 */
GMenu *
strata_profile_columns_build_sort_menu (StrataClocks known)
{
  GMenu *menu = g_menu_new ();

  for (StrataProfileColumn column = 0; column < STRATA_N_PROFILE_COLUMNS; column++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (get_column (column)->title), NULL);

      g_menu_item_set_action_and_target (item, "profile.sort-by", "s", infos[column].id);

      if (strata_profile_column_is_known (column, known))
        g_menu_append_item (menu, item);
    }

  return menu;
}
