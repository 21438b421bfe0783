/* strata-journal-entry.c - an entry of the journal, field by field
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-journal-entry.h"

#include <string.h>

#include "strata-process-list.h"

/* An entry becomes an instant of its process on the track of the log: "I tag: message", like lines of other
 * logs. Fields: systemd.journal-fields(7). */

void
strata_journal_entry_init (StrataJournalEntry *self,
                           StrataEventSink *sink)
{
  *self = (StrataJournalEntry){
    .sink = sink,
    .realtime_us = -1,
    .monotonic_us = -1,
    .pid = -1,
    .level = 'I',
    .identifier = g_string_new (NULL),
    .comm = g_string_new (NULL),
    .message = g_string_new (NULL),
  };
}

void
strata_journal_entry_clear (StrataJournalEntry *self)
{
  g_string_free (self->identifier, TRUE);
  g_string_free (self->comm, TRUE);
  g_string_free (self->message, TRUE);
}

static void
reset (StrataJournalEntry *self)
{
  self->realtime_us = -1;
  self->monotonic_us = -1;
  self->pid = -1;
  self->level = 'I';
  self->has_field = FALSE;
  g_string_truncate (self->identifier, 0);
  g_string_truncate (self->comm, 0);
  g_string_truncate (self->message, 0);
}

static gint64
parse_number (StrataText value)
{
  guint64 number;
  const char *end = value.text + value.n_bytes;

  return strata_text_parse_uint (value.text, end, G_MAXINT64 / 1000, &number) == end ? (gint64) number : -1;
}

/* Levels of syslog, from emergency to debug. */
static char
get_level (StrataText value)
{
  static const char levels[] = "FFEEWIID";

  return value.n_bytes == 1 && *value.text >= '0' && *value.text <= '7' ? levels[*value.text - '0'] : 'I';
}

/* Joins the lines of a message. */
static void
take_text (GString *text,
           StrataText value)
{
  const gsize n_bytes = MIN (value.n_bytes, STRATA_JOURNAL_MOST_BYTES);

  g_string_truncate (text, 0);
  g_string_append_len (text, value.text, (gssize) n_bytes);
  for (gsize i = 0; i < text->len; i++)
    if (text->str[i] == '\n' || text->str[i] == '\0')
      text->str[i] = ' ';
}

/**
 * strata_journal_entry_take:
 * @self: an entry
 * @name: name of a field
 * @value: its value
 *
 * Takes a field; fields that are not needed for the log are ignored.
 */
void
strata_journal_entry_take (StrataJournalEntry *self,
                           StrataText name,
                           StrataText value)
{
  self->has_field = TRUE;
  if (strata_text_equals (name, "__REALTIME_TIMESTAMP"))
    self->realtime_us = parse_number (value);
  else if (strata_text_equals (name, "__MONOTONIC_TIMESTAMP"))
    self->monotonic_us = parse_number (value);
  else if (strata_text_equals (name, "_PID") || (strata_text_equals (name, "SYSLOG_PID") && self->pid < 0))
    self->pid = parse_number (value);
  else if (strata_text_equals (name, "PRIORITY"))
    self->level = get_level (value);
  else if (strata_text_equals (name, "SYSLOG_IDENTIFIER"))
    take_text (self->identifier, value);
  else if (strata_text_equals (name, "_COMM"))
    take_text (self->comm, value);
  else if (strata_text_equals (name, "MESSAGE"))
    take_text (self->message, value);
}

static void
see_clocks (const StrataJournalEntry *self,
            gint64 time_ns)
{
  StrataClockMarks *marks = strata_event_sink_get_clock (self->sink);

  strata_clock_marks_add (marks, STRATA_CLOCK_KIND_REALTIME, time_ns, time_ns);
  if (self->monotonic_us >= 0)
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_MONOTONIC, time_ns, self->monotonic_us * 1000);
}

static void
name_process (const StrataJournalEntry *self,
              const char *tag)
{
  const StrataText comm = { self->comm->str, self->comm->len };

  if (self->pid > 0 && *tag != '\0')
    strata_process_list_add (strata_event_sink_get_list (self->sink), (guint32) self->pid, (guint32) self->pid, comm, (StrataText){ tag, strlen (tag) });
}

/**
 * strata_journal_entry_end:
 * @self: an entry whose fields were all taken
 *
 * Ends the entry and empties it for the next one. An entry without a time is counted as an unknown line.
 */
void
strata_journal_entry_end (StrataJournalEntry *self)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (strata_event_sink_get_builder (self->sink));
  const char *tag = self->identifier->len > 0 ? self->identifier->str : self->comm->str;
  g_autofree char *line = g_strdup_printf ("%c %s: %s", self->level, tag, self->message->str);
  g_autofree char *valid = g_utf8_make_valid (line, -1);

  if (self->has_field && self->realtime_us < 0)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNKNOWN_LINE, 1, STRATA_NO_TIME, (StrataText){ valid, strlen (valid) });
  else if (self->has_field)
    {
      const gint64 time_ns = self->realtime_us * 1000;

      see_clocks (self, time_ns);
      name_process (self, tag);
      strata_event_sink_add_instant (self->sink, STRATA_NONE, strata_event_sink_see_process (self->sink, self->pid > 0 ? self->pid : 0), strata_string_pool_intern (strings, "log", 3),
                                     strata_event_sink_place_time (self->sink, time_ns), strata_string_pool_intern (strings, valid, strlen (valid)));
    }

  reset (self);
}
