/* strata-perfetto-log.c - lines of Android's log and of the GPU driver's log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-own.h"
#include "strata-perfetto-player.h"

/* A line becomes an instant of its thread, on the track of the log: "I tag: message". Each line
 * contains its time on the realtime clock, so lines are not in order of time. They are read with
 * the packet, and sorted by the event log. */

#define MAX_TAG_BYTES 200

/* Of lines that name none. */
#define PRIORITY_INFO 4

/* A recorder reads lines soon after they were written, but the clock may be adjusted in between. */
#define MAX_AHEAD_NS (G_GINT64_CONSTANT (3600) * 1000 * 1000 * 1000)

static void
append_text (GString *line,
             const StrataProto *field)
{
  if (field->wire == STRATA_PROTO_BYTES)
    g_string_append_len (line, (const char *) field->data, (gssize) MIN (field->value, STRATA_PERFETTO_MAX_LOG_BYTES));
}

/* System events have arguments instead of a text. */
static void
append_arg (GString *line,
            StrataProto arg)
{
  while (strata_proto_next (&arg))
    switch (arg.number)
      {
      case STRATA_PF_LOG_ARG_NAME:
        g_string_append_c (line, ' ');
        append_text (line, &arg);
        g_string_append_c (line, '=');
        break;
      case STRATA_PF_LOG_ARG_INT:
        g_string_append_printf (line, "%" G_GINT64_FORMAT, strata_proto_get_int (&arg));
        break;
      case STRATA_PF_LOG_ARG_FLOAT:
        g_string_append_printf (line, "%f", strata_proto_get_double (&arg));
        break;
      case STRATA_PF_LOG_ARG_TEXT:
        g_string_append_c (line, '"');
        append_text (line, &arg);
        g_string_append_c (line, '"');
        break;
      default:
        break;
      }
}

/* Adds the text that was written. */
static void
add_line (StrataPerfettoPlayer *self,
          gint64 pid,
          gint64 tid,
          gint64 time_ns)
{
  const guint32 thread = tid > 0 ? strata_event_sink_see_thread (self->sink, pid > 0 ? pid : -1, tid, time_ns) : STRATA_NONE;
  const guint32 line = strata_string_pool_intern (self->reader->strings, self->text->str, self->text->len);

  strata_event_sink_add_instant (self->sink, thread, strata_event_sink_see_process_at (self->sink, MAX (pid, 0), time_ns),
                                 strata_string_pool_intern (self->reader->strings, "log", 3), time_ns, line);
}

/* Lines have times of the calendar, which may be set while a device runs: one that was set late leaves lines that
 * have no place, and one that was set wrong leaves lines that seem to be from after they were read. These are placed
 * when they were read, since they would make the time axis as long as the error. Returns FALSE for the former. */
static gboolean
place_line (StrataPerfettoPlayer *self,
            gint64 read_ns,
            gint64 *time_ns)
{
  static const StrataText source = { "android_log", 11 };

  if (*time_ns < 0)
    {
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_EARLY_LOG, 1, STRATA_NO_TIME, source);
      return FALSE;
    }

  const gboolean is_late = read_ns > 0 && *time_ns - read_ns > MAX_AHEAD_NS;

  *time_ns = strata_event_sink_place_time (self->sink, is_late ? read_ns : *time_ns);
  if (is_late)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_LATE_LOG, 1, *time_ns, source);

  return TRUE;
}

static void
begin_line (StrataPerfettoPlayer *self,
            guint64 priority,
            const StrataProto *tag)
{
  static const char letters[] = STRATA_PERFETTO_LOG_LETTERS;

  if (priority == 0)
    priority = PRIORITY_INFO;

  g_string_printf (self->text, "%c ", letters[MIN (priority, strlen (letters) - 1)]);
  append_text (self->text, tag);
  g_string_append (self->text, ":");
}

/* A message that is the whole text has no space before it. */
static void
append_message (StrataPerfettoPlayer *self,
                StrataProto fields,
                gboolean is_whole)
{
  while (strata_proto_next (&fields))
    if (fields.number == STRATA_PF_LOG_EVENT_MESSAGE)
      {
        g_string_append (self->text, is_whole ? "" : " ");
        append_text (self->text, &fields);
      }
    else if (fields.number == STRATA_PF_LOG_EVENT_ARGS)
      append_arg (self->text, strata_proto_enter (&fields));
}

static void
take_line (StrataPerfettoPlayer *self,
           guint32 realtime,
           gint64 read_ns,
           StrataProto event)
{
  StrataProto fields = event;
  StrataProto tag = { .number = 0 };
  gint64 time_ns = 0;
  gint64 pid = -1;
  gint64 tid = -1;
  guint64 priority = 0;
  gboolean is_whole = FALSE;

  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_LOG_EVENT_TIME)
      time_ns = strata_proto_get_int (&event);
    else if (event.number == STRATA_PF_LOG_EVENT_PID)
      pid = (gint32) strata_proto_get_uint (&event);
    else if (event.number == STRATA_PF_LOG_EVENT_TID)
      tid = (gint32) strata_proto_get_uint (&event);
    else if (event.number == STRATA_PF_LOG_EVENT_PRIORITY)
      priority = strata_proto_get_uint (&event);
    else if (event.number == STRATA_PF_LOG_EVENT_TAG)
      tag = event;
    else if (event.number == STRATA_PF_LOG_EVENT_WHOLE)
      is_whole = strata_proto_get_uint (&event) != 0;

  if (!strata_perfetto_clocks_convert (self->reader->clocks, realtime, time_ns, &time_ns))
    {
      self->reader->n_without_clock++;
      return;
    }

  if (!place_line (self, read_ns, &time_ns))
    return;

  g_string_truncate (self->text, 0);
  if (!is_whole)
    begin_line (self, priority, &tag);
  append_message (self, fields, is_whole);
  add_line (self, pid, tid, time_ns);
}

/**
 * strata_perfetto_player_take_log:
 * @self: the player
 * @time_ns: when they were read, on the clock of the file, or 0 if that is not known
 * @log: lines of the log
 *
 * Plays lines of the log.
 */
void
strata_perfetto_player_take_log (StrataPerfettoPlayer *self,
                                 gint64 time_ns,
                                 StrataProto log)
{
  const guint32 realtime = strata_perfetto_clocks_get (self->reader->clocks, 0, STRATA_PERFETTO_CLOCK_REALTIME);

  while (strata_proto_next (&log))
    if (log.number == STRATA_PF_ANDROID_LOG_EVENT)
      take_line (self, realtime, time_ns, strata_proto_enter (&log));
}

/**
 * strata_perfetto_player_take_gpu_log:
 * @self: the player
 * @time_ns: when
 * @line: a line
 *
 * Plays a line of the GPU driver's log like one of Android's log.
 */
void
strata_perfetto_player_take_gpu_log (StrataPerfettoPlayer *self,
                                     gint64 time_ns,
                                     StrataProto line)
{
  static const char letters[] = "?VDIWE";
  StrataProto tag = { .number = 0 };
  StrataProto message = { .number = 0 };
  guint64 severity = 0;

  while (strata_proto_next (&line))
    if (line.number == STRATA_PF_GPU_LOG_SEVERITY)
      severity = strata_proto_get_uint (&line);
    else if (line.number == STRATA_PF_GPU_LOG_TAG)
      tag = line;
    else if (line.number == STRATA_PF_GPU_LOG_MESSAGE)
      message = line;

  g_string_printf (self->text, "%c ", severity < strlen (letters) ? letters[severity] : '?');
  tag.value = MIN (tag.value, MAX_TAG_BYTES);
  append_text (self->text, &tag);
  g_string_append (self->text, ": ");
  append_text (self->text, &message);
  add_line (self, -1, -1, time_ns);
}
