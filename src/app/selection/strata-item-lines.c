/* strata-item-lines.c - the lines of the selected item
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-item-lines.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

/**
 * strata_item_lines_find:
 * @trace: a trace
 * @item: an item of it
 *
 * Returns: the lines that the item was made from; nowhere if lines were not kept
 */
StrataRawPair
strata_item_lines_find (StrataTrace *trace,
                        StrataItem item)
{
  StrataRawPair pair = { STRATA_RAW_NOWHERE, STRATA_RAW_NOWHERE };

  if (strata_trace_get_n_line_stores (trace) == 0)
    return pair;

  if (item.kind == STRATA_ITEM_SLICE)
    return strata_raw_find_slice (trace, item.index);
  if (item.kind == STRATA_ITEM_CPU_RUN)
    return strata_raw_find_run (trace, item.index);

  if (item.kind == STRATA_ITEM_SAMPLE)
    pair.begin = strata_raw_find_sample (trace, item.index);
  else if (item.kind == STRATA_ITEM_INSTANT)
    pair.begin = strata_raw_find_instant (trace, item.index);

  return pair;
}

static char *
dup_line_name (StrataTrace *trace,
               StrataRawPlace place)
{
  g_autofree char *number = g_strdup_printf (_ ("line %" PRIu64), strata_raw_get_line_number (trace, place));

  if (strata_trace_get_n_line_stores (trace) < 2)
    return g_steal_pointer (&number);

  return g_strdup_printf (_ ("%s of %s"), number, strata_line_store_get_name (strata_trace_get_line_store (trace, place.file)));
}

/* One line of text. If it is too wide, its end, which has the event, is shown; the tooltip and
 * copies have all of it. */
static void
append_place (GtkGrid *grid,
              int row,
              StrataTrace *trace,
              StrataRawPlace place)
{
  if (place.row == STRATA_NONE)
    return;

  g_autofree char *number = dup_line_name (trace, place);
  g_autofree char *text = strata_raw_dup_text (trace, place);
  GtkWidget *label = gtk_label_new (number);
  GtkWidget *value = gtk_label_new (g_strstrip (text));

  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (value, "monospace");
  gtk_label_set_xalign (GTK_LABEL (value), 0);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_START);
  gtk_label_set_single_line_mode (GTK_LABEL (value), TRUE);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_widget_set_tooltip_text (value, text);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, value, 1, row, 1, 1);
}

/**
 * strata_item_lines_new_view:
 * @trace: a trace
 * @item: an item of it
 *
 * Returns: (transfer floating) (nullable): the item's lines with their numbers, or %NULL without any
 */
GtkWidget *
strata_item_lines_new_view (StrataTrace *trace,
                            StrataItem item)
{
  const StrataRawPair pair = strata_item_lines_find (trace, item);

  if (pair.begin.row == STRATA_NONE && pair.end.row == STRATA_NONE)
    return NULL;

  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *title = gtk_label_new (_ ("Original lines"));
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("Show in _Events"));

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-events");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_grid_attach (GTK_GRID (grid), title, 0, 0, 2, 1);
  append_place (GTK_GRID (grid), 1, trace, pair.begin);
  append_place (GTK_GRID (grid), 2, trace, pair.end);
  gtk_grid_attach (GTK_GRID (grid), button, 0, 3, 2, 1);

  return grid;
}
