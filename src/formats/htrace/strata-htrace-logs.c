/* strata-htrace-logs.c - log lines, and markers of tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-htrace-private.h"

/* A log line becomes an instant of its thread, on the track of the log, as for Perfetto. */

/* Longer lines are cut. */
#define MAX_LINE_BYTES 4096

typedef struct
{
  guint64 seconds;
  guint64 nanoseconds;
  gint64 pid;
  gint64 tid;
  guint64 level; /* character code of its letter */
  StrataText tag;
} Detail;

static Detail
read_detail (StrataProto fields)
{
  Detail detail = { .pid = -1, .tid = -1, .tag = { "", 0 } };

  while (strata_proto_next (&fields))
    switch (fields.number)
      {
      case 1:
        detail.seconds = strata_proto_get_uint (&fields);
        break;
      case 2:
        detail.nanoseconds = strata_proto_get_uint (&fields);
        break;
      case 3:
        detail.pid = (gint32) strata_proto_get_uint (&fields);
        break;
      case 4:
        detail.tid = (gint32) strata_proto_get_uint (&fields);
        break;
      case 5:
        detail.level = strata_proto_get_uint (&fields);
        break;
      case 6:
        detail.tag = strata_proto_get_text (&fields);
        break;
      default:
        break;
      }

  return detail;
}

static void
append (GString *text,
        StrataText part)
{
  g_string_append_len (text, part.text, (gssize) MIN (part.n_bytes, MAX_LINE_BYTES));
}

static void
take_line (StrataHtraceReader *self,
           const StrataHtraceMessage *message,
           StrataProto line)
{
  Detail detail = { .pid = -1, .tid = -1, .tag = { "", 0 } };
  StrataText context = { "", 0 };

  while (strata_proto_next (&line))
    if (line.number == 1)
      detail = read_detail (strata_proto_enter (&line));
    else if (line.number == 2)
      context = strata_proto_get_text (&line);

  if (detail.seconds == 0 || detail.seconds >= G_MAXINT64 / 1000000000 - 1 || detail.nanoseconds >= 1000000000)
    {
      self->n_damaged++;
      return;
    }

  const gint64 time_ns = strata_htrace_reader_place (self, message->container, STRATA_HTRACE_REALTIME, (gint64) (detail.seconds * 1000000000 + detail.nanoseconds));
  const guint32 thread = detail.tid > 0 ? strata_event_sink_see_thread (self->sink, detail.pid > 0 ? detail.pid : -1, detail.tid, time_ns) : STRATA_NONE;

  g_string_printf (self->text, "%c ", detail.level < 128 && g_ascii_isupper ((char) detail.level) ? (char) detail.level : '?');
  append (self->text, detail.tag);
  g_string_append (self->text, ": ");
  append (self->text, context);
  strata_event_sink_add_instant (self->sink, thread, strata_event_sink_see_process (self->sink, MAX (detail.pid, 0)), strata_string_pool_intern (self->strings, "log", 3), time_ns,
                                 strata_string_pool_intern (self->strings, self->text->str, self->text->len));
}

void
strata_htrace_reader_take_log (StrataHtraceReader *self,
                               const StrataHtraceMessage *message)
{
  StrataProto log = strata_proto (message->data, message->n_bytes);

  while (strata_proto_next (&log))
    if (log.number == 1)
      take_line (self, message, strata_proto_enter (&log));

  self->n_damaged += log.is_damaged != FALSE;
}

void
strata_htrace_reader_take_tasks_config (StrataHtraceReader *self,
                                        const StrataHtraceMessage *message)
{
  StrataProto config = strata_proto (message->data, message->n_bytes);

  while (strata_proto_next (&config))
    if (config.number == 4)
      strata_column_at (&self->clocks, StrataHtraceClocks, message->container).tasks = strata_htrace_get_clock (strata_proto_get_uint (&config));
}

typedef struct
{
  guint64 cpu;
  char type;
  StrataText label;
  guint64 cookie;
} Trace;

static gboolean
read_trace (StrataProto fields,
            Trace *trace)
{
  *trace = (Trace){ .label = { "", 0 } };
  while (strata_proto_next (&fields))
    if (fields.number == 1)
      trace->cpu = strata_proto_get_uint (&fields);
    else if (fields.number == 2 && fields.wire == STRATA_PROTO_BYTES)
      trace->type = fields.value > 0 ? (char) fields.data[0] : '\0';
    else if (fields.number == 3)
      trace->label = strata_proto_get_text (&fields);
    else if (fields.number == 4)
      trace->cookie = strata_proto_get_uint (&fields);

  trace->label.n_bytes = trace->label.n_bytes > 0 ? strnlen (trace->label.text, trace->label.n_bytes) : 0;
  return trace->type != '\0' && strchr ("BESFCI", trace->type) != NULL;
}

/* Takes an event of a task like the marker that it would have written. */
static void
take_trace (StrataHtraceReader *self,
            StrataEvent *event,
            const Trace *trace)
{
  g_string_printf (self->text, "%c|%" G_GINT64_FORMAT "|", trace->type, event->tgid);
  if (trace->type != 'E')
    {
      g_string_append (self->text, "H:");
      append (self->text, trace->label);
    }
  if (trace->cookie != 0)
    g_string_append_printf (self->text, "|%" G_GUINT64_FORMAT, trace->cookie);

  event->cpu = (guint32) MIN (trace->cpu, G_MAXUINT32);
  strata_event_sink_take_payload (self->sink, event, (StrataText){ self->text->str, self->text->len });
}

static void
take_task_event (StrataHtraceReader *self,
                 const StrataHtraceMessage *message,
                 StrataProto fields)
{
  StrataEvent event = {
    .tgid = -1,
    .cpu = STRATA_EVENT_NO_CPU,
    .comm = { "", 0 },
    .name = { "tracing_mark_write", strlen ("tracing_mark_write") },
    .args = { "", 0 },
    .line = { "", 0 },
    .kind = STRATA_FTRACE_EVENT_MARK,
  };
  guint64 seconds = 0;
  guint64 nanoseconds = 0;
  Trace trace;
  gboolean has_trace = FALSE;

  while (strata_proto_next (&fields))
    switch (fields.number)
      {
      case 1:
        seconds = strata_proto_get_uint (&fields);
        break;
      case 2:
        nanoseconds = strata_proto_get_uint (&fields);
        break;
      case 4:
        event.tgid = (gint32) strata_proto_get_uint (&fields);
        break;
      case 5:
        event.tid = (guint32) strata_proto_get_uint (&fields);
        break;
      case 7:
        event.comm = strata_proto_get_text (&fields);
        break;
      case 8:
        has_trace = read_trace (strata_proto_enter (&fields), &trace);
        break;
      default:
        break;
      }

  if (seconds >= G_MAXINT64 / 1000000000 - 1 || nanoseconds >= 1000000000)
    {
      self->n_damaged++;
      return;
    }

  event.time_ns = strata_htrace_reader_place (self, message->container, strata_column_at (&self->clocks, StrataHtraceClocks, message->container).tasks, (gint64) (seconds * 1000000000 + nanoseconds));
  if (has_trace)
    take_trace (self, &event, &trace);
  else if (event.comm.n_bytes > 0 && event.tid > 0)
    strata_process_list_add (strata_event_sink_get_list (self->sink), event.tid, (guint32) MAX (event.tgid, 0), event.comm, (StrataText){ "", 0 });
}

void
strata_htrace_reader_take_tasks (StrataHtraceReader *self,
                                 const StrataHtraceMessage *message)
{
  StrataProto result = strata_proto (message->data, message->n_bytes);

  while (strata_proto_next (&result))
    if (result.number == 1)
      take_task_event (self, message, strata_proto_enter (&result));

  self->n_damaged += result.is_damaged != FALSE;
}
