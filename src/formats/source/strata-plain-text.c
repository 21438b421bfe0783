/* strata-plain-text.c - converts text in other encodings or with other line ends
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-plain-text.h"

#include <string.h>

/* The byte order mark that Windows editors put before UTF-8. */
static const guint8 utf8_mark[] = { 0xef, 0xbb, 0xbf };

/* Detection uses at most this many bytes. */
#define PEEK_BYTES 1024

/* Windows shells write the output of a command as UTF-16, and some editors save text with the
 * line ends of old Macs, or with a byte order mark. All text readers expect UTF-8 and '\n', so
 * such files are decoded like compressed ones. */
typedef struct
{
  StrataDecoder decoder;
  gboolean is_big; /* the high byte of a unit comes first */
  gboolean is_begun;
  char pending[8]; /* bytes that did not fit into the output */
  gsize n_pending;
} Utf16;

typedef struct
{
  StrataDecoder decoder;
  gboolean is_behind_cr;
} MacText;

typedef struct
{
  StrataDecoder decoder;
  gsize n_skipped; /* bytes of the mark */
} MarkedText;

static gunichar
get_unit (const Utf16 *self,
          const guint8 *p)
{
  return self->is_big ? (gunichar) (p[0] << 8 | p[1]) : (gunichar) (p[1] << 8 | p[0]);
}

/* Reads a character, of one unit or two halves. Returns its number of bytes, or 0 if it is
 * incomplete. */
static gsize
get_char (const Utf16 *self,
          const guint8 *p,
          gsize n_bytes,
          gboolean is_last,
          gunichar *c)
{
  *c = n_bytes >= 2 ? get_unit (self, p) : 0;
  if (n_bytes < 2)
    return 0;
  if (*c < 0xd800 || *c >= 0xe000)
    return 2;

  if (*c < 0xdc00 && n_bytes < 4 && !is_last)
    return 0;

  const gunichar low = n_bytes >= 4 ? get_unit (self, p + 2) : 0;
  const gboolean is_pair = *c < 0xdc00 && low >= 0xdc00 && low < 0xe000;

  *c = is_pair ? 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
  return is_pair ? 4 : 2;
}

static void
flush (Utf16 *self,
       StrataDecodeBuffers *buffers)
{
  const gsize n_bytes = MIN (self->n_pending, buffers->n_out - buffers->n_written);

  memcpy (buffers->out + buffers->n_written, self->pending, n_bytes);
  memmove (self->pending, self->pending + n_bytes, self->n_pending - n_bytes);
  buffers->n_written += n_bytes;
  self->n_pending -= n_bytes;
}

/* The output may have less space than a character needs. */
static StrataDecodeResult
decode_utf16 (StrataDecoder *decoder,
              StrataDecodeBuffers *buffers)
{
  Utf16 *self = (Utf16 *) decoder;

  for (flush (self, buffers); self->n_pending == 0 && buffers->n_written < buffers->n_out; flush (self, buffers))
    {
      gunichar c;
      const gsize n_bytes = get_char (self, buffers->in + buffers->n_read, buffers->n_in - buffers->n_read, buffers->is_last, &c);

      decoder->may_end = buffers->n_in == buffers->n_read;
      if (n_bytes == 0)
        break;

      /* the byte order mark is not part of the text */
      if (self->is_begun || c != 0xfeff)
        self->n_pending = (gsize) g_unichar_to_utf8 (c, self->pending);
      self->is_begun = TRUE;
      buffers->n_read += n_bytes;
    }

  return STRATA_DECODE_OK;
}

static StrataDecodeResult
decode_mac (StrataDecoder *decoder,
            StrataDecodeBuffers *buffers)
{
  MacText *self = (MacText *) decoder;

  while (buffers->n_read < buffers->n_in && buffers->n_written < buffers->n_out)
    {
      const guint8 c = buffers->in[buffers->n_read++];

      if (c != '\n' || !self->is_behind_cr)
        buffers->out[buffers->n_written++] = c == '\r' ? '\n' : c;
      self->is_behind_cr = c == '\r';
    }

  return STRATA_DECODE_OK;
}

static StrataDecodeResult
decode_marked (StrataDecoder *decoder,
               StrataDecodeBuffers *buffers)
{
  MarkedText *self = (MarkedText *) decoder;
  const gsize n_skipped = MIN (sizeof utf8_mark - self->n_skipped, buffers->n_in);
  const gsize n_bytes = MIN (buffers->n_in - n_skipped, buffers->n_out);

  memcpy (buffers->out, buffers->in + n_skipped, n_bytes);
  self->n_skipped += n_skipped;
  buffers->n_read = n_skipped + n_bytes;
  buffers->n_written = n_bytes;
  return STRATA_DECODE_OK;
}

static StrataDecoder *
utf16_new (gboolean is_big)
{
  Utf16 *self = g_new0 (Utf16, 1);

  self->decoder.name = "UTF-16";
  self->decoder.may_end = TRUE;
  self->decoder.decode = decode_utf16;
  self->is_big = is_big;

  return &self->decoder;
}

static StrataDecoder *
mac_text_new (void)
{
  MacText *self = g_new0 (MacText, 1);

  self->decoder.name = "CR text";
  self->decoder.may_end = TRUE;
  self->decoder.decode = decode_mac;

  return &self->decoder;
}

static StrataDecoder *
marked_text_new (void)
{
  MarkedText *self = g_new0 (MarkedText, 1);

  self->decoder.name = "UTF-8";
  self->decoder.may_end = TRUE;
  self->decoder.decode = decode_marked;

  return &self->decoder;
}

/* In text written by tools, nearly all high bytes are zero. */
static gboolean
is_utf16 (const guint8 *data,
          gsize n_bytes,
          gboolean is_big)
{
  gsize n_zeros = 0;
  gsize n_units = 0;

  if (n_bytes < 4 || data[0] != (is_big ? 0xfe : 0xff) || data[1] != (is_big ? 0xff : 0xfe))
    return FALSE;

  for (gsize i = 2; i + 1 < n_bytes; i += 2, n_units++)
    {
      const guint8 high = data[is_big ? i : i + 1];
      const guint8 low = data[is_big ? i + 1 : i];

      if (high == 0 && low == 0)
        return FALSE;
      n_zeros += high == 0;
    }

  return n_zeros * 4 >= n_units * 3;
}

/* A single '\r' may be half of a line end. */
static gboolean
is_mac_text (const guint8 *data,
             gsize n_bytes)
{
  gsize n_ends = 0;

  for (gsize i = 0; i < n_bytes; i++)
    {
      if (data[i] < ' ' && data[i] != '\r' && data[i] != '\t')
        return FALSE;
      n_ends += data[i] == '\r';
    }

  return n_ends > 1;
}

/**
 * strata_plain_text_detect:
 * @data: the first bytes of an input
 * @n_bytes: how many there are
 *
 * Detects UTF-16, UTF-8 with a byte order mark, and text whose lines end with '\r' only.
 *
 * Returns: (nullable) (transfer full): a decoder that converts it to UTF-8 with '\n', or %NULL
 */
StrataDecoder *
strata_plain_text_detect (const guint8 *data,
                          gsize n_bytes)
{
  n_bytes = MIN (n_bytes, PEEK_BYTES);
  if (is_utf16 (data, n_bytes, FALSE))
    return utf16_new (FALSE);
  if (is_utf16 (data, n_bytes, TRUE))
    return utf16_new (TRUE);

  if (n_bytes >= sizeof utf8_mark && memcmp (data, utf8_mark, sizeof utf8_mark) == 0)
    return marked_text_new ();

  return is_mac_text (data, n_bytes) ? mac_text_new () : NULL;
}
