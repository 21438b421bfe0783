/* strata-compare-window.c - a window with two traces side by side
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-compare-window.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-compare-file.h"
#include "strata-compare-state.h"
#include "strata-copy-selection.h"
#include "strata-dialogs.h"
#include "strata-diff-options.h"
#include "strata-error.h"
#include "strata-failed-page.h"
#include "strata-file-export.h"
#include "strata-help.h"
#include "strata-job.h"
#include "strata-load-job.h"
#include "strata-loading-page.h"
#include "strata-menu-focus.h"
#include "strata-menu-model.h"
#include "strata-name-shape.h"
#include "strata-recent.h"
#include "strata-settings.h"
#include "strata-thread-match.h"
#include "strata-trace-files.h"
#include "strata-trace-state.h"

/* Three pages: "loading", "failed" and "compare". Both files load at the same time; the page shows
 * the progress of A, then of B. If one fails, the other is kept, and the user can choose another
 * file for the failed one. */
typedef struct
{
  GFile *file;             /* owned */
  StrataLoadJob *job;      /* while loading */
  StrataSession *session;  /* owned; nullable */
  StrataTraceState *state; /* owned; nullable: saves its bookmarks */
} Side;

struct _StrataCompareWindow
{
  GtkApplicationWindow parent_instance;

  GtkStack *pages;
  GtkWidget *loading_page;
  GtkWidget *failed_page;
  GtkWidget *compare_page; /* borrowed from the stack; nullable */
  GSettings *settings;     /* owned; nullable */
  Side sides[STRATA_N_DIFF_SIDES];
  StrataJob *match_job; /* owned: matches threads once both are loaded */
  StrataDiffSide failed;
  char *name;       /* owned; nullable: the name to show once both are loaded */
  char *state_path; /* owned; nullable: path of the saved state */
  GKeyFile *state;  /* owned; nullable: the state to restore once both are loaded */
  GFile *saved;     /* owned; nullable: the last opened or saved comparison */
};

G_DEFINE_FINAL_TYPE (StrataCompareWindow, strata_compare_window, GTK_TYPE_APPLICATION_WINDOW)

static char *
dup_name (const Side *side)
{
  g_autofree char *base = g_file_get_basename (side->file);

  return g_filename_display_name (base);
}

static GPtrArray *
list_files (const Side *side)
{
  GPtrArray *files = strata_trace_files_new ();

  strata_trace_files_add (files, &(StrataLoadInput){ .file = side->file });
  return files;
}

static void
show_page (StrataCompareWindow *self,
           const char *name)
{
  gtk_stack_set_visible_child_name (self->pages, name);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.cancel", g_str_equal (name, "loading"));
}

static void
stop (StrataCompareWindow *self)
{
  if (self->loading_page != NULL)
    strata_loading_page_stop (STRATA_LOADING_PAGE (self->loading_page));

  if (self->match_job != NULL)
    strata_job_cancel (self->match_job);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (self->sides[side].job != NULL)
      strata_load_job_cancel (g_steal_pointer (&self->sides[side].job));
}

typedef struct
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES]; /* owned */
  GArray *by_hand;                          /* (element-type StrataMatch) owned */
  char *name;                               /* owned; nullable: shape of the name to show */
} MatchRequest;

typedef struct
{
  StrataThreadMatch *threads; /* owned */
  guint32 longest;            /* the longest call of A with the name to show, or STRATA_NONE */
} Matched;

static void
match_request_free (gpointer data)
{
  MatchRequest *request = data;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_object_unref (request->traces[side]);
  g_array_unref (request->by_hand);
  g_free (request->name);
  g_free (request);
}

static void
matched_free (gpointer data)
{
  Matched *matched = data;

  strata_thread_match_unref (matched->threads);
  g_free (matched);
}

/* The longest call whose name has this shape; STRATA_NONE if there is none. */
static guint32
find_longest (StrataTrace *trace,
              const char *shape,
              GCancellable *cancellable)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strata_trace_get_strings (trace));
  g_autofree guint8 *is_alike = g_new0 (guint8, (gsize) n_strings + 1);
  guint32 longest = STRATA_NONE;

  for (guint32 i = 0; i < n_strings && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autofree char *other = strata_name_shape_dup (strata_trace_get_string (trace, i));

      is_alike[i] = g_str_equal (other, shape);
    }

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (is_alike[slices->name[i]] && (longest == STRATA_NONE || strata_slice_table_get_wall_ns (slices, i) > strata_slice_table_get_wall_ns (slices, longest)))
      longest = i;

  return longest;
}

static gpointer
run_match (gpointer data,
           GCancellable *cancellable)
{
  const MatchRequest *request = data;
  Matched *matched = g_new (Matched, 1);

  matched->threads = strata_thread_match_new (request->traces, (const StrataMatch *) (gpointer) request->by_hand->data, request->by_hand->len);
  matched->longest = request->name != NULL ? find_longest (request->traces[STRATA_DIFF_A], request->name, cancellable) : STRATA_NONE;
  return matched;
}

/* Goes to a call of A with the name to show; B follows to its counterpart. */
static void
show_name (StrataCompareWindow *self,
           guint32 slice)
{
  StrataSession *session = self->sides[STRATA_DIFF_A].session;

  if (slice == STRATA_NONE)
    return;

  strata_session_pair_align_nth (strata_compare_page_get_pair (STRATA_COMPARE_PAGE (self->compare_page)), self->name, 0);
  strata_session_go_to_slice (session, slice);
  strata_session_select_slice (session, slice);
}

/* Loads the state of the last comparison of this pair, unless a saved comparison provides one. */
static void
load_state (StrataCompareWindow *self)
{
  g_autoptr (GKeyFile) state = g_key_file_new ();

  g_free (self->state_path);
  self->state_path = strata_compare_state_dup_path ((GFile *const[]){ self->sides[STRATA_DIFF_A].file, self->sides[STRATA_DIFF_B].file });
  if (self->state == NULL && self->state_path != NULL && g_key_file_load_from_file (state, self->state_path, G_KEY_FILE_NONE, NULL))
    self->state = g_steal_pointer (&state);
}

static void
restore_state (StrataCompareWindow *self)
{
  GFile *const files[] = { self->sides[STRATA_DIFF_A].file, self->sides[STRATA_DIFF_B].file };
  g_autofree char *changed = self->state != NULL ? strata_compare_file_find_changed (self->state, files) : NULL;

  if (self->state != NULL)
    strata_compare_page_apply_state (STRATA_COMPARE_PAGE (self->compare_page), self->state);
  if (changed != NULL)
    gtk_widget_activate_action (self->compare_page, "trace.tell", "s", changed);
  g_clear_pointer (&self->state, g_key_file_unref);
}

/* Errors are ignored: the state is only lost, which is no reason to interrupt the user. */
static void
keep_state (StrataCompareWindow *self)
{
  if (self->compare_page == NULL || self->state_path == NULL)
    return;

  g_autoptr (GKeyFile) state = strata_compare_page_take_state (STRATA_COMPARE_PAGE (self->compare_page));

  strata_compare_state_save (state, self->state_path, NULL);
}

static void
show_titles (StrataCompareWindow *self)
{
  StrataComparePage *page = STRATA_COMPARE_PAGE (self->compare_page);
  /* Translators: the names of two captures */
  g_autofree char *title = g_strdup_printf (_ ("%s compared with %s"), strata_compare_page_get_title (page, STRATA_DIFF_B), strata_compare_page_get_title (page, STRATA_DIFF_A));

  gtk_window_set_title (GTK_WINDOW (self), title);
}

static void
show_comparison (StrataCompareWindow *self,
                 const Matched *matched)
{
  g_autofree char *name_a = dup_name (&self->sides[STRATA_DIFF_A]);
  g_autofree char *name_b = dup_name (&self->sides[STRATA_DIFF_B]);

  self->compare_page = strata_compare_page_new (self->sides[STRATA_DIFF_A].session, self->sides[STRATA_DIFF_B].session, strata_thread_match_ref (matched->threads), name_a, name_b);
  g_signal_connect_object (self->compare_page, "renamed", G_CALLBACK (show_titles), self, G_CONNECT_SWAPPED);
  gtk_stack_add_named (self->pages, self->compare_page, "compare");
  show_titles (self);
  show_page (self, "compare");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save-comparison", TRUE);
  gtk_widget_grab_focus (strata_compare_page_get_timeline (STRATA_COMPARE_PAGE (self->compare_page), STRATA_DIFF_A));
  restore_state (self);
  show_name (self, matched->longest);
}

static void
on_matched (gpointer result,
            gpointer data,
            gpointer user_data)
{
  show_comparison (user_data, result);
  matched_free (result);
}

static const StrataJobKind match_job = {
  .name = "[strata] match threads",
  .run = run_match,
  .done = on_matched,
  .free_data = match_request_free,
  .free_result = matched_free,
};

static void
show_error (StrataCompareWindow *self,
            GFile *file,
            const GError *error)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);

  stop (self);
  strata_failed_page_set_error (STRATA_FAILED_PAGE (self->failed_page), name, error);
  show_page (self, "failed");
  gtk_widget_grab_focus (self->failed_page);
}

static void
show_failure (StrataCompareWindow *self,
              StrataDiffSide side,
              const GError *error)
{
  self->failed = side;
  show_error (self, self->sides[side].file, error);
}

static void
start_match (StrataCompareWindow *self)
{
  MatchRequest *request = g_new0 (MatchRequest, 1);
  g_autoptr (GError) error = NULL;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    request->traces[side] = g_object_ref (strata_session_get_trace (self->sides[side].session));

  request->name = g_strdup (self->name);
  load_state (self);
  request->by_hand = self->state != NULL ? strata_compare_state_list_threads (self->state, request->traces) : g_array_new (FALSE, FALSE, sizeof (StrataMatch));
  if (strata_diff_check_units (request->traces, &error))
    {
      strata_job_start (self->match_job, request, 0);
      return;
    }

  match_request_free (request);
  show_failure (self, STRATA_DIFF_B, error);
}

/* Shows the first file that is not loaded yet. */
static void
show_progress (StrataCompareWindow *self)
{
  strata_loading_page_stop (STRATA_LOADING_PAGE (self->loading_page));

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (self->sides[side].job != NULL)
      {
        g_autofree char *name = dup_name (&self->sides[side]);

        strata_loading_page_start (STRATA_LOADING_PAGE (self->loading_page), name, strata_load_job_get_progress (self->sides[side].job));
        show_page (self, "loading");
        return;
      }

  start_match (self);
}

/* Bookmarks can be used for alignment, and new ones are saved as well. */
static void
keep_bookmarks (Side *side,
                StrataSession *session)
{
  g_autoptr (GPtrArray) files = list_files (side);

  g_clear_pointer (&side->state, strata_trace_state_free);
  side->state = strata_trace_state_new (files, session);
  strata_trace_state_restore_bookmarks (side->state);
}

static void
on_done (StrataCompareWindow *self,
         StrataDiffSide side,
         StrataSession *session,
         const GError *error)
{
  self->sides[side].job = NULL;
  if (session == NULL)
    {
      show_failure (self, side, error);
      return;
    }

  keep_bookmarks (&self->sides[side], session);
  strata_recent_add (self->sides[side].file);
  g_set_object (&self->sides[side].session, session);
  show_progress (self);
}

static void
on_a_done (StrataSession *session,
           const GError *error,
           gpointer user_data)
{
  on_done (user_data, STRATA_DIFF_A, session, error);
}

static void
on_b_done (StrataSession *session,
           const GError *error,
           gpointer user_data)
{
  on_done (user_data, STRATA_DIFF_B, session, error);
}

static void
load (StrataCompareWindow *self)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autoptr (GPtrArray) files = list_files (&self->sides[side]);

      if (self->sides[side].session != NULL)
        continue;

      self->sides[side].job = strata_load_job_start (files, NULL, (StrataReading){ 0 }, side == STRATA_DIFF_A ? on_a_done : on_b_done, self);
    }

  show_progress (self);
}

/* Reports a missing file before loading the other one. */
static gboolean
check_there (StrataCompareWindow *self)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      GFile *file = self->sides[side].file;
      g_autofree char *path = g_file_get_parse_name (file);

      if (g_file_query_exists (file, NULL))
        continue;

      g_autoptr (GError) error = g_error_new (STRATA_ERROR, STRATA_ERROR_EMPTY, side == STRATA_DIFF_A ? _ ("Capture A of this comparison was not found: %s. Open it from its new place.") : _ ("Capture B of this comparison was not found: %s. Open it from its new place."), path);

      show_failure (self, side, error);
      return FALSE;
    }

  return TRUE;
}

/* Loads the captures; for a saved comparison, checks first that they exist. */
static void
start (StrataCompareWindow *self)
{
  if (self->saved == NULL || check_there (self))
    load (self);
}

static void
compare_in_new_window (StrataCompareWindow *self,
                       GFile *file)
{
  StrataCompareWindow *window = strata_compare_window_new (gtk_window_get_application (GTK_WINDOW (self)));

  if (strata_compare_file_is (file))
    strata_compare_window_open_saved (window, file);
  else
    strata_compare_window_open (window, self->sides[STRATA_DIFF_A].file, file);
}

/* A shown comparison stays: A is compared with the other file in a new window. */
static void
on_other_chosen (GListModel *files,
                 gpointer user_data)
{
  StrataCompareWindow *self = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);

  if (file == NULL)
    return;

  if (!g_str_equal (gtk_stack_get_visible_child_name (self->pages), "failed"))
    {
      compare_in_new_window (self, file);
      return;
    }

  /* if a saved comparison could not be read, the file does not belong to a side */
  if (self->sides[STRATA_DIFF_A].file == NULL)
    {
      strata_compare_window_open_saved (self, file);
      return;
    }

  g_set_object (&self->sides[self->failed].file, file);
  start (self);
}

static void
activate_open (StrataCompareWindow *self)
{
  strata_dialogs_choose (GTK_WINDOW (self), STRATA_CHOOSE_COMPARISON, NULL, on_other_chosen, g_object_ref (self), g_object_unref);
}

/* Searches the names of the differences. */
static void
activate_find (StrataCompareWindow *self)
{
  if (self->compare_page != NULL)
    gtk_widget_activate_action (self->compare_page, "compare.find", NULL);
}

static void
activate_save_report (StrataCompareWindow *self)
{
  if (self->compare_page != NULL)
    gtk_widget_activate_action (self->compare_page, "compare.save-report", NULL);
}

static void
on_saved_chosen (GListModel *files,
                 gpointer user_data)
{
  StrataCompareWindow *self = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  g_autoptr (GError) error = NULL;

  if (file == NULL || self->compare_page == NULL)
    return;

  if (strata_compare_window_save (self, file, &error))
    strata_file_export_tell_saved (self->compare_page, file, NULL);
  else
    gtk_widget_activate_action (self->compare_page, "trace.tell", "s", error->message);
}

static void
activate_save_comparison (StrataCompareWindow *self)
{
  g_autofree char *before = self->saved != NULL ? g_file_get_basename (self->saved) : NULL;
  g_autofree char *file = dup_name (&self->sides[STRATA_DIFF_B]);
  g_autofree char *name = before != NULL ? g_filename_display_name (before) : g_strconcat (file, STRATA_COMPARE_FILE_SUFFIX, NULL);

  strata_dialogs_choose (GTK_WINDOW (self), STRATA_CHOOSE_COMPARISON_TO_SAVE, name, on_saved_chosen, g_object_ref (self), g_object_unref);
}

/* Copies from the side of the last selection. */
static void
activate_copy_selection (StrataCompareWindow *self)
{
  if (self->compare_page == NULL)
    return;

  StrataSessionPair *pair = strata_compare_page_get_pair (STRATA_COMPARE_PAGE (self->compare_page));

  strata_copy_selection (GTK_WIDGET (self), strata_session_pair_get (pair, strata_session_pair_get_leader (pair)));
}

/* A comparison window has no page to go back to. */
static void
activate_close (StrataCompareWindow *self)
{
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
strata_compare_window_close_request (GtkWindow *window)
{
  stop (STRATA_COMPARE_WINDOW (window));
  keep_state (STRATA_COMPARE_WINDOW (window));

  return GTK_WINDOW_CLASS (strata_compare_window_parent_class)->close_request (window);
}

static void
strata_compare_window_dispose (GObject *object)
{
  StrataCompareWindow *self = STRATA_COMPARE_WINDOW (object);

  self->loading_page = NULL;
  stop (self);
  g_clear_pointer (&self->match_job, strata_job_free);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&self->sides[side].state, strata_trace_state_free);
      g_clear_object (&self->sides[side].file);
      g_clear_object (&self->sides[side].session);
    }
  g_clear_object (&self->settings);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->state_path, g_free);
  g_clear_pointer (&self->state, g_key_file_unref);
  g_clear_object (&self->saved);

  G_OBJECT_CLASS (strata_compare_window_parent_class)->dispose (object);
}

static void
strata_compare_window_class_init (StrataCompareWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_compare_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = strata_compare_window_close_request;
  gtk_widget_class_install_action (widget_class, "win.cancel", NULL, STRATA_ACTION (activate_close));
  gtk_widget_class_install_action (widget_class, "win.back", NULL, STRATA_ACTION (activate_close));
  gtk_widget_class_install_action (widget_class, "win.open", NULL, STRATA_ACTION (activate_open));
  gtk_widget_class_install_action (widget_class, "win.find", NULL, STRATA_ACTION (activate_find));
  gtk_widget_class_install_action (widget_class, "win.copy-selection", NULL, STRATA_ACTION (activate_copy_selection));
  gtk_widget_class_install_action (widget_class, "win.save-comparison", NULL, STRATA_ACTION (activate_save_comparison));
  gtk_widget_class_install_action (widget_class, "win.save-report", NULL, STRATA_ACTION (activate_save_report));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "win.copy-selection", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "win.save-comparison", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.save-report", NULL);
  strata_help_install (widget_class);
}

static GtkWidget *
new_icon_button (const char *icon,
                 const char *tooltip,
                 const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  return button;
}

static GtkWidget *
new_header (void)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/strataviewer/Strata/compare-menu.ui");
  GtkWidget *header = gtk_header_bar_new ();
  GtkWidget *open = gtk_button_new_with_mnemonic (_ ("_Open"));
  GtkWidget *menu = gtk_menu_button_new ();

  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  gtk_widget_set_tooltip_text (open, _ ("Compare with another trace"));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "open-menu-symbolic");
  strata_menu_model_show (GTK_MENU_BUTTON (menu), G_MENU_MODEL (gtk_builder_get_object (builder, "compare_menu")));
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (menu), TRUE);
  gtk_widget_set_tooltip_text (menu, _ ("Main menu"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Main menu"), -1);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), open);
  gtk_header_bar_pack_end (GTK_HEADER_BAR (header), menu);
  gtk_header_bar_pack_end (GTK_HEADER_BAR (header), new_icon_button ("edit-find-symbolic", _ ("Search the differences"), "win.find"));
  return header;
}

static void
strata_compare_window_init (StrataCompareWindow *self)
{
  GtkWidget *header = new_header ();

  strata_menu_focus_watch (GTK_WINDOW (self));
  strata_help_set_page (GTK_WIDGET (self), "compare");
  self->settings = strata_settings_new ();
  self->match_job = strata_job_new (&match_job, self);
  self->pages = GTK_STACK (gtk_stack_new ());
  self->loading_page = g_object_new (STRATA_TYPE_LOADING_PAGE, NULL);
  self->failed_page = g_object_new (STRATA_TYPE_FAILED_PAGE, NULL);
  gtk_stack_add_named (self->pages, self->loading_page, "loading");
  gtk_stack_add_named (self->pages, self->failed_page, "failed");
  gtk_window_set_titlebar (GTK_WINDOW (self), header);
  gtk_window_set_child (GTK_WINDOW (self), GTK_WIDGET (self->pages));
  gtk_window_set_default_size (GTK_WINDOW (self), 1400, 900);
  strata_settings_restore_size (self->settings, GTK_WINDOW (self));
  gtk_window_set_title (GTK_WINDOW (self), _ ("Comparison"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save-comparison", FALSE);
}

/**
 * strata_compare_window_new:
 * @app: (nullable): the application that owns it
 *
 * Returns: (transfer none): an empty window, not yet shown
 */
StrataCompareWindow *
strata_compare_window_new (GtkApplication *app)
{
  return g_object_new (STRATA_TYPE_COMPARE_WINDOW, "application", app, NULL);
}

/**
 * strata_compare_window_open:
 * @self: a window without files
 * @a: the file before
 * @b: the file to compare with it
 *
 * Loads both and compares them. If one cannot be read, the window shows why.
 */
void
strata_compare_window_open (StrataCompareWindow *self,
                            GFile *a,
                            GFile *b)
{
  g_set_object (&self->sides[STRATA_DIFF_A].file, a);
  g_set_object (&self->sides[STRATA_DIFF_B].file, b);
  load (self);
  gtk_window_present (GTK_WINDOW (self));
}

/**
 * strata_compare_window_open_at:
 * @self: a window without files
 * @a: the file before
 * @b: the file to compare with it
 * @name: (nullable): a name; numbers in it are ignored
 *
 * Loads both, compares them, and shows the longest call of @name in A and its counterpart in B.
 */
void
strata_compare_window_open_at (StrataCompareWindow *self,
                               GFile *a,
                               GFile *b,
                               const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
  strata_compare_window_open (self, a, b);
}

/**
 * strata_compare_window_open_saved:
 * @self: a window without files
 * @file: a saved comparison
 *
 * Loads its captures and restores its state. If one of the three is missing or cannot be read, the window says so.
 */
void
strata_compare_window_open_saved (StrataCompareWindow *self,
                                  GFile *file)
{
  GFile *captures[STRATA_N_DIFF_SIDES] = { NULL, NULL };
  g_autoptr (GError) error = NULL;

  gtk_window_present (GTK_WINDOW (self));
  g_clear_pointer (&self->state, g_key_file_unref);
  self->state = strata_compare_file_load (file, captures, &error);
  if (self->state == NULL)
    {
      show_error (self, file, error);
      return;
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    self->sides[side].file = captures[side];
  g_set_object (&self->saved, file);
  strata_recent_add (file);
  start (self);
}

/**
 * strata_compare_window_save:
 * @self: a window with a comparison
 * @file: where to write
 * @error: return location for an error
 *
 * Saves the comparison, so that strata_compare_window_open_saved() restores it.
 *
 * Returns: whether it was saved
 */
gboolean
strata_compare_window_save (StrataCompareWindow *self,
                            GFile *file,
                            GError **error)
{
  g_autoptr (GKeyFile) state = strata_compare_page_take_state (STRATA_COMPARE_PAGE (self->compare_page));

  if (!strata_compare_file_save (state, (GFile *const[]){ self->sides[STRATA_DIFF_A].file, self->sides[STRATA_DIFF_B].file }, file, error))
    return FALSE;

  g_set_object (&self->saved, file);
  strata_recent_add (file);
  return TRUE;
}

/* Returns the comparison, once both are loaded, else NULL. */
StrataComparePage *
strata_compare_window_get_page (StrataCompareWindow *self)
{
  return (StrataComparePage *) self->compare_page;
}
