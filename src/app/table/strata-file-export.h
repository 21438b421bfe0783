/* strata-file-export.h - writes a file in a worker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-export-window.h"

G_BEGIN_DECLS

/* Called at the end, in the thread of the window. @error is %NULL if the file was written. */
typedef void (*StrataFileExported) (const GError *error, gpointer user_data);

/* A kind of export. */
typedef struct
{
  /* writes the whole file, in a worker */
  gboolean (*write) (gpointer data, GOutputStream *stream, StrataProgress *progress, GCancellable *cancellable, GError **error);
  GDestroyNotify free;               /* frees the data */
  StrataExportDone describe_done;    /* nullable: describes how much is written */
  char *(*dup_note) (gpointer data); /* nullable: a sentence about the file, or NULL */
} StrataFileExportKind;

void strata_file_export (GtkWidget *from, const StrataFileExportKind *kind, gpointer data, GFile *file, StrataFileExported exported, gpointer user_data);
void strata_file_export_tell_saved (GtkWidget *from, GFile *file, const char *note);
char *strata_file_export_dup_saved (GVariant *saved, GFile **file);

G_END_DECLS
