/* strata-perfetto-block.h - unpacks compressed packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How bytes are compressed. */
typedef enum
{
  STRATA_PERFETTO_BLOCK_ZLIB, /* a zlib stream */
  STRATA_PERFETTO_BLOCK_ZSTD, /* a Zstandard frame */
  STRATA_PERFETTO_BLOCK_GZIP, /* a gzip file */
} StrataPerfettoBlock;

/* How decompression ended. */
typedef enum
{
  STRATA_PERFETTO_BLOCK_WHOLE,     /* at the end of the data */
  STRATA_PERFETTO_BLOCK_DAMAGED,   /* at damage, or where the data is cut */
  STRATA_PERFETTO_BLOCK_TOO_LARGE, /* at the limit */
} StrataPerfettoBlockEnd;

guint8 *strata_perfetto_block_unpack (const guint8 *data, gsize n_bytes, StrataPerfettoBlock kind, guint64 most_bytes, gsize *n_unpacked_bytes, StrataPerfettoBlockEnd *end);

G_END_DECLS
