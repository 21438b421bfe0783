/* strata-htrace-event.c - converts kernel events for the sink
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-htrace-private.h"

#include "strata-kernel-state.h"

/* The fields of each kind of event are numbered in the order of the kernel's format. Frequent kinds
 * are read as numbers; the others are printed like the kernel prints them, and parsed as text. */

static const StrataProtoEventKind kinds[] = {
#include "strata-htrace-events.h"
};

/* Fields of an event; any other field is its content, by kind. */
enum
{
  EVENT_TIME = 1,
  EVENT_TGID = 2,
  EVENT_COMM = 3,
  EVENT_COMMON = 50,

  COMMON_FLAGS = 2,
  COMMON_PREEMPT = 3,
  COMMON_PID = 4,
};

/* Flags of an event that was recorded in an interrupt, a softirq or an NMI. */
#define FLAGS_INTERRUPT (8 | 16 | 64)

#define TEXT_BYTES 1024

static guint8
get_rank (const StrataProto *field)
{
  const gint64 priority = strata_proto_get_int (field);

  return priority >= -1 && priority <= STRATA_MAX_PRIORITY ? STRATA_PRIORITY_RANK (priority) : 0;
}

/* The file omits numbers that are 0. */
static void
take_switch (StrataHtraceReader *self,
             StrataEvent *event,
             StrataProto content)
{
  StrataFtraceSwitch sched = { .prev_comm = { "", 0 }, .next_comm = { "", 0 }, .end_state = 'R', .prev_rank = STRATA_PRIORITY_RANK (0), .next_rank = STRATA_PRIORITY_RANK (0) };

  while (strata_proto_next (&content))
    switch (content.number)
      {
      case 1:
        sched.prev_comm = strata_proto_get_text (&content);
        break;
      case 2:
        sched.prev_tid = (guint32) strata_proto_get_uint (&content);
        break;
      case 3:
        sched.prev_rank = get_rank (&content);
        break;
      case 4:
        sched.end_state = strata_kernel_end_state (STRATA_KERNEL_WITH_FIXED_STATES, strata_proto_get_uint (&content));
        break;
      case 5:
        sched.next_comm = strata_proto_get_text (&content);
        break;
      case 6:
        sched.next_tid = (guint32) strata_proto_get_uint (&content);
        break;
      case 7:
        sched.next_rank = get_rank (&content);
        break;
      default:
        break;
      }

  /* cppcheck-suppress autoVariables; the sink keeps nothing of the event */
  event->sched = &sched;
  strata_event_sink_take (self->sink, event);
}

static void
take_wake (StrataHtraceReader *self,
           StrataEvent *event,
           StrataProto content)
{
  StrataFtraceTask task = { .comm = { "", 0 }, .old_comm = { "", 0 } };

  while (strata_proto_next (&content))
    if (content.number == 1)
      task.comm = strata_proto_get_text (&content);
    else if (content.number == 2)
      task.tid = (guint32) strata_proto_get_uint (&content);

  /* cppcheck-suppress autoVariables; the sink keeps nothing of the event */
  event->task = &task;
  strata_event_sink_take (self->sink, event);
}

/* The newline belongs to the write, not to the marker. */
static void
take_mark (StrataHtraceReader *self,
           StrataEvent *event,
           StrataProto content)
{
  StrataText payload = { "", 0 };

  while (strata_proto_next (&content))
    if (content.number == 2)
      payload = strata_proto_get_text (&content);

  while (payload.n_bytes > 0 && (payload.text[payload.n_bytes - 1] == '\n' || payload.text[payload.n_bytes - 1] == '\0'))
    payload.n_bytes--;

  event->name = (StrataText){ "tracing_mark_write", strlen ("tracing_mark_write") };
  strata_event_sink_take_payload (self->sink, event, payload);
}

const char *
strata_htrace_reader_find_symbol (guint64 value,
                                  gpointer data)
{
  const StrataHtraceReader *self = data;

  return g_hash_table_lookup (self->symbols, &value);
}

static void
take_text (StrataHtraceReader *self,
           StrataEvent *event,
           const StrataProtoEventKind *kind,
           StrataProto content)
{
  char text[TEXT_BYTES];
  StrataProtoText out = { text, text + sizeof text };

  strata_proto_text_put_event (&out, kind->text, content, strata_htrace_reader_find_symbol, self);
  event->args = strata_text (text, out.at);
  strata_event_sink_take_text (self->sink, event);
}

static void
take_content (StrataHtraceReader *self,
              StrataEvent *event,
              const StrataProtoEventKind *kind,
              const StrataProto *content)
{
  StrataKernelKind kernel_kind = STRATA_KERNEL_OTHER;

  event->kind = (guint8) strata_ftrace_event_get_kinds (event->name, &kernel_kind);
  event->kernel_kind = (guint8) kernel_kind;
  if (event->kind == STRATA_FTRACE_EVENT_SWITCH)
    take_switch (self, event, strata_proto_enter (content));
  else if (event->kind == STRATA_FTRACE_EVENT_WAKE || event->kind == STRATA_FTRACE_EVENT_WAKE_NEW)
    take_wake (self, event, strata_proto_enter (content));
  else if (event->kind == STRATA_FTRACE_EVENT_MARK)
    take_mark (self, event, strata_proto_enter (content));
  else if (kind->text[0] != '\0')
    take_text (self, event, kind, strata_proto_enter (content));
  else
    {
      event->kind = STRATA_FTRACE_EVENT_OTHER;
      strata_event_sink_take (self->sink, event);
    }
}

/* An event of an unknown kind is named by its number. */
static void
take_named (StrataHtraceReader *self,
            StrataEvent *event,
            const StrataHtraceCommon *common,
            const StrataProto *content,
            gint64 own_time_ns)
{
  const StrataProtoEventKind *kind = strata_proto_event_kind_find (kinds, G_N_ELEMENTS (kinds), content->number);
  char name[32];

  if (kind == NULL)
    event->name = (StrataText){ name, (gsize) g_snprintf (name, sizeof name, "ftrace_event_%u", content->number) };
  else
    event->name = (StrataText){ kind->name, strlen (kind->name) };

  if (self->lines != NULL)
    strata_htrace_reader_keep_line (self, event, common, kind, content, own_time_ns);

  if (kind == NULL)
    strata_event_sink_take (self->sink, event);
  else
    take_content (self, event, kind, content);
}

static void
take_common (StrataEvent *event,
             StrataHtraceCommon *result,
             StrataProto common)
{
  while (strata_proto_next (&common))
    if (common.number == COMMON_FLAGS)
      result->flags = (guint) strata_proto_get_uint (&common);
    else if (common.number == COMMON_PREEMPT)
      result->preempt = (guint) strata_proto_get_uint (&common);
    else if (common.number == COMMON_PID)
      event->tid = (guint32) strata_proto_get_uint (&common);

  event->is_in_interrupt = (result->flags & FLAGS_INTERRUPT) != 0;
}

/* Newer recorders write the names of threads only once. */
static void
find_comm (const StrataHtraceReader *self,
           StrataEvent *event)
{
  const StrataText *comm = event->comm.n_bytes == 0 ? g_hash_table_lookup (self->comms, GUINT_TO_POINTER (event->tid)) : NULL;

  if (comm != NULL)
    event->comm = *comm;
}

void
strata_htrace_reader_take_event (StrataHtraceReader *self,
                                 guint32 cpu,
                                 gint64 time_ns,
                                 StrataProto fields)
{
  StrataProto content = { .number = 0 };
  StrataHtraceCommon common = { 0 };
  StrataEvent event = {
    .time_ns = strata_event_sink_place_time (self->sink, time_ns),
    .tgid = -1,
    .cpu = cpu,
    .comm = { "", 0 },
    .name = { "", 0 },
    .args = { "", 0 },
    .line = { "", 0 },
    .kind = STRATA_FTRACE_EVENT_OTHER,
  };

  while (strata_proto_next (&fields))
    if (fields.number == EVENT_TGID)
      event.tgid = (gint32) strata_proto_get_uint (&fields) > 0 ? (gint32) strata_proto_get_uint (&fields) : -1;
    else if (fields.number == EVENT_COMM)
      event.comm = strata_proto_get_text (&fields);
    else if (fields.number == EVENT_COMMON)
      take_common (&event, &common, strata_proto_enter (&fields));
    else if (fields.number != EVENT_TIME && fields.wire == STRATA_PROTO_BYTES)
      content = fields;

  self->n_damaged += fields.is_damaged != FALSE;
  if (content.number == 0)
    return;

  find_comm (self, &event);
  take_named (self, &event, &common, &content, time_ns);
}
