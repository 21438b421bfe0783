/* strata-dialogs.c - file chooser and About
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-dialogs.h"

#include <glib/gi18n-lib.h>

#include "strata-format.h"

typedef struct
{
  GtkFileChooserNative *chooser; /* owned: it is no widget, so nobody else keeps it */
  StrataFilesChosen chosen;
  gpointer user_data;
  GDestroyNotify destroy;
} Choice;

static void
on_response (GtkNativeDialog *dialog,
             int response,
             gpointer user_data)
{
  Choice *choice = user_data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));

      choice->chosen (files, choice->user_data);
    }

  if (choice->destroy != NULL)
    choice->destroy (choice->user_data);

  g_object_unref (choice->chooser);
  g_free (choice);
}

static void
add_suffix (GtkFileFilter *filter,
            const char *suffix)
{
  static const char *const packings[] = { "", ".gz", ".zst", ".zip" };
  const char *bare = *suffix == '.' ? suffix + 1 : suffix;

  for (guint i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      g_autofree char *pattern = g_strconcat ("*.", bare, packings[i], NULL);

      gtk_file_filter_add_pattern (filter, pattern);
    }
}

/* Names are a help to choose by only: what a file is, its content decides. */
static GtkFileFilter *
new_trace_filter (void)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Traces"));

  for (const StrataFormat *const *format = strata_format_get_all (); *format != NULL; format++)
    for (const char *const *suffix = (*format)->suffixes; suffix != NULL && *suffix != NULL; suffix++)
      add_suffix (filter, *suffix);

  return filter;
}

static GtkFileFilter *
new_any_filter (void)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("All files"));
  gtk_file_filter_add_pattern (filter, "*");

  return filter;
}

static GtkFileFilter *
new_mapping_filter (void)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Mappings of names"));
  add_suffix (filter, "txt");
  add_suffix (filter, "map");
  add_suffix (filter, "mapping");

  return filter;
}

static void
choose (GtkFileChooserNative *chooser,
        GtkFileFilter *filter,
        const Choice *wanted)
{
  g_autoptr (GtkFileFilter) any = new_any_filter ();
  Choice *choice = g_memdup2 (wanted, sizeof *wanted);

  choice->chooser = chooser;
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), any);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (on_response), choice);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/**
 * strata_dialogs_choose_files:
 * @parent: the window that asks
 * @chosen: (scope notified): what to do with the files; not called when the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose one or more traces.
 */
void
strata_dialogs_choose_files (GtkWindow *parent,
                             StrataFilesChosen chosen,
                             gpointer user_data,
                             GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) traces = new_trace_filter ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Open Traces"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  choose (chooser, traces, &(Choice){ .chosen = chosen, .user_data = user_data, .destroy = destroy });
}

/**
 * strata_dialogs_choose_more_files:
 * @parent: the window that asks
 * @chosen: (scope notified): what to do with the files; not called when the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose files to put beside those of a trace.
 */
void
strata_dialogs_choose_more_files (GtkWindow *parent,
                                  StrataFilesChosen chosen,
                                  gpointer user_data,
                                  GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) traces = new_trace_filter ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Add Files to This Trace"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  choose (chooser, traces, &(Choice){ .chosen = chosen, .user_data = user_data, .destroy = destroy });
}

/**
 * strata_dialogs_choose_comparison:
 * @parent: the window that asks
 * @chosen: (scope notified): what to do with the file; not called when the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose a file to compare with that of a window.
 */
void
strata_dialogs_choose_comparison (GtkWindow *parent,
                                  StrataFilesChosen chosen,
                                  gpointer user_data,
                                  GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) traces = new_trace_filter ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Compare This Trace With"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Compare"), NULL);

  choose (chooser, traces, &(Choice){ .chosen = chosen, .user_data = user_data, .destroy = destroy });
}

typedef struct
{
  GFile *file; /* owned */
  StrataDropAnswered answered;
  gpointer user_data;
  GDestroyNotify destroy;
} Drop;

static void
drop_free (gpointer data,
           GClosure *closure)
{
  Drop *drop = data;

  if (drop->destroy != NULL)
    drop->destroy (drop->user_data);
  g_object_unref (drop->file);
  g_free (drop);
}

static void
on_drop_response (GtkDialog *dialog,
                  int response,
                  Drop *drop)
{
  if (response == GTK_RESPONSE_YES || response == GTK_RESPONSE_NO)
    drop->answered (drop->file, response == GTK_RESPONSE_YES, drop->user_data);

  gtk_window_destroy (GTK_WINDOW (dialog));
}

/**
 * strata_dialogs_ask_drop:
 * @parent: the window with a trace that a file was dropped on
 * @file: the file
 * @answered: (scope notified): what to do; not called when the user cancels
 * @user_data: for @answered
 * @destroy: (nullable): frees @user_data
 *
 * Asks whether to open a file or to compare with it.
 */
void
strata_dialogs_ask_drop (GtkWindow *parent,
                         GFile *file,
                         StrataDropAnswered answered,
                         gpointer user_data,
                         GDestroyNotify destroy)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  GtkWidget *dialog = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, _ ("Open “%s”, or compare this trace with it?"), name);
  Drop *drop = g_new (Drop, 1);

  *drop = (Drop){ g_object_ref (file), answered, user_data, destroy };
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Open"), GTK_RESPONSE_NO);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Compare"), GTK_RESPONSE_YES);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_YES);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_drop_response), drop, drop_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * strata_dialogs_choose_mapping:
 * @parent: the window that asks
 * @chosen: (scope notified): what to do with the file, the only one of the list; not called when the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose a mapping of names.
 */
void
strata_dialogs_choose_mapping (GtkWindow *parent,
                               StrataFilesChosen chosen,
                               gpointer user_data,
                               GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) mappings = new_mapping_filter ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Use a Mapping of Names"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);

  choose (chooser, mappings, &(Choice){ .chosen = chosen, .user_data = user_data, .destroy = destroy });
}

/**
 * strata_dialogs_choose_table:
 * @parent: the window that asks
 * @name: what to call the file at first, with its suffix
 * @chosen: (scope notified): what to do with the file, the only one of the list; not called when the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose where to write a table; asks before a file is replaced.
 */
void
strata_dialogs_choose_table (GtkWindow *parent,
                             const char *name,
                             StrataFilesChosen chosen,
                             gpointer user_data,
                             GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Export Table"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);

  gtk_file_filter_set_name (filter, _ ("Tables"));
  gtk_file_filter_add_pattern (filter, "*.csv");
  gtk_file_filter_add_pattern (filter, "*.tsv");
  gtk_file_filter_add_pattern (filter, "*.json");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  choose (chooser, filter, &(Choice){ .chosen = chosen, .user_data = user_data, .destroy = destroy });
}

/**
 * strata_dialogs_choose_notes:
 * @parent: the window that asks
 * @is_saving: whether notes are to be written, or read
 * @chosen: (scope notified): what to do with the file, the only one of the list; not called when the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose a file of notes; asks before one is replaced.
 */
void
strata_dialogs_choose_notes (GtkWindow *parent,
                             gboolean is_saving,
                             StrataFilesChosen chosen,
                             gpointer user_data,
                             GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (is_saving ? _ ("Export Bookmarks") : _ ("Import Bookmarks"), parent,
                                                               is_saving ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);

  gtk_file_filter_set_name (filter, _ ("Notes"));
  gtk_file_filter_add_pattern (filter, "*.notes");
  if (is_saving)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "bookmarks.notes");
  choose (chooser, filter, &(Choice){ .chosen = chosen, .user_data = user_data, .destroy = destroy });
}

/**
 * strata_dialogs_choose_picture:
 * @parent: the window that asks
 * @name: what to call the file at first, with its suffix
 * @chosen: (scope notified): what to do with the file, the only one of the list; not called when the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose where to write a picture; asks before a file is replaced.
 */
void
strata_dialogs_choose_picture (GtkWindow *parent,
                               const char *name,
                               StrataFilesChosen chosen,
                               gpointer user_data,
                               GDestroyNotify destroy)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Export Picture"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);

  gtk_file_filter_set_name (filter, _ ("Pictures"));
  gtk_file_filter_add_pattern (filter, "*.svg");
  gtk_file_filter_add_pattern (filter, "*.png");
  gtk_file_filter_add_pattern (filter, "*.pdf");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  choose (chooser, filter, &(Choice){ .chosen = chosen, .user_data = user_data, .destroy = destroy });
}

/**
 * strata_dialogs_show_about:
 * @parent: (nullable): the window to show it over
 *
 * Says what this program is.
 */
void
strata_dialogs_show_about (GtkWindow *parent)
{
  static const char *const authors[] = { "The Strata authors", NULL };

  gtk_show_about_dialog (parent,
                         "program-name", _ ("Strata"),
                         "version", STRATA_VERSION,
                         "logo-icon-name", STRATA_APP_ID,
                         "comments", _ ("Looks into traces of Android and OpenHarmony devices"),
                         "copyright", "© 2026 The Strata authors",
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "authors", authors,
                         /* Translators: your name, and those of the translators before you, one a line */
                         "translator-credits", _ ("translator-credits"),
                         NULL);
}
