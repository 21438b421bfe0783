/* strata-long-tasks.h - slices that kept a thread busy for too long
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* HiCollie samples the stack of a main thread from the first limit on, and its trace from the second. */
#define STRATA_LONG_TASK_WARN_NS G_GINT64_CONSTANT (150000000)
#define STRATA_LONG_TASK_SEVERE_NS G_GINT64_CONSTANT (450000000)

typedef enum
{
  STRATA_LONG_TASK_WARNING,    /* longer than the first limit, or than a custom one */
  STRATA_LONG_TASK_SEVERE,     /* longer than the second limit */
  STRATA_LONG_TASK_UNFINISHED, /* already longer than a limit, but not finished when its thread was last seen */
} StrataLongTaskLevel;

/* A slice that took too long. */
typedef struct
{
  guint32 slice;             /* index of the slice */
  guint32 thread;            /* index of its thread */
  StrataLongTaskLevel level; /* how bad */
  gint64 limit_ns;           /* the limit that it exceeds */
  gboolean is_custom;        /* whether that is a custom limit */
  gboolean is_severe;        /* whether it exceeds the second limit, finished or not */
} StrataLongTask;

typedef struct _StrataTaskLimits StrataTaskLimits;

StrataTaskLimits *strata_task_limits_new (gint64 warn_ns, gint64 severe_ns);
gboolean strata_task_limits_add (StrataTaskLimits *self, const char *text, GError **error);
void strata_task_limits_free (StrataTaskLimits *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataTaskLimits, strata_task_limits_free)

GArray *strata_long_tasks_find (StrataTrace *trace, const StrataTaskLimits *limits);
const char *strata_long_task_level_get_id (StrataLongTaskLevel level);
const char *strata_long_task_level_get_name (StrataLongTaskLevel level);

G_END_DECLS
