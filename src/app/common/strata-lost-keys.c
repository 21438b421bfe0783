/* strata-lost-keys.c - keys that GTK would lose
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lost-keys.h"

/* When the widget with the focus is removed from its window, such as the row of a table that is filled again,
 * GTK 4.8 moves the focus only after the next frame (gtkwindow.c, after_paint()). Keys pressed before that go to the
 * removed widget, and from there nowhere, not even to the shortcuts of the window. So, before each key, the
 * focus is taken from such a widget: GTK then gives the key to the window, and moves the focus as before. */

static gboolean
is_removed (GtkWidget *focus)
{
  return focus != NULL && !gtk_widget_get_realized (focus);
}

static gboolean
on_event (GSignalInvocationHint *hint,
          guint n_values,
          const GValue *values,
          gpointer user_data)
{
  GdkEvent *event = g_value_get_pointer (&values[1]);

  if (gdk_event_get_event_type (event) != GDK_KEY_PRESS)
    return TRUE;

  GtkNative *native = gtk_native_get_for_surface (g_value_get_object (&values[0]));
  GtkRoot *root = native != NULL ? gtk_widget_get_root (GTK_WIDGET (native)) : NULL;

  if (root != NULL && is_removed (gtk_root_get_focus (root)))
    gtk_root_set_focus (root, NULL);

  return TRUE;
}

/**
 * strata_lost_keys_watch:
 *
 * Keeps GTK from losing keys in any window of the program. Call it once, when the display is open.
 */
void
strata_lost_keys_watch (void)
{
  /* Signals are looked up in loaded classes. Before the first window, the class of surfaces is loaded on X11 only;
   * this keeps it loaded. */
  g_type_class_ref (GDK_TYPE_SURFACE);
  g_signal_add_emission_hook (g_signal_lookup ("event", GDK_TYPE_SURFACE), 0, on_event, NULL, NULL);
}
