/* strata-ring-stream.h - reads the records of one CPU page by page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-ring-blob.h"
#include "strata-ring-check.h"
#include "strata-ring-format.h"
#include "strata-ring-page.h"

G_BEGIN_DECLS

/**
 * StrataRingShift:
 * @ticks: valid from this time on; the first one is also valid for all earlier times
 * @factor: factor for times, or 0
 * @factor_shift: binary places of @factor
 * @offset: added after that
 *
 * Converts the times of a guest to those of its host, as measured at one time.
 */
typedef struct
{
  guint64 ticks;
  guint64 factor;
  guint32 factor_shift;
  gint64 offset;
} StrataRingShift;

/**
 * StrataRingClock:
 * @shifts: (nullable) (array length=n_shifts): shifts of a guest's clock, by time
 * @n_shifts: how many
 * @mult: factor of ticks, or 0 if times are in ns
 * @shift: binary places of @mult
 * @offset_ns: added after that
 *
 * Converts times of pages to ns.
 */
typedef struct
{
  const StrataRingShift *shifts;
  guint n_shifts;
  guint32 mult;
  guint32 shift;
  gint64 offset_ns;
} StrataRingClock;

/* Compression of a part of the file. */
typedef enum
{
  STRATA_RING_PLAIN,
  STRATA_RING_ZLIB,
  STRATA_RING_ZSTD,
} StrataRingPacking;

/**
 * StrataRingExtent:
 * @offset: its offset in the file
 * @n_bytes: its length in the file
 * @n_unpacked_bytes: its decompressed length
 * @packing: #StrataRingPacking
 *
 * A sequence of pages.
 */
typedef struct
{
  guint64 offset;
  guint32 n_bytes;
  guint32 n_unpacked_bytes;
  guint32 packing;
} StrataRingExtent;

/* No writer uses larger compression units or pages. */
#define STRATA_RING_MAX_UNIT_BYTES (16 * 1024 * 1024)
#define STRATA_RING_MAX_PAGE_BYTES (1024 * 1024)

/**
 * StrataRingStream:
 * @record: the current event
 * @time_ns: its time
 * @n_lost: how many events were lost before it, %STRATA_LOSS_UNKNOWN if not known
 * @has_lost: whether any events were lost before it
 * @is_hole: whether they are missing because of the file, not the kernel
 * @has_played: whether an earlier event was played; set by the player
 * @page_offset: offset of its page in the file
 * @n_bad_pages: how many pages could not be read to the end
 * @first_bad_offset: offset of the first of these
 * @n_bad_bytes: how many bytes of their records were left out
 * @n_pages: how many pages were read
 *
 * The events of a CPU.
 */
typedef struct
{
  StrataRingRecord record;
  gint64 time_ns;
  guint64 n_lost;
  gboolean has_lost;
  gboolean is_hole;
  gboolean has_played;
  guint64 page_offset;
  guint64 n_bad_pages;
  guint64 first_bad_offset;
  guint64 n_bad_bytes;
  guint64 n_pages;

  /*< private >*/
  StrataRingBlob *blob;  /* borrowed: of the reader */
  guint64 n_blank_pages; /* pages of zeros after the last page with records */
  guint64 blank_offset;  /* of the first of these */
  guint64 page_ticks;    /* of the latest page, or 0 */
  gboolean is_astray;    /* whether the next page must be searched for, because bytes may be missing or inserted */
  gboolean is_broken;    /* whether something was left out after the latest event */
  gboolean is_noted;     /* whether the current page is counted as bad */
  gboolean is_odd;       /* whether its records are checked individually */
  guint32 n_doubtful;    /* bytes after its accepted records */
  StrataRingLayout layout;
  StrataRingRules rules;
  StrataRingClock clock;
  StrataColumn extents; /* StrataRingExtent */
  gsize extent;
  guint64 n_extent_bytes; /* of the current extent, as far as it could be decompressed; 0 before it begins */
  guint64 extent_at;      /* how many of these were read */
  guint64 search_at;      /* where in these to start searching for a page */
  guint64 n_released;     /* of the current extent */
  guint8 *unit;           /* (nullable) owned: the current extent, decompressed */
  guint32 n_page_bytes;   /* of the current page: smaller if the file ends in it */
  guint32 n_next_bytes;   /* after the page: size of the next page's head */
  guint8 *page;           /* owned */
  const guint8 *at;
  const guint8 *end;
  guint64 ticks;
} StrataRingStream;

extern const StrataRingLayout strata_ring_default_layout;

gboolean strata_ring_layout_parse (StrataRingLayout *self, const char *text, gsize n_bytes);
StrataRingStream *strata_ring_stream_new (StrataRingBlob *blob, guint32 cpu);
void strata_ring_stream_free (StrataRingStream *self);
void strata_ring_stream_add (StrataRingStream *self, const StrataRingExtent *extent);
void strata_ring_stream_start (StrataRingStream *self, const StrataRingLayout *layout, StrataRingFormats *formats, const StrataRingClock *clock);
void strata_ring_stream_count_blank_pages (StrataRingStream *self);
gboolean strata_ring_stream_next (StrataRingStream *self);
gsize strata_ring_unpack (StrataRingPacking packing, const guint8 *in, gsize n_in, guint8 *out, gsize n_out);

G_END_DECLS
