/* strata-perfetto-lines.c - kernel events as the lines that the kernel would print
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-event-line.h"
#include "strata-kernel-state.h"
#include "strata-perfetto-event-text.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"
#include "strata-short-text.h"

/* Only made if lines are requested. Fields of events with an unknown format have numbers as names. */

#define EVENT_PRINT 3
#define EVENT_SCHED_SWITCH 4
#define EVENT_GENERIC 327
#define EVENT_SYS_ENTER 329

#define PRINT_TEXT 2

/* A marker has up to 4 KiB; longer ones are cut. */
#define LINE_BYTES (STRATA_EVENT_LINE_HEAD_BYTES + 8192)

static void
put (StrataProtoText *line,
     const char *text)
{
  strata_proto_text_put_bytes (line, text, strlen (text));
}

static void
put_number (StrataProtoText *line,
            const char *key,
            gint64 value)
{
  put (line, key);
  /* at the first switch of a CPU, the thread that leaves is unknown */
  if (value != (gint32) STRATA_PERFETTO_NO_PRIORITY)
    strata_proto_text_put_int (line, value);
  else
    put (line, "?");
}

static void
put_name (StrataProtoText *line,
          const char *key,
          StrataText name)
{
  put (line, key);
  strata_proto_text_put_bytes (line, name.text, name.n_bytes);
}

/* The common parts of both forms of a switch. */
typedef struct
{
  StrataText comm;
  gint64 tid;
  gint64 priority;
} Side;

static void
put_switch (StrataProtoText *line,
            const Side *prev,
            guint64 state,
            const Side *next)
{
  char text[STRATA_KERNEL_STATE_BYTES];

  put_name (line, "sched_switch: prev_comm=", prev->comm);
  put_number (line, " prev_pid=", prev->tid);
  put_number (line, " prev_prio=", prev->priority);
  put (line, " prev_state=");
  put (line, strata_kernel_state_print (state, text));
  put_name (line, " ==> next_comm=", next->comm);
  put_number (line, " next_pid=", next->tid);
  put_number (line, " next_prio=", next->priority);
}

static void
put_switch_event (StrataProtoText *line,
                  StrataProto message)
{
  Side sides[2] = { { { "", 0 }, 0, 0 }, { { "", 0 }, 0, 0 } };
  guint64 state = 0;

  while (strata_proto_next (&message))
    if (message.number == 4)
      state = strata_proto_get_uint (&message);
    else
      {
        Side *side = &sides[message.number > 4];
        const guint32 part = message.number > 4 ? message.number - 4 : message.number;

        if (part == 1)
          side->comm = strata_proto_get_text (&message);
        else if (part == 2)
          side->tid = (gint32) strata_proto_get_int (&message);
        else if (part == 3)
          side->priority = (gint32) strata_proto_get_int (&message);
      }

  put_switch (line, &sides[0], state, &sides[1]);
}

/* Adds "1=7 2=text": the fields that a kind does not contain. */
static void
put_fields (StrataProtoText *line,
            const char *separator,
            const StrataPerfettoEventKind *kind,
            StrataProto message)
{
  while (strata_proto_next (&message))
    if (message.number >= STRATA_PROTO_TEXT_MAX_FIELDS || (kind->fields >> message.number & 1) == 0)
      {
        put (line, separator);
        strata_proto_text_put_uint (line, message.number);
        put (line, "=");
        strata_proto_text_put_any (line, &message);
        separator = " ";
      }
}

/* The text of Perfetto's own events omits fields that no one reads. */
static void
put_other_event (StrataPerfettoPlayer *self,
                 StrataProtoText *line,
                 const StrataPerfettoContext *context,
                 const StrataPerfettoEventKind *kind,
                 StrataProto message)
{
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];

  if (*kind->text != '\0')
    put_name (line, "", strata_perfetto_event_text (kind->text, message, context->state, self->reader->strings, text));
  if (*kind->text == '\0' || kind->fields != 0)
    put_fields (line, *kind->text != '\0' ? " " : "", kind, message);
}

static void
put_event (StrataPerfettoPlayer *self,
           StrataProtoText *line,
           const StrataPerfettoContext *context,
           guint32 number,
           StrataProto message)
{
  const StrataPerfettoEventKind *kind = strata_perfetto_event_kinds_find (self->reader->event_kinds, context->sequence->id, number);
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];
  StrataText name = { "", 0 };
  gint64 call;

  if (number == EVENT_SCHED_SWITCH)
    put_switch_event (line, message);
  else if (number == EVENT_PRINT)
    {
      put (line, "tracing_mark_write: ");
      while (strata_proto_next (&message))
        if (message.number == PRINT_TEXT)
          strata_proto_text_put_text (line, &message);
    }
  else if (number == EVENT_GENERIC)
    {
      const StrataText args = strata_perfetto_generic_text (message, &name, text);

      put_name (line, "", name);
      put_name (line, ": ", args);
    }
  else
    {
      put_name (line, "", kind->name);
      put (line, ": ");
      if (number == EVENT_SYS_ENTER)
        put_name (line, "", strata_perfetto_call_text (&message, &call, text));
      else
        put_other_event (self, line, context, kind, message);
    }
}

static void
put_compact_switch (StrataPerfettoPlayer *self,
                    StrataProtoText *line,
                    const StrataPerfettoBundle *bundle,
                    const StrataPerfettoSwitch *row)
{
  const StrataPerfettoCpu *cpu = &self->cpus[bundle->cpu];
  const gint64 unknown = (gint32) STRATA_PERFETTO_NO_PRIORITY;
  const Side prev = { cpu->is_known ? (StrataText){ cpu->comm, cpu->n_comm_bytes } : (StrataText){ "?", 1 }, cpu->is_known ? cpu->tid : unknown, cpu->is_known && cpu->rank != 0 ? (gint64) cpu->rank - STRATA_PRIORITY_RANK (0) : unknown };
  const Side next = { strata_column_at (&bundle->comms, StrataText, row->comm), row->next_tid, (gint32) row->next_priority };

  put_switch (line, &prev, (guint64) row->prev_state, &next);
}

static void
put_compact_waking (StrataProtoText *line,
                    const StrataPerfettoBundle *bundle,
                    const StrataPerfettoWaking *row)
{
  put_name (line, "sched_waking: comm=", strata_column_at (&bundle->comms, StrataText, row->comm));
  put_number (line, " pid=", row->tid);
  if (row->priority != STRATA_PERFETTO_NO_PRIORITY)
    put_number (line, " prio=", (gint32) row->priority);
  if (row->cpu != G_MAXUINT32)
    {
      put (line, " target_cpu=");
      strata_proto_text_put_cpu (line, row->cpu);
    }
}

/* The newline belongs to the write, not to the marker. */
static void
append (StrataPerfettoPlayer *self,
        const char *begin,
        const char *end,
        gint64 time_ns)
{
  while (end > begin && (end[-1] == '\n' || end[-1] == '\0'))
    end--;

  strata_event_line_keep (self->lines, &self->n_lines, begin, end, time_ns);
}

/**
 * strata_perfetto_player_keep_line:
 * @self: a player that keeps lines
 * @bundle: an open bundle
 * @list: the list with the event
 * @at: its index in the list
 *
 * Keeps an event as a line. It must not have been played yet.
 */
void
strata_perfetto_player_keep_line (StrataPerfettoPlayer *self,
                                  const StrataPerfettoBundle *bundle,
                                  guint list,
                                  gsize at)
{
  const StrataPerfettoCpu *cpu = &self->cpus[bundle->cpu];
  const StrataPerfettoEvent *row = list == 0 ? &strata_column_at (&bundle->events, StrataPerfettoEvent, at) : NULL;
  const guint32 running = cpu->is_known ? cpu->tid : 0;
  StrataEventLineHead head = { .tgid = -1, .cpu = bundle->cpu, .tid = row != NULL ? row->tid : running, .flags = row != NULL ? row->flags : 0, .is_unknown = row == NULL && !cpu->is_known };
  char text[LINE_BYTES];

  if (row != NULL && row->number == 0)
    return;

  head.time_ns = row != NULL ? row->time_ns : list == 1 ? strata_column_at (&bundle->switches, StrataPerfettoSwitch, at).time_ns
                                                        : strata_column_at (&bundle->wakings, StrataPerfettoWaking, at).time_ns;
  if (head.tid != 0)
    head.tgid = strata_process_list_find_process (strata_event_sink_get_list (self->sink), head.tid);
  if (cpu->is_known && cpu->tid == head.tid)
    head.comm = (StrataText){ cpu->comm, cpu->n_comm_bytes };

  StrataProtoText line = { text + strata_event_line_put_head (&head, text), text + sizeof text };

  if (list == 1)
    put_compact_switch (self, &line, bundle, &strata_column_at (&bundle->switches, StrataPerfettoSwitch, at));
  else if (list == 2)
    put_compact_waking (&line, bundle, &strata_column_at (&bundle->wakings, StrataPerfettoWaking, at));
  else
    put_event (self, &line, &strata_column_at (&self->reader->contexts, StrataPerfettoContext, bundle->context), row->number, strata_proto (row->data, row->n_bytes));

  if (line.at == line.end)
    line.at = text + strata_short_text_end (text, sizeof text);

  append (self, text, line.at, head.time_ns);
}
