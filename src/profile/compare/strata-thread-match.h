/* strata-thread-match.h - matches the threads of two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_MATCH_NONE,    /* they are not matched */
  STRATA_MATCH_HAND,    /* the user matched them */
  STRATA_MATCH_NAME,    /* they have the same name */
  STRATA_MATCH_SIMILAR, /* their names differ only in numbers */
  STRATA_MATCH_MAIN,    /* they are the first threads of matched processes */
  STRATA_MATCH_WORK,    /* they make the same calls */
} StrataMatchReason;

/* A matched pair of threads or processes of A and B, or one without a counterpart. */
typedef struct
{
  guint32 index[STRATA_N_DIFF_SIDES]; /* index of the thread or process of each side, or STRATA_NONE */
  StrataMatchReason reason;           /* why they are matched */
} StrataMatch;

typedef struct _StrataThreadMatch StrataThreadMatch;

StrataThreadMatch *strata_thread_match_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataMatch *by_hand, guint n_by_hand);
StrataThreadMatch *strata_thread_match_ref (StrataThreadMatch *self);
void strata_thread_match_unref (StrataThreadMatch *self);
const StrataMatch *strata_thread_match_get_threads (const StrataThreadMatch *self, guint *n_threads);
guint32 strata_thread_match_find (const StrataThreadMatch *self, StrataDiffSide side, guint32 thread);
guint32 strata_thread_match_find_process (const StrataThreadMatch *self, StrataDiffSide side, guint32 process);
const char *strata_match_reason_get_id (StrataMatchReason reason);
const char *strata_match_reason_get_title (StrataMatchReason reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataThreadMatch, strata_thread_match_unref)

G_END_DECLS
