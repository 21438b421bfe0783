/* strata-lane-queries.c - runs the queries of result lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-queries.h"

#include "strata-job.h"
#include "strata-query-lane.h"
#include "strata-query-request.h"

/* A lane is saved with the file as its query, which runs again when the file is opened: here, one
 * after the other, each on its own capture. */
struct _StrataLaneQueries
{
  StrataSession *session; /* owned */
  StrataQuery *query;     /* owned; nullable until a query is to be run, and if opening failed */
  StrataTrace *trace;     /* owned; nullable: the trace of @query */
  StrataJob *job;         /* owned */
  StrataLaneFailed failed;
  gpointer user_data;
};

static void run_pending (StrataLaneQueries *self);

/* A result that can no longer be shown becomes an empty lane, whose query does not run again. */
static void
take_lane (StrataLaneQueries *self,
           const char *title,
           const StrataQueryOutcome *outcome)
{
  StrataResult *lane = outcome->table != NULL ? strata_query_lane_new_result (outcome->table, title, outcome->sql, self->trace)
                                              : strata_result_new (title, outcome->sql, FALSE);

  lane->is_finished = TRUE;
  strata_findings_take_result (strata_session_get_findings (self->session), lane);
}

static void
on_done (gpointer result,
         gpointer data,
         gpointer user_data)
{
  StrataLaneQueries *self = user_data;
  g_autoptr (StrataQueryOutcome) outcome = result;
  const StrataResult *pending = strata_query_lane_find_pending (self->session);

  if (pending != NULL && g_str_equal (pending->sql, outcome->sql))
    {
      g_autofree char *title = g_strdup (pending->title);

      take_lane (self, title, outcome);
      if (outcome->error != NULL && self->failed != NULL)
        self->failed (self->session, outcome->error, self->user_data);
    }

  run_pending (self);
}

static const StrataJobKind lane_job = {
  .name = "[strata] query of a lane",
  .run = strata_query_request_run,
  .done = on_done,
  .free_data = strata_query_request_free,
  .free_result = strata_query_outcome_free,
};

/* A capture gets another trace when files are added to it. */
static gboolean
open_query (StrataLaneQueries *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);

  if (self->query == NULL || self->trace != trace)
    {
      g_clear_pointer (&self->query, strata_query_unref);
      g_set_object (&self->trace, trace);
      self->query = strata_query_new (&trace, 1, NULL);
    }

  return self->query != NULL;
}

static void
run_pending (StrataLaneQueries *self)
{
  const StrataResult *pending = strata_query_lane_find_pending (self->session);

  if (pending != NULL && !strata_job_is_busy (self->job) && open_query (self))
    strata_job_start (self->job, strata_query_request_new (self->query, pending->sql), 0);
}

/**
 * strata_lane_queries_new:
 * @session: the session of the lanes
 * @failed: (nullable): called when a query fails
 * @user_data: for @failed; must outlive the returned object
 *
 * Runs the queries that were saved with a file, and those added later.
 *
 * Returns: (transfer full): the object that runs them
 */
StrataLaneQueries *
strata_lane_queries_new (StrataSession *session,
                         StrataLaneFailed failed,
                         gpointer user_data)
{
  StrataLaneQueries *self = g_new0 (StrataLaneQueries, 1);

  self->session = g_object_ref (session);
  self->failed = failed;
  self->user_data = user_data;
  self->job = strata_job_new (&lane_job, self);
  g_signal_connect_swapped (strata_session_get_findings (session), "results-changed", G_CALLBACK (run_pending), self);
  run_pending (self);

  return self;
}

/**
 * strata_lane_queries_free:
 * @self: (nullable) (transfer full): the object
 *
 * Stops the running query.
 */
void
strata_lane_queries_free (StrataLaneQueries *self)
{
  if (self == NULL)
    return;

  g_signal_handlers_disconnect_by_data (strata_session_get_findings (self->session), self);
  strata_job_free (self->job);
  strata_query_unref (self->query);
  g_clear_object (&self->trace);
  g_clear_object (&self->session);
  g_free (self);
}
