/* strata-trace-dat-cpus.c - finds the pages of each CPU in a trace.dat
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bisect.h"
#include "strata-trace-dat-private.h"

/* The table has an offset and a length for each CPU; in version 7, preceded by its number. CPUs are stored one after another, so the
 * pages of one end where those of the next one begin. */

void
strata_dat_reader_add_pages (StrataDatReader *self,
                             guint32 cpu,
                             guint64 offset,
                             guint64 n_bytes)
{
  /* the length of an extent has 32 bits */
  const guint32 most = G_MAXUINT32 / self->capture.layout.page_bytes * self->capture.layout.page_bytes;

  if (n_bytes <= G_MAXUINT64 - offset)
    {
      *(StrataDatSpan *) strata_column_push (&self->spans, sizeof (StrataDatSpan)) = (StrataDatSpan){ offset, offset + n_bytes };
      strata_dat_reader_note_end (self, offset + n_bytes);
    }

  while (n_bytes > 0)
    {
      const guint32 n = (guint32) MIN (n_bytes, most);
      const StrataRingExtent extent = { offset, n, n, STRATA_RING_PLAIN };

      if (!strata_ring_capture_add (&self->capture, self->n_buffers, cpu, &extent))
        {
          self->is_cut = TRUE;
          return;
        }

      offset += n;
      n_bytes -= n;
    }
}

typedef struct
{
  guint32 cpu;
  guint64 offset;
  guint64 n_bytes;
} Entry;

static gboolean
read_entry (const StrataDatReader *self,
            StrataDatCursor *table,
            guint32 i,
            Entry *entry)
{
  entry->cpu = self->version >= 7 ? (guint32) strata_dat_cursor_get_uint (table, 4) : i;
  entry->offset = strata_dat_cursor_get_uint (table, 8);
  entry->n_bytes = strata_dat_cursor_get_uint (table, 8);
  return !table->is_cut;
}

static int
compare_offsets (gconstpointer a,
                 gconstpointer b)
{
  const guint64 left = *(const guint64 *) a;
  const guint64 right = *(const guint64 *) b;

  return left < right ? -1 : left > right;
}

/* Returns the offsets of all CPUs and the end of the file, sorted. */
static GArray *
list_offsets (const StrataDatReader *self,
              StrataDatCursor table,
              guint32 n_cpus)
{
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (guint64));
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  Entry entry;

  g_array_append_val (offsets, n_file_bytes);
  for (guint32 i = 0; i < n_cpus && read_entry (self, &table, i, &entry); i++)
    g_array_append_val (offsets, entry.offset);

  g_array_sort (offsets, compare_offsets);
  return offsets;
}

/* Returns the start of the next CPU after an offset; the end of the file for the last one. */
static guint64
find_next_cpu (const StrataDatReader *self,
               const GArray *offsets,
               guint64 offset)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  guint begin = 0;
  guint end = offsets->len;

  STRATA_BISECT (begin, end, i, g_array_index (offsets, guint64, i) <= offset);

  return begin < offsets->len ? MIN (g_array_index (offsets, guint64, begin), n_file_bytes) : n_file_bytes;
}

static void
take_entry (StrataDatReader *self,
            const Entry *entry,
            guint64 place,
            guint64 next,
            gboolean is_packed)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  guint64 n_bytes = entry->n_bytes;

  if (n_bytes == 0)
    return;

  if (is_packed)
    {
      strata_dat_reader_take_pieces (self, entry->cpu, entry->offset, next);
      return;
    }

  /* pages that exceed the file are handled as truncated */
  if (entry->offset < next && next < n_file_bytes && n_bytes > next - entry->offset)
    {
      strata_dat_reader_note_damage (self, place);
      n_bytes = next - entry->offset;
    }

  strata_dat_reader_add_pages (self, entry->cpu, entry->offset, n_bytes);
}

void
strata_dat_reader_take_cpus (StrataDatReader *self,
                             StrataDatCursor *table,
                             guint32 n_cpus,
                             gboolean is_packed)
{
  g_autoptr (GArray) offsets = list_offsets (self, *table, MIN (n_cpus, STRATA_RING_MAX_CPUS));
  guint64 place = table->at;
  Entry entry;

  for (guint32 i = 0; i < MIN (n_cpus, STRATA_RING_MAX_CPUS) && read_entry (self, table, i, &entry); i++)
    {
      take_entry (self, &entry, place, find_next_cpu (self, offsets, entry.offset), is_packed);
      place = table->at;
    }

  self->n_buffers++;
  if (self->version < 7)
    self->is_cut |= table->is_cut || n_cpus > STRATA_RING_MAX_CPUS;
}
