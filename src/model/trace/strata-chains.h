/* strata-chains.h - call chains: slices that follow from one another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* The part of a HiTrace marker between brackets (HiTraceMeter, "IDs of distributed call chain
 * tracing tasks"): three hexadecimal numbers. */
typedef struct
{
  guint64 chain;  /* id of the chain */
  guint64 span;   /* id of the span in it */
  guint64 parent; /* id of the span that it came from; its own or an unknown one at the start of a chain */
} StrataChainId;

/* A chain: one request on its way through threads and processes. */
typedef struct
{
  guint64 id;          /* the id that all its slices share */
  guint32 first_row;   /* its first row */
  guint32 n_rows;      /* how many slices it has */
  guint32 n_spans;     /* how many spans they are in */
  guint32 n_processes; /* how many processes took part */
  gint64 begin_ns;     /* when its first slice began */
  gint64 end_ns;       /* when its last slice ended */
} StrataChain;

/* All chains of a trace. The rows of a chain are adjacent and a tree in pre-order, children by
 * begin. A slice follows from the innermost slice of its span around it on its track; else, on
 * another track than the span began on, from the span's last slice elsewhere, as a server from its
 * client; else from the slice of the parent span that was open. A span whose parent is not in the
 * trace is at the chain's root. */
typedef struct
{
  guint32 n_chains;     /* how many chains there are */
  StrataChain *chains;  /* (array length=n_chains): the chains, earliest first */
  guint32 n_rows;       /* how many slices are in a chain */
  guint32 *slice;       /* (array length=n_rows): index into the slice table */
  guint32 *parent;      /* (array length=n_rows): row of the slice that it followed from, or STRATA_NONE */
  guint32 *subtree_end; /* (array length=n_rows): row one past the last descendant */
  guint32 *depth;       /* (array length=n_rows): how many ancestors it has */
  guint32 *by_slice;    /* (array length=n_rows): the rows, by ascending slice */
} StrataChains;

/* Where the slice before a slice of a chain is. */
typedef enum
{
  STRATA_HOP_NONE,    /* it follows from nothing, or from a slice on its own track */
  STRATA_HOP_THREAD,  /* from another thread, or from an asynchronous slice */
  STRATA_HOP_PROCESS, /* from another process */
  STRATA_HOP_DEVICE,  /* from another device, over a network */
} StrataHopKind;

/* The transit times of a call; its work is the duration of the slice. */
typedef struct
{
  StrataHopKind kind; /* where the slice comes from */
  /* from the start of the slice that it follows from to its own start; STRATA_NO_TIME if the
   * latter is earlier */
  gint64 there_ns;
  gint64 back_ns;  /* from its end to the end of that slice; STRATA_NO_TIME if that is earlier, since then it did not wait */
  gint64 error_ns; /* the uncertainty of the clocks of both devices, if calls bound them; else 0 */
} StrataHop;

gboolean strata_chain_id_parse (const char *text, StrataChainId *id);
void strata_chains_clear (StrataChains *self);
guint32 strata_chains_find_row (const StrataChains *self, guint32 slice);
guint32 strata_chains_find_of_row (const StrataChains *self, guint32 row);
guint32 strata_chains_find_by_id (const StrataChains *self, guint64 id);

G_END_DECLS
