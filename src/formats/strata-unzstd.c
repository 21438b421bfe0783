/* strata-unzstd.c - Zstandard
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-unzstd.h"

#include <zstd.h>
#include <zstd_errors.h>

/* The library forgets the output of a call in which it meets damage. It decodes
 * a block a call when there is room for one alone, so no more than that is lost. */
#define STEP_BYTES (128 * 1024)

typedef struct
{
  StrataDecoder decoder;
  ZSTD_DStream *stream; /* owned */
  guint64 n_frames;     /* complete ones, those to skip included */
} StrataUnzstd;

static gsize
count_zeros (const StrataDecodeBuffers *buffers)
{
  gsize n = 0;

  while (n < buffers->n_in && buffers->in[n] == 0)
    n++;

  return n;
}

/* After a complete frame, what does not begin with a magic is no frame. */
static StrataDecodeResult
judge_damage (StrataUnzstd *self,
              gsize status)
{
  if (self->n_frames > 0 && ZSTD_getErrorCode (status) == ZSTD_error_prefix_unknown)
    return STRATA_DECODE_TRAILING;

  self->decoder.reason = ZSTD_getErrorName (status);
  return STRATA_DECODE_DAMAGED;
}

/* Frames follow one another without a word; a status of 0 is the end of one. */
static StrataDecodeResult
strata_unzstd_decode (StrataDecoder *decoder,
                      StrataDecodeBuffers *buffers)
{
  StrataUnzstd *self = (StrataUnzstd *) decoder;
  ZSTD_inBuffer in = { buffers->in, buffers->n_in, 0 };
  ZSTD_outBuffer out = { buffers->out, MIN (buffers->n_out, STEP_BYTES), 0 };
  gsize status;

  if (decoder->may_end)
    in.pos = count_zeros (buffers);
  if (decoder->may_end && in.pos == in.size)
    {
      buffers->n_read = in.pos;
      return STRATA_DECODE_OK;
    }

  status = ZSTD_decompressStream (self->stream, &out, &in);
  buffers->n_read = in.pos;
  buffers->n_written = out.pos;
  if (ZSTD_isError (status))
    return judge_damage (self, status);

  decoder->may_end = status == 0;
  self->n_frames += status == 0;

  return STRATA_DECODE_OK;
}

static void
strata_unzstd_free (StrataDecoder *decoder)
{
  StrataUnzstd *self = (StrataUnzstd *) decoder;

  ZSTD_freeDStream (self->stream);
  g_free (self);
}

/**
 * strata_unzstd_new:
 *
 * Returns: (transfer full): a decoder
 */
StrataDecoder *
strata_unzstd_new (void)
{
  StrataUnzstd *self = g_new0 (StrataUnzstd, 1);

  self->decoder.name = "Zstandard";
  self->decoder.decode = strata_unzstd_decode;
  self->decoder.free = strata_unzstd_free;
  self->stream = ZSTD_createDStream ();
  if (self->stream == NULL)
    g_error ("Zstandard could not be initialised");

  return &self->decoder;
}
