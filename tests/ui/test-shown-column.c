/* test-shown-column.c - tables whose hidden columns take no room
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-shown-column.h"

#include "ui-fixture.h"

#define WIDTH_PX 600
#define FIXED_PX 160

typedef struct
{
  GtkWidget *window;
  GtkColumnView *view;
  GtkColumnViewColumn *fixed; /* owned */
} Fixture;

static GtkColumnViewColumn *
append (GtkColumnView *view,
        gboolean is_wide)
{
  GtkColumnViewColumn *column = gtk_column_view_column_new ("x", gtk_signal_list_item_factory_new ());

  gtk_column_view_column_set_expand (column, is_wide);
  gtk_column_view_append_column (view, column);
  return column;
}

/* The titles are widgets of the header, in column order. */
static GtkWidget *
get_title (Fixture *fixture,
           guint index)
{
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (fixture->view)));

  for (guint i = 0; i < index; i++)
    title = gtk_widget_get_next_sibling (title);

  return title;
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->window = gtk_window_new ();
  fixture->view = GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (gtk_string_list_new (NULL))))));
  fixture->fixed = append (fixture->view, FALSE);
  gtk_column_view_column_set_fixed_width (fixture->fixed, FIXED_PX);
  g_object_unref (append (fixture->view, TRUE));

  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_set_size_request (scroller, WIDTH_PX, 200);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  gtk_window_set_child (GTK_WINDOW (fixture->window), scroller);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (gtk_widget_get_width (get_title (fixture, 1)) > 0);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_object_unref (fixture->fixed);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

/* Whether the last title ends at the right edge of the view. */
static gboolean
is_filled (Fixture *fixture)
{
  graphene_rect_t bounds;
  const guint n_columns = g_list_model_get_n_items (gtk_column_view_get_columns (fixture->view));

  return gtk_widget_compute_bounds (get_title (fixture, n_columns - 1), GTK_WIDGET (fixture->view), &bounds) &&
         (int) (bounds.origin.x + bounds.size.width + 0.5f) == gtk_widget_get_width (GTK_WIDGET (fixture->view));
}

static void
test_no_room (Fixture *fixture,
              gconstpointer data)
{
  fixture_wait_until (is_filled (fixture));

  const int width_px = gtk_widget_get_width (get_title (fixture, 1));

  strata_shown_column_set (fixture->view, 0, FALSE);
  fixture_wait_until (gtk_widget_get_width (get_title (fixture, 0)) > width_px);
  g_assert_true (is_filled (fixture));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (fixture->view)), ==, 1);
}

static void
test_width_returns (Fixture *fixture,
                    gconstpointer data)
{
  const int width_px = gtk_widget_get_width (get_title (fixture, 0));

  strata_shown_column_set (fixture->view, 0, FALSE);
  strata_shown_column_set (fixture->view, 0, FALSE);
  strata_shown_column_set (fixture->view, 0, TRUE);
  strata_shown_column_set (fixture->view, 0, TRUE);

  g_assert_cmpint (gtk_column_view_column_get_fixed_width (fixture->fixed), ==, FIXED_PX);
  fixture_wait_until (gtk_widget_get_width (get_title (fixture, 0)) == width_px);
  fixture_wait_until (is_filled (fixture));
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add ("/shown-column/no-room", Fixture, NULL, set_up, test_no_room, tear_down);
  g_test_add ("/shown-column/width-returns", Fixture, NULL, set_up, test_width_returns, tear_down);

  return g_test_run ();
}
