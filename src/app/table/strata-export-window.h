/* strata-export-window.h - the progress of an export
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-progress.h"

G_BEGIN_DECLS

#define STRATA_TYPE_EXPORT_WINDOW (strata_export_window_get_type ())
G_DECLARE_FINAL_TYPE (StrataExportWindow, strata_export_window, STRATA, EXPORT_WINDOW, GtkWindow)

/* Describes how much has been written. */
typedef char *(*StrataExportDone) (guint64 n_done);

/* Action: export.cancel. */

GtkWidget *strata_export_window_new (GtkWindow *parent, const char *file_name, StrataProgress *progress, StrataExportDone describe_done, GCancellable *cancellable);

G_END_DECLS
