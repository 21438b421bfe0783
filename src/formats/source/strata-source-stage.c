/* strata-source-stage.c - a stage of a source
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-source-stage.h"

#include <string.h>

StrataSourceStage *
strata_source_stage_new (StrataSourceStage *below,
                         StrataDecoder *decoder)
{
  StrataSourceStage *self = g_new0 (StrataSourceStage, 1);

  self->below = below;
  self->decoder = decoder;

  return self;
}

void
strata_source_stage_free (StrataSourceStage *self)
{
  if (self == NULL)
    return;

  strata_source_stage_free (self->below);
  strata_decoder_free (self->decoder);
  g_free (self->buffer);
  g_free (self);
}

/* Makes space for a block after the held bytes. The buffer has twice that size, so that moving
 * the rest to the front is rare and quick. */
void
strata_source_stage_make_room (StrataSourceStage *self,
                               gsize n_bytes)
{
  gsize n_held = self->end - self->begin;

  if (self->n_allocated - self->end >= n_bytes)
    return;

  if (self->begin > 0)
    memmove (self->buffer, self->buffer + self->begin, n_held);
  self->begin = 0;
  self->end = n_held;

  if (self->n_allocated - n_held < n_bytes)
    {
      self->n_allocated = MAX (2 * self->n_allocated, n_held + 2 * n_bytes);
      self->buffer = g_realloc (self->buffer, self->n_allocated);
    }
}

void
strata_source_stage_add (StrataSourceStage *self,
                         gsize n_bytes)
{
  self->end += n_bytes;
  self->n_out += n_bytes;
  if (n_bytes > 0)
    self->last = self->buffer[self->end - 1];
}

/* Gives the buffer to the caller and continues in the caller's buffer, with the bytes after
 * the taken ones. These are few, so hardly anything is copied. */
const guint8 *
strata_source_stage_take (StrataSourceStage *self,
                          gsize n_bytes,
                          gpointer *buffer,
                          gsize *n_allocated)
{
  const guint8 *bytes = self->buffer + self->begin;
  const gsize n_rest_bytes = self->end - self->begin - n_bytes;
  guint8 *other = *buffer;
  const gsize n_other_bytes = MAX (*n_allocated, self->n_allocated);

  if (n_other_bytes > *n_allocated)
    {
      g_free (other);
      other = g_malloc (n_other_bytes);
    }

  memcpy (other, bytes + n_bytes, n_rest_bytes);
  *buffer = self->buffer;
  *n_allocated = self->n_allocated;
  self->buffer = other;
  self->n_allocated = n_other_bytes;
  self->begin = 0;
  self->end = n_rest_bytes;

  return bytes;
}
