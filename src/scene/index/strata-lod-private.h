/* strata-lod-private.h - the data that rows of slices are folded from
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lod-index.h"

G_BEGIN_DECLS

/* Slices of a row that share a base. */
#define STRATA_LOD_BLOCK 32

/* Level 0 has a bucket for two slices; each level has a quarter of the buckets of the one below. */
#define STRATA_LOD_BUCKET_SLICES 2
#define STRATA_LOD_LEVEL_SHIFT 2

/* The start is too far from its base; read it from the table. */
#define STRATA_LOD_FAR G_MAXINT32

/* By which factor a duration may be longer than its key says. */
#define STRATA_LOD_KEY_CEILING (1.0 + 1.0 / 32768)

/* The data of a slice that drawing needs, next to its neighbours in the row. */
typedef struct
{
  gint32 offset; /* ns from the base of its block to its start, or STRATA_LOD_FAR */
  guint32 key;   /* duration and hue, see strata_lod_index_pack_key() */
} StrataLodSlice;

/**
 * StrataLodBucket:
 *
 * The longest slice that begins in a bucket's time: its key in the high bits, its place plus 1
 * in the low bits, so that larger numbers are longer slices; 0 for none.
 */
typedef guint64 StrataLodBucket;

typedef struct
{
  guint32 begin;      /* first place in the table's order */
  guint32 end;        /* one past the last */
  gsize first_slice;  /* its first slice among the index's */
  gsize first_base;   /* its first base, one for STRATA_LOD_BLOCK slices */
  gint64 origin_ns;   /* where the first bucket begins */
  gsize first_bucket; /* of level 0; the other levels follow */
  gint64 n_buckets;   /* of level 0 */
  double bucket_ns;   /* of level 0 */
  guint8 n_levels;    /* 0 for a row without buckets */
} StrataLodRow;

struct _StrataLodIndex
{
  const StrataSliceTable *table; /* borrowed */
  StrataLodRow *rows;            /* owned */
  guint n_rows;
  StrataLodSlice *slices; /* owned; a block more than needed, so that whole blocks can be read */
  gsize n_slices;
  gint64 *bases; /* owned */
  gsize n_bases;
  StrataLodBucket *buckets; /* owned; one more than needed, so that the next one can be read */
  gsize n_buckets;
};

/* The duration as a float without sign and the lowest 7 bits, in the high bits, and 8 bits of hue.
 * Larger keys are longer slices. */
static inline guint32
strata_lod_index_pack_key (gint64 wall_ns,
                           guint8 hue)
{
  union
  {
    float value;
    guint32 bits;
  } wall = { (float) wall_ns };

  return (wall.bits >> 7) << 8 | hue;
}

static inline float
strata_lod_index_get_key_ns (guint32 key)
{
  union
  {
    guint32 bits;
    float value;
  } wall = { (key >> 8) << 7 };

  return wall.value;
}

static inline guint32
strata_lod_bucket_get_key (StrataLodBucket bucket)
{
  return (guint32) (bucket >> 32);
}

static inline guint32
strata_lod_bucket_get_place (StrataLodBucket bucket)
{
  return (guint32) bucket - 1;
}

static inline gint64
strata_lod_row_get_n_buckets (const StrataLodRow *self,
                              guint level)
{
  return ((self->n_buckets - 1) >> (STRATA_LOD_LEVEL_SHIFT * level)) + 1;
}

static inline gint64
strata_lod_index_get_start_ns (const StrataLodIndex *self,
                               const StrataLodRow *row,
                               guint32 place)
{
  const guint32 i = place - row->begin;
  const gint32 offset = self->slices[row->first_slice + i].offset;

  return offset != STRATA_LOD_FAR ? self->bases[row->first_base + i / STRATA_LOD_BLOCK] + offset : self->table->start_ns[self->table->order[place]];
}

/* strata_lod_index_walk() over the buckets of a level. Appends to @runs, which the caller owns. */
void strata_lod_index_walk_level (const StrataLodIndex *self, const StrataLodRow *row, guint level, const StrataGrid *grid, StrataColumn *runs);

/* strata_lod_index_walk() over the slices themselves, for a few slices per pixel. Appends to
 * @runs. */
void strata_lod_index_walk_slices (const StrataLodIndex *self, const StrataLodRow *row, const StrataGrid *grid, StrataColumn *runs);

/* Appends slices that began left of the grid and reach into it. Returns the first place after them. */
guint32 strata_lod_index_push_first (const StrataLodIndex *self, const StrataLodRow *row, const StrataGrid *grid, StrataColumn *runs);

/* Returns the column in which a slice ends, and the one in which it begins; columns outside the
 * grid are clamped. */
int strata_lod_index_get_columns (const StrataLodIndex *self, const StrataLodRow *row, const StrataGrid *grid, guint32 place, int *begin);

G_END_DECLS
