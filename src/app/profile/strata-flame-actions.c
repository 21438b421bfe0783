/* strata-flame-actions.c - actions of flame graphs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame-actions.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"
#include "strata-replace.h"

/* The flame.* actions of all panes with a flame graph, of a trace or of a comparison. A pane stores
 * its canvas under a data key. */
#define CANVAS "strata-flame-canvas"
#define EXPORT_WIDTH_PX 1600

static StrataFlameCanvas *
get_canvas (GtkWidget *pane)
{
  return g_object_get_data (G_OBJECT (pane), CANVAS);
}

static void
activate_zoom_in (GtkWidget *widget)
{
  strata_flame_canvas_set_root (get_canvas (widget), strata_flame_canvas_get_selected (get_canvas (widget)));
}

static void
activate_zoom_out (GtkWidget *widget)
{
  StrataFlameCanvas *canvas = get_canvas (widget);
  guint32 parent = strata_flame_get_parent (strata_flame_canvas_get_flame (canvas), strata_flame_canvas_get_root (canvas));

  if (parent != STRATA_NONE)
    strata_flame_canvas_set_root (canvas, parent);
}

static void
activate_zoom_all (GtkWidget *widget)
{
  strata_flame_canvas_set_root (get_canvas (widget), STRATA_CALL_TREE_ROOT);
}

/* Inner calls are below on the screen, or above if the graph grows upwards. */
static void
activate_step (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  StrataFlameCanvas *canvas = get_canvas (widget);

  if (g_str_equal (action_name, "flame.inner"))
    strata_flame_canvas_step (canvas, 1, 0);
  else if (g_str_equal (action_name, "flame.outer"))
    strata_flame_canvas_step (canvas, -1, 0);
  else
    strata_flame_canvas_step (canvas, 0, g_str_equal (action_name, "flame.next") ? 1 : -1);
}

/**
 * strata_flame_actions_export:
 * @canvas: the canvas of a flame graph
 * @file: where to write; its suffix chooses the format
 * @error: return location for an error
 *
 * Writes a picture of all levels below the node that it is zoomed to.
 *
 * Returns: whether it was written
 */
gboolean
strata_flame_actions_export (StrataFlameCanvas *canvas,
                             GFile *file,
                             GError **error)
{
  StrataFlame *flame = strata_flame_canvas_get_flame (canvas);
  g_autofree char *name = g_file_get_basename (file);
  StrataFlameFrame frame;

  g_return_val_if_fail (flame != NULL, FALSE);

  strata_flame_canvas_get_frame (canvas, &frame);
  frame.height_px = 0.0; /* all levels */

  g_autoptr (GBytes) bytes = strata_flame_export (flame, EXPORT_WIDTH_PX, &frame, strata_flame_canvas_get_palette (canvas), name, error);

  return bytes != NULL && strata_replace_contents (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

static void
on_file_chosen (GListModel *files,
                gpointer user_data)
{
  StrataFlameCanvas *canvas = get_canvas (user_data);
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  g_autoptr (GError) error = NULL;

  if (file == NULL || strata_flame_canvas_get_flame (canvas) == NULL)
    return;

  const gboolean is_written = strata_flame_actions_export (canvas, file, &error);
  g_autofree char *text = is_written ? g_strdup ("") : g_strdup_printf (_ ("The picture was not written: %s"), error->message);

  gtk_widget_activate_action (user_data, "trace.tell", "s", text);
}

static void
activate_export (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  StrataFlame *flame = strata_flame_canvas_get_flame (get_canvas (widget));
  g_autofree char *name = g_strconcat (flame != NULL && strata_flame_is_chart (flame) ? _ ("Call chart") : _ ("Flame graph"), ".svg", NULL);

  if (GTK_IS_WINDOW (root))
    strata_dialogs_choose (GTK_WINDOW (root), STRATA_CHOOSE_PICTURE_TO_SAVE, name, on_file_chosen, g_object_ref (widget), g_object_unref);
}

/**
 * strata_flame_actions_install:
 * @widget_class: the class of a pane
 *
 * Adds the actions to a widget class.
 */
void
strata_flame_actions_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "flame.zoom-in", NULL, STRATA_ACTION (activate_zoom_in));
  gtk_widget_class_install_action (widget_class, "flame.zoom-out", NULL, STRATA_ACTION (activate_zoom_out));
  gtk_widget_class_install_action (widget_class, "flame.zoom-all", NULL, STRATA_ACTION (activate_zoom_all));
  gtk_widget_class_install_action (widget_class, "flame.inner", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "flame.outer", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "flame.next", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "flame.previous", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "flame.export", NULL, STRATA_ACTION (activate_export));
}

/**
 * strata_flame_actions_update:
 * @pane: a pane with the actions
 *
 * Enables the actions that currently apply.
 */
void
strata_flame_actions_update (GtkWidget *pane)
{
  StrataFlameCanvas *canvas = get_canvas (pane);
  const gboolean has_flame = strata_flame_canvas_get_flame (canvas) != NULL;
  const gboolean has_node = has_flame && strata_flame_canvas_get_selected (canvas) != STRATA_NONE;
  const gboolean is_zoomed = has_flame && strata_flame_canvas_get_root (canvas) != STRATA_CALL_TREE_ROOT;

  gtk_widget_action_set_enabled (pane, "flame.zoom-in", has_node);
  gtk_widget_action_set_enabled (pane, "flame.zoom-out", is_zoomed);
  gtk_widget_action_set_enabled (pane, "flame.zoom-all", is_zoomed);
  gtk_widget_action_set_enabled (pane, "flame.export", has_flame);
}

/**
 * strata_flame_actions_add_canvas:
 * @pane: a pane with the actions
 * @picture: a box in it
 *
 * Makes the canvas of a flame graph with its scrollbar, in the colours of the desktop,
 * and makes the actions apply to it.
 *
 * Returns: (transfer none): the canvas, which lives as long as the pane
 */
StrataFlameCanvas *
strata_flame_actions_add_canvas (GtkWidget *pane,
                                 GtkBox *picture)
{
  GtkWidget *canvas = g_object_new (STRATA_TYPE_FLAME_CANVAS, NULL);

  gtk_widget_set_hexpand (canvas, TRUE);
  gtk_box_append (picture, canvas);
  gtk_box_append (picture, gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, strata_flame_canvas_get_adjustment (STRATA_FLAME_CANVAS (canvas))));
  g_object_bind_property (gtk_widget_get_settings (canvas), "gtk-application-prefer-dark-theme", canvas, "is-dark", G_BINDING_SYNC_CREATE);
  g_object_set_data (G_OBJECT (pane), CANVAS, canvas);
  strata_flame_actions_update (pane);

  return STRATA_FLAME_CANVAS (canvas);
}
