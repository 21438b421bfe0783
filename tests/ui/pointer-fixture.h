/* pointer-fixture.h - a real pointer, sent by the X server
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gdk/x11/gdkx.h>
#include <gtk/gtk.h>

/* A click as long as a user's. GTK 4.8 synthesizes a motion event after each layout, from the
 * buttons that are pressed on the server by then, and would cancel a click that is already over. */
#define CLICK "mousedown 1 sleep 0.1 mouseup 1"

static inline void
pointer_on_done (GObject *source,
                 GAsyncResult *result,
                 gpointer user_data)
{
  gboolean *is_done = user_data;
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error);
  g_assert_no_error (error);
  *is_done = TRUE;
}

/* Has the X server send input as from a user, while GTK runs. */
static inline void
pointer_send (const char *commands)
{
  g_autofree char *command = g_strconcat ("xdotool ", commands, NULL);
  g_auto (GStrv) argv = g_strsplit (command, " ", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_newv ((const char *const *) argv, G_SUBPROCESS_FLAGS_NONE, &error);
  gboolean is_done = FALSE;

  g_assert_no_error (error);
  g_subprocess_wait_check_async (process, NULL, pointer_on_done, &is_done);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
}

/* Clicks on the middle of a widget, wherever its window or popover is. */
static inline void
pointer_click (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_point_t middle = GRAPHENE_POINT_INIT (gtk_widget_get_width (widget) / 2.0f, gtk_widget_get_height (widget) / 2.0f);
  graphene_point_t place;
  double x_px;
  double y_px;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (native), &middle, &place));
  gtk_native_get_surface_transform (native, &x_px, &y_px);

  g_autofree char *commands = g_strdup_printf ("mousemove --window %lu %d %d sleep 0.1 " CLICK,
                                               gdk_x11_surface_get_xid (gtk_native_get_surface (native)),
                                               (int) (x_px + place.x),
                                               (int) (y_px + place.y));

  pointer_send (commands);
}
