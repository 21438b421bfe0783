/* strata-menu-model.c - empties menus when their widget is gone
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-menu-model.h"

/* GTK 4.8 takes a reference to each section of a menu that it shows and never releases it
 * (gtkmenutracker.c). So the items of every menu ever made would stay, about 130 kB a window. A
 * menu that cannot be freed can at least be emptied. */

#define KEY "strata-menu-model"

static void
empty (GMenuModel *model)
{
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (model, i);

      while (g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) part = g_menu_link_iter_get_value (links);

          empty (part);
        }
    }

  if (G_IS_MENU (model))
    g_menu_remove_all (G_MENU (model));
}

static void
let_go (gpointer data)
{
  g_autoptr (GMenuModel) model = data;

  empty (model);
}

/**
 * strata_menu_model_own:
 * @owner: the popover or menu button that shows the menu
 * @model: (nullable): the menu; no other widget shows it or a part of it
 *
 * Empties the menu when @owner is finalized, or gets another one.
 */
void
strata_menu_model_own (GtkWidget *owner,
                       GMenuModel *model)
{
  if (g_object_get_data (G_OBJECT (owner), KEY) != model)
    g_object_set_data_full (G_OBJECT (owner), KEY, model != NULL ? g_object_ref (model) : NULL, let_go);
}

/**
 * strata_menu_model_show:
 * @button: a menu button
 * @model: a menu that only @button shows
 *
 * Sets the menu of a button, which owns it from then on: see strata_menu_model_own().
 */
void
strata_menu_model_show (GtkMenuButton *button,
                        GMenuModel *model)
{
  gtk_menu_button_set_menu_model (button, model);
  strata_menu_model_own (GTK_WIDGET (button), model);
}
