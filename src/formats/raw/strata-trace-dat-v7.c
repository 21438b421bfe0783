/* strata-trace-dat-v7.c - reads the sections of trace.dat version 7
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-dat-private.h"

/* No file has more lists of sections than this; more means a cycle. */
#define MAX_LISTS 1024

/* Limit for a section other than pages: a kernel's formats take some MB. */
#define MAX_SECTION_BYTES (256 * 1024 * 1024)

/* Decompresses a section: its compressed length, its decompressed length, the data. */
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
      cursor->end = cursor->at;
      return;
    }

  cursor->memory = g_malloc (n_bytes + 1);
  cursor->at = 0;
  cursor->end = strata_ring_unpack (self->packing, (const guint8 *) packed, n_in, cursor->memory, n_bytes);
}

/* Opens a section without the data that follows it in the file. */
StrataDatCursor
strata_dat_reader_open_section (StrataDatReader *self,
                                guint64 offset,
                                StrataDatSection *section)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, offset);

  section->id = (guint) strata_dat_cursor_get_uint (&cursor, 2);
  section->is_packed = (strata_dat_cursor_get_uint (&cursor, 2) & STRATA_DAT_SECTION_PACKED) != 0;
  strata_dat_cursor_get_uint (&cursor, 4);
  section->n_bytes = strata_dat_cursor_get_uint (&cursor, 8);
  if (cursor.is_cut)
    return cursor;

  g_hash_table_add (self->taken, g_memdup2 (&offset, sizeof offset));
  if (section->id != STRATA_DAT_BUFFER)
    {
      cursor.end = cursor.at + MIN (section->n_bytes, cursor.end - cursor.at);
      if (section->is_packed)
        unpack (self, &cursor);
    }

  return cursor;
}

/* Sections that nothing refers to, such as that of the descriptions, may come last. */
static void
note_last_sections (StrataDatReader *self)
{
  StrataDatSection section;

  while (strata_dat_reader_is_section (self, self->end, &section) && section.n_bytes <= strata_ring_blob_get_n_bytes (self->capture.blob) - self->end - STRATA_DAT_SECTION_BYTES)
    self->end += STRATA_DAT_SECTION_BYTES + section.n_bytes;
}

/* Finds pages in a buffer section that its table does not refer to. */
static void
salvage_section (StrataDatReader *self,
                 const StrataDatSection *section,
                 guint64 offset,
                 guint64 table,
                 gboolean has_pages)
{
  const guint64 end = offset + STRATA_DAT_SECTION_BYTES + section->n_bytes;

  if (!section->is_packed)
    strata_dat_reader_salvage_gaps (self, offset + STRATA_DAT_SECTION_BYTES, end);
  else if (!has_pages && section->n_bytes >= self->capture.layout.page_bytes)
    {
      strata_dat_reader_note_damage (self, table);
      strata_dat_reader_salvage_buffer (self, offset, TRUE);
    }

  strata_dat_reader_note_end (self, end);
}

/* Reads a buffer: the offset of its section, its name, clock and page length, and the table of its CPUs. If its section is not
 * there, the offsets of the file are wrong. */
void
strata_dat_reader_take_buffer (StrataDatReader *self,
                               StrataDatCursor *option)
{
  const guint64 begin = option->at;
  const guint64 offset = strata_dat_cursor_get_uint (option, 8);
  g_autofree char *name = strata_dat_cursor_dup_string (option);
  g_autofree char *clock = strata_dat_cursor_dup_string (option);
  const guint32 page_bytes = (guint32) strata_dat_cursor_get_uint (option, 4);
  const guint32 n_cpus = (guint32) strata_dat_cursor_get_uint (option, 4);
  StrataDatSection section;
  StrataDatCursor cursor = strata_dat_reader_open_section (self, offset, &section);
  const gboolean is_there = !cursor.is_cut && section.id == STRATA_DAT_BUFFER;
  const guint64 n_bytes = self->capture.n_bytes;

  strata_dat_cursor_clear (&cursor);
  if (self->clock == NULL && *clock != '\0')
    self->clock = g_steal_pointer (&clock);
  if (page_bytes >= 4096 && page_bytes <= STRATA_RING_MAX_PAGE_BYTES)
    self->capture.layout.page_bytes = MAX (self->capture.layout.page_bytes, page_bytes);
  if (!is_there)
    strata_dat_reader_note_damage (self, begin);

  strata_dat_reader_take_cpus (self, option, n_cpus, is_there ? section.is_packed : self->packing != STRATA_RING_PLAIN);
  strata_dat_reader_note_cut (self, option, begin);
  if (is_there && section.n_bytes <= strata_ring_blob_get_n_bytes (self->capture.blob) - cursor.at)
    salvage_section (self, &section, offset, begin, self->capture.n_bytes > n_bytes);
}

/* Records the end of a section found at an offset. */
static void
note_section (StrataDatReader *self,
              guint64 offset,
              const StrataDatSection *section)
{
  const guint64 n_left = strata_ring_blob_get_n_bytes (self->capture.blob) - offset - STRATA_DAT_SECTION_BYTES;

  self->is_cut |= section->n_bytes > n_left;
  strata_dat_reader_note_end (self, offset + STRATA_DAT_SECTION_BYTES + MIN (section->n_bytes, n_left));
}

static void
take_referred (StrataDatReader *self,
               guint id,
               guint64 offset)
{
  StrataDatSection section;
  StrataDatCursor cursor = strata_dat_reader_open_section (self, offset, &section);

  if (offset < strata_ring_blob_get_n_bytes (self->capture.blob) && section.id != id)
    strata_dat_reader_note_damage (self, offset);
  else if (cursor.is_cut)
    strata_dat_reader_note_cut (self, &cursor, offset);
  else
    {
      note_section (self, offset, &section);
      strata_dat_reader_take_section (self, section.id, &cursor);
    }

  strata_dat_cursor_clear (&cursor);
}

guint64
strata_dat_reader_take_options (StrataDatReader *self,
                                StrataDatCursor *cursor)
{
  const guint64 begin = cursor->at;

  while (!cursor->is_cut)
    {
      const guint id = (guint) strata_dat_cursor_get_uint (cursor, 2);
      const guint32 n_bytes = (guint32) strata_dat_cursor_get_uint (cursor, 4);
      StrataDatCursor option = *cursor;

      cursor->is_cut |= !cursor->is_cut && n_bytes > cursor->end - cursor->at;
      if (cursor->is_cut)
        break;

      option.end = cursor->at + n_bytes;
      cursor->at += n_bytes;
      if (id == STRATA_DAT_END)
        return n_bytes >= 8 ? strata_dat_cursor_get_uint (&option, 8) : 0;
      if (id >= STRATA_DAT_HEADER_INFO && id <= STRATA_DAT_COMMS)
        take_referred (self, id, strata_dat_cursor_get_uint (&option, 8));
      else if (id == STRATA_DAT_TEXT_BUFFER)
        self->n_texts++;
      else
        strata_dat_reader_take_option (self, id, &option);
    }

  strata_dat_reader_note_cut (self, cursor, begin);
  return 0;
}

/* Reads the list at an offset. Returns whether it is complete, and sets @next to the next one, or 0 for the last. */
static gboolean
take_list (StrataDatReader *self,
           guint64 offset,
           guint64 *next)
{
  StrataDatSection section;
  StrataDatCursor cursor = strata_dat_reader_open_section (self, offset, &section);
  gboolean is_whole = !cursor.is_cut && section.id == STRATA_DAT_END;

  if (is_whole)
    note_section (self, offset, &section);

  *next = is_whole ? strata_dat_reader_take_options (self, &cursor) : 0;
  is_whole &= !cursor.is_cut;
  strata_dat_cursor_clear (&cursor);
  return is_whole;
}

/* @offset is the end of the file's head, which contains the offset of the first options. */
void
strata_dat_reader_read_sections (StrataDatReader *self,
                                 guint64 offset)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  StrataDatCursor head = strata_dat_reader_open (self, offset);
  guint64 list, next = strata_dat_cursor_get_uint (&head, 8);
  gboolean is_whole = TRUE;

  strata_dat_reader_note_end (self, offset + 8);
  list = next;
  for (guint i = 0; is_whole && next != 0 && i < MAX_LISTS; i++)
    {
      list = next;
      is_whole = list < n_file_bytes && take_list (self, list, &next);
    }

  /* the first lists come before the pages, and the last one, after them, refers to the pages */
  if (is_whole && self->n_buffers + self->n_texts > 0)
    {
      note_last_sections (self);
      return;
    }

  if (list == 0 || list >= n_file_bytes)
    self->is_cut = TRUE;
  else if (!is_whole)
    strata_dat_reader_note_damage (self, list);

  strata_dat_reader_walk (self, offset + 8);
}
