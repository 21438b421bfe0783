/* strata-unzstd.c - decompresses Zstandard
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-unzstd.h"

#include <zstd.h>
#include <zstd_errors.h>

/* The library loses the output of a call that meets damage. It decodes one block per call if
 * the output has space for one only, the input is no longer than it asks for, and nothing is
 * left from the call before. So only the damaged block is lost, and nothing if just the
 * checksum is wrong. */
#define STEP_BYTES (128 * 1024)

/* The minimum start of a frame: its magic and the frame header descriptor. */
#define FRAME_BYTES 5

/* With a block, the library also asks for the header of the next one. */
#define BLOCK_HEADER_BYTES 3

typedef struct
{
  StrataDecoder decoder;
  ZSTD_DStream *stream; /* owned */
  guint64 n_frames;     /* number of complete frames, including skippable ones */
  gsize n_asked_bytes;  /* of input, requested for the next step */
  gboolean is_full;     /* the last step filled its output: some bytes may be left in the library */
} StrataUnzstd;

static gsize
count_zeros (const StrataDecodeBuffers *buffers)
{
  gsize n = 0;

  while (n < buffers->n_in && buffers->in[n] == 0)
    n++;

  return n;
}

/* After a complete frame, data without the magic is not a frame. */
static StrataDecodeResult
judge_damage (StrataUnzstd *self,
              gsize status)
{
  if (self->n_frames > 0 && ZSTD_getErrorCode (status) == ZSTD_error_prefix_unknown)
    return STRATA_DECODE_TRAILING;

  self->decoder.reason = ZSTD_getErrorName (status);
  return STRATA_DECODE_DAMAGED;
}

static gsize
decompress (StrataUnzstd *self,
            ZSTD_inBuffer *in,
            ZSTD_outBuffer *out,
            gsize n_in)
{
  gsize status;

  in->size = in->pos;
  if (self->is_full)
    {
      status = ZSTD_decompressStream (self->stream, out, in);
      if (ZSTD_isError (status) || out->pos > 0)
        return status;
    }

  in->size += MIN (n_in - in->pos, self->n_asked_bytes);
  return ZSTD_decompressStream (self->stream, out, in);
}

/* Frames follow one another directly; a status of 0 means the end of one. */
static StrataDecodeResult
strata_unzstd_decode (StrataDecoder *decoder,
                      StrataDecodeBuffers *buffers)
{
  StrataUnzstd *self = (StrataUnzstd *) decoder;
  ZSTD_inBuffer in = { buffers->in, 0, 0 };
  ZSTD_outBuffer out = { buffers->out, MIN (buffers->n_out, STEP_BYTES), 0 };
  gsize status;

  if (decoder->may_end)
    in.pos = count_zeros (buffers);
  if (decoder->may_end && in.pos == buffers->n_in)
    {
      buffers->n_read = in.pos;
      return STRATA_DECODE_OK;
    }

  status = decompress (self, &in, &out, buffers->n_in);
  buffers->n_read = in.pos;
  buffers->n_written = out.pos;
  if (ZSTD_isError (status))
    return judge_damage (self, status);

  decoder->may_end = status == 0;
  self->n_frames += status == 0;
  self->n_asked_bytes = status == 0 ? FRAME_BYTES : status > BLOCK_HEADER_BYTES ? status - BLOCK_HEADER_BYTES
                                                                                : status;
  self->is_full = out.pos == out.size;

  return STRATA_DECODE_OK;
}

static void
strata_unzstd_free (StrataDecoder *decoder)
{
  StrataUnzstd *self = (StrataUnzstd *) decoder;

  ZSTD_freeDStream (self->stream);
  g_free (self);
}

StrataDecoder *
strata_unzstd_new (void)
{
  StrataUnzstd *self = g_new0 (StrataUnzstd, 1);

  self->decoder.name = "Zstandard";
  self->decoder.decode = strata_unzstd_decode;
  self->decoder.free = strata_unzstd_free;
  self->decoder.magic = "\x28\xb5\x2f\xfd";
  self->decoder.n_magic_bytes = 4;
  self->decoder.renew = strata_unzstd_new;
  self->n_asked_bytes = FRAME_BYTES;
  self->stream = ZSTD_createDStream ();
  if (self->stream == NULL)
    g_error ("Zstandard could not be initialised");

  return &self->decoder;
}
