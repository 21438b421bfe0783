/* strata-profile-columns.c - the columns of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-columns.h"

#include <glib/gi18n-lib.h>

#include "strata-profile-name-cell.h"

typedef struct
{
  const char *id;
  const char *title;
  int n_chars;
} ColumnInfo;

static const ColumnInfo infos[STRATA_N_PROFILE_COLUMNS] = {
  [STRATA_PROFILE_COLUMN_NAME] = { "name", N_ ("Name"), 0 },
  [STRATA_PROFILE_COLUMN_INCLUSIVE] = { "inclusive", N_ ("Inclusive"), 11 },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE] = { "inclusive-share", N_ ("Incl %"), 9 },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE] = { "exclusive", N_ ("Exclusive"), 11 },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE] = { "exclusive-share", N_ ("Excl %"), 9 },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_CPU] = { "inclusive-cpu", N_ ("CPU incl"), 11 },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU] = { "exclusive-cpu", N_ ("CPU excl"), 11 },
  [STRATA_PROFILE_COLUMN_CALLS] = { "calls", N_ ("Calls"), 14 },
  [STRATA_PROFILE_COLUMN_MEAN] = { "mean", N_ ("Mean"), 10 },
  [STRATA_PROFILE_COLUMN_MAX] = { "max", N_ ("Max"), 10 },
};

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
  GtkInscription *cell = GTK_INSCRIPTION (gtk_inscription_new (NULL));

  gtk_inscription_set_xalign (cell, 1);
  gtk_inscription_set_min_chars (cell, (guint) infos[GPOINTER_TO_UINT (user_data)].n_chars);
  gtk_inscription_set_text_overflow (cell, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_list_item_set_child (list_item, GTK_WIDGET (cell));
}

static void
on_bind_number (GtkSignalListItemFactory *factory,
                GtkListItem *list_item,
                gpointer user_data)
{
  StrataProfileItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  g_autofree char *text = strata_profile_item_dup_text (item, GPOINTER_TO_UINT (user_data));
  const char *classes[] = { "profile-cell", "numeric", strata_profile_item_get_css_class (item), NULL };

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  gtk_widget_set_css_classes (cell, classes);
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

/* GTK 4.8 does not tell by which column a view is sorted, but the view's sorter
 * asks that column's sorter first. So these compare nothing: each leaves its
 * column in the object that it is asked about. */
static int
leave_column (gconstpointer a,
              gconstpointer b,
              gpointer user_data)
{
  g_object_set_data (G_OBJECT (a), "column", user_data);
  return -1;
}

static void
add_column (GtkColumnView *view,
            StrataProfileColumn column)
{
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (leave_column, GUINT_TO_POINTER (column), NULL));
  g_autoptr (GtkColumnViewColumn) view_column = gtk_column_view_column_new (_ (infos[column].title), new_factory (column));

  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column == STRATA_PROFILE_COLUMN_NAME);
  gtk_column_view_append_column (view, view_column);
}

/* Numbers stand at the right of their column, so do their titles. The header has
 * no API for that; where GTK builds it otherwise, titles stay at the left. */
static void
align_titles (GtkColumnView *view)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (title = title != NULL ? gtk_widget_get_next_sibling (title) : NULL; title != NULL; title = gtk_widget_get_next_sibling (title))
    if (gtk_widget_get_first_child (title) != NULL)
      gtk_widget_set_halign (gtk_widget_get_first_child (title), GTK_ALIGN_END);
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
    add_column (view, column);

  align_titles (view);
}

static GtkColumnViewColumn *
dup_column (GtkColumnView *view,
            StrataProfileColumn column)
{
  return g_list_model_get_item (gtk_column_view_get_columns (view), column);
}

static void
show_column (GtkColumnView *view,
             StrataProfileColumn column,
             gboolean is_visible)
{
  g_autoptr (GtkColumnViewColumn) view_column = dup_column (view, column);

  gtk_column_view_column_set_visible (view_column, is_visible);
}

/**
 * strata_profile_columns_show_clocks:
 * @view: a view with the columns of a profile
 * @has_wall: whether elapsed time is known
 * @has_cpu: whether CPU time is known
 *
 * Shows only the columns that have something to say.
 */
void
strata_profile_columns_show_clocks (GtkColumnView *view,
                                    gboolean has_wall,
                                    gboolean has_cpu)
{
  show_column (view, STRATA_PROFILE_COLUMN_INCLUSIVE, has_wall);
  show_column (view, STRATA_PROFILE_COLUMN_EXCLUSIVE, has_wall);
  show_column (view, STRATA_PROFILE_COLUMN_INCLUSIVE_CPU, has_cpu);
  show_column (view, STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU, has_cpu);
}

/**
 * strata_profile_columns_set_sort:
 * @view: a view with the columns of a profile
 * @column: one of them
 * @is_descending: whether the largest comes first
 *
 * Lets the header show a sort order.
 */
void
strata_profile_columns_set_sort (GtkColumnView *view,
                                 StrataProfileColumn column,
                                 gboolean is_descending)
{
  g_autoptr (GtkColumnViewColumn) view_column = dup_column (view, column);

  gtk_column_view_sort_by_column (view, view_column, is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/**
 * strata_profile_columns_get_sort:
 * @view: a view with the columns of a profile
 * @column: (out): by what it is sorted
 * @is_descending: (out): whether the largest comes first
 *
 * Returns: %FALSE when it is not sorted by any column
 */
gboolean
strata_profile_columns_get_sort (GtkColumnView *view,
                                 StrataProfileColumn *column,
                                 gboolean *is_descending)
{
  g_autoptr (GObject) first = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GObject) second = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering order = gtk_sorter_compare (gtk_column_view_get_sorter (view), first, second);

  if (order == GTK_ORDERING_EQUAL)
    return FALSE;

  *column = GPOINTER_TO_UINT (g_object_get_data (first, "column"));
  *is_descending = order == GTK_ORDERING_LARGER;

  return TRUE;
}

/**
 * strata_profile_columns_build_menu:
 * @view: a view with the columns of a profile
 *
 * Returns: (transfer full): a menu to sort by any column that is shown
 */
GMenuModel *
strata_profile_columns_build_menu (GtkColumnView *view)
{
  g_autoptr (GMenu) section = g_menu_new ();
  GMenu *menu = g_menu_new ();

  for (StrataProfileColumn column = 0; column < STRATA_N_PROFILE_COLUMNS; column++)
    {
      g_autoptr (GtkColumnViewColumn) view_column = dup_column (view, column);
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (infos[column].title), NULL);

      g_menu_item_set_action_and_target (item, "profile.sort-by", "s", infos[column].id);

      if (gtk_column_view_column_get_visible (view_column))
        g_menu_append_item (section, item);
    }

  g_menu_append_section (menu, _ ("Sort By"), G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}
