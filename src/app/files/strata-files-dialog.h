/* strata-files-dialog.h - the files of a trace and how their clocks relate
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-trace.h"

G_BEGIN_DECLS

#define STRATA_TYPE_FILES_DIALOG (strata_files_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StrataFilesDialog, strata_files_dialog, STRATA, FILES_DIALOG, GtkWindow)

/* Signal "apply": load the files with the current settings. */

GtkWidget *strata_files_dialog_new (GtkWindow *parent, GPtrArray *files, StrataTrace *trace);
GPtrArray *strata_files_dialog_get_files (StrataFilesDialog *self);

G_END_DECLS
