/* strata-chains.c - call chains: slices that follow from one another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chains.h"

#include "strata-bisect.h"

/* Reads a hexadecimal number. HiTraceChain's ids have at most 60 bits; in a longer, made-up id all
 * digits still count, mixed into 64 bits. */
static const char *
parse_hex (const char *text,
           guint64 *value)
{
  const char *p = text;

  while (*p == '0')
    p++;

  const char *digits = p;

  for (*value = 0; g_ascii_isxdigit (*p); p++)
    {
      if (p - digits >= 16)
        *value = (*value ^ *value >> 31) * 0xc4ceb9fe1a85ec53u;

      *value = (p - digits < 16 ? *value << 4 : *value) ^ (guint64) g_ascii_xdigit_value (*p);
    }

  return p > text ? p : NULL;
}

/**
 * strata_chain_id_parse:
 * @text: "chain,span,parent", as in the attributes of a slice
 * @id: (out caller-allocates): the three numbers
 *
 * Reads the chain of a HiTrace marker.
 *
 * Returns: whether @text has that form
 */
gboolean
strata_chain_id_parse (const char *text,
                       StrataChainId *id)
{
  StrataChainId found = { 0 };
  guint64 *const numbers[] = { &found.chain, &found.span, &found.parent };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      text = parse_hex (text, numbers[i]);

      if (text == NULL || *text != (i < 2 ? ',' : '\0'))
        return FALSE;

      text++;
    }

  *id = found;
  return TRUE;
}

void
strata_chains_clear (StrataChains *self)
{
  g_clear_pointer (&self->chains, g_free);
  g_clear_pointer (&self->slice, g_free);
  g_clear_pointer (&self->parent, g_free);
  g_clear_pointer (&self->subtree_end, g_free);
  g_clear_pointer (&self->depth, g_free);
  g_clear_pointer (&self->by_slice, g_free);
  self->n_chains = 0;
  self->n_rows = 0;
}

/**
 * strata_chains_find_row:
 * @self: the chains
 * @slice: index into the slice table
 *
 * Returns: the row of a slice, or %STRATA_NONE if it is not in a chain; O(log rows)
 */
guint32
strata_chains_find_row (const StrataChains *self,
                        guint32 slice)
{
  guint32 begin = 0;
  guint32 end = self->n_rows;

  STRATA_BISECT (begin, end, i, self->slice[self->by_slice[i]] < slice);

  return begin < self->n_rows && self->slice[self->by_slice[begin]] == slice ? self->by_slice[begin] : STRATA_NONE;
}

/**
 * strata_chains_find_of_row:
 * @self: the chains
 * @row: a row
 *
 * Returns: the index of @row's chain; O(log chains)
 */
guint32
strata_chains_find_of_row (const StrataChains *self,
                           guint32 row)
{
  guint32 begin = 0;
  guint32 end = self->n_chains;

  STRATA_BISECT_LAST (begin, end, i, self->chains[i].first_row <= row);

  return begin;
}

/**
 * strata_chains_find_by_id:
 * @self: the chains
 * @id: id of a chain
 *
 * Returns: the index of that chain, or %STRATA_NONE
 */
guint32
strata_chains_find_by_id (const StrataChains *self,
                          guint64 id)
{
  for (guint32 i = 0; i < self->n_chains; i++)
    if (self->chains[i].id == id)
      return i;

  return STRATA_NONE;
}
