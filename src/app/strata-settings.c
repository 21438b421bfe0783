/* strata-settings.c - a person's habits
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-settings.h"

/**
 * strata_settings_new:
 *
 * Opens the settings. A program that runs from its build folder may have none,
 * and g_settings_new() would abort it; then all habits are the defaults.
 *
 * Returns: (transfer full) (nullable): the settings
 */
GSettings *
strata_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();

  if (source == NULL)
    return NULL;

  g_autoptr (GSettingsSchema) schema = g_settings_schema_source_lookup (source, STRATA_APP_ID, TRUE);

  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}
