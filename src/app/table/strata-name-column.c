/* strata-name-column.c - keeps the names of a table near its numbers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-name-column.h"

/* An expanding column takes all width that the numbers leave: in a wide window they end up so far
 * from their names that it is hard to find the row again, and in a narrow one nothing is left for
 * the names. So the width of the names is set, until the user sets it. */
#define LEAST_PX 280
#define LEAST_OF_NARROW_PX 120
#define MOST_PX 720
#define MOST_FRAC 0.5

/* Lives as long as its view. */
typedef struct
{
  GtkColumnView *view;         /* borrowed: the view owns this */
  GtkColumnViewColumn *column; /* owned: the names */
  GtkAdjustment *adjustment;   /* owned, nullable: its page size is the width of the view */
  int set_px;                  /* set by us; any other width is the user's */
  guint idle_id;
} NameColumn;

static void
free_name_column (gpointer data)
{
  NameColumn *self = data;

  g_clear_handle_id (&self->idle_id, g_source_remove);
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_clear_object (&self->adjustment);
  g_clear_object (&self->column);
  g_free (self);
}

/* The total width of all other columns' titles. */
static int
measure_others (NameColumn *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  int width_px = 0;

  for (guint i = 0; title != NULL; i++, title = gtk_widget_get_next_sibling (title))
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (column != self->column && gtk_widget_get_visible (title))
        width_px += gtk_widget_get_allocated_width (title); /* with padding */
    }

  return width_px;
}

static gboolean
on_idle (gpointer data)
{
  NameColumn *self = data;
  const int page_px = (int) gtk_adjustment_get_page_size (self->adjustment);
  const int half_px = MAX ((int) (page_px * MOST_FRAC), LEAST_OF_NARROW_PX);
  const int least_px = MIN (LEAST_PX, half_px);

  self->idle_id = 0;
  if (page_px <= 1 || gtk_column_view_column_get_fixed_width (self->column) != self->set_px)
    return G_SOURCE_REMOVE;

  self->set_px = CLAMP (page_px - measure_others (self), least_px, MAX (MIN (half_px, MOST_PX), least_px));
  gtk_column_view_column_set_fixed_width (self->column, self->set_px);
  return G_SOURCE_REMOVE;
}

/* Widths are reported during allocation, when no other may be requested. */
static void
schedule (NameColumn *self)
{
  if (self->idle_id == 0)
    self->idle_id = g_idle_add (on_idle, self);
}

static void
on_adjustment_changed (NameColumn *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view));

  if (self->adjustment == adjustment)
    return;

  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_set_object (&self->adjustment, adjustment);
  if (adjustment != NULL)
    g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (schedule), self);
}

/* The expanding column, if there is exactly one. */
static GtkColumnViewColumn *
find_expanding (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkColumnViewColumn *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_expand (column) && found != NULL)
        return NULL;
      if (gtk_column_view_column_get_expand (column))
        found = column;
    }

  return found;
}

/**
 * strata_name_column_follow:
 * @view: a view with its columns, one of which expands: the names, or sentences
 *
 * Sets the width of the names to what the numbers leave, but at most half of the view, so that
 * numbers are near their names, and at least enough to be readable, in which case the view
 * scrolls. Once the user drags the edge, the user's width stays.
 */
void
strata_name_column_follow (GtkColumnView *view)
{
  GtkColumnViewColumn *column = find_expanding (view);

  if (column == NULL)
    return;

  NameColumn *self = g_new0 (NameColumn, 1);

  self->view = view;
  self->column = g_object_ref (column);
  self->set_px = LEAST_PX;
  gtk_column_view_column_set_expand (column, FALSE);
  gtk_column_view_column_set_fixed_width (column, LEAST_PX);
  g_object_set_data_full (G_OBJECT (view), "strata-name-column", self, free_name_column);
  g_signal_connect_swapped (view, "notify::hadjustment", G_CALLBACK (on_adjustment_changed), self);
  on_adjustment_changed (self);
}
