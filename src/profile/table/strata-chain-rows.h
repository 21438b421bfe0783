/* strata-chain-rows.h - the table of a call chain
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-rows.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* The columns of the window, from left to right. */
typedef enum
{
  STRATA_CHAIN_COLUMN_NAME,     /* name of the slice */
  STRATA_CHAIN_COLUMN_SIDE,     /* the end of a call that the slice is */
  STRATA_CHAIN_COLUMN_PROCESS,  /* name of its process; in the window with its id */
  STRATA_CHAIN_COLUMN_THREAD,   /* name of its thread; in the window with its id */
  STRATA_CHAIN_COLUMN_START,    /* begin relative to the chain's begin */
  STRATA_CHAIN_COLUMN_DURATION, /* its duration */
  STRATA_CHAIN_COLUMN_WAY,      /* how long the call took there and back */
} StrataChainColumn;

#define STRATA_N_CHAIN_COLUMNS (STRATA_CHAIN_COLUMN_WAY + 1)

extern const StrataRowClass strata_chain_rows_class;
StrataRows *strata_chain_rows_new (StrataTrace *trace, guint32 chain);

G_END_DECLS
