/* strata-usage-cells.c - running time by CPU and frequency
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-cells.h"

#include <glib/gi18n-lib.h>

#include "strata-cpu-title.h"
#include "strata-units.h"
#include "strata-usage-rows.h"

/* A line for each CPU, and below it one for each known frequency. More lines than this are of no
 * use to the user; an export has them all. */
#define MAX_LINES 200

struct _StrataUsageCells
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkGrid *grid;
  StrataUsage *usage; /* owned; nullable */
  StrataUsageBy by;
  GArray *cells; /* (element-type StrataUsageCell) owned; the shown cells */
};

G_DEFINE_FINAL_TYPE (StrataUsageCells, strata_usage_cells, GTK_TYPE_WIDGET)

static void
attach_text (StrataUsageCells *self,
             const char *text,
             int column,
             int row,
             gboolean is_part)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_add_css_class (label, "numeric");
  if (is_part)
    gtk_widget_add_css_class (label, "dim-label");
  if (is_part && column == 0)
    gtk_widget_set_margin_start (label, 12);

  gtk_grid_attach (self->grid, label, column, row, 1, 1);
}

static void
attach_line (StrataUsageCells *self,
             int row,
             const char *title,
             gint64 running_ns,
             gint64 whole_ns,
             gboolean is_part)
{
  char text[STRATA_UNITS_BYTES];

  attach_text (self, title, 0, row, is_part);
  attach_text (self, strata_units_duration (running_ns, text), 1, row, is_part);
  attach_text (self, strata_units_share (running_ns, whole_ns, text), 2, row, is_part);
}

static char *
dup_frequency (gint64 khz)
{
  if (khz == STRATA_USAGE_NO_KHZ)
    return g_strdup (_ ("frequency not known"));
  if (khz < 1000000)
    return g_strdup_printf (_ ("%.0f MHz"), (double) khz / 1000);

  return g_strdup_printf (_ ("%.2f GHz"), (double) khz / 1000000);
}

/* Adds the cells of one CPU, from @first on; returns the first of the next CPU. */
static guint
attach_cpu (StrataUsageCells *self,
            guint first,
            gint64 whole_ns,
            int *row)
{
  const guint32 cpu = g_array_index (self->cells, StrataUsageCell, first).cpu;
  g_autofree char *title = strata_cpu_dup_title (strata_usage_get_trace (self->usage), cpu);
  gint64 sum_ns = 0;
  guint end = first;

  for (; end < self->cells->len && g_array_index (self->cells, StrataUsageCell, end).cpu == cpu; end++)
    sum_ns = strata_time_add (sum_ns, g_array_index (self->cells, StrataUsageCell, end).running_ns);

  attach_line (self, (*row)++, title, sum_ns, whole_ns, FALSE);

  const gboolean is_known = end > first + 1 || g_array_index (self->cells, StrataUsageCell, first).khz !=
                                                   STRATA_USAGE_NO_KHZ;

  for (guint i = first; is_known && i < end && *row < MAX_LINES; i++)
    {
      const StrataUsageCell *cell = &g_array_index (self->cells, StrataUsageCell, i);
      g_autofree char *frequency = dup_frequency (cell->khz);

      attach_line (self, (*row)++, frequency, cell->running_ns, whole_ns, TRUE);
    }

  return end;
}

static void
fill_grid (StrataUsageCells *self)
{
  GtkWidget *child;
  gint64 whole_ns = 0;
  int row = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);

  for (guint i = 0; i < self->cells->len; i++)
    whole_ns = strata_time_add (whole_ns, g_array_index (self->cells, StrataUsageCell, i).running_ns);
  for (guint i = 0; i < self->cells->len && row < MAX_LINES;)
    i = attach_cpu (self, i, whole_ns, &row);

  if (row == 0)
    attach_text (self, _ ("It did not run in this time range."), 0, 0, TRUE);
}

/* If all CPUs are listed, cells have no thread. */
static GArray *
list_cells (StrataUsage *usage,
            StrataUsageBy by,
            guint32 index)
{
  GArray *all = strata_usage_list_cells (usage, by);
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    if (index == STRATA_NONE || g_array_index (all, StrataUsageCell, i).index == index)
      g_array_index (all, StrataUsageCell, n++) = g_array_index (all, StrataUsageCell, i);

  g_array_set_size (all, n);
  return all;
}

/**
 * strata_usage_cells_show:
 * @self: the widget
 * @usage: (nullable): a usage
 * @by: the kind of its rows
 * @index: of a thread or process, number of a CPU, or %STRATA_NONE for all
 * together
 * @title: its title
 *
 * Shows the running time by CPU and frequency.
 */
void
strata_usage_cells_show (StrataUsageCells *self,
                         StrataUsage *usage,
                         StrataUsageBy by,
                         guint32 index,
                         const char *title)
{
  StrataUsage *before = self->usage;

  self->usage = usage != NULL ? strata_usage_ref (usage) : NULL;
  g_clear_pointer (&before, strata_usage_unref);
  g_clear_pointer (&self->cells, g_array_unref);
  self->by = index == STRATA_NONE ? STRATA_USAGE_BY_CPU : by;
  self->cells = usage != NULL ? list_cells (usage, self->by, index) : g_array_new (FALSE, FALSE, sizeof (StrataUsageCell));
  gtk_label_set_label (self->title, title);
  fill_grid (self);
}

/**
 * strata_usage_cells_new_rows:
 * @self: the widget
 *
 * Returns: (transfer full) (nullable): all shown rows; see
 * #StrataTableSource
 */
StrataTableRows *
strata_usage_cells_new_rows (StrataUsageCells *self)
{
  if (self->usage == NULL || self->cells->len == 0)
    return NULL;

  g_autoptr (StrataRows) rows = strata_usage_rows_new_cells (self->usage, self->by, self->cells);

  return strata_table_rows_new_all (_ ("CPUs and frequencies"), rows);
}

static void
strata_usage_cells_dispose (GObject *object)
{
  StrataUsageCells *self = STRATA_USAGE_CELLS (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->usage, strata_usage_unref);
  g_clear_pointer (&self->cells, g_array_unref);

  G_OBJECT_CLASS (strata_usage_cells_parent_class)->dispose (object);
}

static void
strata_usage_cells_class_init (StrataUsageCellsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_usage_cells_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_usage_cells_init (StrataUsageCells *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  /* not the usage of a CPU but its share of the running time on all CPUs */
  GtkWidget *note = gtk_label_new (_ ("Running time and share"));

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->title = GTK_LABEL (gtk_label_new (NULL));
  self->grid = GTK_GRID (gtk_grid_new ());
  self->cells = g_array_new (FALSE, FALSE, sizeof (StrataUsageCell));
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "heading");
  gtk_label_set_xalign (self->title, 0);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_MIDDLE);
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_grid_set_row_spacing (self->grid, 2);
  gtk_widget_add_css_class (self->content, "usage-cells");
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->title));
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_ellipsize (GTK_LABEL (note), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_box_append (GTK_BOX (self->content), note);
  gtk_box_append (GTK_BOX (self->content), scroller);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->grid));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}
