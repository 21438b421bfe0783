/* strata-query-pivot.c - sums by chosen columns, written as SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-pivot.h"

#include <glib/gi18n-lib.h>

/* A popover with the rows to count, and a check button for each column to group by. It writes the
 * query, which the pane puts into its editor and runs, so that the user can refine it. */

#define SPACING_PX 6
#define MARGIN_PX 12
#define MOST_COLUMNS 6

typedef struct
{
  const char *name;       /* of the column in the result */
  const char *expression; /* in SQL */
} Column;

typedef struct
{
  const char *title;
  const char *from;
  const char *where; /* (nullable) */
  const char *value; /* the value to sum */
  Column columns[MOST_COLUMNS];
} Source;

#define OF_THREAD " JOIN thread USING (utid) LEFT JOIN process USING (upid)"

static const Source sources[] = {
  { N_ ("Slices of threads"), "thread_slice", "dur >= 0", "dur", { { "name", "name" }, { "thread_name", "thread_name" }, { "process_name", "process_name" }, { "category", "category" }, { "depth", "depth" } } },
  { N_ ("Asynchronous slices"), "slice JOIN track ON slice.track_id = track.id LEFT JOIN process ON track.of_upid = process.upid", "dur >= 0 AND of_utid IS NULL AND of_cpu IS NULL", "dur", { { "name", "slice.name" }, { "process_name", "process.name" }, { "category", "category" } } },
  { N_ ("Thread states"), "thread_state" OF_THREAD, "dur >= 0", "dur", { { "state", "state" }, { "thread_name", "thread.name" }, { "process_name", "process.name" }, { "cpu", "cpu" }, { "io_wait", "io_wait" }, { "blocked_function", "blocked_function" } } },
  { N_ ("Runs on CPUs"), "sched" OF_THREAD, "dur >= 0 AND NOT is_idle", "dur", { { "cpu", "cpu" }, { "thread_name", "thread.name" }, { "process_name", "process.name" }, { "end_state", "end_state" }, { "priority", "priority" } } },
  { N_ ("Frames"), "frame LEFT JOIN process USING (upid)", "dur >= 0", "dur", { { "verdict", "verdict" }, { "process_name", "process.name" }, { "producer", "producer" } } },
  { N_ ("Counters"), "counters LEFT JOIN process_counter_track USING (id) LEFT JOIN process USING (upid)", NULL, "value", { { "name", "counters.name" }, { "process_name", "process.name" } } },
};

/* Returns the number of kinds of rows. */
guint
strata_query_pivot_get_n_sources (void)
{
  return G_N_ELEMENTS (sources);
}

/**
 * strata_query_pivot_get_n_columns:
 * @source: number of a kind of rows
 *
 * Returns: the number of columns that they can be grouped by
 */
guint
strata_query_pivot_get_n_columns (guint source)
{
  guint n_columns = 0;

  while (n_columns < MOST_COLUMNS && sources[source].columns[n_columns].name != NULL)
    n_columns++;

  return n_columns;
}

/* Appends the chosen columns: as results with their names, or as numbers of results. */
static void
append_columns (GString *sql,
                const Source *source,
                guint columns,
                gboolean is_result)
{
  guint n_columns = 0;

  for (guint i = 0; i < MOST_COLUMNS; i++)
    {
      const Column *column = &source->columns[i];

      if ((columns & 1u << i) == 0 || column->name == NULL)
        continue;

      n_columns++;
      if (!is_result)
        g_string_append_printf (sql, "%s%u", n_columns > 1 ? ", " : "\nGROUP BY ", n_columns);
      else if (g_str_equal (column->name, column->expression))
        g_string_append_printf (sql, "%s, ", column->name);
      else
        g_string_append_printf (sql, "%s AS %s, ", column->expression, column->name);
    }
}

/**
 * strata_query_pivot_dup_sql:
 * @source: number of a kind of rows
 * @columns: a bit for each column to group by
 *
 * Returns: (transfer full): a query for the number of rows and the sum, mean and maximum of their values
 */
char *
strata_query_pivot_dup_sql (guint source,
                            guint columns)
{
  const Source *from = &sources[source];
  GString *sql = g_string_new ("SELECT ");

  append_columns (sql, from, columns, TRUE);
  g_string_append_printf (sql, "count(*) AS n, sum(%s) AS sum_%s, avg(%s) AS mean_%s, max(%s) AS max_%s\nFROM %s",
                          from->value, from->value, from->value, from->value, from->value, from->value, from->from);
  if (from->where != NULL)
    g_string_append_printf (sql, "\nWHERE %s", from->where);
  append_columns (sql, from, columns, FALSE);
  g_string_append_printf (sql, "\nORDER BY sum_%s DESC;", from->value);

  return g_string_free (sql, FALSE);
}

/* The check buttons of the columns are in a box, in order. */
static guint
get_columns (GtkWidget *checks)
{
  guint columns = 0;
  guint i = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (checks); child != NULL; child = gtk_widget_get_next_sibling (child), i++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (child)))
      columns |= 1u << i;

  return columns;
}

static void
on_source_changed (GtkDropDown *list,
                   GParamSpec *pspec,
                   GtkWidget *checks)
{
  const guint source = gtk_drop_down_get_selected (list);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (checks)) != NULL)
    gtk_box_remove (GTK_BOX (checks), child);

  for (guint i = 0; source < G_N_ELEMENTS (sources) && i < strata_query_pivot_get_n_columns (source); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (sources[source].columns[i].name);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), i == 0);
      gtk_box_append (GTK_BOX (checks), check);
    }
}

static void
on_run (GtkWidget *button,
        GtkWidget *checks)
{
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);
  GtkDropDown *list = GTK_DROP_DOWN (gtk_widget_get_first_child (gtk_widget_get_parent (button)));
  g_autofree char *sql = strata_query_pivot_dup_sql (gtk_drop_down_get_selected (list), get_columns (checks));

  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_activate_action (button, "query.pivot", "s", sql);
}

/**
 * strata_query_pivot_new:
 *
 * Its button activates query.pivot with the query.
 *
 * Returns: (transfer floating): a popover
 */
GtkWidget *
strata_query_pivot_new (void)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING_PX);
  GtkWidget *checks = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new (_ ("Group by"));
  GtkWidget *button = gtk_button_new_with_label (_ ("Sum Up"));
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    gtk_string_list_append (titles, _ (sources[i].title));

  GtkWidget *list = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&titles)), NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What to sum up"), -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_start (box, MARGIN_PX);
  gtk_widget_set_margin_end (box, MARGIN_PX);
  gtk_widget_set_margin_top (box, MARGIN_PX);
  gtk_widget_set_margin_bottom (box, MARGIN_PX);
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), checks);
  gtk_box_append (GTK_BOX (box), button);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_signal_connect_object (list, "notify::selected", G_CALLBACK (on_source_changed), checks, 0);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_run), checks, 0);
  on_source_changed (GTK_DROP_DOWN (list), NULL, checks);

  return popover;
}
