/* strata-query.h - SQL over traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-cell.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* SQLite cannot attach more. */
#define STRATA_QUERY_MAX_TRACES 10

typedef enum
{
  STRATA_QUERY_ERROR_BAD,     /* the query is wrong */
  STRATA_QUERY_ERROR_REFUSED, /* the query tries something that is not allowed, such as opening a file */
  STRATA_QUERY_ERROR_LATE,    /* it took longer than it was allowed to */
  STRATA_QUERY_ERROR_MEMORY,  /* it needs more memory than it may have */
} StrataQueryError;

#define STRATA_QUERY_ERROR (strata_query_error_quark ())

GQuark strata_query_error_quark (void);

/* Receives the results. Returning FALSE ends the query without an error. */
typedef struct
{
  /* a statement with a result begins; @names (array length=n_columns): names of its columns */
  gboolean (*begin) (gpointer data, const char *const *names, guint n_columns);
  /* the next row; @cells (array length=n_columns): its values, valid during the call */
  gboolean (*row) (gpointer data, const StrataCell *cells, guint n_columns);
  void (*end) (gpointer data); /* the result is complete */
} StrataQueryReceiver;

/* Limits for a query. */
typedef struct
{
  double seconds;            /* how long it may take; 0 for no limit */
  guint64 max_bytes;         /* how much memory SQLite may have; 0 for 1 GiB */
  GCancellable *cancellable; /* nullable: ends it early with G_IO_ERROR_CANCELLED */
} StrataQueryLimits;

typedef struct _StrataQuery StrataQuery;

StrataQuery *strata_query_new (StrataTrace *const *traces, guint n_traces, GError **error);
StrataQuery *strata_query_ref (StrataQuery *self);
void strata_query_unref (StrataQuery *self);
gboolean strata_query_run (StrataQuery *self, const char *sql, const StrataQueryLimits *limits, const StrataQueryReceiver *receiver, gpointer data, gsize *offset, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataQuery, strata_query_unref)

G_END_DECLS
