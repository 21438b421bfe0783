/* strata-session-view-options.c - from one look to another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-private.h"

/* A look needs an index of its own. It is made in a worker, for that takes as
 * long as opening; what is shown stays until then, and the newest wish wins. */
typedef struct
{
  StrataTrace *trace; /* owned; as it was read */
  StrataViewOptions view_options;
} LookJob;

static void
view_options_job_free (gpointer data)
{
  LookJob *job = data;

  g_object_unref (job->trace);
  g_free (job);
}

static void
run_view_options_job (GTask *task,
                      gpointer source,
                      gpointer task_data,
                      GCancellable *cancellable)
{
  const LookJob *job = task_data;

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, strata_scene_index_new (job->trace, &job->view_options), (GDestroyNotify) strata_scene_index_free);
}

static void
on_view_options_ready (GObject *source,
                       GAsyncResult *result,
                       gpointer user_data)
{
  StrataSession *self = STRATA_SESSION (source);
  StrataSceneIndex *index = g_task_propagate_pointer (G_TASK (result), NULL);

  /* there is none only when another was wanted meanwhile */
  if (index == NULL)
    return;

  g_clear_object (&strata_session_get_view_options_job (self)->cancellable);
  strata_session_take_index (self, index);
}

static gboolean
is_same_view_options (StrataViewOptions a,
                      StrataViewOptions b)
{
  return a.clock == b.clock && a.coloring == b.coloring && a.has_switches == b.has_switches;
}

static void
stop_job (StrataViewOptionsJob *job)
{
  if (job->cancellable != NULL)
    g_cancellable_cancel (job->cancellable);

  g_clear_object (&job->cancellable);
}

/**
 * strata_session_get_view_options:
 * @self: the session
 *
 * Returns: how slices are shown
 */
StrataViewOptions
strata_session_get_view_options (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), (StrataViewOptions) STRATA_VIEW_OPTIONS_INIT);

  return strata_session_get_index (self)->view_options;
}

/**
 * strata_session_get_wanted_view_options:
 * @self: the session
 *
 * Returns: how slices will be shown as soon as that is prepared
 */
StrataViewOptions
strata_session_get_wanted_view_options (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), (StrataViewOptions) STRATA_VIEW_OPTIONS_INIT);

  return strata_session_get_view_options_job (self)->wanted;
}

/**
 * strata_session_has_both_clocks:
 * @self: the session
 *
 * Returns: whether wall and CPU time of the trace are known, so that there is a choice
 */
gboolean
strata_session_has_both_clocks (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return strata_trace_get_clocks (strata_session_get_trace (self)) == (STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
}

/**
 * strata_session_want_view_options:
 * @self: the session
 * @view_options: how to show slices
 *
 * Prepares another look in the background; ::look-changed tells when it is there.
 */
void
strata_session_want_view_options (StrataSession *self,
                                  StrataViewOptions view_options)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataViewOptionsJob *job = strata_session_get_view_options_job (self);

  if (is_same_view_options (job->wanted, view_options))
    return;

  stop_job (job);
  job->wanted = view_options;
  job->cancellable = g_cancellable_new ();

  g_autoptr (GTask) task = g_task_new (self, job->cancellable, on_view_options_ready, NULL);
  LookJob *data = g_new (LookJob, 1);

  *data = (LookJob){ g_object_ref (strata_trace_get_base (strata_session_get_trace (self))), view_options };
  g_task_set_source_tag (task, strata_session_want_view_options);
  g_task_set_name (task, "[strata] look");
  g_task_set_task_data (task, data, view_options_job_free);
  g_task_run_in_thread (task, run_view_options_job);
}

/**
 * strata_session_set_view_options:
 * @self: the session
 * @view_options: how to show slices
 *
 * Shows another look at once; takes time in proportion to the trace.
 */
void
strata_session_set_view_options (StrataSession *self,
                                 StrataViewOptions view_options)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataViewOptionsJob *job = strata_session_get_view_options_job (self);

  stop_job (job);
  job->wanted = view_options;
  strata_session_take_index (self, strata_scene_index_new (strata_trace_get_base (strata_session_get_trace (self)), &view_options));
}
