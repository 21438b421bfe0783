/* perfetto-writer.c - writes Perfetto traces for tests
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "perfetto-writer.h"

#include <string.h>

/* Field numbers are literals, not taken from the reader, so that wrong numbers there are detected. */
#define WIRE_VARINT 0
#define WIRE_FIXED64 1
#define WIRE_BYTES 2

static void
add_varint (GByteArray *message,
            guint64 value)
{
  do
    {
      const guint8 byte = (guint8) ((value & 0x7f) | (value > 0x7f ? 0x80 : 0));

      g_byte_array_append (message, &byte, 1);
      value >>= 7;
    }
  while (value > 0);
}

void
writer_add_int (GByteArray *message,
                guint field,
                guint64 value)
{
  add_varint (message, (guint64) field << 3 | WIRE_VARINT);
  add_varint (message, value);
}

void
writer_add_fixed64 (GByteArray *message,
                    guint field,
                    guint64 value)
{
  const guint64 bits = GUINT64_TO_LE (value);

  add_varint (message, (guint64) field << 3 | WIRE_FIXED64);
  g_byte_array_append (message, (const guint8 *) &bits, sizeof bits);
}

void
writer_add_bytes (GByteArray *message,
                  guint field,
                  gconstpointer bytes,
                  gsize n_bytes)
{
  add_varint (message, (guint64) field << 3 | WIRE_BYTES);
  add_varint (message, n_bytes);
  g_byte_array_append (message, bytes, (guint) n_bytes);
}

void
writer_add_text (GByteArray *message,
                 guint field,
                 const char *text)
{
  writer_add_bytes (message, field, text, strlen (text));
}

void
writer_add_packed (GByteArray *message,
                   guint field,
                   const guint64 *values,
                   gsize n_values)
{
  GByteArray *inner = g_byte_array_new ();

  for (gsize i = 0; i < n_values; i++)
    add_varint (inner, values[i]);

  writer_add_message (message, field, inner);
}

void
writer_add_message (GByteArray *message,
                    guint field,
                    GByteArray *inner)
{
  writer_add_bytes (message, field, inner->data, inner->len);
  g_byte_array_unref (inner);
}

GByteArray *
writer_begin_packet (guint sequence,
                     gint64 time_ns)
{
  GByteArray *packet = g_byte_array_new ();

  if (time_ns >= 0)
    writer_add_int (packet, 8, (guint64) time_ns);

  writer_add_int (packet, 10, sequence);
  return packet;
}

void
writer_end_packet (GByteArray *trace,
                   GByteArray *packet)
{
  writer_add_message (trace, 1, packet);
}

void
writer_add_thread (GByteArray *trace,
                   guint64 uuid,
                   guint pid,
                   guint tid,
                   const char *name)
{
  GByteArray *packet = writer_begin_packet (1, -1);
  GByteArray *descriptor = g_byte_array_new ();
  GByteArray *thread = g_byte_array_new ();

  writer_add_int (thread, 1, pid);
  writer_add_int (thread, 2, tid);
  writer_add_text (thread, 5, name);
  writer_add_int (descriptor, 1, uuid);
  writer_add_message (descriptor, 4, thread);
  writer_add_message (packet, 60, descriptor);
  writer_end_packet (trace, packet);
}

void
writer_add_event (GByteArray *trace,
                  gint64 time_ns,
                  guint64 track,
                  guint type,
                  const char *name)
{
  GByteArray *packet = writer_begin_packet (1, time_ns);
  GByteArray *event = g_byte_array_new ();

  writer_add_int (event, 9, type);
  writer_add_int (event, 11, track);
  if (name != NULL)
    writer_add_text (event, 23, name);
  writer_add_message (packet, 11, event);
  writer_end_packet (trace, packet);
}

static void
add_clock (GByteArray *snapshot,
           guint64 id,
           gint64 time_ns)
{
  GByteArray *clock = g_byte_array_new ();

  writer_add_int (clock, 1, id);
  writer_add_int (clock, 2, (guint64) time_ns);
  writer_add_message (snapshot, 1, clock);
}

void
writer_add_snapshot (GByteArray *trace,
                     guint64 clock_a,
                     gint64 time_a_ns,
                     guint64 clock_b,
                     gint64 time_b_ns)
{
  GByteArray *packet = writer_begin_packet (1, -1);
  GByteArray *snapshot = g_byte_array_new ();

  add_clock (snapshot, clock_a, time_a_ns);
  add_clock (snapshot, clock_b, time_b_ns);
  writer_add_message (packet, 6, snapshot);
  writer_end_packet (trace, packet);
}

void
writer_add_ftrace_event (GByteArray *bundle,
                         gint64 time_ns,
                         guint tid,
                         guint kind,
                         GByteArray *content)
{
  GByteArray *event = g_byte_array_new ();

  writer_add_int (event, 1, (guint64) time_ns);
  writer_add_int (event, 2, tid);
  writer_add_message (event, kind, content);
  writer_add_message (bundle, 2, event);
}

void
writer_add_print (GByteArray *bundle,
                  gint64 time_ns,
                  guint tid,
                  const char *payload)
{
  GByteArray *print = g_byte_array_new ();

  writer_add_int (print, 1, 0xffffffff81000000);
  writer_add_text (print, 2, payload);
  writer_add_ftrace_event (bundle, time_ns, tid, 3, print);
}

void
writer_add_bundle (GByteArray *trace,
                   guint cpu,
                   GByteArray *bundle)
{
  GByteArray *packet = writer_begin_packet (2, -1);

  writer_add_int (bundle, 1, cpu);
  writer_add_message (packet, 1, bundle);
  writer_end_packet (trace, packet);
}

static const char *
add_numbers (GByteArray *message,
             guint field,
             const char *at)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  char *end;

  for (; *at != ']'; at = *end == ',' ? end + 1 : end)
    add_varint (packed, (guint64) g_ascii_strtoll (at, &end, 10));

  writer_add_bytes (message, field, packed->data, packed->len);
  return at + 1;
}

static const char *
add_fields_to (GByteArray *message,
               const char *at)
{
  while (*at != '\0' && *at != '}')
    {
      char *end;
      const guint field = (guint) g_ascii_strtoull (at, &end, 10);

      g_assert_true (end > at);
      at = end + 1;
      if (*end == ':')
        {
          writer_add_int (message, field, (guint64) g_ascii_strtoll (at, &end, 10));
          at = end;
        }
      else if (*end == '*')
        {
          writer_add_fixed64 (message, field, g_ascii_strtoull (at, &end, 10));
          at = end;
        }
      else if (*end == '[')
        at = add_numbers (message, field, at);
      else if (*end == '\'')
        {
          const char *close = strchr (at, '\'');

          writer_add_bytes (message, field, at, (gsize) (close - at));
          at = close + 1;
        }
      else
        {
          GByteArray *inner = g_byte_array_new ();

          g_assert_cmpint (*end, ==, '{');
          at = add_fields_to (inner, at) + 1;
          writer_add_message (message, field, inner);
        }

      at += *at == ' ';
    }

  return at;
}

void
writer_add_fields (GByteArray *message,
                   const char *text)
{
  g_assert_cmpint (*add_fields_to (message, text), ==, '\0');
}
