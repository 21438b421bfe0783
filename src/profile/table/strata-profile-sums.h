/* strata-profile-sums.h - sums of one worker for the rows of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-profile.h"
#include "strata-slice-walk.h"

G_BEGIN_DECLS

/**
 * StrataProfileSum:
 *
 * A row under construction. The durations of finished calls are kept for the percentiles: 4 bytes each, and 8 for the
 * few of more than four seconds. Fields that every slice touches come first.
 */
typedef struct _StrataProfileSum StrataProfileSum;
struct _StrataProfileSum
{
  gint64 exclusive_ns;
  gint64 exclusive_cpu_ns;
  gint64 inclusive_ns;
  gint64 inclusive_cpu_ns;
  gint64 longest_ns;
  gint64 finished_ns;
  StrataColumn finished; /* owned: guint32 each, in ns */
  guint32 n_on_stack;
  guint32 n_outermost;
  guint32 n_calls;
  guint32 piece;      /* of the last call, from 1 */
  guint32 last_slice; /* the last call of that piece */

  guint32 key;
  guint32 longest_slice;
  guint32 earliest_slice;
  guint32 latest_slice; /* of the previous pieces */
  guint32 n_unfinished;
  guint32 n_unknown_cpu;
  guint32 n_unknown_self_cpu;
  StrataColumn finished_long; /* owned: gint64 each, those that do not fit into 4 bytes */
  StrataProfileSum *more;     /* (nullable) borrowed: another worker's sum for the same row, with its durations */
};

void strata_profile_sum_init (StrataProfileSum *self, guint32 key);
void strata_profile_sum_clear (StrataProfileSum *self);
void strata_profile_sum_enter (StrataProfileSum *self, const StrataSliceTable *slices, guint32 piece, guint32 slice);
void strata_profile_sum_merge (StrataProfileSum *self, const StrataSliceTable *slices, StrataProfileSum *other);
void strata_profile_sum_finish (StrataProfileSum *self, const StrataSliceTable *slices, StrataProfileRow *row);

G_END_DECLS
