/* strata-ring-page.c - the layout of ring buffer pages, and how to find them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-page.h"

#include <string.h>

/* The kernel's ring buffer (include/linux/ring_buffer.h): a page consists of its start time, the length of
 * its records, and the records. Each record has 5 bits of type and 27 bits of the time since the record
 * before. HongMeng has its own page format.
 *
 * After damage, pages may be anywhere, because no magic number marks their start. But few bytes can be a page
 * head, fewer are followed by valid records, and almost none have a time soon after the page before. */

/* Set in the length of the records if events are missing before the page, and if their number
 * follows the records. */
#define COMMIT_MISSED 0x80000000U
#define COMMIT_STORED 0x40000000U
#define COMMIT_MASK 0x3fffffffU

/* This many valid records are not a coincidence. */
#define MAX_CHECKED 64

/* Every event has a number, flags and a thread. */
#define LEAST_EVENT_BYTES 8

/**
 * strata_ring_head_read:
 * @self: (out): the head of the page
 * @layout: layout of the pages
 * @page: (array length=n_bytes): a possible page
 * @n_bytes: how much of it is available
 *
 * Returns: whether it can be the start of a page
 */
gboolean
strata_ring_head_read (StrataRingHead *self,
                       const StrataRingLayout *layout,
                       const guint8 *page,
                       gsize n_bytes)
{
  guint64 commit;

  if (n_bytes < layout->data_offset)
    return FALSE;

  commit = strata_ring_read_uint (page + layout->commit_offset, layout->commit_bytes, strata_ring_layout_is_swapped (layout));
  *self = (StrataRingHead){ .ticks = strata_ring_read_uint (page, 8, strata_ring_layout_is_swapped (layout)) };
  if (!layout->is_hongmeng)
    {
      /* the kernel adds bit 31 as a signed int, which sets all higher bits, too */
      if (commit >> 31 == G_MAXUINT64 >> 31)
        commit = (guint32) commit;

      self->is_missed = (commit & COMMIT_MISSED) != 0;
      self->is_stored = (commit & COMMIT_STORED) != 0;
      commit &= ~(guint64) (COMMIT_MISSED | COMMIT_STORED);
    }

  self->n_used = (guint32) (commit & COMMIT_MASK);
  return commit <= layout->page_bytes - layout->data_offset && (gint64) self->ticks >= 0;
}

/**
 * strata_ring_page_is_blank:
 * @page: (array length=n_bytes): a page
 * @n_bytes: how much of it is available; not 0
 *
 * Returns: whether it consists only of zeros
 */
gboolean
strata_ring_page_is_blank (const guint8 *page,
                           gsize n_bytes)
{
  return page[0] == 0 && memcmp (page, page + 1, n_bytes - 1) == 0;
}

/* Returned instead of a length if the records end before the page does. */
#define NOTHING_MORE G_MAXSIZE

/* The length of a kernel record with its head; 0 if it is invalid. */
static gsize
measure (const StrataRingLayout *layout,
         const guint8 *at,
         gsize n_left)
{
  StrataRingEntry record;

  if (!strata_ring_entry_read (&record, layout, at, n_left))
    return 0;
  if (record.n_bytes == 0)
    return NOTHING_MORE;
  if (strata_ring_entry_is_event (&record) && record.n_data_bytes < LEAST_EVENT_BYTES)
    return 0;

  return ((gsize) record.n_bytes + 3) / 4 * 4;
}

static gsize
measure_hm (const guint8 *at,
            gsize n_left)
{
  gsize n_bytes;

  if (n_left < STRATA_RING_HM_RECORD_BYTES)
    return NOTHING_MORE;

  n_bytes = (gsize) strata_ring_read_uint (at + 4, 2, G_BYTE_ORDER != G_LITTLE_ENDIAN);
  return n_bytes >= LEAST_EVENT_BYTES ? STRATA_RING_HM_RECORD_BYTES + (n_bytes + 3) / 4 * 4 : 0;
}

/**
 * strata_ring_page_is_whole:
 * @layout: layout of the pages
 * @page: (array length=n_bytes): a possible page
 * @n_bytes: how much of it is available
 *
 * Checks the lengths of its first records against the length given by the page.
 *
 * Returns: whether it is a page with records
 */
gboolean
strata_ring_page_is_whole (const StrataRingLayout *layout,
                           const guint8 *page,
                           gsize n_bytes)
{
  StrataRingHead head;
  gsize at = layout->data_offset;
  guint n_records = 0;

  if (!strata_ring_head_read (&head, layout, page, n_bytes) || head.n_used == 0 || layout->data_offset + head.n_used > n_bytes)
    return FALSE;

  while (n_records < MAX_CHECKED && at < layout->data_offset + head.n_used)
    {
      const gsize n_left = layout->data_offset + head.n_used - at;
      const gsize n = layout->is_hongmeng ? measure_hm (page + at, n_left) : measure (layout, page + at, n_left);

      if (n == NOTHING_MORE)
        break;
      if (n == 0 || n > n_left + 3)
        return FALSE;

      at += n;
      n_records++;
    }

  return n_records > 0;
}

/**
 * strata_ring_ticks_are_near:
 * @ticks: time of a page
 * @before: time of the previous page
 *
 * Returns: whether the one page can follow the other
 */
gboolean
strata_ring_ticks_are_near (guint64 ticks,
                            guint64 before)
{
  return ticks - before < STRATA_RING_NEAR_TICKS;
}

/* Whether another page follows a page. Some numbers in records look like the head of a page with few records. */
static gboolean
is_followed (const StrataRingLayout *layout,
             const StrataRingHead *head,
             const guint8 *page,
             gsize n_bytes)
{
  StrataRingHead next;

  return n_bytes <= layout->page_bytes ||
         (strata_ring_head_read (&next, layout, page + layout->page_bytes, n_bytes - layout->page_bytes) && strata_ring_ticks_are_near (next.ticks, head->ticks));
}

/* Maximum time after the page before; kernel clocks count ns. */
#define SOON_TICKS (G_GUINT64_CONSTANT (7200) * 1000000000)

/**
 * strata_ring_page_find:
 * @layout: layout of the pages
 * @bytes: (array length=n_bytes): any part of a file
 * @n_bytes: how many
 * @n_places: how many of them may be the start of a page
 * @before: time of the previous page, or 0 if there is none
 *
 * Searches for a page at any offset.
 *
 * Returns: the start of the first page; @n_places if there is none
 */
gsize
strata_ring_page_find (const StrataRingLayout *layout,
                       const guint8 *bytes,
                       gsize n_bytes,
                       gsize n_places,
                       guint64 before)
{
  const gboolean has_time = before != 0 && !layout->is_hongmeng;

  for (gsize i = 0; i < MIN (n_places, n_bytes); i++)
    {
      StrataRingHead head;

      if (strata_ring_head_read (&head, layout, bytes + i, n_bytes - i) && head.n_used > 0 && head.ticks > 0 && (before == 0 || strata_ring_ticks_are_near (head.ticks, before)) &&
          strata_ring_page_is_whole (layout, bytes + i, MIN (n_bytes - i, layout->page_bytes)) && ((has_time && head.ticks - before < SOON_TICKS) || is_followed (layout, &head, bytes + i, n_bytes - i)))
        return i;
    }

  return n_places;
}
