/* strata-list-menu.h - a menu on the rows of a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * StrataListAct:
 * @row: the row that the menu is about
 * @user_data: what was given along
 *
 * Does something with a row.
 */
typedef void (*StrataListAct) (GtkListBoxRow *row, gpointer user_data);

/**
 * StrataListEntry:
 * @label: what the menu says, not translated; %NULL begins a section
 * @key: (nullable): a key that does it, in the words of gtk_shortcut_trigger_parse_string()
 * @act: (nullable): what it does; %NULL for what Return does
 *
 * A command of rows, for their menu and keys.
 */
typedef struct
{
  const char *label;
  const char *key;
  StrataListAct act;
} StrataListEntry;

void strata_list_menu_attach (GtkWidget *owner, GtkListBox *list, const StrataListEntry *entries, guint n_entries);
void strata_list_menu_append_timeline (GMenu *menu);

G_END_DECLS
