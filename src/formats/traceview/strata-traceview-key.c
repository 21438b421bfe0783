/* strata-traceview-key.c - reads the text part of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-key.h"

#include <string.h>

#include "strata-traceview-input.h"

/* Each section starts with a line that begins with an asterisk. Sections come in any order, but
 * "*end" is the last. Everything is processed as bytes, because names need not be UTF-8.
 * Lines may end with CR LF. */

/* No line of a key is longer. */
#define MAX_LINE_BYTES (256 * 1024)

typedef enum
{
  SECTION_NONE,
  SECTION_VERSION,
  SECTION_THREADS,
  SECTION_METHODS,
  SECTION_END,
} Section;

typedef struct
{
  StrataTraceviewKey *key;     /* borrowed */
  StrataTraceBuilder *builder; /* borrowed */
  StrataTraceviewCalls *calls; /* borrowed */
  Section section;
  gint64 offset; /* of the line */
} Reader;

typedef struct
{
  const char *text;
  gsize n_bytes;
} Text;

static gboolean
text_equals (Text text,
             const char *other)
{
  return text.n_bytes == strlen (other) && memcmp (text.text, other, text.n_bytes) == 0;
}

/* Splits @text at the first @separator; without one, all of it is the head. */
static Text
cut_head (Text *text,
          char separator)
{
  const char *at = memchr (text->text, separator, text->n_bytes);
  Text head = { text->text, at != NULL ? (gsize) (at - text->text) : text->n_bytes };
  const gsize n_taken = head.n_bytes + (at != NULL ? 1 : 0);

  text->text += n_taken;
  text->n_bytes -= n_taken;

  return head;
}

/* Parses a text that consists of digits only; FALSE also if the number exceeds @max. */
static gboolean
parse_number (Text text,
              guint base,
              guint64 max,
              guint64 *number)
{
  guint64 sum = 0;

  for (gsize i = 0; i < text.n_bytes; i++)
    {
      const int digit = g_ascii_xdigit_value (text.text[i]);

      if (digit < 0 || (guint) digit >= base || sum > (max - (guint) digit) / base)
        return FALSE;
      sum = sum * base + (guint) digit;
    }

  *number = sum;

  return text.n_bytes > 0;
}

static void
report (Reader *self,
        StrataDiagnosticKind kind,
        Text line)
{
  const StrataPlace place = { self->key->n_lines, self->offset, STRATA_NO_TIME };

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, place, line.text, (gssize) line.n_bytes);
}

static void
append_text (GString *string,
             const char *separator,
             Text text)
{
  if (text.n_bytes == 0)
    return;

  g_string_append (string, separator);
  g_string_append_len (string, text.text, (gssize) text.n_bytes);
}

/**
 * strata_traceview_name_method:
 * @calls: receives the declaration
 * @id: id of the method
 * @line: (array length=n_bytes): class, method, signature, and perhaps file and line, separated by tabs
 * @n_bytes: length of the line
 *
 * Declares a method. Its name becomes `class.method signature`, with the class as written
 * in the file.
 */
void
strata_traceview_name_method (StrataTraceviewCalls *calls,
                              guint64 id,
                              const char *line,
                              gsize n_bytes)
{
  Text rest = { line, n_bytes };
  g_autoptr (GString) name = g_string_sized_new (n_bytes);

  strata_traceview_calls_log_method (calls, id, line, n_bytes);
  append_text (name, "", cut_head (&rest, '\t'));
  append_text (name, ".", cut_head (&rest, '\t'));
  append_text (name, " ", cut_head (&rest, '\t'));
  strata_traceview_calls_declare_method (calls, id, name->str, name->len);
}

/**
 * strata_traceview_declare_method:
 * @calls: receives the declaration
 * @line: (array length=n_bytes): id, class, method, signature, and perhaps file and line, separated by tabs
 * @n_bytes: length of the line
 *
 * Declares the method in a line.
 *
 * Returns: whether the line could be parsed
 */
gboolean
strata_traceview_declare_method (StrataTraceviewCalls *calls,
                                 const char *line,
                                 gsize n_bytes)
{
  Text rest = { line, n_bytes };
  Text id_text = cut_head (&rest, '\t');
  guint64 id;

  if (id_text.n_bytes > 2 && id_text.text[0] == '0' && (id_text.text[1] | 0x20) == 'x')
    id_text = (Text){ id_text.text + 2, id_text.n_bytes - 2 };

  if (!parse_number (id_text, 16, G_MAXUINT32, &id))
    return FALSE;
  if (rest.n_bytes == 0)
    {
      strata_traceview_calls_log_method (calls, id, rest.text, 0);
      return FALSE;
    }

  strata_traceview_name_method (calls, id, rest.text, rest.n_bytes);

  return TRUE;
}

static gboolean
read_thread (Reader *self,
             Text line)
{
  const Text id_text = cut_head (&line, '\t');
  guint64 tid;

  if (!parse_number (id_text, 10, G_MAXUINT32, &tid))
    return FALSE;

  strata_traceview_calls_declare_thread (self->calls, (guint32) tid, line.text, line.n_bytes, self->offset);

  return TRUE;
}

static StrataTraceviewClock
parse_clock (Text value)
{
  if (text_equals (value, "thread-cpu"))
    return STRATA_TRACEVIEW_CLOCK_THREAD_CPU;
  if (text_equals (value, "wall") || text_equals (value, "global"))
    return STRATA_TRACEVIEW_CLOCK_WALL;
  if (text_equals (value, "dual"))
    return STRATA_TRACEVIEW_CLOCK_DUAL;

  return STRATA_TRACEVIEW_CLOCK_UNKNOWN;
}

static void
use_option (Reader *self,
            Text option,
            Text value)
{
  guint64 number;

  if (text_equals (option, "clock"))
    self->key->clock = parse_clock (value);
  else if (text_equals (option, "pid") && parse_number (value, 10, G_MAXINT32, &number))
    self->key->pid = (gint64) number;
  else if (text_equals (option, "num-method-calls") && parse_number (value, 10, G_MAXINT64, &number))
    self->key->n_records = (gint64) number;
  else if (text_equals (option, "data-file-overflow") && text_equals (value, "true"))
    report (self, STRATA_DIAGNOSTIC_BUFFER_OVERFLOW, option);
}

/* The version number is alone on its line. */
static gboolean
read_option (Reader *self,
             Text line)
{
  StrataMethodLog *log = strata_trace_builder_get_options (self->builder)->method_log;
  Text value = line;
  Text option = cut_head (&value, '=');
  g_autofree char *option_string = NULL;
  g_autofree char *value_string = NULL;

  if (option.n_bytes == line.n_bytes)
    {
      guint64 number;

      if (!parse_number (line, 10, G_MAXUINT32, &number))
        return FALSE;
      value = line;
      option = (Text){ "version", strlen ("version") };
      if (log != NULL)
        log->key_version = (gint64) number;
    }

  use_option (self, option, value);
  option_string = g_strndup (option.text, option.n_bytes);
  value_string = g_strndup (value.text, value.n_bytes);
  strata_trace_builder_add_property (self->builder, option_string, value_string);

  return TRUE;
}

static Section
find_section (Reader *self,
              Text line)
{
  if (text_equals (line, "*version"))
    return SECTION_VERSION;
  if (text_equals (line, "*threads"))
    return SECTION_THREADS;
  if (text_equals (line, "*methods"))
    return SECTION_METHODS;
  if (text_equals (line, "*end"))
    return SECTION_END;

  report (self, STRATA_DIAGNOSTIC_SKIPPED_SECTION, line);

  return SECTION_NONE;
}

static void
read_line (Reader *self,
           Text line)
{
  gboolean is_understood = TRUE;

  self->key->n_lines++;
  if (line.n_bytes > 0 && line.text[line.n_bytes - 1] == '\r')
    line.n_bytes--;
  if (line.n_bytes == 0)
    return;

  if (line.text[0] == '*')
    {
      self->section = find_section (self, line);
      return;
    }

  switch (self->section)
    {
    case SECTION_VERSION:
      is_understood = read_option (self, line);
      break;
    case SECTION_THREADS:
      is_understood = read_thread (self, line);
      break;
    case SECTION_METHODS:
      is_understood = strata_traceview_declare_method (self->calls, line.text, line.n_bytes);
      break;
    case SECTION_NONE:
    case SECTION_END:
      break;
    }

  if (!is_understood)
    report (self, STRATA_DIAGNOSTIC_UNKNOWN_LINE, line);
}

/* Returns the next line in the window, including its end; of length 0 at the end of the
 * input. */
static gboolean
peek_line (StrataSource *source,
           Text *line,
           GError **error)
{
  gsize n_searched = 0;
  gsize n_bytes;

  for (;;)
    {
      const char *data = (const char *) strata_source_get_data (source, &n_bytes);
      const char *end = memchr (data + n_searched, '\n', n_bytes - n_searched);

      *line = (Text){ data, end != NULL ? (gsize) (end - data) + 1 : MIN (n_bytes, MAX_LINE_BYTES) };
      if (end != NULL || n_bytes >= MAX_LINE_BYTES || strata_source_is_at_end (source))
        return TRUE;

      n_searched = n_bytes;
      if (!strata_source_fill (source, n_bytes + 1, error))
        return FALSE;
    }
}

/**
 * strata_traceview_is_data:
 * @data: some bytes
 * @n_bytes: how many there are
 *
 * Returns: whether they start a data part of an existing version
 */
gboolean
strata_traceview_is_data (const guint8 *data,
                          gsize n_bytes)
{
  if (n_bytes < 6 || memcmp (data, "SLOW", 4) != 0)
    return FALSE;

  return data[5] == 0 && (data[4] & 0x0f) >= 1 && (data[4] & 0x0f) <= 5 && ((data[4] & 0xf0) == 0 || (data[4] & 0xf0) == 0xf0);
}

/* The key has no "*end" before the data. */
static gboolean
is_at_data (Text line)
{
  return strata_traceview_is_data ((const guint8 *) line.text, line.n_bytes);
}

/**
 * strata_traceview_key_read:
 * @input: the input, at the start of the key
 * @error: return location for an error
 *
 * Reads a key to its end, to the start of the data, or to the end of the input.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_traceview_key_read (const StrataTraceviewInput *input,
                           GError **error)
{
  Reader reader = { input->key, input->builder, input->calls, SECTION_NONE, 0 };
  StrataMethodLog *log = strata_trace_builder_get_options (input->builder)->method_log;
  Text line;

  while (reader.section != SECTION_END)
    {
      gsize n_line_end;

      if (!peek_line (input->source, &line, error))
        return FALSE;
      if (line.n_bytes == 0 || is_at_data (line))
        return TRUE;

      reader.offset = (gint64) strata_source_get_offset (input->source);
      n_line_end = line.text[line.n_bytes - 1] == '\n' ? 1 : 0;
      read_line (&reader, (Text){ line.text, line.n_bytes - n_line_end });
      strata_source_skip (input->source, line.n_bytes);
    }

  input->key->is_complete = TRUE;
  if (log != NULL)
    log->is_key_complete = TRUE;

  return TRUE;
}
