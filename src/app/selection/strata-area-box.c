/* strata-area-box.c - statistics of the selected area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-area-box.h"

#include <glib/gi18n-lib.h>

#include "strata-area-item.h"
#include "strata-cell-text.h"
#include "strata-header-sort.h"
#include "strata-job.h"
#include "strata-session-area.h"
#include "strata-session-signals.h"
#include "strata-table-menu.h"
#include "strata-units.h"

/* A line that says what the area is, and a table of what lies in it. A worker sums
 * up once the area rests, while the table is in sight. */
#define REST_MS 100

struct _StrataAreaBox
{
  GtkWidget parent_instance;

  GtkWidget *content; /* owned as a child */
  GtkLabel *summary;
  GtkStack *stack;
  GtkColumnView *view;

  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  GListStore *store;             /* owned: (element-type StrataAreaItem) */
  GtkSortListModel *sorted;      /* borrowed from the view */
  StrataJob *job;                /* owned */
  gboolean is_stale;
};

G_DEFINE_FINAL_TYPE (StrataAreaBox, strata_area_box, GTK_TYPE_WIDGET)

static const char *const column_titles[STRATA_N_AREA_COLUMNS] = {
  [STRATA_AREA_NAME] = N_ ("Name"),
  [STRATA_AREA_COUNT] = N_ ("Count"),
  [STRATA_AREA_TOTAL] = N_ ("Total"),
  [STRATA_AREA_MEAN] = N_ ("Mean"),
  [STRATA_AREA_LONGEST] = N_ ("Longest"),
};

static guint
count_lanes (StrataAreaBox *self)
{
  const StrataLanes *order = strata_view_get_lanes (strata_session_get_view (self->session));
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

  strata_units_duration (strata_span_get_length_ns (span), length);
  strata_units_duration (span.begin_ns - strata_trace_get_span (strata_session_get_trace (self->session)).begin_ns, begin);

  g_autofree char *time = g_strdup_printf (_ ("%s from %s on"), length, begin);
  g_autofree char *lanes = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u lane", "%u lanes", n_lanes), n_lanes);
  g_autofree char *items = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s item", "%s items", (gulong) n_items), strata_units_count ((gint64) n_items, count));
  g_autofree char *text = g_strjoin (" · ", time, lanes, items, NULL);

  gtk_label_set_label (self->summary, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
show_rows (StrataAreaBox *self,
           StrataTrace *trace,
           GArray *rows)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint64 n_items = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const StrataAreaRow *row = &g_array_index (rows, StrataAreaRow, i);

      g_ptr_array_add (items, strata_area_item_new (trace, row));
      n_items += row->n_items;
    }

  g_list_store_splice (self->store, 0, g_list_model_get_n_items (G_LIST_MODEL (self->store)), items->pdata, items->len);
  gtk_stack_set_visible_child_name (self->stack, rows->len > 0 ? "table" : "empty");
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

/* Selects the longest of a row and shows it. */
static void
on_activated (StrataAreaBox *self,
              guint position)
{
  g_autoptr (StrataAreaItem) item = g_list_model_get_item (G_LIST_MODEL (self->sorted), position);
  const StrataAreaRow *row = item != NULL ? strata_area_item_get_row (item) : NULL;

  if (row == NULL)
    return;
  if (row->kind == STRATA_AREA_SLICES)
    {
      strata_session_select_slice (self->session, row->longest);
      return;
    }

  strata_session_select (self->session, (StrataItem){ STRATA_ITEM_CPU_RUN, row->longest, STRATA_NONE, 1 });
  strata_session_reveal_selection (self->session);
}

/**
 * strata_area_box_get_summary:
 * @self: the box
 *
 * Returns: (transfer none): the line above the table
 */
const char *
strata_area_box_get_summary (StrataAreaBox *self)
{
  return gtk_label_get_label (self->summary);
}

/**
 * strata_area_box_dup_text:
 * @self: the box
 *
 * Returns: (transfer full): the table as lines of cells, with tabs between these
 */
char *
strata_area_box_dup_text (StrataAreaBox *self)
{
  GString *text = g_string_new (NULL);
  const guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->sorted));

  for (guint i = 0; i < STRATA_N_AREA_COLUMNS; i++)
    g_string_append_printf (text, "%s%c", _ (column_titles[i]), i + 1 < STRATA_N_AREA_COLUMNS ? '\t' : '\n');

  for (guint row = 0; row < n_rows; row++)
    {
      g_autoptr (StrataAreaItem) item = g_list_model_get_item (G_LIST_MODEL (self->sorted), row);

      for (guint i = 0; i < STRATA_N_AREA_COLUMNS; i++)
        {
          g_autofree char *cell = strata_area_item_dup_text (item, i);

          g_string_append_printf (text, "%s%c", cell, i + 1 < STRATA_N_AREA_COLUMNS ? '\t' : '\n');
        }
    }

  return g_string_free (text, FALSE);
}

static void
activate_copy (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  g_autofree char *text = strata_area_box_dup_text (STRATA_AREA_BOX (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  StrataAreaItem *item = g_ptr_array_index ((GPtrArray *) data, row);
  const StrataAreaRow *figures = strata_area_item_get_row (item);
  g_autofree char *name = strata_area_item_dup_text (item, STRATA_AREA_NAME);

  strata_table_text (table, name);
  strata_table_number (table, (gint64) figures->n_items);
  strata_table_number (table, figures->total_ns);
  strata_table_number (table, figures->total_ns / (gint64) MAX (figures->n_items, 1));
  strata_table_number (table, figures->longest_ns);
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  static const StrataTableColumn columns[STRATA_N_AREA_COLUMNS] = {
    { "name", N_ ("Name"), STRATA_CELL_TEXT },
    { "count", N_ ("Count"), STRATA_CELL_NUMBER },
    { "total_ns", N_ ("Total"), STRATA_CELL_DURATION },
    { "mean_ns", N_ ("Mean"), STRATA_CELL_DURATION },
    { "longest_ns", N_ ("Longest"), STRATA_CELL_DURATION },
  };
  StrataAreaBox *self = user_data;
  const guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->sorted));
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_rows; i++)
    g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (self->sorted), i));

  return strata_table_rows_new ("area", columns, G_N_ELEMENTS (columns), n_rows, write_row, items, (GDestroyNotify) g_ptr_array_unref);
}

static void
activate_clear (GtkWidget *widget,
                const char *action_name,
                GVariant *parameter)
{
  StrataAreaBox *self = STRATA_AREA_BOX (widget);

  if (self->session != NULL)
    strata_session_clear_area (self->session);
}

/**
 * strata_area_box_set_session:
 * @self: the box
 * @session: (nullable): whose area to sum up
 *
 * Shows the area of a session, now and whenever it changes.
 */
void
strata_area_box_set_session (StrataAreaBox *self,
                             StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  strata_session_signals_set_session (self->signals, session);
  g_list_store_remove_all (self->store);
  on_area_changed (self);
}

static void
on_setup_cell (GtkListItemFactory *factory,
               GtkListItem *list_item,
               gpointer column)
{
  GtkWidget *label = gtk_label_new (NULL);
  const gboolean is_name = GPOINTER_TO_UINT (column) == STRATA_AREA_NAME;

  gtk_label_set_xalign (GTK_LABEL (label), is_name ? 0.0f : 1.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), is_name ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (list_item, label);
}

static void
on_bind_cell (GtkListItemFactory *factory,
              GtkListItem *list_item,
              gpointer column)
{
  g_autofree char *text = strata_area_item_dup_text (gtk_list_item_get_item (list_item), GPOINTER_TO_UINT (column));

  strata_cell_text_set_label (GTK_LABEL (gtk_list_item_get_child (list_item)), text);
}

static int
compare_items (gconstpointer a,
               gconstpointer b,
               gpointer column)
{
  return strata_area_item_compare ((StrataAreaItem *) a, (StrataAreaItem *) b, GPOINTER_TO_UINT (column));
}

static GtkColumnViewColumn *
append_column (StrataAreaBox *self,
               StrataAreaColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) made = gtk_column_view_column_new (_ (column_titles[column]), factory);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_items, GUINT_TO_POINTER (column), NULL));

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup_cell), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind_cell), GUINT_TO_POINTER (column));
  gtk_column_view_column_set_sorter (made, sorter);
  gtk_column_view_column_set_expand (made, column == STRATA_AREA_NAME);
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_append_column (self->view, made);
  if (column != STRATA_AREA_NAME)
    strata_header_sort_align_last_title (self->view);
  return made;
}

static void
fill_view (StrataAreaBox *self)
{
  GtkColumnViewColumn *by_total = NULL;

  for (guint i = 0; i < STRATA_N_AREA_COLUMNS; i++)
    {
      GtkColumnViewColumn *column = append_column (self, i);

      if (i == STRATA_AREA_TOTAL)
        by_total = column;
    }

  self->store = g_list_store_new (STRATA_TYPE_AREA_ITEM);
  self->sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->store)), g_object_ref (gtk_column_view_get_sorter (self->view)));

  g_autoptr (GtkSingleSelection) selection = gtk_single_selection_new (G_LIST_MODEL (self->sorted));

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  gtk_column_view_sort_by_column (self->view, by_total, GTK_SORT_DESCENDING);
}

static GtkWidget *
new_empty_page (void)
{
  GtkWidget *label = gtk_label_new (_ ("Nothing happened in this area."));

  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static void
strata_area_box_dispose (GObject *object)
{
  StrataAreaBox *self = STRATA_AREA_BOX (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_pointer (&self->signals, strata_session_signals_free);
  g_clear_object (&self->session);
  g_clear_object (&self->store);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_area_box_parent_class)->dispose (object);
}

static void
strata_area_box_class_init (StrataAreaBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_area_box_dispose;
  gtk_widget_class_install_action (widget_class, "area.copy", NULL, activate_copy);
  gtk_widget_class_install_action (widget_class, "area.clear", NULL, activate_clear);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "area.copy", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
new_heading (StrataAreaBox *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *menu = strata_table_menu_new ();
  GtkWidget *clear = gtk_button_new_with_mnemonic (_ ("Cl_ear Area"));

  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->summary, 0);
  gtk_label_set_ellipsize (self->summary, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "numeric");
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, self);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (clear), "area.clear");
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->summary));
  gtk_box_append (GTK_BOX (line), menu);
  gtk_box_append (GTK_BOX (line), clear);
  gtk_widget_add_css_class (line, "area-heading");
  return line;
}

static void
strata_area_box_init (StrataAreaBox *self)
{
  self->job = strata_job_new (&area_job, self);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->stack = GTK_STACK (gtk_stack_new ());
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  fill_view (self);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What lies in the selected area"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_stack_add_named (self->stack, new_empty_page (), "empty");
  gtk_stack_add_named (self->stack, scroller, "table");
  gtk_box_append (GTK_BOX (self->content), new_heading (self));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));

  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (on_mapped), NULL);
  self->signals = strata_session_signals_new ();
  g_signal_group_connect_swapped (self->signals->session, "area-changed", G_CALLBACK (on_area_changed), self);
  g_signal_group_connect_swapped (self->signals->view, "lanes-changed", G_CALLBACK (on_area_changed), self);
}

/**
 * strata_area_box_new:
 *
 * Returns: (transfer floating): a box without a session
 */
GtkWidget *
strata_area_box_new (void)
{
  return g_object_new (STRATA_TYPE_AREA_BOX, NULL);
}
