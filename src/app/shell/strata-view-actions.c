/* strata-view-actions.c - window actions that the trace page performs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-actions.h"

#include <string.h>

#include "strata-action.h"
#include "strata-goto-dialog.h"
#include "strata-help.h"
#include "strata-panes.h"
#include "strata-trace-page.h"

/* Actions of the timeline, by the last part of their names. */
static const char *const timeline_actions[] = {
  "zoom-in",
  "zoom-out",
  "zoom-all",
  "zoom-selection",
  "view-back",
  "view-forward",
  "select-area",
  "extend-area",
  "measure-selection",
  "cursor-a",
  "cursor-b",
  "clear-cursors",
  "add-bookmark",
  "next-bookmark",
  "previous-bookmark",
  "select-chain-parent",
  "select-chain-next",
  "select-chain-previous",
  "select-waker",
  "select-run",
  "select-thread",
  "expand-all",
  "collapse-all",
  "select-same-next",
  "select-same-previous",
  "select-same-longest",
  "select-same-longer",
  "select-same-shorter",
  "next-slow-frame",
  "previous-slow-frame",
  "toggle-vsync",
  "toggle-clock",
  "filter-lanes",
  "pin-lane",
  "hide-lane",
  "show-hidden-lanes",
  "move-lane-up",
  "move-lane-down",
  "lower-lane",
  "raise-lane",
  "fewer-levels",
  "more-levels",
  "reset-lanes",
  "change-counter",
  "share-scale",
  "select-parent",
  "select-child",
  "clear-selection",
  "toggle-switches",
  "toggle-threads",
  "toggle-cpu-details",
  "change-colors",
  "area-tool",
};

/* Actions of the page, in the same way. */
typedef struct
{
  const char *name;
  const char *type;
} PageAction;

static const PageAction page_actions[] = {
  { "find", NULL },
  { "find-next", NULL },
  { "find-previous", NULL },
  { "search", "s" },
  { "copy-selection", NULL },
  { "show-finding", NULL },
  { "export-picture", NULL },
  { "export-slices", NULL },
  { "export-counters", NULL },
  { "export-states", NULL },
};

/* "win.zoom-in" becomes "timeline.zoom-in": accelerators and menus belong to the window, wherever
 * the focus is. */
static void
activate_timeline (GtkWidget *widget,
                   const char *action_name,
                   GVariant *parameter)
{
  StrataTracePage *page = strata_window_get_trace_page (STRATA_WINDOW (widget));
  g_autofree char *name = g_strconcat ("timeline.", action_name + strlen ("win."), NULL);

  if (page != NULL)
    gtk_widget_activate_action (strata_trace_page_get_timeline (page), name, NULL);
}

static void
activate_page (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  StrataTracePage *page = strata_window_get_trace_page (STRATA_WINDOW (widget));
  g_autofree char *name = g_strconcat ("trace.", action_name + strlen ("win."), NULL);

  if (page != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (page), name, parameter);
}

static void
activate_show_pane (GtkWidget *widget,
                    const char *action_name,
                    GVariant *parameter)
{
  StrataTracePage *page = strata_window_get_trace_page (STRATA_WINDOW (widget));

  if (page != NULL)
    strata_trace_page_focus_pane (page, action_name + strlen ("win.show-"));
}

static void
activate_go_to_time (StrataWindow *self)
{
  StrataTracePage *page = strata_window_get_trace_page (self);

  if (page != NULL)
    gtk_window_present (GTK_WINDOW (strata_goto_dialog_new (GTK_WINDOW (self), strata_trace_page_get_session (page))));
}

static char *
dup_pane_action (const StrataPane *pane)
{
  return g_strconcat ("win.show-", pane->name, NULL);
}

/**
 * strata_view_actions_install:
 * @window_class: the class of windows
 *
 * Adds to windows an action for each command of the timeline and for each pane.
 */
void
strata_view_actions_install (GtkWidgetClass *window_class)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  gtk_widget_class_install_action (window_class, "win.go-to-time", NULL, STRATA_ACTION (activate_go_to_time));
  strata_help_install (window_class);
  for (guint i = 0; i < G_N_ELEMENTS (timeline_actions); i++)
    {
      g_autofree char *name = g_strconcat ("win.", timeline_actions[i], NULL);

      gtk_widget_class_install_action (window_class, name, NULL, activate_timeline);
    }

  for (guint i = 0; i < G_N_ELEMENTS (page_actions); i++)
    {
      g_autofree char *name = g_strconcat ("win.", page_actions[i].name, NULL);

      gtk_widget_class_install_action (window_class, name, page_actions[i].type, activate_page);
    }

  /* Panes have their own search, which takes precedence if the focus is in one. */
  gtk_widget_class_add_binding_action (window_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.find", NULL);
  /* Texts and tables copy their own selection. */
  gtk_widget_class_add_binding_action (window_class, GDK_KEY_c, GDK_CONTROL_MASK, "win.copy-selection", NULL);
  gtk_widget_class_add_binding_action (window_class, GDK_KEY_Escape, 0, "win.clear-selection", NULL);

  for (guint i = 0; i < n_panes; i++)
    {
      g_autofree char *name = dup_pane_action (&panes[i]);

      gtk_widget_class_install_action (window_class, name, NULL, activate_show_pane);
    }
}

/**
 * strata_view_actions_update:
 * @window: a window
 * @has_trace: whether it shows one
 *
 * Enables the actions that currently apply.
 */
void
strata_view_actions_update (StrataWindow *window,
                            gboolean has_trace)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  gtk_widget_action_set_enabled (GTK_WIDGET (window), "win.go-to-time", has_trace);
  for (guint i = 0; i < G_N_ELEMENTS (timeline_actions); i++)
    {
      g_autofree char *name = g_strconcat ("win.", timeline_actions[i], NULL);

      gtk_widget_action_set_enabled (GTK_WIDGET (window), name, has_trace);
    }

  for (guint i = 0; i < G_N_ELEMENTS (page_actions); i++)
    {
      g_autofree char *name = g_strconcat ("win.", page_actions[i].name, NULL);

      gtk_widget_action_set_enabled (GTK_WIDGET (window), name, has_trace);
    }

  for (guint i = 0; i < n_panes; i++)
    {
      g_autofree char *name = dup_pane_action (&panes[i]);

      gtk_widget_action_set_enabled (GTK_WIDGET (window), name, has_trace);
    }
}

/**
 * strata_view_actions_set_accels:
 * @app: the application
 *
 * Sets the keys that show the panes.
 */
void
strata_view_actions_set_accels (GtkApplication *app)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  for (guint i = 0; i < n_panes; i++)
    {
      g_autofree char *name = dup_pane_action (&panes[i]);

      gtk_application_set_accels_for_action (app, name, (const char *[]){ panes[i].accel, NULL });
    }
}
