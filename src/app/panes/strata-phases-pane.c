/* strata-phases-pane.c - what people waited for: starts and inputs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-phases-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-phase-rows.h"
#include "strata-session-frames.h"
#include "strata-units.h"

/* In the order of time, in which the steps of a start follow it. A line leads to its
 * place; the data of the table is the session. */
struct _StrataPhasesPane
{
  GtkWidget parent_instance;

  StrataCompareTable *table; /* a child */
  StrataSession *session;    /* owned; nullable */
};

G_DEFINE_FINAL_TYPE (StrataPhasesPane, strata_phases_pane, GTK_TYPE_WIDGET)

static const StrataPhase *
get_phase (gpointer data,
           guint row)
{
  guint n_phases;

  return strata_session_get_phases (data, &n_phases) + row;
}

static char *
dup_kind (gpointer data,
          guint row)
{
  return g_strdup (strata_phase_kind_get_name (get_phase (data, row)->kind));
}

static gint64
get_length_ns (gpointer data,
               guint row)
{
  return get_phase (data, row)->end_ns - get_phase (data, row)->begin_ns;
}

static char *
dup_duration (gpointer data,
              guint row)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_duration (get_length_ns (data, row), text));
}

static double
get_duration (gpointer data,
              guint row)
{
  return (double) get_length_ns (data, row);
}

static gint64
get_offset_ns (gpointer data,
               guint row)
{
  return get_phase (data, row)->begin_ns - strata_trace_get_span (strata_session_get_trace (data)).begin_ns;
}

static char *
dup_time (gpointer data,
          guint row)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_offset (get_offset_ns (data, row), 1000, text));
}

static double
get_time (gpointer data,
          guint row)
{
  return (double) get_offset_ns (data, row);
}

static char *
dup_name (gpointer data,
          guint row)
{
  return g_utf8_make_valid (strata_trace_get_string (strata_session_get_trace (data), get_phase (data, row)->name), -1);
}

static char *
dup_process (gpointer data,
             guint row)
{
  StrataTrace *trace = strata_session_get_trace (data);
  const guint32 process = get_phase (data, row)->process;

  return process != STRATA_NONE ? g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[process].name), -1) : g_strdup ("");
}

static const StrataCompareColumn columns[] = {
  [STRATA_PHASE_COLUMN_KIND] = { "kind", N_ ("Kind"), STRATA_CELLS_TEXT, FALSE, dup_kind, NULL },
  [STRATA_PHASE_COLUMN_DURATION] = { "dur_ns", N_ ("Duration"), STRATA_CELLS_NUMBER, FALSE, dup_duration, get_duration },
  [STRATA_PHASE_COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELLS_NUMBER, FALSE, dup_time, get_time },
  [STRATA_PHASE_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELLS_TEXT, TRUE, dup_name, NULL },
  [STRATA_PHASE_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELLS_TEXT, FALSE, dup_process, NULL },
};

/* What programs get is what the command line says. */
typedef struct
{
  StrataTrace *trace; /* owned */
  GArray *phases;     /* owned (element-type StrataPhase): as they were listed */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_object_unref (picture->trace);
  g_array_unref (picture->phases);
  g_free (picture);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_phase_rows_write (table, picture->trace, &g_array_index (picture->phases, StrataPhase, row));
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataPhasesPane *self = user_data;
  g_autoptr (GArray) rows = strata_compare_table_list_rows (self->table, is_selection);
  guint n_columns;
  const StrataTableColumn *written = strata_phase_rows_get_columns (&n_columns);

  if (rows->len == 0)
    return NULL;

  Picture *picture = g_new (Picture, 1);

  *picture = (Picture){ g_object_ref (strata_session_get_trace (self->session)), g_array_sized_new (FALSE, FALSE, sizeof (StrataPhase), rows->len) };
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (picture->phases, *get_phase (self->session, g_array_index (rows, guint, i)));

  return strata_table_rows_new (_ ("Starts and inputs"), written, n_columns, rows->len, write_row, picture, picture_free);
}

static void
show_phases (StrataPhasesPane *self)
{
  guint n_phases = 0;

  if (self->session != NULL)
    strata_session_get_phases (self->session, &n_phases);

  strata_compare_table_set (self->table, self->session != NULL ? g_object_ref (self->session) : NULL, g_object_unref, n_phases);
}

static void
on_row_chosen (StrataPhasesPane *self,
               guint row)
{
  guint n_phases = 0;

  if (self->session != NULL)
    strata_session_get_phases (self->session, &n_phases);
  if (row < n_phases)
    strata_session_select_phase (self->session, row);
}

/**
 * strata_phases_pane_set_session:
 * @self: the pane
 * @session: (nullable): whose starts and inputs to look at
 *
 * Shows what people waited for in a session.
 */
void
strata_phases_pane_set_session (StrataPhasesPane *self,
                                StrataSession *session)
{
  if (g_set_object (&self->session, session))
    show_phases (self);
}

/**
 * strata_phases_pane_add_switcher:
 * @self: the pane
 * @switcher: what leads to what else was slow
 *
 * Puts it into the bar.
 */
void
strata_phases_pane_add_switcher (StrataPhasesPane *self,
                                 GtkWidget *switcher)
{
  GtkWidget *space = gtk_label_new (NULL);

  gtk_widget_set_hexpand (space, TRUE);
  strata_compare_table_add_header (self->table, switcher);
  strata_compare_table_add_header (self->table, space);
}

/**
 * strata_phases_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its lines
 */
StrataCompareTable *
strata_phases_pane_get_table (StrataPhasesPane *self)
{
  return self->table;
}

static void
strata_phases_pane_dispose (GObject *object)
{
  StrataPhasesPane *self = STRATA_PHASES_PANE (object);

  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->table));
  self->table = NULL;
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_phases_pane_parent_class)->dispose (object);
}

static void
strata_phases_pane_class_init (StrataPhasesPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_phases_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_phases_pane_init (StrataPhasesPane *self)
{
  self->table = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Starts and inputs"), _ ("The trace has neither the start of an app nor an input that led to a frame."), columns, G_N_ELEMENTS (columns)));
  strata_compare_table_set_source (self->table, take_rows, self);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

/**
 * strata_phases_pane_new:
 *
 * Returns: (transfer floating): an empty pane
 */
GtkWidget *
strata_phases_pane_new (void)
{
  return g_object_new (STRATA_TYPE_PHASES_PANE, NULL);
}
