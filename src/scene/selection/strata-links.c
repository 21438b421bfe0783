/* strata-links.c - the arrows of the selection
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-links.h"

/* The links of a chain are the rows that changed the thread or the span; a call inside another on
 * its thread needs no arrow. A chain can have a hundred thousand links. First come those on the way
 * to the selection, then the nearest in the tree. */

/* More arrows would cover the picture. */
#define MAX_LINKS 200
#define MAX_ANCESTOR_LINKS (MAX_LINKS / 2)

struct _StrataLinks
{
  guint n_all;
  guint n_links;
  StrataLink links[MAX_LINKS];
};

/**
 * strata_links_is_link:
 * @trace: a trace
 * @row: a row of its chains
 *
 * Returns: whether the row goes from one place of the timeline to another
 */
gboolean
strata_links_is_link (StrataTrace *trace,
                      guint32 row)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (chains->parent[row] == STRATA_NONE)
    return FALSE;

  const guint32 from = chains->slice[chains->parent[row]];
  const guint32 to = chains->slice[row];

  return to < from || to >= slices->subtree_end[from];
}

static void
add_link (StrataLinks *self,
          StrataTrace *trace,
          guint32 row)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 from = chains->slice[chains->parent[row]];
  const guint32 to = chains->slice[row];

  self->links[self->n_links++] = (StrataLink){
    .from = { STRATA_ITEM_SLICE, from, STRATA_NONE, 1 },
    .to = { STRATA_ITEM_SLICE, to, STRATA_NONE, 1 },
    .from_ns = CLAMP (slices->start_ns[to], slices->start_ns[from], strata_slice_table_get_end_ns (slices, from)),
    .to_ns = slices->start_ns[to],
  };
}

static gboolean
is_ancestor (const StrataChains *chains,
             guint32 row,
             guint32 of)
{
  return row <= of && of < chains->subtree_end[row];
}

static void
add_ancestors (StrataLinks *self,
               StrataTrace *trace,
               guint32 row)
{
  const StrataChains *chains = strata_trace_get_chains (trace);

  for (; row != STRATA_NONE && self->n_links < MAX_ANCESTOR_LINKS; row = chains->parent[row])
    if (strata_links_is_link (trace, row))
      add_link (self, trace, row);
}

/* Alternates below and above. */
static void
add_nearest (StrataLinks *self,
             StrataTrace *trace,
             const StrataChain *chain,
             guint32 row)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const guint32 end = chain->first_row + chain->n_rows;

  for (guint32 distance = 1; distance < chain->n_rows && self->n_links < MAX_LINKS; distance++)
    {
      if (row + distance < end && strata_links_is_link (trace, row + distance))
        add_link (self, trace, row + distance);
      if (row >= chain->first_row + distance && self->n_links < MAX_LINKS && !is_ancestor (chains, row - distance, row) && strata_links_is_link (trace, row - distance))
        add_link (self, trace, row - distance);
    }
}

static guint
count_links (StrataTrace *trace,
             const StrataChain *chain)
{
  guint n_links = 0;

  for (guint32 row = chain->first_row; row < chain->first_row + chain->n_rows; row++)
    n_links += strata_links_is_link (trace, row) ? 1 : 0;

  return n_links;
}

/**
 * strata_links_add_chain:
 * @self: the links
 * @trace: the trace
 * @slice: a slice
 *
 * Adds the links between the spans of the chain that @slice is in: first those that
 * lead to it, then its neighbours in the chain.
 */
void
strata_links_add_chain (StrataLinks *self,
                        StrataTrace *trace,
                        guint32 slice)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const guint32 row = strata_chains_find_row (chains, slice);

  if (row == STRATA_NONE)
    return;

  const StrataChain *chain = &chains->chains[strata_chains_find_of_row (chains, row)];

  self->n_all = count_links (trace, chain);
  add_ancestors (self, trace, row);
  add_nearest (self, trace, chain, row);
}

/**
 * strata_links_add_pair:
 * @self: the links
 * @link: a link outside of chains: a wake-up or a call to another process
 *
 * Adds a single link.
 */
void
strata_links_add_pair (StrataLinks *self,
                       const StrataLink *link)
{
  if (self->n_links >= MAX_LINKS)
    return;

  self->links[self->n_links++] = *link;
  self->n_all++;
}

/**
 * strata_links_get:
 * @self: the links
 * @n_links: (out): how many are known
 * @n_all: (out): how many there are; more than @n_links in a large chain
 *
 * Returns: (transfer none) (array length=n_links): the links
 */
const StrataLink *
strata_links_get (const StrataLinks *self,
                  guint *n_links,
                  guint *n_all)
{
  *n_links = self->n_links;
  *n_all = self->n_all;
  return self->links;
}

/* Returns an empty list of links. */
StrataLinks *
strata_links_new (void)
{
  return g_new0 (StrataLinks, 1);
}

void
strata_links_free (StrataLinks *self)
{
  g_free (self);
}
