/* strata-dialogs.h - file chooser and About
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What GTK 4.10 deprecates is used in this file alone. */

typedef void (*StrataFilesChosen) (GListModel *files, gpointer user_data);
typedef void (*StrataDropAnswered) (GFile *file, gboolean is_compare, gpointer user_data);

void strata_dialogs_choose_files (GtkWindow *parent, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_choose_more_files (GtkWindow *parent, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_choose_comparison (GtkWindow *parent, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_ask_drop (GtkWindow *parent, GFile *file, StrataDropAnswered answered, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_choose_mapping (GtkWindow *parent, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_choose_notes (GtkWindow *parent, gboolean is_saving, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_choose_table (GtkWindow *parent, const char *name, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_choose_picture (GtkWindow *parent, const char *name, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_show_about (GtkWindow *parent);

G_END_DECLS
