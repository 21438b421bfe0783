/* strata-log-lines.c - reads a text line by line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-lines.h"

#include <string.h>

#include "strata-tables.h"

/**
 * strata_log_lines_init:
 * @self: (out caller-allocates): the lines
 * @source: where they come from; must outlive @self
 *
 * Begins to read a text.
 */
void
strata_log_lines_init (StrataLogLines *self,
                       StrataSource *source)
{
  *self = (StrataLogLines){ .source = source };
}

/* Skips the last line, and the rest of the bytes after it. */
static gboolean
skip_last (StrataLogLines *self,
           GError **error)
{
  gsize n_there;

  strata_source_skip (self->source, self->n_bytes);
  self->n_bytes = 0;
  while (self->n_left > 0)
    {
      if (!strata_source_fill (self->source, 1, error))
        return FALSE;

      strata_source_get_data (self->source, &n_there);
      n_there = (gsize) MIN (self->n_left, n_there);
      strata_source_skip (self->source, n_there);
      self->n_left = n_there > 0 ? self->n_left - n_there : 0;
    }

  return TRUE;
}

/* A crash or a power failure leaves zeros where the end of a file was not written. */
static gboolean
skip_zeros (StrataLogLines *self,
            GError **error)
{
  gsize n_zeros;
  gsize n_bytes;
  gboolean is_hole = FALSE;

  do
    {
      if (!strata_source_fill (self->source, 1, error))
        return FALSE;

      const char *data = (const char *) strata_source_get_data (self->source, &n_bytes);

      for (n_zeros = 0; n_zeros < n_bytes && data[n_zeros] == '\0'; n_zeros++)
        ;
      strata_source_skip (self->source, n_zeros);
      is_hole = is_hole || n_zeros > 0;
    }
  while (n_zeros > 0 && n_zeros == n_bytes);

  if (is_hole && self->n_holes++ == 0)
    self->first_hole = MAX (self->number, 1);

  return TRUE;
}

/* Takes a line that ends at @end, or earlier at zeros. */
static void
take_line (StrataLogLines *self,
           const char *data,
           const char *end,
           StrataText *line)
{
  const char *zeros = memchr (data, '\0', (gsize) (end - data));

  *line = strata_text (data, zeros != NULL ? zeros : end);
  self->n_bytes = line->n_bytes + (zeros == NULL);
  self->number += !self->is_cut;
  self->is_cut = zeros != NULL;
  self->is_ended = TRUE;
}

/**
 * strata_log_lines_next:
 * @self: lines
 * @line: (out): the next line without its end; valid until the next call
 * @error: return location for an error
 *
 * Reads a line.
 *
 * Returns: %FALSE at the end of the input, and on an error
 */
gboolean
strata_log_lines_next (StrataLogLines *self,
                       StrataText *line,
                       GError **error)
{
  gsize n_wanted = 1;
  gsize n_bytes = 0;

  if (!skip_last (self, error) || !skip_zeros (self, error))
    return FALSE;

  do
    {
      if (!strata_source_fill (self->source, n_wanted, error))
        return FALSE;

      const char *data = (const char *) strata_source_get_data (self->source, &n_bytes);
      const char *line_end = n_bytes > 0 ? memchr (data, '\n', n_bytes) : NULL;

      if (line_end != NULL || (n_bytes > 0 && memchr (data, '\0', n_bytes) != NULL))
        {
          take_line (self, data, line_end != NULL ? line_end : data + n_bytes, line);
          return TRUE;
        }

      *line = (StrataText){ data, n_bytes };
      n_wanted = n_bytes + 1;
    }
  while (!strata_source_is_at_end (self->source) && n_bytes < STRATA_LOG_MOST_LINE_BYTES);

  self->n_bytes = n_bytes;
  self->is_ended = self->is_ended && n_bytes == 0;
  self->number += n_bytes > 0 && !self->is_cut;
  self->is_cut = FALSE;
  return n_bytes > 0;
}

/* Reports the blocks of zeros. */
static void
report_holes (const StrataLogLines *self,
              StrataDiagnostics *diagnostics)
{
  if (self->n_holes > 0)
    strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_ZEROS, self->n_holes, (StrataPlace){ self->first_hole, -1, STRATA_NO_TIME }, NULL, 0);
}

/**
 * strata_log_lines_read:
 * @self: (out caller-allocates): the lines
 * @source: where they come from
 * @take: called with each line
 * @data: passed to @take
 * @diagnostics: where to report what was skipped
 * @error: return location for an error
 *
 * Reads all lines.
 *
 * Returns: %FALSE if the source failed; the lines before were read
 */
gboolean
strata_log_lines_read (StrataLogLines *self,
                       StrataSource *source,
                       StrataLogLineTake take,
                       gpointer data,
                       StrataDiagnostics *diagnostics,
                       GError **error)
{
  GError *failure = NULL;
  StrataText line = { "", 0 };

  strata_log_lines_init (self, source);
  while (strata_log_lines_next (self, &line, &failure))
    take (data, line, self);

  report_holes (self, diagnostics);
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

/* Whether the last line is at the end of the source, without a newline. */
gboolean
strata_log_lines_is_cut_short (const StrataLogLines *self)
{
  return !self->is_ended && strata_source_is_at_end (self->source);
}

/**
 * strata_log_lines_next_bytes:
 * @self: lines
 * @n_bytes: how many bytes to consume after the last line or the last bytes read here
 * @n_most_bytes: how many of them to return; the rest is skipped
 * @bytes: (out): the bytes, fewer at the end of the input; valid until the next call
 * @error: return location for an error
 *
 * Reads bytes that are not a line.
 *
 * Returns: %FALSE on an error
 */
gboolean
strata_log_lines_next_bytes (StrataLogLines *self,
                             guint64 n_bytes,
                             gsize n_most_bytes,
                             StrataText *bytes,
                             GError **error)
{
  gsize n_there = 0;
  const gsize n_wanted = (gsize) MIN (n_bytes, n_most_bytes);

  if (!skip_last (self, error) || !strata_source_fill (self->source, n_wanted, error))
    return FALSE;

  const char *data = (const char *) strata_source_get_data (self->source, &n_there);

  self->n_bytes = MIN (n_wanted, n_there);
  self->n_left = n_bytes - n_wanted;
  *bytes = (StrataText){ data, self->n_bytes };
  return TRUE;
}

/**
 * strata_log_lines_next_of:
 * @p: (inout): where the next line begins
 * @end: where the text ends
 * @line: (out): the line without its end
 *
 * Walks the lines of a text in memory.
 *
 * Returns: %FALSE at its end
 */
gboolean
strata_log_lines_next_of (const char **p,
                          const char *end,
                          StrataText *line)
{
  if (*p >= end)
    return FALSE;

  const char *line_end = memchr (*p, '\n', (gsize) (end - *p));

  *line = strata_text (*p, line_end != NULL ? line_end : end);
  *p = line_end != NULL ? line_end + 1 : end;
  return TRUE;
}

gboolean
strata_log_is_blank (StrataText line)
{
  return strata_log_trim (line).n_bytes == 0;
}

/**
 * strata_log_trim:
 * @line: a text
 *
 * Returns: the text without surrounding blanks
 */
StrataText
strata_log_trim (StrataText line)
{
  const char *p = line.text;
  const char *end = p + line.n_bytes;

  while (p < end && g_ascii_isspace (*p))
    p++;
  while (end > p && g_ascii_isspace (end[-1]))
    end--;

  return strata_text (p, end);
}

/**
 * strata_log_skip_word:
 * @text: (inout): a text
 * @word: the word that it may begin with
 *
 * Skips a word at the start, and the blanks after it.
 *
 * Returns: whether it was there
 */
gboolean
strata_log_skip_word (StrataText *text,
                      const char *word)
{
  const gsize n_bytes = strlen (word);

  if (text->n_bytes < n_bytes || memcmp (text->text, word, n_bytes) != 0)
    return FALSE;

  const char *end = text->text + text->n_bytes;
  const char *p = text->text + n_bytes;

  while (p < end && (*p == ' ' || *p == '\t'))
    p++;

  *text = strata_text (p, end);
  return TRUE;
}
