/* strata-perf-unzstd.c - records compressed by perf record -z
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perf-unzstd.h"

#include <zstd.h>

/* The parts are one zstd stream, and a record may begin in one part and end in the next.
 * Format: tools/perf/Documentation/perf.data-file-format.txt, PERF_RECORD_COMPRESSED. */
struct _StrataPerfUnzstd
{
  ZSTD_DStream *stream; /* owned */
  GByteArray *bytes;    /* owned */
  gsize most_bytes;
  gboolean is_full; /* the output exceeded most_bytes */
  gboolean is_bad;  /* a part was damaged; the parts after it cannot be read */
};

/**
 * strata_perf_unzstd_new:
 * @most_bytes: limit for the decompressed size
 *
 * Returns: (transfer full): a stream
 */
StrataPerfUnzstd *
strata_perf_unzstd_new (gsize most_bytes)
{
  StrataPerfUnzstd *self = g_new0 (StrataPerfUnzstd, 1);

  self->stream = ZSTD_createDStream ();
  self->bytes = g_byte_array_new ();
  self->most_bytes = most_bytes;
  self->is_bad = self->stream == NULL;
  return self;
}

void
strata_perf_unzstd_free (StrataPerfUnzstd *self)
{
  if (self == NULL)
    return;

  ZSTD_freeDStream (self->stream);
  g_byte_array_unref (self->bytes);
  g_free (self);
}

/**
 * strata_perf_unzstd_add:
 * @self: a stream
 * @data: (array length=n_bytes): its next part
 * @n_bytes: how long that is
 *
 * Returns: whether it could be read; %FALSE as well for all parts after a damaged one, and if there are too many
 *   bytes
 */
gboolean
strata_perf_unzstd_add (StrataPerfUnzstd *self,
                        const guint8 *data,
                        gsize n_bytes)
{
  ZSTD_inBuffer in = { data, n_bytes, 0 };
  guint8 block[65536];
  gboolean is_full = TRUE;

  while (!self->is_bad && (in.pos < in.size || is_full))
    {
      ZSTD_outBuffer out = { block, sizeof block, 0 };

      self->is_bad = ZSTD_isError (ZSTD_decompressStream (self->stream, &out, &in));
      self->is_full = !self->is_bad && out.pos > self->most_bytes - self->bytes->len;
      self->is_bad |= self->is_full;
      is_full = out.pos == out.size;
      if (!self->is_bad)
        g_byte_array_append (self->bytes, block, (guint) out.pos);
    }

  return !self->is_bad;
}

/* Whether it exceeded its limit. */
gboolean
strata_perf_unzstd_is_full (const StrataPerfUnzstd *self)
{
  return self->is_full;
}

/**
 * strata_perf_unzstd_get:
 * @self: a stream
 * @n_bytes: (out): how long the result is
 *
 * Returns: (transfer none) (array length=n_bytes): the decompressed bytes; valid until the next part is added
 */
const guint8 *
strata_perf_unzstd_get (const StrataPerfUnzstd *self,
                        gsize *n_bytes)
{
  *n_bytes = self->bytes->len;
  return self->bytes->data;
}
