/* strata-call-match.h - finds the same call in another trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-thread-match.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_CALL_SAME,    /* it took as long */
  STRATA_CALL_SIMILAR, /* it took as long, within a tenth */
  STRATA_CALL_SLOWER,  /* it took longer */
  STRATA_CALL_FASTER,  /* it took less */
  STRATA_CALL_ADDED,   /* only in B, with all calls inside */
  STRATA_CALL_REMOVED, /* only in A, with all calls inside */
} StrataCallChange;

/* A call in both traces, or one that was added or removed, which stands for all calls inside it. */
typedef struct
{
  guint32 slice[STRATA_N_DIFF_SIDES]; /* index of the slice of each side, or STRATA_NONE */
  guint32 depth;                      /* its depth below the first row */
  StrataCallChange change;            /* how it changed */
} StrataCallDiff;

typedef struct _StrataCallMatch StrataCallMatch;

StrataCallMatch *strata_call_match_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES]);
void strata_call_match_free (StrataCallMatch *self);
guint32 strata_call_match_find (StrataCallMatch *self, const StrataThreadMatch *threads, StrataDiffSide side, guint32 slice);
guint32 strata_call_match_find_nth (StrataCallMatch *self, StrataDiffSide side, const char *name, guint n);
GArray *strata_call_match_compare (StrataCallMatch *self, const guint32 slices[STRATA_N_DIFF_SIDES], guint most_rows, gboolean *is_cut);
gint64 strata_call_match_get_ns (const StrataCallMatch *self, StrataDiffSide side, guint32 slice);
const char *strata_call_change_get_id (StrataCallChange change);
const char *strata_call_change_get_title (StrataCallChange change);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataCallMatch, strata_call_match_free)

G_END_DECLS
