/* strata-file-actions.c - window actions for the files of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-file-actions.h"

#include "strata-action.h"
#include "strata-compare-window.h"
#include "strata-dialogs.h"
#include "strata-files-dialog.h"
#include "strata-interval-dialog.h"
#include "strata-runs-window.h"
#include "strata-save-finding.h"
#include "strata-trace-files.h"
#include "strata-window.h"

static void
on_traces_chosen (GListModel *files,
                  gpointer user_data)
{
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      strata_window_open (user_data, file);
    }
}

static void
activate_open (GtkWidget *widget)
{
  strata_dialogs_choose (GTK_WINDOW (widget), STRATA_CHOOSE_TRACES, NULL, on_traces_chosen, g_object_ref (widget), g_object_unref);
}

static void
activate_open_uri (GtkWidget *widget,
                   const char *action_name,
                   GVariant *parameter)
{
  if (parameter == NULL)
    return;

  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  strata_window_open (STRATA_WINDOW (widget), file);
}

static void
on_files_chosen (GListModel *chosen,
                 gpointer user_data)
{
  StrataWindow *window = user_data;
  GPtrArray *files = strata_window_get_files (window);

  if (files == NULL || g_list_model_get_n_items (chosen) == 0)
    return;

  g_autoptr (GPtrArray) all = strata_trace_files_copy (files);

  for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (chosen, i);

      strata_trace_files_add (all, &(StrataLoadInput){ .file = file });
    }

  strata_window_load_files (window, all);
}

static void
activate_add_file (GtkWidget *widget)
{
  strata_dialogs_choose (GTK_WINDOW (widget), STRATA_CHOOSE_MORE_TRACES, NULL, on_files_chosen, g_object_ref (widget), g_object_unref);
}

/* The first file of the window becomes A. */
static void
on_comparison_chosen (GListModel *chosen,
                      gpointer user_data)
{
  g_autoptr (GFile) file = g_list_model_get_item (chosen, 0);

  if (file != NULL)
    strata_file_actions_compare (user_data, file);
}

static void
activate_compare (GtkWidget *widget)
{
  strata_dialogs_choose (GTK_WINDOW (widget), STRATA_CHOOSE_COMPARISON, NULL, on_comparison_chosen, g_object_ref (widget), g_object_unref);
}

static void
activate_compare_sets (GtkWidget *widget)
{
  gtk_window_present (GTK_WINDOW (strata_runs_window_new (gtk_window_get_application (GTK_WINDOW (widget)))));
}

/**
 * strata_file_actions_compare:
 * @window: a window with a trace
 * @file: the file to compare it with
 *
 * Opens a window that compares the first file of @window with another.
 */
void
strata_file_actions_compare (StrataWindow *window,
                             GFile *file)
{
  GPtrArray *files = strata_window_get_files (window);

  if (files == NULL || files->len == 0)
    return;

  const StrataLoadInput *first = g_ptr_array_index (files, 0);

  strata_compare_window_open (strata_compare_window_new (gtk_window_get_application (GTK_WINDOW (window))), first->file, file);
}

static void
on_apply (StrataFilesDialog *dialog,
          StrataWindow *window)
{
  g_autoptr (GPtrArray) files = strata_trace_files_copy (strata_files_dialog_get_files (dialog));

  strata_window_load_files (window, files);
}

/* The files may have grown, or have been recorded anew. */
static void
activate_load_again (StrataWindow *window)
{
  GPtrArray *files = strata_window_get_files (window);

  if (files != NULL)
    strata_window_load_files (window, files);
}

static void
activate_show_files (StrataWindow *window)
{
  GPtrArray *files = strata_window_get_files (window);

  if (files == NULL)
    return;

  StrataTrace *trace = strata_session_get_trace (strata_trace_page_get_session (strata_window_get_trace_page (window)));
  GtkWidget *dialog = strata_files_dialog_new (GTK_WINDOW (window), files, trace);

  g_signal_connect_object (dialog, "apply", G_CALLBACK (on_apply), window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
activate_save_finding (StrataWindow *self)
{
  if (strata_window_get_trace_page (self) != NULL)
    strata_save_finding_choose (self);
}

static void
on_mapping_chosen (GListModel *files,
                   gpointer user_data)
{
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);

  if (file != NULL)
    strata_window_use_mapping (user_data, file);
}

static void
activate_use_mapping (GtkWidget *widget)
{
  strata_dialogs_choose (GTK_WINDOW (widget), STRATA_CHOOSE_MAPPING, NULL, on_mapping_chosen, g_object_ref (widget), g_object_unref);
}

/* The window sets the state once the trace is loaded, which may fail. */
static void
change_rebuild_callers (GSimpleAction *action,
                        GVariant *state,
                        gpointer user_data)
{
  StrataReading reading = strata_window_get_reading (user_data);

  reading.rebuilds_callers = g_variant_get_boolean (state);
  strata_window_change_reading (user_data, reading);
}

static void
change_by_weight (GSimpleAction *action,
                  GVariant *state,
                  gpointer user_data)
{
  StrataReading reading = strata_window_get_reading (user_data);

  reading.is_by_weight = g_variant_get_boolean (state);
  strata_window_change_reading (user_data, reading);
}

static void
on_interval (StrataIntervalDialog *dialog,
             int interval_ms,
             StrataWindow *window)
{
  StrataReading reading = strata_window_get_reading (window);

  reading.sample_interval_ms = interval_ms;
  strata_window_change_reading (window, reading);
}

static void
activate_ask_interval (StrataWindow *self)
{
  const int interval_ms = strata_window_get_reading (self).sample_interval_ms;
  GtkWidget *dialog = strata_interval_dialog_new (GTK_WINDOW (self), interval_ms);

  g_signal_connect_object (dialog, "apply", G_CALLBACK (on_interval), GTK_WIDGET (self), 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
strata_file_actions_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, STRATA_ACTION (activate_open));
  gtk_widget_class_install_action (widget_class, "win.open-uri", "s", activate_open_uri);
  gtk_widget_class_install_action (widget_class, "win.add-file", NULL, STRATA_ACTION (activate_add_file));
  gtk_widget_class_install_action (widget_class, "win.compare", NULL, STRATA_ACTION (activate_compare));
  gtk_widget_class_install_action (widget_class, "win.compare-sets", NULL, STRATA_ACTION (activate_compare_sets));
  gtk_widget_class_install_action (widget_class, "win.show-files", NULL, STRATA_ACTION (activate_show_files));
  gtk_widget_class_install_action (widget_class, "win.load-again", NULL, STRATA_ACTION (activate_load_again));
  gtk_widget_class_install_action (widget_class, "win.use-mapping", NULL, STRATA_ACTION (activate_use_mapping));
  gtk_widget_class_install_action (widget_class, "win.ask-interval", NULL, STRATA_ACTION (activate_ask_interval));
  gtk_widget_class_install_action (widget_class, "win.save-finding", NULL, STRATA_ACTION (activate_save_finding));
}

/* Actions with a state cannot be installed for the class. */
void
strata_file_actions_add (StrataWindow *window)
{
  static const GActionEntry entries[] = {
    { .name = "rebuild-callers", .state = "false", .change_state = change_rebuild_callers },
    { .name = "by-weight", .state = "false", .change_state = change_by_weight },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), window);
}

/* Whether the trace has samples whose interval the user has given or has to give. */
static gboolean
has_interval (StrataTrace *trace,
              StrataReading reading)
{
  return reading.sample_interval_ms > 0 || strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_ASSUMED_INTERVAL) > 0;
}

static void
set_reading (StrataWindow *window,
             const char *name,
             gboolean is_there,
             gboolean is_on)
{
  GSimpleAction *action = G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (window), name));

  g_simple_action_set_enabled (action, is_there);
  g_simple_action_set_state (action, g_variant_new_boolean (is_on));
}

/* The common axis of several files can only be time. */
static gboolean
can_weigh (StrataTrace *trace)
{
  guint n_inputs;

  strata_trace_get_inputs (trace, &n_inputs);
  return n_inputs == 1 && strata_trace_get_counts (trace)->n_weighed > 0;
}

/* Only method traces have exits from which calls can be rebuilt, and only samples have weights. */
void
strata_file_actions_update (StrataWindow *window,
                            gboolean has_trace,
                            StrataReading reading)
{
  GtkWidget *widget = GTK_WIDGET (window);
  StrataTrace *trace = has_trace ? strata_session_get_trace (strata_trace_page_get_session (strata_window_get_trace_page (window))) : NULL;

  gtk_widget_action_set_enabled (widget, "win.add-file", has_trace);
  gtk_widget_action_set_enabled (widget, "win.compare", has_trace);
  gtk_widget_action_set_enabled (widget, "win.show-files", has_trace);
  gtk_widget_action_set_enabled (widget, "win.load-again", has_trace);
  gtk_widget_action_set_enabled (widget, "win.use-mapping", has_trace);
  gtk_widget_action_set_enabled (widget, "win.save-finding", has_trace);
  gtk_widget_action_set_enabled (widget, "win.ask-interval", has_trace && has_interval (trace, reading));
  set_reading (window, "rebuild-callers", has_trace && strata_trace_get_counts (trace)->n_methods > 0, reading.rebuilds_callers);
  set_reading (window, "by-weight", has_trace && can_weigh (trace), reading.is_by_weight);
}
