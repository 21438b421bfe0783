/* strata-dialogs.c - file chooser, About, and what other programs show
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-dialogs.h"

#include <glib/gi18n-lib.h>

#include "strata-format-list.h"

typedef struct
{
  GtkFileChooserNative *chooser; /* owned: it is not a widget, so nothing else keeps it */
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
  g_autofree char *pattern = g_strconcat ("*.", suffix, NULL);

  gtk_file_filter_add_pattern (filter, pattern);
}

static void
add_packed_suffix (GtkFileFilter *filter,
                   const char *suffix)
{
  static const char *const packings[] = { "", ".gz", ".zst", ".zip" };
  const char *bare = *suffix == '.' ? suffix + 1 : suffix;

  for (guint i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      g_autofree char *packed = g_strconcat (bare, packings[i], NULL);

      add_suffix (filter, packed);
    }
}

static void
add_comparisons (GtkFileFilter *filter)
{
  add_suffix (filter, "comparison");
}

/* The filter by name only helps to choose: the content determines the format. */
static void
add_traces (GtkFileFilter *filter)
{
  add_suffix (filter, "strata");
  add_comparisons (filter);
  for (const StrataFormat *const *format = strata_format_get_all (); *format != NULL; format++)
    for (const char *const *suffix = (*format)->suffixes; suffix != NULL && *suffix != NULL; suffix++)
      add_packed_suffix (filter, *suffix);
}

static void
add_mappings (GtkFileFilter *filter)
{
  add_packed_suffix (filter, "txt");
  add_packed_suffix (filter, "map");
  add_packed_suffix (filter, "mapping");
}

static void
add_notes (GtkFileFilter *filter)
{
  add_suffix (filter, "notes");
}

static void
add_texts (GtkFileFilter *filter)
{
  gtk_file_filter_add_mime_type (filter, "text/plain");
}

static void
add_pages (GtkFileFilter *filter)
{
  add_suffix (filter, "html");
}

static void
add_tables (GtkFileFilter *filter)
{
  add_suffix (filter, "csv");
  add_suffix (filter, "tsv");
  add_suffix (filter, "json");
}

static void
add_pictures (GtkFileFilter *filter)
{
  add_suffix (filter, "svg");
  add_suffix (filter, "png");
  add_suffix (filter, "pdf");
}

typedef struct
{
  const char *title;
  const char *accept; /* label of the button, or NULL for the usual one */
  const char *files;  /* the name of the filter */
  void (*add_suffixes) (GtkFileFilter *filter);
  GtkFileChooserAction action;
  gboolean has_many;
} ChoiceInfo;

static const ChoiceInfo infos[] = {
  [STRATA_CHOOSE_TRACES] = { N_ ("Open Traces"), NULL, N_ ("Traces"), add_traces, GTK_FILE_CHOOSER_ACTION_OPEN, TRUE },
  [STRATA_CHOOSE_MORE_TRACES] = { N_ ("Add Files to This Trace"), NULL, N_ ("Traces"), add_traces, GTK_FILE_CHOOSER_ACTION_OPEN, TRUE },
  [STRATA_CHOOSE_COMPARISON] = { N_ ("Compare This Trace With"), N_ ("_Compare"), N_ ("Traces"), add_traces, GTK_FILE_CHOOSER_ACTION_OPEN, FALSE },
  [STRATA_CHOOSE_RUNS] = { N_ ("Add Runs"), N_ ("_Add"), N_ ("Traces"), add_traces, GTK_FILE_CHOOSER_ACTION_OPEN, TRUE },
  [STRATA_CHOOSE_FOLDER_OF_RUNS] = { N_ ("Add a Folder of Runs"), N_ ("_Add"), NULL, NULL, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, FALSE },
  [STRATA_CHOOSE_MAPPING] = { N_ ("Use a Mapping of Names"), NULL, N_ ("Mappings of names"), add_mappings, GTK_FILE_CHOOSER_ACTION_OPEN, FALSE },
  [STRATA_CHOOSE_NOTES] = { N_ ("Import Bookmarks"), NULL, N_ ("Notes"), add_notes, GTK_FILE_CHOOSER_ACTION_OPEN, FALSE },
  [STRATA_CHOOSE_NOTES_TO_SAVE] = { N_ ("Export Bookmarks"), NULL, N_ ("Notes"), add_notes, GTK_FILE_CHOOSER_ACTION_SAVE, FALSE },
  [STRATA_CHOOSE_TABLE_TO_SAVE] = { N_ ("Export Table"), NULL, N_ ("Tables"), add_tables, GTK_FILE_CHOOSER_ACTION_SAVE, FALSE },
  [STRATA_CHOOSE_PICTURE_TO_SAVE] = { N_ ("Export Picture"), NULL, N_ ("Pictures"), add_pictures, GTK_FILE_CHOOSER_ACTION_SAVE, FALSE },
  [STRATA_CHOOSE_PAGE_TO_SAVE] = { N_ ("Save Page"), NULL, N_ ("Pages"), add_pages, GTK_FILE_CHOOSER_ACTION_SAVE, FALSE },
  [STRATA_CHOOSE_COMPARISON_TO_SAVE] = { N_ ("Save Comparison"), NULL, N_ ("Comparisons"), add_comparisons, GTK_FILE_CHOOSER_ACTION_SAVE, FALSE },
  [STRATA_CHOOSE_REPORT_TO_SAVE] = { N_ ("Save Report"), NULL, N_ ("Texts"), add_texts, GTK_FILE_CHOOSER_ACTION_SAVE, FALSE },
};

static void
add_filters (GtkFileChooser *chooser,
             const ChoiceInfo *info)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) any = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ (info->files));
  info->add_suffixes (filter);
  gtk_file_filter_set_name (any, _ ("All files"));
  gtk_file_filter_add_pattern (any, "*");

  /* the first is active by default: traces often have no suffix, and their content determines the format */
  gtk_file_chooser_add_filter (chooser, info->action == GTK_FILE_CHOOSER_ACTION_OPEN ? any : filter);
  gtk_file_chooser_add_filter (chooser, info->action == GTK_FILE_CHOOSER_ACTION_OPEN ? filter : any);
}

/**
 * strata_dialogs_choose:
 * @parent: the window that asks
 * @what: the purpose of the files
 * @name: (nullable): initial name of a file to save, with its suffix
 * @chosen: (scope notified): called with the files, but not if the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose files.
 */
void
strata_dialogs_choose (GtkWindow *parent,
                       StrataChoiceOf what,
                       const char *name,
                       StrataFilesChosen chosen,
                       gpointer user_data,
                       GDestroyNotify destroy)
{
  const ChoiceInfo *info = &infos[what];
  GtkFileChooserNative *native = gtk_file_chooser_native_new (_ (info->title), parent, info->action, info->accept != NULL ? _ (info->accept) : NULL, NULL);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);
  Choice *choice = g_new (Choice, 1);

  *choice = (Choice){ native, chosen, user_data, destroy };
  gtk_file_chooser_set_select_multiple (chooser, info->has_many);
  if (info->files != NULL)
    add_filters (chooser, info);
  if (name != NULL)
    gtk_file_chooser_set_current_name (chooser, name);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_signal_connect (native, "response", G_CALLBACK (on_response), choice);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}

/* The check box of the chooser for writing the whole trace. */
#define WHOLE_CHOICE "whole"

typedef struct
{
  GtkFileChooserNative *chooser; /* owned */
  StrataFindingChosen chosen;
  gpointer user_data;
  GDestroyNotify destroy;
} FindingChoice;

static void
on_finding_response (GtkNativeDialog *dialog,
                     int response,
                     gpointer user_data)
{
  FindingChoice *choice = user_data;
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (chooser) : NULL;

  if (file != NULL)
    choice->chosen (file, g_strcmp0 (gtk_file_chooser_get_choice (chooser, WHOLE_CHOICE), "true") == 0, choice->user_data);
  if (choice->destroy != NULL)
    choice->destroy (choice->user_data);

  g_object_unref (choice->chooser);
  g_free (choice);
}

static void
add_findings (GtkFileFilter *filter)
{
  add_suffix (filter, "strata");
  add_suffix (filter, "html");
}

/**
 * strata_dialogs_choose_finding:
 * @parent: the window that asks
 * @name: initial name of the file
 * @chosen: (scope notified): called with the file, and whether to write the whole trace; not called if the user cancels
 * @user_data: for @chosen
 * @destroy: (nullable): frees @user_data
 *
 * Lets the user choose where to write a finding.
 */
void
strata_dialogs_choose_finding (GtkWindow *parent,
                               const char *name,
                               StrataFindingChosen chosen,
                               gpointer user_data,
                               GDestroyNotify destroy)
{
  static const ChoiceInfo info = { .files = N_ ("Findings and pages"), .add_suffixes = add_findings };
  GtkFileChooserNative *native = gtk_file_chooser_native_new (_ ("Save Finding"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  FindingChoice *choice = g_new (FindingChoice, 1);

  *choice = (FindingChoice){ native, chosen, user_data, destroy };
  add_filters (GTK_FILE_CHOOSER (native), &info);
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (native), WHOLE_CHOICE, _ ("All of the trace, not only the time in view or the selected area"), NULL, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (native), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_signal_connect (native, "response", G_CALLBACK (on_finding_response), choice);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
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
 * @answered: (scope notified): called with the answer, but not if the user cancels
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
 * strata_dialogs_show_about:
 * @parent: (nullable): the window to show it over
 *
 * Shows the About dialog.
 */
void
strata_dialogs_show_about (GtkWindow *parent)
{
  static const char *const authors[] = { "The Strata authors", NULL };

  gtk_show_about_dialog (parent,
                         "program-name", _ ("Strata"),
                         "version", STRATA_VERSION,
                         "logo-icon-name", STRATA_APP_ID,
                         "comments", _ ("Views traces of Android and OpenHarmony devices"),
                         "copyright", "© 2026 The Strata authors",
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "authors", authors,
                         /* Translators: your name, and those of the translators before you, one a line */
                         "translator-credits", _ ("translator-credits"),
                         NULL);
}

static gboolean
close_window (GtkWidget *window,
              GVariant *arguments,
              gpointer user_data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

/**
 * strata_dialogs_close_by_escape:
 * @window: a window without input
 *
 * Makes Escape close it.
 */
void
strata_dialogs_close_by_escape (GtkWidget *window)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_callback_action_new (close_window, NULL, NULL)));
  gtk_widget_add_controller (window, shortcuts);
}

typedef struct
{
  const char *failure; /* translated */
  char *advice;        /* owned */
} Shown;

static void
shown_free (Shown *self)
{
  g_free (self->advice);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Shown, shown_free)

static void
show_failure (GtkWindow *parent,
              const Shown *shown)
{
  GtkWidget *dialog = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", shown->failure);

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", shown->advice);
  g_signal_connect (dialog, "response", G_CALLBACK (gtk_window_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_shown (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  g_autoptr (Shown) shown = data;
  g_autoptr (GError) error = NULL;
  GtkWindow *parent = source != NULL && gtk_widget_get_mapped (GTK_WIDGET (source)) ? GTK_WINDOW (source) : NULL;

  if (!gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_failure (parent, shown);
}

/* Shows an address, or says why not in the words of @shown, which it takes. */
static void
show_uri (GtkWindow *parent,
          const char *uri,
          Shown *shown)
{
  gtk_show_uri_full (parent, uri, GDK_CURRENT_TIME, NULL, on_shown, shown);
}

/* Shows a page of the guide, whose file is @path, in the program that the desktop has for it. */
void
strata_dialogs_show_guide (GtkWindow *window,
                           const char *uri,
                           const char *path)
{
  Shown *shown = g_new (Shown, 1);

  *shown = (Shown){ _ ("Cannot show the guide"), g_strdup_printf (_ ("No program for web pages was found. The page is the file %s"), path) };
  show_uri (window, uri, shown);
}

/**
 * strata_dialogs_open_folder:
 * @window: (nullable): the window that asks
 * @file: a file
 *
 * Shows the folder of a file in the desktop's file manager.
 */
void
strata_dialogs_open_folder (GtkWindow *window,
                            GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;
  g_autofree char *name = folder != NULL ? g_file_get_parse_name (folder) : NULL;

  if (uri == NULL)
    return;

  Shown *shown = g_new (Shown, 1);

  *shown = (Shown){ _ ("Cannot show the folder"), g_strdup_printf (_ ("No file manager was found. The folder is %s"), name) };
  show_uri (window, uri, shown);
}

/**
 * strata_dialogs_new_button:
 * @title: its title, with a mnemonic
 * @action: name of the action that it activates
 *
 * Returns: (transfer floating): a button
 */
GtkWidget *
strata_dialogs_new_button (const char *title,
                           const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (title);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/**
 * strata_dialogs_new_header:
 * @button: (transfer floating): the main button of the dialog
 *
 * Returns: (transfer floating): a header bar with this button, and one that cancels
 */
GtkWidget *
strata_dialogs_new_header (GtkWidget *button)
{
  GtkWidget *bar = gtk_header_bar_new ();

  gtk_header_bar_set_show_title_buttons (GTK_HEADER_BAR (bar), FALSE);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_header_bar_pack_start (GTK_HEADER_BAR (bar), strata_dialogs_new_button (_ ("_Cancel"), "window.close"));
  gtk_header_bar_pack_end (GTK_HEADER_BAR (bar), button);
  return bar;
}
