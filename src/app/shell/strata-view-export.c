/* strata-view-export.c - exports the shown part of the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-export.h"

#include <glib/gi18n-lib.h>

#include "strata-contrast.h"
#include "strata-dialogs.h"
#include "strata-export.h"
#include "strata-session-area.h"
#include "strata-table-export.h"

/* The suffix chooses the format, for tables as well as pictures. */

/* About the width of a window on a common screen. */
#define PICTURE_WIDTH_PX 1920

typedef struct
{
  GtkWidget *from;        /* owned */
  StrataSession *session; /* owned */
  StrataTableRows *rows;  /* owned; nullable: NULL for a picture */
} Choice;

static Choice *
choice_new (GtkWidget *from,
            StrataSession *session,
            StrataTableRows *rows)
{
  Choice *self = g_new (Choice, 1);

  *self = (Choice){ g_object_ref (from), g_object_ref (session), rows };
  return self;
}

static void
choice_free (gpointer data)
{
  Choice *self = data;

  g_object_unref (self->from);
  g_object_unref (self->session);
  g_clear_pointer (&self->rows, strata_table_rows_free);
  g_free (self);
}

static void
tell (GtkWidget *from,
      GFile *file,
      const char *reason)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *text = g_strdup_printf (_ ("%s was not written: %s"), name, reason);

  gtk_widget_activate_action (from, "trace.tell", "s", text);
}

static void
on_table_chosen (GListModel *files,
                 gpointer user_data)
{
  Choice *choice = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  StrataTableStyle style;

  if (file == NULL)
    return;

  g_autofree char *name = g_file_get_basename (file);

  if (strata_table_style_from_name (name, &style))
    strata_table_export (choice->from, g_steal_pointer (&choice->rows), file, style, NULL, NULL);
  else
    tell (choice->from, file, _ ("its name has to end with .csv, .tsv or .json"));
}

/**
 * strata_view_export_choose_table:
 * @from: a widget of the page; its action "trace.tell" shows errors
 * @session: the session
 * @what: what to write
 *
 * Asks for a file, and writes what is shown now in a worker.
 */
void
strata_view_export_choose_table (GtkWidget *from,
                                 StrataSession *session,
                                 StrataViewRowsOf what)
{
  StrataTableRows *rows = strata_view_rows_new (session, what);
  g_autofree char *name = g_strconcat (strata_table_rows_get_name (rows), ".csv", NULL);

  strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (from)), STRATA_CHOOSE_TABLE_TO_SAVE, name, on_table_chosen, choice_new (from, session, rows), choice_free);
}

static gboolean
write_picture (gpointer data,
               GOutputStream *stream,
               StrataProgress *progress,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GBytes) bytes = strata_export_picture_draw (data, progress, cancellable, error);

  return bytes != NULL && g_output_stream_write_all (stream, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, cancellable, error);
}

static void
free_picture (gpointer data)
{
  strata_export_picture_free (data);
}

/**
 * strata_view_export_picture:
 * @from: a widget of the page; its action "trace.tell" shows errors
 * @session: the session
 * @palette: the colours
 * @file: where to write; its suffix chooses the format
 * @exported: (nullable) (scope async): called at the end
 * @user_data: for @exported
 *
 * Writes a picture of the selected area, or of the visible time on all shown
 * lanes, in a worker. It has the state at the time of the call, whatever changes later.
 */
void
strata_view_export_picture (GtkWidget *from,
                            StrataSession *session,
                            const StrataPalette *palette,
                            GFile *file,
                            StrataFileExported exported,
                            gpointer user_data)
{
  static const StrataFileExportKind kind = { write_picture, free_picture, NULL };
  StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (session));
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GError) error = NULL;

  strata_session_get_area (session, &span);

  const StrataExportOptions options = { .span = span, .width_px = PICTURE_WIDTH_PX, .palette = palette, .is_of_area = TRUE };
  StrataExportPicture *picture = strata_export_picture_new (session, &options, name, &error);

  if (picture != NULL)
    strata_file_export (from, &kind, picture, file, exported, user_data);
  else
    tell (from, file, error->message);
}

static void
on_picture_chosen (GListModel *files,
                   gpointer user_data)
{
  Choice *choice = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  gboolean is_dark;

  g_object_get (gtk_widget_get_settings (choice->from), "gtk-application-prefer-dark-theme", &is_dark, NULL);
  if (file != NULL)
    strata_view_export_picture (choice->from, choice->session, strata_contrast_get_palette (is_dark), file, NULL, NULL);
}

/**
 * strata_view_export_choose_picture:
 * @from: a widget of the page; its action "trace.tell" shows errors
 * @session: the session
 *
 * Asks for a file, and writes a picture in a worker.
 */
void
strata_view_export_choose_picture (GtkWidget *from,
                                   StrataSession *session)
{
  g_autofree char *name = g_strconcat (_ ("Timeline"), ".png", NULL);

  strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (from)), STRATA_CHOOSE_PICTURE_TO_SAVE, name, on_picture_chosen, choice_new (from, session, NULL), choice_free);
}
