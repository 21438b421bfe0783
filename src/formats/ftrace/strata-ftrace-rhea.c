/* strata-ftrace-rhea.c - the part of the ftrace reader for lines of RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ftrace-reader.h"
#include "strata-rhea-line.h"

/* A file is about one process. Lines without a thread id belong to its main thread, whose
 * id is that of the process. The first line contains it, or else the first marker that
 * names a process. */

static gint64
find_tid (StrataFtraceReader *self,
          const StrataRheaLine *line)
{
  StrataFtraceMark mark;

  if (line->tid >= 0)
    return line->tid;

  if (self->rhea_pid < 0 && strata_ftrace_mark_parse (line->payload, &mark))
    self->rhea_pid = mark.pid;

  return self->rhea_pid;
}

static void
add_number (StrataFtraceReader *self,
            const char *key,
            gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  if (value >= 0)
    strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), key, text);
}

/* Several recordings may follow each other in a file; each start line begins a new one. */
static void
take_bound (StrataFtraceReader *self,
            const StrataRheaBound *bound)
{
  g_autofree char *version = g_strndup (bound->version.text, MIN (bound->version.n_bytes, 100));

  self->counts->n_notes++;
  self->is_rhea_open = bound->is_start;

  if (!bound->is_start)
    return;

  if (bound->pid >= 0)
    self->rhea_pid = bound->pid;

  if (*version != '\0')
    strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "rheatrace", version);

  add_number (self, "pid", bound->pid);
  add_number (self, "nanotime", bound->nanotime_ns);
}

/**
 * strata_ftrace_reader_take_rhea:
 * @self: a reader of RheaTrace
 * @whole: a line without its end
 *
 * Reads a line of a rhea-atrace file.
 *
 * Returns: whether it is such a line
 */
gboolean
strata_ftrace_reader_take_rhea (StrataFtraceReader *self,
                                StrataText whole)
{
  StrataRheaBound bound;
  StrataRheaLine line;

  const gboolean is_line = strata_rhea_line_parse (whole, &line);

  if (strata_rhea_bound_parse (is_line ? line.payload : whole, &bound))
    {
      take_bound (self, &bound);
      return TRUE;
    }

  if (!is_line)
    return FALSE;

  const gint64 tid = find_tid (self, &line);
  StrataEvent event = {
    .time_ns = strata_event_sink_place_time (self->sink, line.time_ns),
    .tgid = -1,
    .tid = (guint32) MAX (tid, 0),
    .cpu = STRATA_EVENT_NO_CPU,
    .comm = { "", 0 },
    .line = whole,
  };

  strata_event_sink_take_payload (self->sink, &event, tid >= 0 ? line.payload : (StrataText){ "", 0 });
  return TRUE;
}
