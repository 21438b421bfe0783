/* strata-diff-measures-pane.c - measures of two captures other than the times of names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-measures-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-diff-measure-rows.h"
#include "strata-job.h"
#include "strata-scope-watch.h"

/* A worker measures whenever the scopes, the threads or the latencies change, while the pane is
 * shown. The pair owns the latencies. */
struct _StrataDiffMeasuresPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair;                        /* owned */
  StrataScopeWatch *watches[STRATA_N_DIFF_SIDES]; /* owned */
  StrataJob *job;                                 /* owned */
  StrataTableView *table;
  GtkEditable *search;
  StrataLatencyPopover *latencies;
  GtkWidget *spinner;
  guint n_latencies; /* at the last notification */
  char *added;       /* owned; nullable: the latency to show once it is measured */
  gboolean is_due;   /* the list is outdated */
};

G_DEFINE_FINAL_TYPE (StrataDiffMeasuresPane, strata_diff_measures_pane, GTK_TYPE_WIDGET)

typedef struct
{
  StrataScopeRequest *sides[STRATA_N_DIFF_SIDES]; /* owned */
  StrataFrames *frames[STRATA_N_DIFF_SIDES];      /* owned */
  StrataThreadMatch *match;                       /* owned */
  GArray *latencies;                              /* (element-type StrataLatencyNames) owned */
} MeasureRequest;

static void
measure_request_free (gpointer data)
{
  MeasureRequest *request = data;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      strata_scope_request_free (request->sides[side]);
      g_clear_pointer (&request->frames[side], strata_frames_unref);
    }
  g_clear_pointer (&request->match, strata_thread_match_unref);
  g_clear_pointer (&request->latencies, g_array_unref);
  g_free (request);
}

static gpointer
run_measure (gpointer data,
             GCancellable *cancellable)
{
  const MeasureRequest *request = data;
  StrataMeasureInput input = { .match = request->match, .latencies = (const StrataLatencyNames *) request->latencies->data, .n_latencies = request->latencies->len };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      input.traces[side] = request->sides[side]->trace;
      input.scopes[side] = request->sides[side]->scope;
      input.frames[side] = request->frames[side] != NULL ? strata_frames_ref (request->frames[side]) : strata_frames_new (input.traces[side], cancellable);
    }

  GArray *measures = strata_diff_measures_new (&input, cancellable);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_frames_unref (input.frames[side]);
  return measures;
}

/* Shows a newly added latency, whatever the filter. */
static void
show_added (StrataDiffMeasuresPane *self,
            const GArray *measures)
{
  g_autofree char *added = g_steal_pointer (&self->added);

  for (guint i = 0; added != NULL && i < measures->len; i++)
    {
      const StrataDiffMeasure *measure = &g_array_index (measures, StrataDiffMeasure, i);

      if (measure->kind != STRATA_MEASURE_LATENCY || !g_str_equal (measure->name, added))
        continue;

      gtk_editable_set_text (self->search, "");
      strata_table_view_set_filter (self->table, NULL);
      strata_table_view_select (self->table, i);
      return;
    }
}

static void
on_measured (gpointer result,
             gpointer data,
             gpointer user_data)
{
  StrataDiffMeasuresPane *self = user_data;
  g_autoptr (GArray) measures = result;
  g_autoptr (StrataRows) rows = strata_diff_measure_rows_new (measures);

  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  strata_table_view_set_rows (self->table, rows, NULL, 0);
  show_added (self, measures);
}

static const StrataJobKind measure_job = {
  .name = "[strata] measures of both",
  .run = run_measure,
  .done = on_measured,
  .free_data = measure_request_free,
  .free_result = (GDestroyNotify) g_array_unref,
};

static MeasureRequest *
measure_request_new (StrataDiffMeasuresPane *self)
{
  MeasureRequest *request = g_new0 (MeasureRequest, 1);

  request->match = strata_thread_match_ref (strata_session_pair_get_threads (self->pair));
  request->latencies = strata_session_pair_list_latencies (self->pair);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      StrataFrames *known = strata_findings_get_frames (strata_session_get_findings (strata_session_pair_get (self->pair, side)));

      request->frames[side] = known != NULL ? strata_frames_ref (known) : NULL;
      request->sides[side] = strata_scope_watch_new_request (self->watches[side], STRATA_PROFILE_BY_SHAPE);
    }

  return request;
}

static void
update (StrataDiffMeasuresPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      self->is_due = TRUE;
      return;
    }

  MeasureRequest *request = measure_request_new (self);

  self->is_due = FALSE;
  if (request->sides[STRATA_DIFF_A] == NULL || request->sides[STRATA_DIFF_B] == NULL)
    {
      measure_request_free (request);
      strata_job_cancel (self->job);
      strata_table_view_set_rows (self->table, NULL, NULL, 0);
      return;
    }

  gtk_spinner_start (GTK_SPINNER (self->spinner));
  strata_job_start (self->job, request, 0);
}

static void
on_latencies_changed (StrataDiffMeasuresPane *self)
{
  g_autoptr (GArray) latencies = strata_session_pair_list_latencies (self->pair);

  g_clear_pointer (&self->added, g_free);
  if (latencies->len > self->n_latencies)
    self->added = strata_latency_names_dup_title (&g_array_index (latencies, StrataLatencyNames, latencies->len - 1));
  self->n_latencies = latencies->len;
  update (self);
}

static void
on_mapped (StrataDiffMeasuresPane *self)
{
  if (self->is_due)
    update (self);
}

static void
on_scope_changed (gpointer user_data)
{
  update (user_data);
}

static void
on_search_changed (GtkSearchEntry *entry,
                   StrataDiffMeasuresPane *self)
{
  strata_table_view_set_filter (self->table, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

static GtkWidget *
make_latency_button (StrataDiffMeasuresPane *self)
{
  GtkWidget *button = gtk_menu_button_new ();

  self->latencies = STRATA_LATENCY_POPOVER (strata_latency_popover_new (self->pair));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Latency…"));
  gtk_widget_set_tooltip_text (button, _ ("Measure the time between the last two selected items, or between other names"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), GTK_WIDGET (self->latencies));
  return button;
}

static void
add_header (StrataDiffMeasuresPane *self)
{
  GtkWidget *search = gtk_search_entry_new ();
  GtkWidget *space = gtk_label_new (NULL);

  self->search = GTK_EDITABLE (search);
  self->spinner = gtk_spinner_new ();
  g_object_set (search, "placeholder-text", _ ("Filter names"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Filter names"), -1);
  g_signal_connect_object (search, "search-changed", G_CALLBACK (on_search_changed), self, 0);
  gtk_widget_set_hexpand (space, TRUE);
  strata_table_view_add_header (self->table, search);
  strata_table_view_add_header (self->table, make_latency_button (self));
  strata_table_view_add_header (self->table, space);
  strata_table_view_add_header (self->table, self->spinner);
}

static void
strata_diff_measures_pane_dispose (GObject *object)
{
  StrataDiffMeasuresPane *self = STRATA_DIFF_MEASURES_PANE (object);

  g_clear_pointer (&self->job, strata_job_free);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&self->watches[side], strata_scope_watch_free);
  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->table)));
  g_clear_object (&self->pair);
  g_clear_pointer (&self->added, g_free);

  G_OBJECT_CLASS (strata_diff_measures_pane_parent_class)->dispose (object);
}

static void
strata_diff_measures_pane_class_init (StrataDiffMeasuresPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_diff_measures_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_diff_measures_pane_init (StrataDiffMeasuresPane *self)
{
  self->is_due = TRUE;
  self->job = strata_job_new (&measure_job, self);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Measurements"), &strata_diff_measure_rows_class));
  strata_table_view_set_empty (self->table, _ ("No other measurements"));
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect (self, "map", G_CALLBACK (on_mapped), NULL);
}

/**
 * strata_diff_measures_pane_new:
 * @pair: two sessions
 *
 * Returns: (transfer floating): frames, starts, latencies, long tasks, CPUs, asynchronous slices and counters of both
 */
GtkWidget *
strata_diff_measures_pane_new (StrataSessionPair *pair)
{
  StrataDiffMeasuresPane *self = g_object_new (STRATA_TYPE_DIFF_MEASURES_PANE, NULL);

  g_autoptr (GArray) latencies = strata_session_pair_list_latencies (pair);

  self->pair = g_object_ref (pair);
  self->n_latencies = latencies->len;
  add_header (self);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      self->watches[side] = strata_scope_watch_new (strata_session_pair_get (pair, side), on_scope_changed, self);
    }
  g_signal_connect_object (pair, "match-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (pair, "latencies-changed", G_CALLBACK (on_latencies_changed), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
