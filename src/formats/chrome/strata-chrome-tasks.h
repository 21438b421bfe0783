/* strata-chrome-tasks.h - threads of a trace of Chrome
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"

G_BEGIN_DECLS

typedef struct _StrataChromeTasks StrataChromeTasks;

StrataChromeTasks *strata_chrome_tasks_new (StrataEventSink *sink);
void strata_chrome_tasks_free (StrataChromeTasks *self);
guint32 strata_chrome_tasks_get_thread (StrataChromeTasks *self, gint64 pid, gint64 tid, gint64 time_ns);
void strata_chrome_tasks_name (StrataChromeTasks *self, gint64 pid, gint64 tid, StrataText name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataChromeTasks, strata_chrome_tasks_free)

G_END_DECLS
