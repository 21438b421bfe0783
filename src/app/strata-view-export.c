/* strata-view-export.c - what the timeline shows, written to files
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
#include "strata-replace.h"
#include "strata-session-area.h"
#include "strata-table-export.h"

/* Suffixes choose the format, of tables as of pictures. */

/* As wide as the window would show it on a usual screen. */
#define PICTURE_WIDTH_PX 1920

typedef struct
{
  GtkWidget *from;        /* owned */
  StrataSession *session; /* owned */
  StrataTableRows *rows;  /* owned; nullable: of a picture */
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
 * @from: a widget of the page; what goes wrong is told by its action "trace.tell"
 * @session: what is looked at
 * @what: what to write
 *
 * Asks where to write what is shown now, and writes it in a worker.
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

/**
 * strata_view_export_picture:
 * @session: what is looked at
 * @palette: the colours
 * @file: where to write; its suffix chooses the format
 * @error: return location for an error
 *
 * Writes a picture of the selected time, or of the time in view, on all lanes that are shown.
 *
 * Returns: whether it was written
 */
gboolean
strata_view_export_picture (StrataSession *session,
                            const StrataPalette *palette,
                            GFile *file,
                            GError **error)
{
  StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (session));
  g_autofree char *name = g_file_get_basename (file);

  strata_session_get_area (session, &span);

  const StrataExportOptions options = { .span = span, .width_px = PICTURE_WIDTH_PX, .palette = palette };
  g_autoptr (GBytes) bytes = strata_export_to_bytes (session, &options, name, error);

  return bytes != NULL && strata_replace_contents (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

static void
on_picture_chosen (GListModel *files,
                   gpointer user_data)
{
  Choice *choice = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  g_autoptr (GError) error = NULL;
  gboolean is_dark;

  g_object_get (gtk_widget_get_settings (choice->from), "gtk-application-prefer-dark-theme", &is_dark, NULL);
  if (file != NULL && !strata_view_export_picture (choice->session, strata_contrast_get_palette (is_dark), file, &error))
    tell (choice->from, file, error->message);
}

/**
 * strata_view_export_choose_picture:
 * @from: a widget of the page; what goes wrong is told by its action "trace.tell"
 * @session: what is looked at
 *
 * Asks where to write a picture, and writes it.
 */
void
strata_view_export_choose_picture (GtkWidget *from,
                                   StrataSession *session)
{
  g_autofree char *name = g_strconcat (_ ("Timeline"), ".png", NULL);

  strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (from)), STRATA_CHOOSE_PICTURE_TO_SAVE, name, on_picture_chosen, choice_new (from, session, NULL), choice_free);
}
