/* strata-menu-focus.c - restores the focus when a menu closes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-menu-focus.h"

/* GTK 4.8 leaves the focus on an item of the menu if Escape closes it with a submenu open. Keys
 * then go to an invisible widget until the next click. So a window remembers the focus outside of
 * menus and restores it. */

#define KEY "strata-menu-focus"

typedef struct
{
  GtkWindow *window; /* borrowed: the window owns this */
  GWeakRef before;   /* the last focus outside of menus */
  guint idle_id;     /* waits until a closing menu has moved the focus itself */
} Memo;

static void
memo_free (gpointer data)
{
  Memo *memo = data;

  g_clear_handle_id (&memo->idle_id, g_source_remove);
  g_weak_ref_clear (&memo->before);
  g_free (memo);
}

static void
give_back (gpointer user_data)
{
  Memo *memo = user_data;
  g_autoptr (GtkWidget) before = g_weak_ref_get (&memo->before);
  GtkWidget *focus = gtk_window_get_focus (memo->window);

  memo->idle_id = 0;
  if ((focus == NULL || !gtk_widget_get_mapped (focus)) && before != NULL && gtk_widget_get_mapped (before))
    gtk_widget_grab_focus (before);
}

static void
on_menu_closed (GtkWindow *window)
{
  Memo *memo = g_object_get_data (G_OBJECT (window), KEY);

  if (memo->idle_id == 0)
    memo->idle_id = g_idle_add_once (give_back, memo);
}

static void
on_focus_changed (GtkWindow *window)
{
  Memo *memo = g_object_get_data (G_OBJECT (window), KEY);
  GtkWidget *focus = gtk_window_get_focus (window);
  GtkWidget *menu = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  if (focus != NULL && menu == NULL)
    g_weak_ref_set (&memo->before, focus);

  if (menu == NULL || g_object_get_data (G_OBJECT (menu), KEY) != NULL)
    return;

  g_object_set_data (G_OBJECT (menu), KEY, memo);
  g_signal_connect_object (menu, "closed", G_CALLBACK (on_menu_closed), window, G_CONNECT_SWAPPED);
}

/**
 * strata_menu_focus_watch:
 * @window: a window
 *
 * From now on, restores the focus that a widget of @window had before a menu was opened,
 * if GTK leaves it on the menu.
 */
void
strata_menu_focus_watch (GtkWindow *window)
{
  Memo *memo = g_new0 (Memo, 1);

  memo->window = window;
  g_weak_ref_init (&memo->before, NULL);
  g_object_set_data_full (G_OBJECT (window), KEY, memo, memo_free);
  g_signal_connect (window, "notify::focus-widget", G_CALLBACK (on_focus_changed), NULL);
}
