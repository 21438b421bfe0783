/* strata-perfetto-block.h - unpacks compressed packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataPerfettoBlock:
 * @STRATA_PERFETTO_BLOCK_ZLIB: a zlib stream
 * @STRATA_PERFETTO_BLOCK_ZSTD: a Zstandard frame
 * @STRATA_PERFETTO_BLOCK_GZIP: a gzip file
 *
 * How bytes are compressed.
 */
typedef enum
{
  STRATA_PERFETTO_BLOCK_ZLIB,
  STRATA_PERFETTO_BLOCK_ZSTD,
  STRATA_PERFETTO_BLOCK_GZIP,
} StrataPerfettoBlock;

guint8 *strata_perfetto_block_unpack (const guint8 *data, gsize n_bytes, StrataPerfettoBlock kind, gsize *n_unpacked_bytes, gboolean *is_whole);

G_END_DECLS
