/* strata-window.c - a window with one trace, or none yet
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-window.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-compare-file.h"
#include "strata-compare-window.h"
#include "strata-dialogs.h"
#include "strata-event-choice.h"
#include "strata-failed-page.h"
#include "strata-file-actions.h"
#include "strata-folder-page.h"
#include "strata-menu-model.h"
#include "strata-open-request.h"
#include "strata-load-job.h"
#include "strata-loading-page.h"
#include "strata-legend.h"
#include "strata-menu-focus.h"
#include "strata-view-option-actions.h"
#include "strata-recent.h"
#include "strata-save-finding.h"
#include "strata-selection-memo.h"
#include "strata-settings.h"
#include "strata-start-page.h"
#include "strata-title.h"
#include "strata-tour.h"
#include "strata-trace-files.h"
#include "strata-trace-state.h"
#include "strata-troubleshooting.h"
#include "strata-view-actions.h"

/* Five pages: "start", "folder", "loading", "failed" and "trace". A window shows one trace for its whole
 * life; another file goes to another window. */
struct _StrataWindow
{
  GtkApplicationWindow parent_instance;

  GtkOverlay *overlay;
  GtkStack *pages;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkMenuButton *recent_button;
  GtkWidget *menu_button;
  GMenu *events_section;
  GtkButton *report_button;
  GtkWidget *clock_box;
  GtkImage *report_icon;
  GtkLabel *report_count;

  GtkWidget *folder_page;
  GtkWidget *loading_page;
  GtkWidget *failed_page;
  StrataTracePage *trace_page; /* borrowed from the stack; NULL without a trace */
  StrataTour *tour;            /* weak; nullable */
  gboolean is_tour_wanted;     /* starts once the trace is loaded */

  GSettings *settings;       /* owned; nullable */
  GPtrArray *files;          /* (element-type StrataLoadInput) owned; those loaded or being loaded, nullable */
  GPtrArray *old_files;      /* (element-type StrataLoadInput) owned; those shown while others are loaded, nullable */
  GFile *mapping;            /* owned; the requested mapping of method names, nullable */
  StrataReading reading;     /* of the shown trace */
  StrataSelectionMemo *memo; /* owned; the view to restore after loading, nullable */
  char *request;             /* owned; what to show after loading, nullable */
  StrataLoadJob *job;        /* while loading */
};

G_DEFINE_FINAL_TYPE (StrataWindow, strata_window, GTK_TYPE_APPLICATION_WINDOW)

static void
set_titles (StrataWindow *self,
            const char *title,
            const char *subtitle)
{
  g_autofree char *window_title = title != NULL ? g_strdup_printf (_ ("%s — Strata"), title) : g_strdup (_ ("Strata"));

  gtk_window_set_title (GTK_WINDOW (self), window_title);
  gtk_label_set_label (self->title, title != NULL ? title : _ ("Strata"));
  gtk_label_set_label (self->subtitle, subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), subtitle != NULL);
}

/* Enables the actions that currently apply. */
static void
update_actions (StrataWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_trace = g_str_equal (strata_window_get_page (self), "trace");
  gboolean has_folder = g_str_equal (strata_window_get_page (self), "folder");
  g_autoptr (GFile) tour_file = strata_tour_dup_file ();

  strata_view_actions_update (self, has_trace);
  strata_file_actions_update (self, has_trace, self->reading);
  strata_event_choice_update (self, self->events_section, has_trace ? strata_session_get_trace (strata_trace_page_get_session (self->trace_page)) : NULL);
  gtk_widget_action_set_enabled (widget, "win.take-tour", tour_file != NULL);
  gtk_widget_action_set_enabled (widget, "win.cancel", self->job != NULL);
  gtk_widget_action_set_enabled (widget, "win.back", has_folder || g_str_equal (strata_window_get_page (self), "failed"));
  gtk_widget_action_set_enabled (widget, "win.open-together", has_folder);
}

static void
show_page (StrataWindow *self,
           const char *name)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const gboolean has_focus = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->pages));

  /* GTK 4.8 leaks a page that is hidden with the focus inside and removed before the next frame */
  if (has_focus)
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  gtk_stack_set_visible_child_name (self->pages, name);
  if (has_focus)
    gtk_widget_child_focus (GTK_WIDGET (self->pages), GTK_DIR_TAB_FORWARD);
  update_actions (self);
}

static void
show_start (StrataWindow *self)
{
  self->is_tour_wanted = FALSE;
  strata_folder_page_clear (STRATA_FOLDER_PAGE (self->folder_page));
  set_titles (self, NULL, NULL);
  show_page (self, "start");
}

static void
show_report_button (StrataWindow *self,
                    StrataTrace *trace)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);
  guint n_kinds = strata_diagnostics_get_n_kinds (diagnostics, STRATA_SEVERITY_INFO);
  g_autofree char *count = g_strdup_printf ("%u", n_kinds);
  g_autofree char *label = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u import warning", "%u import warnings", n_kinds), n_kinds);

  gtk_label_set_label (self->report_count, count);
  gtk_image_set_from_icon_name (self->report_icon, "dialog-warning-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->report_button), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->report_button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->report_button), n_kinds > 0);
}

/* A user who requested a mapping should know if it is of no use. */
static void
check_mapping (StrataWindow *self,
               StrataTrace *trace,
               const char *request)
{
  g_autoptr (GFile) mapping = strata_open_request_dup_mapping (request);

  if (mapping != NULL)
    g_set_object (&self->mapping, mapping);
  if (mapping != NULL && strata_trace_get_property (trace, "mapping") == NULL)
    strata_trace_page_show_message (self->trace_page, _ ("This file contains no methods that the mapping could name"));
}

static void
reach_open_request (StrataWindow *self,
                    StrataSession *session)
{
  g_autofree char *request = g_steal_pointer (&self->request);
  g_autoptr (GError) error = NULL;

  check_mapping (self, strata_session_get_trace (session), request);
  if (self->memo != NULL)
    strata_session_restore (session, g_steal_pointer (&self->memo));

  if (strata_open_request_reach (request, session, &error))
    strata_trace_page_reveal_selection (self->trace_page);
  else
    strata_trace_page_show_message (self->trace_page, error->message);
}

/* The clock can be chosen only if a trace has both. */
static void
show_view_options (StrataWindow *self,
                   StrataSession *session)
{
  g_autoptr (GObject) actions = G_OBJECT (strata_view_option_actions_new (session, self->settings));
  g_autoptr (GAction) area_tool = G_ACTION (g_property_action_new ("area-tool", strata_trace_page_get_timeline (self->trace_page), "is-area-tool"));
  g_autoptr (GAction) pane = G_ACTION (g_property_action_new ("pane", self->trace_page, "is-pane-shown"));
  g_autoptr (GAction) details = G_ACTION (g_property_action_new ("details", self->trace_page, "is-details-shown"));

  g_action_map_add_action (G_ACTION_MAP (actions), area_tool);
  g_action_map_add_action (G_ACTION_MAP (actions), pane);
  g_action_map_add_action (G_ACTION_MAP (actions), details);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "look", G_ACTION_GROUP (actions));
  gtk_widget_set_visible (self->clock_box, strata_view_has_both_clocks (strata_session_get_view (session)));
}

static void
show_trace_titles (StrataWindow *self,
                   StrataTrace *trace)
{
  g_autofree char *file_name = strata_trace_files_dup_name (self->files);
  g_autofree char *title = strata_title_dup_title (file_name, trace);
  g_autofree char *subtitle = strata_title_dup_subtitle (trace);

  set_titles (self, title, subtitle);
}

static void
end_tour (StrataWindow *self)
{
  if (self->tour != NULL)
    strata_tour_end (self->tour);
}

static void
start_tour (StrataWindow *self)
{
  end_tour (self);
  g_set_weak_pointer (&self->tour, strata_tour_start (self->overlay, self->trace_page, self->menu_button));
}

/* A trace that is reloaded stays until the new one is loaded. */
static void
drop_trace_page (StrataWindow *self)
{
  end_tour (self);
  if (self->trace_page != NULL)
    gtk_stack_remove (self->pages, GTK_WIDGET (self->trace_page));

  self->trace_page = NULL;
}

/* Restores notes and view of the last time; they are saved when the page is removed. */
static void
restore_state (StrataWindow *self,
               StrataSession *session)
{
  StrataTraceState *state = strata_trace_state_new (self->files, session);
  g_autofree char *message = NULL;

  strata_save_finding_restore (self->trace_page, strata_trace_state_restore (state, &message));
  g_object_set_data_full (G_OBJECT (self->trace_page), "state", state, (GDestroyNotify) strata_trace_state_free);
  if (message != NULL)
    strata_trace_page_show_message (self->trace_page, message);
}

/* The preferred pane; without a preference, the pane that explains why the trace is slow. */
static void
show_first_pane (StrataWindow *self)
{
  g_autofree char *pane = self->settings != NULL ? g_settings_get_string (self->settings, "first-pane") : NULL;

  if (pane == NULL || g_str_equal (pane, "answer"))
    strata_trace_page_show_answer (self->trace_page);
  else
    strata_trace_page_show_pane (self->trace_page, pane);
}

/* Weights, events and intervals change the times of samples. */
static gboolean
has_same_axis (StrataReading a,
               StrataReading b)
{
  return a.is_by_weight == b.is_by_weight && a.event == b.event && a.sample_interval_ms == b.sample_interval_ms;
}

static void
show_trace (StrataWindow *self,
            StrataSession *session)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataReading before = self->reading;

  drop_trace_page (self);
  g_clear_pointer (&self->old_files, g_ptr_array_unref);
  self->trace_page = STRATA_TRACE_PAGE (strata_trace_page_new (session));
  self->reading = strata_open_request_get_reading (self->request);

  if (self->settings != NULL)
    strata_trace_page_set_pane_share (self->trace_page, g_settings_get_double (self->settings, "pane-share"));

  gtk_stack_add_named (self->pages, GTK_WIDGET (self->trace_page), "trace");
  strata_trace_page_expect_width (self->trace_page, gtk_widget_get_width (GTK_WIDGET (self->pages)));
  show_trace_titles (self, trace);
  show_report_button (self, trace);
  show_view_options (self, session);
  show_page (self, "trace");
  show_first_pane (self);
  restore_state (self, session);
  if (!has_same_axis (before, self->reading)) /* the kept view would be another part now */
    strata_view_show_all (strata_session_get_view (session));
  strata_trace_page_tell_limits (self->trace_page);
  reach_open_request (self, session);
  gtk_widget_grab_focus (strata_trace_page_get_timeline (self->trace_page));
  if (self->is_tour_wanted)
    start_tour (self);
  self->is_tour_wanted = FALSE;
}

/* Goes back to the previous trace, if there was one. */
static gboolean
show_old_trace (StrataWindow *self,
                const char *message)
{
  if (self->trace_page == NULL)
    return FALSE;

  g_clear_pointer (&self->request, g_free);
  g_clear_pointer (&self->memo, strata_selection_memo_free);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = g_steal_pointer (&self->old_files);
  show_trace_titles (self, strata_session_get_trace (strata_trace_page_get_session (self->trace_page)));
  show_page (self, "trace");
  gtk_widget_grab_focus (strata_trace_page_get_timeline (self->trace_page));

  if (message != NULL)
    strata_trace_page_show_message (self->trace_page, message);

  return TRUE;
}

static void
show_failure (StrataWindow *self,
              const char *file_name,
              const GError *error)
{
  strata_failed_page_set_error (STRATA_FAILED_PAGE (self->failed_page), file_name, error);
  set_titles (self, NULL, NULL);
  show_page (self, "failed");
  gtk_widget_grab_focus (self->failed_page);
}

static void
on_load_done (StrataSession *session,
              const GError *error,
              gpointer user_data)
{
  StrataWindow *self = user_data;
  g_autofree char *file_name = strata_trace_files_dup_name (self->files);

  self->job = NULL;
  strata_loading_page_stop (STRATA_LOADING_PAGE (self->loading_page));

  if (session != NULL)
    {
      for (guint i = 0; i < self->files->len; i++)
        strata_recent_add (((const StrataLoadInput *) g_ptr_array_index (self->files, i))->file);

      show_trace (self, session);
      return;
    }

  self->is_tour_wanted = FALSE;
  if (!show_old_trace (self, error->message))
    show_failure (self, file_name, error);
}

static void
load (StrataWindow *self,
      GPtrArray *files,
      const char *request)
{
  g_autofree char *file_name = strata_trace_files_dup_name (files);
  g_autoptr (GFile) mapping = strata_open_request_dup_mapping (request);

  end_tour (self);
  strata_folder_page_stop (STRATA_FOLDER_PAGE (self->folder_page));
  g_clear_pointer (self->trace_page != NULL ? &self->old_files : &self->files, g_ptr_array_unref);
  if (self->trace_page != NULL)
    self->old_files = g_steal_pointer (&self->files);
  self->files = strata_trace_files_copy (files);
  g_free (self->request);
  self->request = g_strdup (request);
  self->job = strata_load_job_start (files, mapping, strata_open_request_get_reading (request), on_load_done, self);
  strata_loading_page_start (STRATA_LOADING_PAGE (self->loading_page), file_name, strata_load_job_get_progress (self->job));
  set_titles (self, file_name, NULL);
  show_page (self, "loading");
}

static void
stop_loading (StrataWindow *self)
{
  if (self->job == NULL)
    return;

  strata_loading_page_stop (STRATA_LOADING_PAGE (self->loading_page));
  strata_load_job_cancel (g_steal_pointer (&self->job));
}

static void
show_folder (StrataWindow *self,
             GFile *folder,
             const char *request)
{
  g_autofree char *name = g_file_get_basename (folder);
  g_autofree char *title = g_filename_display_name (name);

  g_free (self->request);
  self->request = g_strdup (request);
  strata_folder_page_list (STRATA_FOLDER_PAGE (self->folder_page), folder);
  set_titles (self, title, NULL);
  show_page (self, "folder");
}

/* Without a choice there is nothing to ask. */
static void
on_folder_listed (StrataWindow *self)
{
  GPtrArray *files = strata_folder_page_get_files (STRATA_FOLDER_PAGE (self->folder_page));
  g_autofree char *request = g_steal_pointer (&self->request);

  if (files->len == 1)
    {
      strata_window_open_at (self, g_ptr_array_index (files, 0), request);
      return;
    }
  if (files->len > 1)
    {
      self->request = g_steal_pointer (&request);
      gtk_widget_grab_focus (self->folder_page);
      return;
    }

  g_autofree char *name = g_strdup (gtk_label_get_label (self->title));
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, _ ("None of the files in this folder is a trace."));

  show_failure (self, name, error);
}

/* As the traces of an archive. */
static void
activate_open_together (StrataWindow *self)
{
  GPtrArray *files = strata_folder_page_get_files (STRATA_FOLDER_PAGE (self->folder_page));
  g_autoptr (GPtrArray) inputs = strata_trace_files_new ();
  g_autofree char *request = g_steal_pointer (&self->request);

  for (guint i = 0; i < files->len; i++)
    strata_trace_files_add (inputs, &(StrataLoadInput){ .file = g_ptr_array_index (files, i) });

  if (files->len > 0)
    load (self, inputs, request);
}

/* From a trace that could not be opened back to the others of its folder. */
static void
activate_back (StrataWindow *self)
{
  const gboolean has_folder = strata_folder_page_get_files (STRATA_FOLDER_PAGE (self->folder_page))->len > 1;

  if (has_folder && g_str_equal (strata_window_get_page (self), "failed"))
    show_page (self, "folder");
  else
    show_start (self);
}

/* Loads a file into this window if it is empty, else into a new one, and presents it. */
void
strata_window_open (StrataWindow *self,
                    GFile *file)
{
  /* what was requested of a folder is wanted of the chosen trace */
  g_autofree char *request = g_str_equal (strata_window_get_page (self), "folder") ? g_strdup (self->request) : NULL;

  strata_window_open_at (self, file, request);
}

/**
 * strata_window_open_at:
 * @self: a window
 * @file: a trace, or a folder whose traces are offered
 * @request: (nullable): what to show of it, see strata_open_request_new()
 *
 * Like strata_window_open(), and goes to a place in the trace. If there is no
 * such place, the window reports that.
 */
void
strata_window_open_at (StrataWindow *self,
                       GFile *file,
                       const char *request)
{
  StrataWindow *window = self;

  if (strata_compare_file_is (file))
    {
      strata_compare_window_open_saved (strata_compare_window_new (gtk_window_get_application (GTK_WINDOW (self))), file);
      return;
    }

  if (self->job != NULL || self->trace_page != NULL)
    window = strata_window_new (gtk_window_get_application (GTK_WINDOW (self)));

  g_autoptr (GPtrArray) files = strata_open_request_dup_files (request);

  if (files->len == 0 && strata_folder_page_is_folder (file))
    {
      show_folder (window, file, request);
      gtk_window_present (GTK_WINDOW (window));
      return;
    }

  StrataLoadInput *first = g_new0 (StrataLoadInput, 1);

  first->file = g_object_ref (file);
  g_ptr_array_insert (files, 0, first);
  load (window, files, request);
  gtk_window_present (GTK_WINDOW (window));
}

static void
on_drop_answered (GFile *file,
                  gboolean is_compare,
                  gpointer user_data)
{
  if (is_compare)
    strata_file_actions_compare (user_data, file);
  else
    strata_window_open (user_data, file);
}

static gboolean
on_files_dropped (GtkDropTarget *target,
                  const GValue *value,
                  double x_px,
                  double y_px,
                  StrataWindow *self)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));

  if (g_slist_length (files) == 1 && strata_window_get_files (self) != NULL && !strata_folder_page_is_folder (files->data))
    {
      strata_dialogs_ask_drop (GTK_WINDOW (self), files->data, on_drop_answered, g_object_ref (self), g_object_unref);
      return TRUE;
    }

  for (GSList *link = files; link != NULL; link = link->next)
    strata_window_open (self, link->data);

  return files != NULL;
}

static void
on_popup_recent (GtkMenuButton *button,
                 gpointer user_data)
{
  g_autoptr (GMenuModel) menu = strata_recent_build_menu ();

  strata_menu_model_show (button, menu);
}

/* Shows the same time again, and selects the same slice. */
static void
reload (StrataWindow *self,
        GPtrArray *files,
        GFile *mapping,
        StrataReading reading)
{
  g_autofree char *uri = mapping != NULL ? g_file_get_uri (mapping) : NULL;
  g_autofree char *request = strata_open_request_new (NULL, NULL, uri, reading, NULL);
  g_autoptr (GPtrArray) copy = strata_trace_files_copy (files);

  self->memo = strata_selection_memo_new (strata_session_get_selection (strata_trace_page_get_session (self->trace_page)));
  load (self, copy, request);
}

/**
 * strata_window_load_files:
 * @self: a window with a trace
 * @files: (element-type StrataLoadInput): the new files
 *
 * Replaces the files of the window and loads them into one trace. If that fails,
 * the window shows the error and keeps its trace.
 */
void
strata_window_load_files (StrataWindow *self,
                          GPtrArray *files)
{
  if (self->trace_page != NULL && self->job == NULL)
    reload (self, files, self->mapping, self->reading);
}

/* Returns: (element-type StrataLoadInput): the files of its trace, unless others are being loaded;
 * NULL if there is none. */
GPtrArray *
strata_window_get_files (StrataWindow *self)
{
  return self->trace_page != NULL && self->job == NULL ? self->files : NULL;
}

/**
 * strata_window_use_mapping:
 * @self: a window with a trace
 * @mapping: a mapping of method names
 *
 * Loads the trace of the window again, with a mapping, and shows the same time.
 * If that fails, the window shows the error and keeps its trace.
 */
void
strata_window_use_mapping (StrataWindow *self,
                           GFile *mapping)
{
  if (self->trace_page == NULL || self->job != NULL)
    return;

  reload (self, self->files, mapping, self->reading);
}

StrataReading
strata_window_get_reading (StrataWindow *self)
{
  return self->reading;
}

/**
 * strata_window_change_reading:
 * @self: a window with a trace
 * @reading: how to read it
 *
 * Loads the trace of the window again, and shows the same time if the axis is the same. If that fails, the window shows the error and keeps its trace.
 */
void
strata_window_change_reading (StrataWindow *self,
                              StrataReading reading)
{
  const gboolean is_same_axis = has_same_axis (reading, self->reading);

  if (self->trace_page == NULL || self->job != NULL || (is_same_axis && reading.rebuilds_callers == self->reading.rebuilds_callers))
    return;

  reload (self, self->files, self->mapping, reading);
  if (!is_same_axis)
    g_clear_pointer (&self->memo, strata_selection_memo_free);
}

static void
activate_cancel (StrataWindow *self)
{
  stop_loading (self);

  if (!show_old_trace (self, NULL))
    show_start (self);
}

/* Returns "start", "folder", "loading", "failed" or "trace". */
const char *
strata_window_get_page (StrataWindow *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

/* Returns the page of its trace; NULL if there is none. */
StrataTracePage *
strata_window_get_trace_page (StrataWindow *self)
{
  return self->trace_page;
}

static void
save_size (StrataWindow *self)
{
  strata_settings_save_size (self->settings, GTK_WINDOW (self));
  if (self->settings != NULL && self->trace_page != NULL)
    g_settings_set_double (self->settings, "pane-share", strata_trace_page_get_pane_share (self->trace_page));
}

static gboolean
strata_window_close_request (GtkWindow *window)
{
  save_size (STRATA_WINDOW (window));
  stop_loading (STRATA_WINDOW (window));

  return GTK_WINDOW_CLASS (strata_window_parent_class)->close_request (window);
}

static void
strata_window_dispose (GObject *object)
{
  StrataWindow *self = STRATA_WINDOW (object);

  if (self->job != NULL)
    strata_load_job_cancel (g_steal_pointer (&self->job));

  /* an action of the group references the timeline, which references the window's actions */
  gtk_widget_insert_action_group (GTK_WIDGET (self), "look", NULL);
  g_clear_weak_pointer (&self->tour);
  self->trace_page = NULL; /* GtkWindow disposes of the template, which must not happen twice */
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->old_files, g_ptr_array_unref);
  g_clear_pointer (&self->memo, strata_selection_memo_free);
  g_clear_object (&self->mapping);
  g_clear_pointer (&self->request, g_free);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (strata_window_parent_class)->dispose (object);
}

static void
activate_troubleshooting (StrataWindow *self)
{
  strata_troubleshooting_show (GTK_WINDOW (self), self->trace_page != NULL ? strata_trace_page_get_session (self->trace_page) : NULL);
}

static void
activate_show_legend (StrataWindow *self)
{
  strata_legend_show (GTK_WINDOW (self));
}

static gboolean
is_about (StrataWindow *self,
          GFile *file)
{
  if (self->trace_page == NULL || self->job != NULL || self->files->len != 1)
    return FALSE;

  return g_file_equal (((const StrataLoadInput *) g_ptr_array_index (self->files, 0))->file, file);
}

/* Uses this window if it is empty or already shows the sample, else a new one. */
static void
activate_take_tour (StrataWindow *self)
{
  g_autoptr (GFile) file = strata_tour_dup_file ();

  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "offers-tour", FALSE);

  if (is_about (self, file))
    {
      start_tour (self);
      return;
    }

  if (self->job != NULL || self->trace_page != NULL)
    self = strata_window_new (gtk_window_get_application (GTK_WINDOW (self)));
  self->is_tour_wanted = TRUE;
  strata_window_open (self, file);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.take-tour", NULL, STRATA_ACTION (activate_take_tour));
  strata_file_actions_install (widget_class);
  strata_view_actions_install (widget_class);
  gtk_widget_class_install_action (widget_class, "win.open-together", NULL, STRATA_ACTION (activate_open_together));
  gtk_widget_class_install_action (widget_class, "win.cancel", NULL, STRATA_ACTION (activate_cancel));
  gtk_widget_class_install_action (widget_class, "win.show-troubleshooting", NULL, STRATA_ACTION (activate_troubleshooting));
  gtk_widget_class_install_action (widget_class, "win.show-legend", NULL, STRATA_ACTION (activate_show_legend));
  gtk_widget_class_install_action (widget_class, "win.back", NULL, STRATA_ACTION (activate_back));
}

static void
strata_window_class_init (StrataWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GtkWindowClass *window_class = GTK_WINDOW_CLASS (klass);

  object_class->dispose = strata_window_dispose;
  window_class->close_request = strata_window_close_request;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/window.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, overlay);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, title);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, subtitle);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, recent_button);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, events_section);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, report_button);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, clock_box);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, report_icon);
  gtk_widget_class_bind_template_child (widget_class, StrataWindow, report_count);
  install_actions (widget_class);
}

static void
add_pages (StrataWindow *self)
{
  self->folder_page = g_object_new (STRATA_TYPE_FOLDER_PAGE, NULL);
  self->loading_page = g_object_new (STRATA_TYPE_LOADING_PAGE, NULL);
  self->failed_page = g_object_new (STRATA_TYPE_FAILED_PAGE, NULL);

  gtk_stack_add_named (self->pages, g_object_new (STRATA_TYPE_START_PAGE, NULL), "start");
  gtk_stack_add_named (self->pages, self->folder_page, "folder");
  gtk_stack_add_named (self->pages, self->loading_page, "loading");
  gtk_stack_add_named (self->pages, self->failed_page, "failed");
  g_signal_connect_object (self->folder_page, "listed", G_CALLBACK (on_folder_listed), self, G_CONNECT_SWAPPED);
}

static void
accept_drops (StrataWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_object (target, "drop", G_CALLBACK (on_files_dropped), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
strata_window_init (StrataWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = strata_settings_new ();
  strata_file_actions_add (self);
  strata_event_choice_add (self);
  strata_menu_focus_watch (GTK_WINDOW (self));
  strata_menu_model_own (self->menu_button, gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->menu_button)));
  gtk_menu_button_set_create_popup_func (self->recent_button, on_popup_recent, NULL, NULL);
  add_pages (self);
  accept_drops (self);
  strata_settings_restore_size (self->settings, GTK_WINDOW (self));
  show_start (self);
}

/**
 * strata_window_new:
 * @app: (nullable): the application that owns it
 *
 * Returns: (transfer none): an empty window, not yet shown
 */
StrataWindow *
strata_window_new (GtkApplication *app)
{
  return g_object_new (STRATA_TYPE_WINDOW, "application", app, NULL);
}
