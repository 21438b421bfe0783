/* strata-chain-stream.c - concatenates two streams
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-stream.h"

struct _StrataChainStream
{
  GInputStream parent_instance;

  GInputStream *parts[2]; /* owned */
  guint part;             /* index of the part being read */
};

G_DEFINE_FINAL_TYPE (StrataChainStream, strata_chain_stream, G_TYPE_INPUT_STREAM)

static gssize
strata_chain_stream_read (GInputStream *stream,
                          void *buffer,
                          gsize n_bytes,
                          GCancellable *cancellable,
                          GError **error)
{
  StrataChainStream *self = STRATA_CHAIN_STREAM (stream);

  for (; self->part < G_N_ELEMENTS (self->parts); self->part++)
    {
      const gssize n_read = g_input_stream_read (self->parts[self->part], buffer, n_bytes, cancellable, error);

      if (n_read != 0)
        return n_read;
    }

  return 0;
}

static void
strata_chain_stream_dispose (GObject *object)
{
  StrataChainStream *self = STRATA_CHAIN_STREAM (object);

  /* also closes this stream, before its parts are released */
  G_OBJECT_CLASS (strata_chain_stream_parent_class)->dispose (object);

  for (guint i = 0; i < G_N_ELEMENTS (self->parts); i++)
    g_clear_object (&self->parts[i]);
}

static void
strata_chain_stream_class_init (StrataChainStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_chain_stream_dispose;
  G_INPUT_STREAM_CLASS (klass)->read_fn = strata_chain_stream_read;
}

static void
strata_chain_stream_init (StrataChainStream *self)
{
}

/* Returns a stream of the bytes of @first followed by those of @second. */
GInputStream *
strata_chain_stream_new (GInputStream *first,
                         GInputStream *second)
{
  StrataChainStream *self = g_object_new (STRATA_TYPE_CHAIN_STREAM, NULL);

  self->parts[0] = g_object_ref (first);
  self->parts[1] = g_object_ref (second);

  return G_INPUT_STREAM (self);
}
