/* strata-settings.c - the user's preferences
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-settings.h"

#include "strata-folder.h"

static GSettingsSchema *
find_schema (GSettingsSchemaSource *source)
{
  return source != NULL ? g_settings_schema_source_lookup (source, STRATA_APP_ID, TRUE) : NULL;
}

/**
 * strata_settings_new:
 *
 * Opens the settings. A program that runs from its build folder has its schema there. Without a
 * schema g_settings_new() would abort, so %NULL is returned and defaults apply.
 *
 * Returns: (transfer full) (nullable): the settings
 */
GSettings *
strata_settings_new (void)
{
  g_autoptr (GSettingsSchema) schema = find_schema (g_settings_schema_source_get_default ());

  if (schema == NULL)
    {
      g_autoptr (GSettingsSchemaSource) source = g_settings_schema_source_new_from_directory (strata_folder_get (STRATA_FOLDER_SCHEMAS), NULL, TRUE, NULL);

      schema = find_schema (source);
    }

  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

/**
 * strata_settings_bind_timeline:
 * @timeline: a timeline
 *
 * Binds the wheel of a timeline to the preferences, and restores the last width of its
 * headers.
 */
void
strata_settings_bind_timeline (GtkWidget *timeline)
{
  g_autoptr (GSettings) settings = strata_settings_new ();

  if (settings != NULL)
    g_settings_bind (settings, "wheel-zooms", timeline, "is-wheel-zooming", G_SETTINGS_BIND_GET);
  if (settings != NULL)
    g_settings_bind (settings, "header-width", timeline, "header-width", G_SETTINGS_BIND_DEFAULT);
}

/**
 * strata_settings_restore_size:
 * @settings: (nullable): the settings
 * @window: a window, not yet shown
 *
 * Gives a window the size of the last one.
 */
void
strata_settings_restore_size (GSettings *settings,
                              GtkWindow *window)
{
  if (settings == NULL)
    return;

  gtk_window_set_default_size (window, g_settings_get_int (settings, "window-width"), g_settings_get_int (settings, "window-height"));

  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (window);
}

/**
 * strata_settings_save_size:
 * @settings: (nullable): the settings
 * @window: a window
 *
 * Saves the size of a window for the next one.
 */
void
strata_settings_save_size (GSettings *settings,
                           GtkWindow *window)
{
  int width_px;
  int height_px;

  if (settings == NULL)
    return;

  gtk_window_get_default_size (window, &width_px, &height_px);
  g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
  g_settings_set_int (settings, "window-width", width_px);
  g_settings_set_int (settings, "window-height", height_px);
}
