/* strata-query-request.h - a query in a worker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-query-table.h"

G_BEGIN_DECLS

/* The outcome of a query. */
typedef struct
{
  StrataQueryTable *table; /* owned; nullable: the result; NULL with @error set */
  char *sql;               /* owned: the query */
  GError *error;           /* nullable: owned */
  gsize offset;            /* place of the error in @sql, in bytes */
} StrataQueryOutcome;

/* The data and functions for a #StrataJobKind that runs a query. */
gpointer strata_query_request_new (StrataQuery *query, const char *sql);
void strata_query_request_free (gpointer data);
gpointer strata_query_request_run (gpointer data, GCancellable *cancellable);
void strata_query_outcome_free (gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataQueryOutcome, strata_query_outcome_free)

G_END_DECLS
