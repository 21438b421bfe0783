/* test-cell-text.c - where texts of cells begin
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cell-text.h"

static const struct
{
  const char *text;
  gboolean is_marked;
} rows[] = {
  { "", FALSE },
  { "draw", FALSE },
  { "12 |", FALSE },
  { "רסם", TRUE },
  { "12: رسم", TRUE },
  { "draw رسم", FALSE },
  { "رسم draw", TRUE },
  { "绘制", FALSE },
  { "|", FALSE },
};

/* At the left, whatever the text; a table that begins at the right does so by itself. */
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

      gtk_widget_set_direction (GTK_WIDGET (cell), GTK_TEXT_DIR_RTL);
      strata_cell_text_set (cell, rows[i].text);
      g_assert_cmpstr (gtk_inscription_get_text (cell), ==, rows[i].text);
    }

  g_object_unref (cell);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cell-text/marks", test_marks);
  return g_test_run ();
}
