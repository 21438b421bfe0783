/* strata-session-path.c - the critical path of the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-private.h"

/* A path belongs to the slice that was selected last; selecting something else,
 * such as a state that it leads to, keeps it. It is found in a worker, and the newest
 * wish wins; what is shown stays until then. */

/* What a picture can show without being covered. */
#define MAX_PATH_LINKS 200

typedef struct
{
  StrataTrace *trace; /* owned */
  guint32 thread;
  StrataSpan span;
} PathJob;

static void
path_job_free (gpointer data)
{
  PathJob *job = data;

  g_object_unref (job->trace);
  g_free (job);
}

/* FALSE where nothing is known of the slice's thread. */
static gboolean
get_job (StrataSession *self,
         guint32 slice,
         PathJob *job)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 thread = strata_trace_find_thread (trace, slice);

  if (thread == STRATA_NONE || strata_trace_get_threads (trace, NULL)[thread].n_states == 0 ||
      strata_trace_get_axis (trace) != STRATA_CLOCK_WALL)
    return FALSE;

  *job = (PathJob){ trace, thread, { slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) } };
  return TRUE;
}

/* A wake-up is where the path comes back from a thread to the one that waited for it. */
static void
add_wake_ups (StrataPathView *view)
{
  guint n_segments;
  const StrataPathSegment *segments = strata_critical_path_get_segments (view->path, &n_segments);

  view->links = g_array_new (FALSE, FALSE, sizeof (StrataLink));
  for (guint i = 0; i + 1 < n_segments && view->links->len < MAX_PATH_LINKS; i++)
    if (segments[i].depth > 0 && segments[i + 1].thread == segments[i].waiter)
      {
        const gint64 time_ns = segments[i].end_ns;
        StrataLink link = { { STRATA_ITEM_STATE, segments[i].state, STRATA_NONE, 1 }, { STRATA_ITEM_STATE, segments[i + 1].state, STRATA_NONE, 1 }, time_ns, time_ns };

        if (segments[i + 1].depth == 0)
          link.to = (StrataItem){ STRATA_ITEM_PATH, i + 1, STRATA_NONE, 1 };
        if (link.from.index != STRATA_NONE && link.to.index != STRATA_NONE)
          g_array_append_val (view->links, link);
      }
}

static void
drop_items (StrataSession *self)
{
  const StrataItem none = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

  if (strata_session_get_hover (self).kind == STRATA_ITEM_PATH)
    strata_session_set_hover (self, none);
  if (strata_session_get_selection (self).kind == STRATA_ITEM_PATH)
    strata_session_select (self, none);
}

/* Takes @path; of none for NULL. */
static void
take_path (StrataSession *self,
           guint32 slice,
           StrataCriticalPath *path)
{
  StrataPathView *view = strata_session_get_path_view (self);
  guint32 lane = STRATA_NONE;

  drop_items (self);
  g_clear_pointer (&view->links, g_array_unref);
  strata_critical_path_free (view->path);
  view->path = path;
  view->slice = slice;
  if (path != NULL)
    {
      lane = strata_lanes_find_track (strata_view_get_lanes (strata_session_get_view (self)), strata_trace_find_track (strata_session_get_trace (self), slice));
      add_wake_ups (view);
    }

  strata_lanes_set_path (strata_view_get_lanes (strata_session_get_view (self)), lane);
  strata_session_emit_path_changed (self);
}

static void
stop (StrataPathView *view)
{
  if (view->cancellable != NULL)
    g_cancellable_cancel (view->cancellable);

  g_clear_object (&view->cancellable);
}

static void
run_path_job (GTask *task,
              gpointer source,
              gpointer task_data,
              GCancellable *cancellable)
{
  const PathJob *job = task_data;
  StrataCriticalPath *path = strata_critical_path_new (job->trace, job->thread, job->span, cancellable);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, path, (GDestroyNotify) strata_critical_path_free);
  else
    strata_critical_path_free (path);
}

static void
on_path_ready (GObject *source,
               GAsyncResult *result,
               gpointer user_data)
{
  StrataSession *self = STRATA_SESSION (source);
  StrataCriticalPath *path = g_task_propagate_pointer (G_TASK (result), NULL);

  /* there is none only when another was wanted meanwhile */
  if (path == NULL)
    return;

  g_clear_object (&strata_session_get_path_view (self)->cancellable);
  take_path (self, GPOINTER_TO_UINT (user_data), path);
}

static void
find_path (StrataSession *self,
           guint32 slice)
{
  StrataPathView *view = strata_session_get_path_view (self);
  PathJob job;

  stop (view);
  if (!get_job (self, slice, &job))
    {
      take_path (self, slice, NULL);
      return;
    }

  view->cancellable = g_cancellable_new ();

  g_autoptr (GTask) task = g_task_new (self, view->cancellable, on_path_ready, GUINT_TO_POINTER (slice));

  g_object_ref (job.trace);
  g_task_set_source_tag (task, find_path);
  g_task_set_name (task, "[strata] critical path");
  g_task_set_task_data (task, g_memdup2 (&job, sizeof job), path_job_free);
  g_task_run_in_thread (task, run_path_job);
}

/* What is selected has changed. */
void
strata_session_follow_path (StrataSession *self)
{
  const StrataItem item = strata_session_get_selection (self);

  if (strata_session_get_path_view (self)->is_shown && item.kind == STRATA_ITEM_SLICE)
    find_path (self, item.index);
}

/* Times are on another axis now. */
void
strata_session_refresh_path (StrataSession *self)
{
  const StrataPathView *view = strata_session_get_path_view (self);

  if (view->path != NULL)
    find_path (self, view->slice);
}

/**
 * strata_session_can_show_path:
 * @self: the session
 *
 * Returns: whether the trace tells what threads were waiting for
 */
gboolean
strata_session_can_show_path (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return strata_trace_get_states (strata_session_get_trace (self))->n_states > 0;
}

/**
 * strata_session_get_path_shown:
 * @self: the session
 *
 * Returns: whether the critical paths of selected slices are shown
 */
gboolean
strata_session_get_path_shown (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return strata_session_get_path_view (self)->is_shown;
}

/**
 * strata_session_set_path_shown:
 * @self: the session
 * @is_shown: whether to show the critical paths of selected slices
 *
 * Shows or hides them, from the one of the selected slice on, which is found in
 * the background; ::path-changed tells when it is there.
 */
void
strata_session_set_path_shown (StrataSession *self,
                               gboolean is_shown)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataPathView *view = strata_session_get_path_view (self);

  if (view->is_shown == is_shown)
    return;

  view->is_shown = is_shown;
  stop (view);
  take_path (self, STRATA_NONE, NULL);
  strata_session_follow_path (self);
}

/**
 * strata_session_show_path_now:
 * @self: the session
 *
 * Shows the critical path of the selected slice, and waits for it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_show_path_now (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataItem item = strata_session_get_selection (self);
  StrataPathView *view = strata_session_get_path_view (self);
  PathJob job;

  if (item.kind != STRATA_ITEM_SLICE || !get_job (self, item.index, &job))
    return FALSE;

  stop (view);
  view->is_shown = TRUE;
  take_path (self, item.index, strata_critical_path_new (job.trace, job.thread, job.span, NULL));
  return TRUE;
}

/**
 * strata_session_get_critical_path:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): the path that is shown
 */
const StrataCriticalPath *
strata_session_get_critical_path (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return strata_session_get_path_view (self)->path;
}

/**
 * strata_session_get_path_slice:
 * @self: the session
 *
 * Returns: index of the slice that the path is of, or %STRATA_NONE
 */
guint32
strata_session_get_path_slice (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  const StrataPathView *view = strata_session_get_path_view (self);

  return view->path != NULL ? view->slice : STRATA_NONE;
}

/* What a segment shows: a state of its thread. The segment itself where there is none. */
StrataItem
strata_session_resolve_path_item (StrataSession *self,
                                  StrataItem item)
{
  const StrataPathSegment *segment = &strata_critical_path_get_segments (strata_session_get_critical_path (self), NULL)[item.index];

  if (segment->state == STRATA_NONE)
    return item;

  return (StrataItem){ STRATA_ITEM_STATE, segment->state, STRATA_NONE, 1 };
}

/* Frees what a session holds of a path. */
void
strata_path_view_clear (StrataPathView *self)
{
  stop (self);
  g_clear_pointer (&self->links, g_array_unref);
  g_clear_pointer (&self->path, strata_critical_path_free);
}
