/* strata-perfetto-track-log.c - lines of logs in events of tracks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-own.h"
#include "strata-perfetto-track-event.h"

/* Chrome writes the lines of its log as events. Their text and the place in the source that wrote them are interned. Such a line
 * is an argument of its event, and a line of the log whose tag is the place, as in Perfetto. */

/* Of lines without a priority. */
#define PRIORITY_INFO 4

typedef struct
{
  guint64 location;
  guint64 body;
  guint64 priority;
} Line;

static Line
read_line (StrataProto log)
{
  Line line = { 0 };

  while (strata_proto_next (&log))
    if (log.number == STRATA_PF_LOG_MESSAGE_LOCATION)
      line.location = strata_proto_get_uint (&log);
    else if (log.number == STRATA_PF_LOG_MESSAGE_BODY)
      line.body = strata_proto_get_uint (&log);
    else if (log.number == STRATA_PF_LOG_MESSAGE_PRIORITY)
      line.priority = strata_proto_get_uint (&log);

  return line;
}

/**
 * strata_perfetto_args_add_log:
 * @self: the arguments
 * @log: a line of a log
 *
 * Adds a line as a dictionary.
 */
void
strata_perfetto_args_add_log (StrataPerfettoArgs *self,
                              StrataProto log)
{
  const Line line = read_line (log);
  StrataProto location;

  if (!strata_perfetto_args_has_room (self))
    return;

  strata_perfetto_args_put_key (self, STRATA_PERFETTO_LOG);
  g_string_append_c (self->text, '{');
  if (line.body != 0)
    {
      strata_perfetto_args_put_key (self, "message");
      strata_perfetto_args_put_interned (self, STRATA_PF_INTERNED_LOG_BODIES, line.body);
    }

  if (strata_perfetto_state_find_message (self->state, STRATA_PF_INTERNED_SOURCE_LOCATIONS, line.location, &location))
    strata_perfetto_args_put_location (self, location);
  strata_perfetto_args_add_nonzero (self, "priority", line.priority);
  g_string_append_c (self->text, '}');
}

/* Appends the tag of a line. Returns FALSE if the line names a place that is not known. */
static gboolean
append_place (GString *text,
              const StrataPerfettoState *state,
              guint64 iid)
{
  StrataProto location;
  gint64 number = 0;

  if (iid == 0)
    return TRUE;
  if (!strata_perfetto_state_find_message (state, STRATA_PF_INTERNED_SOURCE_LOCATIONS, iid, &location))
    return FALSE;

  while (strata_proto_next (&location))
    if (location.number == STRATA_PF_SOURCE_LOCATION_FILE && location.wire == STRATA_PROTO_BYTES)
      g_string_append_len (text, (const char *) location.data, (gssize) MIN (location.value, STRATA_PERFETTO_MAX_LOG_BYTES));
    else if (location.number == STRATA_PF_SOURCE_LOCATION_LINE)
      number = strata_proto_get_int (&location);

  g_string_append_printf (text, ":%" G_GINT64_FORMAT, number);
  return TRUE;
}

/**
 * strata_perfetto_player_take_event_log:
 * @self: the player
 * @event: an event with a line of a log
 * @thread: index of its thread; %STRATA_NONE if it has none, and then the line is only an argument
 *
 * Adds the line of an event to the log.
 */
void
strata_perfetto_player_take_event_log (StrataPerfettoPlayer *self,
                                       const StrataPerfettoTrackEvent *event,
                                       guint32 thread)
{
  static const char letters[] = STRATA_PERFETTO_LOG_LETTERS;
  const Line line = read_line (event->log);
  const guint64 priority = line.priority != 0 ? line.priority : PRIORITY_INFO;
  guint32 body;

  if (thread == STRATA_NONE || !strata_perfetto_state_find_text (event->state, STRATA_PF_INTERNED_LOG_BODIES, line.body, &body))
    return;

  g_string_printf (self->text, "%c ", letters[MIN (priority, strlen (letters) - 1)]);
  if (!append_place (self->text, event->state, line.location))
    return;

  g_string_append (self->text, ": ");
  g_string_append (self->text, strata_string_pool_get (self->reader->strings, body));
  strata_event_sink_add_instant (self->sink, thread, STRATA_NONE, strata_perfetto_player_intern (self, "log"), event->time_ns,
                                 strata_string_pool_intern (self->reader->strings, self->text->str, self->text->len));
}
