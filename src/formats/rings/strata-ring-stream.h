/* strata-ring-stream.h - the records of one CPU, page by page
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
 * @ticks: from when on; the first one is for all times before, too
 * @factor: what times are multiplied by, or 0
 * @factor_shift: binary places of @factor
 * @offset: added then
 *
 * How times of a guest become those of its host, as measured once.
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
 * @shifts: (nullable) (array length=n_shifts): by time: what the clock of a guest is moved by
 * @n_shifts: how many
 * @mult: factor of ticks, or 0 where times are in ns
 * @shift: binary places of @mult
 * @offset_ns: added then
 *
 * How times of pages become ns.
 */
typedef struct
{
  const StrataRingShift *shifts;
  guint n_shifts;
  guint32 mult;
  guint32 shift;
  gint64 offset_ns;
} StrataRingClock;

/* How a part of the file is compressed. */
typedef enum
{
  STRATA_RING_PLAIN,
  STRATA_RING_ZLIB,
  STRATA_RING_ZSTD,
} StrataRingPacking;

/**
 * StrataRingExtent:
 * @offset: where it begins in the file
 * @n_bytes: how long it is there
 * @n_unpacked_bytes: and decompressed
 * @packing: #StrataRingPacking
 *
 * Pages that follow one another.
 */
typedef struct
{
  guint64 offset;
  guint32 n_bytes;
  guint32 n_unpacked_bytes;
  guint32 packing;
} StrataRingExtent;

/* No writer compresses more at once, nor has larger pages. */
#define STRATA_RING_MAX_UNIT_BYTES (16 * 1024 * 1024)
#define STRATA_RING_MAX_PAGE_BYTES (1024 * 1024)

/**
 * StrataRingStream:
 * @record: the present event
 * @time_ns: its time
 * @n_lost: how many events were lost before it, %STRATA_LOSS_UNKNOWN if that is not known
 * @has_lost: whether any were
 * @is_hole: whether it is the file that has lost them, not the kernel
 * @has_played: whether an event before it was played; set by the player
 * @page_offset: where its page is in the file
 * @n_bad_pages: how many pages could not be read to their end
 * @first_bad_offset: where the first of these is
 * @n_bad_bytes: of their records, how many bytes were left out
 * @n_pages: how many were read
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
  guint64 n_blank_pages; /* of zeros, behind the last that has records */
  guint64 blank_offset;  /* of the first of these */
  guint64 page_ticks;    /* of the latest page, or 0 */
  gboolean is_astray;    /* whether the next page has to be looked for, because bytes may be missing or too many */
  gboolean is_broken;    /* whether something was left out behind the latest event */
  gboolean is_noted;     /* whether the present page is counted as bad */
  gboolean is_odd;       /* whether its records are checked one by one */
  guint32 n_doubtful;    /* bytes behind those of its records that can be believed */
  StrataRingLayout layout;
  StrataRingRules rules;
  StrataRingClock clock;
  StrataColumn extents; /* StrataRingExtent */
  gsize extent;
  guint64 n_extent_bytes; /* of the present one, decompressed as far as it could be; 0 before it is begun */
  guint64 extent_at;      /* of these, how many were read */
  guint64 search_at;      /* of these, where to begin to look for a page */
  guint64 n_released;     /* of the present extent */
  guint8 *unit;           /* (nullable) owned: the present extent, decompressed */
  guint32 n_page_bytes;   /* of the present page: fewer where the file is cut */
  guint32 n_next_bytes;   /* behind the page: how the next one begins */
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
