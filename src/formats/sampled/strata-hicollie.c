/* strata-hicollie.c - stacks of a main thread, sampled by HiCollie
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-hicollie-names.h"
#include "strata-log-clock.h"
#include "strata-log-lines.h"

/* When a main thread takes too long, its stack is sampled ten times, 150 ms apart unless its program asked
 * for other numbers. Equal frames are written once, as a tree, with the number of samples that contain
 * them. The file has neither the times nor the order of the samples. So the length of a frame is its
 * samples times the interval, and frames are in the order of the file: their totals are right, their times
 * are not. The interval may come anywhere in the file, so frames are placed after everything is read. Next
 * to a trace they are placed at the start of sampling if both files have calendar times, and otherwise at
 * the long task of their main thread. */
#define INTERVAL_NS (150 * G_GINT64_CONSTANT (1000000))
#define N_SAMPLES 10

/* Format: HiCollie, "sample_interval" and "sample_count". */
#define LEAST_INTERVAL_MS 50
#define MOST_INTERVAL_MS 500
#define MOST_SAMPLES 100

typedef struct
{
  guint64 line; /* line number */
  guint32 n_samples;
  guint32 level;
  guint32 name;
  guint32 attrs;
} Row;

/* An open frame: its callees follow one another from its start. */
typedef struct
{
  guint32 level;
  gint64 next_ns; /* where the next callee begins */
  gint64 end_ns;
} Frame;

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  GArray *rows;                /* (element-type Row) owned */
  GArray *frames;              /* (element-type Frame) owned: open frames */
  guint32 thread;              /* STRATA_NONE until the first frame */
  gint64 pid;                  /* or -1 */
  gint64 interval_ns;          /* 0 if unknown */
  gint64 n_samples;            /* 0 if unknown */
  gint64 start_us;             /* since 1970; 0 if unknown */
  gint64 end_us;               /* the same */
  gint64 next_ns;              /* where the next outermost frame begins */
  guint64 n_lines;
  guint64 first_bad_line; /* or 0 */
} Reader;

static void
diagnose_at (Reader *self,
             StrataDiagnosticKind kind,
             guint64 number,
             StrataText line)
{
  const StrataPlace place = { number, -1, STRATA_NO_TIME };

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, place, line.text, (gssize) line.n_bytes);
}

static void
diagnose (Reader *self,
          StrataDiagnosticKind kind,
          StrataText line)
{
  diagnose_at (self, kind, self->n_lines, line);
}

static void
close_frames (Reader *self,
              guint32 level)
{
  while (self->frames->len > 0)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, self->frames->len - 1);

      if (frame->level < level)
        return;

      strata_trace_builder_end_slice (self->builder, self->thread, frame->end_ns, STRATA_NO_TIME, STRATA_SLICE_SAMPLED);
      g_array_set_size (self->frames, self->frames->len - 1);
    }
}

/* The interval of the file; else the one that the user asked for; else HiCollie's default. */
static void
find_interval (Reader *self)
{
  if (self->interval_ns == 0)
    self->interval_ns = strata_trace_builder_get_options (self->builder)->sample_interval_ns;
  if (self->interval_ns > 0)
    return;

  self->interval_ns = INTERVAL_NS;
  diagnose_at (self, STRATA_DIAGNOSTIC_ASSUMED_INTERVAL, 0, (StrataText){ "150 ms", 6 });
}

/* The start of sampling is preferred to its end, from which the start is computed by the number of intervals. */
static void
tell_start (Reader *self)
{
  gint64 n_samples = self->n_samples;

  for (guint i = 0; i < self->rows->len && self->n_samples == 0; i++)
    n_samples += g_array_index (self->rows, Row, i).level == 0 ? g_array_index (self->rows, Row, i).n_samples : 0;
  if (self->start_us == 0 && self->end_us > 0)
    self->start_us = self->end_us - (n_samples > 0 ? n_samples : N_SAMPLES) * self->interval_ns / 1000;
  if (self->start_us > 0)
    strata_trace_builder_tell_start (self->builder, TRUE, self->start_us);
}

/* The main thread of a process has the process's id. */
static void
begin_thread (Reader *self)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (self->builder);

  tell_start (self);
  self->next_ns = strata_trace_builder_get_offset_ns (self->builder);
  self->thread = strata_trace_builder_get_thread (self->builder, self->pid >= 0 ? self->pid : 1);
  if (self->pid >= 0)
    strata_trace_builder_set_thread_process (self->builder, self->thread, strata_trace_builder_get_process (self->builder, self->pid));
  if (strata_trace_builder_get_thread_name (self->builder, self->thread) == STRATA_STRING_EMPTY)
    strata_trace_builder_name_thread (self->builder, self->thread, strata_string_pool_intern (strings, "main", 4));
}

static void
open_frame (Reader *self,
            const Row *row)
{
  close_frames (self, row->level);

  Frame *caller = self->frames->len > 0 ? &g_array_index (self->frames, Frame, self->frames->len - 1) : NULL;
  gint64 *next_ns = caller != NULL ? &caller->next_ns : &self->next_ns;
  const gint64 begin_ns = *next_ns;
  gint64 end_ns = strata_time_add (begin_ns, row->n_samples * self->interval_ns);

  /* a callee cannot be in more samples than its caller */
  if (caller != NULL && end_ns > caller->end_ns)
    {
      const char *name = strata_string_pool_get (strata_trace_builder_get_strings (self->builder), row->name);

      diagnose_at (self, STRATA_DIAGNOSTIC_LONG_FRAME, row->line, (StrataText){ name, strlen (name) });
      end_ns = caller->end_ns;
    }

  *next_ns = end_ns;
  strata_trace_builder_begin_slice (self->builder, self->thread, begin_ns, STRATA_NO_TIME, row->name, row->attrs);
  strata_trace_builder_flag_slice (self->builder, self->thread, STRATA_SLICE_SAMPLED);
  g_array_append_val (self->frames, ((Frame){ row->level, begin_ns, end_ns }));
}

static void
play (Reader *self)
{
  find_interval (self);
  begin_thread (self);
  for (guint i = 0; i < self->rows->len; i++)
    open_frame (self, &g_array_index (self->rows, Row, i));

  close_frames (self, 0);
}

static void
see_time (Reader *self,
          StrataText line)
{
  gboolean is_end;
  const gint64 time_us = strata_hicollie_parse_time (line, &is_end);

  if (time_us > 0 && is_end)
    self->end_us = time_us;
  else if (time_us > 0)
    self->start_us = time_us;
}

/* "sample_interval: 200" and "sample_count=8". */
static gint64
find_number (StrataText line,
             const char *word)
{
  const char *end = line.text + line.n_bytes;
  const char *p = g_strstr_len (line.text, (gssize) line.n_bytes, word);
  guint64 number;

  if (p == NULL)
    return 0;
  for (p += strlen (word); p < end && !g_ascii_isdigit (*p) && *p != ','; p++)
    ;

  return strata_text_parse_uint (p, end, G_MAXINT32, &number) != NULL ? (gint64) number : 0;
}

static void
see_settings (Reader *self,
              StrataText line)
{
  const gint64 ms = find_number (line, "sample_interval");
  const gint64 n_samples = find_number (line, "sample_count");

  if (ms >= LEAST_INTERVAL_MS && ms <= MOST_INTERVAL_MS)
    self->interval_ns = ms * 1000000;
  if (n_samples > 0 && n_samples <= MOST_SAMPLES)
    self->n_samples = n_samples;
}

static void
keep_frame (Reader *self,
            const StrataHicollieFrame *frame)
{
  const Row row = { self->n_lines, frame->n_samples, frame->level, strata_hicollie_intern_name (self->builder, frame), strata_hicollie_intern_attrs (self->builder, frame, TRUE) };

  g_array_append_val (self->rows, row);
}

static void
read_line (Reader *self,
           StrataText line)
{
  StrataCounts *counts = strata_trace_builder_get_counts (self->builder);
  StrataHicollieFrame frame;

  self->n_lines++;
  counts->n_lines++;
  if (strata_hicollie_frame_parse (line, &frame))
    {
      counts->n_events++;
      keep_frame (self, &frame);
    }
  else if (strata_hicollie_frame_is_bad (line))
    {
      if (self->first_bad_line == 0)
        self->first_bad_line = self->n_lines;
      diagnose (self, STRATA_DIAGNOSTIC_BAD_FRAME, line);
    }
  else if (self->rows->len == 0 || strata_log_is_blank (line) || find_number (line, "sample_interval") > 0)
    {
      counts->n_notes++;
      if (self->pid < 0)
        self->pid = strata_hicollie_parse_pid (line);
      see_time (self, line);
      see_settings (self, line);
    }
  else
    diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_LINE, line);
}

static void
on_line (gpointer data,
         StrataText line,
         const StrataLogLines *lines)
{
  Reader *self = data;

  read_line (self, line);
  if (strata_log_lines_is_cut_short (lines))
    diagnose (self, STRATA_DIAGNOSTIC_UNENDED_LINE, line);
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            GError **error)
{
  StrataLogLines lines;

  return strata_log_lines_read (&lines, source, on_line, self, strata_trace_builder_get_diagnostics (self->builder), error);
}

/* "MAIN_THREAD_JANK_20260717033320_26982.txt": only the file name contains the process and the time at
 * which the file was written. */
static void
see_name (Reader *self)
{
  StrataLogClock clock;
  gint64 pid;
  gint64 time_ns;

  strata_log_clock_init (&clock);
  if (strata_log_clock_parse_name (&clock, strata_trace_builder_get_input_name (self->builder), &time_ns, &pid))
    {
      self->pid = self->pid >= 0 ? self->pid : pid;
      self->end_us = self->end_us > 0 ? self->end_us : time_ns / 1000;
    }
  strata_log_clock_clear (&clock);
}

static gboolean
load_hicollie (StrataSource *source,
               StrataTraceBuilder *builder,
               GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  Reader self = { .builder = builder, .rows = rows, .frames = frames, .thread = STRATA_NONE, .pid = -1 };

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  if (!read_lines (&self, source, error))
    return FALSE;

  see_name (&self);
  if (self.rows->len > 0)
    {
      play (&self);
      return TRUE;
    }

  if (self.first_bad_line > 0)
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("line %" PRIu64 ": this looks like HiCollie’s stacks but has an impossible sample count or level, and contains no other frame"), self.first_bad_line);
  else
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("it contains no stack frames"));
  return FALSE;
}

/* Looks for a line that is a frame. Other text hardly ever has lines that begin with two numbers
 * and "pc" or "at". */
static int
sniff_hicollie (const guint8 *data,
                gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  StrataText line;

  while (strata_log_lines_next_of (&p, end, &line))
    {
      StrataHicollieFrame frame;

      if (strata_hicollie_frame_parse (line, &frame))
        return frame.level == 0 ? 92 : 50;
      if (strata_hicollie_frame_is_bad (line))
        return 50;
    }

  return 0;
}

static const char *const suffixes[] = { "txt", NULL };

const StrataFormat strata_format_hicollie = {
  .id = "hicollie",
  .name = "HiCollie stacks",
  .suffixes = suffixes,
  .sniff = sniff_hicollie,
  .load = load_hicollie,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
  .lacks_times = TRUE,
};
