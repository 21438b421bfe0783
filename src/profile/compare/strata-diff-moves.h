/* strata-diff-moves.h - whether a name that is new has the work of one that is gone
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

/**
 * StrataDiffMove:
 * @names: what A lost, and what B gained
 * @times: how much time
 * @n_calls: how many calls
 * @is_both: whether the one is gone and the other is new, both with calls enough for their number to say something
 *
 * A name that may have moved to another.
 */
typedef struct
{
  const char *names[STRATA_N_DIFF_SIDES];
  double times[STRATA_N_DIFF_SIDES];
  double n_calls[STRATA_N_DIFF_SIDES];
  gboolean is_both;
} StrataDiffMove;

double strata_diff_move_get_fit (const StrataDiffMove *self);

G_END_DECLS
