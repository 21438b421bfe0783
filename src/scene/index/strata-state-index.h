/* strata-state-index.h - thread states as rows that are drawn
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lod-index.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* Made in time proportional to the states; read-only afterwards. Sleep is drawn behind the other
 * states, so that frequent short wake-ups stay visible. */
typedef struct
{
  StrataLodIndex *lod;    /* a row a thread, of all states but sleep */
  StrataSliceTable table; /* the states as a slice table; slices have the numbers of the states, names are StrataState */
  guint32 *first_state;   /* (array length=n_threads+1): the first state of each thread, and the end */

  /* private */
  StrataHues hues;
  guint n_threads;
} StrataStateIndex;

void strata_state_index_init (StrataStateIndex *self, StrataTrace *trace);
void strata_state_index_clear (StrataStateIndex *self);
gsize strata_state_index_get_n_bytes (const StrataStateIndex *self);
guint32 strata_state_index_find_thread (const StrataStateIndex *self, guint32 state);
guint32 strata_state_index_find_at (const StrataStateIndex *self, const StrataStates *states, guint32 thread, gint64 time_ns);
guint32 strata_state_index_find_wakeup (const StrataStateIndex *self, StrataTrace *trace, guint32 state);

G_END_DECLS
