/* strata-dialogs.h - file chooser, About, and what other programs show
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* APIs that GTK 4.10 deprecates are used only in this file. */

typedef void (*StrataFilesChosen) (GListModel *files, gpointer user_data);
typedef void (*StrataFindingChosen) (GFile *file, gboolean is_whole, gpointer user_data);
typedef void (*StrataDropAnswered) (GFile *file, gboolean is_compare, gpointer user_data);

/* The purpose of a file choice. The chooser asks before it replaces a file. */
typedef enum
{
  STRATA_CHOOSE_TRACES,             /* one or more traces to open */
  STRATA_CHOOSE_MORE_TRACES,        /* files to add to those of a trace */
  STRATA_CHOOSE_COMPARISON,         /* a file to compare with the file of a window */
  STRATA_CHOOSE_RUNS,               /* runs of a set */
  STRATA_CHOOSE_FOLDER_OF_RUNS,     /* a folder with runs of a set */
  STRATA_CHOOSE_MAPPING,            /* a mapping of names */
  STRATA_CHOOSE_NOTES,              /* notes to read */
  STRATA_CHOOSE_NOTES_TO_SAVE,      /* where to write notes */
  STRATA_CHOOSE_TABLE_TO_SAVE,      /* where to write a table */
  STRATA_CHOOSE_PICTURE_TO_SAVE,    /* where to write a picture */
  STRATA_CHOOSE_PAGE_TO_SAVE,       /* where to write an HTML page */
  STRATA_CHOOSE_COMPARISON_TO_SAVE, /* where to write a comparison */
  STRATA_CHOOSE_REPORT_TO_SAVE,     /* where to write a report of a problem */
} StrataChoiceOf;

void strata_dialogs_choose (GtkWindow *parent, StrataChoiceOf what, const char *name, StrataFilesChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_choose_finding (GtkWindow *parent, const char *name, StrataFindingChosen chosen, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_ask_drop (GtkWindow *parent, GFile *file, StrataDropAnswered answered, gpointer user_data, GDestroyNotify destroy);
void strata_dialogs_show_about (GtkWindow *parent);
GtkWidget *strata_dialogs_new_button (const char *title, const char *action);
GtkWidget *strata_dialogs_new_header (GtkWidget *button);
void strata_dialogs_close_by_escape (GtkWidget *window);
void strata_dialogs_show_guide (GtkWindow *window, const char *uri, const char *path);
void strata_dialogs_open_folder (GtkWindow *window, GFile *file);

G_END_DECLS
