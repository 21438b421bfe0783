/* strata-ftrace-reader.c - turns lines of ftrace text into events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-reader.h"

#include <string.h>

/* Lines are fetched from the caches of another CPU, which takes longer than using them. */
#define AHEAD 8

/**
 * strata_ftrace_reader_new:
 * @sink: receives the events; must outlive the result
 *
 * Returns: (transfer full): a reader that has read nothing
 */
StrataFtraceReader *
strata_ftrace_reader_new (StrataEventSink *sink)
{
  StrataTraceBuilder *builder = strata_event_sink_get_builder (sink);
  StrataFtraceReader *self = g_new0 (StrataFtraceReader, 1);

  self->sink = sink;
  self->counts = strata_trace_builder_get_counts (builder);
  self->lines = strata_trace_builder_get_line_store (builder);
  if (self->lines != NULL)
    strata_line_store_set_clock (self->lines, strata_trace_builder_get_offset_ns (builder), strata_trace_builder_get_drift (builder));

  self->has_offset = strata_trace_builder_get_offset_ns (builder) != 0 || strata_trace_builder_get_drift (builder)->ppb != 0;
  self->continued = g_string_new (NULL);
  self->rhea_pid = -1;
  self->stats_cpu = -1;
  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    self->overruns[i] = -1;

  return self;
}

void
strata_ftrace_reader_free (StrataFtraceReader *self)
{
  if (self == NULL)
    return;

  g_string_free (self->continued, TRUE);
  g_free (self);
}

/**
 * strata_ftrace_reader_begin_text:
 * @self: a reader
 *
 * Begins a text or a section of one. Its lexer numbers shared parts of lines anew.
 */
void
strata_ftrace_reader_begin_text (StrataFtraceReader *self)
{
  memset (self->writers, 0, sizeof self->writers);
  memset (self->tails, 0, sizeof self->tails);
}

static inline gint64
place_time (const StrataFtraceReader *self,
            const StrataFtraceLine *line)
{
  return G_LIKELY (!self->has_offset) ? line->time_ns : strata_event_sink_place_time (self->sink, line->time_ns);
}

/* The cache entry for a number of #StrataFtraceKnown, emptied if another number used it before. */
static inline StrataEventWriter *
get_writer (StrataFtraceReader *self,
            guint32 number)
{
  StrataFtraceKnownWriter *known = &self->writers[number % STRATA_FTRACE_N_WRITERS];

  if (number == 0)
    return NULL;

  if (known->number != number)
    *known = (StrataFtraceKnownWriter){ number, { STRATA_NONE, NULL } };

  return &known->writer;
}

static inline StrataEventRecipe *
get_recipe (StrataFtraceReader *self,
            guint32 number)
{
  StrataFtraceKnownTail *known = &self->tails[number % STRATA_FTRACE_N_TAILS];

  if (number == 0)
    return NULL;

  if (known->number != number)
    *known = (StrataFtraceKnownTail){ .number = number };

  return &known->recipe;
}

/* The lexer has decoded the arguments unless it knows the tail. */
static void
take_event (StrataFtraceReader *self,
            StrataFtraceLexed *lexed)
{
  const StrataFtraceLine *line = &lexed->line;
  StrataEvent event = {
    .time_ns = place_time (self, line),
    .tgid = line->tgid,
    .tid = line->tid,
    .cpu = line->cpu,
    .comm = line->comm,
    .name = line->event,
    .args = line->args,
    .line = lexed->text,
    .kind = lexed->kind,
    .kernel_kind = lexed->kernel_kind,
    .is_in_interrupt = lexed->is_in_interrupt,
    .is_comm_cut = lexed->is_comm_cut,
    .is_bad = !lexed->is_good,
    .mark = &lexed->args.mark, /* all decoded members begin there */
    .writer = get_writer (self, lexed->known.writer),
    .recipe = get_recipe (self, lexed->known.tail),
  };

  if (G_UNLIKELY (self->continued->len > 0))
    strata_ftrace_reader_end_continued (self);

  if (lexed->is_open)
    strata_event_sink_take_text (self->sink, &event);
  else
    strata_event_sink_take (self->sink, &event);
}

/* The first line of old pages, at time 0. */
static gboolean
take_undated (StrataFtraceReader *self,
              const StrataFtraceLexed *lexed)
{
  const StrataFtraceMark *mark = &lexed->args.mark;

  if (lexed->line.tid != 0 || lexed->kind != STRATA_FTRACE_EVENT_MARK || lexed->is_open || mark->phase != 0 || !strata_event_sink_take_undated (self->sink, mark->name))
    return FALSE;

  self->counts->n_notes++;
  return TRUE;
}

static gboolean
read_lexed (StrataFtraceReader *self,
            StrataFtraceLexed *lexed)
{
  if (G_UNLIKELY (self->reads_rhea) && strata_ftrace_reader_take_rhea (self, lexed->text))
    return TRUE;

  if (G_UNLIKELY (!lexed->is_event))
    return strata_ftrace_reader_take_rest (self, lexed->text);

  if (G_LIKELY (lexed->line.time_ns != 0) || !take_undated (self, lexed))
    take_event (self, lexed);

  return TRUE;
}

/* Keeps the text of a line, and the empty lines after it. */
static void
keep_text (StrataFtraceReader *self,
           const StrataFtraceLexed *lexed,
           gint64 time_ns)
{
  if (self->lines == NULL)
    return;

  const guint64 line = strata_event_sink_get_line (self->sink);

  strata_line_store_append (self->lines, line, lexed->text.text, lexed->text.n_bytes, time_ns);
  if (G_UNLIKELY (lexed->n_empty > 0))
    strata_line_store_append_empty (self->lines, line + 1, lexed->n_empty);
}

/* Of some lines only a part is left. The text that was overwritten by zeros is lost. */
static void
report_part (StrataFtraceReader *self,
             const StrataFtraceLexed *lexed)
{
  if (!lexed->is_long && lexed->hole == STRATA_FTRACE_HOLE_BEHIND)
    strata_event_sink_lose_all (self->sink);

  strata_event_sink_diagnose (self->sink, lexed->is_long ? STRATA_DIAGNOSTIC_LONG_LINE : STRATA_DIAGNOSTIC_ZEROS, 1, strata_event_sink_get_latest_ns (self->sink), lexed->text);
}

/* Reads a line of any kind. Returns FALSE if it is of no known kind. */
static gboolean
take_line (StrataFtraceReader *self,
           StrataFtraceLexed *lexed)
{
  const guint64 n_before = self->counts->n_events;

  if (G_UNLIKELY (lexed->hole == STRATA_FTRACE_HOLE_BEFORE && !lexed->is_long))
    strata_event_sink_lose_all (self->sink);

  self->counts->n_lines++;

  const gboolean is_known = read_lexed (self, lexed);

  keep_text (self, lexed, self->counts->n_events > n_before ? lexed->line.time_ns : STRATA_NO_TIME);
  if (G_UNLIKELY (lexed->is_long || lexed->hole != STRATA_FTRACE_HOLE_NONE))
    report_part (self, lexed);

  self->counts->n_lines += lexed->n_empty;
  self->counts->n_notes += lexed->n_empty;
  return is_known;
}

/* Takes a line of which everything except CPU, flags and time was seen before. Returns FALSE if that
 * is not possible; then nothing has changed. */
static inline gboolean
take_again (StrataFtraceReader *self,
            const StrataFtraceLexed *lexed)
{
  const StrataFtraceLine *line = &lexed->line;

  if (self->reads_rhea || self->continued->len > 0)
    return FALSE;

  self->counts->n_lines++;
  if (!strata_event_sink_take_again (self->sink, place_time (self, line), line->cpu, line->tid, line->tgid, get_writer (self, lexed->known.writer), get_recipe (self, lexed->known.tail)))
    {
      self->counts->n_lines--;
      return FALSE;
    }

  keep_text (self, lexed, line->time_ns);
  return TRUE;
}

/**
 * strata_ftrace_reader_take_lines:
 * @self: the reader
 * @lines: (array length=n_lines): lines; the caller must only free them afterwards
 * @n_lines: how many there are
 *
 * Reads lines of any kind.
 */
void
strata_ftrace_reader_take_lines (StrataFtraceReader *self,
                                 StrataFtraceLexed *lines,
                                 guint n_lines)
{
  for (guint i = 0; i < n_lines; i++)
    {
      __builtin_prefetch (&lines[MIN (i + AHEAD, n_lines - 1)]);
      if (!lines[i].is_open || lines[i].hole != STRATA_FTRACE_HOLE_NONE || !take_again (self, &lines[i]))
        take_line (self, &lines[i]);
    }
}

/**
 * strata_ftrace_reader_take_last_line:
 * @self: the reader
 * @lexed: the text after the last line end
 *
 * Reads the last line. Kernels end every line, so an unended one may have been cut. It certainly
 * was if it does not parse, or if the header announced more events.
 */
void
strata_ftrace_reader_take_last_line (StrataFtraceReader *self,
                                     StrataFtraceLexed *lexed)
{
  const StrataText line = lexed->text;
  const guint64 n_before = self->counts->n_events;

  /* Half an event is not part of a marker's text. */
  strata_ftrace_reader_end_continued (self);

  const gboolean is_known = take_line (self, lexed);
  const gboolean is_event = self->counts->n_events > n_before;

  if (!is_known || self->counts->n_events < self->n_announced)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_TRUNCATED, 1, strata_event_sink_get_latest_ns (self->sink), line);
  else if (is_event)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNENDED_LINE, 1, strata_event_sink_get_latest_ns (self->sink), line);
}

/**
 * strata_ftrace_reader_end_text:
 * @self: the reader
 *
 * Ends what only another event would end otherwise.
 */
void
strata_ftrace_reader_end_text (StrataFtraceReader *self)
{
  strata_ftrace_reader_end_continued (self);
  strata_event_sink_end_gaps (self->sink);
}
