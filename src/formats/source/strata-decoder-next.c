/* strata-decoder-next.c - finds the next member or frame after damage
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-decoder.h"

/* Compressed bytes are as good as random, so a magic of three bytes occurs by chance every
 * 16 MB. A candidate must also decompress, and to text, because only text is read on after
 * damage. */
#define TRIAL_BYTES (16 * 1024)
#define TRIAL_OUT_BYTES 4096

/* With a magic of four bytes, coincidence is unlikely enough even without any output yet: a
 * block of Zstandard needs more input than a trial has. */
#define SURE_MAGIC_BYTES 4

static gboolean
is_text (const guint8 *bytes,
         gsize n_bytes)
{
  gsize n_odd = 0;

  for (gsize i = 0; i < n_bytes; i++)
    n_odd += bytes[i] < 32 && !g_ascii_isspace ((char) bytes[i]);

  return n_odd * 64 <= n_bytes;
}

static gboolean
try_at (const StrataDecoder *self,
        const guint8 *in,
        gsize n_in)
{
  g_autoptr (StrataDecoder) trial = self->renew ();
  guint8 out[TRIAL_OUT_BYTES];
  gsize n_read = 0;
  gsize n_written = 0;

  while (n_written < sizeof out)
    {
      StrataDecodeBuffers buffers = { .in = in + n_read, .n_in = n_in - n_read, .out = out + n_written, .n_out = sizeof out - n_written };
      const StrataDecodeResult result = strata_decoder_decode (trial, &buffers);

      n_read += buffers.n_read;
      n_written += buffers.n_written;
      if (result == STRATA_DECODE_DAMAGED)
        return FALSE;
      if (result != STRATA_DECODE_OK || (buffers.n_read == 0 && buffers.n_written == 0))
        break;
    }

  return is_text (out, n_written) && (n_written > 0 || trial->may_end || self->n_magic_bytes >= SURE_MAGIC_BYTES);
}

/**
 * strata_decoder_find_next:
 * @self: a decoder that has met damage
 * @in: the input after the damage
 * @n_in: how many bytes of it there are
 * @is_last: whether no more follows
 * @is_found: (out): whether the next member or frame starts at the returned offset
 *
 * Searches for the next complete member or frame.
 *
 * Returns: how many bytes of the input come before it, or are certainly useless
 */
gsize
strata_decoder_find_next (const StrataDecoder *self,
                          const guint8 *in,
                          gsize n_in,
                          gboolean is_last,
                          gboolean *is_found)
{
  const guint8 *end = in + n_in;
  const guint8 *p = in;

  *is_found = FALSE;
  if (self->magic == NULL)
    return n_in;

  while ((p = memmem (p, (gsize) (end - p), self->magic, self->n_magic_bytes)) != NULL)
    {
      if (!is_last && end - p < TRIAL_BYTES)
        return (gsize) (p - in);

      *is_found = try_at (self, p, MIN ((gsize) (end - p), TRIAL_BYTES));
      if (*is_found)
        return (gsize) (p - in);

      p++;
    }

  return is_last ? n_in : n_in - MIN (n_in, self->n_magic_bytes - 1);
}

/**
 * strata_decoder_renew:
 * @self: (transfer full): a decoder that met damage
 *
 * Returns: (transfer full): a decoder for the next member or frame
 */
StrataDecoder *
strata_decoder_renew (StrataDecoder *self)
{
  StrataDecoder *next = self->renew ();

  strata_decoder_free (self);
  return next;
}
