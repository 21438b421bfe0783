/* strata-ftrace-notes.c - the part of the ftrace reader for lines that are no event
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE /* memmem */
#include "config.h"

#include <string.h>

#include "strata-ftrace-reader.h"

/* Captures begin with a header of comments and what a tool had to say, the kernel
 * puts notes about lost events between the events, and stacks behind them. */

static const char *
find (StrataText line,
      const char *word)
{
  return line.n_bytes > 0 ? memmem (line.text, line.n_bytes, word, strlen (word)) : NULL;
}

static gboolean
begins_with (StrataText line,
             const char *word)
{
  return line.n_bytes >= strlen (word) && memcmp (line.text, word, strlen (word)) == 0;
}

/* Reads "ENTRIES/WRITTEN" of "# entries-in-buffer/entries-written: a/b   #P:n". */
static void
take_entries (StrataFtraceReader *self,
              const char *p,
              const char *end,
              StrataText line)
{
  guint64 n_kept;
  guint64 n_written;

  while (p < end && *p == ' ')
    p++;

  p = strata_text_parse_uint (p, end, G_MAXINT64, &n_kept);

  if (p == NULL || p == end || *p != '/' || strata_text_parse_uint (p + 1, end, G_MAXINT64, &n_written) == NULL)
    return;

  self->n_announced += n_kept;

  if (n_written > n_kept)
    strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_OVERWRITTEN, n_written - n_kept, self->previous_ns, line);
}

static void
take_comment (StrataFtraceReader *self,
              StrataText line)
{
  static const char entries[] = "entries-written:";
  static const char tracer[] = "# tracer: ";
  const char *end = line.text + line.n_bytes;
  const char *p = find (line, entries);

  if (p != NULL)
    take_entries (self, p + strlen (entries), end, line);

  if (begins_with (line, tracer) && self->counts->n_events == 0)
    {
      g_autofree char *name = g_strndup (line.text + strlen (tracer), MIN (line.n_bytes - strlen (tracer), 100));

      strata_trace_builder_add_property (self->builder, "tracer", g_strstrip (name));
    }
}

/* Reads "CPU:0 [LOST 123 EVENTS]"; some kernels leave the number out. */
static gboolean
take_lost (StrataFtraceReader *self,
           StrataText line)
{
  const char *p = find (line, "[LOST ");
  guint64 n_lost = 1;

  if (p == NULL || !begins_with (line, "CPU:") || find (line, "EVENTS]") == NULL)
    return FALSE;

  strata_text_parse_uint (p + strlen ("[LOST "), line.text + line.n_bytes, G_MAXINT64, &n_lost);
  strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_LOST_EVENTS, MAX (n_lost, 1), self->previous_ns, line);
  return TRUE;
}

/* What tools print around a capture, and the lines of a stack. */
static gboolean
is_chatter (StrataText line)
{
  static const char *const beginnings[] = { "TRACE:", "cpus=", "capturing trace", "done", "=> ", "<stack trace>", "<user stack trace>" };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (begins_with (line, beginnings[i]))
      return TRUE;

  return FALSE;
}

/**
 * strata_ftrace_reader_take_note:
 * @self: the reader
 * @line: a line that is no event
 *
 * Reads a line of the header, or between the events.
 *
 * Returns: whether the line is known
 */
gboolean
strata_ftrace_reader_take_note (StrataFtraceReader *self,
                                StrataText line)
{
  while (line.n_bytes > 0 && g_ascii_isspace (line.text[0]))
    line = (StrataText){ line.text + 1, line.n_bytes - 1 };

  if (begins_with (line, "\xef\xbb\xbf"))
    line = (StrataText){ line.text + 3, line.n_bytes - 3 };

  if (line.n_bytes == 0)
    return TRUE;

  if (line.text[0] == '#')
    {
      take_comment (self, line);
      return TRUE;
    }

  return take_lost (self, line) || is_chatter (line) || strata_ftrace_dump_take_line (self->dump, line);
}
