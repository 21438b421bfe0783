/* strata-fact-grid.c - facts in rows, each with a button that searches for it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-fact-grid.h"

#include <glib/gi18n-lib.h>

#include "strata-tooltip.h"
#include "strata-units.h"

/* Values can be selected and copied, so a click on them does not search; the button beside them
 * does. */

enum
{
  COLUMN_LABEL,
  COLUMN_VALUE,
  COLUMN_SEARCH
};

/**
 * strata_fact_grid_new_search_button:
 * @search: a search
 *
 * Returns: (transfer floating): a button that starts it
 */
GtkWidget *
strata_fact_grid_new_search_button (const char *search)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-find-symbolic");
  g_autofree char *text = g_strdup_printf (_ ("Search for %s"), search);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_add_css_class (button, "fact-search");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.search");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", search);
  strata_tooltip_set (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return button;
}

static GtkWidget *
new_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

/* Goes to the slice of the fact, by an action of a widget around it. */
static GtkWidget *
new_link (const StrataFact *fact)
{
  GtkWidget *button = gtk_button_new_with_label (fact->label);
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "state-link");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "fact.select");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", fact->slice);
  return button;
}

static GtkWidget *
new_value (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
attach (GtkGrid *grid,
        GtkWidget *child,
        const StrataFact *fact,
        int column,
        int row)
{
  if (fact->hint != NULL)
    strata_tooltip_set (child, fact->hint);

  gtk_grid_attach (grid, child, column, row, 1, 1);
}

static void
attach_search (GtkGrid *grid,
               const char *search,
               int row)
{
  GtkWidget *button = strata_fact_grid_new_search_button (search);

  gtk_widget_set_hexpand (button, TRUE);
  gtk_grid_attach (grid, button, COLUMN_SEARCH, row, 1, 1);
}

/**
 * strata_fact_grid_fill:
 * @grid: a grid
 * @facts: (element-type StrataFact): the facts to show
 * @first: the first one to show
 *
 * Puts each fact into the row of its number. A fact about another slice goes there
 * by the action `fact.select` with its index (u), which a widget around it has.
 */
void
strata_fact_grid_fill (GtkGrid *grid,
                       const GPtrArray *facts,
                       guint first)
{
  for (guint i = first; i < facts->len; i++)
    {
      const StrataFact *fact = g_ptr_array_index (facts, i);

      if (fact->label != NULL)
        attach (grid, fact->slice != STRATA_NONE ? new_link (fact) : new_label (fact->label), fact, COLUMN_LABEL, (int) i);
      attach (grid, new_value (fact->value), fact, COLUMN_VALUE, (int) i);
      if (fact->search != NULL)
        attach_search (grid, fact->search, (int) i);
    }
}

static void
append_heading (GtkBox *box,
                const char *text,
                const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (box, label);
}

void
strata_fact_grid_clear (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
}

/**
 * strata_fact_grid_new_args:
 * @args: (element-type StrataFact): arguments
 * @n_args: how many there are, including arguments not in @args
 *
 * Returns: (transfer floating) (nullable): a table of keys and values, or %NULL without any
 */
GtkWidget *
strata_fact_grid_new_args (const GPtrArray *args,
                           guint n_args)
{
  if (args->len == 0)
    return NULL;

  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *grid = gtk_grid_new ();
  char count[STRATA_UNITS_BYTES];

  append_heading (GTK_BOX (box), _ ("Arguments"), "heading");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_widget_add_css_class (grid, "arguments");
  gtk_accessible_update_property (GTK_ACCESSIBLE (grid), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Arguments"), -1);
  strata_fact_grid_fill (GTK_GRID (grid), args, 0);
  gtk_box_append (GTK_BOX (box), grid);
  if (n_args > args->len)
    {
      const guint n_more = n_args - args->len;
      g_autofree char *more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %s more", "and %s more", n_more), strata_units_count (n_more, count));

      append_heading (GTK_BOX (box), more, "dim-label");
    }

  return box;
}
