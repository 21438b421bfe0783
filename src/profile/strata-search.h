/* strata-search.h - which slices a person means
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* A search that has been understood. It does not change, and any thread may run it. */
typedef struct _StrataSearch StrataSearch;

StrataSearch *strata_search_new (const char *text, GError **error);
StrataSearch *strata_search_ref (StrataSearch *self);
void strata_search_unref (StrataSearch *self);
gboolean strata_search_is_everything (const StrataSearch *self);
char *strata_search_dup_failure (const StrataSearch *self);
char *strata_search_quote (const char *text);

/* strata-search-run.c */
guint64 *strata_search_run (const StrataSearch *self, StrataTrace *trace, gint *n_found, GCancellable *cancellable);
guint32 *strata_search_list (const guint64 *bits, guint32 n_slices, guint32 n_found);

static inline gboolean
strata_search_has (const guint64 *bits,
                   guint32 slice)
{
  return (bits[slice / 64] >> (slice % 64) & 1) != 0;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSearch, strata_search_unref)

G_END_DECLS
