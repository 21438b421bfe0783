/* strata-cell-text.c - texts of cells, on one side whatever their direction
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cell-text.h"

#define LEFT_TO_RIGHT_MARK "\u200e"

/* What Pango goes by: the first letter. */
static gboolean
is_right_to_left (const char *text)
{
  while (*text != '\0' && !g_unichar_isalpha (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);

  const GUnicodeScript script = g_unichar_get_script (g_utf8_get_char (text));

  return script == G_UNICODE_SCRIPT_ARABIC || script == G_UNICODE_SCRIPT_HEBREW || script == G_UNICODE_SCRIPT_SYRIAC ||
         script == G_UNICODE_SCRIPT_THAANA || script == G_UNICODE_SCRIPT_NKO;
}

/**
 * strata_cell_text_set:
 * @cell: a cell of a table
 * @text: what it is to say, in UTF-8
 *
 * Pango puts what begins in Arabic or Hebrew at the right edge, far from the other
 * names of a column and, in a tree, from its arrow. A mark that nobody sees says
 * that the line begins at the left; the words in it read as they did.
 */
void
strata_cell_text_set (GtkInscription *cell,
                      const char *text)
{
  const gboolean is_marked = is_right_to_left (text) && gtk_widget_get_direction (GTK_WIDGET (cell)) == GTK_TEXT_DIR_LTR;
  g_autofree char *marked = is_marked ? g_strconcat (LEFT_TO_RIGHT_MARK, text, NULL) : NULL;

  gtk_inscription_set_text (cell, is_marked ? marked : text);
}
