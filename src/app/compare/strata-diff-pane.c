/* strata-diff-pane.c - the differences by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-cell-text.h"
#include "strata-diff-histogram.h"
#include "strata-diff-relative-rows.h"
#include "strata-diff-rows.h"
#include "strata-diff-scopes.h"
#include "strata-job.h"

/* Shows the results of the model. For the selected name the side panel shows the note on its verdict,
 * which is longer than its cell, the durations of its calls, and its parents and
 * children in both. */
#define SIDE_WIDTH_PX 360

struct _StrataDiffPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  StrataDiffModel *model;  /* owned */
  StrataDiff *diff;        /* owned; nullable */
  StrataJob *name_job;     /* owned: for the selected name */

  GtkWidget *content;
  GtkLabel *summary;
  GtkWidget *search;
  GtkDropDown *per;
  GtkDropDown *clock;
  GtkWidget *spinner;
  StrataTableView *table;
  StrataTableView *relatives;
  GtkInscription *note;
  GtkWidget *histogram;
  guint row; /* the row shown in the side panel, or STRATA_NONE */
};

G_DEFINE_FINAL_TYPE (StrataDiffPane, strata_diff_pane, GTK_TYPE_WIDGET)

/* The request about one name, which takes a pass over all calls of both sides. */
typedef struct
{
  StrataDiff *diff; /* owned */
  guint row;
} NameRequest;

typedef struct
{
  GPtrArray *relatives; /* owned */
  StrataDiffSpread spread;
} NameResult;

static void
name_request_free (gpointer data)
{
  NameRequest *request = data;

  strata_diff_unref (request->diff);
  g_free (request);
}

static void
name_result_free (gpointer data)
{
  NameResult *result = data;

  g_clear_pointer (&result->relatives, g_ptr_array_unref);
  g_free (result);
}

static gpointer
run_name (gpointer data,
          GCancellable *cancellable)
{
  const NameRequest *request = data;
  const StrataDiffRow *row = strata_diff_get_row (request->diff, request->row);
  NameResult *result = g_new0 (NameResult, 1);

  strata_diff_spread_init (&result->spread, request->diff, row);
  result->relatives = g_cancellable_is_cancelled (cancellable) ? NULL : strata_diff_list_relatives (request->diff, row);
  return result;
}

static void
on_name_done (gpointer data,
              gpointer request,
              gpointer user_data)
{
  NameResult *result = data;
  StrataDiffPane *self = user_data;
  const NameRequest *name = request;
  StrataDiff *diff = name->diff;
  g_autoptr (StrataRows) rows = strata_diff_relative_rows_new (diff, name->row, g_steal_pointer (&result->relatives));

  strata_table_view_set_rows (self->relatives, rows, NULL, 0);
  strata_diff_histogram_set (STRATA_DIFF_HISTOGRAM (self->histogram), &result->spread, strata_diff_get_unit (diff));
  name_result_free (result);
}

static const StrataJobKind name_job = {
  .name = "[strata] compared name",
  .run = run_name,
  .done = on_name_done,
  .free_data = name_request_free,
  .free_result = name_result_free,
};

/* NULL or "" for none */
static void
show_note (StrataDiffPane *self,
           const char *note)
{
  strata_cell_text_set (self->note, note != NULL ? note : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), note != NULL && *note != '\0');
}

static void
on_row_selected (StrataDiffPane *self,
                 guint row)
{
  if (self->diff == NULL || row == STRATA_TABLE_VIEW_NO_ROW)
    return;

  g_autofree char *note = strata_rows_dup_text (strata_table_view_get_rows (self->table), row, STRATA_DIFF_COLUMN_NOTE);
  NameRequest *request = g_new (NameRequest, 1);

  self->row = row;
  show_note (self, note);
  *request = (NameRequest){ strata_diff_ref (self->diff), row };
  strata_job_start (self->name_job, request, 0);
}

/* Goes to the longest call of the name in B, or in A if B has none; its counterpart follows. */
static void
on_row_activated (StrataDiffPane *self,
                  guint row)
{
  const StrataDiffRow *activated = strata_diff_get_row (self->diff, row);
  const StrataDiffSide side = activated->row[STRATA_DIFF_B] != STRATA_NONE ? STRATA_DIFF_B : STRATA_DIFF_A;
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (strata_diff_get_profile (self->diff, side), &n_rows);
  StrataSession *session = strata_session_pair_get (self->pair, side);

  strata_session_select_slice (session, rows[activated->row[side]].longest_slice);
  strata_session_pair_centre_calls (self->pair, side);
}

static void
on_relative_activated (StrataDiffPane *self,
                       guint row)
{
  const char *name = strata_diff_relative_rows_get_name (strata_table_view_get_rows (self->relatives), row);
  const guint32 found = name != NULL ? strata_diff_find (self->diff, name) : STRATA_NONE;

  if (found != STRATA_NONE)
    strata_table_view_choose (self->table, found);
}

/* "Per Frame · 2 slower · 1 only in B · 12 not significant", or that there is no difference. */
static char *
dup_summary (const StrataDiff *diff)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_rows;

  strata_diff_get_rows (diff, &n_rows);
  if (n_rows == 0)
    return g_strdup (_ ("Neither capture has calls here"));
  if (strata_diff_get_n_verdicts (diff, STRATA_DIFF_SAME) == n_rows)
    return g_strdup (_ ("No difference: every value of B equals that of A"));

  const StrataDiffUnits units = strata_diff_get_units (diff);

  if (units.per != STRATA_DIFF_PER_TOTAL)
    g_string_append (text, strata_diff_per_get_title (units.per));
  for (guint verdict = 0; verdict < STRATA_N_DIFF_VERDICTS; verdict++)
    {
      const guint n = strata_diff_get_n_verdicts (diff, verdict);

      if (n > 0)
        g_string_append_printf (text, "%s%u %s", text->len > 0 ? " · " : "", n, strata_diff_verdict_get_title (verdict));
    }

  return g_strdup (text->str);
}

static void
show_no_name (StrataDiffPane *self)
{
  strata_job_cancel (self->name_job);
  show_note (self, NULL);
  strata_table_view_set_rows (self->relatives, NULL, NULL, 0);
  strata_diff_histogram_set (STRATA_DIFF_HISTOGRAM (self->histogram), NULL, NULL);
}

static void
on_started (StrataDiffPane *self)
{
  gtk_spinner_start (GTK_SPINNER (self->spinner));
}

/* Either a comparison, or a hint why there is none. */
static void
on_ready (StrataDiffPane *self)
{
  StrataDiff *diff = strata_diff_model_get_diff (self->model);
  g_autofree char *summary = diff != NULL ? dup_summary (diff) : g_strdup (strata_diff_model_get_hint (self->model));
  g_autoptr (StrataRows) rows = diff != NULL ? strata_diff_rows_new (diff) : NULL;

  gtk_label_set_label (self->summary, summary);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  strata_table_view_set_rows (self->table, rows, NULL, 0);
  strata_table_view_set_empty (self->table, diff != NULL ? _ ("No matching names") : summary);
  show_no_name (self);
  self->row = STRATA_NONE;
  g_clear_pointer (&self->diff, strata_diff_unref);
  self->diff = diff != NULL ? strata_diff_ref (diff) : NULL;
  if (strata_table_view_get_n_listed (self->table) > 0)
    strata_table_view_choose (self->table, strata_table_view_get_row (self->table, 0));
}

static void
show_options (StrataDiffPane *self)
{
  gtk_drop_down_set_selected (self->per, strata_diff_model_get_per (self->model));
  gtk_drop_down_set_selected (self->clock, strata_diff_model_get_clock (self->model) == STRATA_CLOCK_CPU ? 1 : 0);
}

/* Keeps the name of the side panel selected if it is listed; else selects the first. */
static void
select_listed (StrataDiffPane *self)
{
  const guint first = strata_table_view_get_row (self->table, 0);

  if (strata_table_view_get_selected (self->table) != STRATA_TABLE_VIEW_NO_ROW)
    return;
  if (first == STRATA_TABLE_VIEW_NO_ROW)
    {
      show_no_name (self);
      return;
    }

  strata_table_view_choose (self->table, self->row);
  if (strata_table_view_get_selected (self->table) == STRATA_TABLE_VIEW_NO_ROW)
    strata_table_view_choose (self->table, first);
}

static void
on_search_changed (GtkSearchEntry *entry,
                   StrataDiffPane *self)
{
  strata_table_view_set_filter (self->table, gtk_editable_get_text (GTK_EDITABLE (entry)));
  select_listed (self);
}

static void
activate_find (StrataDiffPane *self)
{
  gtk_widget_grab_focus (self->search);
}

static void
on_per_changed (StrataDiffPane *self,
                GParamSpec *pspec,
                GtkDropDown *chooser)
{
  strata_diff_model_set_per (self->model, gtk_drop_down_get_selected (chooser));
}

static GtkWidget *
make_per_chooser (StrataDiffPane *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint per = 0; per < STRATA_N_DIFF_PERS; per++)
    gtk_string_list_append (titles, strata_diff_per_get_title (per));

  GtkWidget *chooser = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&titles)), NULL);

  gtk_widget_set_tooltip_text (chooser, _ ("What sums are divided by; automatic: per frame or per second if the captures differ in length"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What sums are divided by"), -1);
  g_signal_connect_object (chooser, "notify::selected", G_CALLBACK (on_per_changed), self, G_CONNECT_SWAPPED);
  return chooser;
}

static void
on_clock_changed (StrataDiffPane *self,
                  GParamSpec *pspec,
                  GtkDropDown *chooser)
{
  strata_diff_model_set_clock (self->model, gtk_drop_down_get_selected (chooser) == 0 ? STRATA_CLOCK_WALL : STRATA_CLOCK_CPU);
}

/* Only if there is a choice. */
static GtkWidget *
make_clock_chooser (StrataDiffPane *self)
{
  const char *const titles[] = { _ ("Wall Time"), _ ("CPU Time"), NULL };
  GtkWidget *chooser = gtk_drop_down_new_from_strings (titles);

  gtk_widget_set_visible (chooser, strata_diff_model_knows_clock (self->model, STRATA_CLOCK_WALL) && strata_diff_model_knows_clock (self->model, STRATA_CLOCK_CPU));
  gtk_widget_set_tooltip_text (chooser, _ ("Compare wall time or CPU time"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Compare wall time or CPU time"), -1);
  g_signal_connect_object (chooser, "notify::selected", G_CALLBACK (on_clock_changed), self, G_CONNECT_SWAPPED);
  return chooser;
}

/* The summary is together with the choices that determine it: the header of the table has no room
 * for these in a narrow window. */
static GtkWidget *
make_summary (StrataDiffPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->summary, 0.0f);
  gtk_label_set_wrap (self->summary, TRUE);
  gtk_label_set_selectable (self->summary, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_add_css_class (box, "pane-toolbar");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->summary));
  return box;
}

static void
add_choices (StrataDiffPane *self)
{
  GtkBox *box = GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->summary)));

  self->per = GTK_DROP_DOWN (make_per_chooser (self));
  self->clock = GTK_DROP_DOWN (make_clock_chooser (self));
  gtk_widget_set_valign (GTK_WIDGET (self->per), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self->clock), GTK_ALIGN_CENTER);
  gtk_box_append (box, GTK_WIDGET (self->per));
  gtk_box_append (box, GTK_WIDGET (self->clock));
}

static void
add_header (StrataDiffPane *self)
{
  self->spinner = gtk_spinner_new ();
  self->search = gtk_search_entry_new ();
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search), NULL);
  g_object_set (self->search, "placeholder-text", _ ("Filter names"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Filter names"), -1);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (on_search_changed), self, 0);

  strata_table_view_add_header (self->table, self->search);
  strata_table_view_add_header (self->table, strata_diff_scopes_new (self->pair));
  gtk_widget_set_hexpand (self->spinner, TRUE);
  gtk_widget_set_halign (self->spinner, GTK_ALIGN_START);
  strata_table_view_add_header (self->table, self->spinner);
}

static GtkWidget *
new_heading (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_margin_start (label, 4);
  return label;
}

/* Not a label: the least height of one depends on its width, which a paned does not take into account. */
static GtkWidget *
new_note (void)
{
  GtkWidget *note = strata_cell_text_new (GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);

  gtk_inscription_set_wrap_mode (GTK_INSCRIPTION (note), PANGO_WRAP_WORD_CHAR);
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (note), 2);
  gtk_widget_set_visible (note, FALSE);
  gtk_widget_set_margin_start (note, 12);
  gtk_widget_set_margin_end (note, 12);
  gtk_widget_set_margin_top (note, 6);
  return note;
}

/* The side panel about the selected name: a note, the durations of its calls, and its callers. */
static GtkWidget *
make_side (StrataDiffPane *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = new_heading (_ ("How long the calls took"));

  self->relatives = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Callers and callees"), &strata_diff_relative_rows_class));
  strata_table_view_add_header (self->relatives, new_heading (_ ("Callers and callees")));
  strata_table_view_set_empty (self->relatives, _ ("Select a name to see who calls it and whom it calls."));
  self->note = GTK_INSCRIPTION (new_note ());
  self->histogram = g_object_new (STRATA_TYPE_DIFF_HISTOGRAM, NULL);
  g_object_bind_property (self->histogram, "visible", heading, "visible", G_BINDING_SYNC_CREATE);
  gtk_widget_set_margin_start (heading, 12);
  gtk_widget_set_margin_top (heading, 6);
  gtk_widget_set_margin_start (self->histogram, 12);
  gtk_widget_set_margin_end (self->histogram, 12);
  gtk_widget_set_vexpand (GTK_WIDGET (self->relatives), TRUE);
  gtk_widget_set_size_request (side, SIDE_WIDTH_PX, -1);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->note));
  gtk_box_append (GTK_BOX (side), heading);
  gtk_box_append (GTK_BOX (side), self->histogram);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->relatives));
  return side;
}

static void
add_children (StrataDiffPane *self)
{
  GtkWidget *side = make_side (self);
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->content = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Differences"), &strata_diff_rows_class));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (GTK_BOX (names), make_summary (self));
  gtk_box_append (GTK_BOX (names), GTK_WIDGET (self->table));
  gtk_paned_set_start_child (GTK_PANED (self->content), names);
  gtk_paned_set_end_child (GTK_PANED (self->content), side);
  gtk_paned_set_resize_end_child (GTK_PANED (self->content), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->content), FALSE);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));

  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->relatives, "row-activated", G_CALLBACK (on_relative_activated), self, G_CONNECT_SWAPPED);
}

static void
strata_diff_pane_dispose (GObject *object)
{
  StrataDiffPane *self = STRATA_DIFF_PANE (object);

  g_clear_pointer (&self->name_job, strata_job_free);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->diff, strata_diff_unref);
  g_clear_object (&self->model);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_pane_parent_class)->dispose (object);
}

static void
strata_diff_pane_class_init (StrataDiffPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_diff_pane_dispose;
  gtk_widget_class_install_action (widget_class, "diff.find", NULL, STRATA_ACTION (activate_find));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "diff.find", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_diff_pane_init (StrataDiffPane *self)
{
  self->name_job = strata_job_new (&name_job, self);
  add_children (self);
}

/**
 * strata_diff_pane_new:
 * @pair: two sessions
 * @model: compares them
 *
 * Returns: (transfer floating): the differences between their traces
 */
GtkWidget *
strata_diff_pane_new (StrataSessionPair *pair,
                      StrataDiffModel *model)
{
  StrataDiffPane *self = g_object_new (STRATA_TYPE_DIFF_PANE, NULL);

  self->pair = g_object_ref (pair);
  self->model = g_object_ref (model);
  add_choices (self);
  add_header (self);
  g_signal_connect_object (model, "started", G_CALLBACK (on_started), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "options-changed", G_CALLBACK (show_options), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "ready", G_CALLBACK (on_ready), self, G_CONNECT_SWAPPED);
  on_started (self);

  return GTK_WIDGET (self);
}

/* Returns how many names have changed, by verdict; empty while that is computed. */
const char *
strata_diff_pane_get_summary (StrataDiffPane *self)
{
  return gtk_label_get_label (self->summary);
}

/* Returns the note on the verdict of the selected name; NULL or "" if there is none. */
const char *
strata_diff_pane_get_note (StrataDiffPane *self)
{
  return gtk_inscription_get_text (self->note);
}
