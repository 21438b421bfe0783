/* strata-decoder.c - detects the compression by content
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-decoder.h"

#include <string.h>

#include "strata-gunzip.h"
#include "strata-plain-text.h"
#include "strata-unzstd.h"

/* Search range for "TRACE:" in the output of atrace -z: it may follow a line
 * such as "capturing trace... done". */
#define CHATTER_BYTES 256

/* Skippable frames have their own magic numbers, and a file may start with such a
 * frame. */
static gboolean
is_zstd (const guint8 *data,
         gsize n_bytes)
{
  if (n_bytes < 4)
    return FALSE;

  return memcmp (data, "\x28\xb5\x2f\xfd", 4) == 0 ||
         ((data[0] & 0xf0) == 0x50 && memcmp (data + 1, "\x2a\x4d\x18", 3) == 0);
}

/* The method must be deflate: a magic of only two bytes would be weak. */
static gboolean
is_gzip (const guint8 *data,
         gsize n_bytes)
{
  return n_bytes >= 3 && data[0] == 0x1f && data[1] == 0x8b && data[2] == 8;
}

/* "TRACE:", line ends, and a zlib stream: the output of atrace -z. */
static gsize
find_atrace_zlib (const guint8 *data,
                  gsize n_bytes)
{
  const char *mark = g_strstr_len ((const char *) data, (gssize) MIN (n_bytes, CHATTER_BYTES), "TRACE:");
  gsize at;

  if (mark == NULL)
    return 0;

  at = (gsize) (mark - (const char *) data) + 6;
  while (at < n_bytes && (data[at] == '\r' || data[at] == '\n'))
    at++;

  return strata_gunzip_is_zlib (data + at, n_bytes - at) ? at : 0;
}

/**
 * strata_decoder_detect:
 * @data: the first bytes of an input
 * @n_bytes: how many there are
 * @n_skipped_bytes: (out): how many bytes precede the compressed data
 *
 * Detects whether and how an input is compressed.
 *
 * Returns: (nullable) (transfer full): a decoder for it, or %NULL
 */
StrataDecoder *
strata_decoder_detect (const guint8 *data,
                       gsize n_bytes,
                       gsize *n_skipped_bytes)
{
  *n_skipped_bytes = 0;

  if (is_gzip (data, n_bytes))
    return strata_gunzip_new (STRATA_GUNZIP_GZIP);
  if (is_zstd (data, n_bytes))
    return strata_unzstd_new ();
  if (strata_gunzip_is_zlib (data, n_bytes))
    return strata_gunzip_new (STRATA_GUNZIP_ZLIB);

  *n_skipped_bytes = find_atrace_zlib (data, n_bytes);

  return *n_skipped_bytes > 0 ? strata_gunzip_new (STRATA_GUNZIP_ZLIB) : strata_plain_text_detect (data, n_bytes);
}

/**
 * strata_decoder_decode:
 * @self: the decoder
 * @buffers: (inout): the buffers to use
 *
 * Does one step.
 *
 * Returns: the result of the step
 */
StrataDecodeResult
strata_decoder_decode (StrataDecoder *self,
                       StrataDecodeBuffers *buffers)
{
  buffers->n_read = 0;
  buffers->n_written = 0;

  return self->decode (self, buffers);
}

void
strata_decoder_free (StrataDecoder *self)
{
  if (self != NULL && self->free != NULL)
    self->free (self);
  else
    g_free (self);
}
