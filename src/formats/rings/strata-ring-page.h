/* strata-ring-page.h - the layout of ring buffer pages, and how to find them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-ring-format.h"

G_BEGIN_DECLS

/* The layout of pages. */
typedef struct
{
  guint32 page_bytes;     /* length of a page */
  guint32 data_offset;    /* offset of its records */
  guint32 commit_offset;  /* offset of the length of its records */
  guint32 commit_bytes;   /* size of that field, the size of a long: 4 or 8 */
  gboolean is_big_endian; /* endianness of the file */
  gboolean is_hongmeng;   /* whether it is a page of the HongMeng kernel */
} StrataRingLayout;

/* The head of a page. */
typedef struct
{
  guint64 ticks;      /* time of the page */
  guint32 n_used;     /* length of its records in bytes */
  gboolean is_missed; /* whether events are missing before it */
  gboolean is_stored; /* whether their number follows the records */
} StrataRingHead;

/* Types of records that are not events. */
#define STRATA_RING_PADDING 29
#define STRATA_RING_TIME_EXTEND 30
#define STRATA_RING_TIME_STAMP 31

/* A time stamp is absolute except for the highest bits. */
#define STRATA_RING_STAMP_BITS 59

/* A kernel record, parsed by itself: it may be longer than the rest of the page. */
typedef struct
{
  guint32 type;         /* one of the above, or a lower value for an event */
  guint32 n_bytes;      /* offset of the next record; 0 for padding up to the end of the page */
  guint32 n_data_bytes; /* length of the event; 0 if the record is not an event */
  guint64 delta;        /* time since the record before, or the time stamp */
  const guint8 *data;   /* the event */
} StrataRingEntry;

/* Whether numbers must be byte-swapped. */
static inline gboolean
strata_ring_layout_is_swapped (const StrataRingLayout *layout)
{
  return (layout->is_big_endian != FALSE) == (G_BYTE_ORDER == G_LITTLE_ENDIAN);
}

/* Reads records with an explicit length, and times. */
static inline gboolean
strata_ring_entry_read_long (StrataRingEntry *self,
                             const StrataRingLayout *layout,
                             const guint8 *at)
{
  const guint32 value = (guint32) strata_ring_read_uint (at + 4, 4, strata_ring_layout_is_swapped (layout));

  if (self->type == STRATA_RING_TIME_EXTEND || self->type == STRATA_RING_TIME_STAMP)
    {
      self->n_bytes = 8;
      self->delta += (guint64) value << 27;
      return TRUE;
    }

  if (value < 4 || value > G_MAXINT32)
    return FALSE;

  if (self->type == STRATA_RING_PADDING)
    {
      self->n_bytes = 4 + value;
      return TRUE;
    }

  self->data = at + 8;
  self->n_data_bytes = value - 4;
  self->n_bytes = 4 + (value + 3) / 4 * 4;
  return TRUE;
}

/* Reads a record with @n_left bytes left in its page. Returns FALSE if it is invalid. */
static inline gboolean
strata_ring_entry_read (StrataRingEntry *self,
                        const StrataRingLayout *layout,
                        const guint8 *at,
                        gsize n_left)
{
  if (G_UNLIKELY (n_left < 4))
    return FALSE;

  const guint32 head = (guint32) strata_ring_read_uint (at, 4, strata_ring_layout_is_swapped (layout));

  self->type = layout->is_big_endian ? head >> 27 : head & 31;
  self->delta = layout->is_big_endian ? head & ((1U << 27) - 1) : head >> 5;
  if (G_LIKELY (self->type > 0 && self->type < STRATA_RING_PADDING))
    {
      self->data = at + 4;
      self->n_data_bytes = self->type * 4;
      self->n_bytes = 4 + self->n_data_bytes;
      return TRUE;
    }

  self->data = NULL;
  self->n_data_bytes = self->n_bytes = 0;
  if (self->type == STRATA_RING_PADDING && self->delta == 0)
    return TRUE;

  return n_left >= 8 && strata_ring_entry_read_long (self, layout, at);
}

static inline gboolean
strata_ring_entry_is_event (const StrataRingEntry *self)
{
  return self->type < STRATA_RING_PADDING;
}

/* Returns the time of a record that follows one at @ticks. */
static inline guint64
strata_ring_entry_add_time (const StrataRingEntry *self,
                            guint64 ticks)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << STRATA_RING_STAMP_BITS) - 1;

  return self->type == STRATA_RING_TIME_STAMP ? (ticks & ~mask) | (self->delta & mask) : ticks + self->delta;
}

/* A HongMeng record begins with a time and a length. */
#define STRATA_RING_HM_RECORD_BYTES 6

/* No CPU is without events for longer than this, 13 days in ns: a page with a more distant time is not the next one. */
#define STRATA_RING_NEAR_TICKS (G_GUINT64_CONSTANT (1) << 50)

gboolean strata_ring_head_read (StrataRingHead *self, const StrataRingLayout *layout, const guint8 *page, gsize n_bytes);
gboolean strata_ring_page_is_blank (const guint8 *page, gsize n_bytes);
gboolean strata_ring_page_is_whole (const StrataRingLayout *layout, const guint8 *page, gsize n_bytes);
gboolean strata_ring_ticks_are_near (guint64 ticks, guint64 before);
gsize strata_ring_page_find (const StrataRingLayout *layout, const guint8 *bytes, gsize n_bytes, gsize n_places, guint64 before);

G_END_DECLS
