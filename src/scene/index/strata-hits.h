/* strata-hits.h - search hits, ready to be drawn and walked
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-lod-index.h"
#include "strata-instant-rows.h"
#include "strata-search-others.h"

G_BEGIN_DECLS

/* Parts of the trace in which hits are marked. */
#define STRATA_HIT_BINS 4096

/* Made in time proportional to the trace; read-only afterwards. */
typedef struct
{
  StrataTrace *trace;         /* their trace; owned */
  guint32 n_hits;             /* how many there are */
  guint32 n_slices;           /* how many of them are slices */
  guint64 *bits;              /* a bit a slice, see strata_search_has(); owned */
  guint64 *places;            /* the same, a bit a place in the order of the trace; owned */
  guint32 *by_start;          /* (array length=n_hits): the hits by time, numbered as in strata-search-row.h; owned */
  StrataSearchOthers *others; /* nullable: the hits that are not slices; owned */
  StrataInstantRows instants; /* the hits that are instants, by process and time */
  guint32 *row_begin;         /* first places in the order of @table of each row of the trace, and the end; owned */
  guint32 n_rows;
  StrataSliceTable table;         /* the columns of the trace, with an order of only the slices among the hits */
  StrataHues hues;                /* own colours, since the scene's may be freed before the hits */
  StrataLodIndex *lod;            /* the rows of @table; owned */
  gboolean bins[STRATA_HIT_BINS]; /* in which of STRATA_HIT_BINS equal parts of the trace hits begin */
} StrataHits;

StrataHits *strata_hits_new (StrataTrace *trace, guint64 *bits, guint32 n_slices, StrataSearchOthers *others, StrataHues *hues, GCancellable *cancellable);
void strata_hits_free (StrataHits *self);
guint32 strata_hits_find_first (const StrataHits *self, gint64 time_ns);
guint32 strata_hits_find_rank (const StrataHits *self, guint32 row);
gboolean strata_hits_has_track (const StrataHits *self, const StrataTrack *track);
gboolean strata_hits_has_process (const StrataHits *self, guint32 process);
gboolean strata_hits_has_counter (const StrataHits *self, guint32 counter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataHits, strata_hits_free)

G_END_DECLS
