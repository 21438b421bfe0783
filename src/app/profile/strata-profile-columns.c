/* strata-profile-columns.c - the columns of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-columns.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-profile-name-cell.h"
#include "strata-row-column.h"
#include "strata-shown-column.h"

/* What the pane adds to the columns of the rows. */
typedef struct
{
  const char *id;     /* in settings and actions */
  StrataClocks needs; /* without it the column is empty */
  StrataClocks usual; /* clocks with which it is shown unless others are chosen */
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

/**
 * strata_profile_column_get_id:
 * @column: a column
 *
 * Returns: (transfer none): its name for programs
 */
const char *
strata_profile_column_get_id (StrataProfileColumn column)
{
  return infos[column].id;
}

/**
 * strata_profile_column_from_id:
 * @id: (nullable): name of a column for programs
 *
 * Returns: the column, or %STRATA_N_PROFILE_COLUMNS when there is none
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
  gtk_list_item_set_child (list_item, strata_profile_name_cell_new ());
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

  /* higher than its text, unlike others */
  gtk_inscription_set_yalign (GTK_INSCRIPTION (cell), 0.5);
  gtk_widget_add_css_class (cell, "profile-cell");
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

  strata_cell_text_set (GTK_INSCRIPTION (cell), text);
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
 * Gives a view the columns of a profile.
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

/**
 * strata_profile_column_is_known:
 * @column: a column
 * @known: the clocks of the trace
 *
 * Returns: whether it has something to say
 */
gboolean
strata_profile_column_is_known (StrataProfileColumn column,
                                StrataClocks known)
{
  return (infos[column].needs & ~known) == 0;
}

/**
 * strata_profile_column_is_usual:
 * @column: a column
 * @clock: the clock in use
 *
 * Returns: whether it is shown with this clock unless others are chosen
 */
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
 * Returns: the column that says the same by this clock
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
 * Shows some of the columns; the name is always there.
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
 * Returns: (transfer full): a menu to sort by any column that has something to say
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
