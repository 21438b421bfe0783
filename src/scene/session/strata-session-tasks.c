/* strata-session-tasks.c - the long tasks of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-frames.h"
#include "strata-session-private.h"

/* More of the trace than this many times the task is no view of it. */
#define MOST_TIMES 20

/* By what HiCollie allows, until somebody sets limits. */
void
strata_session_find_tasks (StrataSession *self)
{
  StrataFramesView *view = strata_session_get_frames_view (self);
  g_autoptr (StrataTaskLimits) usual = view->limits == NULL ? strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS) : NULL;

  g_clear_pointer (&view->tasks, g_array_unref);
  view->tasks = strata_long_tasks_find (strata_session_get_trace (self), usual != NULL ? usual : view->limits);
}

/**
 * strata_session_set_task_limits:
 * @self: the session
 * @limits: (transfer full) (nullable): what tasks may take, or %NULL for what HiCollie allows
 *
 * Finds the long tasks anew.
 */
void
strata_session_set_task_limits (StrataSession *self,
                                StrataTaskLimits *limits)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataFramesView *view = strata_session_get_frames_view (self);

  strata_task_limits_free (view->limits);
  view->limits = limits;
  strata_session_find_tasks (self);
  strata_session_emit_frames_changed (self);
}

/**
 * strata_session_get_long_tasks:
 * @self: the session
 * @n_tasks: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_tasks): what took too long
 */
const StrataLongTask *
strata_session_get_long_tasks (StrataSession *self,
                               guint *n_tasks)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  const GArray *tasks = strata_session_get_frames_view (self)->tasks;

  *n_tasks = tasks != NULL ? tasks->len : 0;
  return tasks != NULL ? (const StrataLongTask *) (gpointer) tasks->data : NULL;
}

/**
 * strata_session_select_task:
 * @self: the session
 * @slice: index of a slice that took too long
 *
 * Selects it, and shows all of it if it does not fit in or is tiny.
 */
void
strata_session_select_task (StrataSession *self,
                            guint32 slice)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_view_arrive (strata_session_get_view (self));

  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (self));
  const StrataSpan span = { slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) };
  const gint64 visible_ns = strata_span_get_length_ns (strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self))));
  const gint64 length_ns = strata_span_get_length_ns (span);

  if (visible_ns < length_ns || visible_ns / MOST_TIMES > length_ns)
    strata_view_show_span (strata_session_get_view (self), span, 0.5);
  strata_session_select_slice (self, slice);
}
