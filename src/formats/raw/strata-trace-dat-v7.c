/* strata-trace-dat-v7.c - sections of version 7 of trace.dat
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-dat-private.h"

/* A section begins with its number, flags, an id of its description, and its length. */
#define SECTION_BYTES 16
#define SECTION_PACKED 1

/* No list of sections goes on for longer; one that does goes in circles. */
#define MAX_LISTS 1024

/* Of a section other than pages: a kernel's formats are some MB. */
#define MAX_SECTION_BYTES (256 * 1024 * 1024)

typedef struct
{
  guint id;
  gboolean is_packed;
} Section;

/* Replaces the bytes of a compressed section: how long it is, how long it becomes, the data. */
static void
unpack (StrataDatReader *self,
        StrataDatCursor *cursor)
{
  const guint64 n_packed = strata_dat_cursor_get_uint (cursor, 4);
  const guint64 n_bytes = strata_dat_cursor_get_uint (cursor, 4);
  gsize n_in;
  g_autofree char *packed = strata_dat_cursor_dup_text (cursor, n_packed, &n_in);

  if (cursor->is_cut || n_bytes > MAX_SECTION_BYTES || n_bytes / 1024 > n_packed)
    {
      cursor->is_cut = TRUE;
      return;
    }

  cursor->memory = g_malloc (n_bytes + 1);
  cursor->at = 0;
  cursor->end = n_bytes;
  cursor->is_cut = !strata_ring_unpack (self->packing, (const guint8 *) packed, n_in, cursor->memory, n_bytes);
}

/* Opens the section at an offset; of pages, only its head is read. */
static StrataDatCursor
open_section (StrataDatReader *self,
              guint64 offset,
              Section *section)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, offset);
  guint64 n_bytes;

  section->id = (guint) strata_dat_cursor_get_uint (&cursor, 2);
  section->is_packed = (strata_dat_cursor_get_uint (&cursor, 2) & SECTION_PACKED) != 0;
  strata_dat_cursor_get_uint (&cursor, 4);
  n_bytes = strata_dat_cursor_get_uint (&cursor, 8);
  if (cursor.is_cut)
    return cursor;

  if (section->id != STRATA_DAT_BUFFER)
    {
      self->is_cut |= n_bytes > cursor.end - cursor.at;
      cursor.end = cursor.at + MIN (n_bytes, cursor.end - cursor.at);
      if (section->is_packed)
        unpack (self, &cursor);
    }

  return cursor;
}

/* Pages of a CPU that are compressed: how many pieces, then of each how long it is, how long it
 * becomes, and the data. The length that
 * the table says leaves out the heads of pieces. Returns where they end. */
static guint64
take_pieces (StrataDatReader *self,
             guint32 cpu,
             guint64 offset)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, offset);
  guint32 n_pieces = (guint32) strata_dat_cursor_get_uint (&cursor, 4);

  for (; n_pieces > 0 && !cursor.is_cut && cursor.at < cursor.end; n_pieces--)
    {
      StrataRingExtent extent = { .packing = self->packing };

      extent.n_bytes = (guint32) strata_dat_cursor_get_uint (&cursor, 4);
      extent.n_unpacked_bytes = (guint32) strata_dat_cursor_get_uint (&cursor, 4);
      extent.offset = cursor.at;
      if (cursor.is_cut || extent.n_unpacked_bytes > STRATA_RING_MAX_UNIT_BYTES || extent.n_bytes > cursor.end - cursor.at || !strata_ring_capture_add (&self->capture, self->n_buffers, cpu, &extent))
        break;

      cursor.at += extent.n_bytes;
    }

  self->is_cut |= n_pieces > 0;
  return n_pieces > 0 ? cursor.end : cursor.at;
}

static void
take_cpu (StrataDatReader *self,
          guint32 cpu,
          guint64 offset,
          guint64 n_bytes,
          gboolean is_packed)
{
  const StrataRingExtent extent = { offset, (guint32) MIN (n_bytes, G_MAXUINT32), (guint32) MIN (n_bytes, G_MAXUINT32), STRATA_RING_PLAIN };

  if (n_bytes == 0)
    return;

  if (is_packed)
    take_pieces (self, cpu, offset);
  else
    self->is_cut |= !strata_ring_capture_add (&self->capture, self->n_buffers, cpu, &extent);
}

/* A buffer: where its section is, its name, clock and page length, and where its CPUs are. */
void
strata_dat_reader_take_buffer (StrataDatReader *self,
                               StrataDatCursor *option)
{
  const guint64 offset = strata_dat_cursor_get_uint (option, 8);
  g_autofree char *name = strata_dat_cursor_dup_string (option);
  g_autofree char *clock = strata_dat_cursor_dup_string (option);
  const guint32 page_bytes = (guint32) strata_dat_cursor_get_uint (option, 4);
  const guint32 n_cpus = (guint32) strata_dat_cursor_get_uint (option, 4);
  Section section;
  StrataDatCursor cursor = open_section (self, offset, &section);

  strata_dat_cursor_clear (&cursor);
  if (self->clock == NULL && *clock != '\0')
    self->clock = g_steal_pointer (&clock);
  if (page_bytes >= 4096 && page_bytes <= STRATA_RING_MAX_PAGE_BYTES)
    self->capture.layout.page_bytes = MAX (self->capture.layout.page_bytes, page_bytes);

  for (guint32 i = 0; i < n_cpus && !option->is_cut; i++)
    {
      const guint32 cpu = (guint32) strata_dat_cursor_get_uint (option, 4);
      const guint64 cpu_offset = strata_dat_cursor_get_uint (option, 8);
      const guint64 n_bytes = strata_dat_cursor_get_uint (option, 8);

      take_cpu (self, cpu, cpu_offset, n_bytes, section.is_packed && !cursor.is_cut);
    }

  self->n_buffers++;
  self->is_cut |= option->is_cut || cursor.is_cut;
}

static void
take_referred (StrataDatReader *self,
               guint64 offset)
{
  Section section;
  StrataDatCursor cursor = open_section (self, offset, &section);

  self->is_cut |= cursor.is_cut;
  if (!cursor.is_cut)
    strata_dat_reader_take_section (self, section.id, &cursor);

  strata_dat_cursor_clear (&cursor);
}

/* Reads one list of options. Returns where the next one is, or 0. */
static guint64
take_options (StrataDatReader *self,
              StrataDatCursor *cursor)
{
  while (!cursor->is_cut)
    {
      const guint id = (guint) strata_dat_cursor_get_uint (cursor, 2);
      const guint32 n_bytes = (guint32) strata_dat_cursor_get_uint (cursor, 4);
      StrataDatCursor option = *cursor;

      if (cursor->is_cut || n_bytes > cursor->end - cursor->at)
        break;

      option.end = cursor->at + n_bytes;
      cursor->at += n_bytes;
      if (id == STRATA_DAT_END)
        return n_bytes >= 8 ? strata_dat_cursor_get_uint (&option, 8) : 0;
      if (id >= STRATA_DAT_HEADER_INFO && id <= STRATA_DAT_COMMS)
        take_referred (self, strata_dat_cursor_get_uint (&option, 8));
      else if (id == STRATA_DAT_TEXT_BUFFER)
        self->n_texts++;
      else
        strata_dat_reader_take_option (self, id, &option);
    }

  self->is_cut = TRUE;
  return 0;
}

/* Without the table that says where CPUs are, they follow one another on pages of the file. */
static void
take_lost_buffer (StrataDatReader *self,
                  guint64 offset)
{
  const guint64 page_bytes = self->capture.layout.page_bytes;
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);

  for (guint32 cpu = 0; cpu < STRATA_RING_MAX_CPUS && offset < n_file_bytes; cpu++)
    offset = take_pieces (self, cpu, (offset + page_bytes - 1) / page_bytes * page_bytes);

  self->n_buffers++;
}

/* Without a list of options, because the recording was not finished, the sections are read as they
 * follow one another. */
static void
walk (StrataDatReader *self,
      guint64 offset)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);

  self->is_cut = TRUE;
  while (offset + SECTION_BYTES <= n_file_bytes)
    {
      StrataDatCursor head = strata_dat_reader_open (self, offset + 8);
      const guint64 n_bytes = strata_dat_cursor_get_uint (&head, 8);
      Section section;
      StrataDatCursor cursor = open_section (self, offset, &section);

      if (section.id == STRATA_DAT_END && !cursor.is_cut)
        take_options (self, &cursor);
      else if (section.id == STRATA_DAT_BUFFER && section.is_packed && self->n_buffers == 0)
        take_lost_buffer (self, offset + SECTION_BYTES);
      else if (!cursor.is_cut)
        strata_dat_reader_take_section (self, section.id, &cursor);

      strata_dat_cursor_clear (&cursor);
      if (n_bytes > n_file_bytes - offset)
        break;

      offset += SECTION_BYTES + n_bytes;
    }
}

/* @offset is just behind the head of the file, where that of the first options is. */
void
strata_dat_reader_read_sections (StrataDatReader *self,
                                 guint64 offset)
{
  StrataDatCursor head = strata_dat_reader_open (self, offset);
  guint64 next = strata_dat_cursor_get_uint (&head, 8);

  /* the lists of a cut file may come before the cut and not say where its pages are */
  if (next == 0 || next >= strata_ring_blob_get_n_bytes (self->capture.blob))
    {
      walk (self, offset + 8);
      return;
    }

  for (guint i = 0; next != 0 && i < MAX_LISTS; i++)
    {
      Section section;
      StrataDatCursor cursor = open_section (self, next, &section);

      next = 0;
      if (!cursor.is_cut && section.id == STRATA_DAT_END)
        next = take_options (self, &cursor);
      else
        self->is_cut = TRUE;

      strata_dat_cursor_clear (&cursor);
    }

  if (self->n_buffers == 0 && self->is_cut)
    walk (self, offset + 8);
}
