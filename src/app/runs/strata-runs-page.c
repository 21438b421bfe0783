/* strata-runs-page.c - compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-page.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"
#include "strata-diff-histogram.h"
#include "strata-file-export.h"
#include "strata-job.h"
#include "strata-replace.h"
#include "strata-run-names.h"
#include "strata-runs-reasons.h"
#include "strata-runs-report.h"
#include "strata-runs-rows.h"
#include "strata-runs-text.h"

/* The page owns the set, and excludes runs from it; a worker compares a copy. The table and the
 * pictures show the newest comparison. */
struct _StrataRunsPage
{
  GtkWidget parent_instance;

  StrataRunSet *set;    /* owned */
  StrataRunsDiff *diff; /* owned; nullable until the first comparison is done */
  StrataJob *job;       /* owned */
  char *selected;       /* owned; nullable: the name of the row shown at the side */

  GtkWidget *content;
  GtkLabel *summary;
  GtkLabel *order;
  GtkLabel *notice; /* what its table has to say */
  GtkWidget *search;
  GtkDropDown *kind;
  GtkDropDown *metric;
  GtkDropDown *per;
  GtkWidget *iteration;
  StrataTableView *table;
  GtkLabel *row_name;
  GtkLabel *late;
  GtkLabel *curves_title;
  StrataRunsPlot *chart;
  StrataRunsPlot *curves;
  GtkListBox *left_out;

  GtkWidget *asking; /* owned: a popover at a dot */
  GtkLabel *asked_run;
  GtkWidget *reason;
  StrataDiffSide asked_side;
  guint asked_index;

  GtkDropDown *runs[STRATA_N_DIFF_SIDES];
};

enum
{
  OPEN_RUNS,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataRunsPage, strata_runs_page, GTK_TYPE_WIDGET)

static GtkWidget *
make_strip (void)
{
  return strata_runs_plot_new (STRATA_RUNS_STRIP);
}

static void
bind_strip (GtkWidget *cell,
            StrataRows *rows,
            guint row)
{
  strata_runs_plot_set (STRATA_RUNS_PLOT (cell), strata_runs_rows_get_diff (rows), strata_runs_rows_get (rows, row));
}

static const StrataTableCells strips = { make_strip, bind_strip };

/* The choices of the kind of rows, in their order. */
enum
{
  LISTS_NAMES,
  LISTS_THREAD_NAMES,
  LISTS_FRAMES,
  LISTS_STATES,
};

/* Names on threads need another comparison, which has been started when they are chosen. */
static gboolean
is_listed (const StrataRunsRow *row,
           guint choice)
{
  switch (choice)
    {
    case LISTS_NAMES:
    case LISTS_THREAD_NAMES:
      return strata_run_kind_is_name (row->kind);
    case LISTS_FRAMES:
      return (row->kind == STRATA_RUN_FRAMES && !row->is_repeated) || row->kind == STRATA_RUN_START;
    default:
      return row->kind == STRATA_RUN_STATE;
    }
}

/* Suggests the run nearest to the median of each side; runs that are left out are not suggested. */
static void
choose_runs (StrataRunsPage *self,
             const StrataRunsRow *row)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      double nearest = INFINITY;

      for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
        if (fabs (row->values[side][i] - row->median[side]) < nearest)
          {
            nearest = fabs (row->values[side][i] - row->median[side]);
            gtk_drop_down_set_selected (self->runs[side], i);
          }
    }
}

static void
select_row (StrataRunsPage *self,
            const StrataRunsRow *row)
{
  g_autofree char *name = row != NULL ? strata_runs_dup_name (self->diff, row) : NULL;

  if (row != NULL && self->selected != row->name)
    {
      g_free (self->selected);
      self->selected = g_strdup (row->name);
    }

  if (row != NULL)
    choose_runs (self, row);
  gtk_label_set_label (self->curves_title, row != NULL && row->kind == STRATA_RUN_START ? _ ("Starts of all runs") : _ ("Frame times of all runs"));
  strata_runs_plot_set (self->curves, self->diff, row);
  gtk_label_set_label (self->row_name, name != NULL ? name : _ ("Select a row to see its runs"));
  strata_runs_plot_set (self->chart, self->diff, row);
}

static void
on_row_selected (StrataTableView *table,
                 guint row,
                 StrataRunsPage *self)
{
  if (row != STRATA_TABLE_VIEW_NO_ROW)
    select_row (self, strata_runs_rows_get (strata_table_view_get_rows (table), row));
}

/* Keeps the selected row if it is listed; else selects the first. */
static void
show_rows (StrataRunsPage *self)
{
  g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (StrataRows) rows = strata_runs_rows_new (self->diff);
  guint shown = STRATA_TABLE_VIEW_NO_ROW;

  for (guint32 i = 0; i < strata_rows_get_n_rows (rows); i++)
    if (is_listed (strata_runs_rows_get (rows, i), gtk_drop_down_get_selected (self->kind)))
      {
        if (listed->len == 0 || g_strcmp0 (self->selected, strata_runs_rows_get (rows, i)->name) == 0)
          shown = i;
        g_array_append_val (listed, i);
      }

  strata_table_view_set_rows (self->table, rows, (const guint32 *) (gpointer) listed->data, listed->len);
  select_row (self, shown != STRATA_TABLE_VIEW_NO_ROW ? strata_runs_rows_get (rows, shown) : NULL);
  if (shown != STRATA_TABLE_VIEW_NO_ROW)
    strata_table_view_choose (self->table, shown);
}

static void
on_put_back (GtkButton *button,
             StrataRunsPage *self)
{
  const guint place = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "run"));

  strata_runs_page_leave_out (self, place & 1, place >> 1, NULL);
}

static void
add_left_out (StrataRunsPage *self,
              StrataDiffSide side,
              guint index)
{
  const StrataSetRun *run = strata_run_set_get (self->set, side, index);
  g_autofree char *name = g_filename_display_basename (run->file);
  g_autofree char *text = g_strdup_printf ("%s  %s: %s", side == STRATA_DIFF_A ? "A" : "B", name, run->reason);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (run->sums != NULL)
    {
      GtkWidget *button = gtk_button_new_with_label (_ ("Put Back"));

      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      g_object_set_data (G_OBJECT (button), "run", GUINT_TO_POINTER (index << 1 | side));
      g_signal_connect_object (button, "clicked", G_CALLBACK (on_put_back), self, 0);
      gtk_box_append (GTK_BOX (box), button);
    }

  gtk_list_box_append (self->left_out, box);
}

static void
show_left_out (StrataRunsPage *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->left_out, 0)) != NULL)
    gtk_list_box_remove (self->left_out, GTK_WIDGET (row));
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
      if (strata_run_set_get (self->set, side, i)->reason != NULL)
        add_left_out (self, side, i);
}

typedef struct
{
  StrataRunSet *set; /* owned */
  char *iteration;   /* owned; nullable */
  StrataRunsOptions options;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  strata_run_set_free (request->set);
  g_free (request->iteration);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Request *request = data;

  return strata_runs_diff_new (request->set, &request->options, cancellable);
}

static void
on_done (gpointer result,
         gpointer data,
         gpointer user_data)
{
  StrataRunsPage *self = user_data;

  if (result == NULL)
    return;

  StrataRunsDiff *old = self->diff;

  self->diff = result;
  g_autofree char *summary = strata_runs_dup_summary (self->diff);
  g_autofree char *order = strata_runs_dup_order (self->diff);
  g_autofree char *late = strata_runs_dup_late (self->diff);

  strata_table_view_set_empty (self->table, _ ("No rows"));
  gtk_label_set_label (self->summary, summary);
  gtk_label_set_label (self->order, order != NULL ? order : "");
  gtk_widget_set_visible (GTK_WIDGET (self->order), order != NULL);
  gtk_label_set_label (self->late, late != NULL ? late : "");
  gtk_widget_set_visible (GTK_WIDGET (self->late), late != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "runs.save-page", TRUE);
  show_rows (self);
  strata_runs_diff_unref (old);
}

static const StrataJobKind job_kind = {
  .name = "[strata] compare runs",
  .run = run,
  .done = on_done,
  .free_data = request_free,
  .free_result = (GDestroyNotify) strata_runs_diff_unref,
};

static gboolean
is_per_iteration (StrataRunsPage *self)
{
  return gtk_drop_down_get_selected (self->per) == STRATA_N_DIFF_PERS;
}

/* The name whose calls are the iterations; %NULL if no run has the typed name, which is reported. */
static char *
dup_iteration (StrataRunsPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->iteration));
  char *name = *text != '\0' ? strata_runs_dup_typed_name (self->set, text) : NULL;

  if (name == NULL && *text != '\0')
    gtk_widget_add_css_class (self->iteration, "error");
  else
    gtk_widget_remove_css_class (self->iteration, "error");

  gtk_widget_set_tooltip_text (self->iteration, name == NULL && *text != '\0' ? _ ("No run contains this name, or it matches several names") : _ ("Sums are divided by the calls of this name"));
  return name;
}

static void
compare (StrataRunsPage *self)
{
  const guint metric = gtk_drop_down_get_selected (self->metric);
  g_autofree char *iteration = is_per_iteration (self) ? dup_iteration (self) : NULL;

  if (is_per_iteration (self) && iteration == NULL)
    return;

  Request *request = g_new0 (Request, 1);

  request->set = strata_run_set_copy (self->set);
  request->iteration = g_steal_pointer (&iteration);
  request->options.metric = metric == 0 ? STRATA_N_RUN_METRICS : metric - 1;
  request->options.per = is_per_iteration (self) ? STRATA_DIFF_PER_CAPTURE : gtk_drop_down_get_selected (self->per);
  request->options.iteration = request->iteration;
  request->options.by_thread = gtk_drop_down_get_selected (self->kind) == LISTS_THREAD_NAMES;
  strata_job_start (self->job, request, 0);
}

/* Fills in the selected name by default. */
static void
on_per_changed (StrataRunsPage *self)
{
  gtk_widget_set_visible (self->iteration, is_per_iteration (self));
  if (is_per_iteration (self) && *gtk_editable_get_text (GTK_EDITABLE (self->iteration)) == '\0' && self->selected != NULL)
    {
      const char *role;
      g_autofree char *name = strata_run_names_split (self->selected, &role);

      gtk_editable_set_text (GTK_EDITABLE (self->iteration), name);
    }
  if (is_per_iteration (self))
    gtk_widget_grab_focus (self->iteration);
  compare (self);
}

static void
on_run_clicked (StrataRunsPlot *chart,
                guint side,
                guint index,
                StrataRunsPage *self)
{
  const StrataSetRun *clicked = strata_run_set_get (self->set, side, index);
  g_autofree char *name = g_filename_display_basename (clicked->file);
  g_autofree char *text = g_strdup_printf ("%s  %s", side == STRATA_DIFF_A ? "A" : "B", name);
  double x_px;
  double y_px;

  if (!strata_runs_plot_get_place (chart, side, index, &x_px, &y_px))
    return;

  self->asked_side = side;
  self->asked_index = index;
  gtk_label_set_label (self->asked_run, text);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->asking), &(GdkRectangle){ (int) x_px - 4, (int) y_px - 4, 8, 8 });
  gtk_popover_popup (GTK_POPOVER (self->asking));
  gtk_widget_grab_focus (self->reason);
}

static void
on_reason_given (StrataRunsPage *self)
{
  const char *reason = gtk_editable_get_text (GTK_EDITABLE (self->reason));

  gtk_popover_popdown (GTK_POPOVER (self->asking));
  strata_runs_page_leave_out (self, self->asked_side, self->asked_index, *reason != '\0' ? reason : _ ("left out manually"));
}

/* Asks why a run is left out. The typed reason is kept for the next one. */
static GtkWidget *
make_asking (StrataRunsPage *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Leave Out"));

  self->asked_run = GTK_LABEL (gtk_label_new (NULL));
  self->reason = gtk_entry_new ();
  gtk_label_set_xalign (self->asked_run, 0.0f);
  gtk_widget_add_css_class (GTK_WIDGET (self->asked_run), "heading");
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->reason), _ ("Reason for leaving this run out"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->reason), 32);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reason), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Reason for leaving this run out"), -1);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  g_signal_connect_object (self->reason, "activate", G_CALLBACK (on_reason_given), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_reason_given), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->asked_run));
  gtk_box_append (GTK_BOX (box), self->reason);
  gtk_box_append (GTK_BOX (box), button);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_set_parent (popover, GTK_WIDGET (self->chart));
  return popover;
}

static gboolean
write_report (GOutputStream *stream,
              gpointer data,
              GError **error)
{
  StrataOutput *output = strata_output_new_for_stream (stream, NULL);

  strata_runs_report_write (output, data);
  return strata_output_close (output, error);
}

/**
 * strata_runs_page_save:
 * @self: a page with a comparison
 * @file: where to write it as an HTML page
 * @error: return location for an error
 *
 * Returns: whether it was written
 */
gboolean
strata_runs_page_save (StrataRunsPage *self,
                       GFile *file,
                       GError **error)
{
  return strata_replace (file, write_report, self->diff, NULL, error);
}

static void
show_notice (StrataRunsPage *self,
             const char *text)
{
  gtk_label_set_label (self->notice, text);
  gtk_widget_set_visible (GTK_WIDGET (self->notice), *text != '\0');
}

/* What tables ask the page of a trace, too. */
static void
activate_tell (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  show_notice (STRATA_RUNS_PAGE (widget), g_variant_get_string (parameter, NULL));
}

static void
activate_tell_saved (GtkWidget *widget,
                     const char *action_name,
                     GVariant *parameter)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *text = strata_file_export_dup_saved (parameter, &file);

  show_notice (STRATA_RUNS_PAGE (widget), text);
}

static void
on_page_chosen (GListModel *files,
                gpointer user_data)
{
  StrataRunsPage *self = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  g_autoptr (GError) error = NULL;

  if (file != NULL && !strata_runs_page_save (self, file, &error))
    show_notice (self, error->message);
  else if (file != NULL)
    strata_file_export_tell_saved (GTK_WIDGET (self), file, NULL);
}

static void
activate_save_page (StrataRunsPage *self)
{
  strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), STRATA_CHOOSE_PAGE_TO_SAVE, "comparison.html", on_page_chosen, g_object_ref (self), g_object_unref);
}

/* The call to show: the name of a row, or of the step of a start. Frames and states have none. */
static char *
dup_call (StrataRunsPage *self)
{
  const char *role;
  const char *step;

  if (self->diff == NULL || self->selected == NULL)
    return g_strdup ("");
  if (strata_runs_diff_find (self->diff, strata_runs_diff_get_names (self->diff), self->selected) != NULL)
    return strata_run_names_split (self->selected, &role);

  step = strata_runs_diff_find (self->diff, STRATA_RUN_START, self->selected) != NULL ? g_strrstr (self->selected, ": ") : NULL;
  return g_strdup (step != NULL && !g_str_equal (step, ": all") ? step + 2 : "");
}

static void
activate_open_both (StrataRunsPage *self)
{
  g_autofree char *name = dup_call (self);
  const guint a = gtk_drop_down_get_selected (self->runs[STRATA_DIFF_A]);
  const guint b = gtk_drop_down_get_selected (self->runs[STRATA_DIFF_B]);

  if (a == GTK_INVALID_LIST_POSITION || b == GTK_INVALID_LIST_POSITION)
    return;

  g_signal_emit (self, signals[OPEN_RUNS], 0, strata_run_set_get (self->set, STRATA_DIFF_A, a)->file, strata_run_set_get (self->set, STRATA_DIFF_B, b)->file, name);
}

static void
on_row_activated (StrataTableView *table,
                  guint row,
                  StrataRunsPage *self)
{
  select_row (self, strata_runs_rows_get (strata_table_view_get_rows (table), row));
  gtk_widget_activate_action (GTK_WIDGET (self), "runs.open-both", NULL);
}

static void
activate_find (StrataRunsPage *self)
{
  gtk_widget_grab_focus (self->search);
}

static void
on_search_changed (StrataRunsPage *self)
{
  strata_table_view_set_filter (self->table, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_kind_changed (StrataRunsPage *self)
{
  const guint choice = gtk_drop_down_get_selected (self->kind);
  const gboolean has_thread_names = self->diff != NULL && strata_runs_diff_get_names (self->diff) == STRATA_RUN_THREAD_NAME;

  if ((choice == LISTS_THREAD_NAMES) != has_thread_names)
    compare (self);
  else if (self->diff != NULL)
    show_rows (self);
}

static GtkDropDown *
make_drop_down (const char *const *choices,
                const char *label)
{
  GtkWidget *drop_down = gtk_drop_down_new_from_strings (choices);

  gtk_widget_set_tooltip_text (drop_down, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_DROP_DOWN (drop_down);
}

static void
make_choices (StrataRunsPage *self)
{
  const char *kinds[] = { _ ("Names"), _ ("Names by thread"), _ ("Frames and app starts"), _ ("Thread states"), NULL };
  const char *metrics[STRATA_N_RUN_METRICS + 2] = { _ ("Own time") };
  const char *pers[STRATA_N_DIFF_PERS + 2] = { NULL };

  for (guint i = 0; i < STRATA_N_RUN_METRICS; i++)
    metrics[i + 1] = strata_run_metric_get_title (i);
  for (guint i = 0; i < STRATA_N_DIFF_PERS; i++)
    pers[i] = strata_diff_per_get_title (i);
  pers[STRATA_N_DIFF_PERS] = _ ("Per Iteration");

  self->kind = make_drop_down (kinds, _ ("What the rows are"));
  self->metric = make_drop_down (metrics, _ ("Figure that is compared for each name"));
  self->per = make_drop_down (pers, _ ("What sums are divided by"));
  g_signal_connect_object (self->kind, "notify::selected", G_CALLBACK (on_kind_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->metric, "notify::selected", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->per, "notify::selected", G_CALLBACK (on_per_changed), self, G_CONNECT_SWAPPED);

  self->iteration = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->iteration), _ ("Name of an iteration"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->iteration), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name of an iteration"), -1);
  gtk_widget_set_visible (self->iteration, FALSE);
  g_signal_connect_object (self->iteration, "activate", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
}

static void
append (GtkBox *box,
        gpointer widget)
{
  gtk_box_append (box, GTK_WIDGET (widget));
}

static GtkLabel *
make_sentence (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  return GTK_LABEL (label);
}

/* The summary, and above the table the choices of its content. */
static GtkWidget *
make_toolbar (StrataRunsPage *self)
{
  GtkBox *bar = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  GtkBox *sentences = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 2));
  GtkWidget *save = gtk_button_new_with_mnemonic (_ ("_Save Page…"));

  gtk_widget_set_tooltip_text (save, _ ("Save as a page for browsers (Ctrl+S)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (save), "runs.save-page");
  gtk_widget_set_valign (save, GTK_ALIGN_CENTER);
  self->summary = make_sentence ();
  self->order = make_sentence ();
  self->notice = make_sentence ();
  gtk_widget_set_visible (GTK_WIDGET (self->order), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->notice), FALSE);
  append (sentences, self->summary);
  append (sentences, self->order);
  append (sentences, self->notice);
  gtk_widget_set_hexpand (GTK_WIDGET (sentences), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (sentences), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (bar), "area-heading");
  append (bar, sentences);
  append (bar, save);

  self->search = gtk_search_entry_new ();
  gtk_widget_set_hexpand (self->search, TRUE);
  g_object_set (self->search, "placeholder-text", _ ("Filter names"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Filter names"), -1);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (on_search_changed), self, G_CONNECT_SWAPPED);
  strata_table_view_add_header (self->table, self->search);
  strata_table_view_add_header (self->table, GTK_WIDGET (self->kind));
  strata_table_view_add_header (self->table, GTK_WIDGET (self->metric));
  strata_table_view_add_header (self->table, GTK_WIDGET (self->per));
  strata_table_view_add_header (self->table, self->iteration);
  return GTK_WIDGET (bar);
}

/* File names may be longer than the available width. */
static void
on_choice_setup (GtkListItemFactory *factory,
                 GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, label);
}

static void
on_choice_bind (GtkListItemFactory *factory,
                GtkListItem *item)
{
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), name);
  gtk_widget_set_tooltip_text (gtk_list_item_get_child (item), name);
}

static void
on_listed_choice_setup (GtkListItemFactory *factory,
                        GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_list_item_set_child (item, label);
}

static GtkDropDown *
make_run_choice (StrataRunsPage *self,
                 StrataDiffSide side)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GtkListItemFactory) button = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) list = gtk_signal_list_item_factory_new ();
  const guint n = strata_run_set_get_n (self->set, side);
  GtkDropDown *choice;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_filename_display_basename (strata_run_set_get (self->set, side, i)->file));
  g_ptr_array_add (names, NULL);

  choice = make_drop_down ((const char *const *) names->pdata, side == STRATA_DIFF_A ? _ ("Run of A") : _ ("Run of B"));
  g_signal_connect (button, "setup", G_CALLBACK (on_choice_setup), NULL);
  g_signal_connect (button, "bind", G_CALLBACK (on_choice_bind), NULL);
  g_signal_connect (list, "setup", G_CALLBACK (on_listed_choice_setup), NULL);
  g_signal_connect (list, "bind", G_CALLBACK (on_choice_bind), NULL);
  gtk_drop_down_set_factory (choice, button);
  gtk_drop_down_set_list_factory (choice, list);
  gtk_widget_set_hexpand (GTK_WIDGET (choice), TRUE);
  return choice;
}

static GtkWidget *
make_label (const char *text,
            const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

/* The colours of the sides. */
static GtkWidget *
make_legend (void)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autoptr (GString) markup = g_string_new (NULL);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const GdkRGBA *color = strata_diff_histogram_get_color (side);

      g_string_append_printf (markup, "<span foreground=\"#%02x%02x%02x\">●</span> %s   ", (guint) (color->red * 255.0f), (guint) (color->green * 255.0f), (guint) (color->blue * 255.0f), side == STRATA_DIFF_A ? "A" : "B");
    }

  gtk_label_set_markup (GTK_LABEL (label), markup->str);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  return label;
}

static GtkWidget *
make_openers (StrataRunsPage *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Side by Side"));

  gtk_widget_set_tooltip_text (button, _ ("Open both runs side by side at the selected name"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "runs.open-both");
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      GtkBox *line = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));

      self->runs[side] = make_run_choice (self, side);
      append (line, gtk_label_new (side == STRATA_DIFF_A ? "A" : "B"));
      append (line, self->runs[side]);
      append (box, line);
    }
  append (box, button);
  return GTK_WIDGET (box);
}

static GtkWidget *
make_side (StrataRunsPage *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8));
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *left_title = make_label (_ ("Runs that are left out"), "heading");
  GtkWidget *none = gtk_label_new (_ ("None"));

  g_autoptr (PangoAttrList) whole_words = pango_attr_list_new ();

  self->row_name = GTK_LABEL (make_label (_ ("Select a row to see its runs"), "heading"));
  pango_attr_list_insert (whole_words, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (self->row_name, whole_words);
  self->chart = STRATA_RUNS_PLOT (strata_runs_plot_new (STRATA_RUNS_CHART));
  self->curves = STRATA_RUNS_PLOT (strata_runs_plot_new (STRATA_RUNS_CURVES));
  self->late = GTK_LABEL (gtk_label_new (NULL));
  self->curves_title = GTK_LABEL (make_label (_ ("Frame times of all runs"), "heading"));
  gtk_label_set_xalign (self->late, 0.0f);
  gtk_label_set_wrap (self->late, TRUE);
  self->asking = make_asking (self);
  self->left_out = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->left_out, GTK_SELECTION_NONE);
  gtk_list_box_set_placeholder (self->left_out, none);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->left_out), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Runs that are left out"), -1);
  gtk_widget_add_css_class (none, "dim-label");
  gtk_label_set_wrap_mode (self->row_name, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_ellipsize (self->row_name, PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (self->row_name, 3);
  g_signal_connect_object (self->chart, "run-clicked", G_CALLBACK (on_run_clicked), self, 0);

  gtk_widget_set_margin_start (GTK_WIDGET (box), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (box), 12);
  gtk_widget_set_margin_top (GTK_WIDGET (box), 8);
  append (box, self->row_name);
  append (box, make_legend ());
  append (box, make_label (_ ("Runs by time of recording"), "heading"));
  append (box, self->chart);
  append (box, make_label (_ ("Click a dot to leave its run out. A ring is a disturbed run, which is not tested."), "dim-label"));
  append (box, make_openers (self));
  append (box, self->curves_title);
  append (box, self->curves);
  append (box, self->late);
  append (box, left_title);
  append (box, self->left_out);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (box));
  return scroller;
}

static void
strata_runs_page_dispose (GObject *object)
{
  StrataRunsPage *self = STRATA_RUNS_PAGE (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_pointer (&self->asking, gtk_widget_unparent);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->diff, strata_runs_diff_unref);
  g_clear_pointer (&self->set, strata_run_set_free);
  g_clear_pointer (&self->selected, g_free);

  G_OBJECT_CLASS (strata_runs_page_parent_class)->dispose (object);
}

static void
strata_runs_page_class_init (StrataRunsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_runs_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "runs.open-both", NULL, STRATA_ACTION (activate_open_both));
  gtk_widget_class_install_action (widget_class, "runs.find", NULL, STRATA_ACTION (activate_find));
  gtk_widget_class_install_action (widget_class, "runs.save-page", NULL, STRATA_ACTION (activate_save_page));
  gtk_widget_class_install_action (widget_class, "trace.tell", "s", activate_tell);
  gtk_widget_class_install_action (widget_class, "trace.tell-saved", "(ss)", activate_tell_saved);
  signals[OPEN_RUNS] = g_signal_new ("open-runs", STRATA_TYPE_RUNS_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
}

static void
strata_runs_page_init (StrataRunsPage *self)
{
  self->job = strata_job_new (&job_kind, self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "runs.save-page", FALSE);
}

/**
 * strata_runs_page_new:
 * @set: (transfer full): the runs
 *
 * Returns: (transfer floating): a page that compares them
 */
GtkWidget *
strata_runs_page_new (StrataRunSet *set)
{
  StrataRunsPage *self = g_object_new (STRATA_TYPE_RUNS_PAGE, NULL);
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  self->set = set;
  make_choices (self);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Runs"), &strata_runs_rows_class));
  strata_table_view_set_cells (self->table, STRATA_RUNS_COLUMN_STRIP, &strips);
  strata_table_view_set_empty (self->table, _ ("Comparing…"));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  append (GTK_BOX (self->content), make_toolbar (self));
  gtk_paned_set_start_child (GTK_PANED (paned), GTK_WIDGET (self->table));
  gtk_paned_set_end_child (GTK_PANED (paned), make_side (self));
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_widget_set_vexpand (paned, TRUE);
  append (GTK_BOX (self->content), paned);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Comparison of two sets of runs"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (paned), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Rows, and the runs of the selected one"), -1);
  show_left_out (self);
  compare (self);
  return GTK_WIDGET (self);
}

/* Returns the shown comparison; NULL if there is none. */
StrataRunsDiff *
strata_runs_page_get_diff (StrataRunsPage *self)
{
  return self->diff;
}

/* Returns the last message about a file or a copy, or "". */
const char *
strata_runs_page_get_notice (StrataRunsPage *self)
{
  return gtk_label_get_label (self->notice);
}

/* Returns the text of the first line; empty until there is a comparison. */
const char *
strata_runs_page_get_summary (StrataRunsPage *self)
{
  return gtk_label_get_label (self->summary);
}

/**
 * strata_runs_page_leave_out:
 * @self: a page
 * @side: a side
 * @run_index: index of one of its runs
 * @reason: (nullable): why it is left out; %NULL to include it again
 *
 * Compares again without the run, or with it.
 */
void
strata_runs_page_leave_out (StrataRunsPage *self,
                            StrataDiffSide side,
                            guint run_index,
                            const char *reason)
{
  strata_run_set_leave_out (self->set, side, run_index, reason);
  strata_runs_reasons_keep (self->set, side, run_index);
  show_left_out (self);
  compare (self);
}
