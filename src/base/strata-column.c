/* strata-column.c - a growable array of one plain type
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-column.h"

#include "strata-memory.h"

void
strata_column_grow (StrataColumn *self,
                    gsize element_bytes,
                    gsize n_wanted)
{
  if (n_wanted <= self->n_allocated)
    return;

  gsize n = MAX (n_wanted, self->n_allocated + self->n_allocated / 2);

  n = MAX (n, 64);
  self->data = g_realloc_n (self->data, n, element_bytes);
  self->n_allocated = n;
  strata_memory_advise (self->data, n * element_bytes);
}

void
strata_column_shrink (StrataColumn *self,
                      gsize element_bytes)
{
  if (self->n == self->n_allocated)
    return;

  self->data = g_realloc_n (self->data, self->n, element_bytes);
  self->n_allocated = self->n;
}

void
strata_column_clear (StrataColumn *self)
{
  g_clear_pointer (&self->data, g_free);
  self->n = 0;
  self->n_allocated = 0;
}

gpointer
strata_column_steal (StrataColumn *self,
                     gsize element_bytes)
{
  strata_column_shrink (self, element_bytes);
  self->n = 0;
  self->n_allocated = 0;

  return g_steal_pointer (&self->data);
}
