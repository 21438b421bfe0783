/* strata-ring-stream.c - the records of one CPU, page by page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "strata-ring-stream.h"

/* The ring buffer of the kernel (include/linux/ring_buffer.h): a page has the time of its begin, the
 * length of its records, and records. Each record has 5 bits of type and 27 of the time since the
 * one before. HongMeng has pages of its own. */

#define TYPE_PADDING 29
#define TYPE_TIME_EXTEND 30
#define TYPE_TIME_STAMP 31

/* Set in the length of the records where events are missing before the page, and where their
 * number is behind the records. */
#define COMMIT_MISSED 0x80000000U
#define COMMIT_STORED 0x40000000U
#define COMMIT_MASK 0x3fffffffU

/* The top bits of an absolute time are those of the time before. */
#define STAMP_BITS 59

/* A page of HongMeng: time, length of records, CPU. */
#define HM_HEADER_BYTES 17
#define HM_RECORD_BYTES 6

/* Of a kernel of 64 bits whose capture does not say. */
const StrataRingLayout strata_ring_default_layout = {
  .page_bytes = 4096,
  .data_offset = 16,
  .commit_offset = 8,
  .commit_bytes = 8,
};

static gboolean
is_plausible (const StrataRingLayout *layout)
{
  return (layout->commit_bytes == 4 || layout->commit_bytes == 8) && layout->commit_offset >= 8 && layout->commit_offset + layout->commit_bytes <= layout->data_offset &&
         layout->page_bytes >= layout->data_offset + 4 && layout->page_bytes <= STRATA_RING_MAX_PAGE_BYTES;
}

/**
 * strata_ring_layout_parse:
 * @self: (inout): what pages look like
 * @text: the file events/header_page of the kernel
 * @n_bytes: its length
 *
 * Reads where a page has what.
 *
 * Returns: whether it made sense; if not, nothing has changed
 */
gboolean
strata_ring_layout_parse (StrataRingLayout *self,
                          const char *text,
                          gsize n_bytes)
{
  const char *const end = text + n_bytes;
  StrataRingLayout layout = *self;
  gboolean has_data = FALSE;

  while (text < end)
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));
      StrataRingField field;

      line_end = line_end != NULL ? line_end : end;
      if (strata_ring_field_parse (strata_text (text, line_end), &field))
        {
          if (strata_text_equals (field.name, "commit"))
            {
              layout.commit_offset = field.offset;
              layout.commit_bytes = field.n_bytes;
            }
          else if (strata_text_equals (field.name, "data"))
            {
              layout.data_offset = field.offset;
              layout.page_bytes = field.offset + field.n_bytes;
              has_data = TRUE;
            }
        }

      text = line_end + 1;
    }

  if (!has_data || !is_plausible (&layout))
    return FALSE;

  *self = layout;
  return TRUE;
}

/**
 * strata_ring_stream_new:
 * @blob: what the pages are in; must outlive the result
 * @cpu: number of the CPU
 *
 * Returns: (transfer full): a stream without pages
 */
StrataRingStream *
strata_ring_stream_new (StrataRingBlob *blob,
                        guint32 cpu)
{
  StrataRingStream *self = g_new0 (StrataRingStream, 1);

  self->blob = blob;
  self->record.cpu = cpu;
  return self;
}

/**
 * strata_ring_stream_free:
 * @self: (nullable) (transfer full): a stream
 */
void
strata_ring_stream_free (StrataRingStream *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->extents);
  g_free (self->unit);
  g_free (self->page);
  g_free (self);
}

/**
 * strata_ring_stream_add:
 * @self: a stream
 * @extent: pages behind those that it has; within the file
 *
 * Adds pages.
 */
void
strata_ring_stream_add (StrataRingStream *self,
                        const StrataRingExtent *extent)
{
  if (extent->n_bytes == 0)
    return;

  *(StrataRingExtent *) strata_column_push (&self->extents, sizeof *extent) = *extent;
  strata_ring_blob_hold (self->blob, extent->offset, extent->n_bytes);
}

/**
 * strata_ring_stream_start:
 * @self: a stream that has all of its pages
 * @layout: what they look like
 * @clock: what their times are
 *
 * Makes ready for the first event.
 */
void
strata_ring_stream_start (StrataRingStream *self,
                          const StrataRingLayout *layout,
                          const StrataRingClock *clock)
{
  self->layout = *layout;
  self->clock = *clock;
  self->record.is_swapped = (layout->is_big_endian != FALSE) == (G_BYTE_ORDER == G_LITTLE_ENDIAN);
}

/**
 * strata_ring_unpack:
 * @packing: how it is compressed
 * @in: (array length=n_in): compressed bytes
 * @n_in: how many
 * @out: (array length=n_out): room for what they become
 * @n_out: how many bytes that must be
 *
 * Decompresses a part of a file.
 *
 * Returns: whether it was what it should be
 */
gboolean
strata_ring_unpack (StrataRingPacking packing,
                    const guint8 *in,
                    gsize n_in,
                    guint8 *out,
                    gsize n_out)
{
  uLongf n_inflated = n_out;

  if (packing == STRATA_RING_ZSTD)
    return ZSTD_decompress (out, n_out, in, n_in) == n_out;
  if (packing == STRATA_RING_ZLIB)
    return uncompress (out, &n_inflated, in, n_in) == Z_OK && n_inflated == n_out;

  return FALSE;
}

/* That a file is cut is said once, by its container. */
static void
note_damage (StrataRingStream *self)
{
  if (self->n_page_bytes < self->layout.page_bytes)
    return;

  if (self->n_bad_pages++ == 0)
    self->first_bad_offset = self->page_offset;
}

/* A buffer may end in pages of which nothing is used; between two that have records they were lost. */
static void
note_use (StrataRingStream *self,
          guint64 n_used)
{
  if (n_used == 0 && self->ticks == 0)
    {
      if (self->n_blank_pages++ == 0)
        self->blank_offset = self->page_offset;
      return;
    }
  if (n_used == 0 || self->n_blank_pages == 0)
    return;

  if (self->n_bad_pages == 0)
    self->first_bad_offset = self->blank_offset;
  self->n_bad_pages += self->n_blank_pages;
  self->n_blank_pages = 0;
}

static void
unpack (StrataRingStream *self,
        const StrataRingExtent *extent)
{
  guint64 n_bytes = extent->n_bytes;
  g_autofree guint8 *packed = strata_ring_blob_dup (self->blob, extent->offset, &n_bytes);

  self->unit = g_malloc (extent->n_unpacked_bytes);
  if (n_bytes == extent->n_bytes && strata_ring_unpack (extent->packing, packed, n_bytes, self->unit, extent->n_unpacked_bytes))
    return;

  self->page_offset = extent->offset;
  self->n_page_bytes = self->layout.page_bytes;
  note_damage (self);
  self->extent_at = extent->n_unpacked_bytes;
}

static void
end_extent (StrataRingStream *self,
            const StrataRingExtent *extent)
{
  strata_ring_blob_release (self->blob, extent->offset, extent->n_bytes, self->n_released, extent->n_bytes - self->n_released);
  g_clear_pointer (&self->unit, g_free);
  self->extent++;
  self->extent_at = 0;
  self->n_released = 0;
}

/* From the file, which gives back what it has in memory. */
static gboolean
copy_page (StrataRingStream *self,
           const StrataRingExtent *extent)
{
  const gboolean is_copied = strata_ring_blob_copy (self->blob, self->page_offset, self->page, self->n_page_bytes) == self->n_page_bytes;

  strata_ring_blob_release (self->blob, extent->offset, extent->n_bytes, self->n_released, self->extent_at - self->n_released);
  self->n_released = self->extent_at;
  return is_copied;
}

/* Copies the next page, so that it is in one piece and the rest of the file can go. Of one that was
 * cut off, the records are read that are whole. */
static gboolean
read_page (StrataRingStream *self)
{
  const guint32 page_bytes = self->layout.page_bytes;

  for (; self->extent < self->extents.n; end_extent (self, &strata_column_at (&self->extents, StrataRingExtent, self->extent)))
    {
      const StrataRingExtent *extent = &strata_column_at (&self->extents, StrataRingExtent, self->extent);
      const guint64 at = self->extent_at;

      if (extent->packing != STRATA_RING_PLAIN && self->unit == NULL)
        unpack (self, extent);
      if (self->extent_at + self->layout.data_offset >= extent->n_unpacked_bytes)
        continue;

      if (self->page == NULL)
        self->page = g_malloc (page_bytes);

      self->n_page_bytes = (guint32) MIN (page_bytes, extent->n_unpacked_bytes - at);
      self->extent_at += self->n_page_bytes;
      self->page_offset = extent->offset + (self->unit == NULL ? at : 0);
      if (self->unit != NULL)
        memcpy (self->page, self->unit + at, self->n_page_bytes);
      else if (!copy_page (self, extent))
        continue;

      self->n_pages++;
      return TRUE;
    }

  return FALSE;
}

static gint64
get_time (const StrataRingStream *self)
{
  const StrataRingClock *clock = &self->clock;
  guint64 ns = self->ticks;

  if (G_UNLIKELY (clock->mult != 0))
    ns = (guint64) ((unsigned __int128) ns * clock->mult >> clock->shift);
  if (G_UNLIKELY (clock->offset_ns != 0))
    ns += (guint64) clock->offset_ns;

  return (gint64) ns;
}

/* How many events are missing before the page, if that is behind its records. */
static void
read_loss (StrataRingStream *self,
           guint32 commit,
           guint64 n_used)
{
  const guint32 n_bytes = self->layout.commit_bytes;

  if ((commit & COMMIT_MISSED) == 0)
    return;

  self->has_lost = TRUE;
  self->n_lost = 0;
  if ((commit & COMMIT_STORED) != 0 && self->layout.data_offset + n_used + n_bytes <= self->n_page_bytes)
    self->n_lost = strata_ring_read_uint (self->page + self->layout.data_offset + n_used, n_bytes, self->record.is_swapped);
}

static void
begin_page (StrataRingStream *self)
{
  const StrataRingLayout *layout = &self->layout;
  const gboolean is_swapped = self->record.is_swapped;
  const guint32 commit = (guint32) strata_ring_read_uint (self->page + layout->commit_offset, layout->commit_bytes, is_swapped);
  const guint32 n_used = commit & COMMIT_MASK;

  self->ticks = strata_ring_read_uint (self->page, 8, is_swapped);
  self->at = self->end = self->page + layout->data_offset;
  if (n_used > layout->page_bytes - layout->data_offset || (gint64) self->ticks < 0)
    {
      note_damage (self);
      return;
    }

  note_use (self, n_used);
  self->end += MIN (n_used, self->n_page_bytes - layout->data_offset);
  read_loss (self, commit, n_used);
}

static void
begin_hm_page (StrataRingStream *self)
{
  const guint64 n_used = strata_ring_read_uint (self->page + 8, 8, FALSE);

  self->ticks = strata_ring_read_uint (self->page, 8, FALSE);
  self->at = self->end = self->page + HM_HEADER_BYTES;
  if (n_used > self->layout.page_bytes - HM_HEADER_BYTES || (gint64) self->ticks < 0)
    note_damage (self);
  else
    {
      note_use (self, n_used);
      self->end += MIN (n_used, self->n_page_bytes - HM_HEADER_BYTES);
    }
}

/* Nothing of what is left of the page can be trusted. */
static gboolean
end_badly (StrataRingStream *self)
{
  note_damage (self);
  self->at = self->end;
  return FALSE;
}

static gboolean
take_record (StrataRingStream *self,
             const guint8 *data,
             gsize n_bytes,
             gsize n_skipped)
{
  const gsize n_left = (gsize) (self->end - data);

  if (G_UNLIKELY (n_bytes > n_left || n_bytes < 8))
    return end_badly (self);

  self->record.data = data;
  self->record.n_bytes = (guint32) n_bytes;
  self->time_ns = get_time (self);
  self->at = data + MIN (n_skipped, n_left);
  if (G_UNLIKELY (self->time_ns < 0))
    return end_badly (self);

  return TRUE;
}

/* Times, and what was taken back. */
static gboolean
take_special (StrataRingStream *self,
              guint32 type,
              guint32 delta)
{
  const guint8 *const data = self->at + 4;
  const guint64 value = strata_ring_read_uint (data, 4, self->record.is_swapped);

  if (type == TYPE_TIME_EXTEND)
    self->ticks += delta + (value << 27);
  else if (type == TYPE_TIME_STAMP)
    self->ticks = (self->ticks >> STAMP_BITS << STAMP_BITS) | ((delta + (value << 27)) & ((G_GUINT64_CONSTANT (1) << STAMP_BITS) - 1));
  else
    {
      self->ticks += delta;
      if (value < 4 || value > (guint64) (self->end - data))
        return end_badly (self);
      self->at = data + value;
      return FALSE;
    }

  self->at = data + 4;
  return FALSE;
}

/* Reads a record. Returns FALSE if it is no event. */
static inline gboolean
read_record (StrataRingStream *self)
{
  const gsize n_left = (gsize) (self->end - self->at);
  guint32 head, type, delta;

  if (G_UNLIKELY (n_left < 4))
    return end_badly (self);

  head = (guint32) strata_ring_read_uint (self->at, 4, self->record.is_swapped);
  type = self->layout.is_big_endian ? head >> 27 : head & 31;
  delta = self->layout.is_big_endian ? head & ((1U << 27) - 1) : head >> 5;
  if (G_LIKELY (type > 0 && type < TYPE_PADDING))
    {
      self->ticks += delta;
      return take_record (self, self->at + 4, type * 4, type * 4);
    }

  if (type == TYPE_PADDING && delta == 0)
    {
      self->at = self->end;
      return FALSE;
    }

  if (n_left < 8)
    return end_badly (self);
  if (type != 0)
    return take_special (self, type, delta);

  const guint32 n_bytes = (guint32) strata_ring_read_uint (self->at + 4, 4, self->record.is_swapped);

  self->ticks += delta;
  return n_bytes >= 4 ? take_record (self, self->at + 8, n_bytes - 4, ((gsize) n_bytes + 3) / 4 * 4 - 4) : end_badly (self);
}

/* Offset of its time from that of the page, length, data. */
static gboolean
read_hm_record (StrataRingStream *self)
{
  const guint64 base = strata_ring_read_uint (self->page, 8, FALSE);
  guint32 n_bytes;

  if ((gsize) (self->end - self->at) < HM_RECORD_BYTES)
    {
      self->at = self->end;
      return FALSE;
    }

  self->ticks = base + strata_ring_read_uint (self->at, 4, FALSE);
  n_bytes = (guint32) strata_ring_read_uint (self->at + 4, 2, FALSE);
  if (n_bytes == 0)
    {
      self->at = self->end;
      return FALSE;
    }

  return take_record (self, self->at + HM_RECORD_BYTES, n_bytes, ((gsize) n_bytes + 3) / 4 * 4);
}

/**
 * strata_ring_stream_next:
 * @self: a stream
 *
 * Goes to the next event.
 *
 * Returns: whether there is one
 */
gboolean
strata_ring_stream_next (StrataRingStream *self)
{
  self->has_lost = FALSE;
  for (;;)
    {
      while (self->at < self->end)
        if (G_UNLIKELY (self->layout.is_hongmeng) ? read_hm_record (self) : read_record (self))
          return TRUE;

      if (!read_page (self))
        return FALSE;

      if (self->layout.is_hongmeng)
        begin_hm_page (self);
      else
        begin_page (self);
    }
}
