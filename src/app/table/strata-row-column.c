/* strata-row-column.c - a column of a table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-row-column.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-header-sort.h"
#include "strata-row-list.h"
#include "strata-shown-column.h"
#include "strata-tooltip.h"

#define DOT "●"

/* Deeper rows are not indented further, since a column is as wide as its widest margin. */
#define INDENT_PX 12
#define MOST_INDENTS 10

/* A longer name is shown without its parameters. */
#define NAME_CHARS 40

/* Where a narrow table gives a wide column less than its width: a cell is not narrower than this. */
#define LEAST_WIDE_CHARS 12

/* Given widths suit a font whose digits are as wide as this. */
#define DIGIT_PX 8

/* The arrow of a sorted column, and the padding of a title */
#define ARROW_PX 32

/* Room for "123.4 ms", "123.456789 s" and a short name, also where the average character is
 * narrower than a digit. */
static guint
get_n_chars (const StrataTableColumn *column)
{
  if (column->n_chars > 0)
    return column->n_chars;

  switch (column->kind)
    {
    case STRATA_CELL_TEXT:
      return column->is_wide ? 24 : 12;
    case STRATA_CELL_FIGURE:
    case STRATA_CELL_NUMBER:
    case STRATA_CELL_COUNT:
    case STRATA_CELL_DURATION:
      return 9;
    case STRATA_CELL_TIME:
      return 13;
    }

  g_return_val_if_reached (9);
}

/**
 * strata_row_column_new_cell:
 * @column: a column
 *
 * Returns: (transfer floating): an empty cell for it, a #GtkInscription
 */
GtkWidget *
strata_row_column_new_cell (const StrataTableColumn *column)
{
  GtkInscription *cell = GTK_INSCRIPTION (strata_cell_text_new (GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END));

  gtk_inscription_set_xalign (cell, column->kind == STRATA_CELL_TEXT ? 0 : 1);
  if (column->width_px == 0)
    gtk_inscription_set_min_chars (cell, column->is_wide ? MIN (LEAST_WIDE_CHARS, get_n_chars (column)) : get_n_chars (column));
  if (column->is_wide)
    gtk_inscription_set_nat_chars (cell, get_n_chars (column));
  if (column->kind != STRATA_CELL_TEXT)
    gtk_widget_add_css_class (GTK_WIDGET (cell), "numeric");
  if (column->is_code)
    gtk_widget_add_css_class (GTK_WIDGET (cell), "monospace");

  return GTK_WIDGET (cell);
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *list_item,
          gpointer user_data)
{
  gtk_list_item_set_child (list_item, strata_row_column_new_cell (user_data));
}

/* A coloured dot before the text, which means the same. */
static char *
mark_tone (GtkInscription *cell,
           const char *text,
           StrataTone tone)
{
  static const struct
  {
    guint16 red;
    guint16 green;
    guint16 blue;
  } colors[STRATA_N_TONES] = {
    [STRATA_TONE_GOOD] = { 0x2626, 0xa2a2, 0x6969 },
    [STRATA_TONE_BAD] = { 0xe5e5, 0xa5a5, 0x0a0a },
    [STRATA_TONE_WORST] = { 0xe0e0, 0x1b1b, 0x2424 },
  };

  if (tone == STRATA_TONE_NONE)
    {
      gtk_inscription_set_attributes (cell, NULL);
      return g_strdup (text);
    }

  PangoAttribute *color = pango_attr_foreground_new (colors[tone].red, colors[tone].green, colors[tone].blue);
  PangoAttrList *attributes = pango_attr_list_new ();

  color->start_index = 0;
  color->end_index = strlen (DOT);
  pango_attr_list_insert (attributes, color);
  gtk_inscription_set_attributes (cell, attributes);
  pango_attr_list_unref (attributes);
  return g_strconcat (DOT " ", text, NULL);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem *list_item,
         gpointer user_data)
{
  StrataRowItem *item = gtk_list_item_get_item (list_item);
  StrataRows *rows = strata_row_item_get_rows (item);
  const guint row = strata_row_item_get_row (item);
  const guint column = (guint) ((const StrataTableColumn *) user_data - strata_rows_get_class (rows)->columns);
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  g_autofree char *text = strata_rows_dup_text (rows, row, column);
  g_autofree char *tooltip = strata_rows_dup_tooltip (rows, row, column);

  g_autofree char *marked = mark_tone (GTK_INSCRIPTION (cell), text, strata_rows_get_tone (rows, row, column));

  if (((const StrataTableColumn *) user_data)->is_name)
    strata_cell_text_set_name (GTK_INSCRIPTION (cell), marked, NAME_CHARS);
  else if (((const StrataTableColumn *) user_data)->kind != STRATA_CELL_TEXT)
    strata_cell_text_set_number (GTK_INSCRIPTION (cell), marked);
  else
    strata_cell_text_set (GTK_INSCRIPTION (cell), marked);
  strata_tooltip_set_of_cell (cell, tooltip);
  if (column == strata_row_class_get_column (&strata_rows_get_class (rows)->shown, 0))
    gtk_widget_set_margin_start (cell, INDENT_PX * (int) MIN (strata_rows_get_indent (rows, row), MOST_INDENTS));
}

static int
get_digit_width (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  const int width_px = PANGO_PIXELS_CEIL (pango_font_metrics_get_approximate_digit_width (metrics));

  pango_font_metrics_unref (metrics);
  return width_px;
}

/* In bold, with the arrow beside it. The widget of the title has its style only in a window. */
static int
measure_title (GtkColumnView *view,
               const char *title)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (view), title);
  PangoAttrList *attributes = pango_attr_list_new ();
  int title_px;

  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &title_px, NULL);
  return title_px + ARROW_PX;
}

/* The title must not be cut in any language and font. */
static void
fix_width (GtkColumnView *view,
           GtkColumnViewColumn *column,
           const char *title,
           int width_px)
{
  width_px = MAX (width_px, width_px * get_digit_width (GTK_WIDGET (view)) / DIGIT_PX);
  gtk_column_view_column_set_fixed_width (column, MAX (width_px, measure_title (view, title)));
}

/* Takes the factory. */
static GtkColumnViewColumn *
append (GtkColumnView *view,
        const StrataTableColumn *column,
        GtkListItemFactory *factory)
{
  g_autofree char *title = strata_cell_text_dup_marked (_ (column->title), gtk_widget_get_direction (GTK_WIDGET (view)));
  g_autoptr (GtkColumnViewColumn) self = gtk_column_view_column_new (title, factory);

  gtk_column_view_column_set_resizable (self, TRUE);
  gtk_column_view_column_set_expand (self, column->is_wide);
  gtk_column_view_append_column (view, self);
  if (column->width_px > 0)
    fix_width (view, self, title, column->width_px);
  if (column->kind != STRATA_CELL_TEXT)
    strata_shown_column_align_last_title (view);

  return self;
}

/**
 * strata_row_column_append_sorted:
 * @view: a table
 * @column: the description of the column
 * @factory: (transfer full): makes and fills its cells
 *
 * Appends a column whose title sorts the table: its place is its number in
 * a #StrataHeaderSort.
 */
void
strata_row_column_append_sorted (GtkColumnView *view,
                                 const StrataTableColumn *column,
                                 GtkListItemFactory *factory)
{
  g_autoptr (GtkSorter) sorter = strata_header_sort_new_sorter (g_list_model_get_n_items (gtk_column_view_get_columns (view)));

  gtk_column_view_column_set_sorter (append (view, column, factory), sorter);
}

/**
 * strata_row_column_add:
 * @view: a table of the items of a #StrataRowList
 * @klass: the class of its rows
 * @is_sorted: whether titles sort the table, by a #StrataHeaderSort
 *
 * Appends all shown columns of the class.
 */
void
strata_row_column_add (GtkColumnView *view,
                       const StrataRowClass *klass,
                       gboolean is_sorted)
{
  const guint n_places = strata_row_class_count (klass, &klass->shown);

  for (guint i = 0; i < n_places; i++)
    {
      const StrataTableColumn *column = &klass->columns[strata_row_class_get_column (&klass->shown, i)];
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

      g_signal_connect (factory, "setup", G_CALLBACK (on_setup), (gpointer) column);
      g_signal_connect (factory, "bind", G_CALLBACK (on_bind), (gpointer) column);
      if (is_sorted)
        strata_row_column_append_sorted (view, column, factory);
      else
        append (view, column, factory);
    }
}
