/* strata-trace-dat-salvage.c - finds data that no list of a trace.dat refers to
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-dat-private.h"

/* The first list of version 7 refers to the kernel's descriptions. The list of the pages follows them, and is missing
 * in a truncated file. If bytes are missing or inserted, all later offsets are wrong. */

/* There are only a few descriptions of sections. */
#define MAX_STRING_ID 65536

/* An option starts with its number and length. A buffer option has an offset, two texts, two numbers, and a table of its CPUs. */
#define OPTION_HEAD_BYTES 6
#define CPU_BYTES 20
#define LEAST_BUFFER_BYTES 18
#define MOST_BUFFER_BYTES (LEAST_BUFFER_BYTES + 4096 + CPU_BYTES * STRATA_RING_MAX_CPUS)

/* Bytes per search step. */
#define SEARCH_BYTES 65536

gboolean
strata_dat_reader_is_section (const StrataDatReader *self,
                              guint64 offset,
                              StrataDatSection *section)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, offset);
  guint flags;

  section->id = (guint) strata_dat_cursor_get_uint (&cursor, 2);
  flags = (guint) strata_dat_cursor_get_uint (&cursor, 2);
  if (strata_dat_cursor_get_uint (&cursor, 4) >= MAX_STRING_ID || flags > STRATA_DAT_SECTION_PACKED || section->id >= STRATA_DAT_N_IDS)
    return FALSE;

  section->n_bytes = strata_dat_cursor_get_uint (&cursor, 8);
  section->is_packed = flags != 0;
  return !cursor.is_cut && section->n_bytes > 0;
}

static void
take_section (StrataDatReader *self,
              guint64 offset)
{
  StrataDatSection section;
  StrataDatCursor cursor = strata_dat_reader_open_section (self, offset, &section);

  if (section.id == STRATA_DAT_END && !cursor.is_cut)
    strata_dat_reader_take_options (self, &cursor);
  else if (!cursor.is_cut)
    strata_dat_reader_take_section (self, section.id, &cursor);

  strata_dat_cursor_clear (&cursor);
}

/* Reads sections in the order of the file. Returns the offset of the pages of the first buffer, or the end of the last section. */
static guint64
take_sections (StrataDatReader *self,
               guint64 offset)
{
  StrataDatSection section;

  while (strata_dat_reader_is_section (self, offset, &section) && section.id != STRATA_DAT_BUFFER)
    {
      if (!g_hash_table_contains (self->taken, &offset))
        take_section (self, offset);
      if (section.n_bytes > strata_ring_blob_get_n_bytes (self->capture.blob) - offset)
        break;

      offset += STRATA_DAT_SECTION_BYTES + section.n_bytes;
    }

  return offset;
}

/* Whether the data of an option describe a buffer: all lengths must match. */
static gboolean
is_buffer (const StrataDatReader *self,
           StrataDatCursor cursor)
{
  const guint64 offset = strata_dat_cursor_get_uint (&cursor, 8);
  g_autofree char *name = strata_dat_cursor_dup_string (&cursor);
  g_autofree char *clock = strata_dat_cursor_dup_string (&cursor);
  const guint64 page_bytes = strata_dat_cursor_get_uint (&cursor, 4);
  const guint64 n_cpus = strata_dat_cursor_get_uint (&cursor, 4);

  return !cursor.is_cut && *clock != '\0' && offset < strata_ring_blob_get_n_bytes (self->capture.blob) && page_bytes >= 4096 && page_bytes <= STRATA_RING_MAX_PAGE_BYTES &&
         n_cpus <= STRATA_RING_MAX_CPUS && cursor.end - cursor.at == n_cpus * CPU_BYTES;
}

/* Whether a buffer option starts with these bytes, which are at @offset. */
static gboolean
read_buffer (StrataDatReader *self,
             const guint8 *head,
             guint64 offset,
             StrataDatCursor *option)
{
  const guint64 n_bytes = strata_ring_read_uint (head + 2, 4, self->is_swapped);

  if (strata_ring_read_uint (head, 2, self->is_swapped) != STRATA_DAT_BUFFER || n_bytes < LEAST_BUFFER_BYTES || n_bytes > MOST_BUFFER_BYTES)
    return FALSE;

  *option = strata_dat_reader_open (self, offset + OPTION_HEAD_BYTES);
  if (n_bytes > option->end - option->at)
    return FALSE;

  option->end = option->at + n_bytes;
  return is_buffer (self, *option);
}

/* Finds buffer options anywhere. */
static void
find_buffers (StrataDatReader *self,
              guint64 from)
{
  g_autofree guint8 *block = g_malloc (SEARCH_BYTES);
  gsize n_bytes;

  while ((n_bytes = strata_ring_blob_copy (self->capture.blob, from, block, SEARCH_BYTES)) > OPTION_HEAD_BYTES)
    {
      for (gsize i = 0; i + OPTION_HEAD_BYTES < n_bytes; i++)
        {
          StrataDatCursor option;

          if (read_buffer (self, block + i, from + i, &option))
            strata_dat_reader_take_buffer (self, &option);
        }

      from += n_bytes - OPTION_HEAD_BYTES;
    }
}

/* Returns the first CPU from @cpu on without pages in the latest buffer. */
static guint32
find_lost_cpu (const StrataDatReader *self,
               guint32 cpu)
{
  guint64 key = (guint64) (self->n_buffers - MIN (self->n_buffers, 1)) << 32 | cpu;

  while (self->n_buffers > 0 && g_hash_table_contains (self->capture.stream_by_key, &key))
    key++;

  return (guint32) key;
}

/* Without the table of CPUs, their pages are taken in the order of the file. If the time goes backwards, the
 * next CPU begins. Returns whether there are any pages. */
static gboolean
take_lost_pages (StrataDatReader *self,
                 guint64 begin,
                 guint64 end,
                 guint32 *cpu)
{
  const StrataRingLayout *layout = &self->capture.layout;
  g_autofree guint8 *page = g_malloc (layout->page_bytes);
  guint64 at = begin, before = 0;
  gboolean has_pages = FALSE;

  *cpu = find_lost_cpu (self, *cpu);
  while (at < end && *cpu < STRATA_RING_MAX_CPUS)
    {
      const gsize n_bytes = strata_ring_blob_copy (self->capture.blob, at, page, (gsize) MIN (layout->page_bytes, end - at));
      StrataRingHead head;

      if (!strata_ring_page_is_whole (layout, page, n_bytes) || !strata_ring_head_read (&head, layout, page, n_bytes))
        {
          at = strata_ring_blob_find_page (self->capture.blob, layout, at + 1, end, 0);
          continue;
        }

      if (head.ticks < before)
        {
          strata_dat_reader_add_pages (self, *cpu, begin, at - begin);
          *cpu = find_lost_cpu (self, *cpu + 1);
          begin = at;
        }

      has_pages = TRUE;
      before = head.ticks;
      at += layout->page_bytes;
    }

  if (has_pages && begin < end)
    {
      strata_dat_reader_add_pages (self, *cpu, begin, end - begin);
      *cpu += 1;
    }

  return has_pages;
}

static int
compare_spans (gconstpointer a,
               gconstpointer b,
               gpointer data)
{
  const StrataDatSpan *left = a;
  const StrataDatSpan *right = b;

  return left->begin < right->begin ? -1 : left->begin > right->begin;
}

/* Whether there is a page where pages would start. After the end, another file may follow, which starts differently. */
static gboolean
is_lost_page (const StrataDatReader *self,
              guint64 at)
{
  g_autofree guint8 *page = g_malloc (self->capture.layout.page_bytes);

  return strata_ring_page_is_whole (&self->capture.layout, page, strata_ring_blob_copy (self->capture.blob, at, page, self->capture.layout.page_bytes));
}

void
strata_dat_reader_salvage_gaps (StrataDatReader *self,
                                guint64 begin,
                                guint64 end)
{
  const guint64 page_bytes = self->capture.layout.page_bytes;
  StrataColumn spans = self->spans;
  guint32 cpu = 0;

  self->spans = (StrataColumn) STRATA_COLUMN_INIT;
  *(StrataDatSpan *) strata_column_push (&spans, sizeof (StrataDatSpan)) = (StrataDatSpan){ end, G_MAXUINT64 };
  g_qsort_with_data (spans.data, (int) spans.n, sizeof (StrataDatSpan), compare_spans, NULL);
  begin = (begin + page_bytes - 1) / page_bytes * page_bytes;
  for (gsize i = 0; i < spans.n; i++)
    {
      const StrataDatSpan span = strata_column_at (&spans, StrataDatSpan, i);

      if (begin < span.begin && is_lost_page (self, begin))
        {
          strata_ring_capture_end_at_next_file (&self->capture, begin);
          if (take_lost_pages (self, begin, MIN (span.begin, strata_ring_blob_get_n_bytes (self->capture.blob)), &cpu))
            strata_dat_reader_note_damage (self, begin);
        }

      begin = MAX (begin, span.end);
    }

  self->n_buffers++;
  strata_column_clear (&spans);
}

void
strata_dat_reader_salvage_buffer (StrataDatReader *self,
                                  guint64 offset,
                                  gboolean is_packed)
{
  const guint64 page_bytes = self->capture.layout.page_bytes;
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  guint32 cpu = 0;

  offset = (offset + STRATA_DAT_SECTION_BYTES + page_bytes - 1) / page_bytes * page_bytes;
  if (!is_packed)
    take_lost_pages (self, offset, n_file_bytes, &cpu);

  for (; is_packed && cpu < STRATA_RING_MAX_CPUS && offset < n_file_bytes; cpu++)
    offset = (strata_dat_reader_take_pieces (self, cpu, offset, n_file_bytes) + page_bytes - 1) / page_bytes * page_bytes;

  self->n_buffers++;
}

guint64
strata_dat_reader_find_pages (const StrataDatReader *self,
                              guint64 begin)
{
  const guint64 page_bytes = self->capture.layout.page_bytes;
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);

  for (begin = (begin + page_bytes - 1) / page_bytes * page_bytes; begin < n_file_bytes; begin += page_bytes)
    if (is_lost_page (self, begin))
      return begin;

  return n_file_bytes;
}

/* Finds everything that the lists did not lead to. */
void
strata_dat_reader_walk (StrataDatReader *self,
                        guint64 offset)
{
  StrataDatSection section;

  strata_ring_capture_end_at_next_file (&self->capture, offset);
  offset = take_sections (self, offset);
  find_buffers (self, offset);
  if (self->n_buffers == 0 && strata_dat_reader_is_section (self, offset, &section) && section.id == STRATA_DAT_BUFFER)
    strata_dat_reader_salvage_buffer (self, offset, section.is_packed);
}
