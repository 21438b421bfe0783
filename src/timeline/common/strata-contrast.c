/* strata-contrast.c - whether the desktop wants high contrast
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-contrast.h"

#include <string.h>

/* GTK 4.8 has no setting for high contrast: only the name of the theme shows it. */

/**
 * strata_contrast_is_high:
 *
 * Returns: whether the theme is a high contrast one
 */
gboolean
strata_contrast_is_high (void)
{
  const char *forced = g_getenv ("GTK_THEME");
  g_autofree char *name = NULL;

  if (forced != NULL)
    return strstr (forced, "HighContrast") != NULL;

  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &name, NULL);
  return name != NULL && strstr (name, "HighContrast") != NULL;
}

/**
 * strata_contrast_get_palette:
 * @is_dark: whether the desktop is dark
 *
 * Returns: (transfer none): the colours that suit the desktop
 */
const StrataPalette *
strata_contrast_get_palette (gboolean is_dark)
{
  if (strata_contrast_is_high ())
    return strata_palette_get_contrast (is_dark);

  return is_dark ? strata_palette_get_dark () : strata_palette_get_light ();
}

/**
 * strata_contrast_follow:
 * @object: a GObject
 * @callback: called with @object when the colours may have changed
 *
 * Notifies @object while it lives.
 */
void
strata_contrast_follow (gpointer object,
                        GCallback callback)
{
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-theme-name", callback, object, G_CONNECT_SWAPPED);
}
