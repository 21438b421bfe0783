/* strata-search-others.h - the instants, counters and runs that a search found
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-search.h"

G_BEGIN_DECLS

/* The results of a search other than slices. Immutable. */
typedef struct
{
  StrataTrace *trace;    /* their trace; owned */
  gboolean is_by_sample; /* whether single samples were found, not whole counters */
  guint64 *instants;     /* a bit per instant, see strata_search_has(); owned */
  guint64 *samples;      /* a bit per sample; a whole counter sets that of its first sample; owned */
  guint64 *runs;         /* nullable: a bit per run of a CPU, if the search asks for them; owned */
  guint32 n_rows;        /* how many instants, counters or samples, and runs */
  guint32 *rows;         /* (array length=n_rows): their numbers, see strata-search-row.h, by time; owned */
} StrataSearchOthers;

StrataSearchOthers *strata_search_others_new (const StrataSearch *search, StrataTrace *trace, gint *n_found, GCancellable *cancellable);
void strata_search_others_free (StrataSearchOthers *self);
gboolean strata_search_others_has_counter (const StrataSearchOthers *self, guint32 counter);
gboolean strata_search_others_has_sample (const StrataSearchOthers *self, guint32 begin, guint32 end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSearchOthers, strata_search_others_free)

G_END_DECLS
