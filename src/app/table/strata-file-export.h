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

/**
 * StrataFileExportKind:
 * @write: writes the whole file, in a worker
 * @free: frees the data
 * @describe_done: (nullable): describes how much is written
 * @dup_note: (nullable): a sentence about the file, or %NULL
 *
 * A kind of export.
 */
typedef struct
{
  gboolean (*write) (gpointer data, GOutputStream *stream, StrataProgress *progress, GCancellable *cancellable, GError **error);
  GDestroyNotify free;
  StrataExportDone describe_done;
  char *(*dup_note) (gpointer data);
} StrataFileExportKind;

void strata_file_export (GtkWidget *from, const StrataFileExportKind *kind, gpointer data, GFile *file, StrataFileExported exported, gpointer user_data);
void strata_file_export_tell_saved (GtkWidget *from, GFile *file, const char *note);
char *strata_file_export_dup_saved (GVariant *saved, GFile **file);

G_END_DECLS
