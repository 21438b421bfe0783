/* test-button-names.c - what assistive technology reads aloud for a button
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-button-names.h"

#include "ui-fixture.h"

static gboolean
has_own_name (GtkWidget *button)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/* A text with a mnemonic is no name, neither the first one nor a later one: the label in the button has it without underscore. */
static void
test_mnemonic (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic ("_Skip");

  gtk_window_set_child (GTK_WINDOW (window), button);
  g_assert_true (has_own_name (button));
  gtk_window_present (GTK_WINDOW (window));
  g_assert_false (has_own_name (button));
  gtk_button_set_label (GTK_BUTTON (button), "_Finish");
  g_assert_false (has_own_name (button));
  gtk_test_accessible_assert_property (gtk_button_get_child (GTK_BUTTON (button)), GTK_ACCESSIBLE_PROPERTY_LABEL, "Finish");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A name that was given to a button with an icon stays. */
static void
test_icon (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-find-symbolic");

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Search", -1);
  gtk_window_set_child (GTK_WINDOW (window), button);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Search");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_button_names_watch ();

  g_test_add_func ("/button-names/mnemonic", test_mnemonic);
  g_test_add_func ("/button-names/icon", test_icon);

  return g_test_run ();
}
