/* strata-area-box.c - statistics of the selected area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-area-box.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-area-rows.h"
#include "strata-session-area.h"
#include "strata-table-view.h"
#include "strata-units.h"

/* A line that describes the area, and a table of its content. A worker sums up once the area rests,
 * while the table is visible. */
#define REST_MS 100

struct _StrataAreaBox
{
  StrataSelectionBox parent_instance;

  GtkBox *content;
  GtkLabel *summary;
  StrataTableView *table;

  StrataSession *session; /* borrowed; nullable */
  StrataJob *job;         /* borrowed */
  gboolean is_stale;
};

G_DEFINE_FINAL_TYPE (StrataAreaBox, strata_area_box, STRATA_TYPE_SELECTION_BOX)

static guint
count_lanes (StrataAreaBox *self)
{
  const StrataLanes *order = strata_session_get_lanes (self->session);
  const StrataLane *lanes = strata_lanes_get (order, NULL);
  guint32 first_lane;
  guint32 last_lane;
  guint n_shown = 0;

  if (!strata_session_get_area_lanes (self->session, &first_lane, &last_lane))
    return 0;

  for (guint32 place = strata_lanes_get_place (order, first_lane); place <= strata_lanes_get_place (order, last_lane); place++)
    {
      const guint32 i = strata_lanes_get_at_place (order, place);

      n_shown += lanes[i].is_visible && (!strata_lane_is_group (&lanes[i]) || lanes[i].is_collapsed || first_lane == last_lane);
    }

  return n_shown;
}

/* "12.3 ms from 4.2 s · 3 lanes · 1,234 slices" */
static void
show_summary (StrataAreaBox *self,
              guint64 n_items)
{
  StrataSpan span;
  char length[STRATA_UNITS_BYTES];
  char begin[STRATA_UNITS_BYTES];
  char count[STRATA_UNITS_BYTES];
  const guint n_lanes = count_lanes (self);

  if (!strata_session_get_area (self->session, &span))
    return;

  strata_units_amount (strata_span_get_length_ns (span), strata_trace_get_unit (strata_session_get_trace (self->session)), length);
  strata_units_amount (span.begin_ns - strata_trace_get_span (strata_session_get_trace (self->session)).begin_ns, strata_trace_get_unit (strata_session_get_trace (self->session)), begin);

  g_autofree char *time = g_strdup_printf (_ ("%s from %s on"), length, begin);
  g_autofree char *lanes = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u lane", "%u lanes", n_lanes), n_lanes);
  g_autofree char *items = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s item", "%s items", (gulong) n_items), strata_units_count ((gint64) n_items, count));
  g_autofree char *text = g_strjoin (" · ", time, lanes, items, NULL);

  gtk_label_set_label (self->summary, text);
  gtk_accessible_update_property (strata_table_view_get_accessible (self->table), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
show_rows (StrataAreaBox *self,
           StrataTrace *trace,
           GArray *figures)
{
  g_autoptr (StrataRows) rows = strata_area_rows_new (trace, figures);
  guint64 n_items = 0;

  for (guint i = 0; i < figures->len; i++)
    n_items += g_array_index (figures, StrataAreaRow, i).n_items;

  strata_table_view_set_rows (self->table, rows, NULL, 0);
  show_summary (self, n_items);
}

typedef struct
{
  StrataTrace *trace;    /* owned */
  StrataAreaScope scope; /* its arrays owned */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->trace);
  g_free ((guint32 *) request->scope.tracks);
  g_free ((guint32 *) request->scope.cpus);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Request *request = data;

  return strata_area_stats_compute (request->trace, &request->scope, cancellable);
}

static void
on_computed (gpointer result,
             gpointer data,
             gpointer user_data)
{
  const Request *request = data;
  g_autoptr (GArray) rows = result;

  show_rows (user_data, request->trace, rows);
}

static const StrataJobKind area_job = {
  .name = "[strata] area",
  .run = run,
  .done = on_computed,
  .free_data = request_free,
  .free_result = (GDestroyNotify) g_array_unref,
};

static void
compute (StrataAreaBox *self,
         guint delay_ms)
{
  StrataAreaScope scope = { 0 };

  strata_job_cancel (self->job);
  self->is_stale = FALSE;
  if (self->session == NULL || !strata_session_get_area (self->session, &scope.span))
    return;

  Request *request = g_new (Request, 1);

  scope.tracks = strata_session_get_area_tracks (self->session, &scope.n_tracks);
  scope.cpus = strata_session_get_area_cpus (self->session, &scope.n_cpus);
  *request = (Request){ g_object_ref (strata_session_get_trace (self->session)), scope };
  strata_job_start (self->job, request, delay_ms);
}

static void
on_area_changed (StrataAreaBox *self)
{
  strata_job_cancel (self->job);
  self->is_stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    compute (self, REST_MS);
}

static void
on_mapped (StrataAreaBox *self)
{
  if (self->is_stale)
    compute (self, 0);
}

/* Selects the longest item of a row and shows it. */
static void
on_activated (StrataAreaBox *self,
              guint activated)
{
  const StrataAreaRow *row = strata_area_rows_get_figures (strata_table_view_get_rows (self->table), activated);

  if (row->kind == STRATA_AREA_SLICES)
    {
      strata_session_select_slice (self->session, row->longest);
      return;
    }

  strata_session_select (self->session, (StrataItem){ STRATA_ITEM_CPU_RUN, row->longest, STRATA_NONE, 1 });
  strata_session_reveal_selection (self->session);
}

/**
 * strata_area_box_dup_text:
 * @self: the box
 *
 * Returns: (transfer full): the table as lines of cells, with tabs between
 * these
 */
char *
strata_area_box_dup_text (StrataAreaBox *self)
{
  GString *text = g_string_new (NULL);
  const StrataTableColumn *columns = strata_area_rows_class.columns;
  const guint n_rows = strata_table_view_get_n_listed (self->table);

  for (guint i = 0; i < STRATA_N_AREA_COLUMNS; i++)
    g_string_append_printf (text, "%s%c", _ (columns[i].title), i + 1 < STRATA_N_AREA_COLUMNS ? '\t' : '\n');

  for (guint row = 0; row < n_rows; row++)
    for (guint i = 0; i < STRATA_N_AREA_COLUMNS; i++)
      {
        g_autofree char *cell = strata_table_view_dup_cell (self->table, row, i);

        g_string_append_printf (text, "%s%c", cell, i + 1 < STRATA_N_AREA_COLUMNS ? '\t' : '\n');
      }

  return g_string_free (text, FALSE);
}

static void
activate_copy (StrataAreaBox *self)
{
  g_autofree char *text = strata_area_box_dup_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* All rows: the box has another key for the selection of the timeline. */
static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  return strata_table_view_take_rows (STRATA_AREA_BOX (user_data)->table, FALSE);
}

/* Not set as the button's action, because the button is made before the box is in a window and
 * would be insensitive. */
static void
on_clear (StrataAreaBox *self)
{
  if (self->session != NULL)
    strata_session_clear_area (self->session);
}

static void
strata_area_box_session_changed (StrataSelectionBox *box,
                                 StrataSession *session)
{
  StrataAreaBox *self = STRATA_AREA_BOX (box);

  self->session = session;
  strata_table_view_set_rows (self->table, NULL, NULL, 0);
  on_area_changed (self);
}

static void
strata_area_box_class_init (StrataAreaBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  STRATA_SELECTION_BOX_CLASS (klass)->session_changed = strata_area_box_session_changed;
  gtk_widget_class_install_action (widget_class, "area.copy", NULL, STRATA_ACTION (activate_copy));
  gtk_widget_class_install_action (widget_class, "area.clear", NULL, STRATA_ACTION (on_clear));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "area.copy", NULL);
}

static GtkWidget *
new_heading (StrataAreaBox *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);
  GtkWidget *clear = gtk_button_new_with_mnemonic (_ ("Cl_ear Area"));

  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->summary, 0);
  gtk_label_set_wrap (self->summary, TRUE);
  gtk_label_set_wrap_mode (self->summary, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "numeric");
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, self);
  g_signal_connect_object (clear, "clicked", G_CALLBACK (on_clear), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->summary));
  gtk_box_append (GTK_BOX (line), menu);
  gtk_box_append (GTK_BOX (line), clear);
  gtk_widget_add_css_class (line, "area-heading");
  return line;
}

static void
strata_area_box_init (StrataAreaBox *self)
{
  StrataSessionSignals *signals = strata_selection_box_get_signals (STRATA_SELECTION_BOX (self));

  self->job = strata_selection_box_add_job (STRATA_SELECTION_BOX (self), &area_job);
  self->content = strata_selection_box_get_content (STRATA_SELECTION_BOX (self));
  gtk_box_set_spacing (self->content, 0);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new ("area", &strata_area_rows_class));
  strata_table_view_set_empty (self->table, _ ("Nothing in this area."));
  gtk_accessible_update_property (strata_table_view_get_accessible (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Contents of the selected area"), -1);
  gtk_box_append (self->content, new_heading (self));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (self->content, GTK_WIDGET (self->table));

  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (on_mapped), NULL);
  g_signal_group_connect_swapped (signals->selection, "area-changed", G_CALLBACK (on_area_changed), self);
  g_signal_group_connect_swapped (signals->view, "lanes-changed", G_CALLBACK (on_area_changed), self);
}
