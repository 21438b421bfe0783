/* strata-context-menu.h - a menu at the pointer, or by the menu key
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A command of a widget, for its menu and its keys. */
typedef struct
{
  const char *label;  /* its label in the menu, not translated; NULL begins a section */
  const char *action; /* its action */
  const char *key;    /* nullable: its key, in the syntax of gtk_shortcut_trigger_parse_string() */
} StrataContextEntry;

GtkWidget *strata_context_menu_add (GtkWidget *widget, GMenuModel *model);
void strata_context_menu_add_openers (GtkWidget *widget);
void strata_context_menu_add_pane_keys (GtkWidget *pane, const StrataContextEntry *entries, guint n_entries);
GtkWidget *strata_context_menu_attach (GtkWidget *widget, const StrataContextEntry *entries, guint n_entries);
GtkWidget *strata_context_menu_find (GtkWidget *widget);

G_END_DECLS
