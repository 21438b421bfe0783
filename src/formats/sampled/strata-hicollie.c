/* strata-hicollie.c - stacks of a main thread that HiCollie has sampled
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
#include "strata-hicollie-line.h"

/* When a main thread takes too long, its stack is sampled ten times, 150 ms apart,
 * and equal frames are written once, as a tree, with the number of samples that
 * they were seen in. When each sample was taken is not in the file, nor in which
 * order. So a frame is as long as its samples times the interval, and frames stand
 * in the order of the file: what they add up to is known, when they were is not. Beside a trace
 * they stand where the file says that sampling began, if the trace tells the
 * calendar, too, and else at the long task of their main thread. */
#define INTERVAL_NS (150 * G_GINT64_CONSTANT (1000000))
#define N_SAMPLES 10

/* Longer lines are no frame's. */
#define MOST_LINE_BYTES (1 << 20)

/* A frame that is open: callees stand one after the other from its begin. */
typedef struct
{
  guint32 level;
  gint64 next_ns; /* where the next callee begins */
  gint64 end_ns;
} Frame;

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  GArray *frames;              /* (element-type Frame) owned: those that are open */
  guint32 thread;              /* STRATA_NONE until the first frame */
  gint64 pid;                  /* or -1 */
  gint64 start_us;             /* since 1970; 0 where that is not told */
  gint64 next_ns;              /* where the next outermost frame begins */
  guint64 n_lines;
  guint64 n_frames;
  guint64 first_bad_line; /* or 0 */
} Reader;

static guint32
intern (Reader *self,
        StrataText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) text.n_bytes);

  return strata_string_pool_intern (strata_trace_builder_get_strings (self->builder), valid, strlen (valid));
}

static void
diagnose (Reader *self,
          StrataDiagnosticKind kind,
          StrataText line)
{
  const StrataPlace place = { self->n_lines, -1, STRATA_NO_TIME };

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, place, line.text, (gssize) line.n_bytes);
}

/* What has no name is told by its library and its address. */
static guint32
intern_name (Reader *self,
             const StrataHicollieFrame *frame)
{
  if (frame->name.n_bytes > 0)
    return intern (self, frame->name);

  g_autofree char *path = g_strndup (frame->file.text, frame->file.n_bytes);
  g_autofree char *file = g_path_get_basename (path);
  g_autofree char *name = g_strdup_printf ("%s+0x%.*s", file, (int) MIN (frame->place.n_bytes, 32), frame->place.text);

  return intern (self, (StrataText){ name, strlen (name) });
}

static guint32
intern_attrs (Reader *self,
              const StrataHicollieFrame *frame)
{
  g_autofree char *args = g_strdup_printf ("%s=%.*s,%s=%.*s,samples=%u", frame->is_js ? "file" : "library", (int) MIN (frame->file.n_bytes, 4096), frame->file.text,
                                           frame->is_js ? "line" : "pc", (int) MIN (frame->place.n_bytes, 64), frame->place.text, frame->n_samples);
  StrataAttrs attrs = { 0 };

  attrs.args = intern (self, (StrataText){ args, strlen (args) });
  attrs.category = intern (self, frame->is_js ? (StrataText){ "JS", 2 } : (StrataText){ "native", 6 });

  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->builder), &attrs);
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

/* The main thread of a process has the process's id. */
static void
begin_thread (Reader *self)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (self->builder);

  if (self->thread != STRATA_NONE)
    return;

  if (self->start_us > 0)
    strata_trace_builder_tell_start (self->builder, TRUE, self->start_us);
  self->next_ns = strata_trace_builder_get_offset_ns (self->builder);
  self->thread = strata_trace_builder_get_thread (self->builder, self->pid >= 0 ? self->pid : 1);
  if (self->pid >= 0)
    strata_trace_builder_set_thread_process (self->builder, self->thread, strata_trace_builder_get_process (self->builder, self->pid));
  if (strata_trace_builder_get_thread_name (self->builder, self->thread) == STRATA_STRING_EMPTY)
    strata_trace_builder_name_thread (self->builder, self->thread, strata_string_pool_intern (strings, "main", 4));
}

static void
open_frame (Reader *self,
            const StrataHicollieFrame *frame,
            StrataText line)
{
  begin_thread (self);
  close_frames (self, frame->level);

  Frame *caller = self->frames->len > 0 ? &g_array_index (self->frames, Frame, self->frames->len - 1) : NULL;
  gint64 *next_ns = caller != NULL ? &caller->next_ns : &self->next_ns;
  const gint64 begin_ns = *next_ns;
  gint64 end_ns = strata_time_add (begin_ns, frame->n_samples * INTERVAL_NS);

  /* callees seen more often than their caller cannot be */
  if (caller != NULL && end_ns > caller->end_ns)
    {
      diagnose (self, STRATA_DIAGNOSTIC_LONG_FRAME, line);
      end_ns = caller->end_ns;
    }

  *next_ns = end_ns;
  self->n_frames++;
  strata_trace_builder_begin_slice (self->builder, self->thread, begin_ns, STRATA_NO_TIME, intern_name (self, frame), intern_attrs (self, frame));
  strata_trace_builder_flag_slice (self->builder, self->thread, STRATA_SLICE_SAMPLED);
  g_array_append_val (self->frames, ((Frame){ frame->level, begin_ns, end_ns }));
}

/* When sampling began is worth more than when it was over, ten intervals later. */
static void
see_time (Reader *self,
          StrataText line)
{
  gboolean is_end;
  const gint64 time_us = strata_hicollie_parse_time (line, &is_end);

  if (time_us > 0 && (self->start_us <= 0 || !is_end))
    self->start_us = is_end ? time_us - N_SAMPLES * INTERVAL_NS / 1000 : time_us;
}

static void
read_line (Reader *self,
           StrataText line)
{
  StrataCounts *counts = strata_trace_builder_get_counts (self->builder);
  StrataHicollieFrame frame;
  gboolean is_blank = TRUE;

  self->n_lines++;
  counts->n_lines++;
  for (gsize i = 0; i < line.n_bytes && is_blank; i++)
    is_blank = g_ascii_isspace (line.text[i]);

  if (strata_hicollie_frame_parse (line, &frame))
    {
      counts->n_events++;
      open_frame (self, &frame, line);
    }
  else if (strata_hicollie_frame_is_bad (line))
    {
      if (self->first_bad_line == 0)
        self->first_bad_line = self->n_lines;
      diagnose (self, STRATA_DIAGNOSTIC_BAD_FRAME, line);
    }
  else if (is_blank || self->n_frames == 0)
    {
      counts->n_notes++;
      if (self->pid < 0)
        self->pid = strata_hicollie_parse_pid (line);
      see_time (self, line);
    }
  else
    diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_LINE, line);
}

/* Returns: %FALSE on an error; a line of no bytes at the end of the input. */
static gboolean
fill_line (StrataSource *source,
           gsize *n_line_bytes,
           gsize *n_bytes,
           GError **error)
{
  gsize n_wanted = 1;

  do
    {
      if (!strata_source_fill (source, n_wanted, error))
        return FALSE;

      const guint8 *data = strata_source_get_data (source, n_bytes);
      const guint8 *line_end = *n_bytes > 0 ? memchr (data, '\n', *n_bytes) : NULL;

      if (line_end != NULL)
        {
          *n_line_bytes = (gsize) (line_end - data);
          *n_bytes = *n_line_bytes + 1;
          return TRUE;
        }

      *n_line_bytes = *n_bytes;
      n_wanted = *n_bytes + 1;
    }
  while (!strata_source_is_at_end (source) && *n_bytes < MOST_LINE_BYTES);

  return TRUE;
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            GError **error)
{
  gsize n_line_bytes;
  gsize n_bytes;

  while (fill_line (source, &n_line_bytes, &n_bytes, error))
    {
      gsize n_window_bytes;
      const char *data = (const char *) strata_source_get_data (source, &n_window_bytes);

      if (n_bytes == 0)
        return TRUE;

      read_line (self, (StrataText){ data, n_line_bytes });
      if (n_bytes == n_line_bytes && strata_source_is_at_end (source))
        diagnose (self, STRATA_DIAGNOSTIC_UNENDED_LINE, (StrataText){ data, n_line_bytes });
      strata_source_skip (source, n_bytes);
    }

  return FALSE;
}

static gboolean
load_hicollie (StrataSource *source,
               StrataTraceBuilder *builder,
               GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  Reader self = { .builder = builder, .frames = frames, .thread = STRATA_NONE, .pid = -1 };

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  if (!read_lines (&self, source, error))
    return FALSE;

  close_frames (&self, 0);
  if (self.n_frames > 0)
    return TRUE;

  if (self.first_bad_line > 0)
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("line %" PRIu64 ": this looks like HiCollie’s stacks but has an impossible sample count or level, and contains no other frame"), self.first_bad_line);
  else
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("it contains no stack frames"));
  return FALSE;
}

/* A line that is a frame; other lines of text hardly begin with two numbers and
 * "pc" or "at". */
static int
sniff_hicollie (const guint8 *data,
                gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;

  while (p < end)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));
      const StrataText line = strata_text (p, line_end != NULL ? line_end : end);
      StrataHicollieFrame frame;

      if (strata_hicollie_frame_parse (line, &frame))
        return frame.level == 0 ? 92 : 50;
      if (strata_hicollie_frame_is_bad (line))
        return 50;

      p = line_end != NULL ? line_end + 1 : end;
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
