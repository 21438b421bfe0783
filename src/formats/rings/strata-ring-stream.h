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

/* Converts the times of a guest to those of its host, as measured at one time. */
typedef struct
{
  guint64 ticks;        /* valid from this time on; the first one is also valid for all earlier times */
  guint64 factor;       /* factor for times, or 0 */
  guint32 factor_shift; /* binary places of @factor */
  gint64 offset;        /* added after that */
} StrataRingShift;

/* Converts times of pages to ns. */
typedef struct
{
  const StrataRingShift *shifts; /* (array length=n_shifts) nullable: shifts of a guest's clock, by time */
  guint n_shifts;                /* how many */
  guint32 mult;                  /* factor of ticks, or 0 if times are in ns */
  guint32 shift;                 /* binary places of @mult */
  gint64 offset_ns;              /* added after that */
} StrataRingClock;

/* Compression of a part of the file. */
typedef enum
{
  STRATA_RING_PLAIN,
  STRATA_RING_ZLIB,
  STRATA_RING_ZSTD,
} StrataRingPacking;

/* A sequence of pages. */
typedef struct
{
  guint64 offset;           /* its offset in the file */
  guint32 n_bytes;          /* its length in the file */
  guint32 n_unpacked_bytes; /* its decompressed length */
  guint32 packing;          /* StrataRingPacking */
} StrataRingExtent;

/* No writer uses larger compression units or pages. */
#define STRATA_RING_MAX_UNIT_BYTES (16 * 1024 * 1024)
#define STRATA_RING_MAX_PAGE_BYTES (1024 * 1024)

/* The events of a CPU. */
typedef struct
{
  StrataRingRecord record;  /* the current event */
  gint64 time_ns;           /* its time */
  guint64 n_lost;           /* how many events were lost before it, STRATA_LOSS_UNKNOWN if not known */
  gboolean has_lost;        /* whether any events were lost before it */
  gboolean is_hole;         /* whether they are missing because of the file, not the kernel */
  gboolean has_played;      /* whether an earlier event was played; set by the player */
  guint64 page_offset;      /* offset of its page in the file */
  guint64 n_bad_pages;      /* how many pages could not be read to the end */
  guint64 first_bad_offset; /* offset of the first of these */
  guint64 n_bad_bytes;      /* how many bytes of their records were left out */
  guint64 n_pages;          /* how many pages were read */

  /* private */
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
