/* strata-perfetto-out-logs.c - log lines as Perfetto packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include <string.h>

#include "strata-log-instant.h"
#include "strata-perfetto-own.h"

#define PACKET_TIMESTAMP 8
#define PACKET_ANDROID_LOG 39

#define LOG_EVENT 1

/* Fields of a line. */
#define EVENT_PID 2
#define EVENT_TID 3
#define EVENT_TIME 5
#define EVENT_TAG 6
#define EVENT_PRIORITY 7
#define EVENT_MESSAGE 8

/* Our own field: the message is the whole text, which has no level or no tag. */
#define EVENT_WHOLE 29700

static void
put_line (GString *out,
          const char *text)
{
  static const char letters[] = STRATA_PERFETTO_LOG_LETTERS;
  const StrataLogInstant line = strata_log_instant_split (text);
  const char *letter = strchr (letters, line.level);

  if (letter == NULL || !line.has_tag)
    {
      strata_proto_put_text (out, EVENT_MESSAGE, text);
      strata_proto_put_uint (out, EVENT_WHOLE, 1);
      return;
    }

  strata_proto_put_bytes (out, EVENT_TAG, line.tag, line.n_tag_bytes);
  strata_proto_put_uint (out, EVENT_PRIORITY, (guint32) (letter - letters));
  if (line.message != NULL)
    strata_proto_put_text (out, EVENT_MESSAGE, line.message);
}

static gboolean
is_line (const StrataPerfettoOut *self,
         guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const guint32 thread = instants->thread[instant];

  return strata_log_instant_is (self->trace, instant) && strlen (strata_trace_get_string (self->trace, instants->name[instant])) <= STRATA_PERFETTO_MAX_LOG_BYTES &&
         (thread == STRATA_NONE || strata_trace_get_threads (self->trace, NULL)[thread].process == instants->process[instant]);
}

/**
 * strata_perfetto_out_has_log:
 * @self: where packets go
 *
 * Returns: whether the trace contains lines of a log
 */
gboolean
strata_perfetto_out_has_log (const StrataPerfettoOut *self)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);

  for (guint32 i = 0; i < instants->n_instants; i++)
    if (is_line (self, i))
      return TRUE;

  return FALSE;
}

/**
 * strata_perfetto_out_log:
 * @self: where packets go
 * @time_ns: when
 * @instant: index of an instant
 *
 * Writes an instant that is a line of a log as such.
 *
 * Returns: whether it is one
 */
gboolean
strata_perfetto_out_log (StrataPerfettoOut *self,
                         gint64 time_ns,
                         guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const gint64 pid = strata_out_ids_get_pid (&self->ids, instants->process[instant]);
  const guint32 thread = instants->thread[instant];
  const guint64 stamp = strata_perfetto_out_get_time (self, time_ns);

  if (!is_line (self, instant))
    return FALSE;

  if (pid >= 0)
    strata_proto_put_uint (self->inner, EVENT_PID, (guint64) pid);
  if (thread != STRATA_NONE)
    strata_proto_put_uint (self->inner, EVENT_TID, (guint64) strata_perfetto_out_get_tid (self, thread));
  strata_proto_put_uint (self->inner, EVENT_TIME, stamp + (guint64) self->calendar_ns);
  put_line (self->inner, strata_trace_get_string (self->trace, instants->name[instant]));
  strata_proto_put_message (self->body, LOG_EVENT, self->inner);
  strata_proto_put_uint (self->packet, PACKET_TIMESTAMP, stamp);
  strata_perfetto_out_end_packet (self, PACKET_ANDROID_LOG, 1);
  return TRUE;
}
