/* strata-file-export.c - writes a file in a worker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-file-export.h"

#include <glib/gi18n-lib.h>

#include "strata-export-window.h"
#include "strata-replace.h"

/* Exports that take longer get a window with their progress. */
#define PATIENCE_MS 400

/* Written by a worker. The file is replaced only when the new one is complete: if the export fails
 * or is cancelled, the old file stays. The program keeps running until then, even if its last
 * window is closed. */
typedef struct
{
  const StrataFileExportKind *kind; /* borrowed */
  gpointer data;                    /* owned: of the kind */
  GFile *file;                      /* owned */
  StrataProgress progress;
  GCancellable *cancellable; /* owned */
  GApplication *application; /* borrowed; nullable; held */
  GtkWidget *from;           /* weak; nullable */
  GtkWidget *window;         /* weak; nullable */
  guint patience_id;
  StrataFileExported exported;
  gpointer user_data;
} Job;

static void
job_free (Job *job)
{
  job->kind->free (job->data);
  g_clear_object (&job->file);
  g_clear_object (&job->cancellable);
  g_clear_weak_pointer (&job->from);
  g_clear_weak_pointer (&job->window);
  g_free (job);
}

static gboolean
write_file (GOutputStream *stream,
            gpointer data,
            GError **error)
{
  Job *job = data;

  return job->kind->write (job->data, stream, &job->progress, job->cancellable, error);
}

static void
run_export (GTask *task,
            gpointer source,
            gpointer task_data,
            GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;

  if (strata_replace (job->file, write_file, job, job->cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
on_patience_over (gpointer user_data)
{
  Job *job = user_data;
  GtkRoot *root = job->from != NULL ? gtk_widget_get_root (job->from) : NULL;

  job->patience_id = 0;
  if (root == NULL)
    return G_SOURCE_REMOVE;

  g_autofree char *name = g_file_get_basename (job->file);
  GtkWidget *window = strata_export_window_new (GTK_WINDOW (root), name, &job->progress, job->kind->describe_done, job->cancellable);

  g_set_weak_pointer (&job->window, window);
  gtk_window_present (GTK_WINDOW (window));

  return G_SOURCE_REMOVE;
}

/**
 * strata_file_export_tell_saved:
 * @from: a widget in a page, or the page
 * @file: a file that was just written
 * @note: (nullable): a sentence about it
 *
 * Asks the page to show where the file is: its action "trace.tell-saved".
 */
void
strata_file_export_tell_saved (GtkWidget *from,
                               GFile *file,
                               const char *note)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_widget_activate_action (from, "trace.tell-saved", "(ss)", uri, note != NULL ? note : "");
}

/**
 * strata_file_export_dup_saved:
 * @saved: parameter of the action "trace.tell-saved"
 * @file: (inout) (transfer full) (nullable): set to the file; an earlier one is released
 *
 * Returns: (transfer full): the text that a page shows: the place of the file, and the note
 */
char *
strata_file_export_dup_saved (GVariant *saved,
                              GFile **file)
{
  const char *uri;
  const char *note;

  g_variant_get (saved, "(&s&s)", &uri, &note);
  g_clear_object (file);
  *file = g_file_new_for_uri (uri);

  g_autofree char *name = g_file_get_parse_name (*file);
  g_autofree char *text = g_strdup_printf (_ ("Saved as %s"), name);

  return *note != '\0' ? g_strdup_printf ("%s; %s", text, note) : g_steal_pointer (&text);
}

static void
tell (Job *job,
      const GError *error)
{
  if (job->from == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_autofree char *name = g_file_get_parse_name (job->file);
  g_autofree char *text = error != NULL ? g_strdup_printf (_ ("%s was not written: %s"), name, error->message) : g_strdup ("");

  gtk_widget_activate_action (job->from, "trace.tell", "s", text);
  if (error != NULL)
    return;

  g_autofree char *note = job->kind->dup_note != NULL ? job->kind->dup_note (job->data) : NULL;

  strata_file_export_tell_saved (job->from, job->file, note);
}

static void
on_written (GObject *source,
            GAsyncResult *result,
            gpointer user_data)
{
  Job *job = user_data;
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  g_clear_handle_id (&job->patience_id, g_source_remove);
  if (job->window != NULL)
    gtk_window_destroy (GTK_WINDOW (job->window));

  tell (job, error);
  if (job->exported != NULL)
    job->exported (error, job->user_data);
  g_clear_pointer (&job->application, g_application_release);
  job_free (job);
}

/**
 * strata_file_export:
 * @from: a widget of the pane; its action "trace.tell" shows errors, "trace.tell-saved" the place of the file and a note
 * @kind: (transfer none): how to write; static
 * @data: (transfer full): the data to write
 * @file: where to write; replaced when all is written
 * @exported: (nullable) (scope async): called at the end
 * @user_data: for @exported
 *
 * Writes a file in a worker. If that takes long, shows a window with its progress
 * and a Cancel button.
 */
void
strata_file_export (GtkWidget *from,
                    const StrataFileExportKind *kind,
                    gpointer data,
                    GFile *file,
                    StrataFileExported exported,
                    gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->kind = kind;
  job->data = data;
  job->file = g_object_ref (file);
  job->cancellable = g_cancellable_new ();
  job->application = g_application_get_default ();
  job->exported = exported;
  job->user_data = user_data;
  g_set_weak_pointer (&job->from, from);
  job->patience_id = g_timeout_add (PATIENCE_MS, on_patience_over, job);

  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_written, job);

  if (job->application != NULL)
    g_application_hold (job->application);
  g_task_set_source_tag (task, strata_file_export);
  g_task_set_name (task, "strata-file-export");
  g_task_set_task_data (task, job, NULL);
  g_task_run_in_thread (task, run_export);
}
