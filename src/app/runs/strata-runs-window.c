/* strata-runs-window.c - a window that compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-window.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-compare-window.h"
#include "strata-help.h"
#include "strata-loading-page.h"
#include "strata-menu-focus.h"
#include "strata-runs-loader.h"
#include "strata-runs-reasons.h"

/* Three pages: "choose", "loading" and "runs". From "loading", Cancel goes back to the choice. */
struct _StrataRunsWindow
{
  GtkApplicationWindow parent_instance;

  GtkStack *pages;
  GtkWidget *chooser;
  GtkWidget *loading_page;
  GtkWidget *runs_page;     /* borrowed from the stack; nullable */
  StrataRunsLoader *loader; /* owned */
  StrataProgress *progress; /* borrowed from the loader; nullable: shown on the loading page */
};

G_DEFINE_FINAL_TYPE (StrataRunsWindow, strata_runs_window, GTK_TYPE_APPLICATION_WINDOW)

static void
show_page (StrataRunsWindow *self,
           const char *name)
{
  gtk_stack_set_visible_child_name (self->pages, name);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.cancel", g_str_equal (name, "loading"));
}

static void
stop_showing_progress (StrataRunsWindow *self)
{
  self->progress = NULL;
  strata_loading_page_stop (STRATA_LOADING_PAGE (self->loading_page));
}

static void
show_progress (gpointer user_data)
{
  StrataRunsWindow *self = user_data;
  StrataProgress *progress = NULL;
  g_autofree char *title = strata_runs_loader_dup_title (self->loader, &progress);

  if (title == NULL || progress == self->progress)
    return;

  self->progress = progress;
  strata_loading_page_start (STRATA_LOADING_PAGE (self->loading_page), title, progress);
}

static void
on_open_runs (StrataRunsPage *page,
              const char *a,
              const char *b,
              const char *name,
              StrataRunsWindow *self)
{
  g_autoptr (GFile) file_a = g_file_new_for_path (a);
  g_autoptr (GFile) file_b = g_file_new_for_path (b);
  StrataCompareWindow *window = strata_compare_window_new (gtk_window_get_application (GTK_WINDOW (self)));

  strata_compare_window_open_at (window, file_a, file_b, *name != '\0' ? name : NULL);
}

/* If no run of a set can be read, reports the reason of its first file. */
static char *
dup_failure (StrataRunSet *set)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (strata_run_set_count_used (set, side) == 0)
      return g_strdup_printf (_ ("No run of %s could be loaded. %s"), side == STRATA_DIFF_A ? "A" : "B", strata_run_set_get_n (set, side) > 0 ? strata_run_set_get (set, side, 0)->reason : "");

  return NULL;
}

static void
on_loaded (StrataRunSet *set,
           const char *reason,
           gpointer user_data)
{
  StrataRunsWindow *self = user_data;
  g_autofree char *failure = set != NULL ? dup_failure (set) : g_strdup (reason);

  stop_showing_progress (self);
  if (failure != NULL)
    {
      strata_run_set_free (set);
      strata_runs_chooser_set_message (STRATA_RUNS_CHOOSER (self->chooser), failure);
      show_page (self, "choose");
      return;
    }

  strata_runs_reasons_restore (set);
  self->runs_page = strata_runs_page_new (set);
  g_signal_connect_object (self->runs_page, "open-runs", G_CALLBACK (on_open_runs), self, 0);
  gtk_stack_add_named (self->pages, self->runs_page, "runs");
  show_page (self, "runs");
}

static void
on_compare (StrataRunsWindow *self)
{
  const char *const *const paths[] = {
    strata_runs_chooser_get_paths (STRATA_RUNS_CHOOSER (self->chooser), STRATA_DIFF_A),
    strata_runs_chooser_get_paths (STRATA_RUNS_CHOOSER (self->chooser), STRATA_DIFF_B),
  };

  show_page (self, "loading");
  strata_runs_loader_start (self->loader, paths);
  show_progress (self);
}

static void
activate_cancel (StrataRunsWindow *self)
{
  stop_showing_progress (self);
  strata_runs_loader_cancel (self->loader);
  show_page (self, "choose");
}

static void
forward (StrataRunsWindow *self,
         const char *action)
{
  if (self->runs_page != NULL)
    gtk_widget_activate_action (self->runs_page, action, NULL);
}

static void
activate_find (StrataRunsWindow *self)
{
  forward (self, "runs.find");
}

static void
activate_save_page (StrataRunsWindow *self)
{
  forward (self, "runs.save-page");
}

static gboolean
strata_runs_window_close_request (GtkWindow *window)
{
  StrataRunsWindow *self = STRATA_RUNS_WINDOW (window);

  stop_showing_progress (self);
  strata_runs_loader_cancel (self->loader);
  return GTK_WINDOW_CLASS (strata_runs_window_parent_class)->close_request (window);
}

static void
strata_runs_window_dispose (GObject *object)
{
  StrataRunsWindow *self = STRATA_RUNS_WINDOW (object);

  g_clear_pointer (&self->loader, strata_runs_loader_free);

  G_OBJECT_CLASS (strata_runs_window_parent_class)->dispose (object);
}

/* The keys of the page are those of the window: its first focus is in the header bar. */
static void
strata_runs_window_class_init (StrataRunsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_runs_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = strata_runs_window_close_request;
  gtk_widget_class_install_action (widget_class, "win.cancel", NULL, STRATA_ACTION (activate_cancel));
  gtk_widget_class_install_action (widget_class, "win.find", NULL, STRATA_ACTION (activate_find));
  gtk_widget_class_install_action (widget_class, "win.save-page", NULL, STRATA_ACTION (activate_save_page));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "win.save-page", NULL);
  strata_help_install (widget_class);
}

static void
strata_runs_window_init (StrataRunsWindow *self)
{
  GtkWidget *header = gtk_header_bar_new ();

  strata_menu_focus_watch (GTK_WINDOW (self));
  strata_help_set_page (GTK_WIDGET (self), "compare-many");
  self->loader = strata_runs_loader_new (on_loaded, show_progress, self);
  self->pages = GTK_STACK (gtk_stack_new ());
  self->chooser = g_object_new (STRATA_TYPE_RUNS_CHOOSER, NULL);
  self->loading_page = g_object_new (STRATA_TYPE_LOADING_PAGE, NULL);
  gtk_stack_add_named (self->pages, self->chooser, "choose");
  gtk_stack_add_named (self->pages, self->loading_page, "loading");
  gtk_window_set_titlebar (GTK_WINDOW (self), header);
  gtk_header_bar_pack_end (GTK_HEADER_BAR (header), strata_help_button_new ());
  gtk_window_set_child (GTK_WINDOW (self), GTK_WIDGET (self->pages));
  gtk_window_set_default_size (GTK_WINDOW (self), 1400, 900);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Comparison of two sets of runs"));
  g_signal_connect_object (self->chooser, "compare", G_CALLBACK (on_compare), self, G_CONNECT_SWAPPED);
  show_page (self, "choose");
}

/**
 * strata_runs_window_new:
 * @app: (nullable): the application that owns it
 *
 * Returns: (transfer none): a window that asks for two sets, not yet shown
 */
StrataRunsWindow *
strata_runs_window_new (GtkApplication *app)
{
  return g_object_new (STRATA_TYPE_RUNS_WINDOW, "application", app, NULL);
}
