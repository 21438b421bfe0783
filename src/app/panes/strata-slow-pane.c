/* strata-slow-pane.c - slow frames, long tasks, and phases that the user waited for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slow-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-phase-rows.h"
#include "strata-queue-rows.h"
#include "strata-session-found.h"

#define MIN_HEIGHT_PX 180

/* One page each, with a switcher in the bar of each page, so that no bar is added. */
struct _StrataSlowPane
{
  GtkWidget parent_instance;

  GtkStack *stack;
  StrataFramesPane *frames; /* borrowed from the stack */
  StrataTasksPane *tasks;   /* the same */
  StrataTableView *phases;  /* the same */
  StrataTableView *queues;  /* the same: only if a log has any */
  StrataSession *session;   /* owned */
  GArray *waiting;          /* (element-type guint32) owned: slices, by row of the queues */
};

G_DEFINE_FINAL_TYPE (StrataSlowPane, strata_slow_pane, GTK_TYPE_WIDGET)

static void
show_phases (StrataSlowPane *self)
{
  guint n_phases;
  const StrataPhase *phases = strata_findings_get_phases (strata_session_get_findings (self->session), &n_phases);
  g_autoptr (StrataRows) rows = phases != NULL ? strata_phase_rows_new (strata_session_get_trace (self->session), phases, n_phases) : NULL;

  strata_table_view_set_rows (self->phases, rows, NULL, 0);
}

static void
show_queues (StrataSlowPane *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);

  self->waiting = strata_queue_tasks_find (trace);

  g_autoptr (StrataRows) rows = strata_queue_rows_new (trace, self->waiting);

  strata_table_view_set_rows (self->queues, rows, NULL, 0);
  gtk_stack_page_set_visible (gtk_stack_get_page (self->stack, GTK_WIDGET (self->queues)), self->waiting->len > 0);
}

static void
on_phase_chosen (StrataSlowPane *self,
                 guint row)
{
  guint n_phases;

  strata_findings_get_phases (strata_session_get_findings (self->session), &n_phases);
  if (row < n_phases)
    strata_session_select_phase (self->session, row);
}

static void
on_queue_chosen (StrataSlowPane *self,
                 guint row)
{
  if (row >= self->waiting->len)
    return;

  strata_session_select_slice (self->session, g_array_index (self->waiting, guint32, row));
  strata_session_reveal_selection (self->session);
}

static GtkWidget *
new_switcher (StrataSlowPane *self)
{
  GtkWidget *switcher = gtk_stack_switcher_new ();

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), self->stack);
  gtk_widget_add_css_class (switcher, "narrow");
  return switcher;
}

/**
 * strata_slow_pane_set_explaining:
 * @self: the pane
 * @is_explaining: whether to show reasons beside the tables, since nothing else shows them
 *
 * Shows or hides the reasons.
 */
void
strata_slow_pane_set_explaining (StrataSlowPane *self,
                                 gboolean is_explaining)
{
  strata_frames_pane_set_explaining (self->frames, is_explaining);
  strata_tasks_pane_set_explaining (self->tasks, is_explaining);
}

static void
strata_slow_pane_dispose (GObject *object)
{
  StrataSlowPane *self = STRATA_SLOW_PANE (object);

  /* each child has a switcher, which owns the stack */
  if (self->stack != NULL)
    {
      gtk_stack_remove (self->stack, GTK_WIDGET (self->frames));
      gtk_stack_remove (self->stack, GTK_WIDGET (self->tasks));
      gtk_stack_remove (self->stack, GTK_WIDGET (self->phases));
      gtk_stack_remove (self->stack, GTK_WIDGET (self->queues));
      gtk_widget_unparent (GTK_WIDGET (self->stack));
    }
  self->stack = NULL;
  g_clear_pointer (&self->waiting, g_array_unref);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_slow_pane_parent_class)->dispose (object);
}

static void
strata_slow_pane_class_init (StrataSlowPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_slow_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

/* Adds a page that is only a table, whose rows go to their places. */
static StrataTableView *
add_list (StrataSlowPane *self,
          const char *name,
          const char *title,
          const StrataRowClass *klass,
          const char *empty,
          GCallback on_chosen)
{
  StrataTableView *table = STRATA_TABLE_VIEW (strata_table_view_new (title, klass));
  GtkWidget *space = gtk_label_new (NULL);

  gtk_widget_set_hexpand (space, TRUE);
  strata_table_view_set_empty (table, empty);
  strata_table_view_add_header (table, NULL);
  gtk_stack_add_titled (self->stack, GTK_WIDGET (table), name, title);
  strata_table_view_add_header (table, new_switcher (self));
  strata_table_view_add_header (table, space);
  g_signal_connect_object (table, "row-selected", on_chosen, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "row-activated", on_chosen, self, G_CONNECT_SWAPPED);
  return table;
}

static void
strata_slow_pane_init (StrataSlowPane *self)
{
  self->stack = GTK_STACK (gtk_stack_new ());

  /* A stack of pages with tables reports a smaller minimum height for any width than for a given one. */
  gtk_widget_set_size_request (GTK_WIDGET (self->stack), -1, MIN_HEIGHT_PX);
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
}

/* Shows the slow items of a session: tasks first if the headline is about them. */
GtkWidget *
strata_slow_pane_new (StrataSession *session)
{
  StrataSlowPane *self = g_object_new (STRATA_TYPE_SLOW_PANE, NULL);
  const StrataHeadline *headline = strata_findings_get_headline (strata_session_get_findings (session));

  self->session = g_object_ref (session);
  self->frames = STRATA_FRAMES_PANE (strata_frames_pane_new (session));
  self->tasks = STRATA_TASKS_PANE (strata_tasks_pane_new (session));
  gtk_stack_add_titled (self->stack, GTK_WIDGET (self->frames), "frames", _ ("Frames"));
  gtk_stack_add_titled (self->stack, GTK_WIDGET (self->tasks), "tasks", _ ("Long Tasks"));
  self->phases = add_list (self, "phases", _ ("Starts and Inputs"), &strata_phase_rows_class,
                           _ ("The trace has no app starts, and no inputs that led to a frame."), G_CALLBACK (on_phase_chosen));
  self->queues = add_list (self, "queues", _ ("Queues"), &strata_queue_rows_class, _ ("No task waited."), G_CALLBACK (on_queue_chosen));
  strata_frames_pane_add_switcher (self->frames, new_switcher (self));
  strata_tasks_pane_add_switcher (self->tasks, new_switcher (self));
  show_phases (self);
  show_queues (self);
  gtk_stack_set_visible_child_name (self->stack, headline != NULL && headline->kind == STRATA_HEADLINE_LONG_TASKS ? "tasks" : "frames");

  return GTK_WIDGET (self);
}
