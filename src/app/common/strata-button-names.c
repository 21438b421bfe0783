/* strata-button-names.c - names of buttons for assistive technology
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-button-names.h"

/* GTK 4.8 names a button by its text with the underscore of the mnemonic, and then by the label in it: "_Open Open".
 * Without the former, the name is "Open". This includes the buttons of GTK's own dialogs. */
#define KEY "strata-button-names"

static void
reset_name (GtkAccessible *button)
{
  gtk_accessible_reset_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/* A new text is a new name. */
static gboolean
on_mapped (GSignalInvocationHint *hint,
           guint n_values,
           const GValue *values,
           gpointer user_data)
{
  GObject *widget = g_value_get_object (&values[0]);

  if (!GTK_IS_BUTTON (widget) || !gtk_button_get_use_underline (GTK_BUTTON (widget)) || g_object_get_data (widget, KEY) != NULL)
    return TRUE;

  reset_name (GTK_ACCESSIBLE (widget));
  g_object_set_data (widget, KEY, GINT_TO_POINTER (TRUE));
  g_signal_connect (widget, "notify::label", G_CALLBACK (reset_name), NULL);
  return TRUE;
}

/**
 * strata_button_names_watch:
 *
 * Gives buttons with a mnemonic names that can be read aloud, in any window of the program. Call it once.
 */
void
strata_button_names_watch (void)
{
  g_type_class_ref (GTK_TYPE_WIDGET); /* signals are looked up in loaded classes; this keeps it loaded */
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_mapped, NULL, NULL);
}
