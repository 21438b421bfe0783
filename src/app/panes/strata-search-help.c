/* strata-search-help.c - what can be searched for, in examples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-search-help.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *text;
  const char *meaning;
} Example;

/* Every kind of term once. */
static const Example examples[] = {
  { "draw", N_ ("Names that contain this, whatever the case") },
  { "\"lock of main\"", N_ ("A text with spaces") },
  { "do*Frame", N_ ("Names that are like this, * and ? standing for any text and any character") },
  { "name=\"doFrame\"", N_ ("This name and no other") },
  { "/^do.*Frame$/", N_ ("Names that match a regular expression") },
  { "IO:write", N_ ("A text, as no field is called IO; what does begin with a field, such as \"tag:x\", is one in quotation marks") },
  { "dur>16ms", N_ ("How long; also self, cpu and start, in ns, us, ms or s") },
  { "thread:RenderThread", N_ ("Name or number of the thread; also process, tid, pid and depth") },
  { "thread:/^pool-[12]/", N_ ("A field that matches a regular expression; thread~^pool-[12] is the same") },
  { "value>100", N_ ("Samples of counters; without a value, counters are found as a whole") },
  { "is:instant", N_ ("Instants alone; also is:slice and is:counter") },
  { "is:main", N_ ("On main threads; also is:call, is:async, is:kernel, is:unfinished and is:exception") },
  { "level:info", N_ ("What HiTrace tells; also tag, category and chain") },
  { "arg.url~login", N_ ("An argument that matches; also arg.size>1000, and arg: for any") },
  { "-idle", N_ ("Everything but this") },
  { "draw or layout", N_ ("One or the other; parentheses group") },
};

static GtkWidget *
make_button (const Example *example)
{
  GtkWidget *button = gtk_button_new_with_label (example->text);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "monospace");
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "search.add");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", example->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (example->meaning), -1);
  return button;
}

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_widget_set_margin_end (label, 12);
  return label;
}

/**
 * strata_search_help_new:
 *
 * Returns: (transfer floating): a popover whose examples activate search.add
 */
GtkWidget *
strata_search_help_new (void)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *last = make_label (_ ("All words have to hold. Slices, instants and counters are searched. Capitals do not matter in the names of fields."));
  int row = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (; row < (int) G_N_ELEMENTS (examples); row++)
    {
      gtk_grid_attach (GTK_GRID (grid), make_button (&examples[row]), 0, row, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), make_label (_ (examples[row].meaning)), 1, row, 1, 1);
    }

  gtk_widget_add_css_class (last, "dim-label");
  gtk_widget_set_margin_top (last, 6);
  gtk_widget_set_margin_start (last, 12);
  gtk_grid_attach (GTK_GRID (grid), last, 0, row, 2, 1);
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  return popover;
}
