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
  { "draw", N_ ("Names that contain this, ignoring case") },
  { "\"lock of main\"", N_ ("A text with spaces") },
  { "do*Frame", N_ ("Names that match, with * for any text and ? for any character") },
  { "name=\"doFrame\"", N_ ("Exactly this name") },
  { "/^do.*Frame$/", N_ ("Names that match a regular expression") },
  { "IO:write", N_ ("Plain text, because there is no field IO; put text that starts with a field, such as \"tag:x\", in quotation marks") },
  { "dur>16ms", N_ ("How long; also self, cpu and start, in ns, us, ms or s") },
  { "thread:RenderThread", N_ ("Name or number of the thread; also process, tid, pid and depth") },
  { "thread:/^pool-[12]/", N_ ("A field that matches a regular expression; thread~^pool-[12] is the same") },
  { "prio<100", N_ ("Runs on CPUs, by kernel priority; is:run finds all runs") },
  { "value>100", N_ ("Counter samples; without a value, each counter is one match") },
  { "is:instant", N_ ("Only instants; also is:slice and is:counter") },
  { "is:main", N_ ("On main threads; also is:call, is:async, is:kernel, is:unfinished and is:exception") },
  { "level:info", N_ ("HiTrace level; also tag, category and chain") },
  { "arg.url~login", N_ ("A matching argument; also arg.size>1000, and arg: for any") },
  { "-idle", N_ ("Everything except this") },
  { "draw or layout", N_ ("Either of the two; use parentheses to group") },
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
  GtkWidget *last = make_label (_ ("All terms must match. The search covers slices, instants and counters. Field names are not case-sensitive."));
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
