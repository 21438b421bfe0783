/* strata-selection-path.c - the critical path of the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-selection-private.h"

/* A path belongs to the slice that was selected last; selecting something else, such as a state
 * that it leads to, keeps it. A worker finds it; the old path is shown until then. */

/* More arrows would cover the picture. */
#define MAX_PATH_LINKS 200

typedef struct
{
  StrataTrace *trace; /* owned */
  guint32 slice;
  guint32 thread;
  StrataSpan span;
} PathRequest;

static void
path_request_free (gpointer data)
{
  PathRequest *request = data;

  g_object_unref (request->trace);
  g_free (request);
}

/* Returns NULL if nothing is known about the slice's thread. */
static PathRequest *
path_request_new (StrataSelection *self,
                  guint32 slice)
{
  StrataTrace *trace = strata_view_get_trace (self->view);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 thread = strata_trace_find_thread (trace, slice);

  if (thread == STRATA_NONE || strata_trace_get_threads (trace, NULL)[thread].n_states == 0 ||
      strata_trace_get_axis (trace) != STRATA_CLOCK_WALL)
    return NULL;

  PathRequest *request = g_new (PathRequest, 1);

  *request = (PathRequest){ g_object_ref (trace), slice, thread, { slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) } };
  return request;
}

/* A wake-up is where the path returns from a thread to the one that waited for it. */
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
drop_items (StrataSelection *self)
{
  if (self->hover.kind == STRATA_ITEM_PATH)
    strata_selection_set_hover (self, STRATA_NO_ITEM);
  if (self->item.kind == STRATA_ITEM_PATH)
    strata_selection_take_item (self, STRATA_NO_ITEM, NULL);
}

/* Takes @path, which may be NULL, of @slice. */
static void
take_path (StrataSelection *self,
           guint32 slice,
           StrataCriticalPath *path)
{
  StrataLanes *lanes = strata_view_get_lanes (self->view);
  guint32 lane = STRATA_NONE;

  drop_items (self);
  g_clear_pointer (&self->path.links, g_array_unref);
  strata_critical_path_free (self->path.path);
  self->path.path = path;
  self->path.slice = slice;
  if (path != NULL)
    {
      lane = strata_lanes_find_track (lanes, strata_trace_find_track (strata_view_get_trace (self->view), slice));
      add_wake_ups (&self->path);
    }

  strata_lanes_set_path (lanes, lane);
  strata_selection_emit_path_changed (self);
}

static void
stop (StrataSelection *self)
{
  if (self->path.job != NULL)
    strata_job_cancel (self->path.job);
}

static gpointer
run_path (gpointer data,
          GCancellable *cancellable)
{
  const PathRequest *request = data;

  return strata_critical_path_new (request->trace, request->thread, request->span, cancellable);
}

static void
on_path_found (gpointer result,
               gpointer data,
               gpointer user_data)
{
  const PathRequest *request = data;

  take_path (user_data, request->slice, result);
}

static const StrataJobKind path_kind = {
  .name = "[strata] critical path",
  .run = run_path,
  .done = on_path_found,
  .free_data = path_request_free,
  .free_result = (GDestroyNotify) strata_critical_path_free,
};

static void
find_path (StrataSelection *self,
           guint32 slice)
{
  PathRequest *request = path_request_new (self, slice);

  stop (self);
  if (request == NULL)
    {
      take_path (self, slice, NULL);
      return;
    }

  if (self->path.job == NULL)
    self->path.job = strata_job_new (&path_kind, self);

  strata_job_start (self->path.job, request, 0);
}

void
strata_selection_follow_path (StrataSelection *self)
{
  if (self->path.is_shown && self->item.kind == STRATA_ITEM_SLICE)
    find_path (self, self->item.index);
}

void
strata_selection_refresh_path (StrataSelection *self)
{
  if (self->path.path != NULL)
    find_path (self, self->path.slice);
}

/**
 * strata_selection_can_show_path:
 * @self: the selection
 *
 * Returns: whether the trace shows what threads were waiting for
 */
gboolean
strata_selection_can_show_path (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), FALSE);

  return strata_trace_get_states (strata_view_get_trace (self->view))->n_states > 0;
}

/**
 * strata_selection_get_path_shown:
 * @self: the selection
 *
 * Returns: whether the critical paths of selected slices are shown
 */
gboolean
strata_selection_get_path_shown (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), FALSE);

  return self->path.is_shown;
}

/**
 * strata_selection_set_path_shown:
 * @self: the selection
 * @is_shown: whether to show the critical paths of selected slices
 *
 * Shows or hides critical paths, beginning with the selected slice, whose path is found in
 * the background. Emits ::path-changed at once, and when the path is known.
 */
void
strata_selection_set_path_shown (StrataSelection *self,
                                 gboolean is_shown)
{
  g_return_if_fail (STRATA_IS_SELECTION (self));

  if (self->path.is_shown == is_shown)
    return;

  self->path.is_shown = is_shown;
  stop (self);
  take_path (self, STRATA_NONE, NULL);
  strata_selection_follow_path (self);
}

/**
 * strata_selection_show_path_now:
 * @self: the selection
 *
 * Finds the critical path of the selected slice in the caller's thread, and shows it. Emits ::path-changed.
 *
 * Returns: whether there is one
 */
gboolean
strata_selection_show_path_now (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), FALSE);

  PathRequest *request = self->item.kind == STRATA_ITEM_SLICE ? path_request_new (self, self->item.index) : NULL;

  if (request == NULL)
    return FALSE;

  stop (self);
  self->path.is_shown = TRUE;
  on_path_found (run_path (request, NULL), request, self);
  path_request_free (request);
  return TRUE;
}

/**
 * strata_selection_get_path:
 * @self: the selection
 *
 * Returns: (transfer none) (nullable): the shown critical path
 */
const StrataCriticalPath *
strata_selection_get_path (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), NULL);

  return self->path.path;
}

/**
 * strata_selection_get_path_slice:
 * @self: the selection
 *
 * Returns: index of the slice of the path, or %STRATA_NONE
 */
guint32
strata_selection_get_path_slice (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), STRATA_NONE);

  return self->path.path != NULL ? self->path.slice : STRATA_NONE;
}

/**
 * strata_selection_get_path_links:
 * @self: the selection
 * @n_links: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_links): the wake-ups of the path, as many as a picture can show
 */
const StrataLink *
strata_selection_get_path_links (StrataSelection *self,
                                 guint *n_links)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), NULL);

  *n_links = self->path.links != NULL ? self->path.links->len : 0;
  return self->path.links != NULL ? (const StrataLink *) (gpointer) self->path.links->data : NULL;
}

void
strata_selection_clear_path (StrataSelection *self)
{
  g_clear_pointer (&self->path.job, strata_job_free);
  g_clear_pointer (&self->path.links, g_array_unref);
  g_clear_pointer (&self->path.path, strata_critical_path_free);
}
