/* strata-traceview-data.c - reads the binary part of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-data.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-traceview-packets.h"

/* Header, little-endian: "SLOW", u2 version, u2 offset of the records from the magic, u8 start
 * in µs; from version 3 on, and when streaming, u2 size of a record. Then records: thread
 * (1 byte in version 1, else 2), method and action (4), one or two clocks (4 each). The meaning
 * of further bytes in longer records is not known.
 *
 * ART can stream (0xf0 in the version). Then thread 0, which no record has, precedes a
 * declaration of a method or a thread, or the key, which comes last and is missing if
 * the process was killed. */
#define LEAST_HEADER_BYTES 16
#define USUAL_HEADER_BYTES 32
#define STREAMING 0xf0

typedef enum
{
  PACKET_METHOD = 1,
  PACKET_THREAD = 2,
  PACKET_SUMMARY = 3,
} Packet;

typedef struct
{
  const StrataTraceviewInput *input; /* borrowed */
  guint version;
  gboolean is_streaming;
  gsize header_bytes;
  gsize record_bytes;
  gsize n_tid_bytes;
  gboolean has_two_clocks;
} Reader;

static guint16
get_u16 (const guint8 *data)
{
  return (guint16) (data[0] | data[1] << 8);
}

static guint32
get_u32 (const guint8 *data)
{
  return get_u16 (data) | (guint32) get_u16 (data + 2) << 16;
}

static guint64
get_u64 (const guint8 *data)
{
  return get_u32 (data) | (guint64) get_u32 (data + 4) << 32;
}

/* Some tools write their own magic; then the other fields must be valid. */
static gboolean
is_plausible (Reader *self,
              const guint8 *data)
{
  const guint offset = get_u16 (data + 6);

  return self->version >= 1 && self->version <= 3 && data[5] == 0 && offset >= LEAST_HEADER_BYTES && offset <= 2 * USUAL_HEADER_BYTES;
}

static gboolean
check_magic (Reader *self,
             const guint8 *data,
             gsize n_bytes)
{
  if (strata_traceview_is_data (data, n_bytes))
    return TRUE;

  if (is_plausible (self, data))
    {
      strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_DAMAGED_DATA, _ ("the data does not begin with “SLOW”"));
      return TRUE;
    }

  strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_TRAILING_BYTES, _ ("the key is not followed by the data"));

  return FALSE;
}

static void
set_record_layout (Reader *self,
                   const guint8 *data,
                   gsize n_bytes)
{
  const gboolean has_record_bytes = (self->version >= 3 || self->is_streaming) && n_bytes >= 18;

  self->n_tid_bytes = self->version == 1 && !self->is_streaming ? 1 : 2;
  self->record_bytes = has_record_bytes ? get_u16 (data + LEAST_HEADER_BYTES) : 0;
  if (self->record_bytes == 0)
    self->record_bytes = self->n_tid_bytes + (self->version >= 3 ? 12 : 8);

  self->has_two_clocks = self->record_bytes >= self->n_tid_bytes + 12 &&
                         (self->input->key->clock == STRATA_TRACEVIEW_CLOCK_DUAL ||
                          (self->input->key->clock == STRATA_TRACEVIEW_CLOCK_UNKNOWN && has_record_bytes));
}

static void
set_clocks (Reader *self)
{
  StrataClocks clocks = STRATA_CLOCK_CPU;

  if (self->has_two_clocks)
    clocks = STRATA_CLOCK_WALL | STRATA_CLOCK_CPU;
  else if (self->input->key->clock == STRATA_TRACEVIEW_CLOCK_WALL || (self->is_streaming && self->input->key->clock == STRATA_TRACEVIEW_CLOCK_UNKNOWN))
    clocks = STRATA_CLOCK_WALL;

  strata_traceview_calls_set_clocks (self->input->calls, clocks);
}

/* An offset inside the header is invalid. */
static void
set_header_bytes (Reader *self,
                  gsize offset)
{
  self->header_bytes = offset;
  if (offset >= LEAST_HEADER_BYTES)
    return;

  strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_DAMAGED_DATA, _ ("the offset to the records is too small"));
  self->header_bytes = USUAL_HEADER_BYTES;
}

/* The log that keeps the file unchanged needs the version even if the header is truncated. */
static void
log_version (Reader *self,
             const guint8 *data,
             gsize n_bytes)
{
  StrataMethodLog *log = strata_trace_builder_get_options (self->input->builder)->method_log;

  if (log == NULL || n_bytes < 6)
    return;

  log->data_version = get_u16 (data + 4);
  log->is_readable = strata_traceview_is_data (data, n_bytes) || (log->data_version >= 1 && log->data_version <= 3);
}

/* Returns whether records follow. */
static gboolean
read_header (Reader *self,
             const guint8 *data,
             gsize n_bytes)
{
  log_version (self, data, n_bytes);
  if (n_bytes < LEAST_HEADER_BYTES)
    {
      strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_TRUNCATED, n_bytes == 0 ? _ ("the key is not followed by data") : _ ("the header of the data is cut off"));
      return FALSE;
    }

  self->version = data[4] & 0x0f;
  self->is_streaming = (data[4] & 0xf0) == STREAMING;
  if (!check_magic (self, data, n_bytes))
    return FALSE;

  set_header_bytes (self, get_u16 (data + 6));
  set_record_layout (self, data, n_bytes);
  set_clocks (self);
  strata_traceview_input_set_start_time (self->input, get_u64 (data + 8));

  if (self->record_bytes >= self->n_tid_bytes + 8)
    return TRUE;

  strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_DAMAGED_DATA, _ ("the size of records is too small"));
  return FALSE;
}

static void
add_record (Reader *self,
            const guint8 *data,
            guint64 offset)
{
  const guint8 *rest = data + self->n_tid_bytes;
  const guint32 word = get_u32 (rest);
  const StrataTraceviewRecord record = {
    .method = word & ~3u,
    .action = word & 3,
    .tid = self->n_tid_bytes == 1 ? data[0] : get_u16 (data),
    .time_us = { get_u32 (rest + 4), self->has_two_clocks ? get_u32 (rest + 8) : 0 },
    .offset = (gint64) offset,
  };

  strata_traceview_calls_add (self->input->calls, &record);
}

static gboolean
read_records (Reader *self,
              GError **error)
{
  StrataMethodLog *log = strata_trace_builder_get_options (self->input->builder)->method_log;

  for (;;)
    {
      gsize n_bytes;
      const guint8 *data = strata_traceview_input_peek (self->input, self->record_bytes, &n_bytes, error);
      const guint64 offset = strata_source_get_offset (self->input->source);
      gsize at = 0;

      if (data == NULL)
        return FALSE;

      for (; n_bytes - at >= self->record_bytes; at += self->record_bytes)
        add_record (self, data + at, offset + at);

      strata_source_skip (self->input->source, at);
      if (at == 0 && n_bytes > 0 && log != NULL)
        log->is_cut = TRUE;
      if (at == 0 && n_bytes > 0)
        strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_TRUNCATED, _ ("the last record is cut off"));
      if (at == 0)
        return TRUE;
    }
}

static void
declare_method (Reader *self,
                const guint8 *line,
                gsize n_bytes)
{
  while (n_bytes > 0 && (line[n_bytes - 1] == '\n' || line[n_bytes - 1] == '\r'))
    n_bytes--;

  if (!strata_traceview_declare_method (self->input->calls, (const char *) line, n_bytes))
    strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_UNKNOWN_LINE, NULL);
}

/* Returns the length of the packet or record at the start of the window, as far as it is
 * known: call again with that many bytes. 0 if there is no such packet. */
static gsize
measure_packet (gconstpointer reader,
                const guint8 *data,
                gsize n_bytes)
{
  const Reader *self = reader;
  const gsize n_lead = 3;

  if (n_bytes < n_lead)
    return n_lead;
  if (get_u16 (data) != 0)
    return self->record_bytes;

  switch (data[2])
    {
    case PACKET_METHOD:
      return n_lead + 2 + (n_bytes < n_lead + 2 ? 0 : get_u16 (data + n_lead));
    case PACKET_THREAD:
      return n_lead + 4 + (n_bytes < n_lead + 4 ? 0 : get_u16 (data + n_lead + 2));
    case PACKET_SUMMARY:
      return n_lead + 4;
    default:
      return 0;
    }
}

static void
read_packet (Reader *self,
             const guint8 *data,
             gsize n_packet)
{
  const guint64 offset = strata_source_get_offset (self->input->source);

  if (get_u16 (data) != 0)
    add_record (self, data, offset);
  else if (data[2] == PACKET_METHOD)
    declare_method (self, data + 5, n_packet - 5);
  else if (data[2] == PACKET_THREAD)
    strata_traceview_calls_declare_thread (self->input->calls, get_u16 (data + 3), (const char *) data + 7, n_packet - 7, (gint64) offset);
}

static gboolean
read_stream (Reader *self,
             GError **error)
{
  for (;;)
    {
      gsize n_bytes;
      gsize n_packet;
      const guint8 *data = strata_traceview_input_peek_packet (self->input, measure_packet, self, &n_bytes, &n_packet, error);
      gboolean is_summary;

      if (data == NULL)
        return FALSE;

      if (n_packet == 0 || n_packet > n_bytes)
        {
          strata_traceview_input_report (self->input, n_packet == 0 ? STRATA_DIAGNOSTIC_DAMAGED_DATA : STRATA_DIAGNOSTIC_TRUNCATED,
                                         n_packet == 0 ? _ ("a packet of unknown kind") : _ ("the capture has no summary at its end"));
          return TRUE;
        }

      is_summary = get_u16 (data) == 0 && data[2] == PACKET_SUMMARY;
      read_packet (self, data, n_packet);
      strata_source_skip (self->input->source, n_packet);
      if (is_summary)
        return strata_traceview_packets_read_summary (self->input, error);
    }
}

static gboolean
skip_header (Reader *self,
             GError **error)
{
  gsize n_bytes;

  if (strata_traceview_input_peek (self->input, self->header_bytes, &n_bytes, error) == NULL)
    return FALSE;

  if (n_bytes < self->header_bytes)
    strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_TRUNCATED, _ ("the header of the data is cut off"));
  strata_source_skip (self->input->source, MIN (n_bytes, self->header_bytes));

  return TRUE;
}

/**
 * strata_traceview_data_read:
 * @input: the input, at the start of the data
 * @error: return location for an error
 *
 * Reads the data to its end.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_traceview_data_read (const StrataTraceviewInput *input,
                            GError **error)
{
  Reader self = { input };
  gsize n_bytes;
  const guint8 *data = strata_traceview_input_peek (input, LEAST_HEADER_BYTES + 2, &n_bytes, error);

  if (data == NULL)
    return FALSE;
  if (strata_traceview_packets_are_at (data, n_bytes))
    return strata_traceview_packets_read (input, error);
  if (!read_header (&self, data, n_bytes))
    return TRUE;

  if (!skip_header (&self, error))
    return FALSE;

  if (self.is_streaming)
    return read_stream (&self, error);

  strata_traceview_calls_end_key (input->calls);
  return read_records (&self, error);
}
