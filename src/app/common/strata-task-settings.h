/* strata-task-settings.h - the user's limits of tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-session.h"

G_BEGIN_DECLS

typedef struct
{
  int warn_ms;   /* how long a task of a main thread may take */
  int severe_ms; /* how long it may take before it is severe */
  char **own;    /* (array zero-terminated=1): additional limits, see strata_task_limits_add() */
} StrataTaskSettings;

void strata_task_settings_read (GSettings *settings, StrataTaskSettings *read);
void strata_task_settings_write (GSettings *settings, const StrataTaskSettings *written);
void strata_task_settings_clear (StrataTaskSettings *self);
StrataTaskLimits *strata_task_settings_make_limits (const StrataTaskSettings *self, GError **error);
void strata_task_settings_apply (StrataSession *session);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataTaskSettings, strata_task_settings_clear)

G_END_DECLS
