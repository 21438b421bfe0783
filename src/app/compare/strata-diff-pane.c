/* strata-diff-pane.c - what has changed, name by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-pane.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-histogram.h"
#include "strata-diff-scopes.h"
#include "strata-job.h"
#include "strata-method-signature.h"
#include "strata-units.h"

/* Shows what the model computes. Of the selected name the side shows parents and
 * children in both, and how long its calls took. */
#define SIDE_WIDTH_PX 360

struct _StrataDiffPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  StrataDiffModel *model;  /* owned */
  StrataDiff *diff;        /* owned; nullable */
  StrataJob *name_job;     /* owned: about the selected name */

  GtkWidget *content;
  GtkLabel *summary;
  GtkWidget *search;
  GtkDropDown *per;
  GtkDropDown *clock;
  GtkWidget *spinner;
  StrataCompareTable *table;
  StrataCompareTable *relatives;
  GtkWidget *histogram;
  guint row; /* what the side is about, or STRATA_NONE */
};

G_DEFINE_FINAL_TYPE (StrataDiffPane, strata_diff_pane, GTK_TYPE_WIDGET)

static const StrataDiffRow *
get_row (gpointer data,
         guint row)
{
  guint n_rows;

  return &strata_diff_get_rows (data, &n_rows)[row];
}

static gboolean
is_by_cpu (gpointer data)
{
  return strata_diff_get_clock (data) == STRATA_CLOCK_CPU;
}

static StrataDiffMetric
get_own (gpointer data)
{
  return is_by_cpu (data) ? STRATA_DIFF_EXCLUSIVE_CPU : STRATA_DIFF_EXCLUSIVE;
}

static StrataDiffMetric
get_total (gpointer data)
{
  return is_by_cpu (data) ? STRATA_DIFF_CPU : STRATA_DIFF_INCLUSIVE;
}

static double
to_number (gint64 value)
{
  return value != STRATA_NO_TIME ? (double) value : NAN;
}

static char *
dup_duration (const char *unit,
              gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (duration_ns != STRATA_NO_TIME ? strata_units_amount (duration_ns, unit, text) : "");
}

static char *
dup_delta (const char *unit,
           gint64 delta_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (delta_ns != STRATA_NO_TIME ? strata_units_amount_delta (delta_ns, unit, text) : "");
}

static char *
dup_count (gint64 count)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (count != STRATA_NO_TIME ? strata_units_count (count, text) : "");
}

static char *
dup_change (gpointer data,
            guint row,
            StrataDiffMetric metric)
{
  char text[STRATA_UNITS_BYTES];
  double change_frac;

  return g_strdup (strata_diff_get_change (data, get_row (data, row), metric, &change_frac) ? strata_units_change (change_frac, text) : "");
}

static double
get_change (gpointer data,
            guint row,
            StrataDiffMetric metric)
{
  double change_frac;

  return strata_diff_get_change (data, get_row (data, row), metric, &change_frac) ? change_frac : NAN;
}

static char *
dup_name (gpointer data,
          guint row)
{
  const char *name = strata_diff_get_name (data, get_row (data, row));

  return *name != '\0' ? strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED) : g_strdup (_ ("(empty name)"));
}

/* A sign stands before what is no more than chance. */
static char *
dup_verdict (gpointer data,
             guint row)
{
  const StrataDiffVerdict verdict = get_row (data, row)->verdict;
  const char *sign = verdict == STRATA_DIFF_NOISE || verdict == STRATA_DIFF_TOO_FEW ? "≈ " : "";

  return g_strconcat (sign, strata_diff_verdict_get_title (verdict), NULL);
}

static const char *
get_verdict_id (gpointer data,
                guint row)
{
  return strata_diff_verdict_get_id (get_row (data, row)->verdict);
}

static double
get_verdict (gpointer data,
             guint row)
{
  return get_row (data, row)->verdict;
}

static gint64
to_ns (double time_ns)
{
  return isnan (time_ns) ? STRATA_NO_TIME : (gint64) rint (time_ns);
}

static char *
dup_time (gpointer data,
          double time_ns)
{
  return dup_duration (strata_diff_get_unit (data), to_ns (time_ns));
}

static char *
dup_calls (gpointer data,
           double n_calls)
{
  return isnan (n_calls) || n_calls == rint (n_calls) ? dup_count (to_ns (n_calls)) : g_strdup_printf ("%.2f", n_calls);
}

static char *
dup_note (gpointer data,
          guint row)
{
  char *note = strata_diff_dup_note (data, get_row (data, row));

  return note != NULL ? note : g_strdup ("");
}

/* A text and a number of a cell, for a side or the difference. */
#define VALUE_CELL(function, side, metric, dup)                                         \
  static char *dup_##function (gpointer data, guint row)                                \
  {                                                                                     \
    return dup (data, strata_diff_get_value (data, get_row (data, row), side, metric)); \
  }                                                                                     \
  static double get_##function (gpointer data, guint row)                               \
  {                                                                                     \
    return strata_diff_get_value (data, get_row (data, row), side, metric);             \
  }
#define DELTA_CELL(function, metric)                                                                                   \
  static char *dup_##function (gpointer data, guint row)                                                               \
  {                                                                                                                    \
    return dup_delta (strata_diff_get_unit (data), to_ns (strata_diff_get_delta (data, get_row (data, row), metric))); \
  }                                                                                                                    \
  static double get_##function (gpointer data, guint row)                                                              \
  {                                                                                                                    \
    return strata_diff_get_delta (data, get_row (data, row), metric);                                                  \
  }
#define CHANGE_CELL(function, metric)                     \
  static char *dup_##function (gpointer data, guint row)  \
  {                                                       \
    return dup_change (data, row, metric);                \
  }                                                       \
  static double get_##function (gpointer data, guint row) \
  {                                                       \
    return get_change (data, row, metric);                \
  }

VALUE_CELL (total_a, STRATA_DIFF_A, get_total (data), dup_time)
VALUE_CELL (total_b, STRATA_DIFF_B, get_total (data), dup_time)
DELTA_CELL (total_delta, get_total (data))
DELTA_CELL (own_delta, get_own (data))
CHANGE_CELL (own_change, get_own (data))
VALUE_CELL (calls_a, STRATA_DIFF_A, STRATA_DIFF_CALLS, dup_calls)
VALUE_CELL (calls_b, STRATA_DIFF_B, STRATA_DIFF_CALLS, dup_calls)
VALUE_CELL (mean_a, STRATA_DIFF_A, STRATA_DIFF_MEAN, dup_time)
VALUE_CELL (mean_b, STRATA_DIFF_B, STRATA_DIFF_MEAN, dup_time)
CHANGE_CELL (mean_change, STRATA_DIFF_MEAN)
VALUE_CELL (p95_a, STRATA_DIFF_A, STRATA_DIFF_P95, dup_time)
VALUE_CELL (p95_b, STRATA_DIFF_B, STRATA_DIFF_P95, dup_time)
VALUE_CELL (max_a, STRATA_DIFF_A, STRATA_DIFF_MAX, dup_time)
VALUE_CELL (max_b, STRATA_DIFF_B, STRATA_DIFF_MAX, dup_time)

static char *
dup_p (gpointer data,
       guint row)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_diff_format_p (strata_diff_row_get_p (get_row (data, row)), text));
}

static double
get_p (gpointer data,
       guint row)
{
  return strata_diff_row_get_p (get_row (data, row));
}

static const StrataCompareColumn columns[] = {
  { "verdict", N_ ("Change"), STRATA_CELLS_TEXT, FALSE, dup_verdict, get_verdict, get_verdict_id },
  { "name", N_ ("Name"), STRATA_CELLS_TEXT, TRUE, dup_name, NULL },
  { "delta_exclusive_ns", N_ ("Δ exclusive"), STRATA_CELLS_NUMBER, FALSE, dup_own_delta, get_own_delta },
  { "change_exclusive", N_ ("Δ %"), STRATA_CELLS_FRACTION, FALSE, dup_own_change, get_own_change },
  { "a_mean_ns", N_ ("Mean A"), STRATA_CELLS_NUMBER, FALSE, dup_mean_a, get_mean_a },
  { "b_mean_ns", N_ ("Mean B"), STRATA_CELLS_NUMBER, FALSE, dup_mean_b, get_mean_b },
  { "change_mean", N_ ("Δ mean"), STRATA_CELLS_FRACTION, FALSE, dup_mean_change, get_mean_change },
  { "a_inclusive_ns", N_ ("Inclusive A"), STRATA_CELLS_NUMBER, FALSE, dup_total_a, get_total_a },
  { "b_inclusive_ns", N_ ("Inclusive B"), STRATA_CELLS_NUMBER, FALSE, dup_total_b, get_total_b },
  { "delta_inclusive_ns", N_ ("Δ inclusive"), STRATA_CELLS_NUMBER, FALSE, dup_total_delta, get_total_delta },
  { "a_calls", N_ ("Calls A"), STRATA_CELLS_NUMBER, FALSE, dup_calls_a, get_calls_a },
  { "b_calls", N_ ("Calls B"), STRATA_CELLS_NUMBER, FALSE, dup_calls_b, get_calls_b },
  { "a_p95_ns", N_ ("95 % A"), STRATA_CELLS_NUMBER, FALSE, dup_p95_a, get_p95_a },
  { "b_p95_ns", N_ ("95 % B"), STRATA_CELLS_NUMBER, FALSE, dup_p95_b, get_p95_b },
  { "a_max_ns", N_ ("Longest A"), STRATA_CELLS_NUMBER, FALSE, dup_max_a, get_max_a },
  { "b_max_ns", N_ ("Longest B"), STRATA_CELLS_NUMBER, FALSE, dup_max_b, get_max_b },
  { "self_p_adjusted", N_ ("p"), STRATA_CELLS_FRACTION, FALSE, dup_p, get_p },
  { "note", N_ ("Note"), STRATA_CELLS_TEXT, FALSE, dup_note, NULL },
};

static const char *
get_relation_title (StrataRelation relation)
{
  switch (relation)
    {
    case STRATA_RELATION_PARENT:
      return _ ("called by");
    case STRATA_RELATION_SELF:
      return _ ("itself");
    case STRATA_RELATION_CHILD:
      return _ ("calls");
    case STRATA_RELATION_RECURSIVE_PARENT:
      return _ ("called by, inside itself");
    case STRATA_RELATION_RECURSIVE_CHILD:
      return _ ("calls, inside itself");
    case STRATA_RELATION_NAME:
      return _ ("name");
    }

  g_return_val_if_reached ("");
}

/* The rows of the table of callers and callees. */
typedef struct
{
  GPtrArray *rows;  /* (element-type StrataDiffRelative) owned */
  StrataDiff *diff; /* owned */
} Relatives;

static void
relatives_free (gpointer data)
{
  Relatives *relatives = data;

  g_ptr_array_unref (relatives->rows);
  strata_diff_unref (relatives->diff);
  g_free (relatives);
}

static const StrataDiffRelative *
get_relative (gpointer data,
              guint row)
{
  return g_ptr_array_index (((Relatives *) data)->rows, row);
}

static const char *
get_relatives_unit (gpointer data)
{
  return strata_diff_get_unit (((Relatives *) data)->diff);
}

static char *
dup_relation (gpointer data,
              guint row)
{
  return g_strdup (get_relation_title (get_relative (data, row)->relation));
}

static const char *
get_relation_id (gpointer data,
                 guint row)
{
  return strata_relation_get_id (get_relative (data, row)->relation);
}

static double
get_relation (gpointer data,
              guint row)
{
  return get_relative (data, row)->relation;
}

static char *
dup_relative_name (gpointer data,
                   guint row)
{
  const StrataDiffRelative *relative = get_relative (data, row);

  if (relative->name != NULL)
    return strata_method_signature_dup (relative->name, STRATA_SIGNATURE_QUALIFIED);

  return g_strdup (relative->relation == STRATA_RELATION_SELF ? "" : _ ("(no caller)"));
}

/* CPU time where there is no wall time. */
static gint64
get_relative_ns (gpointer data,
                 guint row,
                 StrataDiffSide side)
{
  const StrataDiffRelative *relative = get_relative (data, row);

  return relative->inclusive_ns[side] != STRATA_NO_TIME ? relative->inclusive_ns[side] : relative->inclusive_cpu_ns[side];
}

static gint64
get_relative_delta (gpointer data,
                    guint row)
{
  const gint64 a = get_relative_ns (data, row, STRATA_DIFF_A);
  const gint64 b = get_relative_ns (data, row, STRATA_DIFF_B);

  return a != STRATA_NO_TIME && b != STRATA_NO_TIME ? b - a : STRATA_NO_TIME;
}

/* What a side does not have is not shown as a time of 0. */
static gint64
get_relative_cell_ns (gpointer data,
                      guint row,
                      StrataDiffSide side)
{
  const gint64 time_ns = get_relative_ns (data, row, side);

  return time_ns == 0 && get_relative (data, row)->n_calls[side] == 0 ? STRATA_NO_TIME : time_ns;
}

#define RELATIVE_CELL(function, get, dup)                 \
  static char *dup_##function (gpointer data, guint row)  \
  {                                                       \
    return dup (get_relatives_unit (data), get);          \
  }                                                       \
  static double get_##function (gpointer data, guint row) \
  {                                                       \
    return to_number (get);                               \
  }

RELATIVE_CELL (relative_a, get_relative_cell_ns (data, row, STRATA_DIFF_A), dup_duration)
RELATIVE_CELL (relative_b, get_relative_cell_ns (data, row, STRATA_DIFF_B), dup_duration)
RELATIVE_CELL (relative_change, get_relative_delta (data, row), dup_delta)

static const StrataCompareColumn relative_columns[] = {
  { "relation", N_ ("Relation"), STRATA_CELLS_TEXT, FALSE, dup_relation, get_relation, get_relation_id },
  { "name", N_ ("Name"), STRATA_CELLS_TEXT, TRUE, dup_relative_name, NULL },
  { "a_inclusive_ns", N_ ("A"), STRATA_CELLS_NUMBER, FALSE, dup_relative_a, get_relative_a },
  { "b_inclusive_ns", N_ ("B"), STRATA_CELLS_NUMBER, FALSE, dup_relative_b, get_relative_b },
  { "delta_inclusive_ns", N_ ("Δ"), STRATA_CELLS_NUMBER, FALSE, dup_relative_change, get_relative_change },
};

/* About one name, which takes a pass over all calls of both sides. */
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
  const StrataDiffRow *row = get_row (request->diff, request->row);
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
  StrataDiff *diff = ((NameRequest *) request)->diff;
  Relatives *relatives = g_new (Relatives, 1);

  *relatives = (Relatives){ g_steal_pointer (&result->relatives), strata_diff_ref (diff) };
  strata_compare_table_set (self->relatives, relatives, relatives_free, relatives->rows->len);
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

static void
on_row_selected (StrataDiffPane *self,
                 guint row)
{
  if (self->diff == NULL)
    return;

  NameRequest *request = g_new (NameRequest, 1);

  self->row = row;
  *request = (NameRequest){ strata_diff_ref (self->diff), row };
  strata_job_start (self->name_job, request, 0);
}

/* The longest of the name in B, or in A where B has none; its counterpart follows. */
static void
on_row_activated (StrataDiffPane *self,
                  guint row)
{
  const StrataDiffRow *activated = get_row (self->diff, row);
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
  GListModel *listed = strata_compare_table_get_listed (self->relatives);
  g_autofree char *name = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (listed); i++)
    if (strata_compare_table_get_row (self->relatives, i) == row)
      name = strata_compare_table_dup_cell (self->relatives, i, 1);

  const guint32 found = name != NULL ? strata_diff_find (self->diff, name) : STRATA_NONE;

  if (found != STRATA_NONE)
    strata_compare_table_select (self->table, found);
}

/* "Per Frame · 2 slower · 1 only in B · 12 not significant", or that nothing differs. */
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
  strata_compare_table_set (self->relatives, NULL, NULL, 0);
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
  guint n_rows = 0;

  if (diff != NULL)
    strata_diff_get_rows (diff, &n_rows);

  gtk_label_set_label (self->summary, summary);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  strata_compare_table_set (self->table, diff != NULL ? strata_diff_ref (diff) : NULL, diff != NULL ? (GDestroyNotify) strata_diff_unref : NULL, n_rows);
  strata_compare_table_set_empty (self->table, diff != NULL ? _ ("No matching names") : summary);
  show_no_name (self);
  self->row = STRATA_NONE;
  g_clear_pointer (&self->diff, strata_diff_unref);
  self->diff = diff != NULL ? strata_diff_ref (diff) : NULL;
  if (n_rows > 0)
    strata_compare_table_select (self->table, 0);
}

static void
show_options (StrataDiffPane *self)
{
  gtk_drop_down_set_selected (self->per, strata_diff_model_get_per (self->model));
  gtk_drop_down_set_selected (self->clock, strata_diff_model_get_clock (self->model) == STRATA_CLOCK_CPU ? 1 : 0);
}

/* The name that the side is about, as long as it is listed; else the first. */
static void
select_listed (StrataDiffPane *self)
{
  g_autoptr (GArray) selected = strata_compare_table_list_rows (self->table, TRUE);
  const guint first = strata_compare_table_get_row (self->table, 0);

  if (selected->len > 0)
    return;
  if (first == G_MAXUINT)
    show_no_name (self);
  else if (!strata_compare_table_select (self->table, self->row))
    strata_compare_table_select (self->table, first);
}

static void
on_search_changed (GtkSearchEntry *entry,
                   StrataDiffPane *self)
{
  strata_compare_table_set_filter (self->table, gtk_editable_get_text (GTK_EDITABLE (entry)));
  select_listed (self);
}

static void
activate_find (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  gtk_widget_grab_focus (STRATA_DIFF_PANE (widget)->search);
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

/* Only where there is a choice. */
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

/* With the choices that decide what it says: in a narrow window the header of the table has no room for these. */
static GtkWidget *
make_summary (StrataDiffPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->summary, 0.0f);
  gtk_label_set_wrap (self->summary, TRUE);
  gtk_label_set_selectable (self->summary, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_add_css_class (box, "area-heading");
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

  strata_compare_table_add_header (self->table, self->search);
  strata_compare_table_add_header (self->table, strata_diff_scopes_new (self->pair));
  strata_compare_table_add_header (self->table, self->spinner);
}

static void
add_children (StrataDiffPane *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->content = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  self->table = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Differences"), _ ("No matching names"), columns, G_N_ELEMENTS (columns)));
  self->relatives = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Callers and callees"), _ ("Select a name to see who calls it and whom it calls."), relative_columns, G_N_ELEMENTS (relative_columns)));
  self->histogram = strata_diff_histogram_new ();
  gtk_widget_set_margin_start (self->histogram, 12);
  gtk_widget_set_margin_end (self->histogram, 12);
  gtk_widget_set_vexpand (GTK_WIDGET (self->relatives), TRUE);
  gtk_widget_set_size_request (side, SIDE_WIDTH_PX, -1);
  gtk_box_append (GTK_BOX (side), self->histogram);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->relatives));
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
  gtk_widget_class_install_action (widget_class, "diff.find", NULL, activate_find);
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
 * @model: what compares them
 *
 * Returns: (transfer floating): what has changed between their traces
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

/**
 * strata_diff_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): the table of names
 */
StrataCompareTable *
strata_diff_pane_get_table (StrataDiffPane *self)
{
  return self->table;
}

/**
 * strata_diff_pane_get_relatives:
 * @self: the pane
 *
 * Returns: (transfer none): the table of callers and callees
 */
StrataCompareTable *
strata_diff_pane_get_relatives (StrataDiffPane *self)
{
  return self->relatives;
}

/**
 * strata_diff_pane_get_summary:
 * @self: the pane
 *
 * Returns: (transfer none): how many names have changed in what way; empty while that is worked out
 */
const char *
strata_diff_pane_get_summary (StrataDiffPane *self)
{
  return gtk_label_get_label (self->summary);
}
