/* strata-call-pane.c - the selected call in both, with all inside it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-pane.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-units.h"

struct _StrataCallPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  StrataCompareTable *table;
  GtkLabel *cut; /* says that there are more; of the table */
};

/* More than anybody reads, and few enough that a click answers at once. */
#define MOST_ROWS 20000

G_DEFINE_FINAL_TYPE (StrataCallPane, strata_call_pane, GTK_TYPE_WIDGET)

/* What the table is given. */
typedef struct
{
  GArray *rows;                             /* (element-type StrataCallDiff) owned */
  StrataTrace *traces[STRATA_N_DIFF_SIDES]; /* owned */
} Calls;

static void
calls_free (gpointer data)
{
  Calls *calls = data;

  g_array_unref (calls->rows);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_object_unref (calls->traces[side]);
  g_free (calls);
}

static const StrataCallDiff *
get_call (gpointer data,
          guint row)
{
  return &g_array_index (((Calls *) data)->rows, StrataCallDiff, row);
}

typedef gint64 (*GetTime) (const StrataSliceTable *slices, guint32 slice);

static gint64
get_ns (gpointer data,
        guint row,
        StrataDiffSide side,
        GetTime get)
{
  const guint32 slice = get_call (data, row)->slice[side];

  return slice != STRATA_NONE ? get (strata_trace_get_slices (((Calls *) data)->traces[side]), slice) : STRATA_NO_TIME;
}

static const char *
get_unit (gpointer data)
{
  return strata_trace_get_unit (((Calls *) data)->traces[STRATA_DIFF_A]);
}

static gint64
get_delta_ns (gpointer data,
              guint row,
              GetTime get)
{
  const gint64 a = get_ns (data, row, STRATA_DIFF_A, get);
  const gint64 b = get_ns (data, row, STRATA_DIFF_B, get);

  return a != STRATA_NO_TIME && b != STRATA_NO_TIME ? b - a : STRATA_NO_TIME;
}

static char *
dup_name (gpointer data,
          guint row)
{
  const StrataCallDiff *call = get_call (data, row);
  const StrataDiffSide side = call->slice[STRATA_DIFF_B] != STRATA_NONE ? STRATA_DIFF_B : STRATA_DIFF_A;
  StrataTrace *trace = ((Calls *) data)->traces[side];
  const char *name = strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[call->slice[side]]);

  return g_strdup_printf ("%*s%s", (int) MIN (4 * call->depth, 80), "", name);
}

static const char *
get_change_id (gpointer data,
               guint row)
{
  return strata_call_change_get_id (get_call (data, row)->change);
}

static char *
dup_change (gpointer data,
            guint row)
{
  return g_strdup (strata_call_change_get_title (get_call (data, row)->change));
}

static double
get_change (gpointer data,
            guint row)
{
  return get_call (data, row)->change;
}

#define TIME_CELL(function, value, write)                    \
  static char *dup_##function (gpointer data, guint row)     \
  {                                                          \
    char text[STRATA_UNITS_BYTES];                           \
                                                             \
    return g_strdup (write (value, get_unit (data), text));  \
  }                                                          \
  static double get_##function (gpointer data, guint row)    \
  {                                                          \
    const gint64 number = value;                             \
                                                             \
    return number != STRATA_NO_TIME ? (double) number : NAN; \
  }

TIME_CELL (time_a, get_ns (data, row, STRATA_DIFF_A, strata_slice_table_get_wall_ns), strata_units_amount)
TIME_CELL (time_b, get_ns (data, row, STRATA_DIFF_B, strata_slice_table_get_wall_ns), strata_units_amount)
TIME_CELL (time_delta, get_delta_ns (data, row, strata_slice_table_get_wall_ns), strata_units_amount_delta)
TIME_CELL (self_a, get_ns (data, row, STRATA_DIFF_A, strata_slice_table_get_self_ns), strata_units_amount)
TIME_CELL (self_b, get_ns (data, row, STRATA_DIFF_B, strata_slice_table_get_self_ns), strata_units_amount)
TIME_CELL (self_delta, get_delta_ns (data, row, strata_slice_table_get_self_ns), strata_units_amount_delta)

static const StrataCompareColumn columns[] = {
  { "change", N_ ("Change"), STRATA_CELLS_TEXT, FALSE, dup_change, get_change, get_change_id },
  { "name", N_ ("Name"), STRATA_CELLS_TEXT, TRUE, dup_name, NULL },
  { "a_dur_ns", N_ ("A"), STRATA_CELLS_NUMBER, FALSE, dup_time_a, get_time_a },
  { "b_dur_ns", N_ ("B"), STRATA_CELLS_NUMBER, FALSE, dup_time_b, get_time_b },
  { "delta_dur_ns", N_ ("Δ"), STRATA_CELLS_NUMBER, FALSE, dup_time_delta, get_time_delta },
  { "a_self_ns", N_ ("Own time A"), STRATA_CELLS_NUMBER, FALSE, dup_self_a, get_self_a },
  { "b_self_ns", N_ ("Own time B"), STRATA_CELLS_NUMBER, FALSE, dup_self_b, get_self_b },
  { "delta_self_ns", N_ ("Δ own time"), STRATA_CELLS_NUMBER, FALSE, dup_self_delta, get_self_delta },
};

static void
say_why_empty (StrataCallPane *self)
{
  guint32 slices[STRATA_N_DIFF_SIDES];

  strata_session_pair_get_calls (self->pair, slices);
  strata_compare_table_set_empty (self->table, slices[STRATA_DIFF_A] != STRATA_NONE || slices[STRATA_DIFF_B] != STRATA_NONE
                                                   ? _ ("The selected call has no counterpart in the other capture.")
                                                   : _ ("Select a call in one of the captures to compare it with the same call in the other."));
}

static void
update (StrataCallPane *self)
{
  gboolean is_cut = FALSE;
  GArray *rows = strata_session_pair_compare_calls (self->pair, MOST_ROWS, &is_cut);
  Calls *calls;

  gtk_widget_set_visible (GTK_WIDGET (self->cut), is_cut);
  if (rows == NULL)
    {
      strata_compare_table_set (self->table, NULL, NULL, 0);
      say_why_empty (self);
      return;
    }

  calls = g_new (Calls, 1);
  calls->rows = rows;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    calls->traces[side] = g_object_ref (strata_session_get_trace (strata_session_pair_get (self->pair, side)));
  strata_compare_table_set (self->table, calls, calls_free, rows->len);
}

/* Work on calls that nobody looks at would make each click slow. */
static void
on_calls_changed (StrataCallPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

/* Goes to the call, and to its counterpart if there is one; what is inside it is compared next. */
static void
on_row_activated (StrataCallPane *self,
                  guint row)
{
  const StrataCallDiff call = *get_call (strata_compare_table_get_data (self->table), row);
  const StrataDiffSide side = call.slice[STRATA_DIFF_B] != STRATA_NONE ? STRATA_DIFF_B : STRATA_DIFF_A;

  strata_session_select_slice (strata_session_pair_get (self->pair, side), call.slice[side]);
  strata_session_pair_centre_calls (self->pair, side);
}

static void
strata_call_pane_dispose (GObject *object)
{
  StrataCallPane *self = STRATA_CALL_PANE (object);

  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->table)));
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_call_pane_parent_class)->dispose (object);
}

static void
strata_call_pane_class_init (StrataCallPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_call_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_call_pane_init (StrataCallPane *self)
{
  self->table = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Matched calls"), "", columns, G_N_ELEMENTS (columns)));
  self->cut = GTK_LABEL (gtk_label_new (NULL));

  g_autofree char *text = g_strdup_printf (_ ("Only the first %d calls are shown; “strata-cli diff --call” lists all of them."), MOST_ROWS);

  gtk_label_set_label (self->cut, text);
  gtk_widget_add_css_class (GTK_WIDGET (self->cut), "warning");
  gtk_widget_set_visible (GTK_WIDGET (self->cut), FALSE);
  strata_compare_table_add_header (self->table, GTK_WIDGET (self->cut));
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
}

/**
 * strata_call_pane_new:
 * @pair: two sessions
 *
 * Returns: (transfer floating): the selected calls of both, side by side
 */
GtkWidget *
strata_call_pane_new (StrataSessionPair *pair)
{
  StrataCallPane *self = g_object_new (STRATA_TYPE_CALL_PANE, NULL);

  self->pair = g_object_ref (pair);
  g_signal_connect_object (pair, "calls-changed", G_CALLBACK (on_calls_changed), self, G_CONNECT_SWAPPED);
  say_why_empty (self);

  return GTK_WIDGET (self);
}

/**
 * strata_call_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its table
 */
StrataCompareTable *
strata_call_pane_get_table (StrataCallPane *self)
{
  return self->table;
}
