/* strata-findings-search.c - the search and its hits
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-findings-private.h"

/* A worker searches, and the newest request wins. While it runs, the findings report how
 * many hits there are so far; the drawn hits stay until all are known.
 *
 * Without a search or without hits all lanes are shown: an
 * empty window helps nobody. */

struct _StrataSearchRequest
{
  StrataTrace *trace;   /* owned */
  StrataSearch *search; /* owned */
  StrataHues hues;      /* owned, until moved into the hits */
  gint n_found;         /* atomic */
  gint is_counted;      /* atomic */
};

static StrataSearchRequest *
request_new (const StrataSceneIndex *index,
             StrataSearch *search)
{
  StrataSearchRequest *request = g_new0 (StrataSearchRequest, 1);

  request->trace = g_object_ref (index->trace);
  strata_hues_copy (&request->hues, &index->hues, index->trace, strata_trace_count_rows (index->trace));
  request->search = strata_search_ref (search);
  return request;
}

static void
request_free (gpointer data)
{
  StrataSearchRequest *request = data;

  g_object_unref (request->trace);
  strata_search_unref (request->search);
  strata_hues_clear (&request->hues);
  g_free (request);
}

static gpointer
run_search (gpointer data,
            GCancellable *cancellable)
{
  StrataSearchRequest *request = data;
  guint64 *bits = strata_search_run (request->search, request->trace, STRATA_SEARCH_SLICES, &request->n_found, cancellable);
  const guint32 n_slices = (guint32) g_atomic_int_get (&request->n_found);
  StrataSearchOthers *others = strata_search_others_new (request->search, request->trace, &request->n_found, cancellable);

  g_atomic_int_set (&request->is_counted, !g_cancellable_is_cancelled (cancellable));
  return strata_hits_new (request->trace, bits, n_slices, others, &request->hues, cancellable);
}

/**
 * strata_findings_has_hit:
 * @self: the findings
 * @lane: index of a lane
 *
 * Returns: whether a slice, an instant or a counter in it (or in a lane of the group) was found; %FALSE without a search
 */
gboolean
strata_findings_has_hit (StrataFindings *self,
                         guint32 lane)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), FALSE);

  const StrataHits *hits = self->hits;
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_view_get_lanes (self->view), &n_lanes);

  if (hits == NULL || lane >= n_lanes)
    return FALSE;

  const StrataLaneClass *class = strata_lane_get_class (&lanes[lane]);

  return class->has_hit != NULL && class->has_hit (strata_view_get_lanes (self->view), hits, &lanes[lane]);
}

/* Hides lanes without hits, or shows all again. Called when the hits or the setting changed. */
static void
update_hit_lanes (StrataFindings *self)
{
  StrataLanes *lanes = strata_view_get_lanes (self->view);
  guint n_lanes;

  strata_lanes_get (lanes, &n_lanes);
  if (!self->only_hit_lanes || self->hits == NULL || self->hits->n_hits == 0)
    {
      strata_lanes_set_hits (lanes, NULL);
      return;
    }

  g_autofree guint8 *has_hits = g_new0 (guint8, (gsize) n_lanes + 1);

  for (guint32 i = 0; i < n_lanes; i++)
    has_hits[i] = strata_findings_has_hit (self, i);

  strata_lanes_set_hits (lanes, has_hits);
}

static void
take_hits (StrataFindings *self,
           StrataHits *hits)
{
  StrataHits *before = self->hits;

  if (before == NULL && hits == NULL)
    return;

  self->hits = hits;
  update_hit_lanes (self);
  strata_findings_emit_hits_changed (self);
  strata_hits_free (before);
}

static void
on_found (gpointer result,
          gpointer data,
          gpointer user_data)
{
  StrataFindings *self = user_data;

  self->request = NULL;
  g_free (self->error);
  self->error = strata_search_dup_failure (self->search);
  take_hits (self, result);
  strata_findings_emit_search_changed (self);
}

static void
on_progress (gpointer data,
             gpointer user_data)
{
  strata_findings_emit_search_changed (user_data);
}

static const StrataJobKind search_kind = {
  .name = "[strata] search",
  .run = run_search,
  .done = on_found,
  .progress = on_progress,
  .free_data = request_free,
  .free_result = (GDestroyNotify) strata_hits_free,
};

static void
stop (StrataFindings *self)
{
  self->request = NULL;
  if (self->search_job != NULL)
    strata_job_cancel (self->search_job);
}

static void
start (StrataFindings *self)
{
  StrataSearchRequest *request = request_new (strata_view_get_index (self->view), self->search);

  if (self->search_job == NULL)
    self->search_job = strata_job_new (&search_kind, self);

  self->request = request;
  strata_job_start (self->search_job, request, 0);
}

/* For a change of the time axis. */
void
strata_findings_drop_hits (StrataFindings *self)
{
  take_hits (self, NULL);
}

/* For a change of colours or of the time axis. */
void
strata_findings_restart_search (StrataFindings *self)
{
  if (self->search != NULL)
    start (self);
}

void
strata_findings_clear_search (StrataFindings *self)
{
  g_clear_pointer (&self->search_job, strata_job_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->search, strata_search_unref);
  g_clear_pointer (&self->hits, strata_hits_free);
}

/**
 * strata_findings_search:
 * @self: the findings
 * @text: what to search for, see strata_search_new(); empty to end the search
 *
 * Starts a search in the background, replacing the previous one. ::search-changed
 * reports its progress; ::hits-changed is emitted when all hits are known.
 */
void
strata_findings_search (StrataFindings *self,
                        const char *text)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (STRATA_IS_FINDINGS (self));

  if (g_strcmp0 (self->text, text) == 0)
    return;

  stop (self);
  g_free (self->text);
  self->text = g_strdup (text);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->search, strata_search_unref);
  self->search = strata_search_new (text, &error);

  if (self->search == NULL)
    self->error = g_strdup (error->message);
  else if (strata_search_is_everything (self->search))
    g_clear_pointer (&self->search, strata_search_unref);

  if (self->search != NULL)
    start (self);
  else
    take_hits (self, NULL);

  strata_findings_emit_search_changed (self);
}

/**
 * strata_findings_get_search:
 * @self: the findings
 *
 * Returns: (transfer none): the text of the search; "" for none
 */
const char *
strata_findings_get_search (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), "");

  return self->text != NULL ? self->text : "";
}

/**
 * strata_findings_get_search_error:
 * @self: the findings
 *
 * Returns: (transfer none) (nullable): the part of the text that cannot be understood, or %NULL
 */
const char *
strata_findings_get_search_error (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  return self->error;
}

/**
 * strata_findings_is_searching:
 * @self: the findings
 *
 * Returns: whether there is a search and its text can be understood
 */
gboolean
strata_findings_is_searching (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), FALSE);

  return self->search != NULL;
}

/**
 * strata_findings_is_search_running:
 * @self: the findings
 *
 * Returns: whether the search is still running
 */
gboolean
strata_findings_is_search_running (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), FALSE);

  return self->request != NULL;
}

/**
 * strata_findings_get_n_hits:
 * @self: the findings
 * @is_counted: (out) (optional): whether the count is final
 *
 * Returns: how many slices, instants, and counters or samples were found, so far
 */
guint32
strata_findings_get_n_hits (StrataFindings *self,
                            gboolean *is_counted)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), 0);

  if (is_counted != NULL)
    *is_counted = self->request == NULL || g_atomic_int_get (&self->request->is_counted);
  if (self->request != NULL)
    return (guint32) g_atomic_int_get (&self->request->n_found);

  return self->hits != NULL ? self->hits->n_hits : 0;
}

/**
 * strata_findings_get_hits:
 * @self: the findings
 *
 * Returns: (transfer none) (nullable): the hits, until ::hits-changed; while a new search runs, those of the previous one
 */
const StrataHits *
strata_findings_get_hits (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  return self->hits;
}

/**
 * strata_findings_get_others:
 * @self: the findings
 *
 * Returns: how slices that do not match the search are drawn
 */
StrataOthers
strata_findings_get_others (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), STRATA_OTHERS_SHOWN);

  return self->others;
}

/**
 * strata_findings_set_others:
 * @self: the findings
 * @others: how to draw slices that do not match the search
 *
 * Emits ::hits-changed if the value changes.
 */
void
strata_findings_set_others (StrataFindings *self,
                            StrataOthers others)
{
  g_return_if_fail (STRATA_IS_FINDINGS (self));

  if (self->others == others)
    return;

  self->others = others;
  strata_findings_emit_hits_changed (self);
}

/**
 * strata_findings_get_only_hit_lanes:
 * @self: the findings
 *
 * Returns: whether only lanes with hits are shown
 */
gboolean
strata_findings_get_only_hit_lanes (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), FALSE);

  return self->only_hit_lanes;
}

/**
 * strata_findings_set_only_hit_lanes:
 * @self: the findings
 * @is_only: whether to show only lanes with hits
 *
 * Hides lanes without hits during a search; pinned lanes stay.
 */
void
strata_findings_set_only_hit_lanes (StrataFindings *self,
                                    gboolean is_only)
{
  g_return_if_fail (STRATA_IS_FINDINGS (self));

  if (self->only_hit_lanes == is_only)
    return;

  self->only_hit_lanes = is_only;
  update_hit_lanes (self);
}
