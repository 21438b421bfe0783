/* strata-counter-box.c - statistics of the selected counter in the visible time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-box.h"

#include <glib/gi18n-lib.h>

#include "strata-fact-grid.h"
#include "strata-trace-request.h"

/* The shortest time between two updates while the view moves. */
#define INTERVAL_MS 100

/* A worker reads the values while the box is visible. */
struct _StrataCounterBox
{
  StrataSelectionBox parent_instance;

  GtkBox *content;
  GtkGrid *grid;

  StrataSession *session; /* borrowed; nullable */
  StrataJob *job;         /* borrowed */
  guint due_id;           /* of the next update; 0 for none */
};

G_DEFINE_FINAL_TYPE (StrataCounterBox, strata_counter_box, STRATA_TYPE_SELECTION_BOX)

static StrataItem
get_item (StrataCounterBox *self)
{
  return self->session != NULL ? strata_session_get_selected_item (self->session) : (StrataItem){ .kind = STRATA_ITEM_NONE };
}

/* Returns NULL if the counter has no value there. */
static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const StrataTraceRequest *request = data;
  StrataCounterStats stats;

  return strata_counter_stats_find (request->trace, request->index, request->span, cancellable, &stats) ? g_memdup2 (&stats, sizeof stats) : NULL;
}

static void
on_found (gpointer result,
          gpointer data,
          gpointer user_data)
{
  StrataCounterBox *self = user_data;
  g_autofree StrataCounterStats *stats = result;

  strata_fact_grid_clear (self->grid);
  gtk_widget_set_visible (GTK_WIDGET (self->content), stats != NULL);
  if (stats == NULL)
    return;

  g_autoptr (GPtrArray) facts = strata_session_list_counter_facts (self->session, get_item (self), stats);

  strata_fact_grid_fill (self->grid, facts, 0);
}

static const StrataJobKind stats_job = {
  .name = "[strata] counter in a span",
  .run = run,
  .done = on_found,
  .free_data = (GDestroyNotify) strata_trace_request_free,
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
  const StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (self->session));

  strata_job_start (self->job, strata_trace_request_new (trace, strata_trace_find_counter (trace, item.index), span), 0);
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

/* Facts about another counter are hidden at once. */
static void
on_selection_changed (StrataCounterBox *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->content), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), get_item (self).kind == STRATA_ITEM_SAMPLE);
  update (self);
}

static void
strata_counter_box_session_changed (StrataSelectionBox *box,
                                    StrataSession *session)
{
  StrataCounterBox *self = STRATA_COUNTER_BOX (box);

  self->session = session;
  on_selection_changed (self);
}

static void
strata_counter_box_dispose (GObject *object)
{
  StrataCounterBox *self = STRATA_COUNTER_BOX (object);

  g_clear_handle_id (&self->due_id, g_source_remove);

  G_OBJECT_CLASS (strata_counter_box_parent_class)->dispose (object);
}

static void
strata_counter_box_class_init (StrataCounterBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_counter_box_dispose;
  STRATA_SELECTION_BOX_CLASS (klass)->session_changed = strata_counter_box_session_changed;
}

static void
strata_counter_box_init (StrataCounterBox *self)
{
  StrataSessionSignals *signals = strata_selection_box_get_signals (STRATA_SELECTION_BOX (self));
  GtkWidget *title = gtk_label_new (_ ("In visible time range"));

  self->job = strata_selection_box_add_job (STRATA_SELECTION_BOX (self), &stats_job);
  self->content = strata_selection_box_get_content (STRATA_SELECTION_BOX (self));
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_grid_set_column_spacing (self->grid, 18);
  gtk_grid_set_row_spacing (self->grid, 4);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->grid), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("In visible time range"), -1);
  gtk_box_append (self->content, title);
  gtk_box_append (self->content, GTK_WIDGET (self->grid));

  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  g_signal_group_connect_swapped (signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect_swapped (signals->view, "viewport-changed", G_CALLBACK (on_viewport_changed), self);
}
