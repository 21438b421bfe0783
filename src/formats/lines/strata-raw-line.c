/* strata-raw-line.c - reads the kept lines of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-line.h"

#include <string.h>

#include "strata-ftrace-event.h"
#include "strata-rhea-line.h"

/* Each reader parses the lines anew, with the parsers that have read the file: only the text of
 * a line is kept. */

static gint64
get_main_tid (StrataTrace *trace)
{
  const char *pid = strata_trace_get_property (trace, "pid");

  return pid != NULL ? g_ascii_strtoll (pid, NULL, 10) : 0;
}

/* Whether lines may be from RheaTrace; for several files, from any of them. */
static gboolean
has_rhea (StrataTrace *trace)
{
  return g_str_equal (strata_trace_get_format_id (trace), "rheatrace") || strstr (strata_trace_get_format_name (trace), "RheaTrace") != NULL;
}

static gboolean
parse_rhea (StrataTrace *trace,
            StrataText text,
            StrataFtraceLine *event)
{
  StrataRheaLine line;

  if (!strata_rhea_line_parse (text, &line))
    return FALSE;

  *event = (StrataFtraceLine){
    .comm = { text.text, 0 },
    .tid = (guint32) (line.tid >= 0 ? line.tid : get_main_tid (trace)),
    .tgid = -1,
    .cpu = STRATA_NONE,
    .flags = { text.text, 0 },
    .time_ns = line.time_ns,
    .event = { text.text, 0 },
    .args = line.payload,
  };
  return TRUE;
}

static void
parse (StrataTrace *trace,
       const StrataLineStore *store,
       StrataRawLine *line)
{
  line->is_event = (has_rhea (trace) && parse_rhea (trace, line->text, &line->event)) ||
                   strata_ftrace_line_parse (line->text.text, line->text.n_bytes, &line->event);
  line->time_ns = line->is_event ? strata_line_store_place_time (store, line->event.time_ns) : STRATA_NO_TIME;
  line->device = strata_line_store_get_device (store);
  if (line->is_event && line->event.cpu != STRATA_NONE)
    line->event.cpu += line->device * STRATA_DEVICE_CPUS;
}

/* " => schedule" */
static gboolean
is_frame (StrataText line)
{
  static const char beginning[] = " => ";

  return line.n_bytes >= strlen (beginning) && memcmp (line.text, beginning, strlen (beginning)) == 0;
}

/* Appends frames from the lines of a block, starting at a row. Returns whether they may continue in the next block. */
static gboolean
append_frames (GString *frames,
               const StrataLineText *text,
               guint32 first,
               guint32 n_lines)
{
  for (guint32 i = first; i < n_lines; i++)
    {
      StrataText line;

      line.text = strata_line_text_get (text, i, &line.n_bytes);
      if (!is_frame (line))
        return FALSE;

      g_string_append_len (frames, line.text, (gssize) line.n_bytes);
    }

  return TRUE;
}

/* The kernel prints each frame of a stack as a line after that of the event. */
static GString *
read_frames (StrataLineStore *store,
             const StrataLineBlock *block,
             const StrataLineText *text,
             guint32 index)
{
  GString *frames = g_string_new (NULL);
  const guint64 next_row = (guint64) block->first_row + block->n_lines;

  if (!append_frames (frames, text, index + 1, block->n_lines) || next_row >= strata_line_store_get_n_lines (store))
    return frames;

  const guint next = strata_line_store_find_block (store, (guint32) next_row);
  g_autoptr (StrataLineText) rest = strata_line_store_get_text (store, next);

  append_frames (frames, rest, 0, strata_line_store_get_block (store, next)->n_lines);
  return frames;
}

static gboolean
tell_line (StrataTrace *trace,
           guint file,
           const StrataLineBlock *block,
           const StrataLineText *text,
           guint32 index,
           StrataRawFunc func,
           gpointer user_data)
{
  StrataRawLine line = {
    .place = { file, block->first_row + index },
    .line = block->first_line + index,
    .frames = { "", 0 },
  };
  StrataLineStore *store = strata_trace_get_line_store (trace, file);
  g_autoptr (GString) frames = NULL;

  line.text.text = strata_line_text_get (text, index, &line.text.n_bytes);
  parse (trace, store, &line);
  if (line.is_event && line.event.args.n_bytes > 0 && line.event.args.text[0] == '<')
    {
      frames = read_frames (store, block, text, index);
      line.frames = (StrataText){ frames->str, frames->len };
    }

  return func (&line, user_data);
}

/**
 * strata_raw_scan_block:
 * @trace: a trace with its lines
 * @file: index of a file
 * @block: index of a block of it
 * @func: (scope call): called with each line
 * @user_data: passed to @func
 *
 * Returns: %FALSE if @func ended the scan
 */
gboolean
strata_raw_scan_block (StrataTrace *trace,
                       guint file,
                       guint block,
                       StrataRawFunc func,
                       gpointer user_data)
{
  StrataLineStore *store = strata_trace_get_line_store (trace, file);
  const StrataLineBlock *info = strata_line_store_get_block (store, block);
  g_autoptr (StrataLineText) text = strata_line_store_get_text (store, block);

  for (guint32 i = 0; i < info->n_lines; i++)
    if (!tell_line (trace, file, info, text, i, func, user_data))
      return FALSE;

  return TRUE;
}

/**
 * strata_raw_block_overlaps:
 * @store: lines of a file
 * @block: index of a block
 * @span: a span of the trace, both ends included
 *
 * Returns: whether a line of the block may be in @span
 */
gboolean
strata_raw_block_overlaps (const StrataLineStore *store,
                           guint block,
                           StrataSpan span)
{
  const StrataLineBlock *info = strata_line_store_get_block (store, block);

  return info->min_ns != STRATA_NO_TIME &&
         strata_line_store_place_time (store, info->min_ns) <= span.end_ns &&
         strata_line_store_place_time (store, info->max_ns) >= span.begin_ns;
}

/**
 * strata_raw_scan:
 * @trace: a trace
 * @span: a span of it, both ends included
 * @func: (scope call): called with each line of the blocks that overlap @span, in the order of the files
 * @user_data: passed to @func
 *
 * Scans lines; blocks without a line in @span are skipped without being read.
 *
 * Returns: %FALSE if @func ended the scan
 */
gboolean
strata_raw_scan (StrataTrace *trace,
                 StrataSpan span,
                 StrataRawFunc func,
                 gpointer user_data)
{
  for (guint file = 0; file < strata_trace_get_n_line_stores (trace); file++)
    {
      const StrataLineStore *store = strata_trace_get_line_store (trace, file);

      for (guint i = 0; i < strata_line_store_get_n_blocks (store); i++)
        if (strata_raw_block_overlaps (store, i, span) && !strata_raw_scan_block (trace, file, i, func, user_data))
          return FALSE;
    }

  return TRUE;
}

/**
 * strata_raw_read:
 * @trace: a trace with its lines
 * @place: place of a line
 * @func: (scope call): called with the line
 * @user_data: passed to @func
 *
 * Reads one line.
 */
void
strata_raw_read (StrataTrace *trace,
                 StrataRawPlace place,
                 StrataRawFunc func,
                 gpointer user_data)
{
  StrataLineStore *store = strata_trace_get_line_store (trace, place.file);
  const guint block = strata_line_store_find_block (store, place.row);
  const StrataLineBlock *info = strata_line_store_get_block (store, block);
  g_autoptr (StrataLineText) text = strata_line_store_get_text (store, block);

  tell_line (trace, place.file, info, text, place.row - info->first_row, func, user_data);
}

/**
 * strata_raw_line_get_payload:
 * @line: a line
 *
 * Returns: the text that user space wrote, or an empty text if it is not a marker
 */
StrataText
strata_raw_line_get_payload (const StrataRawLine *line)
{
  static const StrataText nothing = { "", 0 };

  if (!line->is_event)
    return nothing;
  if (line->event.cpu == STRATA_NONE)
    return line->event.args;
  if (strata_ftrace_event_get_kind (line->event.event) != STRATA_FTRACE_EVENT_MARK)
    return nothing;

  return strata_ftrace_event_get_payload (line->event.event, line->event.args);
}

/**
 * strata_raw_get_line_number:
 * @trace: a trace with its lines
 * @place: place of a line
 *
 * Returns: the number of the line in its file, from 1
 */
guint64
strata_raw_get_line_number (StrataTrace *trace,
                            StrataRawPlace place)
{
  const StrataLineStore *store = strata_trace_get_line_store (trace, place.file);
  const StrataLineBlock *block = strata_line_store_get_block (store, strata_line_store_find_block (store, place.row));

  return block->first_line + (place.row - block->first_row);
}

static gboolean
take_text (const StrataRawLine *line,
           gpointer user_data)
{
  *(char **) user_data = g_utf8_make_valid (line->text.text, (gssize) line->text.n_bytes);

  return TRUE;
}

/**
 * strata_raw_dup_text:
 * @trace: a trace with its lines
 * @place: place of a line
 *
 * Returns: (transfer full): the line as valid UTF-8, without its end
 */
char *
strata_raw_dup_text (StrataTrace *trace,
                     StrataRawPlace place)
{
  char *text = NULL;

  strata_raw_read (trace, place, take_text, &text);
  return text;
}
