/* test-cell-text.c - text direction of cells
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-cell-text.h"
#include "strata-tooltip.h"

static const struct
{
  const char *text;
  gboolean is_marked; /* needs a mark where lines begin at the left */
  gboolean is_number; /* needs a mark where they begin at the right */
} rows[] = {
  { "", FALSE },
  { "draw", FALSE },
  { "12 |", FALSE, TRUE },
  { "28.1\302\240%", FALSE, TRUE },
  { "+49.9 %", FALSE, TRUE },
  { "28.1\302\240ms", FALSE },
  { "רסם", TRUE },
  { "12: رسم", TRUE },
  { "draw رسم", FALSE },
  { "رسم draw", TRUE },
  { "绘制", FALSE },
  { "|", FALSE, TRUE },
};

/* Cells of a left-to-right table are left-to-right whatever their text; a right-to-left table marks numbers only. */
static void
test_marks (void)
{
  GtkInscription *cell = g_object_ref_sink (GTK_INSCRIPTION (gtk_inscription_new (NULL)));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *marked = g_strconcat (rows[i].is_marked ? "\u200e" : "", rows[i].text, NULL);

      gtk_widget_set_direction (GTK_WIDGET (cell), GTK_TEXT_DIR_LTR);
      strata_cell_text_set (cell, rows[i].text);
      g_assert_cmpstr (gtk_inscription_get_text (cell), ==, marked);

      g_autofree char *number = g_strconcat (rows[i].is_number ? "\u200e" : "", rows[i].text, NULL);

      gtk_widget_set_direction (GTK_WIDGET (cell), GTK_TEXT_DIR_RTL);
      strata_cell_text_set (cell, rows[i].text);
      g_assert_cmpstr (gtk_inscription_get_text (cell), ==, number);
    }

  g_object_unref (cell);
}

/* The x position of the character at @index, from the left of its line. */
static int
get_x (PangoLayout *layout,
       int index)
{
  PangoRectangle place;

  pango_layout_index_to_pos (layout, index, &place);
  return MIN (place.x, place.x + place.width);
}

/* A number reads from its first digit to its sign in either direction; without marks it would not. */
static void
test_order (void)
{
  static const GtkTextDirection directions[] = { GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL };
  const char *text = "28.1\302\240%";

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      gtk_widget_set_default_direction (directions[i]);

      GtkLabel *label = g_object_ref_sink (GTK_LABEL (strata_cell_text_new_label (text, 0, PANGO_ELLIPSIZE_NONE)));

      const char *shown = gtk_label_get_text (label);
      const int first = (int) (strchr (shown, '2') - shown);
      const int sign = (int) (strchr (shown, '%') - shown);

      g_assert_cmpint (get_x (gtk_label_get_layout (label), first), <, get_x (gtk_label_get_layout (label), sign));
      gtk_label_set_label (label, text);
      g_assert_cmpint (get_x (gtk_label_get_layout (label), 0) < get_x (gtk_label_get_layout (label), (int) strlen (text) - 1), ==, directions[i] == GTK_TEXT_DIR_LTR);
      g_object_unref (label);
    }
}

/* A narrow column keeps the name of the method. */
static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *shown;
    GtkInscriptionOverflow overflow;
  } names[] = {
    { "draw", "draw", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE },
    { "Choreographer#doFrame 48310 of the main thread", "Choreographer#doFrame 48310 of the main thread", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE },
    { "com.example.Widget.measureChildren", "com.example.Widget.measureChildren", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_START },
    { "int a::b(int)", "int a::b(int)", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_START },
    { "virtual OHOS::ErrCode Proxy::Get(const int, std::string &)", "virtual OHOS::ErrCode Proxy::Get(…)", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_START },
    { "Record View#draw() of a list that is rather long, yet", "Record View#draw() of a list that is rather long, yet", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkInscription *cell = g_object_ref_sink (GTK_INSCRIPTION (strata_cell_text_new (GTK_INSCRIPTION_OVERFLOW_CLIP)));

      strata_cell_text_set_name (cell, names[i].name, 40);
      g_assert_cmpstr (gtk_inscription_get_text (cell), ==, names[i].shown);
      g_assert_cmpint (gtk_inscription_get_text_overflow (cell), ==, names[i].overflow);
      g_object_unref (cell);
    }
}

static int
measure_px (GtkInscription *cell)
{
  int width_px;

  gtk_widget_measure (GTK_WIDGET (cell), GTK_ORIENTATION_HORIZONTAL, -1, &width_px, NULL, NULL, NULL);
  return width_px;
}

/* No number is cut; the column keeps its width when it shows a shorter one. */
static void
test_numbers (void)
{
  static const char *const numbers[] = { "+115.0\302\240ms", "1.06\302\240k\302\240samples", "+888.8\302\240MMMMMMMM" }; /* the last is wider than its number of characters */
  GtkInscription *cell = g_object_ref_sink (GTK_INSCRIPTION (strata_cell_text_new (GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)));

  gtk_inscription_set_min_chars (cell, 9);
  const int before_px = measure_px (cell);

  strata_cell_text_set_number (cell, "12.3\302\240ms");
  g_assert_cmpint (measure_px (cell), ==, before_px);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      GtkWidget *label = g_object_ref_sink (gtk_label_new (numbers[i]));
      int label_px;

      strata_cell_text_set_number (cell, numbers[i]);
      gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, &label_px, NULL, NULL, NULL);
      g_assert_cmpint (measure_px (cell), >=, label_px);
      g_object_unref (label);
    }

  const int wide_px = measure_px (cell);

  strata_cell_text_set_number (cell, "1\302\240sample");
  g_assert_cmpint (measure_px (cell), ==, wide_px);
  g_object_unref (cell);
}

static gboolean
ask (GtkWidget *cell)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean has_any = FALSE;

  g_signal_emit_by_name (cell, "query-tooltip", 0, 0, FALSE, tooltip, &has_any);
  return has_any;
}

/* A cell has the tooltip of its current content, or none. */
static void
test_tooltip (void)
{
  GtkWidget *cell = g_object_ref_sink (gtk_label_new (NULL));

  strata_tooltip_set_of_cell (cell, NULL);
  g_assert_false (gtk_widget_get_has_tooltip (cell));
  strata_tooltip_set_of_cell (cell, "first");
  g_assert_true (gtk_widget_get_has_tooltip (cell));
  g_assert_true (ask (cell));
  strata_tooltip_set_of_cell (cell, NULL);
  g_assert_false (ask (cell));
  strata_tooltip_set_of_cell (cell, "second");
  g_assert_true (ask (cell));
  g_object_unref (cell);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cell-text/marks", test_marks);
  g_test_add_func ("/cell-text/order", test_order);
  g_test_add_func ("/cell-text/names", test_names);
  g_test_add_func ("/cell-text/numbers", test_numbers);
  g_test_add_func ("/cell-text/tooltip", test_tooltip);
  return g_test_run ();
}
