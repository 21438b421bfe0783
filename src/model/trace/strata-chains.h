/* strata-chains.h - call chains: slices that follow from one another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/**
 * StrataChainId:
 * @chain: id of the chain
 * @span: id of the span in it
 * @parent: id of the span that it came from; its own or an unknown one at the begin of a chain
 *
 * The part of a HiTrace marker between brackets (HiTraceMeter, "IDs of distributed call chain tracing tasks"): three
 * hexadecimal numbers.
 */
typedef struct
{
  guint64 chain;
  guint64 span;
  guint64 parent;
} StrataChainId;

/**
 * StrataChain:
 * @id: the id that all its slices share
 * @first_row: its first row
 * @n_rows: how many slices it has
 * @n_spans: how many spans they are in
 * @n_processes: how many processes took part
 * @begin_ns: when its first slice began
 * @end_ns: when its last slice ended
 *
 * A chain: one request on its way through threads and processes.
 */
typedef struct
{
  guint64 id;
  guint32 first_row;
  guint32 n_rows;
  guint32 n_spans;
  guint32 n_processes;
  gint64 begin_ns;
  gint64 end_ns;
} StrataChain;

/**
 * StrataChains:
 * @n_chains: how many chains there are
 * @chains: (array length=n_chains): the chains, earliest first
 * @n_rows: how many slices are in a chain
 * @slice: (array length=n_rows): index into the slice table
 * @parent: (array length=n_rows): row of the slice that it followed from, or %STRATA_NONE
 * @subtree_end: (array length=n_rows): row one past the last descendant
 * @depth: (array length=n_rows): how many ancestors it has
 * @by_slice: (array length=n_rows): the rows, by ascending slice
 *
 * All chains of a trace. The rows of a chain are adjacent and a tree in pre-order, children by begin. A slice follows
 * from the innermost slice of its span around it on its track; else, on another track than the span began on, from the
 * span's last slice elsewhere, as a server from its client; else from the slice of the parent span that was open. A
 * span whose parent is not in the trace is at the chain's root.
 */
typedef struct
{
  guint32 n_chains;
  StrataChain *chains;
  guint32 n_rows;
  guint32 *slice;
  guint32 *parent;
  guint32 *subtree_end;
  guint32 *depth;
  guint32 *by_slice;
} StrataChains;

/**
 * StrataHopKind:
 * @STRATA_HOP_NONE: it follows from nothing, or from a slice on its own track
 * @STRATA_HOP_THREAD: from another thread, or from an asynchronous slice
 * @STRATA_HOP_PROCESS: from another process
 * @STRATA_HOP_DEVICE: from another device, over a network
 *
 * Where the slice before a slice of a chain is.
 */
typedef enum
{
  STRATA_HOP_NONE,
  STRATA_HOP_THREAD,
  STRATA_HOP_PROCESS,
  STRATA_HOP_DEVICE,
} StrataHopKind;

/**
 * StrataHop:
 * @kind: where the slice comes from
 * @there_ns: from the begin of the slice that it follows from to its own begin; %STRATA_NO_TIME if the latter is earlier
 * @back_ns: from its end to the end of that slice; %STRATA_NO_TIME if that is earlier, since then it did not wait
 * @error_ns: the uncertainty of the clocks of both devices, if calls bound them; else 0
 *
 * The transit times of a call; its work is the duration of the slice.
 */
typedef struct
{
  StrataHopKind kind;
  gint64 there_ns;
  gint64 back_ns;
  gint64 error_ns;
} StrataHop;

gboolean strata_chain_id_parse (const char *text, StrataChainId *id);
void strata_chains_clear (StrataChains *self);
guint32 strata_chains_find_row (const StrataChains *self, guint32 slice);
guint32 strata_chains_find_of_row (const StrataChains *self, guint32 row);
guint32 strata_chains_find_by_id (const StrataChains *self, guint64 id);

G_END_DECLS
