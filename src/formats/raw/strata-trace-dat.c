/* strata-trace-dat.c - reads trace.dat of trace-cmd and KernelShark
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
#include "strata-pair-key.h"
#include "strata-trace-dat-private.h"

/* Format: trace-cmd's trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5). A head; then, in version 6, parts
 * in a fixed order with the pages last, and in version 7, sections in any order that a list of
 * options refers to. */

static const char magic[] = "\x17\x08\x44tracing";

#define MAGIC_BYTES (sizeof magic - 1)
#define TAG_BYTES 10

StrataDatCursor
strata_dat_reader_open (const StrataDatReader *self,
                        guint64 offset)
{
  return (StrataDatCursor){
    .blob = self->capture.blob,
    .at = offset,
    .end = strata_ring_blob_get_n_bytes (self->capture.blob),
    .is_swapped = self->is_swapped,
  };
}

void
strata_dat_reader_note_damage (StrataDatReader *self,
                               guint64 offset)
{
  if (self->n_damaged++ == 0)
    self->damage_offset = offset;
}

void
strata_dat_reader_note_cut (StrataDatReader *self,
                            const StrataDatCursor *cursor,
                            guint64 offset)
{
  if (!cursor->is_cut)
    return;

  if (cursor->memory == NULL && cursor->end >= strata_ring_blob_get_n_bytes (self->capture.blob))
    self->is_cut = TRUE;
  else
    strata_dat_reader_note_damage (self, offset);
}

void
strata_dat_reader_note_end (StrataDatReader *self,
                            guint64 end)
{
  self->end = MAX (self->end, end);
}

static void
take_old_options (StrataDatReader *self,
                  StrataDatCursor *cursor)
{
  for (;;)
    {
      const guint id = (guint) strata_dat_cursor_get_uint (cursor, 2);
      StrataDatCursor option;
      guint32 n_bytes;

      if (cursor->is_cut || id == STRATA_DAT_END)
        return;

      n_bytes = (guint32) strata_dat_cursor_get_uint (cursor, 4);
      option = *cursor;
      cursor->is_cut |= n_bytes > cursor->end - MIN (cursor->at, cursor->end);
      if (cursor->is_cut)
        return;

      option.end = cursor->at + n_bytes;
      cursor->at += n_bytes;
      strata_dat_reader_take_option (self, id, &option);
    }
}

/* A tag precedes options, pages, or text of a latency tracer. Returns whether pages or text were found. */
static gboolean
read_tags (StrataDatReader *self,
           StrataDatCursor *cursor)
{
  char tag[TAG_BYTES];

  while (strata_dat_cursor_copy (cursor, tag, sizeof tag))
    if (memcmp (tag, "options  ", TAG_BYTES) == 0)
      take_old_options (self, cursor);
    else if (memcmp (tag, "flyrecord", TAG_BYTES) == 0)
      {
        strata_dat_reader_note_end (self, cursor->at);
        strata_dat_reader_take_cpus (self, cursor, self->n_cpus, FALSE);
        strata_dat_reader_salvage_gaps (self, cursor->at, strata_ring_blob_get_n_bytes (self->capture.blob));
        return TRUE;
      }
    else if (memcmp (tag, "latency  ", TAG_BYTES) == 0)
      {
        self->n_texts++;
        strata_dat_reader_note_end (self, cursor->end);
        return TRUE;
      }
    else
      return FALSE;

  return FALSE;
}

/* Reads the rest of the head up to an offset. */
static void
salvage_formats (StrataDatReader *self,
                 guint64 begin,
                 guint64 end)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, begin);

  strata_dat_reader_note_damage (self, begin);
  cursor.end = end;
  strata_dat_reader_salvage_formats (self, &cursor);
}

/* Searches for pages if there is no tag. */
static void
read_without_tags (StrataDatReader *self,
                   guint64 begin)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  const guint64 pages = strata_dat_reader_find_pages (self, begin);

  if (pages == n_file_bytes)
    {
      self->is_cut = TRUE;
      return;
    }

  salvage_formats (self, begin, pages);
  strata_dat_reader_salvage_gaps (self, pages, n_file_bytes);
}

/* If the lengths of the parts are wrong, searches for the first tag. The number of CPUs is just before it. */
static void
read_tags_behind_damage (StrataDatReader *self,
                         guint64 begin)
{
  strata_ring_capture_end_at_next_file (&self->capture, begin);

  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  const guint64 options = strata_ring_blob_find (self->capture.blob, begin, "options  ", TAG_BYTES);
  const guint64 pages = strata_ring_blob_find (self->capture.blob, begin, "flyrecord", TAG_BYTES);
  const guint64 tag = MIN (options, pages);
  StrataDatCursor cursor;

  if (tag == n_file_bytes || tag < begin + 4)
    {
      read_without_tags (self, begin);
      return;
    }

  salvage_formats (self, begin, tag);
  cursor = strata_dat_reader_open (self, tag - 4);
  self->n_cpus = (guint32) strata_dat_cursor_get_uint (&cursor, 4);
  if (read_tags (self, &cursor))
    return;

  cursor = strata_dat_reader_open (self, pages);
  if (pages == n_file_bytes || !read_tags (self, &cursor))
    read_without_tags (self, tag);
}

static void
read_old (StrataDatReader *self,
          StrataDatCursor *cursor)
{
  static const guint parts[] = { STRATA_DAT_HEADER_INFO, STRATA_DAT_FTRACE_FORMATS, STRATA_DAT_EVENT_FORMATS, STRATA_DAT_SYMBOLS, STRATA_DAT_STRINGS, STRATA_DAT_COMMS };
  const guint64 begin = cursor->at;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    strata_dat_reader_take_section (self, parts[i], cursor);

  self->is_cut = FALSE;
  self->n_cpus = (guint32) strata_dat_cursor_get_uint (cursor, 4);
  if (!read_tags (self, cursor))
    read_tags_behind_damage (self, begin);
}

static void
set_packing (StrataDatReader *self,
             const char *name)
{
  if (g_str_equal (name, "zstd"))
    self->packing = STRATA_RING_ZSTD;
  else if (g_str_equal (name, "zlib"))
    self->packing = STRATA_RING_ZLIB;
  else
    self->is_unknown_packing = !g_str_equal (name, "none");
}

/* Reads the head: version, endianness, the recorder's length of a long, and the length of a page. */
static void
read_file (StrataDatReader *self)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, MAGIC_BYTES);
  g_autofree char *version = strata_dat_cursor_dup_string (&cursor);
  guint32 page_bytes;

  self->version = (guint) g_ascii_strtoull (version, NULL, 10);
  self->capture.layout.is_big_endian = strata_dat_cursor_get_uint (&cursor, 1) != 0;
  self->is_swapped = (self->capture.layout.is_big_endian != FALSE) == (G_BYTE_ORDER == G_LITTLE_ENDIAN);
  cursor.is_swapped = self->is_swapped;
  strata_dat_cursor_get_uint (&cursor, 1);
  page_bytes = (guint32) strata_dat_cursor_get_uint (&cursor, 4);
  if (page_bytes >= 4096 && page_bytes <= STRATA_RING_MAX_PAGE_BYTES)
    self->capture.layout.page_bytes = page_bytes;

  if (self->version >= 7)
    {
      g_autofree char *packing = strata_dat_cursor_dup_string (&cursor);
      g_autofree char *packing_version = strata_dat_cursor_dup_string (&cursor);

      set_packing (self, packing);
      strata_dat_reader_read_sections (self, cursor.at);
    }
  else
    read_old (self, &cursor);
}

static gboolean
is_clock (const StrataDatReader *self,
          const char *name)
{
  return self->clock != NULL && g_str_equal (self->clock, name);
}

/* Ticks can be converted to times only if the file contains the conversion. */
static void
tell_clock (StrataDatReader *self)
{
  StrataClockMarks *marks = strata_event_sink_get_clock (self->sink);
  const gboolean is_tsc = is_clock (self, "x86-tsc") || is_clock (self, "tsc2nsec");

  if (is_clock (self, "counter") || is_clock (self, "uptime") || (is_tsc && self->capture.clock.mult == 0))
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_CLOCK_TICKS, 1, STRATA_NO_TIME, (StrataText){ self->clock, strlen (self->clock) });
  if (is_clock (self, "mono"))
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_MONOTONIC, 0, 0);
  if (self->date_us > 0)
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_REALTIME, 0, self->date_us * 1000);
}

/* The kernel counts overwritten events per CPU; the pages record some of them in place. */
static void
report (StrataDatReader *self)
{
  static const StrataText nothing = { "", 0 };
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);

  strata_event_sink_set_offset (self->sink, -1);
  if (self->n_overrun > self->capture.n_lost)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_OVERWRITTEN, self->n_overrun - self->capture.n_lost, STRATA_NO_TIME, nothing);
  if (self->n_texts > 0)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_SKIPPED_SECTION, self->n_texts, STRATA_NO_TIME, nothing);

  if (self->n_damaged > 0)
    {
      strata_event_sink_set_offset (self->sink, (gint64) self->damage_offset);
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_DAMAGED_DATA, self->n_damaged, STRATA_NO_TIME, nothing);
    }
  else if (!self->is_cut && self->end < n_file_bytes)
    {
      strata_event_sink_set_offset (self->sink, (gint64) self->end);
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_TRAILING_BYTES, n_file_bytes - self->end, STRATA_NO_TIME, nothing);
    }

  if (self->capture.n_behind > 0)
    {
      strata_event_sink_set_offset (self->sink, (gint64) n_file_bytes);
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_TRAILING_BYTES, self->capture.n_behind, STRATA_NO_TIME, nothing);
    }

  if (self->is_cut)
    {
      strata_event_sink_set_offset (self->sink, (gint64) n_file_bytes);
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_TRUNCATED, 1, STRATA_NO_TIME, nothing);
      strata_event_sink_set_offset (self->sink, -1);
    }
}

static gboolean
read_capture (StrataDatReader *self,
              StrataSource *source,
              GError **error)
{
  guint64 n_pages;

  read_file (self);
  if (!strata_source_count_unpacked (source, "trace.dat", self->capture.n_unpacked_bytes, error))
    return FALSE;

  if (self->is_unknown_packing)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("this trace.dat is compressed in a way that is not supported; convert it with “trace-cmd convert --compression zstd”"));
      return FALSE;
    }

  /* the factor applies only to ticks */
  if (self->clock == NULL || is_clock (self, "x86-tsc") || is_clock (self, "tsc2nsec"))
    {
      self->capture.clock.mult = self->tsc.mult;
      self->capture.clock.shift = self->tsc.shift;
      self->capture.clock.offset_ns += self->tsc.offset_ns;
    }

  /* pages are written once full: none consists of zeros */
  self->capture.is_exact = TRUE;
  n_pages = strata_ring_capture_play (&self->capture, self->sink);
  tell_clock (self);
  report (self);
  if (strata_event_sink_get_n_events (self->sink) > 0)
    return TRUE;

  if (self->is_cut && n_pages == 0)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("this trace.dat is cut off before its first event"));
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("there is no event in the %" PRIu64 " pages of this trace.dat"), n_pages);

  return FALSE;
}

static gboolean
read_trace_dat (StrataSource *source,
                StrataEventSink *sink,
                GError **error)
{
  StrataDatReader reader = { .sink = sink };
  gboolean is_read;

  if (!strata_ring_capture_init (&reader.capture, source, error))
    return FALSE;

  reader.taken = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  strata_event_sink_set_format (sink, "trace-dat", "trace.dat");
  is_read = read_capture (&reader, source, error);
  strata_ring_capture_clear (&reader.capture);
  g_hash_table_unref (reader.taken);
  strata_column_clear (&reader.spans);
  g_free (reader.clock);
  return is_read;
}

static int
sniff_trace_dat (const guint8 *data,
                 gsize n_bytes)
{
  return n_bytes >= MAGIC_BYTES && memcmp (data, magic, MAGIC_BYTES) == 0 ? 90 : 0;
}

static const char *const suffixes[] = { "dat", NULL };

const StrataFormat strata_format_trace_dat = {
  .id = "trace-dat",
  .name = "trace.dat",
  .suffixes = suffixes,
  .sniff = sniff_trace_dat,
  .read = read_trace_dat,
  .unfinished_end = STRATA_UNFINISHED_AT_LAST_KNOWN,
};
