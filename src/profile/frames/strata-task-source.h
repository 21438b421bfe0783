/* strata-task-source.h - which code posted a task
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

char *strata_task_source_dup (StrataTrace *trace, guint32 slice);

G_END_DECLS
