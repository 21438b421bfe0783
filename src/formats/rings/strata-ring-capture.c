/* strata-ring-capture.c - common parts of captures with ring buffer pages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-capture.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-pair-key.h"
#include "strata-ring-player.h"

static void
free_stream (gpointer data)
{
  strata_ring_stream_free (data);
}

/**
 * strata_ring_capture_init:
 * @self: memory of the caller
 * @source: the file
 * @error: return location for an error
 *
 * Makes the file available to the reader of a capture.
 *
 * Returns: %FALSE if reading failed or was cancelled; then there is nothing to clear
 */
gboolean
strata_ring_capture_init (StrataRingCapture *self,
                          StrataSource *source,
                          GError **error)
{
  StrataRingBlob *blob = strata_ring_blob_read (source, error);

  if (blob == NULL)
    return FALSE;

  *self = (StrataRingCapture){
    .blob = blob,
    .formats = strata_ring_formats_new (),
    .names = strata_ring_names_new (),
    .layout = strata_ring_default_layout,
    .shifts = g_array_new (FALSE, TRUE, sizeof (StrataColumn)),
    .streams = g_ptr_array_new_with_free_func (free_stream),
    .stream_by_key = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL),
  };
  return TRUE;
}

void
strata_ring_capture_clear (StrataRingCapture *self)
{
  for (guint i = 0; i < self->shifts->len; i++)
    strata_column_clear (&g_array_index (self->shifts, StrataColumn, i));

  g_clear_pointer (&self->shifts, g_array_unref);
  g_clear_pointer (&self->stream_by_key, g_hash_table_unref);
  g_clear_pointer (&self->streams, g_ptr_array_unref);
  g_clear_pointer (&self->names, strata_ring_names_free);
  g_clear_pointer (&self->formats, strata_ring_formats_free);
  g_clear_pointer (&self->blob, strata_ring_blob_free);
}

/* The beginnings of binary captures, and what must follow at an offset. */
static const struct
{
  const char *begin;
  guint n_bytes;
  guint offset;
  const char *more[2];
} captures[] = {
  { "\x17\x08\x44tracing", 10, 11, { "", NULL } },
  { "OHOSPROF", 8, 18, { "\x01", NULL } },
  { "\x49\xdf", 2, 20, { "KERNEL_VERSION: ", "name: " } },
};

/* An empty text means a NUL. */
static gboolean
has_text (const StrataRingBlob *blob,
          guint64 at,
          const char *text)
{
  char bytes[32] = { 0 };
  const gsize n_bytes = text != NULL ? MAX (strlen (text), 1) : 0;

  return n_bytes > 0 && strata_ring_blob_copy (blob, at, bytes, n_bytes) == n_bytes && memcmp (bytes, text, n_bytes) == 0;
}

static guint64
find_capture (const StrataRingBlob *blob,
              guint64 from,
              guint kind)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (blob);
  const guint offset = captures[kind].offset;

  for (; (from = strata_ring_blob_find (blob, from, captures[kind].begin, captures[kind].n_bytes)) < n_file_bytes; from++)
    if (has_text (blob, from + offset, captures[kind].more[0]) || has_text (blob, from + offset, captures[kind].more[1]))
      return from;

  return n_file_bytes;
}

/**
 * strata_ring_capture_end_at_next_file:
 * @self: a damaged capture
 * @from: where another file may start
 *
 * Ignores captures that follow this one, so that their data does not replace what is missing here.
 */
void
strata_ring_capture_end_at_next_file (StrataRingCapture *self,
                                      guint64 from)
{
  guint64 end = strata_ring_blob_get_n_bytes (self->blob);

  for (guint i = 0; i < G_N_ELEMENTS (captures); i++)
    end = MIN (end, find_capture (self->blob, from, i));

  self->n_behind += strata_ring_blob_get_n_bytes (self->blob) - end;
  strata_ring_blob_end_at (self->blob, end);
}

/**
 * strata_ring_capture_add:
 * @self: a capture
 * @buffer: number of the buffer, if there are several
 * @cpu: number of the CPU
 * @extent: pages that follow those added so far
 *
 * Adds pages to a CPU. Pages beyond the end of the file are left out, and so are pages that would exceed the size of the
 * file in total: then a table lists the same pages for several CPUs.
 *
 * Returns: whether all of them are in the file
 */
gboolean
strata_ring_capture_add (StrataRingCapture *self,
                         guint32 buffer,
                         guint32 cpu,
                         const StrataRingExtent *extent)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->blob);
  const guint64 key = (guint64) buffer << 32 | cpu;
  StrataRingExtent whole = *extent;
  StrataRingStream *stream = g_hash_table_lookup (self->stream_by_key, &key);

  if (extent->offset >= n_file_bytes || cpu >= STRATA_RING_MAX_CPUS || self->n_bytes >= n_file_bytes)
    return FALSE;

  if (stream == NULL)
    {
      stream = strata_ring_stream_new (self->blob, cpu);
      g_ptr_array_add (self->streams, stream);
      g_hash_table_insert (self->stream_by_key, g_memdup2 (&key, sizeof key), stream);
    }

  whole.n_bytes = (guint32) MIN (whole.n_bytes, n_file_bytes - whole.offset);
  if (whole.packing == STRATA_RING_PLAIN)
    whole.n_unpacked_bytes = whole.n_bytes;

  self->n_bytes += whole.n_bytes;
  if (whole.packing != STRATA_RING_PLAIN)
    self->n_unpacked_bytes += whole.n_unpacked_bytes;

  strata_ring_stream_add (stream, &whole);
  return whole.n_bytes == extent->n_bytes;
}

/* Damage in the pages of all CPUs is reported once. */
static void
report_damage (StrataRingCapture *self,
               StrataEventSink *sink)
{
  g_autofree char *text = NULL;
  guint64 n_pages = 0, n_bytes = 0, offset = G_MAXUINT64;

  for (guint i = 0; i < self->streams->len; i++)
    {
      StrataRingStream *stream = g_ptr_array_index (self->streams, i);

      if (self->is_exact)
        strata_ring_stream_count_blank_pages (stream);
      if (stream->n_bad_pages == 0)
        continue;

      n_pages += stream->n_bad_pages;
      n_bytes += stream->n_bad_bytes;
      offset = MIN (offset, stream->first_bad_offset);
    }

  if (n_pages == 0)
    return;

  text = g_strdup_printf (_ ("%" PRIu64 " bytes of events left out"), n_bytes);
  strata_event_sink_set_offset (sink, (gint64) offset);
  strata_event_sink_diagnose (sink, STRATA_DIAGNOSTIC_DAMAGED_DATA, n_pages, STRATA_NO_TIME, (StrataText){ text, strlen (text) });
}

/* CPUs without measurements are not shifted. */
static void
start_stream (StrataRingCapture *self,
              StrataRingStream *stream)
{
  StrataRingClock clock = self->clock;

  if (stream->record.cpu < self->shifts->len)
    {
      const StrataColumn *shifts = &g_array_index (self->shifts, StrataColumn, stream->record.cpu);

      clock.shifts = shifts->data;
      clock.n_shifts = (guint) shifts->n;
    }

  strata_ring_stream_start (stream, &self->layout, self->formats, &clock);
}

/**
 * strata_ring_capture_play:
 * @self: a capture that is complete
 * @sink: receives the events
 *
 * Decodes all pages. Pages record where events were lost; a ring whose first page records no loss was not
 * overwritten.
 *
 * Returns: the number of pages
 */
guint64
strata_ring_capture_play (StrataRingCapture *self,
                          StrataEventSink *sink)
{
  g_autoptr (StrataRingPlayer) player = strata_ring_player_new (sink, self->formats, self->names, self->layout.commit_bytes);
  guint64 n_pages = 0;

  for (guint i = 0; i < self->streams->len; i++)
    start_stream (self, g_ptr_array_index (self->streams, i));

  strata_ring_blob_drop_rest (self->blob);
  strata_event_sink_begin_section (sink, FALSE);
  if (!self->layout.is_hongmeng)
    strata_event_sink_set_is_whole (sink);

  strata_ring_player_play (player, (StrataRingStream **) self->streams->pdata, self->streams->len);
  strata_event_sink_end_gaps (sink);
  self->n_lost = strata_ring_player_get_n_lost (player);
  report_damage (self, sink);

  for (guint i = 0; i < self->streams->len; i++)
    n_pages += ((StrataRingStream *) g_ptr_array_index (self->streams, i))->n_pages;

  return n_pages;
}
