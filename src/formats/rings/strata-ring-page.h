/* strata-ring-page.h - what a page of the ring buffer looks like, and where one may begin
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataRingLayout:
 * @page_bytes: length of a page
 * @data_offset: where its records begin
 * @commit_offset: where the length of its records is
 * @commit_bytes: length of that, which is that of a long: 4 or 8
 * @is_big_endian: endianness of the file
 * @is_hongmeng: whether it is a page of the HongMeng kernel
 *
 * What pages look like.
 */
typedef struct
{
  guint32 page_bytes;
  guint32 data_offset;
  guint32 commit_offset;
  guint32 commit_bytes;
  gboolean is_big_endian;
  gboolean is_hongmeng;
} StrataRingLayout;

/**
 * StrataRingHead:
 * @ticks: time of the page
 * @n_used: how many bytes its records take
 * @is_missed: whether events are missing before it
 * @is_stored: whether their number is behind the records
 *
 * How a page begins.
 */
typedef struct
{
  guint64 ticks;
  guint32 n_used;
  gboolean is_missed;
  gboolean is_stored;
} StrataRingHead;

/* Types of records that are no events. */
#define STRATA_RING_PADDING 29
#define STRATA_RING_TIME_EXTEND 30
#define STRATA_RING_TIME_STAMP 31

/* A record of HongMeng begins with a time and a length. */
#define STRATA_RING_HM_RECORD_BYTES 6

/* No CPU is without an event for longer, 13 days in ns: what is further away is not the next page. */
#define STRATA_RING_NEAR_TICKS (G_GUINT64_CONSTANT (1) << 50)

gboolean strata_ring_head_read (StrataRingHead *self, const StrataRingLayout *layout, const guint8 *page, gsize n_bytes);
gboolean strata_ring_page_is_blank (const guint8 *page, gsize n_bytes);
gboolean strata_ring_page_is_whole (const StrataRingLayout *layout, const guint8 *page, gsize n_bytes);
gboolean strata_ring_ticks_are_near (guint64 ticks, guint64 before);
gsize strata_ring_page_find (const StrataRingLayout *layout, const guint8 *bytes, gsize n_bytes, gsize n_places, guint64 before);

G_END_DECLS
