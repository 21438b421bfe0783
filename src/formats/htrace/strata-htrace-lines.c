/* strata-htrace-lines.c - kernel events as the lines that the kernel would print
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-event-line.h"
#include "strata-ftrace-event.h"
#include "strata-htrace-private.h"
#include "strata-kernel-state.h"

/* Only made if lines are requested. Fields of events whose text is not known have numbers as names. */

#define SWITCH_STATE 4
#define PRINT_TEXT 2

/* A marker has up to 4 KiB; longer ones are cut. */
#define LINE_BYTES (STRATA_EVENT_LINE_HEAD_BYTES + 8192)

static void
put_switch (StrataProtoText *line,
            StrataProto content)
{
  char text[STRATA_KERNEL_STATE_BYTES];
  const char *state = strata_kernel_state_print (strata_proto_find_uint (content, SWITCH_STATE), text);

  strata_proto_text_put_event (line, "prev_comm=%1 prev_pid=$2 prev_prio=$3 prev_state=", content, NULL, NULL);
  strata_proto_text_put_bytes (line, state, strlen (state));
  strata_proto_text_put_event (line, " ==> next_comm=%5 next_pid=$6 next_prio=$7", content, NULL, NULL);
}

/* The newline belongs to the write, not to the marker. */
static void
put_mark (StrataProtoText *line,
          StrataProto content)
{
  while (strata_proto_next (&content))
    if (content.number == PRINT_TEXT)
      strata_proto_text_put_text (line, &content);

  while (line->at[-1] == '\n' || line->at[-1] == '\0')
    line->at--;
}

/* "1=7 2=text" */
static void
put_fields (StrataProtoText *line,
            StrataProto content)
{
  gboolean has_field = FALSE;

  while (strata_proto_next (&content))
    {
      strata_proto_text_put_bytes (line, " ", has_field);
      strata_proto_text_put_uint (line, content.number);
      strata_proto_text_put_bytes (line, "=", 1);
      strata_proto_text_put_any (line, &content);
      has_field = TRUE;
    }
}

static void
put_content (StrataHtraceReader *self,
             StrataProtoText *line,
             StrataFtraceEventKind event_kind,
             const StrataProtoEventKind *kind,
             StrataProto content)
{
  if (event_kind == STRATA_FTRACE_EVENT_SWITCH)
    put_switch (line, content);
  else if (event_kind == STRATA_FTRACE_EVENT_MARK)
    put_mark (line, content);
  else if (kind != NULL && kind->text[0] != '\0')
    strata_proto_text_put_event (line, kind->text, content, strata_htrace_reader_find_symbol, self);
  else
    put_fields (line, content);
}

void
strata_htrace_reader_keep_line (StrataHtraceReader *self,
                                const StrataEvent *event,
                                const StrataHtraceCommon *common,
                                const StrataProtoEventKind *kind,
                                const StrataProto *content,
                                gint64 time_ns)
{
  const StrataFtraceEventKind event_kind = strata_ftrace_event_get_kind (event->name);
  const StrataText name = event_kind == STRATA_FTRACE_EVENT_MARK ? (StrataText){ "tracing_mark_write", strlen ("tracing_mark_write") } : event->name;
  const StrataEventLineHead head = { event->comm, event->tid != 0 ? event->tgid : -1, time_ns, event->tid, event->cpu, common->flags, common->preempt, FALSE };
  char text[LINE_BYTES];
  StrataProtoText line = { text + strata_event_line_put_head (&head, text), text + sizeof text };

  strata_proto_text_put_bytes (&line, name.text, name.n_bytes);
  strata_proto_text_put_bytes (&line, ": ", 2);
  put_content (self, &line, event_kind, kind, strata_proto_enter (content));
  strata_event_line_keep (self->lines, &self->n_lines, text, line.at, time_ns);
}
