/* strata-journal-json.c - the journal as JSON objects
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-journal-entry.h"

#include <string.h>

#include "strata-json-reader.h"

/* One object per entry, each on its own line or not. A value is a string. If it is not valid UTF-8, it is an array
 * of bytes; if it has several values, an array of strings; if it is too long, null. */

static void
take (StrataJournalEntry *entry,
      const GString *name,
      const char *text,
      gsize n_bytes)
{
  strata_journal_entry_take (entry, (StrataText){ name->str, name->len }, (StrataText){ text, n_bytes });
}

/* Takes the bytes of a text, or the first of several values. */
static gboolean
take_array (StrataJsonReader *reader,
            StrataJournalEntry *entry,
            const GString *name,
            GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  gboolean is_taken = FALSE;

  for (;;)
    {
      if (!strata_json_reader_next (reader, error))
        return FALSE;
      if (reader->token == STRATA_JSON_CLOSE || reader->token == STRATA_JSON_END)
        break;
      if (reader->token == STRATA_JSON_NUMBER && bytes->len < STRATA_JOURNAL_MOST_BYTES)
        g_string_append_c (bytes, (char) reader->number);
      else if (reader->token == STRATA_JSON_STRING && !is_taken)
        {
          take (entry, name, reader->text->str, reader->text->len);
          is_taken = TRUE;
        }
      else if ((reader->token == STRATA_JSON_ARRAY || reader->token == STRATA_JSON_OBJECT) && !strata_json_reader_skip (reader, error))
        return FALSE;
    }

  if (!is_taken && bytes->len > 0)
    take (entry, name, bytes->str, bytes->len);

  return TRUE;
}

static gboolean
take_value (StrataJsonReader *reader,
            StrataJournalEntry *entry,
            const GString *name,
            GError **error)
{
  if (!strata_json_reader_next (reader, error))
    return FALSE;

  switch (reader->token)
    {
    case STRATA_JSON_STRING:
      take (entry, name, reader->text->str, reader->text->len);
      return TRUE;
    case STRATA_JSON_NUMBER:
      take (entry, name, reader->word, strlen (reader->word));
      return TRUE;
    case STRATA_JSON_ARRAY:
      return take_array (reader, entry, name, error);
    case STRATA_JSON_OBJECT:
      return strata_json_reader_skip (reader, error);
    case STRATA_JSON_OTHER:
    case STRATA_JSON_KEY:
    case STRATA_JSON_CLOSE:
    case STRATA_JSON_END:
      break;
    }

  return TRUE;
}

static gboolean
take_object (StrataJsonReader *reader,
             StrataJournalEntry *entry,
             GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (;;)
    {
      if (!strata_json_reader_next (reader, error))
        return FALSE;
      if (reader->token != STRATA_JSON_KEY)
        break;

      g_string_assign (name, reader->text->str);
      if (!take_value (reader, entry, name, error))
        return FALSE;
    }

  strata_journal_entry_end (entry);
  return TRUE;
}

gboolean
strata_journal_read_json (StrataSource *source,
                          StrataJournalEntry *entry,
                          GError **error)
{
  StrataCounts *counts = strata_trace_builder_get_counts (strata_event_sink_get_builder (entry->sink));
  g_auto (StrataJsonReader) reader = { 0 };

  strata_json_reader_init (&reader, source);
  for (;;)
    {
      if (!strata_json_reader_next (&reader, error))
        return FALSE;
      if (reader.token != STRATA_JSON_OBJECT)
        break;

      counts->n_lines++;
      if (!take_object (&reader, entry, error))
        return FALSE;

      if (reader.is_cut)
        break;

      strata_json_reader_go_on (&reader);
    }

  /* the input ends inside an entry, or something else follows one */
  if (reader.depth > 0 || reader.token != STRATA_JSON_END)
    strata_event_sink_diagnose (entry->sink, STRATA_DIAGNOSTIC_TRUNCATED, 1, STRATA_NO_TIME, (StrataText){ "", 0 });

  return TRUE;
}
