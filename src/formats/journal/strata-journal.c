/* strata-journal.c - systemd's journal with all fields of its entries
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-journal-entry.h"
#include "strata-log-lines.h"

/* How many bytes are searched for the form of the journal. */
#define MOST_BEGIN_BYTES 65536

static gboolean
is_json (const guint8 *data,
         gsize n_bytes)
{
  gsize at = 0;

  while (at < n_bytes && g_ascii_isspace ((char) data[at]))
    at++;

  return at < n_bytes && data[at] == '{';
}

static gboolean
has_text (const guint8 *data,
          gsize n_bytes,
          const char *text)
{
  return n_bytes > 0 && g_strstr_len ((const char *) data, (gssize) n_bytes, text) != NULL;
}

/* The line after "-- Journal begins at … --" decides. */
static gboolean
begins_verbose (const guint8 *data,
                gsize n_bytes)
{
  const char *p = (const char *) data;
  StrataText line = { "", 0 };

  while (strata_log_lines_next_of (&p, (const char *) data + n_bytes, &line))
    if (line.n_bytes < 3 || memcmp (line.text, "-- ", 3) != 0)
      break;

  return strata_journal_is_verbose (line);
}

static int
sniff_journal (const guint8 *data,
               gsize n_bytes)
{
  if (is_json (data, n_bytes))
    return has_text (data, MIN (n_bytes, 4096), "\"__REALTIME_TIMESTAMP\"") ? 90 : 0;
  if (n_bytes > 8 && memcmp (data, "__CURSOR=", 9) == 0)
    return 90;

  return begins_verbose (data, n_bytes) ? 90 : 0;
}

static gboolean
read_entries (StrataSource *source,
              StrataJournalEntry *entry,
              GError **error)
{
  gsize n_bytes;

  if (!strata_source_fill (source, MOST_BEGIN_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);

  return is_json (data, n_bytes) ? strata_journal_read_json (source, entry, error) : strata_journal_read_text (source, entry, error);
}

/* Entries before damage are kept. */
static gboolean
keep_begin (StrataEventSink *sink,
            GError **error)
{
  if (!g_error_matches (*error, STRATA_ERROR, STRATA_ERROR_CORRUPT) || strata_event_sink_get_n_events (sink) == 0)
    return FALSE;

  strata_event_sink_diagnose (sink, STRATA_DIAGNOSTIC_DAMAGED_DATA, 1, STRATA_NO_TIME, (StrataText){ (*error)->message, strlen ((*error)->message) });
  g_clear_error (error);
  return TRUE;
}

static gboolean
read_journal (StrataSource *source,
              StrataEventSink *sink,
              GError **error)
{
  g_auto (StrataJournalEntry) entry = { 0 };
  GError *failure = NULL;

  strata_journal_entry_init (&entry, sink);
  strata_event_sink_get_file (sink)->is_unordered = TRUE;
  strata_event_sink_set_format (sink, strata_format_journal.id, strata_format_journal.name);
  if (!read_entries (source, &entry, &failure) && !keep_begin (sink, &failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (strata_event_sink_get_n_events (sink) > 0)
    return TRUE;

  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("it contains no journal entry that has a time"));
  return FALSE;
}

static const char *const suffixes[] = { "json", "export", "log", "txt", NULL };

const StrataFormat strata_format_journal = {
  .id = "journal",
  .name = "systemd journal",
  .suffixes = suffixes,
  .sniff = sniff_journal,
  .read = read_journal,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
