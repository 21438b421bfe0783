/* strata-queues-pane.c - tasks that waited in queues
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-queues-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-queue-rows.h"

/* What waited behind the task that froze, by priority. A line leads to its slice. */
struct _StrataQueuesPane
{
  GtkWidget parent_instance;

  StrataTableView *table; /* a child */
  StrataSession *session; /* owned; nullable */
  GArray *tasks;          /* (element-type guint32) owned; nullable: slices, by line */
};

G_DEFINE_FINAL_TYPE (StrataQueuesPane, strata_queues_pane, GTK_TYPE_WIDGET)

static void
on_row_chosen (StrataQueuesPane *self,
               guint row)
{
  if (self->tasks == NULL || row >= self->tasks->len)
    return;

  strata_session_select_slice (self->session, g_array_index (self->tasks, guint32, row));
  strata_session_reveal_selection (self->session);
}

/**
 * strata_queues_pane_set_session:
 * @self: the pane
 * @session: (nullable): whose queues to look at
 *
 * Shows the tasks that waited in a session.
 *
 * Returns: whether there are any
 */
gboolean
strata_queues_pane_set_session (StrataQueuesPane *self,
                                StrataSession *session)
{
  g_set_object (&self->session, session);
  g_clear_pointer (&self->tasks, g_array_unref);
  if (session == NULL)
    {
      strata_table_view_set_rows (self->table, NULL, NULL, 0);
      return FALSE;
    }

  self->tasks = strata_queue_tasks_find (strata_session_get_trace (session));

  g_autoptr (StrataRows) rows = strata_queue_rows_new (strata_session_get_trace (session), self->tasks);

  strata_table_view_set_rows (self->table, rows, NULL, 0);
  return self->tasks->len > 0;
}

/**
 * strata_queues_pane_add_switcher:
 * @self: the pane
 * @switcher: what leads to what else was slow
 *
 * Puts it into the bar.
 */
void
strata_queues_pane_add_switcher (StrataQueuesPane *self,
                                 GtkWidget *switcher)
{
  GtkWidget *space = gtk_label_new (NULL);

  gtk_widget_set_hexpand (space, TRUE);
  strata_table_view_add_header (self->table, switcher);
  strata_table_view_add_header (self->table, space);
}

/**
 * strata_queues_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its lines
 */
StrataTableView *
strata_queues_pane_get_table (StrataQueuesPane *self)
{
  return self->table;
}

static void
strata_queues_pane_dispose (GObject *object)
{
  StrataQueuesPane *self = STRATA_QUEUES_PANE (object);

  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->table));
  self->table = NULL;
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_queues_pane_parent_class)->dispose (object);
}

static void
strata_queues_pane_class_init (StrataQueuesPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_queues_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_queues_pane_init (StrataQueuesPane *self)
{
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Queues"), strata_queue_rows_get_class ()));
  strata_table_view_set_empty (self->table, _ ("No task waited."));
  strata_table_view_add_header (self->table, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

/**
 * strata_queues_pane_new:
 *
 * Returns: (transfer floating): an empty pane
 */
GtkWidget *
strata_queues_pane_new (void)
{
  return g_object_new (STRATA_TYPE_QUEUES_PANE, NULL);
}
