/* strata-slices-pane.c - all slices and search hits in a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slices-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-cell-text.h"
#include "strata-histogram.h"
#include "strata-job.h"
#include "strata-menu-model.h"
#include "strata-method-signature.h"
#include "strata-scope-model.h"
#include "strata-session-found.h"
#include "strata-slice-list.h"
#include "strata-table-view.h"
#include "strata-units.h"

/* Lists everything that the timeline draws as slices, and instants and counters that a search
 * finds. A worker finds and sorts them. The list follows the timeline once it rests. */
#define REST_MS 200

struct _StrataSlicesPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *bar;
  GtkSearchEntry *entry;
  GtkWidget *limits_button;
  GtkLabel *limits;
  GtkSpinner *spinner;
  GtkLabel *count;
  GtkMenuButton *sort_button;
  GtkBox *body;
  GtkWidget *side;
  GtkBox *figures;
  GtkGrid *grid;
  StrataTableView *table; /* borrowed from the body */
  GtkWidget *histogram;   /* borrowed from the figures */

  StrataSession *session; /* owned */
  StrataJob *job;         /* owned */
  guint32 name;           /* the only listed name, or STRATA_NONE */
  gint64 least_ns;
  gint64 below_ns;
  gboolean is_resetting; /* several filters change at once */
  StrataItem led;        /* the last item selected by a row; it does not change the list */
  gboolean is_stale;     /* not updated while hidden */
  gboolean is_leading;   /* a row leads the timeline, so the table does not follow it */
};

enum
{
  PROP_0,
  PROP_SORT_COLUMN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataSlicesPane, strata_slices_pane, GTK_TYPE_WIDGET)

/* The names in settings and actions. */
static const char *const ids[STRATA_N_SLICE_COLUMNS] = {
  [STRATA_SLICE_COLUMN_START] = "start",
  [STRATA_SLICE_COLUMN_DURATION] = "duration",
  [STRATA_SLICE_COLUMN_SELF] = "self",
  [STRATA_SLICE_COLUMN_CPU] = "cpu",
  [STRATA_SLICE_COLUMN_NAME] = "name",
  [STRATA_SLICE_COLUMN_KIND] = "kind",
  [STRATA_SLICE_COLUMN_VALUE] = "value",
  [STRATA_SLICE_COLUMN_THREAD] = "thread",
  [STRATA_SLICE_COLUMN_PROCESS] = "process",
  [STRATA_SLICE_COLUMN_DEPTH] = "depth",
  [STRATA_SLICE_COLUMN_LEVEL] = "level",
  [STRATA_SLICE_COLUMN_CATEGORY] = "category",
  [STRATA_SLICE_COLUMN_ARGS] = "args",
};

static void
add_figure (StrataSlicesPane *self,
            int row,
            const char *title,
            const char *value)
{
  GtkWidget *key = strata_cell_text_new_label (title, 0, PANGO_ELLIPSIZE_NONE);
  GtkWidget *label = gtk_label_new (value);

  gtk_widget_add_css_class (key, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_RELATION_LABELLED_BY, key, label, NULL, -1);
  gtk_grid_attach (self->grid, key, row / 4 * 2, row % 4, 1, 1);
  gtk_grid_attach (self->grid, label, row / 4 * 2 + 1, row % 4, 1, 1);
}

static void
show_figures (StrataSlicesPane *self,
              const StrataSliceListing *listing)
{
  const StrataDurations *durations = &listing->durations;
  const struct
  {
    const char *title;
    gint64 ns;
  } figures[] = {
    { _ ("Total"), durations->total_ns },
    { _ ("Mean"), durations->mean_ns },
    { _ ("Median"), durations->p50_ns },
    { _ ("90 %"), durations->p90_ns },
    { _ ("95 %"), durations->p95_ns },
    { _ ("99 %"), durations->p99_ns },
    { _ ("Shortest"), durations->min_ns },
    { _ ("Longest"), durations->max_ns },
  };
  GtkWidget *child;
  char text[STRATA_UNITS_BYTES];

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    add_figure (self, (int) i, figures[i].title, figures[i].ns != STRATA_NO_TIME ? strata_units_amount (figures[i].ns, strata_trace_get_unit (strata_session_get_trace (self->session)), text) : "–");

  strata_histogram_set (STRATA_HISTOGRAM (self->histogram), &listing->histogram, strata_trace_get_unit (strata_session_get_trace (self->session)));
}

static char *
dup_limits (StrataSlicesPane *self)
{
  const char *name = self->name != STRATA_NONE ? strata_trace_get_string (strata_session_get_trace (self->session), self->name) : NULL;
  g_autofree char *readable = name != NULL ? strata_method_signature_dup (name, STRATA_SIGNATURE_SHORT) : NULL;
  char least[STRATA_UNITS_BYTES];
  char below[STRATA_UNITS_BYTES];

  if (self->below_ns == G_MAXINT64)
    return g_steal_pointer (&readable);

  strata_units_amount (self->least_ns, strata_trace_get_unit (strata_session_get_trace (self->session)), least);
  strata_units_amount (self->below_ns, strata_trace_get_unit (strata_session_get_trace (self->session)), below);
  return readable != NULL ? g_strdup_printf (_ ("%s, %s to %s"), readable, least, below) : g_strdup_printf (_ ("%s to %s"), least, below);
}

static void
show_limits (StrataSlicesPane *self)
{
  g_autofree char *text = dup_limits (self);

  gtk_widget_set_visible (self->limits_button, text != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "slices.clear-limits", text != NULL);
  gtk_label_set_label (self->limits, text != NULL ? text : "");
}

/* Counts slices and, if a search finds other items, these. */
static char *
dup_count (const StrataSliceListing *listing)
{
  const guint32 n_slices = listing->n_rows - listing->n_others;
  char slices[STRATA_UNITS_BYTES];
  char others[STRATA_UNITS_BYTES];
  g_autofree char *all = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s slice", "%s slices", n_slices), strata_units_count (n_slices, slices));

  if (listing->n_others == 0)
    return g_steal_pointer (&all);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s, %s instant or counter", "%s, %s instants and counters", listing->n_others), all, strata_units_count (listing->n_others, others));
}

static void
show_count (StrataSlicesPane *self,
            const StrataSliceListing *listing)
{
  char unfinished[STRATA_UNITS_BYTES];
  g_autofree char *all = dup_count (listing);
  g_autofree char *text = NULL;

  if (listing->durations.n_unfinished > 0)
    text = g_strdup_printf (_ ("%s, %s of them unfinished"), all, strata_units_count (listing->durations.n_unfinished, unfinished));

  gtk_label_set_label (self->count, text != NULL ? text : all);
}

static gboolean
is_by_sample (StrataSlicesPane *self)
{
  const StrataSliceListing *listing = strata_slices_pane_get_listing (self);

  return listing != NULL && listing->is_by_sample;
}

static void
follow_selection (StrataSlicesPane *self)
{
  StrataRows *rows = strata_table_view_get_rows (self->table);
  const guint32 hit = strata_session_get_selected_row (self->session, is_by_sample (self));
  const guint32 row = rows != NULL && hit != STRATA_NONE && gtk_widget_get_mapped (GTK_WIDGET (self)) ? strata_slice_list_find (rows, hit) : STRATA_NONE;

  if (row != STRATA_NONE)
    strata_table_view_select (self->table, row);
}

static void
show_listing (StrataSlicesPane *self,
              StrataSliceListing *listing)
{
  g_autoptr (StrataRows) rows = strata_slice_list_new (listing);

  strata_table_view_set_empty (self->table, strata_trace_get_slices (strata_session_get_trace (self->session))->n_slices > 0 ? _ ("No matching slices") : _ ("This trace has no slices"));
  strata_table_view_set_rows (self->table, rows, NULL, 0);
  show_figures (self, listing);
  show_count (self, listing);
  gtk_widget_set_visible (self->side, listing->n_rows > listing->n_others);
  follow_selection (self);
}

typedef struct
{
  StrataTrace *trace; /* owned */
  StrataSliceQuery query;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->trace);
  strata_slice_query_clear (&request->query);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Request *request = data;

  return strata_slice_listing_new (request->trace, &request->query, cancellable);
}

static void
on_listed (gpointer result,
           gpointer data,
           gpointer user_data)
{
  StrataSlicesPane *self = user_data;
  g_autoptr (StrataSliceListing) listing = result;

  gtk_spinner_stop (self->spinner);
  show_listing (self, listing);
}

static const StrataJobKind list_job = {
  .name = "[strata] slices",
  .run = run,
  .done = on_listed,
  .free_data = request_free,
  .free_result = (GDestroyNotify) strata_slice_listing_unref,
};

/* Returns: %FALSE if the scope is an item's and none is selected. */
static gboolean
set_scope (StrataSlicesPane *self,
           StrataSliceQuery *query)
{
  StrataScopeModel *model = strata_scope_model_get (self->session);
  const StrataScopeChoice choice = strata_scope_model_get_choice (model);
  const StrataItem item = strata_session_get_selected_item (self->session);
  StrataTrace *trace;
  StrataScope scope = { 0 };

  /* unlike in a profile, it may be asynchronous */
  if (choice == STRATA_SCOPE_SLICE && item.kind == STRATA_ITEM_SLICE)
    {
      query->root = item.index;
      return TRUE;
    }
  if (!strata_scope_model_resolve (model, &trace, &scope))
    return FALSE;

  if (choice == STRATA_SCOPE_WINDOW || choice == STRATA_SCOPE_AREA)
    query->span = scope.span;
  query->thread = scope.thread;
  query->process = scope.process;
  query->threads = scope.threads;

  return TRUE;
}

static void
show_nothing (StrataSlicesPane *self,
              const char *sentence)
{
  gtk_spinner_stop (self->spinner);
  strata_table_view_set_empty (self->table, sentence);
  strata_table_view_set_rows (self->table, NULL, NULL, 0);
  gtk_label_set_label (self->count, "");
  gtk_widget_set_visible (self->side, FALSE);
}

static void
list (StrataSlicesPane *self,
      guint delay_ms)
{
  g_auto (StrataSliceQuery) query = strata_slice_query_everything ();
  g_autoptr (GError) error = NULL;

  strata_job_cancel (self->job);
  self->is_stale = FALSE;
  if (self->is_resetting)
    return;

  show_limits (self);
  if (!set_scope (self, &query))
    {
      show_nothing (self, strata_scope_choice_get_hint (strata_scope_model_get_choice (strata_scope_model_get (self->session))));
      return;
    }

  query.search = strata_search_new (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &error);
  if (query.search == NULL)
    {
      show_nothing (self, error->message);
      return;
    }

  query.name = self->name;
  query.least_ns = self->least_ns;
  query.below_ns = self->below_ns;
  query.sort = strata_table_view_get_sort (self->table, &query.is_descending);
  gtk_spinner_start (self->spinner);

  Request *request = g_new (Request, 1);

  *request = (Request){ g_object_ref (strata_session_get_trace (self->session)), strata_slice_query_copy (&query) };
  strata_job_start (self->job, request, delay_ms);
}

static void
update (StrataSlicesPane *self)
{
  list (self, 0);
}

static void
on_scope_changed (StrataSlicesPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->is_stale = TRUE;
  else if (!strata_scope_model_is_about (strata_scope_model_get (self->session), self->led))
    list (self, REST_MS);
}

/* What was selected while it was hidden is shown, too. */
static void
on_map (StrataSlicesPane *self)
{
  if (self->is_stale)
    update (self);
  else
    follow_selection (self);
}

static void
on_selection_changed (StrataSlicesPane *self)
{
  if (!self->is_leading)
    follow_selection (self);
}

/* On the other clock slices have other times. */
static void
on_view_options_changed (StrataSlicesPane *self)
{
  const StrataSliceListing *listing = strata_slices_pane_get_listing (self);

  if (listing != NULL && listing->trace != strata_session_get_trace (self->session))
    update (self);
}

static void
on_row_selected (StrataSlicesPane *self,
                 guint row)
{
  const StrataSliceListing *listing = strata_slices_pane_get_listing (self);

  if (listing == NULL || row >= listing->n_rows)
    return;

  self->is_leading = TRUE;
  strata_session_select_row (self->session, listing->rows[row], is_by_sample (self));
  self->led = strata_session_get_selected_item (self->session);
  self->is_leading = FALSE;
}

static void
on_row_activated (StrataSlicesPane *self,
                  guint row)
{
  on_row_selected (self, row);
  self->is_leading = TRUE;
  strata_session_show_selection (self->session);
  self->is_leading = FALSE;
}

static void
on_sort_changed (StrataSlicesPane *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SORT_COLUMN]);
  update (self);
}

/* A bar is a range of durations; its slices are then shown with finer bars. */
static void
on_bin_chosen (StrataSlicesPane *self,
               guint slice)
{
  if (strata_histogram_get_range (STRATA_HISTOGRAM (self->histogram), slice, &self->least_ns, &self->below_ns))
    update (self);
}

static void
reset_filters (StrataSlicesPane *self,
               guint32 name,
               gint64 least_ns,
               gint64 below_ns)
{
  self->is_resetting = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  self->name = name;
  self->least_ns = least_ns;
  self->below_ns = below_ns;
  self->is_resetting = FALSE;
}

/**
 * strata_slices_pane_show:
 * @self: the pane
 * @name: string id of a name, or %STRATA_NONE for any
 * @least_ns: the shortest duration to list
 * @below_ns: upper limit of durations, exclusive; %G_MAXINT64 for any
 * @is_longest_first: whether to put the longest first; else the order does not change
 *
 * Lists these slices of the scope.
 */
void
strata_slices_pane_show (StrataSlicesPane *self,
                         guint32 name,
                         gint64 least_ns,
                         gint64 below_ns,
                         gboolean is_longest_first)
{
  reset_filters (self, name, least_ns, below_ns);
  if (is_longest_first)
    strata_table_view_show_sort (self->table, STRATA_SLICE_COLUMN_DURATION, TRUE);

  update (self);
}

/**
 * strata_slices_pane_search:
 * @self: the pane
 * @text: the search, see strata_search_new()
 *
 * Lists the hits of a search in the scope.
 */
void
strata_slices_pane_search (StrataSlicesPane *self,
                           const char *text)
{
  reset_filters (self, STRATA_NONE, G_MININT64, G_MAXINT64);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  update (self);
}

/* Returns the shown listing; NULL if there is none. */
const StrataSliceListing *
strata_slices_pane_get_listing (StrataSlicesPane *self)
{
  return strata_slice_list_get_listing (strata_table_view_get_rows (self->table));
}

static void
activate_clear_limits (StrataSlicesPane *self)
{
  reset_filters (self, STRATA_NONE, G_MININT64, G_MAXINT64);
  update (self);
}

static void
activate_reverse (StrataSlicesPane *self)
{
  gboolean is_descending;
  const guint column = strata_table_view_get_sort (self->table, &is_descending);

  strata_table_view_show_sort (self->table, column, !is_descending);
  update (self);
}

static void
strata_slices_pane_get_property (GObject *object,
                                 guint prop_id,
                                 GValue *value,
                                 GParamSpec *pspec)
{
  gboolean is_descending;

  if (prop_id == PROP_SORT_COLUMN)
    g_value_set_string (value, ids[strata_table_view_get_sort (STRATA_SLICES_PANE (object)->table, &is_descending)]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_slices_pane_set_property (GObject *object,
                                 guint prop_id,
                                 const GValue *value,
                                 GParamSpec *pspec)
{
  StrataSlicesPane *self = STRATA_SLICES_PANE (object);

  for (StrataSliceColumn column = 0; column < STRATA_N_SLICE_COLUMNS; column++)
    if (g_strcmp0 (g_value_get_string (value), ids[column]) == 0)
      {
        strata_table_view_show_sort (self->table, column, column >= STRATA_SLICE_COLUMN_DURATION && column <= STRATA_SLICE_COLUMN_CPU);
        on_sort_changed (self);
      }
}

static void
strata_slices_pane_dispose (GObject *object)
{
  StrataSlicesPane *self = STRATA_SLICES_PANE (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_SLICES_PANE);

  G_OBJECT_CLASS (strata_slices_pane_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/slices-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, entry);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, limits_button);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, limits);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, spinner);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, count);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, sort_button);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, body);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, side);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, figures);
  gtk_widget_class_bind_template_child (widget_class, StrataSlicesPane, grid);
}

static void
activate_focus_filter (StrataSlicesPane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
strata_slices_pane_class_init (StrataSlicesPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = strata_slices_pane_get_property;
  object_class->set_property = strata_slices_pane_set_property;
  object_class->dispose = strata_slices_pane_dispose;
  properties[PROP_SORT_COLUMN] =
      g_param_spec_string ("sort-column", NULL, NULL, "start",
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "slices.clear-limits", NULL, STRATA_ACTION (activate_clear_limits));
  gtk_widget_class_install_action (widget_class, "slices.focus-filter", NULL, STRATA_ACTION (activate_focus_filter));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "slices.focus-filter", NULL);
  gtk_widget_class_install_action (widget_class, "slices.reverse", NULL, STRATA_ACTION (activate_reverse));
  gtk_widget_class_install_property_action (widget_class, "slices.sort-by", "sort-column");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
fill_menu (GtkMenuButton *button,
           gpointer user_data)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) columns = g_menu_new ();

  for (StrataSliceColumn column = 0; column < STRATA_N_SLICE_COLUMNS; column++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (strata_slice_list_get_title (column), NULL);

      g_menu_item_set_action_and_target (item, "slices.sort-by", "s", ids[column]);
      g_menu_append_item (columns, item);
    }

  g_menu_append (menu, _ ("_Reverse"), "slices.reverse");
  g_menu_append_section (menu, _ ("Sort By"), G_MENU_MODEL (columns));
  strata_menu_model_show (button, G_MENU_MODEL (menu));
}

static void
add_children (StrataSlicesPane *self)
{
  self->table = STRATA_TABLE_VIEW (strata_table_view_new_listing (_ ("Slices"), strata_slice_list_get_class (), TRUE));
  strata_table_view_show_sort (self->table, STRATA_SLICE_COLUMN_START, FALSE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_prepend (self->body, GTK_WIDGET (self->table));
  self->histogram = g_object_new (STRATA_TYPE_HISTOGRAM, NULL);
  gtk_box_append (self->figures, self->histogram);
  gtk_box_append (self->bar, strata_table_view_new_menu (self->table, TRUE));
  gtk_menu_button_set_create_popup_func (self->sort_button, fill_menu, NULL, NULL);
}

static void
strata_slices_pane_init (StrataSlicesPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->name = STRATA_NONE;
  self->least_ns = G_MININT64;
  self->below_ns = G_MAXINT64;
  self->job = strata_job_new (&list_job, self);
  add_children (self);

  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (on_map), NULL, 0);
  g_signal_connect_object (self->table, "sort-changed", G_CALLBACK (on_sort_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->histogram, "bin-chosen", G_CALLBACK (on_bin_chosen), self, G_CONNECT_SWAPPED);
}

GtkWidget *
strata_slices_pane_new (StrataSession *session)
{
  StrataSlicesPane *self = g_object_new (STRATA_TYPE_SLICES_PANE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (session), "options-changed", G_CALLBACK (on_view_options_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_scope_model_get (session), "changed", G_CALLBACK (on_scope_changed), self, G_CONNECT_SWAPPED);
  strata_slices_pane_show (self, STRATA_NONE, G_MININT64, G_MAXINT64, FALSE);

  return GTK_WIDGET (self);
}
