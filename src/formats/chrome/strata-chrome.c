/* strata-chrome.c - Chrome traces in JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-chrome-player.h"
#include "strata-chrome-profiles.h"
#include "strata-error.h"
#include "strata-format.h"
#include "strata-ftrace-load.h"
#include "strata-html-section.h"
#include "strata-own-notes.h"

/* Either an array of events, whose end may be missing, or an object with such an array as
 * "traceEvents", and possibly the text of ftrace as "systemTraceEvents", recorded by the kernel at
 * the same time.
 * Format: "Trace Event Format" of the Chromium project. */

typedef struct
{
  StrataEventSink *sink; /* borrowed */
  StrataSource *source;  /* borrowed */
  StrataJsonReader json;
  StrataChromeEvent event;
  StrataChromePlayer *player;      /* owned */
  StrataCpuprofileParts *profiles; /* owned */
  guint64 n_events;
  gboolean is_array;     /* whether the whole file is an array */
  gboolean is_event_cut; /* whether the file ends inside an event */
  gboolean has_events;   /* whether the array of events was found under its name, even if empty */
  gboolean has_text;     /* whether there was text of ftrace */
  gboolean is_text_cut;
} Reader;

#define EVENTS "traceEvents"
#define SYSTEM_EVENTS "systemTraceEvents"

/* A clock mark is written a little later than the time in it. */
#define MAX_CLOCK_DISTANCE_NS (1000 * 1000)

static gboolean
read_events (Reader *self,
             GError **error)
{
  while (strata_json_reader_next (&self->json, error))
    switch (self->json.token)
      {
      case STRATA_JSON_CLOSE:
      case STRATA_JSON_END:
        return TRUE;
      case STRATA_JSON_OBJECT:
        strata_event_sink_set_offset (self->sink, (gint64) strata_json_reader_get_offset (&self->json));
        if (!strata_chrome_event_read (&self->event, &self->json, error))
          return FALSE;
        if (self->json.token == STRATA_JSON_END)
          {
            self->is_event_cut = TRUE;
            return TRUE;
          }
        if (!strata_chrome_profiles_take (&self->event, self->sink))
          strata_chrome_player_take (self->player, &self->event);
        self->n_events++;
        break;
      case STRATA_JSON_ARRAY:
        if (!strata_chrome_skip_open (&self->json, error))
          return FALSE;
        break;
      case STRATA_JSON_KEY:
      case STRATA_JSON_STRING:
      case STRATA_JSON_NUMBER:
      case STRATA_JSON_OTHER:
        break;
      }

  return FALSE;
}

static void
diagnose (Reader *self,
          StrataDiagnosticKind kind,
          const char *sample)
{
  strata_event_sink_set_offset (self->sink, (gint64) strata_json_reader_get_offset (&self->json));
  strata_event_sink_diagnose (self->sink, kind, 1, STRATA_NO_TIME, (StrataText){ sample, strlen (sample) });
}

/* Events and text are on the same clock, unless the text says otherwise. */
static void
check_clock (Reader *self)
{
  const StrataClockMarks *marks = strata_event_sink_get_clock (self->sink);

  if (marks->is_told[STRATA_CLOCK_KIND_MONOTONIC] && ABS (marks->distance_ns[STRATA_CLOCK_KIND_MONOTONIC]) > MAX_CLOCK_DISTANCE_NS)
    diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_CLOCK, SYSTEM_EVENTS);
}

static gboolean
read_text (Reader *self,
           GError **error)
{
  g_autoptr (StrataFtraceReader) reader = strata_ftrace_reader_new (self->sink);
  StrataHtmlEnd end;

  strata_source_push (self->source, strata_html_string_new (&end));
  if (!strata_source_fill (self->source, 1, error) || !strata_ftrace_read (self->source, reader, error))
    return FALSE;

  strata_source_pop (self->source);
  self->has_text = TRUE;
  self->is_text_cut = !end.is_found;
  check_clock (self);
  return TRUE;
}

/* Reads the system recorder's part. For some recorders it is not text but data for other programs. */
static gboolean
read_system_events (Reader *self,
                    GError **error)
{
  gboolean is_string;

  if (!strata_json_reader_enter_string (&self->json, &is_string, error))
    return FALSE;
  if (is_string)
    return read_text (self, error);

  diagnose (self, STRATA_DIAGNOSTIC_UNSHOWN_PACKET, SYSTEM_EVENTS);
  return strata_json_reader_skip (&self->json, error);
}

/* Reads a bound of the trace, which strata_chrome_write() adds. */
static gboolean
read_bound (Reader *self,
            GError **error)
{
  if (!strata_json_reader_next (&self->json, error))
    return FALSE;
  if (self->json.token == STRATA_JSON_NUMBER)
    strata_chrome_player_see_time (self->player, strata_chrome_event_get_time (&self->json));

  return (self->json.token != STRATA_JSON_OBJECT && self->json.token != STRATA_JSON_ARRAY) || strata_chrome_skip_open (&self->json, error);
}

/* Reads a note, which strata_chrome_write() adds. Other members are not read. */
static gboolean
read_note (Reader *self,
           GError **error)
{
  g_autofree char *key = g_strdup (self->json.text->str);

  if (!g_str_has_prefix (key, "strata_"))
    return strata_json_reader_skip (&self->json, error);
  if (!strata_json_reader_next (&self->json, error))
    return FALSE;
  if (self->json.token == STRATA_JSON_STRING)
    strata_own_notes_take (strata_event_sink_get_builder (self->sink), key, self->json.text->str);

  return (self->json.token != STRATA_JSON_OBJECT && self->json.token != STRATA_JSON_ARRAY) || strata_chrome_skip_open (&self->json, error);
}

static gboolean
read_member (Reader *self,
             GError **error)
{
  if (g_str_equal (self->json.text->str, "strata_begin") || g_str_equal (self->json.text->str, "strata_end"))
    return read_bound (self, error);
  if (g_str_equal (self->json.text->str, SYSTEM_EVENTS))
    return read_system_events (self, error);
  if (!g_str_equal (self->json.text->str, EVENTS))
    return read_note (self, error);

  self->has_events = TRUE;
  return strata_json_reader_next (&self->json, error) && (self->json.token != STRATA_JSON_ARRAY || read_events (self, error));
}

static gboolean
read_object (Reader *self,
             GError **error)
{
  while (strata_json_reader_next (&self->json, error))
    {
      if (self->json.token != STRATA_JSON_KEY)
        return TRUE;

      if (!read_member (self, error))
        return FALSE;

      if (self->json.token == STRATA_JSON_END)
        return TRUE;
    }

  return FALSE;
}

static gboolean
read_whole (Reader *self,
            GError **error)
{
  if (!strata_json_reader_next (&self->json, error))
    return FALSE;

  self->is_array = self->json.token == STRATA_JSON_ARRAY;
  return self->is_array ? read_events (self, error) : read_object (self, error);
}

/* Text that is cut inside a line has been reported as truncated. */
static gboolean
is_cut_known (const Reader *self)
{
  return strata_diagnostics_get_count (strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (self->sink)), STRATA_DIAGNOSTIC_TRUNCATED) > 0;
}

/* If the JSON breaks off, the part before is used. The bracket at the end of an array may be
 * missing, since Chrome writes it on the fly. */
static gboolean
finish (Reader *self,
        GError *failure,
        GError **error)
{
  if (failure != NULL && ((self->n_events == 0 && !self->has_text) || !g_error_matches (failure, STRATA_ERROR, STRATA_ERROR_CORRUPT)))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }

  if (failure != NULL)
    diagnose (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, failure->message);
  else if (self->is_event_cut || (self->json.is_cut && !self->is_array && !is_cut_known (self)))
    diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, self->is_text_cut ? SYSTEM_EVENTS : EVENTS);

  g_clear_error (&failure);
  strata_chrome_player_play (self->player);
  if (strata_chrome_profiles_play (self->profiles, self->sink) || strata_event_sink_get_n_events (self->sink) > 0)
    return TRUE;

  if (!self->is_array && !self->has_events && !self->has_text)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("this is a JSON file, which is not supported; export the trace as ftrace text, for instance with “traceconv systrace”"));
  else if (self->n_events == 0)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("this Chrome trace contains no events"));
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("there is nothing to show in the %" PRIu64 " events of this Chrome trace"), self->n_events);
  return FALSE;
}

static gboolean
read_chrome (StrataSource *source,
             StrataEventSink *sink,
             GError **error)
{
  Reader self = { .sink = sink, .source = source };
  GError *failure = NULL;
  gboolean is_read;

  if (!strata_json_skip_mark (source, error))
    return FALSE;

  strata_json_reader_init (&self.json, source);
  self.profiles = strata_cpuprofile_parts_new (strata_event_sink_get_builder (sink));
  strata_chrome_event_init (&self.event, self.profiles);
  self.player = strata_chrome_player_new (sink);
  strata_event_sink_set_format (sink, "chrome", "Chrome JSON");
  read_whole (&self, &failure);
  is_read = finish (&self, failure, error);

  strata_chrome_player_free (self.player);
  strata_chrome_event_clear (&self.event);
  strata_cpuprofile_parts_free (self.profiles);
  strata_json_reader_clear (&self.json);
  return is_read;
}

/* Whether the file is just an empty array, which Chrome may not have closed. */
static gboolean
is_empty_array (const guint8 *data,
                gsize n_bytes,
                gsize at)
{
  const guint8 *rest = data + at + 1;
  gsize n_rest = n_bytes - at - 1;

  while (n_rest > 0 && g_ascii_isspace ((char) rest[n_rest - 1]))
    n_rest--;

  return data[at] == '[' && (n_rest == 0 || (rest[n_rest - 1] == ']' && strata_json_find_begin (rest, n_rest) == n_rest - 1));
}

/* How many bytes of an input are searched. Members before the events may be longer: stacks, or Chrome's metadata. */
#define MOST_SNIFFED_BYTES (64 * 1024)

/* The score if no other format is more likely. */
#define LAST_RESORT 20

/* Whether the events may follow after the searched bytes. HTTP archives and heap snapshots are recognised by their first members. */
static gboolean
may_go_on (const guint8 *data,
           gsize n_bytes)
{
  return n_bytes >= MOST_SNIFFED_BYTES && !strata_json_has_member (data, n_bytes, "log") && !strata_json_has_member (data, n_bytes, "snapshot");
}

/* Looks for the array of events under its name, even if it is empty. */
static int
sniff_object (const guint8 *data,
              gsize n_bytes)
{
  if (strata_json_has_member (data, n_bytes, EVENTS) || strata_json_has_member (data, n_bytes, SYSTEM_EVENTS))
    return 98;

  return may_go_on (data, n_bytes) ? LAST_RESORT : 0;
}

/* Events have a phase. A text in an event may look like a line of ftrace, so this score has to be higher. */
static int
sniff_chrome (const guint8 *data,
              gsize n_bytes)
{
  const gsize at = strata_json_find_begin (data, n_bytes);

  if (at == n_bytes || (data[at] != '{' && data[at] != '['))
    return 0;
  if (data[at] == '{')
    return sniff_object (data, n_bytes);
  if (strata_json_has_word (data, n_bytes, "\"ph\""))
    return 98;

  return is_empty_array (data, n_bytes, at) ? 85 : 0;
}

static const char *const suffixes[] = { "json", "trace", NULL };

const StrataFormat strata_format_chrome = {
  .id = "chrome",
  .name = "Chrome JSON",
  .suffixes = suffixes,
  .sniff = sniff_chrome,
  .read = read_chrome,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
