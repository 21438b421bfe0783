/* strata-session-search.c - what is searched for, and what was found
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-search.h"

#include "strata-item-class.h"
#include "strata-search-row.h"
#include "strata-session-private.h"

/* A worker searches, and the newest wish wins. While it does, the session tells how
 * many it has found so far; what is drawn stays until all is known. */

/* So often the session tells how far the search is. */
#define TELL_MS 60

struct _StrataSearchJob
{
  gatomicrefcount n_refs;
  StrataTrace *trace;        /* owned */
  StrataSearch *search;      /* owned */
  StrataHues hues;           /* owned, until the hits have it */
  GCancellable *cancellable; /* owned */
  gint n_found;              /* atomic */
  gint is_counted;           /* atomic */
};

static StrataSearchJob *
job_new (const StrataSceneIndex *index,
         StrataSearch *search)
{
  StrataSearchJob *job = g_new0 (StrataSearchJob, 1);

  g_atomic_ref_count_init (&job->n_refs);
  job->trace = g_object_ref (index->trace);
  strata_hues_copy (&job->hues, &index->hues, index->trace, strata_hits_count_rows (index->trace));
  job->search = strata_search_ref (search);
  job->cancellable = g_cancellable_new ();
  return job;
}

static void
job_unref (gpointer data)
{
  StrataSearchJob *job = data;

  if (!g_atomic_ref_count_dec (&job->n_refs))
    return;

  g_object_unref (job->trace);
  strata_search_unref (job->search);
  strata_hues_clear (&job->hues);
  g_object_unref (job->cancellable);
  g_free (job);
}

static void
stop (StrataSearchView *view)
{
  g_clear_handle_id (&view->tell_id, g_source_remove);
  if (view->job != NULL)
    g_cancellable_cancel (view->job->cancellable);
  g_clear_pointer (&view->job, job_unref);
}

static void
run_search_job (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  StrataSearchJob *job = task_data;
  guint64 *bits = strata_search_run (job->search, job->trace, STRATA_SEARCH_SLICES, &job->n_found, cancellable);
  const guint32 n_slices = (guint32) g_atomic_int_get (&job->n_found);
  StrataSearchOthers *others = strata_search_others_new (job->search, job->trace, &job->n_found, cancellable);

  g_atomic_int_set (&job->is_counted, !g_cancellable_is_cancelled (cancellable));

  StrataHits *hits = strata_hits_new (job->trace, bits, n_slices, others, &job->hues, cancellable);

  if (g_task_return_error_if_cancelled (task))
    strata_hits_free (hits);
  else
    g_task_return_pointer (task, hits, (GDestroyNotify) strata_hits_free);
}

static void
take_hits (StrataSession *self,
           StrataHits *hits)
{
  StrataSearchView *view = strata_session_get_search_view (self);
  StrataHits *before = view->hits;

  if (before == NULL && hits == NULL)
    return;

  view->hits = hits;
  strata_session_update_hit_lanes (self);
  strata_session_emit_hits_changed (self);
  strata_hits_free (before);
}

static void
on_found (GObject *source,
          GAsyncResult *result,
          gpointer user_data)
{
  StrataSession *self = STRATA_SESSION (source);
  StrataSearchView *view = strata_session_get_search_view (self);
  StrataHits *hits = g_task_propagate_pointer (G_TASK (result), NULL);

  /* there are none only when something else was wanted meanwhile */
  if (hits == NULL)
    return;

  stop (view);
  g_free (view->error);
  view->error = strata_search_dup_failure (view->search);
  take_hits (self, hits);
  strata_session_emit_search_changed (self);
}

static gboolean
on_tell (gpointer user_data)
{
  strata_session_emit_search_changed (user_data);
  return G_SOURCE_CONTINUE;
}

static void
start (StrataSession *self)
{
  StrataSearchView *view = strata_session_get_search_view (self);

  stop (view);
  view->job = job_new (strata_view_get_index (strata_session_get_view (self)), view->search);
  view->tell_id = g_timeout_add (TELL_MS, on_tell, self);

  g_autoptr (GTask) task = g_task_new (self, view->job->cancellable, on_found, NULL);

  g_atomic_ref_count_inc (&view->job->n_refs);
  g_task_set_source_tag (task, start);
  g_task_set_name (task, "[strata] search");
  g_task_set_task_data (task, view->job, job_unref);
  g_task_run_in_thread (task, run_search_job);
}

/**
 * strata_session_search:
 * @self: the session
 * @text: what to search for, see strata_search_new(); empty to end the search
 *
 * Searches in the background; ::search-changed tells how it goes on.
 */
void
strata_session_search (StrataSession *self,
                       const char *text)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataSearchView *view = strata_session_get_search_view (self);
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (view->text, text) == 0)
    return;

  stop (view);
  g_free (view->text);
  view->text = g_strdup (text);
  g_clear_pointer (&view->error, g_free);
  g_clear_pointer (&view->search, strata_search_unref);
  view->search = strata_search_new (text, &error);

  if (view->search == NULL)
    view->error = g_strdup (error->message);
  else if (strata_search_is_everything (view->search))
    g_clear_pointer (&view->search, strata_search_unref);

  if (view->search != NULL)
    start (self);
  else
    take_hits (self, NULL);

  strata_session_emit_search_changed (self);
}

/* Times are on another axis now. */
void
strata_session_drop_hits (StrataSession *self)
{
  take_hits (self, NULL);
}

/* Colours are others now, or times are on another axis. */
void
strata_session_refresh_search (StrataSession *self)
{
  if (strata_session_get_search_view (self)->search != NULL)
    start (self);
}

/**
 * strata_session_get_search:
 * @self: the session
 *
 * Returns: (transfer none): what is searched for; "" for nothing
 */
const char *
strata_session_get_search (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), "");

  const char *text = strata_session_get_search_view (self)->text;

  return text != NULL ? text : "";
}

/**
 * strata_session_get_search_error:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): what of it cannot be understood, or %NULL
 */
const char *
strata_session_get_search_error (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return strata_session_get_search_view (self)->error;
}

/**
 * strata_session_is_searching:
 * @self: the session
 *
 * Returns: whether something is searched for that can be understood
 */
gboolean
strata_session_is_searching (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return strata_session_get_search_view (self)->search != NULL;
}

/**
 * strata_session_is_search_running:
 * @self: the session
 *
 * Returns: whether the hits are still to come
 */
gboolean
strata_session_is_search_running (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return strata_session_get_search_view (self)->job != NULL;
}

/**
 * strata_session_get_n_hits:
 * @self: the session
 * @is_counted: (out) (optional): whether that is all
 *
 * Returns: how many slices, instants, and counters or samples were found, so far
 */
guint32
strata_session_get_n_hits (StrataSession *self,
                           gboolean *is_counted)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), 0);

  StrataSearchView *view = strata_session_get_search_view (self);
  StrataSearchJob *job = view->job;

  if (is_counted != NULL)
    *is_counted = job == NULL || g_atomic_int_get (&job->is_counted);
  if (job != NULL)
    return (guint32) g_atomic_int_get (&job->n_found);

  return view->hits != NULL ? view->hits->n_hits : 0;
}

/**
 * strata_session_get_hits:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): what was found, until ::hits-changed; that of the search before while a new one runs
 */
const StrataHits *
strata_session_get_hits (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return strata_session_get_search_view (self)->hits;
}

/**
 * strata_session_get_selected_row:
 * @self: the session
 * @is_by_sample: whether samples are meant, and not their counters as a whole
 *
 * Returns: the number of what is selected, see strata-search-row.h, or %STRATA_NONE for what no search finds
 */
guint32
strata_session_get_selected_row (StrataSession *self,
                                 gboolean is_by_sample)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataItem item = strata_session_get_selection (self);
  const StrataItemClass *class = strata_item_get_class (item);

  return class != NULL && class->find_row != NULL ? class->find_row (trace, item.index, is_by_sample) : STRATA_NONE;
}

static gboolean
is_by_sample (const StrataHits *hits)
{
  return hits->others != NULL && hits->others->is_by_sample;
}

/**
 * strata_session_get_hit_rank:
 * @self: the session
 *
 * Returns: which of the hits by time is selected, or %STRATA_NONE
 */
guint32
strata_session_get_hit_rank (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  const StrataHits *hits = strata_session_get_hits (self);
  const guint32 row = hits != NULL ? strata_session_get_selected_row (self, is_by_sample (hits)) : STRATA_NONE;

  return row != STRATA_NONE ? strata_hits_find_rank (hits, row) : STRATA_NONE;
}

/**
 * strata_session_has_hit:
 * @self: the session
 * @lane: index of a lane
 *
 * Returns: whether a slice, an instant or a counter in it was found; of a group, in one of its lanes. %FALSE without a search
 */
gboolean
strata_session_has_hit (StrataSession *self,
                        guint32 lane)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataHits *hits = strata_session_get_hits (self);
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), &n_lanes);

  if (hits == NULL || lane >= n_lanes)
    return FALSE;

  const StrataLaneClass *class = strata_lane_get_class (&lanes[lane]);

  return class->has_hit != NULL && class->has_hit (self, hits, &lanes[lane]);
}

/* Where a walk goes on that begins at no hit: at what is selected, else at what is in view. */
static gint64
get_walk_begin (StrataSession *self)
{
  StrataSpan span;

  if (!strata_session_get_item_span (self, strata_session_get_selection (self), &span))
    span = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self)));

  return span.begin_ns;
}

/* The sample that holds where the view begins, so that a counter is seen where one is. */
static guint32
find_shown_sample (StrataSession *self,
                   guint32 first_sample)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataCounter *counter = strata_trace_get_counters (trace, NULL) + strata_trace_find_counter (trace, first_sample);
  const StrataSpan visible = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self)));
  const guint32 held = strata_trace_find_sample (trace, counter, visible.begin_ns);

  return held != STRATA_NONE ? held : first_sample;
}

/**
 * strata_session_select_row:
 * @self: the session
 * @row: number of what to select, see strata-search-row.h
 * @is_by_sample: whether a sample is meant, and not its counter as a whole
 *
 * Selects what a search has found, and reveals it.
 */
void
strata_session_select_row (StrataSession *self,
                           guint32 row,
                           gboolean is_by_sample)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (self));
  StrataItem item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

  switch (strata_search_row_get_kind (trace, row, &item.index))
    {
    case STRATA_SEARCH_SLICES:
      strata_session_select_slice (self, item.index);
      return;
    case STRATA_SEARCH_INSTANTS:
      item.kind = STRATA_ITEM_INSTANT;
      item.lane = strata_lanes_find_instants (lanes, strata_trace_get_instants (trace)->process[item.index]);
      break;
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      item.kind = STRATA_ITEM_SAMPLE;
      item.lane = strata_lanes_find_counter (lanes, strata_trace_find_counter (trace, item.index));
      if (!is_by_sample)
        item.index = find_shown_sample (self, item.index);
      break;
    }

  strata_session_select (self, item);
  strata_session_reveal_selection (self);
}

/**
 * strata_session_select_hit:
 * @self: the session
 * @direction: 1 for the next by time, -1 for the one before
 *
 * Selects a hit and goes there; after the last comes the first.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_hit (StrataSession *self,
                           int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataHits *hits = strata_session_get_hits (self);
  const guint32 rank = strata_session_get_hit_rank (self);
  gint64 next;

  if (hits == NULL || hits->n_hits == 0)
    return FALSE;

  if (rank != STRATA_NONE)
    next = (gint64) rank + direction;
  else
    next = (gint64) strata_hits_find_first (hits, get_walk_begin (self)) - (direction < 0);

  strata_session_select_row (self, hits->by_start[(next + hits->n_hits) % hits->n_hits], is_by_sample (hits));
  return TRUE;
}

/**
 * strata_session_get_others:
 * @self: the session
 *
 * Returns: how slices are drawn that a search has not found
 */
StrataOthers
strata_session_get_others (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_OTHERS_SHOWN);

  return strata_session_get_search_view (self)->others;
}

/**
 * strata_session_set_others:
 * @self: the session
 * @others: how to draw slices that a search has not found
 */
void
strata_session_set_others (StrataSession *self,
                           StrataOthers others)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataSearchView *view = strata_session_get_search_view (self);

  if (view->others == others)
    return;

  view->others = others;
  strata_session_emit_hits_changed (self);
}

/* Frees what a session holds of a search. */
void
strata_search_view_clear (StrataSearchView *self)
{
  stop (self);
  g_free (self->text);
  g_free (self->error);
  g_clear_pointer (&self->search, strata_search_unref);
  g_clear_pointer (&self->hits, strata_hits_free);
}
