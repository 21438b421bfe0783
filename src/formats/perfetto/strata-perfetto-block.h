/* strata-perfetto-block.h - unpacks compressed packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint8 *strata_perfetto_block_unpack (const guint8 *data, gsize n_bytes, gboolean is_zstd, gsize *n_unpacked_bytes, gboolean *is_whole);

G_END_DECLS
