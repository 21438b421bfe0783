/* strata-list-menu.h - a context menu for the rows of a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * StrataListAct:
 * @row: the row of the menu
 * @user_data: the owner
 *
 * The function of a command.
 */
typedef void (*StrataListAct) (GtkListBoxRow *row, gpointer user_data);

/* A command of rows, for their menu and keys. */
typedef struct
{
  const char *label; /* its label in the menu, not translated; NULL begins a section */
  const char *key;   /* nullable: its key, in the syntax of gtk_shortcut_trigger_parse_string() */
  StrataListAct act; /* nullable: its function; NULL for the action of Return */
} StrataListEntry;

void strata_list_menu_attach (GtkWidget *owner, GtkListBox *list, const StrataListEntry *entries, guint n_entries);
void strata_list_menu_append_timeline (GMenu *menu);

G_END_DECLS
