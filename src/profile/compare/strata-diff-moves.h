/* strata-diff-moves.h - finds where the work of a removed name went
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

/* A name that may have moved to another. */
typedef struct
{
  const char *names[STRATA_N_DIFF_SIDES]; /* the name that A lost, and the name that B gained */
  double times[STRATA_N_DIFF_SIDES];      /* the time that each lost or gained */
  double n_calls[STRATA_N_DIFF_SIDES];    /* how many calls */
  gboolean is_both;                       /* whether one is removed and the other added, both with enough calls for their counts to be meaningful */
} StrataDiffMove;

double strata_diff_move_get_fit (const StrataDiffMove *self);

G_END_DECLS
