/* strata-search.h - searches for slices, instants and counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* A parsed search. It is immutable, and any thread may run it. */
typedef struct _StrataSearch StrataSearch;

/* Kinds of rows. A search finds whole counters unless it asks for values, see
 * strata_search_asks_for_values(). */
typedef enum
{
  STRATA_SEARCH_SLICES,   /* the slices, by index */
  STRATA_SEARCH_INSTANTS, /* the instants, by index */
  STRATA_SEARCH_COUNTERS, /* the counters, by index */
  STRATA_SEARCH_SAMPLES,  /* their samples, by index */
  STRATA_SEARCH_RUNS,     /* the runs of CPUs, by index; found only if asked for, see strata_search_asks_for_runs() */
} StrataSearchKind;

StrataSearch *strata_search_new (const char *text, GError **error);
StrataSearch *strata_search_ref (StrataSearch *self);
void strata_search_unref (StrataSearch *self);
gboolean strata_search_is_everything (const StrataSearch *self);
gboolean strata_search_asks_for_values (const StrataSearch *self);
gboolean strata_search_asks_for_runs (const StrataSearch *self);
char *strata_search_dup_failure (const StrataSearch *self);
char *strata_search_quote (const char *text);

/* strata-search-run.c */
guint32 strata_search_count_rows (StrataTrace *trace, StrataSearchKind kind);
guint64 *strata_search_run (const StrataSearch *self, StrataTrace *trace, StrataSearchKind kind, gint *n_found, GCancellable *cancellable);
guint32 *strata_search_list (const guint64 *bits, guint32 n_rows, guint32 n_found);

static inline gboolean
strata_search_has (const guint64 *bits,
                   guint32 row)
{
  return (bits[row / 64] >> (row % 64) & 1) != 0;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSearch, strata_search_unref)

G_END_DECLS
