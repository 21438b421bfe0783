/* strata-folder-page.c - the page that offers the traces of a folder
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-folder-page.h"

#include <glib/gi18n-lib.h>

#include "strata-file-button.h"
#include "strata-job.h"
#include "strata-trace-folder.h"
#include "strata-units.h"

/* A worker looks for the traces. Each of them is a button that activates win.open-uri; the other buttons are
 * win.open-together and win.back. */
struct _StrataFolderPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *files_box;
  GtkWidget *together;

  StrataJob *job;   /* owned */
  GPtrArray *files; /* (element-type GFile) owned: the traces */
};

enum
{
  SIGNAL_LISTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataFolderPage, strata_folder_page, GTK_TYPE_WIDGET)

static gpointer
run_list (gpointer data,
          GCancellable *cancellable)
{
  return strata_trace_folder_list (data, cancellable, NULL);
}

static void
add_trace (StrataFolderPage *self,
           const StrataFolderTrace *trace)
{
  g_autofree char *uri = g_file_get_uri (trace->file);
  char bytes[STRATA_UNITS_BYTES];
  g_autofree char *description = g_strdup_printf ("%s · %s", trace->format, strata_units_bytes (trace->n_bytes, bytes));

  gtk_box_append (GTK_BOX (self->files_box), strata_file_button_new (uri, trace->name, description));
  g_ptr_array_add (self->files, g_object_ref (trace->file));
}

/* @result: (nullable): the traces, %NULL if the folder cannot be read */
static void
on_listed (gpointer result,
           gpointer data,
           gpointer user_data)
{
  StrataFolderPage *self = user_data;
  g_autoptr (GPtrArray) traces = result;

  for (guint i = 0; traces != NULL && i < traces->len; i++)
    add_trace (self, g_ptr_array_index (traces, i));

  gtk_label_set_label (self->subtitle, _ ("Choose a trace in this folder."));
  gtk_widget_set_visible (self->together, self->files->len > 1);
  g_signal_emit (self, signals[SIGNAL_LISTED], 0);
}

static const StrataJobKind list_job = {
  .name = "[strata] traces of a folder",
  .run = run_list,
  .done = on_listed,
  .free_data = g_object_unref,
  .free_result = (GDestroyNotify) g_ptr_array_unref,
};

/* Returns whether a file is a folder of this computer; asking other computers might block the window. */
gboolean
strata_folder_page_is_folder (GFile *file)
{
  return g_file_is_native (file) && g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_DIRECTORY;
}

/* Removes the folder from the page. Does not emit ::listed. */
void
strata_folder_page_clear (StrataFolderPage *self)
{
  GtkWidget *child;

  strata_job_cancel (self->job);
  while ((child = gtk_widget_get_first_child (self->files_box)) != NULL)
    gtk_box_remove (GTK_BOX (self->files_box), child);

  g_ptr_array_set_size (self->files, 0);
  gtk_widget_set_visible (self->together, FALSE);
}

/**
 * strata_folder_page_list:
 * @self: the page
 * @folder: a folder
 *
 * Looks for the traces of a folder and shows them, then emits ::listed.
 */
void
strata_folder_page_list (StrataFolderPage *self,
                         GFile *folder)
{
  g_autofree char *name = g_file_get_parse_name (folder);

  strata_folder_page_clear (self);
  gtk_label_set_label (self->title, name);
  gtk_label_set_label (self->subtitle, _ ("Looking for traces…"));
  strata_job_start (self->job, g_object_ref (folder), 0);
}

/* Stops looking. What was found stays. Does not emit ::listed. */
void
strata_folder_page_stop (StrataFolderPage *self)
{
  strata_job_cancel (self->job);
}

/* Returns: (element-type GFile): the traces that it shows */
GPtrArray *
strata_folder_page_get_files (StrataFolderPage *self)
{
  return self->files;
}

/* The first trace. */
static gboolean
strata_folder_page_grab_focus (GtkWidget *widget)
{
  GtkWidget *first = gtk_widget_get_first_child (STRATA_FOLDER_PAGE (widget)->files_box);

  return first != NULL && gtk_widget_grab_focus (first);
}

static void
strata_folder_page_dispose (GObject *object)
{
  StrataFolderPage *self = STRATA_FOLDER_PAGE (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (object), STRATA_TYPE_FOLDER_PAGE);

  G_OBJECT_CLASS (strata_folder_page_parent_class)->dispose (object);
}

static void
strata_folder_page_class_init (StrataFolderPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_folder_page_dispose;
  widget_class->grab_focus = strata_folder_page_grab_focus;
  signals[SIGNAL_LISTED] = g_signal_new ("listed", STRATA_TYPE_FOLDER_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/folder-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataFolderPage, content);
  gtk_widget_class_bind_template_child (widget_class, StrataFolderPage, title);
  gtk_widget_class_bind_template_child (widget_class, StrataFolderPage, subtitle);
  gtk_widget_class_bind_template_child (widget_class, StrataFolderPage, files_box);
  gtk_widget_class_bind_template_child (widget_class, StrataFolderPage, together);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_folder_page_init (StrataFolderPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  self->job = strata_job_new (&list_job, self);
}
