/* strata-query-request.c - a query in a worker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-request.h"

typedef struct
{
  StrataQuery *query; /* owned */
  char *sql;          /* owned */
} Request;

/**
 * strata_query_request_new:
 * @query: the connection to run it on
 * @sql: a query
 *
 * Returns: (transfer full): the data of a job
 */
gpointer
strata_query_request_new (StrataQuery *query,
                          const char *sql)
{
  Request *request = g_new (Request, 1);

  *request = (Request){ strata_query_ref (query), g_strdup (sql) };
  return request;
}

void
strata_query_request_free (gpointer data)
{
  Request *request = data;

  strata_query_unref (request->query);
  g_free (request->sql);
  g_free (request);
}

/**
 * strata_query_request_run:
 * @data: a request
 * @cancellable: stops it
 *
 * Runs in a worker.
 *
 * Returns: (transfer full): a #StrataQueryOutcome
 */
gpointer
strata_query_request_run (gpointer data,
                          GCancellable *cancellable)
{
  const Request *request = data;
  const StrataQueryLimits limits = { 0, 0, cancellable };
  StrataQueryOutcome *outcome = g_new0 (StrataQueryOutcome, 1);

  outcome->sql = g_strdup (request->sql);
  outcome->table = strata_query_table_run (request->query, request->sql, &limits, &outcome->offset, &outcome->error);
  return outcome;
}

void
strata_query_outcome_free (gpointer data)
{
  StrataQueryOutcome *outcome = data;

  strata_query_table_unref (outcome->table);
  g_free (outcome->sql);
  g_clear_error (&outcome->error);
  g_free (outcome);
}
