/* strata-html-string.c - extracts trace data from a JavaScript string
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-html-section.h"

/* Pages from before 2014 have their text in a string whose lines end with "\n\" and a line
 * end: the first is the end of the text line, the second continues the string. Escapes are
 * those of JavaScript. */
#define MAX_ESCAPE_BYTES 12

typedef struct
{
  StrataDecoder decoder;
  StrataHtmlEnd *end; /* borrowed: from the caller */
  char quote;         /* 0 until it is read */
  char last;          /* the last byte written, or '\n' */
  char pending[8];    /* bytes that did not fit into the output */
  gsize n_pending;
} String;

static void
put (String *self,
     const char *bytes,
     gsize n_bytes)
{
  memcpy (self->pending, bytes, n_bytes);
  self->n_pending = n_bytes;
}

static void
put_unichar (String *self,
             gunichar c)
{
  self->n_pending = (gsize) g_unichar_to_utf8 (c, self->pending);
}

static void
flush (String *self,
       StrataDecodeBuffers *buffers)
{
  const gsize n_bytes = MIN (self->n_pending, buffers->n_out - buffers->n_written);

  if (n_bytes == 0)
    return;

  self->last = self->pending[n_bytes - 1];
  memcpy (buffers->out + buffers->n_written, self->pending, n_bytes);
  memmove (self->pending, self->pending + n_bytes, self->n_pending - n_bytes);
  buffers->n_written += n_bytes;
  self->n_pending -= n_bytes;
}

/* Reads @n_digits hexadecimal digits; -1 if there are fewer. */
static gint32
parse_hex (const char *p,
           const char *end,
           gsize n_digits)
{
  gint32 value = 0;

  if ((gsize) (end - p) < n_digits)
    return -1;

  for (gsize i = 0; i < n_digits; i++)
    {
      if (!g_ascii_isxdigit (p[i]))
        return -1;
      value = value * 16 + g_ascii_xdigit_value (p[i]);
    }

  return value;
}

/* JavaScript writes characters beyond 16 bits as two halves. Returns the rest of the input. */
static const char *
take_unicode (String *self,
              const char *p,
              const char *end)
{
  gint32 unit = parse_hex (p, end, 4);

  p += 4;
  if (unit >= 0xd800 && unit < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u')
    {
      const gint32 low = parse_hex (p + 2, end, 4);

      if (low >= 0xdc00 && low < 0xe000)
        {
          unit = 0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00);
          p += 6;
        }
    }

  put_unichar (self, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : (gunichar) unit);
  return p;
}

/* Reads the escape after a backslash. Returns the rest of the input. */
static const char *
take_escape (String *self,
             const char *p,
             const char *end)
{
  static const char letters[] = "nrtbfv0";
  static const char meanings[] = "\n\r\t\b\f\v\0";
  const char *letter = *p != 0 ? strchr (letters, *p) : NULL;

  if (*p == '\n')
    return p + 1;
  if (*p == '\r' && p + 1 < end && p[1] == '\n')
    return p + 2;
  if (*p == 'u' && parse_hex (p + 1, end, 4) >= 0)
    return take_unicode (self, p + 1, end);

  if (*p == 'x' && parse_hex (p + 1, end, 2) >= 0)
    {
      put_unichar (self, (gunichar) parse_hex (p + 1, end, 2));
      return p + 3;
    }

  put (self, letter != NULL ? &meanings[letter - letters] : p, 1);
  return p + 1;
}

/* Whether a quote ends the string. Some other quotes lack their backslash. */
static gboolean
is_end_quote (const char *p,
              const char *end)
{
  for (p++; p < end && (*p == ' ' || *p == '\t' || *p == '\r');)
    p++;

  return p == end || *p == ';' || *p == ',' || *p == ')' || *p == '}' || *p == '\n' || *p == '<';
}

static StrataDecodeResult
end_string (String *self,
            StrataDecodeBuffers *buffers)
{
  if (!self->end->is_found)
    *self->end = (StrataHtmlEnd){ TRUE, self->last != '\n' };

  if (self->last != '\n' && self->n_pending == 0)
    put (self, "\n", 1);

  flush (self, buffers);
  if (self->n_pending > 0)
    return STRATA_DECODE_OK;

  buffers->n_read++;
  return STRATA_DECODE_END;
}

static StrataDecodeResult
decode_string (StrataDecoder *decoder,
               StrataDecodeBuffers *buffers)
{
  String *self = (String *) decoder;
  const char *begin = (const char *) buffers->in;
  const char *end = begin + buffers->n_in;
  const char *p = begin;

  if (self->quote == 0 && p < end)
    self->quote = *p++;

  for (flush (self, buffers); p < end && self->n_pending == 0 && buffers->n_written < buffers->n_out; flush (self, buffers))
    {
      const gboolean is_special = *p == '\\' || *p == self->quote;

      if (is_special && end - p < MAX_ESCAPE_BYTES && !buffers->is_last)
        break;

      buffers->n_read = (gsize) (p - begin);
      if (*p == self->quote && is_end_quote (p, end))
        return end_string (self, buffers);

      if (*p == '\\' && p + 1 < end)
        p = take_escape (self, p + 1, end);
      else
        put (self, p++, 1);
    }

  buffers->n_read = (gsize) (p - begin);
  return STRATA_DECODE_OK;
}

/**
 * strata_html_string_new:
 * @end: receives how the section ended; must outlive the result
 *
 * Creates a decoder that passes on the value of a JavaScript or JSON string, starting at its quote.
 *
 * Returns: (transfer full): a decoder
 */
StrataDecoder *
strata_html_string_new (StrataHtmlEnd *end)
{
  String *self = g_new0 (String, 1);

  self->decoder.name = "JavaScript";
  self->decoder.may_end = TRUE;
  self->decoder.decode = decode_string;
  self->end = end;
  self->last = '\n';
  *end = (StrataHtmlEnd){ FALSE, FALSE };

  return &self->decoder;
}
