/* strata-session-links.c - what the selection followed from, and what followed from it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include "strata-session-private.h"

/* The links of a chain are those of its rows that changed the thread or the span;
 * a call inside another of its thread needs no arrow. A chain can have a hundred
 * thousand: the way that led to the selection is taken, then what is nearest in
 * the tree. */

/* What a picture can show without being covered. */
#define MAX_LINKS 200
#define MAX_ANCESTOR_LINKS (MAX_LINKS / 2)

/* Whether a row goes from one place of the timeline to another. */
static gboolean
has_link (StrataTrace *trace,
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

  if (self->links == NULL)
    self->links = g_new (StrataLink, MAX_LINKS);

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
    if (has_link (trace, row))
      add_link (self, trace, row);
}

/* Below and above by turns. */
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
      if (row + distance < end && has_link (trace, row + distance))
        add_link (self, trace, row + distance);
      if (row >= chain->first_row + distance && self->n_links < MAX_LINKS && !is_ancestor (chains, row - distance, row) && has_link (trace, row - distance))
        add_link (self, trace, row - distance);
    }
}

static guint
count_links (StrataTrace *trace,
             const StrataChain *chain)
{
  guint n_links = 0;

  for (guint32 row = chain->first_row; row < chain->first_row + chain->n_rows; row++)
    n_links += has_link (trace, row) ? 1 : 0;

  return n_links;
}

/* Adds the links between the spans of the chain that a slice is in. */
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

/* Adds a link that is of no chain: of a wake-up or a call to another process. */
void
strata_links_add_pair (StrataLinks *self,
                       const StrataLink *link)
{
  if (self->n_links >= MAX_LINKS)
    return;

  if (self->links == NULL)
    self->links = g_new (StrataLink, MAX_LINKS);

  self->links[self->n_links++] = *link;
  self->n_all++;
}

void
strata_links_clear (StrataLinks *self)
{
  g_clear_pointer (&self->links, g_free);
  self->n_links = 0;
  self->n_all = 0;
}

static guint32
get_selected_row (StrataSession *self)
{
  const StrataItem item = strata_session_get_selection (self);

  return item.kind == STRATA_ITEM_SLICE ? strata_chains_find_row (strata_trace_get_chains (strata_session_get_trace (self)), item.index) : STRATA_NONE;
}

/**
 * strata_session_select_chain_parent:
 * @self: the session
 *
 * Selects the slice that the selected one's span came from, on another thread or
 * before it, and reveals it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_chain_parent (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const StrataChains *chains = strata_trace_get_chains (trace);
  guint32 row = get_selected_row (self);

  if (row == STRATA_NONE)
    return FALSE;

  while (!has_link (trace, row) && chains->parent[row] != STRATA_NONE)
    row = chains->parent[row];

  if (chains->parent[row] == STRATA_NONE)
    return FALSE;

  strata_session_select_slice (self, chains->slice[chains->parent[row]]);
  return TRUE;
}

/**
 * strata_session_select_chain_neighbour:
 * @self: the session
 * @direction: below 0 for the one before, above for the one after
 *
 * Selects the next or previous span of the selected slice's chain, in the order
 * of its tree, and reveals it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_chain_neighbour (StrataSession *self,
                                       int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const StrataChains *chains = strata_trace_get_chains (trace);
  guint32 row = get_selected_row (self);

  if (row == STRATA_NONE)
    return FALSE;

  const StrataChain *chain = &chains->chains[strata_chains_find_of_row (chains, row)];
  const guint32 step = direction < 0 ? G_MAXUINT32 : 1; /* wraps below 0, which is outside too */

  for (row += step; row - chain->first_row < chain->n_rows; row += step)
    if (chains->parent[row] == STRATA_NONE || has_link (trace, row))
      {
        strata_session_select_slice (self, chains->slice[row]);
        return TRUE;
      }

  return FALSE;
}
