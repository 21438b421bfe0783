/* strata-output.c - buffered writing to the standard output or to a stream
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-output.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "strata-digits.h"

/**
 * strata_output_new:
 * @fd: the file descriptor to write to
 *
 * Returns: (transfer full): an output; free with strata_output_close()
 */
StrataOutput *
strata_output_new (int fd)
{
  StrataOutput *self = g_new (StrataOutput, 1);

  self->fd = fd;
  self->name = NULL;
  self->failure = 0;
  self->stream = NULL;
  self->unit = NULL;
  self->cancellable = NULL;
  self->error = NULL;
  self->n = 0;

  return self;
}

/**
 * strata_output_new_for_stream:
 * @stream: where to write; must outlive the output, and is not closed by it
 * @cancellable: (nullable): cancels writing; must outlive the output
 *
 * Returns: (transfer full): an output; free with strata_output_close()
 */
StrataOutput *
strata_output_new_for_stream (GOutputStream *stream,
                              GCancellable *cancellable)
{
  StrataOutput *self = strata_output_new (-1);

  self->stream = stream;
  self->cancellable = cancellable;

  return self;
}

static void
flush_to_stream (StrataOutput *self)
{
  if (self->error == NULL)
    g_output_stream_write_all (self->stream, self->buffer, self->n, NULL, self->cancellable, &self->error);

  self->n = 0;
}

/**
 * strata_output_flush:
 * @self: the output
 *
 * Writes the buffered text.
 */
void
strata_output_flush (StrataOutput *self)
{
  gsize n_written = 0;

  if (self->stream != NULL)
    {
      flush_to_stream (self);
      return;
    }

  while (self->failure == 0 && n_written < self->n)
    {
      gssize n = write (self->fd, self->buffer + n_written, self->n - n_written);

      if (n >= 0)
        n_written += (gsize) n;
      else if (errno != EINTR)
        self->failure = errno;
    }

  self->n = 0;
}

/**
 * strata_output_close:
 * @self: (transfer full): the output
 * @error: return location for an error
 *
 * Writes the rest and frees the output. It is not an error if the reader of a pipe has gone away.
 *
 * Returns: %FALSE if something could not be written
 */
gboolean
strata_output_close (StrataOutput *self,
                     GError **error)
{
  strata_output_flush (self);

  const int failure = self->failure;
  GError *stream_error = self->error;
  const char *name = self->name;

  g_free (self);
  if (stream_error != NULL)
    {
      g_propagate_error (error, stream_error);
      return FALSE;
    }

  if (failure == 0 || failure == EPIPE)
    return TRUE;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (failure), "%s: %s", name != NULL ? name : _ ("standard output"), g_strerror (failure));
  return FALSE;
}

/**
 * strata_output_bytes:
 * @self: the output
 * @text: (array length=n_bytes): the text to write
 * @n_bytes: its length
 */
void
strata_output_bytes (StrataOutput *self,
                     const char *text,
                     gsize n_bytes)
{
  while (n_bytes > STRATA_OUTPUT_BYTES - self->n)
    {
      gsize n = STRATA_OUTPUT_BYTES - self->n;

      memcpy (self->buffer + self->n, text, n);
      self->n += n;
      text += n;
      n_bytes -= n;
      strata_output_flush (self);
    }

  memcpy (self->buffer + self->n, text, n_bytes);
  self->n += n_bytes;
}

/**
 * strata_output_number:
 * @self: the output
 * @number: the number to write, in decimal
 */
void
strata_output_number (StrataOutput *self,
                      gint64 number)
{
  char digits[24];
  char *end = digits + sizeof digits;
  char *begin = strata_digits_put (end, number < 0 ? -(guint64) number : (guint64) number, 10);

  if (number < 0)
    *--begin = '-';

  strata_output_bytes (self, begin, (gsize) (end - begin));
}

void
strata_output_spaces (StrataOutput *self,
                      gsize n_spaces)
{
  while (n_spaces-- > 0)
    strata_output_char (self, ' ');
}

/**
 * strata_output_csv:
 * @self: the output
 * @text: a field
 *
 * Writes a field as in RFC 4180: in quotes if it contains quotes, commas or newlines.
 */
void
strata_output_csv (StrataOutput *self,
                   const char *text)
{
  gsize n_plain = strcspn (text, "\",\r\n");

  if (text[n_plain] == '\0')
    {
      strata_output_bytes (self, text, n_plain);
      return;
    }

  strata_output_char (self, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        strata_output_char (self, '"');
      strata_output_char (self, *text);
    }
  strata_output_char (self, '"');
}

/**
 * strata_output_tsv:
 * @self: the output
 * @text: a field
 *
 * Writes a field of tab-separated values. These have no quotes, so a tab or newline in a field becomes a space.
 */
void
strata_output_tsv (StrataOutput *self,
                   const char *text)
{
  for (; *text != '\0'; text++)
    strata_output_char (self, *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text);
}

/**
 * strata_output_json:
 * @self: the output
 * @text: a string in UTF-8
 *
 * Writes a JSON string, including its quotes.
 */
void
strata_output_json (StrataOutput *self,
                    const char *text)
{
  strata_output_char (self, '"');
  for (; *text != '\0'; text++)
    {
      guchar c = (guchar) *text;

      if (c < 0x20 || c == 0x7f)
        strata_output_format (self, "\\u%04x", (guint) c);
      else
        {
          if (c == '"' || c == '\\')
            strata_output_char (self, '\\');
          strata_output_char (self, *text);
        }
    }
  strata_output_char (self, '"');
}

static gboolean
is_c1 (const char *text)
{
  return (guchar) text[0] == 0xc2 && (guchar) text[1] >= 0x80 && (guchar) text[1] < 0xa0;
}

static gboolean
is_control (const char *text)
{
  return (guchar) *text < 0x20 || *text == 0x7f || is_c1 (text);
}

/* Writes a string for the user: control characters, which a terminal would interpret, become spaces. */
void
strata_output_plain (StrataOutput *self,
                     const char *text)
{
  for (; *text != '\0'; text++)
    {
      strata_output_char (self, is_control (text) ? ' ' : *text);
      text += is_c1 (text);
    }
}

/**
 * strata_output_make_plain:
 * @text: (inout): lines for the user
 *
 * Replaces control characters by spaces, except for line ends.
 *
 * Returns: (transfer none): @text
 */
char *
strata_output_make_plain (char *text)
{
  char *out = text;

  for (const char *at = text; *at != '\0'; at++)
    {
      const gboolean is_long = is_c1 (at);

      *out++ = *at != '\n' && is_control (at) ? ' ' : *at;
      at += is_long;
    }

  *out = '\0';
  return text;
}

/**
 * strata_output_format:
 * @self: the output
 * @format: a printf format
 * @...: its arguments
 */
void
strata_output_format (StrataOutput *self,
                      const char *format,
                      ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  strata_output_text (self, text);
}
