/* strata-export-window.c - the progress of an export
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-export-window.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"

#define POLL_MS 100
#define WIDTH_PX 360

/* Polls the progress that the worker writes. Closing it cancels the export; closing its parent does
 * not. */
struct _StrataExportWindow
{
  GtkWindow parent_instance;

  GtkProgressBar *bar; /* borrowed: a child */
  GtkLabel *status;    /* the same */

  StrataProgress *progress;  /* borrowed: of the job, which destroys the window */
  StrataExportDone describe; /* nullable */
  GCancellable *cancellable; /* owned */
  guint poll_id;
};

G_DEFINE_FINAL_TYPE (StrataExportWindow, strata_export_window, GTK_TYPE_WINDOW)

static gboolean
on_poll (gpointer user_data)
{
  StrataExportWindow *self = user_data;
  g_autofree char *text = self->describe != NULL ? self->describe (strata_progress_get_done_bytes (self->progress)) : NULL;

  gtk_label_set_label (self->status, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->status), text != NULL);
  gtk_progress_bar_set_fraction (self->bar, MAX (strata_progress_get_fraction (self->progress), 0));

  return G_SOURCE_CONTINUE;
}

static void
activate_cancel (StrataExportWindow *self)
{
  g_cancellable_cancel (self->cancellable);
}

/* The job destroys the window once the worker has noticed the cancellation. */
static gboolean
strata_export_window_close_request (GtkWindow *window)
{
  g_cancellable_cancel (STRATA_EXPORT_WINDOW (window)->cancellable);
  return TRUE;
}

static void
strata_export_window_dispose (GObject *object)
{
  StrataExportWindow *self = STRATA_EXPORT_WINDOW (object);

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (strata_export_window_parent_class)->dispose (object);
}

static void
strata_export_window_class_init (StrataExportWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_export_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = strata_export_window_close_request;
  gtk_widget_class_install_action (widget_class, "export.cancel", NULL, STRATA_ACTION (activate_cancel));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "export.cancel", NULL);
}

static void
strata_export_window_init (StrataExportWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  self->status = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->status, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "numeric");
  gtk_widget_set_halign (cancel, GTK_ALIGN_END);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "export.cancel");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Progress"), -1);
  gtk_widget_set_margin_start (box, 18);
  gtk_widget_set_margin_end (box, 18);
  gtk_widget_set_margin_top (box, 18);
  gtk_widget_set_margin_bottom (box, 18);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
  gtk_box_append (GTK_BOX (box), cancel);
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH_PX, -1);
  gtk_window_set_resizable (GTK_WINDOW (self), FALSE);
}

/**
 * strata_export_window_new:
 * @parent: the window that exports
 * @file_name: the file being written
 * @progress: its progress; must outlive the window
 * @describe_done: (nullable): describes the progress in words
 * @cancellable: cancelled by the button
 *
 * Returns: (transfer floating): the window; destroy it at the end
 */
GtkWidget *
strata_export_window_new (GtkWindow *parent,
                          const char *file_name,
                          StrataProgress *progress,
                          StrataExportDone describe_done,
                          GCancellable *cancellable)
{
  g_autofree char *title = g_strdup_printf (_ ("Exporting “%s”"), file_name);
  StrataExportWindow *self = g_object_new (STRATA_TYPE_EXPORT_WINDOW,
                                           "title", title,
                                           "transient-for", parent,
                                           "destroy-with-parent", TRUE,
                                           NULL);

  self->progress = progress;
  self->describe = describe_done;
  self->cancellable = g_object_ref (cancellable);
  self->poll_id = g_timeout_add (POLL_MS, on_poll, self);
  on_poll (self);

  return GTK_WIDGET (self);
}
