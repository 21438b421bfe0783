/* strata-view-export.h - exports the shown part of the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-file-export.h"
#include "strata-palette.h"
#include "strata-view-rows.h"

G_BEGIN_DECLS

void strata_view_export_choose_table (GtkWidget *from, StrataSession *session, StrataViewRowsOf what);
void strata_view_export_choose_picture (GtkWidget *from, StrataSession *session);
void strata_view_export_picture (GtkWidget *from, StrataSession *session, const StrataPalette *palette, GFile *file, StrataFileExported exported, gpointer user_data);

G_END_DECLS
