/* strata-ring-stream.c - reads the records of one CPU page by page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "strata-ring-stream.h"

#include "strata-tables.h"

/* The layout of a 64-bit kernel, for captures without a description. */
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
 * @self: (inout): layout of the pages
 * @text: the file events/header_page of the kernel
 * @n_bytes: its length
 *
 * Parses the layout of a page.
 *
 * Returns: whether it is plausible; if not, nothing has changed
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
 * @blob: contains the pages; must outlive the result
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
 * @extent: pages that follow those added so far; within the file
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
 * @layout: their layout
 * @formats: formats of the events; must outlive the stream
 * @clock: the clock of their times
 *
 * Prepares for reading the first event.
 */
void
strata_ring_stream_start (StrataRingStream *self,
                          const StrataRingLayout *layout,
                          StrataRingFormats *formats,
                          const StrataRingClock *clock)
{
  self->layout = *layout;
  self->rules.layout = *layout;
  self->rules.formats = formats;
  self->rules.by_id = strata_ring_formats_get_all (formats, &self->rules.min_id, &self->rules.max_id);
  self->clock = *clock;
  self->record.is_swapped = strata_ring_layout_is_swapped (layout);
}

static gsize
inflate_part (const guint8 *in,
              gsize n_in,
              guint8 *out,
              gsize n_out)
{
  z_stream stream = { .next_in = (guint8 *) in, .avail_in = (uInt) n_in, .next_out = out, .avail_out = (uInt) n_out };

  if (inflateInit (&stream) != Z_OK)
    return 0;

  inflate (&stream, Z_FINISH);
  inflateEnd (&stream);
  return n_out - stream.avail_out;
}

static void
free_context (gpointer context)
{
  ZSTD_freeDCtx (context);
}

/* A context takes longer to create than a unit of pages to decompress. */
static ZSTD_DCtx *
get_context (void)
{
  static GPrivate contexts = G_PRIVATE_INIT (free_context);
  ZSTD_DCtx *context = g_private_get (&contexts);

  if (context == NULL)
    {
      context = ZSTD_createDCtx ();
      g_private_set (&contexts, context);
    }

  return context;
}

static gsize
unzstd_part (const guint8 *in,
             gsize n_in,
             guint8 *out,
             gsize n_out)
{
  ZSTD_DCtx *context = get_context ();
  ZSTD_inBuffer input = { in, n_in, 0 };
  ZSTD_outBuffer output = { out, n_out, 0 };
  gsize n_left = 1;

  ZSTD_DCtx_reset (context, ZSTD_reset_session_only);
  while (n_left > 0 && input.pos < n_in && output.pos < n_out)
    {
      n_left = ZSTD_decompressStream (context, &output, &input);
      if (ZSTD_isError (n_left))
        break;
    }

  return output.pos;
}

/**
 * strata_ring_unpack:
 * @packing: type of compression
 * @in: (array length=n_in): compressed bytes
 * @n_in: how many; fewer than 4 GiB
 * @out: (array length=n_out): buffer for the decompressed bytes
 * @n_out: expected size of the result; less than 4 GiB
 *
 * Decompresses a part of a file, up to the first damage.
 *
 * Returns: the number of decompressed bytes
 */
gsize
strata_ring_unpack (StrataRingPacking packing,
                    const guint8 *in,
                    gsize n_in,
                    guint8 *out,
                    gsize n_out)
{
  if (packing == STRATA_RING_ZSTD)
    return ZSTD_decompressDCtx (get_context (), out, n_out, in, n_in) == n_out ? n_out : unzstd_part (in, n_in, out, n_out);
  if (packing == STRATA_RING_ZLIB)
    return inflate_part (in, n_in, out, n_out);

  return 0;
}

/* A truncated file is reported once, by its container. */
static void
note_damage (StrataRingStream *self,
             guint64 n_bytes)
{
  self->is_broken = TRUE;
  if (self->n_page_bytes < self->layout.page_bytes)
    return;

  self->n_bad_bytes += n_bytes;
  if (self->is_noted)
    return;

  self->is_noted = TRUE;
  if (self->n_bad_pages++ == 0)
    self->first_bad_offset = self->page_offset;
}

/**
 * strata_ring_stream_count_blank_pages:
 * @self: a stream that has ended
 *
 * Counts pages of zeros after the last event as damage.
 */
void
strata_ring_stream_count_blank_pages (StrataRingStream *self)
{
  if (self->n_bad_pages == 0)
    self->first_bad_offset = self->blank_offset;
  self->n_bad_pages += self->n_blank_pages;
  self->n_bad_bytes += self->n_blank_pages * (self->layout.page_bytes - self->layout.data_offset);
  self->n_blank_pages = 0;
}

/* A buffer may end with unused pages; unused pages between used ones were lost: the kernel stamps every page that it hands
 * out, even an empty one. trace-cmd skips them without a word. */
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

  strata_ring_stream_count_blank_pages (self);
  self->is_broken = TRUE;
}

static void
unpack (StrataRingStream *self,
        const StrataRingExtent *extent)
{
  guint64 n_bytes = extent->n_bytes;
  g_autofree guint8 *packed = strata_ring_blob_dup (self->blob, extent->offset, &n_bytes);

  self->unit = g_malloc (extent->n_unpacked_bytes);
  self->n_extent_bytes = strata_ring_unpack (extent->packing, packed, n_bytes, self->unit, extent->n_unpacked_bytes);
  if (self->n_extent_bytes == extent->n_unpacked_bytes)
    return;

  self->page_offset = extent->offset;
  self->n_page_bytes = extent->offset + n_bytes == strata_ring_blob_get_n_bytes (self->blob) ? 0 : self->layout.page_bytes;
  self->is_noted = FALSE;
  note_damage (self, extent->n_unpacked_bytes - self->n_extent_bytes);
}

static void
begin_extent (StrataRingStream *self,
              const StrataRingExtent *extent)
{
  if (self->n_extent_bytes == 0 && extent->packing != STRATA_RING_PLAIN)
    unpack (self, extent);
  else if (self->n_extent_bytes == 0)
    self->n_extent_bytes = extent->n_unpacked_bytes;
}

static void
end_extent (StrataRingStream *self,
            const StrataRingExtent *extent)
{
  strata_ring_blob_release (self->blob, extent->offset, extent->n_bytes, self->n_released, extent->n_bytes - self->n_released);
  g_clear_pointer (&self->unit, g_free);
  self->extent++;
  self->n_extent_bytes = 0;
  self->extent_at = 0;
  self->n_released = 0;
  self->is_astray = FALSE;
}

/* Copies a part of the current extent. */
static gsize
copy_part (const StrataRingStream *self,
           const StrataRingExtent *extent,
           guint64 at,
           guint8 *bytes,
           gsize n_bytes)
{
  const gsize n = at < self->n_extent_bytes ? (gsize) MIN (n_bytes, self->n_extent_bytes - at) : 0;

  if (self->unit == NULL)
    return strata_ring_blob_copy (self->blob, extent->offset + at, bytes, n);

  memcpy (bytes, self->unit + at, n);
  return n;
}

/* How much earlier a page may be than the page before, whose own time may be too late. */
#define MOST_BACKWARDS_TICKS (G_GUINT64_CONSTANT (3600) * 1000000000)

/* Finds a page anywhere in the rest of the extent whose time may be near @before; returns the end of the extent if there is none. */
static guint64
find_page (const StrataRingStream *self,
           const StrataRingExtent *extent,
           guint64 at,
           guint64 before)
{
  const gsize n_bytes = at < self->n_extent_bytes ? (gsize) (self->n_extent_bytes - at) : 0;

  if (self->unit == NULL)
    return strata_ring_blob_find_page (self->blob, &self->layout, extent->offset + at, extent->offset + self->n_extent_bytes, before) - extent->offset;

  return self->n_extent_bytes - n_bytes + strata_ring_page_find (&self->layout, self->unit + self->n_extent_bytes - n_bytes, n_bytes, n_bytes, before);
}

/* Whether the page after a damaged one is at its regular place. Most damage moves nothing, and what looks like a page
 * elsewhere may be part of a record. */
static gboolean
is_in_step (const StrataRingStream *self,
            const StrataRingExtent *extent)
{
  const guint32 n_bytes = self->layout.page_bytes;
  g_autofree guint8 *page = g_malloc (n_bytes);
  StrataRingHead head;

  return copy_part (self, extent, self->extent_at, page, n_bytes) == n_bytes && strata_ring_head_read (&head, &self->layout, page, n_bytes) && head.n_used > 0 &&
         (self->page_ticks == 0 || strata_ring_ticks_are_near (head.ticks, self->page_ticks)) && strata_ring_page_is_whole (&self->layout, page, n_bytes);
}

/* Advances to the start of the next page. Returns FALSE at the end of the extent. */
static gboolean
find_place (StrataRingStream *self,
            const StrataRingExtent *extent)
{
  if (G_UNLIKELY (self->is_astray) && !is_in_step (self, extent))
    self->extent_at = find_page (self, extent, self->search_at, self->page_ticks - MIN (self->page_ticks, MOST_BACKWARDS_TICKS));

  self->is_astray = FALSE;
  return self->extent_at + self->layout.data_offset < self->n_extent_bytes;
}

/* The head of a page is at most this long. */
#define MOST_HEAD_BYTES 64

/* Copies the page into one piece, with the head of the next page, and releases the part of the file before it. The page itself stays: if it is
 * damaged, it is searched for the next one. */
static gboolean
copy_page (StrataRingStream *self,
           const StrataRingExtent *extent)
{
  const guint64 at = self->extent_at;
  gsize n_bytes;

  if (self->page == NULL)
    self->page = g_malloc (self->layout.page_bytes + MOST_HEAD_BYTES);

  self->n_page_bytes = (guint32) MIN (self->layout.page_bytes, self->n_extent_bytes - at);
  self->is_noted = FALSE;
  self->page_offset = extent->offset + (self->unit == NULL ? at : 0);
  self->extent_at += self->n_page_bytes;
  n_bytes = copy_part (self, extent, at, self->page, self->n_page_bytes + MOST_HEAD_BYTES);
  self->n_next_bytes = (guint32) (n_bytes - MIN (n_bytes, self->n_page_bytes));
  if (self->unit == NULL)
    {
      strata_ring_blob_release (self->blob, extent->offset, extent->n_bytes, self->n_released, at - self->n_released);
      self->n_released = at;
    }

  return n_bytes >= self->n_page_bytes;
}

/* The first page has no earlier time to compare with, so it or the next one must look like a page. If no page can be
 * found, it is accepted as far as it is valid. */
static gboolean
is_first_page (const StrataRingStream *self,
               const StrataRingExtent *extent,
               const StrataRingHead *head)
{
  const guint64 at = self->extent_at - self->n_page_bytes;
  guint8 bytes[64] = { 0 };
  StrataRingHead next;

  if (strata_ring_page_is_whole (&self->layout, self->page, self->n_page_bytes))
    return TRUE;

  if (strata_ring_head_read (&next, &self->layout, bytes, copy_part (self, extent, self->extent_at, bytes, sizeof bytes)) && strata_ring_ticks_are_near (next.ticks, head->ticks))
    return TRUE;

  return find_page (self, extent, at + 1, 0) == self->n_extent_bytes;
}

/* Reads the head of a possible page at a place of the extent. */
static gboolean
peek_page (const StrataRingStream *self,
           guint64 at,
           StrataRingHead *head)
{
  const StrataRingExtent *extent = &strata_column_at (&self->extents, StrataRingExtent, self->extent);
  guint8 bytes[MOST_HEAD_BYTES] = { 0 };

  return strata_ring_head_read (head, &self->layout, bytes, copy_part (self, extent, at, bytes, sizeof bytes)) && head->n_used > 0;
}

/* The same for the next page. */
static gboolean
peek_next (const StrataRingStream *self,
           StrataRingHead *head)
{
  return strata_ring_head_read (head, &self->layout, self->page + self->n_page_bytes, self->n_next_bytes) && head->n_used > 0;
}

/* Whether flipping one bit moves a time into a range. */
static gboolean
is_flipped (guint64 ticks,
            guint64 begin,
            guint64 end)
{
  for (guint bit = 0; bit < 64; bit++)
    if ((ticks ^ G_GUINT64_CONSTANT (1) << bit) >= begin && (ticks ^ G_GUINT64_CONSTANT (1) << bit) <= end)
      return TRUE;

  return FALSE;
}

/* Whether all records of the page are valid. */
static gboolean
is_sound (const StrataRingStream *self,
          const StrataRingHead *head)
{
  StrataRingVerdict verdict;

  if (self->n_page_bytes < self->layout.page_bytes || !strata_ring_page_is_whole (&self->layout, self->page, self->n_page_bytes))
    return FALSE;

  verdict = strata_ring_rules_check (&self->rules, self->page, head, G_MAXUINT64);
  return verdict.n_good == head->n_used && !verdict.is_odd;
}

/* Whether the time of the page is damaged: it is not between the times of the adjacent pages, which are consecutive. A page in the place of
 * another is different: its time is within those of other pages, and its records are valid. */
static gboolean
is_outlier (const StrataRingStream *self,
            const StrataRingHead *head)
{
  const guint64 page_bytes = self->layout.page_bytes;
  StrataRingHead next, last;

  if (!peek_next (self, &next) || next.ticks < self->ticks || (head->ticks >= self->ticks && head->ticks <= next.ticks) ||
      (self->ticks != 0 && !strata_ring_ticks_are_near (next.ticks, self->ticks)))
    return FALSE;

  if (is_flipped (head->ticks, self->ticks, next.ticks) || !is_sound (self, head))
    return TRUE;

  return peek_page (self, (self->n_extent_bytes - 1) / page_bytes * page_bytes, &last) && last.ticks >= next.ticks && head->ticks > last.ticks;
}

/* Whether there is a page at the current place. A time that goes backwards is accepted if everything else is valid. */
static gboolean
is_page (const StrataRingStream *self,
         const StrataRingExtent *extent)
{
  StrataRingHead head;

  if (!strata_ring_head_read (&head, &self->layout, self->page, self->n_page_bytes))
    return FALSE;
  if (head.ticks == 0 && head.n_used == 0)
    return strata_ring_page_is_blank (self->page, self->n_page_bytes);
  if (G_UNLIKELY (is_outlier (self, &head)))
    return FALSE;
  if (self->page_ticks == 0)
    return is_first_page (self, extent, &head);

  return strata_ring_ticks_are_near (head.ticks, self->page_ticks) || (head.ticks < self->page_ticks && is_sound (self, &head));
}

/* The search for the next page starts at the current record. */
static void
go_astray (StrataRingStream *self,
           guint64 n_good,
           guint64 n_bad)
{
  note_damage (self, n_bad);
  self->is_astray = !self->layout.is_hongmeng;
  self->search_at = self->extent_at - self->n_page_bytes + n_good;
}

/* Reads the next page. If the file ends inside it, its complete records are read. */
static gboolean
read_page (StrataRingStream *self)
{
  for (; self->extent < self->extents.n; end_extent (self, &strata_column_at (&self->extents, StrataRingExtent, self->extent)))
    {
      const StrataRingExtent *extent = &strata_column_at (&self->extents, StrataRingExtent, self->extent);

      begin_extent (self, extent);
      while (find_place (self, extent))
        {
          if (!copy_page (self, extent))
            continue;

          if (G_LIKELY (self->layout.is_hongmeng || is_page (self, extent)))
            {
              self->n_pages++;
              return TRUE;
            }

          go_astray (self, 1, self->n_page_bytes);
        }
    }

  return FALSE;
}

/* Uses the latest measurement before @ticks. */
static guint64
shift_ticks (const StrataRingClock *clock,
             guint64 ticks)
{
  const StrataRingShift *shift = clock->shifts;

  for (guint n = clock->n_shifts; n > 1; n -= n / 2)
    if (shift[n / 2].ticks <= ticks)
      shift += n / 2;

  if (shift->factor != 0)
    ticks = (guint64) ((unsigned __int128) ticks * shift->factor >> shift->factor_shift);

  return ticks + (guint64) shift->offset;
}

static gint64
get_time (const StrataRingStream *self)
{
  const StrataRingClock *clock = &self->clock;
  guint64 ns = self->ticks;

  if (G_UNLIKELY (clock->n_shifts != 0))
    ns = shift_ticks (clock, ns);
  if (G_UNLIKELY (clock->mult != 0))
    ns = (guint64) ((unsigned __int128) ns * clock->mult >> clock->shift);
  if (G_UNLIKELY (clock->offset_ns != 0))
    ns += (guint64) clock->offset_ns;

  return (gint64) ns;
}

/* Reads how many events are missing before the page, if that number follows its records. */
static void
read_loss (StrataRingStream *self,
           const StrataRingHead *head)
{
  const guint32 n_bytes = self->layout.commit_bytes;

  if (!head->is_missed && (!self->is_broken || head->n_used == 0))
    return;

  self->is_hole = !head->is_missed && !(self->has_lost && !self->is_hole);
  self->has_lost = TRUE;
  self->is_broken = FALSE;
  if (!head->is_missed)
    return;

  self->n_lost = STRATA_LOSS_UNKNOWN;
  if (head->is_stored && self->layout.data_offset + head->n_used + n_bytes <= self->n_page_bytes)
    self->n_lost = strata_ring_read_uint (self->page + self->layout.data_offset + head->n_used, n_bytes, self->record.is_swapped);
}

/* Leaves out the part of the page that is not accepted. */
static void
check_page (StrataRingStream *self,
            const StrataRingHead *head)
{
  StrataRingVerdict verdict;
  StrataRingHead next;
  guint64 latest = G_MAXUINT64;

  if (!self->layout.is_hongmeng && peek_next (self, &next) && next.ticks > head->ticks && strata_ring_ticks_are_near (next.ticks, head->ticks))
    latest = next.ticks;

  verdict = strata_ring_rules_check (&self->rules, self->page, head, latest);
  self->n_doubtful = head->n_used - verdict.n_good;
  self->end -= self->n_doubtful;
  self->is_odd = verdict.is_odd;
}

static void
begin_page (StrataRingStream *self)
{
  const StrataRingLayout *layout = &self->layout;
  StrataRingHead head;

  self->at = self->end = self->page + layout->data_offset;
  self->is_odd = FALSE;
  if (!strata_ring_head_read (&head, layout, self->page, self->n_page_bytes))
    {
      note_damage (self, self->n_page_bytes);
      return;
    }

  self->ticks = self->page_ticks = head.ticks;
  note_use (self, head.n_used);
  self->end += MIN (head.n_used, self->n_page_bytes - layout->data_offset);
  read_loss (self, &head);
  if (self->end <= self->page + self->n_page_bytes && self->n_page_bytes == layout->page_bytes)
    check_page (self, &head);
}

/* The rest of the page cannot be trusted. */
static gboolean
end_badly (StrataRingStream *self)
{
  go_astray (self, (guint64) (self->at - self->page), (guint64) (self->end - self->at));
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

/* Records that something was left out before the next event. */
static void
mark_hole (StrataRingStream *self)
{
  self->is_broken = FALSE;
  self->is_hole = !(self->has_lost && !self->is_hole);
  self->has_lost = TRUE;
}

/* Whether the current record can be valid. If not, it is left out. */
static gboolean
is_allowed (StrataRingStream *self)
{
  if (self->layout.is_hongmeng || strata_ring_rules_allow (&self->rules, self->record.data))
    return TRUE;

  note_damage (self, self->record.n_bytes);
  mark_hole (self);
  return FALSE;
}

/* Handles times and discarded records. */
static gboolean
take_special (StrataRingStream *self,
              const StrataRingEntry *record)
{
  if (record->n_bytes > (gsize) (self->end - self->at))
    return end_badly (self);

  /* no event is this much later; one that was interrupted may be earlier */
  if (record->type != STRATA_RING_PADDING && self->page_ticks != 0 && self->ticks > self->page_ticks && !strata_ring_ticks_are_near (self->ticks, self->page_ticks))
    return end_badly (self);

  self->at += record->n_bytes;
  return FALSE;
}

/* Reads a record. Returns FALSE if it is not an event. */
static inline gboolean
read_record (StrataRingStream *self)
{
  StrataRingEntry record;

  if (!strata_ring_entry_read (&record, &self->layout, self->at, (gsize) (self->end - self->at)))
    return end_badly (self);

  self->ticks = strata_ring_entry_add_time (&record, self->ticks);
  if (G_LIKELY (strata_ring_entry_is_event (&record)))
    return take_record (self, record.data, record.n_data_bytes, record.n_bytes - (gsize) (record.data - self->at));

  if (record.n_bytes > 0)
    return take_special (self, &record);

  self->at = self->end;
  return FALSE;
}

/* Skips to the next records of the page that can be valid. */
static void
skip_hm_damage (StrataRingStream *self)
{
  const guint64 earliest = self->ticks - MIN (self->ticks, self->page_ticks);
  const gsize n_bytes = strata_ring_rules_find_hm (&self->rules, self->at, (gsize) (self->end - self->at), (guint32) MIN (earliest, G_MAXUINT32));

  note_damage (self, n_bytes);
  self->at += n_bytes;
  if (self->at < self->end)
    mark_hole (self);
}

/* A record consists of its time relative to the page, its length, and its data. */
static gboolean
read_hm_record (StrataRingStream *self)
{
  const guint64 base = strata_ring_read_uint (self->page, 8, FALSE);
  guint32 n_bytes;

  if ((gsize) (self->end - self->at) < STRATA_RING_HM_RECORD_BYTES)
    {
      self->at = self->end;
      return FALSE;
    }

  n_bytes = (guint32) strata_ring_read_uint (self->at + 4, 2, FALSE);
  if (n_bytes == 0 && !self->is_odd)
    {
      self->at = self->end;
      return FALSE;
    }
  if (G_UNLIKELY (self->is_odd) && !strata_ring_rules_allow_hm (&self->rules, self->at, (gsize) (self->end - self->at)))
    {
      skip_hm_damage (self);
      return FALSE;
    }

  self->ticks = base + strata_ring_read_uint (self->at, 4, FALSE);
  return take_record (self, self->at + STRATA_RING_HM_RECORD_BYTES, n_bytes, ((gsize) n_bytes + 3) / 4 * 4);
}

/* Records that are not accepted end the page. */
static void
leave_out_rest (StrataRingStream *self)
{
  go_astray (self, (guint64) (self->end - self->page), self->n_doubtful);
  self->n_doubtful = 0;
}

/**
 * strata_ring_stream_next:
 * @self: a stream
 *
 * Advances to the next event.
 *
 * Returns: whether there is one
 */
gboolean
strata_ring_stream_next (StrataRingStream *self)
{
  self->has_lost = self->is_hole = FALSE;
  self->n_lost = STRATA_LOSS_UNKNOWN;
  for (;;)
    {
      while (self->at < self->end)
        if ((G_UNLIKELY (self->layout.is_hongmeng) ? read_hm_record (self) : read_record (self)) && (G_LIKELY (!self->is_odd) || is_allowed (self)))
          return TRUE;

      if (G_UNLIKELY (self->n_doubtful > 0))
        leave_out_rest (self);
      if (!read_page (self))
        return FALSE;

      begin_page (self);
    }
}
