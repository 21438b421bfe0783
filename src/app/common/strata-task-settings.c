/* strata-task-settings.c - the user's limits of tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-task-settings.h"

#include "strata-settings.h"

#define NS_PER_MS G_GINT64_CONSTANT (1000000)

/**
 * strata_task_settings_read:
 * @settings: (nullable): the settings; %NULL for HiCollie's limits
 * @read: (out caller-allocates): the limits
 */
void
strata_task_settings_read (GSettings *settings,
                           StrataTaskSettings *read)
{
  if (settings == NULL)
    {
      *read = (StrataTaskSettings){ STRATA_LONG_TASK_WARN_NS / NS_PER_MS, STRATA_LONG_TASK_SEVERE_NS / NS_PER_MS, g_new0 (char *, 1) };
      return;
    }

  read->warn_ms = g_settings_get_int (settings, "task-warning");
  read->severe_ms = g_settings_get_int (settings, "task-severe");
  read->own = g_settings_get_strv (settings, "task-limits");
}

/**
 * strata_task_settings_write:
 * @settings: (nullable): the settings
 * @written: the limits to save
 */
void
strata_task_settings_write (GSettings *settings,
                            const StrataTaskSettings *written)
{
  if (settings == NULL)
    return;

  g_settings_set_int (settings, "task-warning", written->warn_ms);
  g_settings_set_int (settings, "task-severe", written->severe_ms);
  g_settings_set_strv (settings, "task-limits", (const char *const *) written->own);
}

void
strata_task_settings_clear (StrataTaskSettings *self)
{
  g_clear_pointer (&self->own, g_strfreev);
}

/**
 * strata_task_settings_make_limits:
 * @self: the limits as set
 * @error: return location for an error in a limit
 *
 * Returns: (transfer full) (nullable): limits, or %NULL
 */
StrataTaskLimits *
strata_task_settings_make_limits (const StrataTaskSettings *self,
                                  GError **error)
{
  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (self->warn_ms * NS_PER_MS, self->severe_ms * NS_PER_MS);

  for (guint i = 0; self->own[i] != NULL; i++)
    if (!strata_task_limits_add (limits, self->own[i], error))
      return NULL;

  return g_steal_pointer (&limits);
}

/**
 * strata_task_settings_apply:
 * @session: a session whose frames were found
 *
 * Applies the limits to a new session, unless it uses them already. Unreadable
 * values written by another program are ignored.
 */
void
strata_task_settings_apply (StrataSession *session)
{
  g_autoptr (GSettings) settings = strata_settings_new ();
  g_auto (StrataTaskSettings) read = { 0 };

  strata_task_settings_read (settings, &read);
  if (read.warn_ms * NS_PER_MS == STRATA_LONG_TASK_WARN_NS && read.severe_ms * NS_PER_MS == STRATA_LONG_TASK_SEVERE_NS && read.own[0] == NULL)
    return;

  strata_findings_set_task_limits (strata_session_get_findings (session), strata_task_settings_make_limits (&read, NULL));
}
