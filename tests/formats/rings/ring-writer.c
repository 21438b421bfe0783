/* ring-writer.c - writes pages of the kernel's ring buffer, and files of them, for tests
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "ring-writer.h"

#include <string.h>

#include "format-fixture.h"

#define COMMON                                                                   \
  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
  "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
  "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
  "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

const char writer_formats[] =
    "name: print\nID: 5\nformat:\n" COMMON
    "\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n"
    "\tfield:char buf[];\toffset:16;\tsize:0;\tsigned:0;\n\n"
    "print fmt: \"%ps: %s\", (void *)REC->ip, REC->buf\n"
    "name: sched_switch\nID: 10\nformat:\n" COMMON
    "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
    "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
    "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
    "\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
    "\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n\n"
    "print fmt: \"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s ==> next_comm=%s next_pid=%d next_prio=%d\", "
    "REC->prev_comm, REC->prev_pid, REC->prev_prio, (REC->prev_state & ((0x1 | 0x2 | 0x4) - 0)) ? "
    "__print_flags(REC->prev_state & 7, \"|\", { 0x1, \"S\" }, { 0x2, \"D\" }, { 0x4, \"T\" }) : \"R\", "
    "REC->prev_state & 0x100 ? \"+\" : \"\", REC->next_comm, REC->next_pid, REC->next_prio\n"
    "name: irq_handler_entry\nID: 12\nformat:\n" COMMON
    "\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
    "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;\n\n"
    "print fmt: \"irq=%d name=%s\", REC->irq, __get_str(name)\n";

void
writer_add_uint (GByteArray *bytes,
                 guint64 value,
                 guint n_bytes,
                 gboolean is_big_endian)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      const guint8 byte = (guint8) (value >> 8 * (is_big_endian ? n_bytes - 1 - i : i));

      g_byte_array_append (bytes, &byte, 1);
    }
}

void
writer_page_begin (WriterPage *page,
                   guint64 time_ns,
                   gboolean is_big_endian)
{
  *page = (WriterPage){ g_byte_array_new (), is_big_endian, time_ns };
  writer_add_uint (page->bytes, time_ns, 8, is_big_endian);
  writer_add_uint (page->bytes, 0, 8, is_big_endian);
}

static void
add_head (WriterPage *page,
          guint type,
          guint32 delta)
{
  writer_add_uint (page->bytes, page->is_big_endian ? type << 27 | delta : delta << 5 | type, 4, page->is_big_endian);
}

/* Adds an event whose type encodes its length; with @type 0 the length is stored separately. */
void
writer_page_add (WriterPage *page,
                 guint type,
                 guint32 delta,
                 gconstpointer data,
                 gsize n_bytes)
{
  static const guint8 zeros[4] = { 0 };
  const gsize n_padded = (n_bytes + 3) / 4 * 4;

  add_head (page, type != 0 ? (guint) (n_padded / 4) : 0, delta);
  if (type == 0)
    writer_add_uint (page->bytes, n_bytes + 4, 4, page->is_big_endian);

  g_byte_array_append (page->bytes, data, (guint) n_bytes);
  g_byte_array_append (page->bytes, zeros, (guint) (n_padded - n_bytes));
}

void
writer_page_add_special (WriterPage *page,
                         guint type,
                         guint32 delta,
                         guint32 value)
{
  add_head (page, type, delta);
  writer_add_uint (page->bytes, value, 4, page->is_big_endian);
}

static GByteArray *
begin_event (const WriterPage *page,
             guint id,
             guint32 tid)
{
  GByteArray *event = g_byte_array_new ();

  writer_add_uint (event, id, 2, page->is_big_endian);
  writer_add_uint (event, 0, 2, page->is_big_endian);
  writer_add_uint (event, tid, 4, page->is_big_endian);
  return event;
}

static void
end_event (WriterPage *page,
           guint64 time_ns,
           GByteArray *event)
{
  writer_page_add (page, event->len <= 112, (guint32) (time_ns - page->time_ns), event->data, event->len);
  page->time_ns = time_ns;
  g_byte_array_unref (event);
}

void
writer_page_mark (WriterPage *page,
                  guint64 time_ns,
                  guint32 tid,
                  const char *text)
{
  GByteArray *event = begin_event (page, WRITER_PRINT, tid);

  writer_add_uint (event, 0xffffffff81000000, 8, page->is_big_endian);
  g_byte_array_append (event, (const guint8 *) text, (guint) strlen (text));
  g_byte_array_append (event, (const guint8 *) "\n", 2);
  end_event (page, time_ns, event);
}

static void
add_comm (GByteArray *event,
          guint32 tid)
{
  char comm[16] = { 0 };

  g_snprintf (comm, sizeof comm, tid == 0 ? "swapper/0" : "task %u", tid);
  g_byte_array_append (event, (const guint8 *) comm, sizeof comm);
}

void
writer_page_switch (WriterPage *page,
                    guint64 time_ns,
                    guint32 prev_tid,
                    guint64 prev_state,
                    guint32 next_tid)
{
  GByteArray *event = begin_event (page, WRITER_SWITCH, prev_tid);

  add_comm (event, prev_tid);
  writer_add_uint (event, prev_tid, 4, page->is_big_endian);
  writer_add_uint (event, 120, 4, page->is_big_endian);
  writer_add_uint (event, prev_state, 8, page->is_big_endian);
  add_comm (event, next_tid);
  writer_add_uint (event, next_tid, 4, page->is_big_endian);
  writer_add_uint (event, 120, 4, page->is_big_endian);
  end_event (page, time_ns, event);
}

/* Writes the length of the records, with flags, and fills the rest of the page with garbage. */
GBytes *
writer_page_end (WriterPage *page,
                 guint32 flags)
{
  g_autoptr (GByteArray) commit = g_byte_array_new ();

  writer_add_uint (commit, (page->bytes->len - 16) | flags, 8, page->is_big_endian);
  memcpy (page->bytes->data + 8, commit->data, 8);
  if ((flags & 0x40000000) != 0)
    writer_add_uint (page->bytes, 7, 8, page->is_big_endian);
  while (page->bytes->len < WRITER_PAGE_BYTES)
    g_byte_array_append (page->bytes, (const guint8 *) "\xaa", 1);

  return g_byte_array_free_to_bytes (page->bytes);
}

/* The header of a raw HiTrace file, and formats. */
GByteArray *
writer_sys_new (void)
{
  static const guint8 head[] = { 0x49, 0xdf, 0, 0xee, 1, 0, 0xee, 0xee, 4, 0, 0, 0 };
  GByteArray *file = g_byte_array_new ();

  g_byte_array_append (file, head, sizeof head);
  writer_sys_add (file, 1, writer_formats, strlen (writer_formats));
  return file;
}

void
writer_sys_add (GByteArray *file,
                guint type,
                gconstpointer data,
                gsize n_bytes)
{
  writer_add_uint (file, 0xeeeeee00 | type, 4, FALSE);
  writer_add_uint (file, n_bytes, 4, FALSE);
  g_byte_array_append (file, data, (guint) n_bytes);
}

static void
add_text (GByteArray *file,
          const char *text,
          guint size_bytes,
          gboolean is_big_endian)
{
  writer_add_uint (file, strlen (text), size_bytes, is_big_endian);
  g_byte_array_append (file, (const guint8 *) text, (guint) strlen (text));
}

static void
pad_to_page (GByteArray *file)
{
  while (file->len % WRITER_PAGE_BYTES != 0)
    g_byte_array_append (file, (const guint8 *) "", 1);
}

static void
add_header_info (GByteArray *file,
                 gboolean is_big_endian)
{
  g_byte_array_append (file, (const guint8 *) "header_page", 12);
  add_text (file, "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n", 8, is_big_endian);
  g_byte_array_append (file, (const guint8 *) "header_event", 13);
  add_text (file, "", 8, is_big_endian);
}

/* trace.dat of version 6. */
GByteArray *
writer_dat_new (GBytes *const *pages,
                guint n_cpus,
                gboolean is_big_endian)
{
  GByteArray *file = g_byte_array_new ();
  const guint8 size_of_long = 8;
  guint64 offset;

  g_byte_array_append (file, (const guint8 *) "\x17\x08\x44tracing6", 12);
  writer_add_uint (file, is_big_endian != FALSE, 1, is_big_endian);
  g_byte_array_append (file, &size_of_long, 1);
  writer_add_uint (file, WRITER_PAGE_BYTES, 4, is_big_endian);
  add_header_info (file, is_big_endian);
  writer_add_uint (file, 1, 4, is_big_endian);
  add_text (file, writer_formats, 8, is_big_endian);
  writer_add_uint (file, 0, 4, is_big_endian);
  add_text (file, "ffffffff81000000 T tracing_mark_write\n", 4, is_big_endian);
  add_text (file, "", 4, is_big_endian);
  add_text (file, "7 worker\n", 8, is_big_endian);
  writer_add_uint (file, n_cpus, 4, is_big_endian);
  g_byte_array_append (file, (const guint8 *) "flyrecord", 10);
  offset = (file->len + 16 * n_cpus + WRITER_PAGE_BYTES - 1) / WRITER_PAGE_BYTES * WRITER_PAGE_BYTES;
  for (guint i = 0; i < n_cpus; i++)
    {
      writer_add_uint (file, offset, 8, is_big_endian);
      writer_add_uint (file, g_bytes_get_size (pages[i]), 8, is_big_endian);
      offset += g_bytes_get_size (pages[i]);
    }

  pad_to_page (file);
  for (guint i = 0; i < n_cpus; i++)
    g_byte_array_append (file, g_bytes_get_data (pages[i], NULL), (guint) g_bytes_get_size (pages[i]));

  return file;
}

/* Number of page bytes compressed at a time. */
#define PIECE_BYTES (4 * WRITER_PAGE_BYTES)

static void
add_packed (GByteArray *file,
            const char *packing,
            gconstpointer data,
            gsize n_bytes)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  if (g_str_equal (packing, "zstd"))
    fixture_append_zstd (packed, data, n_bytes);
  else
    fixture_append_zlib (packed, data, n_bytes);

  writer_add_uint (file, packed->len, 4, FALSE);
  writer_add_uint (file, n_bytes, 4, FALSE);
  g_byte_array_append (file, packed->data, packed->len);
}

static void
add_section (GByteArray *file,
             guint id,
             const char *packing,
             GByteArray *data)
{
  const gboolean is_packed = !g_str_equal (packing, "none");
  g_autoptr (GByteArray) body = g_byte_array_new ();

  if (is_packed)
    add_packed (body, packing, data->data, data->len);
  else
    g_byte_array_append (body, data->data, data->len);

  writer_add_uint (file, id, 2, FALSE);
  writer_add_uint (file, is_packed != FALSE, 2, FALSE);
  writer_add_uint (file, 0, 4, FALSE);
  writer_add_uint (file, body->len, 8, FALSE);
  g_byte_array_append (file, body->data, body->len);
}

static void
add_option (GByteArray *options,
            guint id,
            gconstpointer data,
            gsize n_bytes)
{
  writer_add_uint (options, id, 2, FALSE);
  writer_add_uint (options, n_bytes, 4, FALSE);
  g_byte_array_append (options, data, (guint) n_bytes);
}

static void
add_offset_option (GByteArray *options,
                   guint id,
                   guint64 offset)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();

  writer_add_uint (data, offset, 8, FALSE);
  add_option (options, id, data->data, data->len);
}

static void
set_offset (GByteArray *file,
            guint at,
            guint64 offset)
{
  offset = GUINT64_TO_LE (offset);
  memcpy (file->data + at, &offset, 8);
}

/* The kernel's descriptions; adds their place to the options. */
static void
add_descriptions (GByteArray *file,
                  const char *packing,
                  GByteArray *options)
{
  static const guint ids[] = { 16, 17, 19, 21 };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GByteArray) data = g_byte_array_new ();

      add_offset_option (options, ids[i], file->len);
      if (ids[i] == 16)
        add_header_info (data, FALSE);
      if (ids[i] == 17)
        writer_add_uint (data, 1, 4, FALSE);
      if (ids[i] == 17)
        add_text (data, writer_formats, 8, FALSE);
      if (ids[i] == 19)
        add_text (data, "ffffffff81000000 T tracing_mark_write\n", 4, FALSE);
      if (ids[i] == 21)
        add_text (data, "7 worker\n", 8, FALSE);

      add_section (file, ids[i], packing, data);
    }
}

/* The pages of a CPU, in pieces if they are compressed. */
static void
add_cpu (GByteArray *file,
         const char *packing,
         GBytes *pages)
{
  gsize n_bytes;
  const guint8 *data = g_bytes_get_data (pages, &n_bytes);

  pad_to_page (file);
  if (g_str_equal (packing, "none"))
    {
      g_byte_array_append (file, data, (guint) n_bytes);
      return;
    }

  writer_add_uint (file, (n_bytes + PIECE_BYTES - 1) / PIECE_BYTES, 4, FALSE);
  for (gsize at = 0; at < n_bytes; at += PIECE_BYTES)
    add_packed (file, packing, data + at, MIN (n_bytes - at, PIECE_BYTES));
}

/* trace.dat of version 7, in the order of trace-cmd: descriptions, a list with their places, pages, a list with the places of
 * these. */
GByteArray *
writer_dat7_new (GBytes *const *pages,
                 guint n_cpus,
                 const char *packing,
                 const WriterOption *options,
                 guint n_options)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) list = g_byte_array_new ();
  g_autoptr (GByteArray) buffer = g_byte_array_new ();
  guint first, next, section;

  g_byte_array_append (file, (const guint8 *) "\x17\x08\x44tracing7\0\0\x08", 14);
  writer_add_uint (file, WRITER_PAGE_BYTES, 4, FALSE);
  g_byte_array_append (file, (const guint8 *) packing, (guint) strlen (packing) + 1);
  g_byte_array_append (file, (const guint8 *) "1", 2);
  first = file->len;
  writer_add_uint (file, 0, 8, FALSE);
  add_descriptions (file, packing, list);
  for (guint i = 0; i < n_options; i++)
    add_option (list, options[i].id, options[i].data, options[i].n_bytes);

  add_offset_option (list, 0, 0);
  set_offset (file, first, file->len);
  add_section (file, 0, "none", list);
  next = file->len - 8;
  section = file->len;
  writer_add_uint (buffer, section, 8, FALSE);
  g_byte_array_append (buffer, (const guint8 *) "\0mono", 6);
  writer_add_uint (buffer, WRITER_PAGE_BYTES, 4, FALSE);
  writer_add_uint (buffer, n_cpus, 4, FALSE);
  writer_add_uint (file, 3, 2, FALSE);
  writer_add_uint (file, !g_str_equal (packing, "none"), 2, FALSE);
  writer_add_uint (file, 0, 4, FALSE);
  writer_add_uint (file, 0, 8, FALSE);
  for (guint i = 0; i < n_cpus; i++)
    {
      pad_to_page (file);
      writer_add_uint (buffer, i, 4, FALSE);
      writer_add_uint (buffer, file->len, 8, FALSE);
      add_cpu (file, packing, pages[i]);
      writer_add_uint (buffer, g_bytes_get_size (pages[i]), 8, FALSE);
    }

  set_offset (file, section + 8, file->len - section - 16);
  set_offset (file, next, file->len);
  g_byte_array_set_size (list, 0);
  add_option (list, 3, buffer->data, buffer->len);
  add_offset_option (list, 0, 0);
  add_section (file, 0, "none", list);
  return file;
}
