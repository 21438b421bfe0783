/* strata-list-chains.c - strata-cli list chains
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-rows.h"
#include "strata-list.h"

/**
 * strata_list_chains:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the slices of all call chains, each chain as a tree.
 */
void
strata_list_chains (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  strata_list_chain (trace, output, style, STRATA_NONE);
}

/**
 * strata_list_chain:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @chain: index of a chain, or %STRATA_NONE for all
 *
 * Lists the slices of one call chain as a tree.
 */
void
strata_list_chain (StrataTrace *trace,
                   StrataOutput *output,
                   StrataTableStyle style,
                   guint32 chain)
{
  g_autoptr (StrataRows) rows = strata_chain_rows_new (trace, chain);

  strata_rows_print (rows, output, style);
}
