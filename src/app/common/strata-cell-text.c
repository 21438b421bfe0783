/* strata-cell-text.c - texts of cells, aligned to one side whatever their direction
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cell-text.h"

#include <string.h>

#include "strata-name-parts.h"

#define LEFT_TO_RIGHT_MARK "\u200e"

/* Returns the first letter, which determines the direction in Pango, or the end of the text. */
static const char *
find_letter (const char *text)
{
  while (*text != '\0' && !g_unichar_isalpha (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);

  return text;
}

static gboolean
is_right_to_left (const char *letter)
{
  const GUnicodeScript script = g_unichar_get_script (g_utf8_get_char (letter));

  return script == G_UNICODE_SCRIPT_ARABIC || script == G_UNICODE_SCRIPT_HEBREW || script == G_UNICODE_SCRIPT_SYRIAC ||
         script == G_UNICODE_SCRIPT_THAANA || script == G_UNICODE_SCRIPT_NKO;
}

/**
 * strata_cell_text_dup_marked:
 * @text: the text of a widget, in UTF-8
 * @direction: the direction of the widget
 *
 * Pango puts text that begins in Arabic or Hebrew at the right edge, far from the other
 * names of a column and, in a tree, from its arrow. An invisible mark makes the line
 * begin at the left; its words do not change. In right-to-left widgets
 * a number without letters, such as "28.1 %", needs that mark:
 * otherwise the sign would be before it, and "28.1 ms" at another edge.
 *
 * Returns: (transfer full): the text, with such a mark if it needs one
 */
char *
strata_cell_text_dup_marked (const char *text,
                             GtkTextDirection direction)
{
  const char *letter = find_letter (text);
  const gboolean is_number = *letter == '\0' && *text != '\0';

  return g_strconcat ((direction == GTK_TEXT_DIR_RTL ? is_number : is_right_to_left (letter)) ? LEFT_TO_RIGHT_MARK : "", text, NULL);
}

/**
 * strata_cell_text_new:
 * @overflow: how to cut a text that is too long
 *
 * GTK 4.8 shifts a truncated text upwards, unless it begins at the top. A table
 * with such cells instead of labels need not measure all of its rows whenever a text
 * changes.
 *
 * Returns: (transfer floating): an empty cell for strata_cell_text_set(), a #GtkInscription
 */
GtkWidget *
strata_cell_text_new (GtkInscriptionOverflow overflow)
{
  GtkInscription *cell = GTK_INSCRIPTION (gtk_inscription_new (NULL));

  gtk_inscription_set_text_overflow (cell, overflow);
  gtk_inscription_set_xalign (cell, 0);
  gtk_inscription_set_yalign (cell, 0);
  gtk_widget_set_valign (GTK_WIDGET (cell), GTK_ALIGN_CENTER);

  return GTK_WIDGET (cell);
}

/**
 * strata_cell_text_set:
 * @cell: a cell of a table
 * @text: its text, in UTF-8
 *
 * Sets the text with a direction mark if needed, see strata_cell_text_dup_marked().
 */
void
strata_cell_text_set (GtkInscription *cell,
                      const char *text)
{
  g_autofree char *marked = strata_cell_text_dup_marked (text, gtk_widget_get_direction (GTK_WIDGET (cell)));

  gtk_inscription_set_text (cell, marked);
}

/* Returns the width of a text in the characters that a cell counts: those of the language's font, whose digits may be
 * narrower than the ones shown. */
static guint
count_chars (GtkWidget *cell,
             const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (cell, text);
  PangoFontMetrics *metrics = pango_context_get_metrics (gtk_widget_get_pango_context (cell), NULL, NULL);
  const int char_width = MAX (pango_font_metrics_get_approximate_char_width (metrics), pango_font_metrics_get_approximate_digit_width (metrics));
  int width;

  pango_font_metrics_unref (metrics);
  pango_layout_get_size (layout, &width, NULL);
  return (guint) (width / MAX (char_width, 1)) + 1;
}

/**
 * strata_cell_text_set_number:
 * @cell: a cell of a table
 * @text: its number with its unit, in UTF-8
 *
 * Sets a number, which must not be cut: if it is longer than the cell, such as "1.06 k samples", the column becomes wider.
 */
void
strata_cell_text_set_number (GtkInscription *cell,
                             const char *text)
{
  const guint n_chars = gtk_inscription_get_min_chars (cell);

  if ((guint) g_utf8_strlen (text, -1) + 1 >= n_chars)
    gtk_inscription_set_min_chars (cell, MAX (n_chars, count_chars (GTK_WIDGET (cell), text)));
  strata_cell_text_set (cell, text);
}

/**
 * strata_cell_text_new_label:
 * @text: a number or a name, in UTF-8
 * @xalign: its horizontal alignment
 * @ellipsize: where to cut it if it is too long
 *
 * Returns: (transfer floating): a label
 */
GtkWidget *
strata_cell_text_new_label (const char *text,
                            float xalign,
                            PangoEllipsizeMode ellipsize)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));
  g_autofree char *marked = strata_cell_text_dup_marked (text, gtk_widget_get_direction (GTK_WIDGET (label)));

  gtk_label_set_label (label, marked);
  gtk_label_set_xalign (label, xalign);
  gtk_label_set_ellipsize (label, ellipsize);

  return GTK_WIDGET (label);
}

/**
 * strata_cell_text_set_name:
 * @cell: a cell with the name of calls
 * @name: the name, in UTF-8
 * @n_chars: how long it may be before its parameters are left out
 *
 * Sets a name so that a narrow column shows the name of the method rather than its class or parameters.
 */
void
strata_cell_text_set_name (GtkInscription *cell,
                           const char *name,
                           guint n_chars)
{
  const char *parameters = strata_name_find_parameters (name);
  const gboolean is_long = parameters != NULL && g_utf8_strlen (name, -1) > n_chars && strchr (parameters, ')') > parameters + 1;
  g_autofree char *text = is_long ? g_strdup_printf ("%.*s(…)", (int) (parameters - name), name) : g_strdup (name);

  gtk_inscription_set_text_overflow (cell, strata_name_has_path (name) ? GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_START : GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);
  strata_cell_text_set (cell, text);
}
