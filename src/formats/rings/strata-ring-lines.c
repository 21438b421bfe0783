/* strata-ring-lines.c - keeps events as the lines that the kernel would print
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-event-line.h"
#include "strata-ring-player-private.h"

static void
put_head (StrataRingText *line,
          const StrataRingTask *task,
          const StrataRingRecord *record,
          gint64 time_ns)
{
  const StrataEventLineHead head = { task->comm, task->tgid, time_ns, task->tid, record->cpu, record->data[2], record->data[3] };

  line->at += strata_event_line_put_head (&head, line->at);
}

/* The separator that the kernel prints after the name of an event. System calls are printed like C calls. */
static const char *
get_separator (StrataText name,
               StrataText args)
{
  if (name.n_bytes < 5 || memcmp (name.text, "sys_", 4) != 0 || args.n_bytes < 2)
    return ": ";

  return args.text[0] == '(' ? "" : memcmp (args.text, "->", 2) == 0 ? " "
                                                                     : ": ";
}

/* @args is the printed text or the text of a marker. */
void
strata_ring_player_keep_line (StrataRingPlayer *self,
                              StrataText name,
                              const StrataRingTask *task,
                              const StrataRingRecord *record,
                              gint64 time_ns,
                              StrataText args)
{
  StrataRingText line = { self->line, self->line + 2 * STRATA_RING_TEXT_BYTES };
  const char *separator = get_separator (name, args);

  put_head (&line, task, record, time_ns);
  strata_ring_text_put (&line, name.text, name.n_bytes);
  strata_ring_text_put (&line, separator, strlen (separator));
  strata_ring_text_put (&line, args.text, args.n_bytes);
  strata_event_line_keep (self->lines, &self->n_lines, self->line, line.at, time_ns);
}
