/* test-row-column.c - columns of a table of rows are as wide as their titles and figures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-row-column.h"

#include "strata-slice-list.h"

#include "ui-fixture.h"

/* Nothing of the row is shown, so it needs no values. */
static const StrataTableColumn columns[] = {
  { "dur_ns", "Duration", STRATA_CELL_DURATION, .width_px = 10 },
  { "depth", "Depth of this call", STRATA_CELL_NUMBER, .width_px = 400 },
};
static const StrataRowClass narrow_class = { STRATA_ROW_COLUMNS (columns), .shown = { NULL, 0 } };

static int
measure_width (GtkWidget *widget)
{
  int width_px;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width_px, NULL, NULL);
  return width_px;
}

static GtkWidget *
new_view (const StrataRowClass *klass)
{
  GtkWidget *view = gtk_column_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (gtk_string_list_new (NULL)))));

  strata_row_column_add (GTK_COLUMN_VIEW (view), klass, TRUE);
  return g_object_ref_sink (view);
}

static int
get_fixed_width (GtkWidget *view,
                 guint index)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (view)), index);

  return gtk_column_view_column_get_fixed_width (column);
}

/* No title of a fixed column is cut, once it has its style. */
static void
test_titles (gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  g_autoptr (GtkWidget) view = new_view (data);

  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait_until (gtk_widget_get_width (view) > 0);

  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (view));

  for (guint i = 0; title != NULL; title = gtk_widget_get_next_sibling (title), i++)
    if (get_fixed_width (view, i) > 0)
      g_assert_cmpint (get_fixed_width (view, i), >=, measure_width (title));

  gtk_window_destroy (GTK_WINDOW (window));
}

/* The given width is the least, in a font of usual size. */
static void
test_given_width (void)
{
  g_autoptr (GtkWidget) view = new_view (&narrow_class);

  g_assert_cmpint (get_fixed_width (view, 0), >, 10);
  g_assert_cmpint (get_fixed_width (view, 1), >=, 400);
  g_assert_cmpint (get_fixed_width (view, 1), <, 500);
}

/* The longest usual text of each kind has room. */
static void
test_figures (void)
{
  static const struct
  {
    StrataCellKind kind;
    const char *text;
  } cases[] = {
    { STRATA_CELL_DURATION, "888.8\u00a0ms" },
    { STRATA_CELL_DURATION, "-88.8\u00a0ms" },
    { STRATA_CELL_TIME, "888.888888\u00a0s" },
    { STRATA_CELL_TIME, "888.888\u00a0ms" },
    { STRATA_CELL_COUNT, "8\u202f888\u202f888" },
    { STRATA_CELL_NUMBER, "88888888" },
    { STRATA_CELL_FIGURE, "-88.8\u00a0%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const StrataTableColumn column = { .name = "x", .title = "x", .kind = cases[i].kind };
      g_autoptr (GtkWidget) cell = g_object_ref_sink (strata_row_column_new_cell (&column));
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (cell, cases[i].text);
      int text_px;

      pango_layout_get_pixel_size (layout, &text_px, NULL);
      g_test_message ("%s: %d px in %d px", cases[i].text, text_px, measure_width (cell));
      g_assert_cmpint (measure_width (cell), >=, text_px);
    }
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/row-column/titles/slices", strata_slice_list_get_class (), test_titles);
  g_test_add_data_func ("/row-column/titles/narrow", &narrow_class, test_titles);
  g_test_add_func ("/row-column/given-width", test_given_width);
  g_test_add_func ("/row-column/figures", test_figures);
  return g_test_run ();
}
