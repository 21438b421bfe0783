/* strata-ftrace-rhea.c - the part of the ftrace reader for lines of RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ftrace-reader.h"
#include "strata-rhea-line.h"

/* A file tells of one process. Lines without a thread id are of its main thread,
 * whose id is that of the process; the first line tells it, or else the first
 * marker that names a process. */

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
    strata_trace_builder_add_property (self->builder, key, text);
}

/* Several files may follow each other; each start begins a new one. */
static void
take_bound (StrataFtraceReader *self,
            const StrataRheaBound *bound)
{
  g_autofree char *version = g_strndup (bound->version.text, MIN (bound->version.n_bytes, 100));

  self->is_rhea_open = bound->is_start;

  if (!bound->is_start)
    return;

  if (bound->pid >= 0)
    self->rhea_pid = bound->pid;

  if (*version != '\0')
    strata_trace_builder_add_property (self->builder, "rheatrace", version);

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
 * Returns: whether it is one
 */
gboolean
strata_ftrace_reader_take_rhea (StrataFtraceReader *self,
                                StrataText whole)
{
  StrataRheaBound bound;
  StrataRheaLine line;

  if (strata_rhea_bound_parse (whole, &bound))
    {
      take_bound (self, &bound);
      return TRUE;
    }

  if (!strata_rhea_line_parse (whole, &line))
    return FALSE;

  if (strata_rhea_bound_parse (line.payload, &bound))
    {
      take_bound (self, &bound);
      return TRUE;
    }

  const gint64 tid = find_tid (self, &line);

  line.time_ns = strata_clock_shift (line.time_ns, self->offset_ns);

  self->counts->n_events++;
  strata_ftrace_reader_see_time (self, line.time_ns, whole);

  if (tid >= 0)
    strata_ftrace_reader_take_payload (self, strata_ftrace_tasks_get (self->tasks, (guint32) tid), line.time_ns, line.payload);
  else
    strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, line.time_ns, whole);

  return TRUE;
}

/* Reads "monotonic_time: SECONDS.FRACTION"; a number without a point is one of ns. */
static gboolean
parse_monotonic (StrataText name,
                 gint64 *monotonic_ns)
{
  static const char prefix[] = "monotonic_time:";
  const char *end = name.text + name.n_bytes;
  guint64 value;

  if (G_LIKELY (name.n_bytes <= strlen (prefix) || memcmp (name.text, prefix, strlen (prefix)) != 0))
    return FALSE;

  const char *p = name.text + strlen (prefix);

  while (p < end && *p == ' ')
    p++;

  if (strata_rhea_time_parse (p, end, monotonic_ns) == end)
    return TRUE;

  *monotonic_ns = strata_text_parse_uint (p, end, G_MAXINT64, &value) == end ? (gint64) value : STRATA_NO_TIME;
  return *monotonic_ns != STRATA_NO_TIME;
}

static void
push_sync (StrataFtraceReader *self,
           const StrataFtraceTaskRow *task,
           gint64 time_ns,
           StrataText name)
{
  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_INSTANT,
    .time_ns = time_ns,
    .thread = task->thread,
    .process = task->process,
    .name = strata_ftrace_strings_intern (self->strings, name),
  };

  strata_ftrace_log_push (self->log, &token);
}

/**
 * strata_ftrace_reader_take_sync:
 * @self: the reader
 * @task: the thread that writes it
 * @time_ns: when, on the clock of the file
 * @mark: any marker
 *
 * Reads the section by which RheaTrace tells how its clock stands to that of the
 * kernel. Whether its writer also ends it is not documented, so that it is kept
 * as an instant, and an end that follows on the same thread is taken with it.
 *
 * Returns: whether the marker is used up
 */
gboolean
strata_ftrace_reader_take_sync (StrataFtraceReader *self,
                                const StrataFtraceTaskRow *task,
                                gint64 time_ns,
                                const StrataFtraceMark *mark)
{
  gint64 monotonic_ns;

  if (G_UNLIKELY (self->sync_tid == (gint64) task->tid))
    {
      self->sync_tid = -1;

      if (mark->phase == 'E')
        return TRUE;
    }

  if (mark->phase != 'B' || !parse_monotonic (mark->name, &monotonic_ns))
    return FALSE;

  strata_clock_marks_add (&self->clock, STRATA_CLOCK_KIND_MONOTONIC, time_ns - self->offset_ns, monotonic_ns);

  if (self->monotonic_ns == STRATA_NO_TIME)
    {
      self->monotonic_ns = monotonic_ns;
      self->monotonic_at_ns = time_ns;
      add_number (self, "monotonic_time_ns", monotonic_ns);
      add_number (self, "monotonic_time_at_ns", time_ns);
    }

  self->sync_tid = (gint64) task->tid;
  push_sync (self, task, time_ns, mark->name);
  return TRUE;
}
