/* strata-journal-text.c - the journal as lines of fields
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-journal-entry.h"

#include <string.h>

#include "strata-log-lines.h"

/* Two forms:
 *  - "Journal Export Format": NAME=value, or NAME alone, followed by 8 bytes with the length of the value, little-endian,
 *  the value, and a newline; an empty line ends an entry;
 *  - verbose: "Fri 2026-07-17 04:06:43.354123 UTC [s=…;i=…;b=…;m=3e8;t=64…;x=…]" begins an entry, with its times in µs in
 *    hexadecimal; then "    NAME=value", and lines with a larger indent continue the value. */
#define INDENT 4

static gboolean
is_name_char (char c)
{
  return g_ascii_isupper (c) || g_ascii_isdigit (c) || c == '_';
}

/* NAME= at the start of a line. */
static gboolean
split_field (StrataText line,
             StrataText *name,
             StrataText *value)
{
  const char *end = line.text + line.n_bytes;
  const char *p = line.text;

  while (p < end && is_name_char (*p))
    p++;

  *name = strata_text (line.text, p);
  *value = strata_text (p < end ? p + 1 : p, end);
  return p > line.text && p < end && *p == '=';
}

static gboolean
is_name (StrataText line)
{
  for (gsize i = 0; i < line.n_bytes; i++)
    if (!is_name_char (line.text[i]))
      return FALSE;

  return line.n_bytes > 0;
}

/* Finds ";t=" in the brackets of a verbose head. */
static gboolean
find_stamp (StrataText line,
            const char *key,
            StrataText *digits)
{
  const char *end = line.text + line.n_bytes;
  const char *at = g_strstr_len (line.text, (gssize) line.n_bytes, key);

  if (at == NULL)
    return FALSE;

  const char *p = at + strlen (key);
  const char *begin = p;

  while (p < end && g_ascii_isxdigit (*p))
    p++;

  *digits = strata_text (begin, p);
  return p > begin && p - begin <= 16;
}

gboolean
strata_journal_is_verbose (StrataText line)
{
  StrataText digits;

  return line.n_bytes > 0 && line.text[0] != ' ' && line.text[line.n_bytes - 1] == ']' && g_strstr_len (line.text, (gssize) line.n_bytes, " [s=") != NULL && find_stamp (line, ";t=", &digits);
}

static void
take_stamp (StrataJournalEntry *entry,
            StrataText line,
            const char *key,
            const char *name)
{
  StrataText digits;

  if (!find_stamp (line, key, &digits))
    return;

  g_autofree char *text = g_strndup (digits.text, digits.n_bytes);
  g_autofree char *decimal = g_strdup_printf ("%" G_GUINT64_FORMAT, g_ascii_strtoull (text, NULL, 16));

  strata_journal_entry_take (entry, (StrataText){ name, strlen (name) }, (StrataText){ decimal, strlen (decimal) });
}

static void
begin_verbose (StrataJournalEntry *entry,
               StrataText line)
{
  strata_journal_entry_end (entry);
  take_stamp (entry, line, ";t=", "__REALTIME_TIMESTAMP");
  take_stamp (entry, line, ";m=", "__MONOTONIC_TIMESTAMP");
}

static void
take_indented (StrataJournalEntry *entry,
               StrataText line,
               gboolean *is_message)
{
  const StrataText inner = { line.text + INDENT, line.n_bytes - INDENT };
  StrataText name;
  StrataText value;

  if (*inner.text != ' ' && split_field (inner, &name, &value))
    {
      strata_journal_entry_take (entry, name, value);
      *is_message = name.n_bytes == 7 && memcmp (name.text, "MESSAGE", 7) == 0;
    }
  else if (*is_message && entry->message->len < STRATA_JOURNAL_MOST_BYTES)
    {
      const StrataText more = strata_log_trim (line);

      g_string_append_c (entry->message, ' ');
      g_string_append_len (entry->message, more.text, (gssize) MIN (more.n_bytes, STRATA_JOURNAL_MOST_BYTES));
    }
}

/* Takes the value of a field whose name is on its own line. */
static gboolean
take_binary (StrataJournalEntry *entry,
             StrataLogLines *lines,
             StrataText line,
             GError **error)
{
  g_autofree char *name = g_strndup (line.text, line.n_bytes);
  const StrataText key = { name, line.n_bytes };
  StrataText bytes;
  guint64 n_bytes;

  if (!strata_log_lines_next_bytes (lines, sizeof n_bytes, sizeof n_bytes, &bytes, error))
    return FALSE;
  if (bytes.n_bytes < sizeof n_bytes)
    return TRUE;

  memcpy (&n_bytes, bytes.text, sizeof n_bytes);
  if (!strata_log_lines_next_bytes (lines, GUINT64_FROM_LE (n_bytes), STRATA_JOURNAL_MOST_BYTES, &bytes, error))
    return FALSE;

  strata_journal_entry_take (entry, key, bytes);
  return strata_log_lines_next_bytes (lines, 1, 1, &bytes, error);
}

static gboolean
take_line (StrataJournalEntry *entry,
           StrataLogLines *lines,
           StrataText line,
           gboolean *is_message,
           GError **error)
{
  StrataCounts *counts = strata_trace_builder_get_counts (strata_event_sink_get_builder (entry->sink));
  StrataText name;
  StrataText value;

  if (strata_log_is_blank (line))
    strata_journal_entry_end (entry);
  else if (strata_journal_is_verbose (line))
    begin_verbose (entry, line);
  else if (line.n_bytes > INDENT && memcmp (line.text, "    ", INDENT) == 0)
    take_indented (entry, line, is_message);
  else if (split_field (line, &name, &value))
    strata_journal_entry_take (entry, name, value);
  else if (is_name (line))
    {
      counts->n_notes++;
      return take_binary (entry, lines, line, error);
    }
  else if (line.n_bytes < 3 || memcmp (line.text, "-- ", 3) != 0)
    {
      strata_event_sink_diagnose (entry->sink, STRATA_DIAGNOSTIC_UNKNOWN_LINE, 1, STRATA_NO_TIME, line);
      return TRUE;
    }

  counts->n_notes++; /* an entry is an event, its fields are notes of it */
  return TRUE;
}

gboolean
strata_journal_read_text (StrataSource *source,
                          StrataJournalEntry *entry,
                          GError **error)
{
  StrataCounts *counts = strata_trace_builder_get_counts (strata_event_sink_get_builder (entry->sink));
  GError *failure = NULL;
  gboolean is_message = FALSE;
  StrataLogLines lines;
  StrataText line;

  strata_log_lines_init (&lines, source);
  while (strata_log_lines_next (&lines, &line, &failure))
    {
      counts->n_lines++;
      if (!take_line (entry, &lines, line, &is_message, &failure))
        break;
    }

  strata_journal_entry_end (entry);
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}
