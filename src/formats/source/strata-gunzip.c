/* strata-gunzip.c - decompresses gzip and zlib
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-gunzip.h"

#include <zlib.h>

/* This uses zlib itself, because GZlibDecompressor stops after the first member, and
 * loses the output of the step that met damage. */
typedef struct
{
  StrataDecoder decoder;
  z_stream stream;
  StrataGunzipKind kind;
  gboolean is_between; /* a member has ended, the next has not begun */
  guint64 n_members;   /* number of complete ones */
} StrataGunzip;

/* zlib's own flags: 16 asks for the header and trailer of gzip. */
static int
get_window_bits (StrataGunzipKind kind)
{
  switch (kind)
    {
    case STRATA_GUNZIP_GZIP:
      return 15 + 16;
    case STRATA_GUNZIP_ZLIB:
      return 15;
    }

  g_return_val_if_reached (15);
}

/**
 * strata_gunzip_is_zlib:
 * @data: the first bytes of an input
 * @n_bytes: how many there are
 *
 * Detects whether an input is a bare zlib stream. The header of two bytes is weak evidence,
 * so the start of the stream must also inflate.
 *
 * Returns: whether it is one
 */
gboolean
strata_gunzip_is_zlib (const guint8 *data,
                       gsize n_bytes)
{
  z_stream stream = { 0 };
  guint8 out[512];
  int result;

  if (n_bytes < 3 || data[0] != 0x78 || ((data[0] << 8) + data[1]) % 31 != 0)
    return FALSE;
  if (inflateInit (&stream) != Z_OK)
    return FALSE;

  stream.next_in = (Bytef *) data;
  stream.avail_in = (uInt) MIN (n_bytes, 64 * 1024);
  stream.next_out = out;
  stream.avail_out = sizeof out;
  result = inflate (&stream, Z_NO_FLUSH);
  inflateEnd (&stream);

  return result == Z_OK || result == Z_STREAM_END || (result == Z_BUF_ERROR && stream.avail_in == 0);
}

/* gzip(1) pads with zeros on tapes; the writer of a bare zlib stream may have added a line
 * end. */
static gsize
count_padding (const StrataDecodeBuffers *buffers)
{
  gsize n = 0;

  while (n < buffers->n_in && (buffers->in[n] == 0 || buffers->in[n] == '\n' || buffers->in[n] == '\r'))
    n++;

  return n;
}

/* Skips padding up to the next member. Returns whether to inflate. */
static gboolean
begin_member (StrataGunzip *self,
              StrataDecodeBuffers *buffers,
              StrataDecodeResult *result)
{
  *result = STRATA_DECODE_OK;
  buffers->n_read = count_padding (buffers);
  if (buffers->n_read == buffers->n_in)
    return FALSE;

  if (self->kind == STRATA_GUNZIP_ZLIB || buffers->in[buffers->n_read] != 0x1f)
    {
      *result = STRATA_DECODE_TRAILING;
      return FALSE;
    }

  inflateReset (&self->stream);
  self->is_between = FALSE;
  self->decoder.may_end = FALSE;
  return TRUE;
}

static void
end_member (StrataGunzip *self)
{
  self->n_members++;
  self->is_between = TRUE;
  self->decoder.may_end = TRUE;
}

/* Data after a member that fails before it yields any output is not a member. */
static StrataDecodeResult
judge_damage (StrataGunzip *self)
{
  if (self->n_members > 0 && self->stream.total_out == 0)
    return STRATA_DECODE_TRAILING;

  self->decoder.reason = self->stream.msg;
  return STRATA_DECODE_DAMAGED;
}

static StrataDecodeResult
strata_gunzip_decode (StrataDecoder *decoder,
                      StrataDecodeBuffers *buffers)
{
  StrataGunzip *self = (StrataGunzip *) decoder;
  StrataDecodeResult result;
  uInt n_in;
  uInt n_out;
  int status;

  if (self->is_between && !begin_member (self, buffers, &result))
    return result;

  n_in = (uInt) MIN (buffers->n_in - buffers->n_read, G_MAXINT32);
  n_out = (uInt) MIN (buffers->n_out, G_MAXINT32);
  self->stream.next_in = (Bytef *) buffers->in + buffers->n_read;
  self->stream.avail_in = n_in;
  self->stream.next_out = buffers->out;
  self->stream.avail_out = n_out;

  status = inflate (&self->stream, Z_NO_FLUSH);
  buffers->n_read += n_in - self->stream.avail_in;
  buffers->n_written = n_out - self->stream.avail_out;

  if (status == Z_STREAM_END)
    end_member (self);

  return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR ? STRATA_DECODE_OK : judge_damage (self);
}

static void
strata_gunzip_free (StrataDecoder *decoder)
{
  StrataGunzip *self = (StrataGunzip *) decoder;

  inflateEnd (&self->stream);
  g_free (self);
}

static StrataDecoder *
renew_gunzip (void)
{
  return strata_gunzip_new (STRATA_GUNZIP_GZIP);
}

/**
 * strata_gunzip_new:
 * @kind: the format of the data
 *
 * Returns: (transfer full): a decoder
 */
StrataDecoder *
strata_gunzip_new (StrataGunzipKind kind)
{
  StrataGunzip *self = g_new0 (StrataGunzip, 1);

  self->decoder.name = kind == STRATA_GUNZIP_GZIP ? "gzip" : "zlib";
  self->decoder.decode = strata_gunzip_decode;
  self->decoder.free = strata_gunzip_free;
  self->kind = kind;
  if (kind == STRATA_GUNZIP_GZIP)
    {
      self->decoder.magic = "\x1f\x8b\x08";
      self->decoder.n_magic_bytes = 3;
      self->decoder.renew = renew_gunzip;
    }
  if (inflateInit2 (&self->stream, get_window_bits (kind)) != Z_OK)
    g_error ("zlib could not be initialised");

  return &self->decoder;
}
