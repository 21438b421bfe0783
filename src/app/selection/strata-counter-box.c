/* strata-counter-box.c - what the selected counter does in the visible time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-box.h"

#include <glib/gi18n-lib.h>

#include "strata-fact-grid.h"
#include "strata-job.h"
#include "strata-session-signals.h"

/* While the view moves it is looked at again only so often. */
#define INTERVAL_MS 100

/* A worker looks at the values while the box is in sight. */
struct _StrataCounterBox
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkGrid *grid;

  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  StrataJob *job;                /* owned */
  guint due_id;                  /* of the next look; 0 for none */
};

G_DEFINE_FINAL_TYPE (StrataCounterBox, strata_counter_box, GTK_TYPE_WIDGET)

static StrataItem
get_item (StrataCounterBox *self)
{
  return self->session != NULL ? strata_session_get_selected_item (self->session) : (StrataItem){ .kind = STRATA_ITEM_NONE };
}

typedef struct
{
  StrataTrace *trace; /* owned */
  guint32 counter;
  StrataSpan span;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->trace);
  g_free (request);
}

/* NULL if the counter has no value there. */
static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Request *request = data;
  StrataCounterStats stats;

  return strata_counter_stats_find (request->trace, request->counter, request->span, cancellable, &stats) ? g_memdup2 (&stats, sizeof stats) : NULL;
}

static void
on_found (gpointer result,
          gpointer data,
          gpointer user_data)
{
  StrataCounterBox *self = user_data;
  g_autofree StrataCounterStats *stats = result;

  strata_fact_grid_clear (self->grid);
  gtk_widget_set_visible (self->content, stats != NULL);
  if (stats == NULL)
    return;

  g_autoptr (GPtrArray) facts = strata_session_list_counter_facts (self->session, get_item (self), stats);

  strata_fact_grid_fill (self->grid, facts, 0);
}

static const StrataJobKind stats_job = {
  .name = "[strata] counter in a span",
  .run = run,
  .done = on_found,
  .free_data = request_free,
  .free_result = g_free,
};

static void
update (StrataCounterBox *self)
{
  const StrataItem item = get_item (self);

  strata_job_cancel (self->job);
  if (item.kind != STRATA_ITEM_SAMPLE || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  StrataTrace *trace = strata_session_get_trace (self->session);
  Request *request = g_new (Request, 1);

  *request = (Request){ g_object_ref (trace), strata_trace_find_counter (trace, item.index), strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self->session))) };
  strata_job_start (self->job, request, 0);
}

static gboolean
on_due (gpointer user_data)
{
  StrataCounterBox *self = user_data;

  self->due_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
on_viewport_changed (StrataCounterBox *self)
{
  if (self->due_id == 0 && get_item (self).kind == STRATA_ITEM_SAMPLE)
    self->due_id = g_timeout_add (INTERVAL_MS, on_due, self);
}

/* What is shown of another counter goes at once. */
static void
on_selection_changed (StrataCounterBox *self)
{
  gtk_widget_set_visible (self->content, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), get_item (self).kind == STRATA_ITEM_SAMPLE);
  update (self);
}

/**
 * strata_counter_box_set_session:
 * @self: the box
 * @session: (nullable): whose selection to show
 *
 * Shows the selection of a session, now and whenever it or the view changes.
 */
void
strata_counter_box_set_session (StrataCounterBox *self,
                                StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  strata_session_signals_set_session (self->signals, session);
  on_selection_changed (self);
}

static void
strata_counter_box_dispose (GObject *object)
{
  StrataCounterBox *self = STRATA_COUNTER_BOX (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_handle_id (&self->due_id, g_source_remove);
  g_clear_pointer (&self->signals, strata_session_signals_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_counter_box_parent_class)->dispose (object);
}

static void
strata_counter_box_class_init (StrataCounterBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_counter_box_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_counter_box_init (StrataCounterBox *self)
{
  GtkWidget *title = gtk_label_new (_ ("In visible time range"));

  self->job = strata_job_new (&stats_job, self);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_grid_set_column_spacing (self->grid, 18);
  gtk_grid_set_row_spacing (self->grid, 4);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->grid), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("In visible time range"), -1);
  gtk_box_append (GTK_BOX (self->content), title);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->grid));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));

  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  self->signals = strata_session_signals_new ();
  g_signal_group_connect_swapped (self->signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect_swapped (self->signals->view, "viewport-changed", G_CALLBACK (on_viewport_changed), self);
}

/**
 * strata_counter_box_new:
 *
 * Returns: (transfer floating): a box without a session
 */
GtkWidget *
strata_counter_box_new (void)
{
  return g_object_new (STRATA_TYPE_COUNTER_BOX, NULL);
}
