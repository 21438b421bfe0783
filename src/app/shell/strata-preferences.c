/* strata-preferences.c - the preferences window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-preferences.h"

#include <glib/gi18n-lib.h>

#include "strata-settings.h"

/* Each row is bound to a settings key, so that a change applies at once and in all windows; there
 * is no Apply button. */

/* The same range as in the schema. */
#define MOST_MS 600000

#define MOST_CHOICES 9

typedef struct
{
  const char *nick;
  const char *label;
} Choice;

typedef struct
{
  const char *key;
  const char *label;
  Choice choices[MOST_CHOICES]; /* ended by a NULL nick */
} ChoiceRow;

static const ChoiceRow theme_row = {
  "color-scheme",
  N_ ("_Theme"),
  { { "system", N_ ("Follow the system") }, { "light", N_ ("Light") }, { "dark", N_ ("Dark") } }
};

static const ChoiceRow color_row = {
  "color-by",
  N_ ("_Colours of slices"),
  { { "name", N_ ("By name") },
    { "package", N_ ("By package") },
    { "time", N_ ("By inclusive time") },
    { "process", N_ ("By process") },
    { "category", N_ ("By category") },
    { "thread", N_ ("By thread") },
    { "duration", N_ ("By duration") },
    { "state", N_ ("By state") } }
};

static const ChoiceRow clock_row = {
  "clock",
  N_ ("C_lock of method traces"),
  { { "wall", N_ ("Wall time") }, { "cpu", N_ ("CPU time") } }
};

static const ChoiceRow pane_row = {
  "first-pane",
  N_ ("_Show first"),
  { { "answer", N_ ("The best pane for the trace") },
    { "selection", N_ ("Selection") },
    { "frames", N_ ("Frames") },
    { "profile", N_ ("Profile") },
    { "slices", N_ ("Slices") },
    { "usage", N_ ("Usage") },
    { "events", N_ ("Events") } }
};

static gboolean
nick_to_index (GValue *index,
               GVariant *nick,
               gpointer user_data)
{
  const ChoiceRow *row = user_data;

  for (guint i = 0; row->choices[i].nick != NULL; i++)
    if (g_str_equal (row->choices[i].nick, g_variant_get_string (nick, NULL)))
      {
        g_value_set_uint (index, i);
        return TRUE;
      }

  return FALSE;
}

static GVariant *
index_to_nick (const GValue *index,
               const GVariantType *type,
               gpointer user_data)
{
  const ChoiceRow *row = user_data;

  return g_variant_new_string (row->choices[g_value_get_uint (index)].nick);
}

static void
add_row (GtkGrid *grid,
         const char *text,
         GtkWidget *field)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (text);
  int row = 0;

  while (gtk_grid_get_child_at (grid, 0, row) != NULL)
    row++;

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), field);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_widget_set_halign (field, GTK_ALIGN_END);
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, field, 1, row, 1, 1);
}

static void
add_choice (GtkGrid *grid,
            GSettings *settings,
            const ChoiceRow *row)
{
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);

  for (guint i = 0; row->choices[i].nick != NULL; i++)
    gtk_string_list_append (labels, _ (row->choices[i].label));

  GtkWidget *field = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&labels)), NULL);

  add_row (grid, _ (row->label), field);
  g_settings_bind_with_mapping (settings, row->key, field, "selected", G_SETTINGS_BIND_DEFAULT,
                                nick_to_index, index_to_nick, (gpointer) row, NULL);
}

static void
add_switch (GtkGrid *grid,
            GSettings *settings,
            const char *key,
            const char *text)
{
  GtkWidget *field = gtk_switch_new ();

  add_row (grid, text, field);
  g_settings_bind (settings, key, field, "active", G_SETTINGS_BIND_DEFAULT);
}

static void
add_limit (GtkGrid *grid,
           GSettings *settings,
           const char *key,
           const char *text)
{
  GtkWidget *field = gtk_spin_button_new_with_range (1, MOST_MS, 10);

  add_row (grid, text, field);
  g_settings_bind (settings, key, field, "value", G_SETTINGS_BIND_DEFAULT);
}

static GtkGrid *
add_group (GtkBox *box,
           const char *title)
{
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *grid = gtk_grid_new ();

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 24);
  gtk_widget_set_margin_bottom (grid, 12);
  gtk_box_append (box, heading);
  gtk_box_append (box, grid);
  return GTK_GRID (grid);
}

static void
add_rows (GtkBox *box,
          GSettings *settings)
{
  GtkGrid *input = add_group (box, _ ("Mouse"));
  GtkGrid *looks = add_group (box, _ ("Appearance"));
  GtkGrid *opening = add_group (box, _ ("When a trace opens"));
  GtkGrid *limits = add_group (box, _ ("Main-thread tasks"));

  add_switch (input, settings, "wheel-zooms", _ ("Zoom with the _wheel, scroll with Ctrl and the wheel"));
  add_choice (looks, settings, &theme_row);
  add_choice (looks, settings, &color_row);
  add_choice (opening, settings, &pane_row);
  add_choice (opening, settings, &clock_row);
  add_limit (limits, settings, "task-warning", _ ("_Long if longer than (ms)"));
  add_limit (limits, settings, "task-severe", _ ("_Severe if longer than (ms)"));
}

static GtkWidget *
make_content (void)
{
  g_autoptr (GSettings) settings = strata_settings_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_add_css_class (box, "preferences");
  if (settings != NULL)
    add_rows (GTK_BOX (box), settings);
  else
    gtk_box_append (GTK_BOX (box), gtk_label_new (_ ("Preferences need an installed settings schema.")));

  return box;
}

static void
add_escape (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
}

static void
on_destroy (GtkWidget *window,
            GtkApplication *app)
{
  g_object_set_data (G_OBJECT (app), "preferences", NULL);
}

/**
 * strata_preferences_show:
 * @app: the application, which has at most one such window
 * @parent: (nullable): the parent window
 *
 * Shows the preferences.
 */
void
strata_preferences_show (GtkApplication *app,
                         GtkWindow *parent)
{
  GtkWidget *window = g_object_get_data (G_OBJECT (app), "preferences");

  if (window == NULL)
    {
      window = gtk_window_new ();
      gtk_window_set_title (GTK_WINDOW (window), _ ("Preferences"));
      gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
      gtk_window_set_resizable (GTK_WINDOW (window), FALSE);
      gtk_window_set_child (GTK_WINDOW (window), make_content ());
      add_escape (window);
      g_object_set_data (G_OBJECT (app), "preferences", window);
      g_signal_connect_object (window, "destroy", G_CALLBACK (on_destroy), app, 0);
    }

  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_present (GTK_WINDOW (window));
}
