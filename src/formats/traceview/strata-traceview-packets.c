/* strata-traceview-packets.c - reads method traces of Android 16
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-packets.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* Header, little-endian, 32 bytes: "SLOW", u2 version (4 with one clock, 5 with two; 0xf0
 * in it has no effect), u8 start in µs, u8 counter at the start, u8 frequency of the
 * counter. Then packets, which start with their kind (u1):
 *
 *   thread   u4 id, u2 length, name
 *   method   u8 id, u2 length, line
 *   block    u4 thread, u3 number of records, u4 length, records
 *   summary  the key; it comes last
 *
 * A record is two or three signed LEB128 numbers, each the difference to the previous one
 * in the block: time and action (two low bits), the second clock if there is one, and for
 * an entry the method. Exits leave the topmost method.
 *
 * A block contains the records of one thread, so records of different threads are not in
 * time order. */
#define HEADER_BYTES 32
#define BLOCK_BYTES 12
#define MAX_LEB_BYTES 10
#define MAX_RECORD_BYTES (3 * MAX_LEB_BYTES)

/* How much of a block is examined to determine the order of its clocks. */
#define PROBE_BYTES (64 * 1024)

/* Larger times are invalid: their nanoseconds would exceed 63 bits. */
#define MAX_TIME_US (G_MAXINT64 / 4000)
#define MAX_FREQUENCY (G_GUINT64_CONSTANT (1000000000000))

typedef enum
{
  PACKET_THREAD = 0,
  PACKET_METHOD = 1,
  PACKET_BLOCK = 2,
  PACKET_SUMMARY = 3,
} Packet;

/* The sums of a block's differences. */
typedef struct
{
  guint64 word;  /* first clock and action */
  guint64 clock; /* second clock */
  guint64 method;
} Sums;

typedef struct
{
  guint32 tid;
  guint n_records;
  gsize n_bytes; /* left */
  Sums sums;
} Block;

typedef struct
{
  const StrataTraceviewInput *input; /* borrowed */
  gboolean has_two_clocks;
  gboolean knows_order; /* of the two */
  gboolean is_wall_first;
  guint64 counter_begin;
  guint64 counter_frequency;
} Reader;

static guint64
get_number (const guint8 *data,
            guint n_bytes)
{
  guint64 number = 0;

  for (guint i = 0; i < n_bytes; i++)
    number |= (guint64) data[i] << (8 * i);

  return number;
}

static void
report_cut (Reader *self)
{
  strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_TRUNCATED, _ ("the capture has no summary at its end"));
}

/* Adds a signed LEB128 number to @sum. Returns its length in bytes, 0 if it is incomplete or
 * too long for a number. */
static gsize
add_difference (guint64 *sum,
                const guint8 *data,
                gsize n_bytes)
{
  guint64 number = 0;

  for (gsize i = 0; i < MIN (n_bytes, MAX_LEB_BYTES); i++)
    {
      const guint shift = 7 * (guint) i;

      number |= (guint64) (data[i] & 0x7f) << shift;
      if ((data[i] & 0x80) != 0)
        continue;

      if ((data[i] & 0x40) != 0 && shift + 7 < 64)
        number |= ~G_GUINT64_CONSTANT (0) << (shift + 7);
      *sum += number;

      return i + 1;
    }

  return 0;
}

/* Returns the length of the record in bytes, 0 if it is incomplete. */
static gsize
add_record (const Reader *self,
            Sums *sums,
            const guint8 *data,
            gsize n_bytes)
{
  guint64 *parts[3] = { &sums->word, NULL, NULL };
  guint n_parts = 1;
  gsize at = 0;

  for (guint i = 0; i < n_parts; i++)
    {
      const gsize n_taken = add_difference (parts[i], data + at, n_bytes - at);

      if (n_taken == 0)
        return 0;

      at += n_taken;
      if (i == 0 && self->has_two_clocks)
        parts[n_parts++] = &sums->clock;
      if (i == 0 && (sums->word & 3) == STRATA_TRACEVIEW_ENTER)
        parts[n_parts++] = &sums->method;
    }

  return at;
}

/* Times are µs since the start, or readings of the counter. No µs since the start are as
 * large as a reading, because the counter starts with the device. */
static gint64
get_time_us (const Reader *self,
             guint64 reading)
{
  guint64 n_ticks;

  if (self->counter_begin == 0 || self->counter_frequency == 0 || self->counter_frequency > MAX_FREQUENCY || reading < self->counter_begin)
    return reading <= MAX_TIME_US ? (gint64) reading : -1;

  n_ticks = reading - self->counter_begin;
  if (n_ticks / self->counter_frequency >= MAX_TIME_US / G_USEC_PER_SEC)
    return -1;

  return (gint64) (n_ticks / self->counter_frequency * G_USEC_PER_SEC + n_ticks % self->counter_frequency * G_USEC_PER_SEC / self->counter_frequency);
}

/* The wall clock is at least as fast as a thread's CPU clock. If a block does not show the
 * order, the CPU clock comes first, as in older versions. */
static void
find_order (Reader *self,
            const guint8 *data,
            gsize n_bytes,
            const Block *block)
{
  Sums first = { 0 };
  Sums last = { 0 };
  gsize at = 0;
  guint n = 0;

  for (gsize n_taken = 1; n_taken > 0 && n < block->n_records; n++)
    {
      Sums next = last;

      n_taken = add_record (self, &next, data + at, n_bytes - at);
      if (n_taken > 0)
        last = next;
      if (n == 0)
        first = last;
      at += n_taken;
    }

  self->is_wall_first = (last.word >> 2) - (first.word >> 2) > last.clock - first.clock;
  self->knows_order = (last.word >> 2) - (first.word >> 2) != last.clock - first.clock;
}

/* Returns FALSE if a time is invalid. */
static gboolean
hand_in (Reader *self,
         const Block *block,
         guint64 offset)
{
  const guint action = block->sums.word & 3;
  const gint64 first_us = get_time_us (self, block->sums.word >> 2);
  const gint64 second_us = self->has_two_clocks ? get_time_us (self, block->sums.clock) : 0;
  StrataTraceviewRecord record = {
    .method = action == STRATA_TRACEVIEW_ENTER ? block->sums.method : STRATA_TRACEVIEW_TOP,
    .action = action,
    .tid = block->tid,
    .time_us = { (guint64) first_us, (guint64) second_us },
    .offset = (gint64) offset,
  };

  if (first_us < 0 || second_us < 0)
    return FALSE;

  if (self->is_wall_first)
    {
      record.time_us[0] = (guint64) second_us;
      record.time_us[1] = (guint64) first_us;
    }
  strata_traceview_calls_add (self->input->calls, &record);

  return TRUE;
}

/* Takes the complete records in the window. Returns FALSE if one is damaged. */
static gboolean
take_records (Reader *self,
              Block *block,
              const guint8 *data,
              gsize n_bytes)
{
  const guint64 offset = strata_source_get_offset (self->input->source);
  gboolean is_good = TRUE;
  gsize at = 0;

  while (is_good && block->n_records > 0 && (n_bytes - at >= MAX_RECORD_BYTES || n_bytes == block->n_bytes))
    {
      const gsize n_taken = add_record (self, &block->sums, data + at, n_bytes - at);

      is_good = n_taken > 0 && hand_in (self, block, offset + at);
      at += n_taken;
      block->n_records--;
    }

  block->n_bytes -= at;
  strata_source_skip (self->input->source, at);

  return is_good;
}

/* Complete records may be left at the end of the input. */
static void
take_last_records (Reader *self,
                   Block *block,
                   const guint8 *data,
                   gsize n_bytes)
{
  const guint64 offset = strata_source_get_offset (self->input->source);
  gsize n_taken;

  for (gsize at = 0; block->n_records > 0; at += n_taken, block->n_records--)
    {
      n_taken = add_record (self, &block->sums, data + at, n_bytes - at);
      if (n_taken == 0 || !hand_in (self, block, offset + at))
        return;
    }
}

/* Skips to the end of a block. Returns FALSE on failure. */
static gboolean
skip_rest (Reader *self,
           Block *block,
           gboolean *is_cut,
           GError **error)
{
  while (block->n_bytes > 0)
    {
      gsize n_bytes;

      if (strata_traceview_input_peek (self->input, 1, &n_bytes, error) == NULL)
        return FALSE;

      *is_cut = n_bytes == 0;
      if (*is_cut)
        return TRUE;

      n_bytes = MIN (n_bytes, block->n_bytes);
      strata_source_skip (self->input->source, n_bytes);
      block->n_bytes -= n_bytes;
    }

  return TRUE;
}

static gboolean
read_records (Reader *self,
              Block *block,
              gboolean *is_cut,
              GError **error)
{
  while (block->n_records > 0)
    {
      const gsize n_wanted = MIN (block->n_bytes, MAX_RECORD_BYTES);
      gsize n_bytes;
      const guint8 *data = strata_traceview_input_peek (self->input, n_wanted, &n_bytes, error);

      if (data == NULL)
        return FALSE;

      if (n_bytes < n_wanted)
        {
          take_last_records (self, block, data, n_bytes);
          *is_cut = TRUE;
          return TRUE;
        }

      if (!take_records (self, block, data, MIN (n_bytes, block->n_bytes)))
        break;
    }

  if (block->n_records > 0 || block->n_bytes > 0)
    strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_DAMAGED_DATA, _ ("a block of records does not have the length it says"));

  return skip_rest (self, block, is_cut, error);
}

static gboolean
read_block (Reader *self,
            const guint8 *data,
            gboolean *is_cut,
            GError **error)
{
  Block block = {
    .tid = (guint32) get_number (data + 1, 4),
    .n_records = (guint) get_number (data + 5, 3),
    .n_bytes = (gsize) get_number (data + 8, 4),
  };

  strata_source_skip (self->input->source, BLOCK_BYTES);
  if (self->has_two_clocks && !self->knows_order)
    {
      gsize n_bytes;

      data = strata_traceview_input_peek (self->input, MIN (block.n_bytes, PROBE_BYTES), &n_bytes, error);
      if (data == NULL)
        return FALSE;
      find_order (self, data, MIN (n_bytes, MIN (block.n_bytes, PROBE_BYTES)), &block);
    }

  return read_records (self, &block, is_cut, error);
}

/* Some writers also put the id before the line. */
static void
declare_method (Reader *self,
                const guint8 *data,
                gsize n_packet)
{
  const char *line = (const char *) data + 11;
  gsize n_bytes = n_packet - 11;
  const char *tab = memchr (line, '\t', n_bytes);

  while (n_bytes > 0 && (line[n_bytes - 1] == '\n' || line[n_bytes - 1] == '\r'))
    n_bytes--;

  if (tab != NULL && n_bytes > 2 && line[0] == '0' && line[1] == 'x')
    {
      n_bytes -= (gsize) (tab + 1 - line);
      line = tab + 1;
    }

  strata_traceview_name_method (self->input->calls, get_number (data + 1, 8), line, n_bytes);
}

/* Returns the length of the packet at the start of the window, as far as it is known; for a
 * block, that of its header. 0 if there is no such packet. */
static gsize
measure_packet (gconstpointer reader,
                const guint8 *data,
                gsize n_bytes)
{
  if (n_bytes == 0)
    return 1;

  switch (data[0])
    {
    case PACKET_THREAD:
      return 7 + (n_bytes < 7 ? 0 : get_number (data + 5, 2));
    case PACKET_METHOD:
      return 11 + (n_bytes < 11 ? 0 : get_number (data + 9, 2));
    case PACKET_BLOCK:
      return BLOCK_BYTES;
    case PACKET_SUMMARY:
      return 2;
    default:
      return 0;
    }
}

/**
 * strata_traceview_packets_read_summary:
 * @input: the input, at the start of the key
 * @error: return location for an error
 *
 * Reads the key at the end of a streamed file. Bytes after it are not part of the trace.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_traceview_packets_read_summary (const StrataTraceviewInput *input,
                                       GError **error)
{
  gsize n_bytes;

  strata_traceview_calls_begin_summary (input->calls);
  if (!strata_traceview_key_read (input, error) || strata_traceview_input_peek (input, 1, &n_bytes, error) == NULL)
    return FALSE;

  if (!input->key->is_complete)
    strata_traceview_input_report (input, STRATA_DIAGNOSTIC_TRUNCATED, _ ("the summary is cut off"));
  else if (n_bytes > 0)
    strata_traceview_input_report (input, STRATA_DIAGNOSTIC_TRAILING_BYTES, NULL);
  if (input->key->clock == STRATA_TRACEVIEW_CLOCK_THREAD_CPU)
    strata_traceview_calls_set_cpu_alone (input->calls);

  return TRUE;
}

/* The length of the text may precede it. */
static gboolean
read_summary (Reader *self,
              const guint8 *data,
              GError **error)
{
  const gboolean has_length = data[1] != '*';
  gsize n_bytes;

  strata_source_skip (self->input->source, 1);
  if (has_length)
    {
      if (strata_traceview_input_peek (self->input, 4, &n_bytes, error) == NULL)
        return FALSE;
      strata_source_skip (self->input->source, MIN (n_bytes, 4));
    }

  return strata_traceview_packets_read_summary (self->input, error);
}

static void
declare (Reader *self,
         const guint8 *data,
         gsize n_packet)
{
  const gint64 offset = (gint64) strata_source_get_offset (self->input->source);

  if (data[0] == PACKET_METHOD)
    declare_method (self, data, n_packet);
  else
    strata_traceview_calls_declare_thread (self->input->calls, (guint32) get_number (data + 1, 4), (const char *) data + 7, n_packet - 7, offset);

  strata_source_skip (self->input->source, n_packet);
}

static gboolean
read_packets (Reader *self,
              GError **error)
{
  for (;;)
    {
      gboolean is_cut = FALSE;
      gsize n_bytes;
      gsize n_packet;
      const guint8 *data = strata_traceview_input_peek_packet (self->input, measure_packet, self, &n_bytes, &n_packet, error);

      if (data == NULL)
        return FALSE;

      if (n_packet == 0)
        strata_traceview_input_report (self->input, STRATA_DIAGNOSTIC_DAMAGED_DATA, _ ("a packet of unknown kind"));
      else if (n_packet > n_bytes)
        report_cut (self);
      if (n_packet == 0 || n_packet > n_bytes)
        return TRUE;

      if (data[0] == PACKET_SUMMARY)
        return read_summary (self, data, error);

      if (data[0] != PACKET_BLOCK)
        declare (self, data, n_packet);
      else if (!read_block (self, data, &is_cut, error))
        return FALSE;

      if (is_cut)
        {
          report_cut (self);
          return TRUE;
        }
    }
}

static void
read_header (Reader *self,
             const guint8 *data)
{
  StrataMethodLog *log = strata_trace_builder_get_options (self->input->builder)->method_log;
  const gint64 data_version = (gint64) get_number (data + 4, 2);

  self->has_two_clocks = (data[4] & 0x0f) == 5;
  self->counter_begin = get_number (data + 14, 8);
  self->counter_frequency = get_number (data + 22, 8);

  strata_traceview_calls_set_whole (self->input->calls);
  strata_traceview_calls_set_clocks (self->input->calls, self->has_two_clocks ? STRATA_CLOCK_WALL | STRATA_CLOCK_CPU : STRATA_CLOCK_WALL);
  if (self->input->key->clock == STRATA_TRACEVIEW_CLOCK_THREAD_CPU)
    strata_traceview_calls_set_cpu_alone (self->input->calls);
  strata_traceview_input_set_start_time (self->input, get_number (data + 6, 8));
  strata_source_skip (self->input->source, HEADER_BYTES);
  if (log == NULL)
    return;

  log->data_version = data_version;
  log->is_readable = TRUE;
  log->has_whole_times = TRUE;
}

/**
 * strata_traceview_packets_are_at:
 * @data: some bytes
 * @n_bytes: how many there are
 *
 * Returns: whether they start a data part in the format of Android 16
 */
gboolean
strata_traceview_packets_are_at (const guint8 *data,
                                 gsize n_bytes)
{
  return strata_traceview_is_data (data, n_bytes) && (data[4] & 0x0f) >= 4;
}

/**
 * strata_traceview_packets_read:
 * @input: the input, at the start of the data
 * @error: return location for an error
 *
 * Reads the data of Android 16 to the end.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_traceview_packets_read (const StrataTraceviewInput *input,
                               GError **error)
{
  Reader self = { input };
  gsize n_bytes;
  const guint8 *data = strata_traceview_input_peek (input, HEADER_BYTES, &n_bytes, error);

  if (data == NULL)
    return FALSE;

  if (n_bytes < HEADER_BYTES)
    {
      strata_traceview_input_report (input, STRATA_DIAGNOSTIC_TRUNCATED, _ ("the header of the data is cut off"));
      return TRUE;
    }

  read_header (&self, data);

  return read_packets (&self, error);
}
