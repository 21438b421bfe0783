/* strata-dat-cursor.h - reads numbers and texts of a trace.dat sequentially
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-blob.h"

G_BEGIN_DECLS

/**
 * StrataDatCursor:
 * @blob: (nullable) (borrowed): the file
 * @memory: (nullable) (owned): without @blob, the data of a compressed section
 * @at: offset of the next byte
 * @end: end of the section
 * @is_swapped: whether numbers do not have our endianness
 * @is_cut: whether a read went past the end; all later reads return 0 or empty data
 *
 * A read position in a section of a file.
 */
typedef struct
{
  const StrataRingBlob *blob;
  guint8 *memory;
  guint64 at;
  guint64 end;
  gboolean is_swapped;
  gboolean is_cut;
} StrataDatCursor;

void strata_dat_cursor_clear (StrataDatCursor *self);
gboolean strata_dat_cursor_copy (StrataDatCursor *self, gpointer bytes, gsize n_bytes);
guint64 strata_dat_cursor_get_uint (StrataDatCursor *self, guint n_bytes);
char *strata_dat_cursor_dup_text (StrataDatCursor *self, guint64 n_wanted, gsize *n_bytes);
char *strata_dat_cursor_dup_string (StrataDatCursor *self);

G_END_DECLS
