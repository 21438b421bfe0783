/* traceview-writer.c - method traces from short descriptions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "traceview-writer.h"

#include <stdio.h>
#include <string.h>

#define START_US G_GUINT64_CONSTANT (1396151495448161)

static void
append_number (GByteArray *out,
               guint64 number,
               guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      const guint8 byte = (guint8) (number >> (8 * i));

      g_byte_array_append (out, &byte, 1);
    }
}

static void
append_zeros (GByteArray *out,
              gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    append_number (out, 0, 1);
}

static guint
get_n_tid_bytes (const TraceviewSpec *spec)
{
  return spec->version == 1 ? 1 : 2;
}

static guint
get_record_bytes (const TraceviewSpec *spec)
{
  return spec->record_bytes != 0 ? spec->record_bytes : get_n_tid_bytes (spec) + 4 + 4 * spec->n_clocks;
}

/* Whether it uses the layout of Android 16. */
gboolean
traceview_writer_has_packets (const TraceviewSpec *spec)
{
  return (spec->version & 0x0f) >= 4;
}

/* 32 bytes; the counter is not used. */
static void
append_packets_header (GByteArray *out,
                       const TraceviewSpec *spec)
{
  g_byte_array_append (out, (const guint8 *) "SLOW", 4);
  append_number (out, spec->version, 2);
  append_number (out, START_US, 8);
  append_zeros (out, 18);
}

/* Appends the header of the data. */
void
traceview_writer_append_header (GByteArray *out,
                                const TraceviewSpec *spec)
{
  const guint header_bytes = spec->header_bytes != 0 ? spec->header_bytes : 32;
  const guint begin = out->len;

  if (traceview_writer_has_packets (spec))
    {
      append_packets_header (out, spec);
      return;
    }

  g_byte_array_append (out, (const guint8 *) "SLOW", 4);
  append_number (out, spec->version, 2);
  append_number (out, header_bytes, 2);
  append_number (out, START_US, 8);
  if (spec->version >= 3)
    append_number (out, get_record_bytes (spec), 2);
  append_zeros (out, begin + header_bytes - out->len);
}

static guint
get_action (char letter)
{
  const char *letters = "><!?";

  return (guint) (strchr (letters, letter) - letters);
}

static void
append_record (GByteArray *out,
               const TraceviewSpec *spec,
               guint tid,
               guint word,
               const guint32 *clocks)
{
  const guint begin = out->len;

  append_number (out, tid, get_n_tid_bytes (spec));
  append_number (out, word, 4);
  for (guint i = 0; i < spec->n_clocks; i++)
    append_number (out, clocks[i], 4);
  while (out->len - begin < get_record_bytes (spec))
    append_number (out, 0xee, 1);
}

/* Declares a method, "m" and its line, or a thread, "t", its id, ":" and its name. */
static void
append_packet (GByteArray *out,
               const char *word)
{
  const char *text = word[0] == 'm' ? word + 1 : strchr (word, ':') + 1;
  g_autofree char *unescaped = g_strcompress (text);

  append_number (out, 0, 2);
  append_number (out, word[0] == 'm' ? 1 : 2, 1);
  if (word[0] == 't')
    append_number (out, g_ascii_strtoull (word + 1, NULL, 10), 2);
  append_number (out, strlen (unescaped), 2);
  g_byte_array_append (out, (const guint8 *) unescaped, (guint) strlen (unescaped));
}

/* Returns the number of records that the word stands for. */
static guint
append_word (GByteArray *out,
             const TraceviewSpec *spec,
             char *word)
{
  guint tid;
  char action;
  guint method;
  guint32 clocks[2] = { 0, 0 };

  if (*word == 'm' || *word == 't')
    append_packet (out, g_strdelimit (word, "_", '\t'));
  if (!g_ascii_isdigit (*word))
    return 0;

  g_assert_cmpint (sscanf (word, "%u%c%x@%u/%u", &tid, &action, &method, &clocks[0], &clocks[1]), ==, 3 + (int) spec->n_clocks);
  append_record (out, spec, tid, method | get_action (action), clocks);

  return 1;
}

/* Appends the records of @spec->records, one word each: thread, action, method, clocks, such as
 * "1>10@5/7" for thread 1 entering method 0x10 at 5 µs of CPU and 7 µs of wall time. Actions are >
 * enter, < exit, ! unroll, ? reserved. Words beginning with "m" and "t" are packets of a stream;
 * "_" in them is a tab. Returns the number of records. */
guint
traceview_writer_append_records (GByteArray *out,
                                 const TraceviewSpec *spec)
{
  const char *at = spec->records;
  guint n_records = 0;

  while (*at != '\0')
    {
      const char *space = strchr (at, ' ');
      const char *end = space != NULL ? space : at + strlen (at);
      g_autofree char *word = g_strndup (at, (gsize) (end - at));

      n_records += append_word (out, spec, word);
      at = *end == ' ' ? end + 1 : end;
    }

  return n_records;
}

/* A block of records that is not yet written. */
typedef struct
{
  GByteArray *records; /* owned */
  guint tid;
  guint n_records;
  guint64 word;
  guint64 clock;
  guint64 method;
} Block;

static void
append_difference (GByteArray *out,
                   guint64 number,
                   guint64 *previous)
{
  gint64 rest = (gint64) (number - *previous);
  gboolean is_last;

  *previous = number;
  do
    {
      guint8 byte = (guint8) (rest & 0x7f);

      rest >>= 7;
      is_last = (rest == 0 && (byte & 0x40) == 0) || (rest == -1 && (byte & 0x40) != 0);
      if (!is_last)
        byte |= 0x80;
      g_byte_array_append (out, &byte, 1);
    }
  while (!is_last);
}

static void
flush_block (GByteArray *out,
             Block *block)
{
  if (block->n_records > 0)
    {
      append_number (out, 2, 1);
      append_number (out, block->tid, 4);
      append_number (out, block->n_records, 3);
      append_number (out, block->records->len, 4);
      g_byte_array_append (out, block->records->data, block->records->len);
    }

  g_byte_array_set_size (block->records, 0);
  *block = (Block){ .records = block->records };
}

/* Consecutive records of a thread share a block. */
static void
append_to_block (GByteArray *out,
                 Block *block,
                 const TraceviewSpec *spec,
                 const char *word)
{
  guint tid;
  char action;
  guint64 method;
  guint64 clocks[2] = { 0, 0 };

  g_assert_cmpint (sscanf (word, "%u%c%" G_GINT64_MODIFIER "x@%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, &tid, &action, &method, &clocks[0], &clocks[1]), ==, 3 + (int) spec->n_clocks);
  if (tid != block->tid)
    flush_block (out, block);

  block->tid = tid;
  block->n_records++;
  append_difference (block->records, clocks[0] << 2 | get_action (action), &block->word);
  if (spec->n_clocks == 2)
    append_difference (block->records, clocks[1], &block->clock);
  if (action == '>')
    append_difference (block->records, method, &block->method);
}

/* Like append_packet(), in the layout of Android 16. */
static void
append_declaration (GByteArray *out,
                    const char *word)
{
  const char *text = strchr (word, word[0] == 'm' ? '\t' : ':') + 1;
  g_autofree char *unescaped = g_strcompress (text);

  append_number (out, word[0] == 'm' ? 1 : 0, 1);
  if (word[0] == 'm')
    append_number (out, g_ascii_strtoull (word + 1, NULL, 16), 8);
  else
    append_number (out, g_ascii_strtoull (word + 1, NULL, 10), 4);
  append_number (out, strlen (unescaped), 2);
  g_byte_array_append (out, (const guint8 *) unescaped, (guint) strlen (unescaped));
}

/* Like traceview_writer_append_records(), in the layout of Android 16. Exits have no method; the
 * word "|" begins a new block. */
guint
traceview_writer_append_packets (GByteArray *out,
                                 const TraceviewSpec *spec)
{
  g_autoptr (GByteArray) records = g_byte_array_new ();
  g_auto (GStrv) words = g_strsplit (spec->records, " ", -1);
  Block block = { .records = records };
  guint n_records = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (g_ascii_isdigit (words[i][0]))
        {
          append_to_block (out, &block, spec, words[i]);
          n_records++;
          continue;
        }

      flush_block (out, &block);
      if (words[i][0] == 'm' || words[i][0] == 't')
        append_declaration (out, g_strdelimit (words[i], "_", '\t'));
    }

  flush_block (out, &block);

  return n_records;
}

/* A complete file: the key, then the data; or a stream with the key as its summary. */
GByteArray *
traceview_writer_write (const TraceviewSpec *spec)
{
  const gboolean is_streaming = (spec->version & 0xf0) != 0 || traceview_writer_has_packets (spec);
  g_autoptr (GByteArray) data = g_byte_array_new ();
  GByteArray *out = g_byte_array_new ();
  g_auto (GStrv) key_parts = g_strsplit (spec->key != NULL ? spec->key : "", "%d", 2);
  g_autofree char *n_records = NULL;
  g_autofree char *key = NULL;

  traceview_writer_append_header (data, spec);
  n_records = g_strdup_printf ("%u", traceview_writer_has_packets (spec) ? traceview_writer_append_packets (data, spec) : traceview_writer_append_records (data, spec));
  key = g_strjoinv (n_records, key_parts);

  if (!is_streaming)
    g_byte_array_append (out, (const guint8 *) key, (guint) strlen (key));
  g_byte_array_append (out, data->data, data->len);

  if (traceview_writer_has_packets (spec) && spec->key != NULL)
    {
      append_number (out, 3, 1);
      g_byte_array_append (out, (const guint8 *) key, (guint) strlen (key));
    }
  else if (is_streaming && spec->key != NULL)
    {
      append_number (out, 0, 2);
      append_number (out, 3, 1);
      append_number (out, strlen (key), 4);
      g_byte_array_append (out, (const guint8 *) key, (guint) strlen (key));
    }

  return out;
}
